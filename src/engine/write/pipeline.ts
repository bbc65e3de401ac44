/**
 * The one write path. Whatever writes a record (forms, actions, bulk, import, line items, effects, timers) takes these steps in this order:
 *
 *     who       the actor of the context
 *     find      the record, as far as the actor may see it, in the version they saw
 *     may       may they?
 *     validate  is the input well-formed?
 *     change    rows are written, line items and effects on other records with them
 *
 * and once, when everything of the change is written:
 *
 *     functions set the fields that own code computes
 *     rules     on the records as the whole change leaves them
 *     history   with the search index
 *     effects   that leave the application: notifications, mail, calls
 *
 * Everything happens in the transaction of the context. What is refused is undone as a whole by the caller, which throws `ChangeRejected`.
 */
import {toMillis} from '../../feel/calendar.ts'
import {stateFieldOf} from '../../points/entities/lookup.ts'
import type {Entity} from '../../points/entities/model.ts'
import {isEmptyValue} from '../../points/entities/run.ts'
import {mentionFields} from '../../points/entities/values/textual.ts'
import {atOnce} from '../base/at-once.ts'
import {mentionNotifications} from '../notifications/mentions.ts'
import {
  heldNotification,
  notifyPerson,
  type Recipient,
  recipientsOf,
  settleNotifications,
  someReads,
  valuesNow,
} from '../notifications/notify.ts'
import type {OutboxMessage} from '../outbox/outbox.ts'
import type {ReadContext, RuleCheck} from '../query/read-context.ts'
import type {FieldValues} from '../query/stored.ts'
import {auditPeople} from '../transaction/audited-people.ts'
import {type ChangedRecord, type ChangeProblem, passed, refusedWrite, type StepResult} from '../transaction/change.ts'
import {
  type ChangeContext,
  type NewCall,
  type NewNotification,
  UnitOfWork,
  type WriteContext,
} from '../transaction/context.ts'
import {postAllHeld} from '../transaction/held-letters.ts'
import {changesOf, writeHistory} from '../transaction/history.ts'
import {lastAdministrator} from '../transaction/last-administrator.ts'
import {partField} from '../transaction/parts.ts'
import {requireProofOfChange} from '../transaction/proof.ts'
import {ownersOf} from '../transaction/rules.ts'
import {setByFunctions} from './set-by-functions.ts'

/** The steps of one kind of write. Only the last one gets a context that can write. */
export interface WriteOperation<Found, Allowed, Valid> {
  find(context: ReadContext): Promise<StepResult<Found>>
  may(context: ReadContext, found: Found): Promise<StepResult<Allowed>>
  validate(context: ReadContext, allowed: Allowed): Promise<StepResult<Valid>>
  change(context: ChangeContext, valid: Valid): Promise<StepResult<readonly Written[]>>
}

/** A record as it is now stored. */
export interface WrittenRecord extends ChangedRecord {
  /** Null if it was deleted. */
  readonly values: FieldValues | null
}

export interface Written {
  readonly record: WrittenRecord
  /** Null if nothing was written. */
  readonly change: RecordChange | null
}

export interface RecordChange {
  readonly kind: 'create' | 'update' | 'delete'
  readonly entity: Entity
  readonly id: string
  readonly version: number
  readonly before: FieldValues | null
  readonly after: FieldValues | null
  /** The name given by the request; null for a plain change, which sends notifications. */
  readonly action: string | null
  /** Lists of line items whose order changed. */
  readonly ordered?: readonly string[]
  /** The recipients of notifications, if they had to be queried before the record was deleted. */
  readonly people?: readonly Recipient[]
  /** One of several writes of an action, which has a single history entry. */
  readonly partOfAction?: boolean
}

