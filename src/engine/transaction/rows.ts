/** Writes rows of the document's entities; the rows of files are in engine/files and engine/jobs. */
import {sql} from 'kysely'
import {isList, isReference, type Value} from '../../feel/value.ts'
import type {Entity, Field} from '../../points/entities/model.ts'
import {columnName} from '../../points/entities/table-names.ts'
import type {RowImage} from '../../store/audience/decide.ts'
import {nextOfCounter as nextOf, raiseNumbers} from '../../store/ids.ts'
import type {Counter} from '../../store/schema.ts'
import {meOf} from '../base/actor.ts'
import {tableOf} from '../query/select.ts'
import {runNamed} from '../query/statement.ts'
import {columnFields, type FieldValues, pairFields} from '../query/stored.ts'
import type {ChangeContext, WriteContext} from './context.ts'

export async function insertRow(context: ChangeContext, entity: Entity, values: FieldValues): Promise<void> {
  const fields = columnFields(entity)
  await runNamed(context, {
    key: `insert ${entity.name}`,
    values: storedRow(context, fields, values),
    written(stored) {
      const names = fields.map(field => sql.ref(columnName(field.name)))
      return sql`insert into ${sql.table(tableOf(context, entity.name))} (${sql.join(names)}) values (${sql.join(stored)})`
    },
  })
  describe(context, entity, [values])
  await writePairs(context, entity, values)
}

/** Inserts all rows, or none and returns false if a unique value is taken or occurs twice among them. */
export async function insertRows(
  context: ChangeContext,
  entity: Entity,
  records: readonly FieldValues[],
): Promise<boolean> {
  const fields = columnFields(entity)
  const rows = await runNamed(context, {
    key: `insert ${entity.name} ${records.length}`,
    values: records.flatMap(values => storedRow(context, fields, values)),
    written(stored) {
      const names = fields.map(field => sql.ref(columnName(field.name)))
      const each = records.map(
        (_, at) => sql`(${sql.join(stored.slice(at * fields.length, (at + 1) * fields.length))})`,
      )
      return sql`insert into ${sql.table(tableOf(context, entity.name))} (${sql.join(names)}) values ${sql.join(each)}
        on conflict do nothing returning id`
    },
  })
  describe(context, entity, records)
  if (rows.length < records.length) {
    for (const [id] of rows) await deleteRow(context, entity, {id: String(id), before: none})
    return false
  }
  if (pairFields(entity).length > 0) for (const values of records) await writePairs(context, entity, values)
  return true
}

function storedRow({database}: ChangeContext, fields: readonly Field[], values: FieldValues): unknown[] {
  return fields.map(({name, type}) => type.toColumn(values.get(name) ?? type.empty, database))
}

/** Who changed it and when, unless an operator sets these fields. */
export function touched({actor, moment}: WriteContext, version: number, given: FieldValues): [string, Value][] {
  const by: [string, Value][] = [
    ['updated', moment.now],
    ['updated_by', meOf(actor)],
  ]
  return [...by.filter(([name]) => !given.has(name)), ['version', version + 1]]
}

interface RowUpdate {
  readonly id: string
  readonly version: number
  /** What it held, as far as it is known. */
  readonly before: FieldValues
  readonly values: FieldValues
}

/** False if the record no longer has that version. */
export async function updateRow(context: ChangeContext, entity: Entity, change: RowUpdate): Promise<boolean> {
  const fields = columnFields(entity).filter(field => change.values.has(field.name))
  const stored = fields.map(({name, type}) => type.toColumn(change.values.get(name) ?? null, context.database))
  const rows = await runNamed(context, {
    key: `update ${entity.name} ${fields.map(({name}) => name).join()}`,
    values: [...stored, change.id, change.version],
    written(values) {
      const sets = fields.map(({name}, at) => sql`${sql.ref(columnName(name))} = ${values[at]}`)
      const [id, version] = values.slice(fields.length)
      return sql`update ${sql.table(tableOf(context, entity.name))} set ${sql.join(sets)}
        where id = ${id} and version = ${version} returning id`
    },
  })
  if (rows.length === 0) return false
  const before = new Map([...change.before, ['id', change.id] as const])
  describe(context, entity, [before, new Map([...before, ...change.values])])
  await writePairs(context, entity, new Map([...change.values, ['id', change.id]]))
  return true
}

