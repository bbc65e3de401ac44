/**
 * Undo: for a few seconds, people can undo their own changes. Undoing is a regular change: it goes through the write
 * path, is checked by the rules and appears in the history; what the change did beside its records is reversed with it
 * (`side-effects.ts`). It is rejected if later changes depend on the change, if one of its letters has left the
 * application, or if the person has lost a role since.
 */
import {sql} from 'kysely'
import {toMillis} from '../../feel/calendar.ts'
import type {Json} from '../../feel/core.ts'
import type {Reference, Value} from '../../feel/value.ts'
import {isList, isReference} from '../../feel/value.ts'
import {fieldOf} from '../../points/entities/lookup.ts'
import type {Entity, Field} from '../../points/entities/model.ts'
import {ownFields} from '../../points/entities/own-fields.ts'
import {instantAt, millisOf, queryRows} from '../../store/sql.ts'
import {type Actor, personOf} from '../base/actor.ts'
import {localeOf} from '../query/lookup.ts'
import {allSeeing, entityOf} from '../query/read-context.ts'
import {tableOfEntity} from '../query/statement.ts'
import {columnFields, type FieldValues, pairFields, readStored} from '../query/stored.ts'
import {
  type ChangedRecord,
  ChangeRejected,
  type Input,
  passed,
  rejected,
  type StepResult,
} from '../transaction/change.ts'
import {
  asEngine,
  type ChangeContext,
  type DoneChange,
  type JournalEntry,
  type WriteContext,
} from '../transaction/context.ts'
import {isSame} from '../transaction/history.ts'
import type {ChangeJournal, EntryOf, NetRecord} from '../transaction/journal.ts'
import {insertRow} from '../transaction/rows.ts'
import {takenUniques} from '../transaction/unique.ts'
import {changeRecord} from './change-record.ts'
import {inUnit, note} from './pipeline.ts'
import {completeSideEffects, undoSideEffects} from './side-effects.ts'

/** A record before and after a change, with the data needed to undo it. */
interface NetChange {
  readonly entity: string
  readonly id: string
  /** The version after the change; null if the record was deleted. */
  readonly version: number | null
  /** The previous values of the changed fields; of all fields if the record was deleted; null if it is new. */
  readonly before: Readonly<Record<string, Json>> | null
}

interface UndoPayload {
  /** The roles with which the person made the change. */
  readonly roles?: readonly string[]
  readonly changes: readonly NetChange[]
  /** What the change did beside its records. */
  readonly entries: readonly JournalEntry[]
}

/** As versions wrote it in which side effects were lists of their own. */
interface EarlierUndoPayload extends Omit<UndoPayload, 'entries'> {
  readonly entries?: undefined
  /** Rows of the outbox that wait. */
  readonly held?: readonly string[]
  readonly forgotten?: readonly {readonly entity: string; readonly id: string}[]
  readonly states?: readonly Omit<EntryOf<'state'>, 'kind'>[]
}

function payloadIn(text: string): UndoPayload {
  const stored = JSON.parse(text) as UndoPayload | EarlierUndoPayload
  if (stored.entries) return stored
  const {held = [], forgotten = [], states = [], ...payload} = stored
  const entries: JournalEntry[] = [
    ...held.map(id => ({kind: 'letter', id}) as const),
    ...forgotten.map(each => ({kind: 'erasure', ...each}) as const),
    ...states.map(each => ({kind: 'state', ...each}) as const),
  ]
  return {...payload, entries}
}

function netChange({entity, id, before, after, version}: NetRecord): NetChange {
  return {
    entity: entity.name,
    id,
    version: after ? version : null,
    before: before && (after ? changedFields(entity, before, after) : wholeRecord(entity, before)),
  }
}

function changedFields(entity: Entity, before: FieldValues, after: FieldValues): Record<string, Json> {
  const names = new Set([...before.keys(), ...after.keys()])
  return Object.fromEntries(
    [...names].flatMap(name => {
      const field = fieldOf(entity, name)
      if (!field || ownFields.has(name) || isSame(fieldValue(before, name), fieldValue(after, name))) return []
      return [[name, jsonOf(field, fieldValue(before, name))]]
    }),
  )
}

function wholeRecord(entity: Entity, values: FieldValues): Record<string, Json> {
  const fields = [...columnFields(entity), ...pairFields(entity)]
  return Object.fromEntries(fields.map(field => [field.name, jsonOf(field, fieldValue(values, field.name))]))
}

const fieldValue = (values: FieldValues, name: string): Value => values.get(name) ?? null

