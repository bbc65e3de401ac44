/** Checks of the mails of actions: that they are sent, and that their recipients may read and do what the mail shows and offers. */
import {type Finding, finding} from '../document/finding.ts'
import type {Core} from '../feel/core.ts'
import type {Action, ActionMail, Effect, NotifyEffect, Transition, Who} from '../points/states/model.ts'
import {readsPath} from './check-screens.ts'
import type {CrossCheckContext} from './context.ts'

interface MailOfAction {
  readonly action: Action
  readonly mail: ActionMail
}

function mailsOf({actions}: CrossCheckContext): MailOfAction[] {
  return [...actions.actions.values()].flatMap(named =>
    [...named.values()].flatMap(action => (action.mail ? [{action, mail: action.mail}] : [])),
  )
}

const spoken = (name: string): string => name.replaceAll('_', ' ')

// Fields that no role may read: they would never be in the mail.

export function checkMailFields(context: CrossCheckContext): Finding[] {
  return mailsOf(context).flatMap(({action, mail}) => {
    const entity = context.entities.entities.get(action.entity)
    const people = context.reach.everybody.filter(role => context.reach.may(role, 'read', action.entity))
    if (!entity || people.length === 0) return []
    return [...mail.shows, ...braced(mail, context)]
      .filter(({path}) => !people.some(role => readsPath(role, path, {entity, context})))
      .map(({path, place}) => {
        const message = `No one may read \`${path.join('.')}\`, so no mail shows it.`
        const hint = `Add it to the Fields of a grant in point 6 for ${people.join(', ')}, or remove it here.`
        return finding('N443', place, {message, hint})
      })
  })
}

/** The fields in the braces of its sentences. */
function braced({subject, text, ...mail}: ActionMail, {limits}: CrossCheckContext) {
  const parts = [...(subject?.parts ?? []), ...(text?.parts ?? [])]
  return parts.flatMap(part =>
    part.kind === 'path' && !limits.constants.has(part.path[0] ?? '') ? [{path: part.path, place: mail}] : [],
  )
}

// Strips, which a mail shares with an inbox of its entity.

export function checkMailStrips(context: CrossCheckContext): Finding[] {
  const entities = new Set(
    context.screens.screens.flatMap(({shows, details}) =>
      shows.kind === 'inbox' && details.inbox.strip ? [shows.entity] : [],
    ),
  )
  return mailsOf(context).flatMap(({action: {entity}, mail: {strip}}) => {
    if (!strip || entities.has(entity)) return []
    const message = `No inbox of ${entity} has a strip, so the mail has none.`
    const hint = `Add \`- strip: …\` to a screen that shows \`inbox of ${entity}\`, or remove it here.`
    return [finding('N446', strip, {message, hint})]
  })
}

// Mails that are never sent, and actions that no recipient can do.

export function checkMails(context: CrossCheckContext): Finding[] {
  return mailsOf(context).flatMap(found => {
    const sending = found.action.rows.filter(row => recipientsOf(row).length > 0)
    return sending.length === 0 ? [neverSent(found)] : checkOffers(found, sending, context)
  })
}

function neverSent({action, mail}: MailOfAction): Finding {
  const message = `This mail is never sent: \`${spoken(action.name)}\` notifies no one.`
  return finding('N444', mail, {message, hint: 'Write `notify …` under Then, or remove this section.'})
}

function recipientsOf({effects}: Transition): NotifyEffect[] {
  const notifies = (effect: Effect): NotifyEffect[] =>
    effect.kind === 'for each' ? notifies(effect.effect) : effect.kind === 'notify' ? [effect] : []
  return effects.flatMap(notifies)
}

function checkOffers(
  {action, mail}: MailOfAction,
  sending: readonly Transition[],
  {actions}: CrossCheckContext,
): Finding[] {
  return mail.offers.flatMap(({action: name, place}) => {
    const offered = actions.actions.get(action.entity)?.get(name)
    const why = offered && whyImpossible(offered, action, sending)
    if (!why) return []
    return [finding('N445', place, {...why, message: `No recipient can do \`${spoken(name)}\`: ${why.message}`})]
  })
}

interface Impossible {
  readonly message: string
  readonly hint: string
}

function whyImpossible(offered: Action, {name}: Action, sending: readonly Transition[]): Impossible | null {
  const hint = 'Remove it here.'
  const forPeople = offered.rows.filter(row => row.who.some(({kind}) => kind !== 'system'))
  if (forPeople.length === 0) return {message: 'only the system does it.', hint}
  if (forPeople.every(({asks}) => asks.some(({field, optional}) => !optional && isFile(field.type.control))))
    return {message: 'it asks for a file.', hint: 'Remove it here: people open the record to add a file.'}
  const possible = forPeople.filter(row => sending.some(sent => follows(row, sent)))
  if (possible.length === 0)
    return {message: `it does not start from the state that \`${spoken(name)}\` leads to.`, hint}
  const recipients = sending.flatMap(recipientsOf).map(({people}) => people)
  if (possible.some(({who}) => who.some(each => mayBe(each, recipients)))) return null
  return {message: 'its Who does not name the people whom this mail goes to.', hint}
}

const isFile = ({control}: {readonly control: string}): boolean => control === 'file'

function follows(row: Transition, {from, to}: Transition): boolean {
  const states = to === null ? from : [to]
  return row.from === null || states === null || row.from.some(state => states.includes(state))
}

/** A recipient may have any role; two different paths lead to two different people. */
function mayBe(who: Who, recipients: readonly Core[]): boolean {
  if (who.kind !== 'person') return who.kind === 'role'
  const path = who.isMe.op === 'compare' ? pathOf(who.isMe.left) : null
  return path === null || recipients.some(each => (pathOf(each) ?? path) === path)
}

/** `person.manager`; null for anything but fields from the record on. */
function pathOf(core: Core): string | null {
  if (core.op === 'this') return ''
  const of = core.op === 'field' ? pathOf(core.of) : null
  return core.op === 'field' && of !== null ? `${of}.${core.field}` : null
}
