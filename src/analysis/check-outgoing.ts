/** Checks of outgoing messages: the mails of actions, and the calls of point 7. */

import {type Finding, finding, type Place} from '../document/finding.ts'
import type {Text} from '../document/raw.ts'
import type {Core} from '../feel/core.ts'
import type {Call, Shape} from '../points/calls/model.ts'
import {fieldsIn} from '../points/calls/read-bodies.ts'
import {bulletOf} from '../points/screens/bullets/bullet.ts'
import {spread} from '../points/screens/bullets/spread.ts'
import {entityShown} from '../points/screens/run.ts'
import {
  type Action,
  type ActionMail,
  type NotifyEffect,
  singleEffects,
  type Transition,
  type Who,
} from '../points/states/model.ts'
import {fewer, namesUnder, presenceOf, readsPath} from './check-screens.ts'
import {type CrossCheckContext, hiddenReads, nameOfAudience, type Reach, type RoleOrEveryone} from './context.ts'
import {partlyHidden} from './partly-hidden.ts'

/*
 * Checks of the mails of actions: that they are sent, and that their recipients may read the fields and perform the
 * actions in them.
 */

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
    const people = context.reach.allRoles.filter(role => context.reach.may(role, 'read', action.entity))
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
    context.screens.screens.flatMap(screen =>
      screen.kind.can.decide && bulletOf(screen, spread) ? [entityShown(screen)] : [],
    ),
  )
  return mailsOf(context).flatMap(({action: {entity}, mail: {strip}}) => {
    if (!strip || entities.has(entity)) return []
    const message = `No inbox of ${entity} has a strip, so the mail has none.`
    const hint = `Add \`- strip: …\` to a screen that shows \`inbox of ${entity}\`, or remove it here.`
    return [finding('N446', strip, {message, hint})]
  })
}

// Mails that are never sent, and actions that no recipient can perform.

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

function recipientsOf(row: Transition): NotifyEffect[] {
  return singleEffects(row).filter(effect => effect.kind === 'notify')
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
  const possible = forPeople.filter(row => sending.some(sent => canFollow(row, sent)))
  if (possible.length === 0)
    return {message: `it does not start from the state that \`${spoken(name)}\` leads to.`, hint}
  const recipients = sending.flatMap(recipientsOf).map(({people}) => people)
  if (possible.some(({who}) => who.some(each => mayBe(each, recipients)))) return null
  return {message: 'its Who does not name the recipients of this mail.', hint}
}

const isFile = ({control}: {readonly control: string}): boolean => control === 'file'

function canFollow(row: Transition, {from, to}: Transition): boolean {
  const states = to === null ? from : [to]
  return row.from === null || states === null || row.from.some(state => states.includes(state))
}

/** A recipient may have any role; two different paths lead to two different people. */
function mayBe(who: Who, recipients: readonly Core[]): boolean {
  if (who.kind !== 'person') return who.kind === 'role'
  const path = who.isMe.op === 'compare' ? pathOf(who.isMe.left) : null
  return path === null || recipients.some(each => (pathOf(each) ?? path) === path)
}

/** `person.manager`; null for anything but fields of the record. */
function pathOf(core: Core): string | null {
  if (core.op === 'this') return ''
  const of = core.op === 'field' ? pathOf(core.of) : null
  return core.op === 'field' && of !== null ? `${of}.${core.field}` : null
}

/*
 * Calls against grants: fields of a response that no caller may read, and fields that a call writes but no caller may
 * write; and against actions: events that no action causes.
 */

export function checkCallAnswers({calls, reach}: CrossCheckContext): Finding[] {
  return calls.calls.flatMap(call => {
    if (!call.answer) return []
    const people = audienceOfCall(call, reach)
    return valuesIn(call.answer, call.operation.entity).flatMap(({core, text, entity}) => {
      const hidden = people.map(role => hiddenReads(core, role, {reach, at: entity}))
      if (people.length === 0 || hidden.some(names => names.length === 0)) return []
      const names = [...new Set(hidden.flat())].join(', ')
      const whom = people.map(nameOfAudience).join(', ')
      const message = `"${call.name}" never shows \`${text.text}\`: ${whom} may not read ${names}.`
      const hint = 'Grant it in point 6, or leave it out of the answer.'
      return [finding('N714', text.pieces.length > 0 ? text : call.source.does, {message, hint})]
    })
  })
}

