/** Screens for people who may not read, or not create, what they show. */
import {type Finding, finding} from '../../document/finding.ts'
import type {Across} from '../across-world.ts'
import {actOf, audienceOf} from './audience.ts'
import type {Card, Screen} from './model.ts'

export function checkAudiences(across: Across): Finding[] {
  return across.screens.screens.flatMap(screen => [
    ...checkScreen(screen, across),
    ...screen.cards.flatMap(card => checkCard(card, screen, across)),
  ])
}

/** A card shows each person what they may read; one that shows nobody anything is a slip. */
function checkCard(card: Card, screen: Screen, {reach}: Across): Finding[] {
  const {entity} = card.shows
  const people = audienceOf(screen, reach)
  if (people.length === 0 || people.some(role => reach.may(role, 'read', entity))) return []
  const message = `The card "${card.name}" is always empty: no role that can open "${screen.name}" may read ${entity}.`
  return [finding('N232', card, {message, hint: `Grant \`read\` on ${entity} in point 6, or remove the card.`})]
}

/** `signed in` is written for convenience; that is in order as soon as somebody sees something. */
function checkScreen(screen: Screen, {reach}: Across): Finding[] {
  if (!('entity' in screen.shows)) return []
  const {entity} = screen.shows
  const act = actOf(screen)
  const people = audienceOf(screen, reach)
  const without = people.filter(role => !reach.may(role, act, entity))
  if (without.length === 0 || (screen.for.kind === 'signed in' && without.length < people.length)) return []
  const named = without.map(role => role ?? 'everyone').join(', ')
  const message = `"${screen.name}" is for ${named}, who may not ${act} ${entity}.`
  return [
    finding('N232', screen, {message, hint: `Grant \`${act}\` on ${entity} in point 6, or remove the role from For.`}),
  ]
}