export async function runWrite<Found, Allowed, Valid>(
  context: ChangeContext,
  operation: WriteOperation<Found, Allowed, Valid>,
): Promise<StepResult<readonly WrittenRecord[]>> {
  const found = await operation.find(context)
  if (!found.ok) return found
  const allowed = await operation.may(context, found.value)
  if (!allowed.ok) return allowed
  const valid = await operation.validate(context, allowed.value)
  if (!valid.ok) return valid
  const written = await operation.change(context, valid.value)
  if (!written.ok) return written
  for (const {change} of written.value) if (change) await note(context, change)
  return passed(written.value.map(({record}) => record))
}

/** Runs an operation on one record. */
export async function runOne<Found, Allowed, Valid>(
  context: ChangeContext,
  operation: WriteOperation<Found, Allowed, Valid>,
): Promise<StepResult<WrittenRecord>> {
  const step = await runWrite(context, operation)
  if (!step.ok) return step
  const [record] = step.value
  if (!record) throw new Error('an operation on one record has written none')
  return passed(record)
}

/** Records a write in the unit of work, for rules, history and effects. */
export async function note(context: ChangeContext, change: RecordChange): Promise<void> {
  const {unit, at, place} = context
  const {kind, entity, id, version, before, after, action} = change
  unit.check({kind, entity: entity.name, id, action: action ?? kind, before, ...(place === null ? {} : {place})}, at)
  for (const owner of await ownersOf(context, {entity: entity.name, before, after})) unit.check(owner, at)
  unit.search.push({entity, id, before, values: after})
  if (!change.partOfAction) {
    const entry = context.newId()
    const {ordered = []} = change
    unit.history.push({
      entry,
      entity,
      id,
      action: action ?? kind,
      version,
      before,
      after: after && filledIn(after),
      ordered,
    })
    if (action === null) await tellRecipients(context, change, entry)
  }
  if (kind !== 'delete' && mentionFields(entity).length > 0)
    for (const notification of await mentionNotifications(context, change))
      unit.outgoing.push({kind: 'notification', notification})
  if (kind === 'delete') unit.forgotten.push({entity, id})
}

/** The history of a new record lists filled fields only. */
function filledIn(values: FieldValues): FieldValues {
  return new Map([...values].filter(([, value]) => !isEmptyValue(value)))
}

async function tellRecipients(context: ChangeContext, change: RecordChange, event: string): Promise<void> {
  const {kind, entity, id, people = await recipientsOf(context, change)} = change
  for (const {person, name, text} of people) {
    const notification = {person, name, text, event, entity: entity.name, record: id, action: kind}
    context.unit.outgoing.push({kind: 'notification', notification})
  }
}

/**
 * Performs one change: `work` writes; if it reports no problems, rules are checked, then history and effects are
 * written.
 */
export async function inUnit<T>(
  context: WriteContext,
  work: (context: ChangeContext) => Promise<StepResult<T, ChangeProblem>>,
): Promise<StepResult<T, ChangeProblem>> {
  const inside = {...context, unit: new UnitOfWork(), at: 0, place: null}
  const worked = await work(inside)
  if (!worked.ok) return worked
  const uncomputed = await setByFunctions(inside)
  if (uncomputed.length > 0) return refusedWrite(...uncomputed)
  const broken = [...(await brokenRules(inside)), ...(await lastAdministrator(inside))]
  if (broken.length > 0) return refusedWrite(...broken)
  await requireProofOfChange(inside)
  await dropUnread(inside)
  await record(inside)
  await auditPeople(inside)
  inside.journal.note(inside.unit)
  await settleNotifications(inside, settledIn(inside.unit))
  await send(inside)
  for (const {entity, id} of inside.unit.forgotten) inside.journal.add({kind: 'erasure', entity: entity.name, id})
  for (const {entity, id, before, after} of inside.unit.history) inside.written.add(entity.name, id, {before, after})
  return worked
}

/**
 * In an action, problems with fields of its own record stay at those fields; problems of records written by effects
 * apply to the whole action.
 */