export async function deleteRow(
  context: ChangeContext,
  entity: Entity,
  {id, before}: {readonly id: string; readonly before: FieldValues},
): Promise<void> {
  for (const field of pairFields(entity)) await deletePairs(context, entity, {field, id})
  await sql`delete from ${sql.table(tableOf(context, entity.name))} where id = ${id}`.execute(context.db)
  describe(context, entity, [new Map([...before, ['id', id] as const])])
}

const none: FieldValues = new Map()

/** For the listeners of the commit: rows as they were, and as they are. */
function describe(context: ChangeContext, entity: Entity, rows: readonly FieldValues[]): void {
  const images = rows.map(values => imageOf(context, entity, values))
  context.describeRows(tableOf(context, entity.name), images)
}

/** What decides which lists a record is in: its state and other choices, days, and what it refers to. */
function imageOf({database}: ChangeContext, entity: Entity, values: FieldValues): RowImage {
  const image: Record<string, RowImage[string]> = {}
  for (const {name, type} of columnFields(entity)) {
    const value = values.get(name)
    if (value === undefined || !decides(type)) continue
    const stored = type.toColumn(value, database)
    image[columnName(name)] = typeof stored === 'bigint' ? Number(stored) : stored
  }
  return image
}

function decides({type, storage}: Field['type']): boolean {
  if (storage.kind !== 'column') return false
  return type.kind === 'choice' || ['id', 'date', 'boolean'].includes(storage.holds.as)
}

async function writePairs(context: ChangeContext, entity: Entity, values: FieldValues): Promise<void> {
  const id = String(values.get('id'))
  for (const field of pairFields(entity)) {
    const value = values.get(field.name)
    if (value === undefined || !isList(value)) continue
    const kept = await deletePairs(context, entity, {field, id})
    const targets = value.filter(isReference)
    if (!kept || targets.length === 0) continue
    const pairs = targets.map(target => sql`(${id}, ${target.id})`)
    await sql`insert into ${sql.table(kept.table)} (${sql.ref(kept.owner)}, ${sql.ref(kept.target)}) values ${sql.join(pairs)}`.execute(
      context.db,
    )
    context.describeRows(kept.table, [{[kept.owner]: id}])
  }
}

async function deletePairs(context: ChangeContext, entity: Entity, {field, id}: {field: Field; id: string}) {
  const kept = context.tables.get(entity.name)?.fields.get(field.name)
  if (kept?.kind !== 'many') return null
  await sql`delete from ${sql.table(kept.table)} where ${sql.ref(kept.owner)} = ${id}`.execute(context.db)
  context.describeRows(kept.table, [{[kept.owner]: id}])
  return kept
}

/**
 * The next numbers of a `serial`: assigned within the transaction on SQLite; from a sequence, with gaps, on PostgreSQL.
 */
export async function nextSerials(
  context: ChangeContext,
  entity: Entity,
  {field, count}: {field: Field; count: number},
): Promise<readonly number[]> {
  const counter = counterOf(context, entity, field)
  if (!counter) throw new Error(`there is no counter for ${entity.name}.${field.name}`)
  return context.provisional?.take(context, counter, count) ?? nextOf(context, counter, count)
}

function counterOf(context: ChangeContext, entity: Entity, field: Field): Counter | undefined {
  const table = tableOf(context, entity.name)
  const counters = context.schema.tables.find(each => each.name === table)?.counters
  return counters?.find(each => each.column === columnName(field.name))
}

/** Raises the counter above a number that was given explicitly. */
export async function raiseCounter(
  context: ChangeContext,
  entity: Entity,
  {field, past}: {field: Field; past: number},
): Promise<void> {
  const counter = counterOf(context, entity, field)
  if (!counter) return
  await (context.provisional?.raise(context, counter, past) ?? raiseNumbers(context, counter, past))
}
