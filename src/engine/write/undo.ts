/**
 * Undo: for a few seconds, people can undo their own changes. Until then, effects that leave the application wait in
 * the outbox, and erased data is kept. Undoing is a regular change: it goes through the write path, is checked by the
 * rules and appears in the history. It is rejected if later changes depend on the change, if one of its effects has
 * left the application, or if the person has lost a role since.
 */
import {sql} from 'kysely'
import {toMillis} from '../../feel/calendar.ts'
import type {Json} from '../../feel/core.ts'
import type {Reference, Value} from '../../feel/value.ts'
import {isList, isReference} from '../../feel/value.ts'
import {fieldOf} from '../../points/entities/lookup.ts'
import type {Entity, Field} from '../../points/entities/model.ts'
import {ownFields} from '../../points/entities/own-fields.ts'
import {fileEntity} from '../../points/entities/values/references.ts'
import {instantAt, instantIn, millisOf, queryRows} from '../../store/sql.ts'
import {localeOf} from '../lookup.ts'
import {columnFields, type FieldValues, pairFields, readStored} from '../query/stored.ts'
import {allSeeing, entityOf} from '../read-context.ts'
import {type ChangedRecord, ChangeRejected, type Input, passed, rejected, type StepResult} from './change.ts'
import {changeRecord} from './change-record.ts'
import {
  asEngine,
  type ChangeContext,
  type DoneChange,
  type LeftState,
  type Undoable,
  type UnitOfWork,
  type WriteContext,
} from './context.ts'
import {forgetPersonal, isSame} from './history.ts'
import {inUnit, note} from './pipeline.ts'
import {insertRow} from './rows.ts'

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
  /** Rows of the outbox that wait. */
  readonly held: readonly string[]
  readonly forgotten: readonly {readonly entity: string; readonly id: string}[]
  /** When the records had entered the states they left. */
  readonly states: readonly LeftState[]
}

interface Net {
  readonly entity: Entity
  readonly id: string
  readonly before: FieldValues | null
  after: FieldValues | null
  version: number
  /** The last action on the record. */
  action: string
}

/** Changes of more records than this cannot be undone. */
export const mostUndone = 200

/** Collects the changes of a transaction so that it can be undone. */
export class UndoLog implements Undoable {
  /** How long it can be undone, in milliseconds. */
  readonly window: number
  readonly held: string[] = []
  readonly forgotten: {readonly entity: string; readonly id: string}[] = []
  readonly states: LeftState[] = []
  private readonly net = new Map<string, Net>()
  private possible = true

  constructor(window: number) {
    this.window = window
  }

  /** Whether effects are held back. */
  get holds(): boolean {
    return this.window > 0 && this.possible && this.net.size > 0
  }

  note({history}: UnitOfWork): void {
    for (const {entity, id, before, after, version, action} of history) {
      const key = `${entity.name} ${id}`
      const known = this.net.get(key)
      if (known) Object.assign(known, {after, version, action})
      else this.net.set(key, {entity, id, before, after, version, action})
      if (
        before &&
        after &&
        fileFields(entity).some(({name}) => !isSame(fieldValue(before, name), fieldValue(after, name)))
      )
        this.possible = false
    }
    if (this.net.size > mostUndone) this.possible = false
  }

  /** For a step of the transaction that may fail on its own; see `join`. */
  nested(): UndoLog {
    return new UndoLog(this.holds ? this.window : 0)
  }

  /** Adds a step that the system performed because of the change: the person's own actions stay what is described. */
  join({net, held, forgotten, states, possible}: UndoLog): void {
    for (const [key, step] of net) {
      const known = this.net.get(key)
      if (known) Object.assign(known, {after: step.after, version: step.version})
      else this.net.set(key, step)
    }
    for (const left of states) {
      const isKnown = this.states.some(({entity, id}) => entity === left.entity && id === left.id)
      if (!isKnown) this.states.push(left)
    }
    this.held.push(...held)
    this.forgotten.push(...forgotten)
    if (!possible || this.net.size > mostUndone) this.possible = false
  }

  /** The collected change of a record. */
  of({entity, id}: Pick<ChangedRecord, 'entity' | 'id'>): Readonly<Net> | null {
    return this.net.get(`${entity} ${id}`) ?? null
  }

  /** Stores when a record entered the state that it is about to leave. */
  async leave({db}: Pick<WriteContext, 'db'>, left: Omit<LeftState, 'since'>): Promise<void> {
    const [row] = await queryRows(db)`
      select since from nonet_state where entity = ${left.entity} and record = ${left.id} and state = ${left.state}`
    this.states.push({...left, since: row ? instantIn(row[0]) : null})
  }

  /** Null if nothing changed, or if it cannot be undone. */
  payload(): UndoPayload | null {
    if (!this.holds) return null
    const {held, forgotten, states} = this
    return {changes: [...this.net.values()].map(netChange), held, forgotten, states}
  }
}