function jsonOf({type}: Field, value: Value): Json {
  if (value === null) return null
  if (isReference(value)) return value.id
  if (type.storage.kind === 'pairs') return isList(value) ? value.filter(isReference).map(({id}) => id) : []
  return type.toJson(value)
}

function valueFrom(context: WriteContext, {type, name}: Field, json: Json): Value {
  if (json === null) return type.empty
  const {storage} = type
  if (storage.kind === 'pairs')
    return Array.isArray(json) ? json.map((id): Reference => ({entity: storage.entity, id: String(id)})) : []
  if (storage.kind === 'column' && storage.references) return {entity: storage.references, id: String(json)}
  const read = type.fromJson(json, localeOf(context.moment))
  if (!read.ok) throw new Error(`what ${name} held cannot be read any more`)
  return read.value
}

/** The person who makes the change, for the confirmation. */
export interface ConfirmedPerson {
  /** Builds the confirmation, in the transaction of the change. */
  readonly describe: (
    context: WriteContext,
    changed: readonly ChangedRecord[],
    journal: Pick<ChangeJournal, 'of'>,
  ) => Promise<SavedChange>
  /** Called after the commit. */
  readonly done: (done: DoneChange) => void
  /** They are told also where the work names no record that it has changed. */
  readonly always?: boolean
  /** It cannot be undone. */
  readonly isFinal?: boolean
}

export interface SavedChange extends Omit<DoneChange, 'id' | 'until'> {
  /** The address to go to after undoing, if the current record no longer exists then. */
  readonly back: string | null
}

/** Ends a transaction: what it did beside its records is stored, so that it can be undone, or completed at once. */
export async function endChange(
  context: WriteContext,
  journal: ChangeJournal,
  said: SavedChange | null,
): Promise<DoneChange | null> {
  const isStored = said !== null && journal.canBeUndone
  if (!isStored) await completeSideEffects(context, journal.entries)
  if (said === null) return null
  const {actor, db, moment} = context
  const now = toMillis(moment.now)
  const until = now + journal.delay
  const id = context.newId()
  const payload = isStored ? JSON.stringify(payloadOf(journal, actor)) : null
  await queryRows(db)`insert into nonet_undo (id, person, at, until, text, href, back, payload)
    values (${id}, ${personOf(actor)?.id ?? null}, ${instantAt(now)}, ${instantAt(until)}, ${said.text}, ${said.href}, ${said.back}, ${payload})`
  return {id, text: said.text, href: said.href, until: isStored ? until : null}
}

function payloadOf({net, entries}: ChangeJournal, actor: Actor): UndoPayload {
  // Of a record that was created and deleted, nothing is left to undo.
  const changed = [...net.values()].filter(({before, after}) => before !== null || after !== null)
  return {roles: rolesOf(actor), changes: changed.map(netChange), entries}
}

const rolesOf = (actor: Actor): readonly string[] => personOf(actor)?.roles ?? []

interface UndoRow {
  readonly until: number
  readonly text: string
  readonly href: string | null
  readonly back: string | null
  readonly payload: UndoPayload | null
}

async function findUndo({db, actor}: Pick<WriteContext, 'db' | 'actor'>, id: string): Promise<UndoRow | null> {
  if (actor.kind !== 'person') return null
  const {rows} = await sql<Record<'until' | 'text' | 'href' | 'back' | 'payload', unknown>>`
    select until, text, href, back, payload from nonet_undo where id = ${id} and person = ${actor.id}`.execute(db)
  const [row] = rows
  if (!row) return null
  const text = (value: unknown) => (value === null ? null : String(value))
  return {
    until: millisOf(row.until),
    text: String(row.text),
    href: text(row.href),
    back: text(row.back),
    payload: row.payload === null ? null : payloadIn(String(row.payload)),
  }
}

/** The person's most recent change, for the next page they open. */
export async function recallDone(
  context: Pick<WriteContext, 'db' | 'actor' | 'moment'>,
  id: string,
): Promise<DoneChange | null> {
  const found = await findUndo(context, id)
  if (!found) return null
  const {text, href, until, payload} = found
  return {id, text, href, until: payload && until > toMillis(context.moment.now) ? until : null}
}

/**
 * Undoes a change of the actor and returns the address to go to. Throws `ChangeRejected` if it is too late or later
 * changes depend on it.
 */
