/**
 * Records as rows of compiled statements, stored or not. The values of unwritten records are one parameter, a JSON
 * array, so that the same statement serves any values, with the same SQL as for stored records.
 */
import {sql} from 'kysely'
import type {Core} from '../../feel/core.ts'
import {unchecked} from '../../feel/sql/records.ts'
import {ComputedColumns} from '../../feel/sql/row-columns.ts'
import type {EntityTable} from '../../feel/sql/tables.ts'
import {type Sql, type SqlContext, toValue} from '../../feel/sql/to-sql.ts'
import {isList, isReference, type Value} from '../../feel/value.ts'
import type {Entity, Field} from '../../points/entities/model.ts'
import {columnName} from '../../points/entities/table-names.ts'
import type {DatabaseName} from '../../store/sql.ts'
import {parameterCore} from '../base/core-build.ts'
import {type HeldStatement, heldColumns} from './select.ts'
import {
  type BoundPlan,
  fewRows,
  type Parameters,
  PlanKind,
  type QueryContext,
  type Statement,
  tableOfEntity,
  type Write,
} from './statement.ts'
import {columnFields, type FieldValues, pairFields} from './stored.ts'

/** A record that a statement reads as a row. */
export interface EvaluatedRecord {
  readonly entity: Entity
  readonly id: string
  /** Its values, written or not; null for the record as it is stored. */
  readonly record: FieldValues | null
  /** The values before a change; null for a new record, and where nothing changes. */
  readonly before: FieldValues | null
}

/** A record with values that are not written. */
export interface HypotheticalRecord extends EvaluatedRecord {
  readonly record: FieldValues
  /** Other records that are not written either. */
  readonly beside?: readonly UnwrittenRecords[]
}

/** Records of one entity that expressions read as they would be. */
export interface UnwrittenRecords {
  readonly entity: Entity
  readonly records: ReadonlyMap<string, FieldValues>
  /** The ids of records that there would be no more. */
  readonly removed?: readonly string[]
  /** Whether lists have them too. Otherwise only references lead to them. */
  readonly listed: boolean
}

export interface BoundRows {
  readonly context: SqlContext
  /**
   * `this` is a row of it, and `placeOfRow` is its position among the records. For use after all expressions are
   * compiled: it includes the computed fields that they read.
   */
  readonly from: () => Sql
}

/** With spaces, so that no field has these columns. */
const placeColumn = 'place of row'
const rowType = 'type of rows'

export const placeOfRow = sql`r.${sql.id(placeColumn)}`

interface RecordRowPlan<Plan> {
  readonly kind: PlanKind<Plan>
  /** Identifies the plan among those of its kind and owner, besides the entity. */
  readonly shape?: string
  readonly inputs?: Parameters
  readonly make: (rows: BoundRows, write: Write) => Plan
  /** Several instead of one: the same record with other values. */
  readonly records?: readonly FieldValues[] | null
}

/** `owner`: the object that the plan depends on, such as the visibility of a set of roles. */
export function bindRow<Plan>(
  reading: QueryContext,
  owner: object,
  {entity, id, record, before, beside = []}: EvaluatedRecord & Pick<HypotheticalRecord, 'beside'>,
  {kind, shape = '', records = record && [record], inputs, make}: RecordRowPlan<Plan>,
): BoundPlan<Plan> {
  const row = records
    ? givenRows(reading, entity, {name: recordsName, alias: 'r', id, records})
    : storedRow(entity.name, id)
  const old = before && givenRows(reading, entity, {name: oldName, alias: 'o', id, records: [before]})
  const others = beside.map(each => unwrittenTable(reading, each))
  return reading.statements.plans(kind).bind(reading, owner, {
    shape: `${entity.name} ${row.shape} ${old?.shape ?? 'new'} ${others.map(each => each.shape)} ${shape}`,
    parameters: new Map<string, Value>([
      row.parameter,
      ...(old ? [old.parameter] : []),
      ...others.flatMap(({parameters}) => parameters),
    ]),
    ...(inputs ? {inputs} : {}),
    make(context, write) {
      const computed = new ComputedColumns(row.alias)
      const own = records ? context : fewRows(context, 1)
      const changed = {...changedIn(own, entity, [row, old]), ...tablesWith(context, others), computed}
      const from = () => {
        const rows = sql`from ${computed.in(row.source(context))} as ${sql.id(row.alias)}`
        return old ? sql`${rows}, ${old.source(context)} as ${sql.id(old.alias)}` : rows
      }
      const tables = others.flatMap(each => each.tables(context))
      const writeAll: Write = tables.length === 0 ? write : text => write(sql`with ${sql.join(tables)} ${text}`)
      return make({from, context: records ? {...changed, incomplete: row.alias} : changed}, writeAll)
    },
  })
}