function netChange({entity, id, before, after, version}: Net): NetChange {
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

function fileFields(entity: Entity): Field[] {
  return [...columnFields(entity), ...pairFields(entity)].filter(({type: {storage}}) =>
    storage.kind === 'pairs'
      ? storage.entity === fileEntity
      : storage.kind === 'column' && storage.references === fileEntity,
  )
}

/** The person who makes the change, for the confirmation. */
export interface ToldPerson {
  /** Builds the confirmation, in the transaction of the change. */
  readonly describe: (
    context: WriteContext,
    changed: readonly ChangedRecord[],
    log: Pick<UndoLog, 'of'>,
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

export async function saveUndo(context: WriteContext, log: UndoLog, said: SavedChange): Promise<DoneChange> {
  const {actor, db, moment} = context
  const now = toMillis(moment.now)
  const found = log.payload()
  const payload = found && {...found, roles: rolesOf(actor)}
  const until = now + log.window
  const id = context.newId()
  await queryRows(db)`insert into nonet_undo (id, person, at, until, text, href, back, payload)
    values (${id}, ${actor.kind === 'person' ? actor.id : null}, ${instantAt(now)}, ${instantAt(until)}, ${said.text}, ${said.href}, ${said.back}, ${payload && JSON.stringify(payload)})`
  return {id, text: said.text, href: said.href, until: payload ? until : null}
}

const rolesOf = (actor: WriteContext['actor']): readonly string[] => (actor.kind === 'person' ? actor.roles : [])

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
    payload: row.payload === null ? null : (JSON.parse(String(row.payload)) as UndoPayload),
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
  await takeBackHeld(context, payload.held)
  await checkUntouched(context, payload.changes)
  const step = await inUnit(context, inside => revertAll(asEngine(inside), payload))
  if (!step.ok) throw rejected(step.problems)
  await sql`delete from nonet_undo where id = ${id}`.execute(context.db)
  return back
}

/** Delivery marks a row in the same statement that reads it, so a row is either delivered or taken back. */
async function takeBackHeld({db}: WriteContext, held: readonly string[]): Promise<void> {
  if (held.length === 0) return
  const {rows} =
    await sql`delete from nonet_outbox where id in (${sql.join(held)}) and attempts = 0 and coalesce(unfinished, 0) = 0
      returning id`.execute(db)
  if (rows.length < held.length) throw new ChangeRejected('UNDO_LATE', [])
}

async function checkUntouched(context: WriteContext, changes: readonly NetChange[]): Promise<void> {
  for (const {entity, id, version} of changes) {
    const now = await readStored(context, entityOf(context, entity), id, allSeeing(context).records(entity))
    const is = now ? Number(now.get('version')) : null
    if (is !== version) throw new ChangeRejected('UNDO_OVERTAKEN', [])
  }
}

/** Reverts the last change first. Deleted records are restored before their line items. */
async function revertAll(context: ChangeContext, {changes, states}: UndoPayload): Promise<StepResult<null, never>> {
  const order = [...changes].reverse()
  for (const change of order) if (change.version === null) await restore(context, change)
  for (const change of order) if (change.version !== null) await revert(context, change)
  for (const {entity, id, state, since} of states)
    if (since === null) await queryRows(context.db)`delete from nonet_state where entity = ${entity} and record = ${id}`
    else
      await queryRows(context.db)`
        update nonet_state set state = ${state}, since = ${since} where entity = ${entity} and record = ${id}`
  return passed(null)
}

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
  if (step.problems.some(({code}) => code === 'REFERRED_TO')) throw new ChangeRejected('UNDO_OVERTAKEN', [])
  throw rejected(step.problems)
}

/** Restores a deleted record with its id, author and creation time. */
async function restore(context: ChangeContext, {entity: name, id, before}: NetChange): Promise<void> {
  const entity = entityOf(context, name)
  const fields = [...columnFields(entity), ...pairFields(entity)]
  const held = fields.map(field => [field.name, valueFrom(context, field, before?.[field.name] ?? null)] as const)
  const version = Number(new Map(held).get('version')) + 1
  const after = new Map<string, Value>([...held, ['version', version]])
  await insertRow(context, entity, after)
  await note(context, {kind: 'create', entity, id, version, before: null, after, action: 'undo'})
}

/**
 * Completes changes that can no longer be undone: erases the data that was to be erased. Returns the number of changes.
 */
export async function settleUndo(context: WriteContext): Promise<number> {
  // Slightly later than the deadline for undoing.
  const rows = await queryRows(context.db)`delete from nonet_undo where id in
    (select id from nonet_undo where until < ${instantAt(toMillis(context.moment.now) - 2000)} limit 500) returning payload`
  for (const [payload] of rows) {
    if (payload === null) continue
    const {forgotten} = JSON.parse(String(payload)) as UndoPayload
    for (const each of forgotten) {
      const entity = context.entities.entities.get(each.entity)
      if (entity) await forgetPersonal(context, entity, each.id)
    }
  }
  return rows.length
}
