/**
 * History: who changed which fields, when, with the old and new values. It outlives the record, and follows the read
 * permissions of its fields.
 */

import {sql} from 'kysely'
import {toMillis} from '../../feel/calendar.ts'
import type {Json} from '../../feel/core.ts'
import {equal, isList, type Value} from '../../feel/value.ts'
import {fieldOf} from '../../points/entities/lookup.ts'
import type {Field} from '../../points/entities/model.ts'
import {ownFields, position, userEntity} from '../../points/entities/own-fields.ts'
import {isEmptyValue} from '../../points/entities/run.ts'
import {instantAt, instantIn, queryRows} from '../../store/sql.ts'
import {saysOf} from '../base/sentence-templates.ts'
import {fieldCells} from '../query/field-texts.ts'
import {recordNames} from '../query/names.ts'
import type {ReadContext} from '../query/read-context.ts'
import {runNamed} from '../query/statement.ts'
import {abilities} from '../records/abilities.ts'
import {type HistoryEvent, unrestricted, type WriteContext} from './context.ts'

export interface HistoryEntry {
  readonly id: string
  readonly at: string
  /** The actor and their name, if the reader may know it. */
  readonly by: {readonly kind: string; readonly id: string | null; readonly name: string}
  readonly action: string
  readonly version: number
  readonly changes: readonly FieldChange[]
  /** What computed fields held at the time that the sentence of the action says. */
  readonly said: Readonly<Record<string, Json>>
}

/** Values as JSON, in the format of the field's type. */
export interface FieldChange {
  readonly field: string
  readonly before: Json
  readonly after: Json
}

/** As stored: a computed field that is said has no value before, and is marked. */
interface StoredChange extends FieldChange {
  readonly said?: true
}

export async function writeHistory(context: WriteContext, events: readonly HistoryEvent[]): Promise<void> {
  const {actor} = context
  const at = instantAt(toMillis(context.moment.now))
  const said = new Map<HistoryEvent, readonly StoredChange[]>()
  for (const event of events) said.set(event, await saidNow(context, event))
  const rows = events.map(event => ({
    id: event.entry,
    entity: event.entity.name,
    record: event.id,
    at,
    kind: actor.kind,
    person: actor.kind === 'person' ? actor.id : null,
    action: event.action,
    version: event.version,
    changes: [...changesOf(event), ...(said.get(event) ?? [])],
  }))
  await insertHistory(context, rows)
}

export interface HistoryRow {
  readonly id?: string
  readonly entity: string
  readonly record: string
  readonly at: string
  readonly kind: string
  readonly person: string | null
  readonly action: string
  readonly version: number
  readonly changes: readonly StoredChange[]
}

/** What computed fields hold that the action's sentence says. Stored fields are known from their changes. */
async function saidNow(
  context: WriteContext,
  {entity, id, action, before, after}: HistoryEvent,
): Promise<StoredChange[]> {
  const declared = context.specification.actions.actions.get(entity.name)?.get(action)
  const state = context.specification.states.machines.get(entity.name)?.field ?? ''
  const [from, to] = [before, after].map(values => values?.get(state))
  const states = {from: typeof from === 'string' ? from : null, to: typeof to === 'string' ? to : null}
  const says = declared && after ? saysOf(declared, states) : null
  const names = says === null ? [] : context.sentences.of(entity.name, says).fields
  const computed = names.filter(name => isFigure(entity.fields.get(name)))
  if (computed.length === 0) return []
  const reader = unrestricted(context)
  const paths = computed.map(name => [name])
  const cells = (await fieldCells(reader, {entity: entity.name, ids: [id], paths})).get(id) ?? []
  return computed.map((field, index) => ({field, before: null, after: cells[index]?.value ?? null, said: true}))
}

/** Computed texts and references may be about people, who can be erased. */
function isFigure(field: Field | undefined): boolean {
  if (!field?.computed) return false
  const {type} = field.type
  const {kind} = type.kind === 'list' ? type.of : type
  return kind !== 'text' && kind !== 'reference'
}

const historyColumns = 9
const rowsAtOnce = 100

export async function insertHistory(context: WriteContext, rows: readonly HistoryRow[]): Promise<void> {
  for (let start = 0; start < rows.length; start += rowsAtOnce)
    await insertSome(context, rows.slice(start, start + rowsAtOnce))
}