async function brokenRules(context: ChangeContext): Promise<ChangeProblem[]> {
  const {checks, acted} = context.unit
  const problems: ChangeProblem[] = []
  for (const {check, at} of checks) {
    const own = acted === null || (check.entity === acted.entity && check.id === acted.id)
    const broken = await context.rules(context, own && acted ? {...check, inputs: acted.inputs} : check)
    problems.push(...broken.map(each => ({...each, at, field: fieldOf(check, each.field, own)})))
  }
  return problems
}

function fieldOf({place, byParts}: RuleCheck, field: string | null, own: boolean): string | null {
  if (byParts) return null
  if (place !== undefined) return partField(place, field)
  return own ? field : null
}

/**
 * An action that only notifies has done nothing if none of the people may read the record: then it leaves neither an
 * entry in the history, which would say that it happened, nor notifications that no one sees.
 */
async function dropUnread(context: ChangeContext): Promise<void> {
  const {history, outgoing} = context.unit
  for (const event of history.filter(each => each.onlyNotifies && changesOf(each).length === 0)) {
    const about = outgoing.filter(
      each =>
        each.kind === 'notification' && each.notification.event === event.entry && each.notification.name === null,
    )
    const people = about.flatMap(each => (each.kind === 'notification' ? [each.notification.person] : []))
    if (people.length === 0 || (await someReads(context, {entity: event.entity.name, id: event.id}, people))) continue
    history.splice(history.indexOf(event), 1)
    for (const each of about) outgoing.splice(outgoing.indexOf(each), 1)
  }
}

async function record(context: ChangeContext): Promise<void> {
  const {search, history} = context.unit
  if (search.length > 0) await context.search(context, search)
  if (history.length > 0) await writeHistory(context, history)
}

/** Records that existed before. */
function settledIn({history}: UnitOfWork): {readonly id: string; readonly moved: boolean}[] {
  return history.flatMap(({entity, id, before, after}) => {
    const state = stateFieldOf(entity)?.name
    const moved = state !== undefined && before?.get(state) !== after?.get(state)
    return before === null ? [] : [{id, moved}]
  })
}

async function send(context: ChangeContext): Promise<void> {
  const {db, journal, unit, moment} = context
  const valuesOf = valuesOnce(context)
  for (const each of unit.outgoing) if (each.kind === 'address') await context.mailsAddresses(context, each.news)
  const letters = await atOnce(unit.outgoing.map(each => letterFor(context, each, valuesOf)))
  const posted = letters.filter(letter => letter !== null)
  await postAllHeld(db, posted, {now: toMillis(moment.now), journal})
  if (journal.delay > 0) return
  for (const each of unit.outgoing)
    if (each.kind === 'notification') await notifyPerson(context, await valuesOf(each.notification))
}

/** Null for what is no letter. What they say is read at once. */
async function letterFor(
  context: ChangeContext,
  each: UnitOfWork['outgoing'][number],
  valuesOf: ReturnType<typeof valuesOnce>,
): Promise<OutboxMessage | null> {
  switch (each.kind) {
    case 'address':
      return null
    case 'call':
      return letterOf(context, each.call)
    case 'notification': {
      const notification = await valuesOf(each.notification)
      return context.journal.delay > 0 ? heldNotification(context, {notification}) : null
    }
  }
}

/** Adds the values of the fields that a notification mentions; people who get the same text share them. */
function valuesOnce(context: ChangeContext): (notification: NewNotification) => Promise<NewNotification> {
  const known = new Map<string, ReturnType<typeof valuesNow>>()
  return async notification => {
    // Of a deleted record only the name is known.
    if (notification.name !== null) return notification
    const {entity, record, action, text = null, says = null} = notification
    const key = JSON.stringify([entity, record, action, text, says])
    const values = known.get(key) ?? valuesNow(context, notification)
    known.set(key, values)
    return {...notification, values: await values}
  }
}

async function letterOf(context: ChangeContext, call: NewCall): Promise<OutboxMessage | null> {
  const {kind, name, event, entity, record, action} = call
  const id = context.newId()
  const sent = await context.outgoing(context, call, id)
  return sent && {id, kind, name, event, entity, record, action, ...sent}
}
