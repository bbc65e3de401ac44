/** Screens that go by what some of their people may not read: it would tell them, so that it shows them nothing instead. */
import {type Finding, finding, type Place} from '../../document/finding.ts'
import type {Across} from '../across-world.ts'
import {hiddenReads, nameOfAudience} from '../hidden-reads.ts'
import type {Audience} from '../roles/reach.ts'
import {audienceOf} from './audience.ts'
import type {Card, Details, Path, Screen} from './model.ts'
import {pathOf, targetAt} from './spread.ts'

export function checkConditions(across: Across): Finding[] {
  return across.screens.screens.flatMap(screen => [
    ...checkWhere(screen, across),
    ...checkPlaces(screen, across),
    ...screen.cards.flatMap(card => checkCard(card, screen, across)),
  ])
}

/** Who of the people of a screen may read such records at all; of others another finding tells. */
function readersOf(screen: Screen, entity: string, {reach}: Across): readonly Audience[] {
  return audienceOf(screen, reach).filter(role => reach.may(role, 'read', entity))
}

function checkWhere(screen: Screen, across: Across): Finding[] {
  if (!('entity' in screen.shows) || screen.shows.kind === 'form') return []
  const {entity} = screen.shows
  const {where, time} = screen.details
  const per = screen.shows.kind === 'timeline' ? targetAt(across.entities, entity, screen.shows.per) : null
  return [
    ...hidden({name: screen.name, condition: where, entity}, screen, across),
    ...(per === null ? [] : hidden({name: screen.name, condition: time.rows, entity: per}, screen, across)),
  ]
}

function checkCard(card: Card, screen: Screen, across: Across): Finding[] {
  const {where, entity} = card.shows
  return hidden({name: card.name, condition: where, entity}, screen, across)
}

interface Conditional {
  readonly name: string
  readonly condition: Details['where']
  readonly entity: string
}

function hidden({name, condition, entity}: Conditional, screen: Screen, across: Across): Finding[] {
  if (condition === null) return []
  const people = readersOf(screen, entity, across)
  const reads = people.map(role => hiddenReads(condition.core, role, {reach: across.reach, at: entity}))
  return told(people, reads, {name, place: condition.text})
}

/** Where boards, calendars and timelines put a record. */
function checkPlaces(screen: Screen, across: Across): Finding[] {
  const {shows} = screen
  if (shows.kind !== 'board' && shows.kind !== 'calendar' && shows.kind !== 'timeline') return []
  const written =
    shows.kind === 'board' ? [shows.by] : [shows.from, shows.to, shows.kind === 'timeline' ? shows.per : null]
  const paths = written.flatMap(each => (each === null ? [] : [pathOf(each)]))
  const people = readersOf(screen, shows.entity, across)
  const reads = people.map(role =>
    paths.filter(path => !seesFirst(role, path, {entity: shows.entity, across})).map(path => path.join('.')),
  )
  return told(people, reads, {name: screen.name, place: screen})
}

function seesFirst(role: Audience, [field = '']: Path, {entity, across}: {entity: string; across: Across}): boolean {
  return across.reach.mayField(role, 'read', {entity, field})
}

/** What nobody may read has a finding of its own. */
function told(
  people: readonly Audience[],
  reads: readonly (readonly string[])[],
  {name, place}: {name: string; place: Place},
): Finding[] {
  const without = people.filter((_, index) => (reads[index]?.length ?? 0) > 0)
  if (without.length === 0) return []
  const fields = [...new Set(reads.flat())].map(field => `\`${field}\``).join(' and ')
  const who = without.map(nameOfAudience).join(', ')
  const message = `"${name}" depends on ${fields}, which ${who} may not read, so they see fewer records.`
  const hint = `Grant ${who} \`read\` on ${fields} in point 6, or use another field here.`
  return [finding('N234', place, {message, hint})]
}