export async function undoChange(context: WriteContext, id: string): Promise<string | null> {
  const found = await findUndo(context, id)
  if (!found) throw new ChangeRejected('NOT_FOUND', [])
  const {payload, until, back} = found
  if (!payload || toMillis(context.moment.now) > until) throw new ChangeRejected('UNDO_LATE', [])
  // Whether they may change a record in its new state says nothing about undoing; the roles they had for it do.
  const roles = rolesOf(context.actor)
  if (payload.roles?.some(role => !roles.includes(role))) throw new ChangeRejected('UNDO_LATE', [])
  await checkUntouched(context, payload.changes)
  const step = await inUnit(context, inside => revertAll(asEngine(inside), payload))
  if (!step.ok) throw rejected(step.problems)
  await undoSideEffects(context, payload.entries)
  await sql`delete from nonet_undo where id = ${id}`.execute(context.db)
  return back
}

async function checkUntouched(context: WriteContext, changes: readonly NetChange[]): Promise<void> {
  for (const {entity, id, version} of changes) {
    const now = await readStored(context, entityOf(context, entity), id, allSeeing(context).records(entity))
    const is = now ? Number(now.get('version')) : null
    if (is !== version) throw new ChangeRejected('UNDO_OVERTAKEN', [])
  }
}

/** Reverts the last change first. Deleted records are restored before their line items. */
async function revertAll(context: ChangeContext, {changes}: UndoPayload): Promise<StepResult<null, never>> {
  const order = [...changes].reverse()
  for (const change of order) if (change.version === null) await restore(context, change)
  for (const change of order) if (change.version !== null) await revert(context, change)
  return passed(null)
}

/** A new record is used, or a former value belongs to another record now, or the record that it refers to is gone. */
const overtakenBy: ReadonlySet<string> = new Set(['REFERRED_TO', 'PERSON_IN_USE', 'NOT_UNIQUE', 'NO_SUCH_RECORD'])

async function revert(context: ChangeContext, {entity, id, version, before}: NetChange): Promise<void> {
  const declared = entityOf(context, entity)
  const fields = new Map<string, Input>(
    Object.entries(before ?? {}).flatMap(([name, json]) => {
      const field = fieldOf(declared, name)
      return field ? [[name, {value: valueFrom(context, field, json)}] as const] : []
    }),
  )
  const kind = before ? 'update' : 'delete'
  const step = await changeRecord(context, {kind, entity, id, version: version ?? 0, action: 'undo', fields})
  if (step.ok) return
  if (step.problems.some(problem => overtakenBy.has(problem.code))) throw new ChangeRejected('UNDO_OVERTAKEN', [])
  throw rejected(step.problems)
}

/** Restores a deleted record with its id, author and creation time. */
async function restore(context: ChangeContext, {entity: name, id, before}: NetChange): Promise<void> {
  const entity = entityOf(context, name)
  const fields = [...columnFields(entity), ...pairFields(entity)]
  const held = fields.map(field => [field.name, valueFrom(context, field, before?.[field.name] ?? null)] as const)
  const version = Number(new Map(held).get('version')) + 1
  const after = new Map<string, Value>([...held, ['version', version]])
  if (!(await fits(context, entity, {id, after}))) throw new ChangeRejected('UNDO_OVERTAKEN', [])
  await insertRow(context, entity, after)
  await note(context, {kind: 'create', entity, id, version, before: null, after, action: 'undo'})
}

/** Whether its unique values are free, and the records that it refers to exist. */
async function fits(
  context: ChangeContext,
  entity: Entity,
  {id, after}: {readonly id: string; readonly after: FieldValues},
): Promise<boolean> {
  if ((await takenUniques(context, entity, {values: after, id})).length > 0) return false
  const references = [...after.values()]
    .flatMap(value => (isList(value) ? value.filter(isReference) : value !== null && isReference(value) ? [value] : []))
    .filter(reference => reference.entity !== entity.name || reference.id !== id)
  for (const [name, some] of Map.groupBy(references, reference => reference.entity)) {
    const ids = [...new Set(some.map(reference => reference.id))]
    const {rows} =
      await sql`select id from ${sql.table(tableOfEntity(context, name))} where id in (${sql.join(ids)})`.execute(
        context.db,
      )
    if (rows.length < ids.length) return false
  }
  return true
}

/** Completes changes that can no longer be undone. Returns their number. */
export async function settleUndo(context: WriteContext): Promise<number> {
  // Slightly later than the deadline for undoing.
  const rows = await queryRows(context.db)`delete from nonet_undo where id in
    (select id from nonet_undo where until < ${instantAt(toMillis(context.moment.now) - 2000)} limit 500) returning payload`
  const payloads = rows.flatMap(([payload]) => (payload === null ? [] : [payloadIn(String(payload))]))
  await completeSideEffects(
    context,
    payloads.flatMap(({entries}) => entries),
  )
  return rows.length
}
