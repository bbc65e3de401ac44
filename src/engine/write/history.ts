/** History: who changed what, when, from what to what. Kept when the record is gone; read only as far as its fields may be read. */
import {sql} from 'kysely'
import {toMillis} from '../../feel/calendar.ts'
import type {Json} from '../../feel/core.ts'
import {equal, isList, type Value} from '../../feel/value.ts'
import {fieldOf} from '../../points/entities/lookup.ts'
import type {Entity} from '../../points/entities/model.ts'
import {ownFields, position, userEntity} from '../../points/entities/own-fields.ts'
import {isEmpty} from '../../points/entities/run.ts'
import {instantAt, instantIn, queryRows} from '../../store/sql.ts'
import {namesOf} from '../list/names.ts'
import {coveredBy} from '../may.ts'
import {runOnce} from '../query/statement.ts'
import type {ReadContext} from '../read-context.ts'
import type {Values} from '../stored.ts'
import type {WriteContext} from './context.ts'

export interface HistoryEntry {
  readonly id: string
  readonly at: string
  /** Who did it, where the actor may know; by what they are called. */
  readonly by: {readonly kind: string; readonly id: string | null; readonly name: string}
  readonly action: string
  readonly version: number
  readonly changes: readonly FieldChange[]
}

/** Values as JSON, in the words of the field's type. */
export interface FieldChange {
  readonly field: string
  readonly before: Json
  readonly after: Json
}

export interface HistoryEvent {
  readonly entity: Entity
  readonly id: string
  readonly action: string
  readonly version: number
  readonly before: Values | null
  readonly after: Values | null
  /** Lists of parts that stand in another order now; where each stood is in the history of the part. */
  readonly ordered?: readonly string[]
  /** The id of the entry, where something else names it. */
  readonly entry?: string
}

export async function writeHistory(writing: WriteContext, events: readonly HistoryEvent[]): Promise<void> {
  const {actor} = writing
  const at = instantAt(toMillis(writing.moment.now))
  const rows = events.map(event => ({
    entity: event.entity.name,
    record: event.id,
    at,
    kind: actor.kind,
    person: actor.kind === 'person' ? actor.id : null,
    action: event.action,
    version: event.version,
    changes: changesOf(event),
    ...(event.entry === undefined ? {} : {id: event.entry}),
  }))
  await insertHistory(writing, rows)
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
  readonly changes: readonly FieldChange[]
}

const historyColumns = 9

export async function insertHistory(writing: WriteContext, rows: readonly HistoryRow[]): Promise<void> {
  await runOnce(writing, {
    key: `history ${rows.length}`,
    values: rows.flatMap(row => storedEntry(row.id ?? writing.newId(), row)),
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

function changesOf({entity, before, after, ordered = []}: HistoryEvent): FieldChange[] {
  const names = new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])])
  const moved = ordered.map(field => ({field, before: null, after: null}))
  const changed = [...names].flatMap(name => {
    const field = fieldOf(entity, name)
    if (!field || ownFields.has(name)) return []
    // Where a new part stands is nobody's word.
    if (field === position && !(before && after)) return []
    const [was, is] = [before?.get(name) ?? null, after ? (after.get(name) ?? null) : null]
    return isSame(was, is) || (isEmpty(was) && isEmpty(is))
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

/** Several entries of one action as one: what it changed from the first to the last of them. */
export async function joinHistory(
  writing: WriteContext,
  {entity, id, action, since}: {entity: string; id: string; action: string; since: number},
): Promise<void> {
  const rows = await queryRows(writing.db)`select id, changes from nonet_history
    where entity = ${entity} and record = ${id} and action = ${action} and version > ${since} order by version`
  const entries = rows.map(([entry, changes]) => ({
    entry: String(entry),
    changes: JSON.parse(String(changes)) as FieldChange[],
  }))
  const last = entries.at(-1)
  if (!last || entries.length < 2) return
  const joined = new Map<string, FieldChange>()
  for (const change of entries.flatMap(({changes}) => changes))
    joined.set(change.field, {...change, before: (joined.get(change.field) ?? change).before})
  const changed = [...joined.values()].filter(({before, after}) => JSON.stringify(before) !== JSON.stringify(after))
  for (const {entry} of entries.slice(0, -1)) await queryRows(writing.db)`delete from nonet_history where id = ${entry}`
  await queryRows(writing.db)`update nonet_history set changes = ${JSON.stringify(changed)} where id = ${last.entry}`
}

/** The newest first. A field that the actor may not read now does not show; an entry of which nothing shows still tells that it was. */
export async function readHistory(context: ReadContext, record: {entity: string; id: string}): Promise<HistoryEntry[]> {
  const covered = await coveredBy(context, 'read', record)
  if (!covered.any) return []
  const rows = await queryRows(context.db)`select id, at, kind, person, action, version, changes from nonet_history
    where entity = ${record.entity} and record = ${record.id} order by id desc limit 200`
  // Nothing about somebody whose record the actor may not read, not even who it is not.
  const people = rows.flatMap(([, , , person]) => (person === null ? [] : [String(person)]))
  const others = await namesOf(context, context.sight, {entity: userEntity, ids: people})
  // Whoever may see nobody still knows what they did themselves.
  const {actor} = context
  const seen = actor.kind === 'person' ? new Map([[actor.id, actor.name], ...others]) : others
  return rows.map(([id, at, kind, person, action, version, changes]) => ({
    id: String(id),
    at: instantIn(at),
    by: {
      kind: String(kind),
      id: seen.has(String(person)) ? String(person) : null,
      name: seen.get(String(person)) ?? '',
    },
    action: String(action),
    version: Number(version),
    changes: (JSON.parse(String(changes)) as FieldChange[]).filter(change => covered.covers(change.field)),
  }))
}
