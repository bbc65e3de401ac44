/** History: who changed what, when, from what to what. Kept when the record is gone; read only as far as its fields may be read. */
import {sql} from 'kysely'
import {fromMillis, toMillis} from '../feel/calendar.ts'
import type {Json} from '../feel/core.ts'
import {booleanType, textType} from '../feel/type.ts'
import {equal, isList, type Value} from '../feel/value.ts'
import {fieldOf} from '../points/entities/lookup.ts'
import type {Entity} from '../points/entities/model.ts'
import {ownFields, position, userEntity} from '../points/entities/own-fields.ts'
import {isEmpty} from '../points/entities/run.ts'
import {fieldCore, thisCore, valueCore} from './core-build.ts'
import {coveredBy} from './may.ts'
import {select} from './select.ts'
import type {Values} from './stored.ts'
import type {Writing} from './writing.ts'
import {runOnce} from './written-once.ts'

export interface HistoryEntry {
  readonly id: string
  readonly at: string
  readonly by: {readonly kind: string; readonly id: string | null}
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

export interface Event {
  readonly entity: Entity
  readonly id: string
  readonly action: string
  readonly version: number
  readonly before: Values | null
  readonly after: Values | null
  /** Lists of parts that stand in another order now; where each stood is in the history of the part. */
  readonly ordered?: readonly string[]
}

export async function writeHistory(writing: Writing, event: Event): Promise<void> {
  const {actor} = writing
  const at = new Date(toMillis(writing.moment.now)).toISOString()
  await insertHistory(writing, {
    entity: event.entity.name,
    record: event.id,
    at,
    kind: actor.kind,
    person: actor.kind === 'person' ? actor.id : null,
    action: event.action,
    version: event.version,
    changes: changesOf(event),
  })
}

export interface HistoryRow {
  readonly entity: string
  readonly record: string
  readonly at: string
  readonly kind: string
  readonly person: string | null
  readonly action: string
  readonly version: number
  readonly changes: readonly FieldChange[]
}

export async function insertHistory(writing: Writing, row: HistoryRow): Promise<void> {
  const {entity, record, at, kind, person, action, version} = row
  const changes = JSON.stringify(row.changes)
  await runOnce(writing, {
    key: 'history',
    values: [writing.newId(), entity, record, at, kind, person, action, version, changes],
    written: values =>
      sql`insert into nonet_history (id, entity, record, at, kind, person, action, version, changes) values (${sql.join(values)})`,
  })
}

function changesOf({entity, before, after, ordered = []}: Event): FieldChange[] {
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

const mostEntries = 200

/** The newest first. A field that the actor may not read now does not show; an entry of which nothing shows still tells that it was. */
export async function readHistory(writing: Writing, record: {entity: string; id: string}): Promise<HistoryEntry[]> {
  const covered = await coveredBy(writing, 'read', record)
  if (!covered.any) return []
  const {rows} = await sql<
    Record<string, unknown>
  >`select id, ${instantText(writing)} as at, kind, person, action, version, changes from nonet_history where entity = ${record.entity} and record = ${record.id} order by id desc limit ${mostEntries}`.execute(
    writing.db,
  )
  const seen = await seenPeople(
    writing,
    rows.flatMap(({person}) => (person === null ? [] : [String(person)])),
  )
  return rows.map(row => ({
    id: String(row['id']),
    at: String(row['at']),
    by: {kind: String(row['kind']), id: seen.get(String(row['person'])) ?? null},
    action: String(row['action']),
    version: Number(row['version']),
    changes: (JSON.parse(String(row['changes'])) as FieldChange[]).filter(change => covered.covers(change.field)),
  }))
}

/** Nothing about somebody whose record the actor may not read, not even who it is not. */
async function seenPeople(writing: Writing, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const id = fieldCore(thisCore(userEntity), userEntity, {name: 'id', type: textType})
  const tests = [...new Set(ids)].map(each => ({test: 'equals' as const, with: valueCore(textType, each)}))
  const found = await select(writing, {
    from: writing.sight.records(userEntity),
    where: [{op: 'in', value: id, tests, type: booleanType}],
    columns: [id],
  })
  return new Map(found.map(([value]) => [String(value), String(value)]))
}

function instantText({database}: Writing) {
  return database === 'sqlite' ? sql`at` : sql`to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}

export function instantOf(text: string) {
  return fromMillis(Date.parse(text))
}