/** A table with the records of an entity as they would be, for one statement. */
interface UnwrittenTable {
  readonly entity: string
  readonly name: string
  readonly listed: boolean
  readonly shape: string
  readonly parameters: readonly (readonly [string, Value])[]
  /** Its definition, with that of what it reads. */
  readonly tables: (context: SqlContext) => readonly Sql[]
}

function unwrittenTable(
  reading: QueryContext,
  {entity, records, removed = [], listed}: UnwrittenRecords,
): UnwrittenTable {
  const {database} = reading
  // With spaces, so that no entity has these tables.
  const name = `${entity.name} ${listed ? 'as it would be' : 'that would be'}`
  const [given, gone] = [`given ${name}`, `replaced ${name}`]
  const rows = [...records].map(([id, record]) => recordJson(record, {entity, lists: [], id, database}))
  return {
    entity: entity.name,
    name,
    listed,
    shape: name,
    parameters: [
      [given, `[${rows.join()}]`],
      [gone, JSON.stringify([...records.keys(), ...removed])],
    ],
    tables(context) {
      const columns = columnFields(entity).map(({name: field}) => sql.ref(columnName(field)))
      const ids = toValue(parameterCore(gone, {kind: 'text'}), context).sql
      const isReplaced =
        database === 'sqlite'
          ? sql`id in (select value from json_each(${ids}))`
          : sql`id in (select cast(x as uuid) from jsonb_array_elements_text((${ids})::jsonb) as e(x))`
      const stored = sql`select ${sql.join(columns)} from ${sql.table(tableOfEntity(context, entity.name))} where not (${isReplaced})`
      const added = sql`select ${sql.join(columns)} from ${sql.table(given)}`
      return [
        sql`${sql.table(given)} as materialized (${givenSelect(given, context, {entity, lists: []})})`,
        sql`${sql.table(name)} as not materialized (${stored} union all ${added})`,
      ]
    },
  }
}

function tablesWith(
  context: SqlContext,
  others: readonly UnwrittenTable[],
): Partial<Pick<SqlContext, 'tables' | 'referenced' | 'fieldFunctions'>> {
  const tables = new Map(context.tables)
  const referenced = new Map<string, string>()
  for (const {entity, name, listed} of others) {
    const table = context.tables.get(entity)
    if (listed && table) tables.set(entity, {...table, table: name, fields: uncheckedFields(table.fields)})
    else referenced.set(entity, name)
  }
  // Functions read the tables as they are.
  return others.length === 0 ? {} : {tables, referenced, fieldFunctions: null}
}

const holdsAsKind = new PlanKind<Statement>('holds as')

/** Whether conditions hold for an unwritten record, with the given values. */
export async function holdsOn(
  reading: QueryContext,
  record: HypotheticalRecord,
  conditions: readonly Core[],
  {owner, name}: HeldStatement,
): Promise<boolean[]> {
  if (conditions.length === 0) return []
  const {plan, values} = bindRow(reading, owner, record, {
    kind: holdsAsKind,
    shape: name,
    make: ({context, from}, write) => write(sql`select ${heldColumns(conditions, context)} ${from()}`),
  })
  const [found = []] = await plan.run(reading, values)
  return conditions.map((_, index) => Number(found[index] ?? 0) === 1)
}

/** No check of the database has seen the values. */
const uncheckedFields = (fields: EntityTable['fields']): EntityTable['fields'] =>
  new Map([...fields].map(([name, field]) => [name, field.kind === 'column' ? unchecked(field) : field]))

const recordsName = 'records that would be'
const oldName = 'the record before'
const storedName = 'the stored record'

interface RowFields {
  readonly entity: Entity
  /** Links to several records that are given with the values. */
  readonly lists: readonly Field[]
}

interface GivenRecords {
  /** Of the parameter. */
  readonly name: string
  readonly alias: string
  readonly id: string
  readonly records: readonly FieldValues[]
}

/** Records as rows of a statement. */
interface GivenRows {
  readonly alias: string
  readonly shape: string
  readonly parameter: readonly [string, Value]
  readonly lists: ReadonlyMap<string, string>
  /** Without its alias. */
  readonly source: (context: SqlContext) => Sql
}

function givenRows({database}: QueryContext, entity: Entity, {name, alias, id, records}: GivenRecords): GivenRows {
  const lists = pairFields(entity).filter(field => records[0]?.has(field.name))
  return {
    alias,
    shape: `given ${lists.map(field => field.name)}`,
    parameter: [name, jsonOf(records, {entity, lists, id, database})],
    lists: new Map(lists.map(field => [field.name, columnName(field.name)])),
    source: context => rowsOf(name, context, {entity, lists}),
  }
}