async function insertSome(context: WriteContext, rows: readonly HistoryRow[]): Promise<void> {
  await runNamed(context, {
    key: `history ${rows.length}`,
    values: rows.flatMap(row => storedEntry(row.id ?? context.newId(), row)),
    written(values) {
      const each = rows.map((_, at) => sql`(${sql.join(values.slice(at * historyColumns, (at + 1) * historyColumns))})`)
      return sql`insert into nonet_history (id, entity, record, at, kind, person, action, version, changes)
        values ${sql.join(each)}`
    },
  })
}

function storedEntry(id: string, row: HistoryRow): unknown[] {
  const {entity, record, at, kind, person, action, version, changes} = row
  return [id, entity, record, at, kind, person, action, version, JSON.stringify(changes)]
}

export function changesOf({
  entity,
  before,
  after,
  ordered = [],
}: Pick<HistoryEvent, 'entity' | 'before' | 'after' | 'ordered'>): FieldChange[] {
  const names = new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])])
  const moved = ordered.map(field => ({field, before: null, after: null}))
  const changed = [...names].flatMap(name => {
    const field = fieldOf(entity, name)
    if (!field || ownFields.has(name)) return []
    // The engine assigns the position of a new line item.
    if (field === position && !(before && after)) return []
    const [was, is] = [before?.get(name) ?? null, after ? (after.get(name) ?? null) : null]
    return isSame(was, is) || (isEmptyValue(was) && isEmptyValue(is))
      ? []
      : [{field: name, before: asJson(field.type.toJson, was), after: asJson(field.type.toJson, is)}]
  })
  return [...changed, ...moved]
}

function asJson(toJson: (value: Value) => Json, value: Value): Json {
  return value === null ? null : toJson(value)
}

export function isSame(a: Value, b: Value): boolean {
  if (isList(a) && isList(b)) return a.length === b.length && a.every((item, index) => isSame(item, b[index] ?? null))
  return equal(a, b) === true
}

/**
 * The newest first. A field that the actor may not read now does not show. To people who see only some fields, an entry of which nothing shows would tell that
 * something hidden has happened, and the name of an action what: they see the others, and actions only where they see the state. An action that changed nothing
 * hides nothing.
 */
export async function readHistory(context: ReadContext, record: {entity: string; id: string}): Promise<HistoryEntry[]> {
  const covered = await abilities(context, record.entity).on(record.id, 'read')
  if (!covered.any) return []
  const rows = await queryRows(context.db)`select id, at, kind, person, action, version, changes from nonet_history
    where entity = ${record.entity} and record = ${record.id} order by id desc limit 200`
  // Hides people whose record the actor may not read.
  const people = rows.flatMap(([, , , person]) => (person === null ? [] : [String(person)]))
  const others = await recordNames(context, context.visibility, {entity: userEntity, ids: people})
  // Actors always see their own name.
  const {actor} = context
  const seen = actor.kind === 'person' ? new Map([[actor.id, actor.name], ...others]) : others
  const state = context.specification.states.machines.get(record.entity)?.field
  const seesActions = covered.all || (state !== undefined && covered.covers(state))
  const actions = context.specification.actions.actions.get(record.entity)
  const actionOf = (action: string, version: number) =>
    seesActions || !actions?.has(action) ? action : version === 1 ? 'create' : 'update'
  const entries = rows.map(([id, at, kind, person, action, version, changes]) => ({
    id: String(id),
    at: instantIn(at),
    by: {
      kind: String(kind),
      id: seen.has(String(person)) ? String(person) : null,
      name: seen.get(String(person)) ?? '',
    },
    action: actionOf(String(action), Number(version)),
    version: Number(version),
    ...readChanges(String(changes), covered.covers),
  }))
  return entries.flatMap(({isWhole, ...entry}) =>
    covered.all || entry.changes.length > 0 || (seesActions && isWhole) ? [entry] : [],
  )
}

/** `isWhole`: no change is hidden. */
function readChanges(
  stored: string,
  covers: (field: string) => boolean,
): Pick<HistoryEntry, 'changes' | 'said'> & {readonly isWhole: boolean} {
  const all = JSON.parse(stored) as StoredChange[]
  const seen = all.filter(({field}) => covers(field))
  const isWhole = all.every(change => change.said || covers(change.field))
  const said = seen.filter(change => change.said).map(({field, after}) => [field, after] as const)
  return {changes: seen.filter(change => !change.said), said: Object.fromEntries(said), isWhole}
}