/** Conditions and filters that read what callers may not read. */
export function checkCallConditions(context: CrossCheckContext): Finding[] {
  return context.calls.calls.flatMap(call => {
    const {entity} = call.operation
    const people = audienceOfCall(call, context.reach).filter(role => context.reach.may(role, 'read', entity))
    const about = (core: Core | null, what: string, place: Place): Finding[] => {
      const reads = people.map(role => (core === null ? [] : partlyHidden(core, role, context, entity)))
      return fewer(people, reads, {what, place})
    }
    const {where, list} = call
    const paths = new Set(list.filters.map(path => path.join('.')))
    const byPath = namesUnder(context.document.points[7], call.name, 'filters').filter(({name}) => paths.has(name))
    return [
      ...(where === null ? [] : about(where.core, `"${call.name}"`, where.text)),
      ...list.equals.flatMap(({core, key, text}) => about(core, `The filter \`${key}\` of "${call.name}"`, text)),
      ...byPath.flatMap(({name, place}) =>
        about(presenceOf(name.split('.'), entity, context), `The filter \`${name}\` of "${call.name}"`, place),
      ),
    ]
  })
}

/** Changes that no caller may make: to the record, or to a field in its request or in `sets`. */
export function checkCallWrites({calls, reach, roles}: CrossCheckContext): Finding[] {
  if (roles.open) return []
  return calls.calls.flatMap(call => {
    const {kind, entity} = call.operation
    if (kind !== 'create' && kind !== 'update' && kind !== 'delete') return []
    const people = audienceOfCall(call, reach)
    const whom = people.map(nameOfAudience).join(', ')
    const able = people.filter(role => reach.may(role, kind, entity))
    if (able.length === 0) {
      const message = `"${call.name}" is always refused: ${whom} may not ${kind} ${entity}.`
      return [finding('N723', call.source.does, {message, hint: `Grant \`${kind}\` on ${entity} in point 6.`})]
    }
    if (kind === 'delete') return []
    const refused = (field: string) => able.every(role => !reach.mayField(role, kind, {entity, field}))
    const byDocument = new Set(call.sets.map(({field}) => field))
    const named = [...byDocument, ...writtenFields(call)]
    return [...new Set(named)].filter(refused).map(field => {
      const how = byDocument.has(field) ? 'sets' : 'takes'
      const message = `"${call.name}" ${how} \`${field}\`, which ${whom} may not ${kind}.`
      const hint = `Add \`${field}\` to the Fields of their grant in point 6, or leave it out of the call.`
      return finding('N723', call.source.does, {message, hint})
    })
  })
}

/** The fields named by the author; a derived request contains the fields each caller may write. */
const writtenFields = ({request, derivesRequest}: Call): string[] =>
  derivesRequest ? [] : fieldsIn(request).map(({field}) => field.name)

export function checkUncaused({calls}: CrossCheckContext): Finding[] {
  const uncaused = (word: 'call' | 'run', message: string) =>
    calls.uncaused[word].map(name => {
      const hint = `Write \`${word} ${name.text}\` into the column Then of an action, or remove the row.`
      return finding('N721', name, {message, hint})
    })
  return [...uncaused('call', 'No action makes this call.'), ...uncaused('run', 'No action runs this effect.')]
}

/** A person who has just signed in or up counts as signed in. */
function audienceOfCall({for: whom, operation: {kind}}: Call, reach: Reach): readonly RoleOrEveryone[] {
  if (kind === 'sign in' || kind === 'sign up' || whom.kind === 'signed in') return reach.allRoles
  return whom.kind === 'everyone' ? [null] : whom.roles
}

interface ShownValue {
  readonly core: Core
  readonly text: Text
  readonly entity: string
}

function valuesIn(shape: Shape, entity: string): ShownValue[] {
  switch (shape.kind) {
    case 'value':
      // A derived shape contains the fields each caller may read.
      return shape.text.pieces.length === 0 ? [] : [{core: shape.core, text: shape.text, entity}]
    case 'object':
      return shape.entries.flatMap(([, each]) => valuesIn(each, entity))
    case 'array':
      return shape.items.flatMap(each => valuesIn(each, entity))
    case 'text':
      return shape.pieces.flatMap(piece => (typeof piece === 'string' ? [] : valuesIn(piece, entity)))
    case 'nested':
      return [{core: shape.core, text: shape.text, entity}, ...valuesIn(shape.shape, shape.entity)]
    case 'records':
      return valuesIn(shape.each, entity)
    default:
      return []
  }
}