/** The stored record as a row of the same form. */
function storedRow(entity: string, id: string): GivenRows {
  return {
    alias: 'r',
    shape: 'stored',
    parameter: [storedName, {entity, id}],
    lists: new Map(),
    source(context) {
      const is = toValue(parameterCore(storedName, {kind: 'reference', entity}), context).sql
      const table = sql.table(tableOfEntity(context, entity))
      return sql`(select 0 as ${sql.id(placeColumn)}, t.* from ${table} as t where t.id = ${is})`
    },
  }
}

function changedIn(context: SqlContext, entity: Entity, given: readonly (GivenRows | null)[]): SqlContext {
  const rows = given.filter(each => each !== null)
  return {
    ...context,
    this: {alias: 'r'},
    old: rows.some(({alias}) => alias === 'o') ? {alias: 'o'} : {entity: entity.name, id: null},
    lists: new Map(rows.map(({alias, lists}) => [alias, lists])),
  }
}

/** Materialized, so that SQLite does not parse the JSON again for each column. */
function rowsOf(name: string, context: SqlContext, fields: RowFields): Sql {
  return sql`(with "given rows" as materialized (${givenSelect(name, context, fields)}) select * from "given rows")`
}

function givenSelect(name: string, context: SqlContext, fields: RowFields): Sql {
  const given = toValue(parameterCore(name, {kind: 'text'}), context).sql
  const table = sql.table(tableOfEntity(context, fields.entity.name))
  return context.database === 'sqlite' ? sqliteRows(given, table, fields) : postgresRows(given, table, fields)
}

function sqliteRows(given: Sql, table: Sql, {entity, lists}: RowFields): Sql {
  const columns = columnFields(entity).map(({name}) => columnName(name))
  const links = lists.map(({name}) => columnName(name))
  const none = [
    sql`0 as ${sql.id(placeColumn)}`,
    ...columns.map(column => sql`${sql.ref(column)}`),
    ...links.map(link => sql`null as ${sql.ref(link)}`),
  ]
  const each = [
    sql`e.key`,
    ...columns.map(column => sql`e.value ->> ${sql.lit(column)}`),
    ...links.map(link => sql`e.value -> ${sql.lit(link)}`),
  ]
  // Selects no rows of the table: its columns give the values of the rows their types.
  return sql`select ${sql.join(none)} from ${table} where 1 = 0 union all select ${sql.join(each)} from json_each(${given}) as e`
}

function postgresRows(given: Sql, table: Sql, {entity, lists}: RowFields): Sql {
  const columns = [
    sql`e.n - 1 as ${sql.id(placeColumn)}`,
    ...columnFields(entity).map(({name}) => sql`${sql.ref(`t.${columnName(name)}`)}`),
    ...lists.map(({name}) => sql`e.value -> ${sql.lit(columnName(name))} as ${sql.ref(columnName(name))}`),
  ]
  // A null of the type of the table's rows. Not `null::line`: a type of PostgreSQL may have the name of an entity.
  const empty = sql`(select ${sql.id(rowType)} from ${table} as ${sql.id(rowType)} where false)`
  return sql`select ${sql.join(columns)}
    from jsonb_array_elements((${given})::jsonb) with ordinality as e(value, n), jsonb_populate_record(${empty}, e.value) as t`
}

interface JsonContext extends RowFields {
  readonly id: string
  readonly database: DatabaseName
}

const jsonOf = (records: readonly FieldValues[], context: JsonContext): string =>
  `[${records.map(record => recordJson(record, context)).join()}]`

function recordJson(record: FieldValues, {entity, lists, id, database}: JsonContext): string {
  const members = columnFields(entity).map(field => {
    const value = field.name === 'id' ? id : (record.get(field.name) ?? field.type.empty)
    return `"${columnName(field.name)}":${storedJson(field, value, database)}`
  })
  const links = lists.map(({name}) => `"${columnName(name)}":${JSON.stringify(idsIn(record.get(name) ?? null))}`)
  return `{${[...members, ...links].join()}}`
}

/** In the format of the driver; a whole number keeps its digits, and PostgreSQL has a type for JSON. */
function storedJson({type}: Field, value: Value, database: DatabaseName): string {
  const stored = type.toColumn(value, database)
  const isJson = database === 'postgres' && type.storage.kind === 'column' && type.storage.holds.as === 'words'
  if (typeof stored === 'bigint' || (isJson && stored !== null)) return String(stored)
  return JSON.stringify(typeof stored === 'string' ? stored.toWellFormed() : stored)
}

const idsIn = (value: Value): string[] =>
  value !== null && isList(value) ? value.flatMap(each => (each !== null && isReference(each) ? [each.id] : [])) : []
