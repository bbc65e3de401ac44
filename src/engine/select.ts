/** Reads values of records from the database. Nothing is read without a permitted condition. */
import {sql} from 'kysely'
import type {Core} from '../feel/core.ts'
import {type Sql, type SqlContext, type SqlValue, toOrder, toPredicate, toValue} from '../feel/sql/to-sql.ts'
import type {Value} from '../feel/value.ts'
import {limitTo, type ValueRow} from '../store/sql.ts'
import {marked} from './list/marked.ts'
import {type Late, markFor} from './marks.ts'
import {contextOf, type Reading, tableOf} from './reading.ts'
import {sameKey} from './same-key.ts'
import type {Permitted} from './sight.ts'
import {planFor, type Statement, writeOnce} from './statement.ts'

export {contextOf, type Reading, tableOf} from './reading.ts'

export interface Selection {
  readonly from: Permitted
  /** Conditions beyond the permission, the caller's own. */
  readonly where?: readonly Core[]
  readonly columns: readonly Core[]
  /** By these, ascending or descending, empty ones last, and by id at the end. */
  readonly order?: readonly {readonly by: Core; readonly descending: boolean}[]
  readonly limit?: number
}

/** The row of the statement that `this` is. */
const row = 'r'

export async function select(reading: Reading, selection: Selection): Promise<Value[][]> {
  const where = (selection.where ?? []).reduce<Marked>((all, core) => markedAfter(all, core), {cores: [], late: []})
  const lasting = planned(reading, {...selection, where: where.cores}, where.late.length)
  const plan = lasting ?? planned(reading, selection, 0)
  if (!plan) throw new Error('a selection without marks has all of them')
  const rows = await plan.statement.run(reading, lasting ? where.late : [])
  return rows.map(plan.read)
}

interface Marked {
  readonly cores: readonly Core[]
  readonly late: readonly Late[]
}

function markedAfter({cores, late}: Marked, core: Core): Marked {
  const next = marked(core, late.length)
  return {cores: [...cores, next.where ?? core], late: [...late, ...next.late]}
}

interface SelectPlan {
  readonly statement: Statement
  readonly read: (row: ValueRow) => Value[]
}

function planned(reading: Reading, selection: Selection, marks: number): SelectPlan | null {
  return planFor<SelectPlan>(reading, null, {
    key: `select ${sameKey(selection)}`,
    marks,
    make(context, write) {
      const columns = selection.columns.map(core => toValue(core, context))
      return {
        statement: write(selectSql(reading, selection, {columns, context})),
        read: found => columns.map((column, index) => column.read(found[index])),
      }
    },
  })
}

function selectSql(
  reading: Reading,
  {from, where = [], order = [], limit}: Selection,
  {columns, context}: {columns: readonly SqlValue[]; context: SqlContext},
): Sql {
  const conditions = [from.where, ...where].map(core => toPredicate(core, context))
  const by = [...order.flatMap(each => orderOf(each, context)), sql`${sql.ref(`${row}.id`)}`]
  return sql`select ${listed(columns)} from ${sql.table(tableOf(reading, from.entity))} as ${sql.ref(row)} where ${sql.join(conditions, sql` and `)} order by ${sql.join(by)} ${limit === undefined ? sql`` : limitTo(limit)}`
}

function listed(columns: readonly SqlValue[]): Sql {
  return sql.join(columns.map((column, index) => sql`${column.sql} as ${sql.ref(`c${index}`)}`))
}

function orderOf({by, descending}: {by: Core; descending: boolean}, context: SqlContext): Sql[] {
  const value = toValue(by, context).sql
  const order = toOrder(by, context)
  return [sql`(${value}) is null`, descending ? sql`${order} desc` : sql`${order}`]
}

/** Whether a condition holds for one record that is in the database now; nothing about it is shown. */
export async function holdsFor(
  reading: Reading,
  record: {readonly entity: string; readonly id: string},
  conditions: readonly Core[],
): Promise<boolean[]> {
  if (conditions.length === 0) return []
  const held = await holdsForAll(reading, {entity: record.entity, ids: [record.id], conditions})
  return [...(held.get(record.id) ?? conditions.map(() => false))]
}

/** Whether conditions hold for a record that is not written: as its values would make it. */
export async function holdsAs(
  reading: Reading,
  record: {readonly entity: string; readonly id: string; readonly fields: ReadonlyMap<string, Value>},
  conditions: readonly Core[],
): Promise<boolean[]> {
  if (conditions.length === 0) return []
  const context = contextOf(reading, {this: record})
  const columns = conditions.map(
    (core, index) => sql`case when ${toPredicate(core, context)} then 1 else 0 end as ${sql.ref(`c${index}`)}`,
  )
  const [row = []] = await writeOnce(sql`select ${sql.join(columns)}`).run(reading)
  return conditions.map((_, index) => Number(row[index] ?? 0) === 1)
}

export interface AskedOfAll {
  readonly entity: string
  readonly ids: readonly string[]
  readonly conditions: readonly Core[]
  /** What an action asked for, where the conditions name it. */
  readonly inputs?: ReadonlyMap<string, Value>
}

/** By id, in the order of the conditions; records that are gone are not among them. */
export async function holdsForAll(
  reading: Reading,
  {entity, ids, conditions, inputs = new Map()}: AskedOfAll,
): Promise<ReadonlyMap<string, readonly boolean[]>> {
  if (ids.length === 0) return new Map()
  const written = (context: SqlContext, some: readonly Late[]) => {
    const columns = conditions.map(
      (core, index) => sql`case when ${toPredicate(core, context)} then 1 else 0 end as ${sql.ref(`c${index}`)}`,
    )
    return sql`select ${sql.join([sql`r.id as id`, ...columns])} from ${sql.table(tableOf(reading, entity))} as r where r.id in (${sql.join(some)})`
  }
  // Inputs stand in the text of the statement, which is of no use to anybody else then.
  const rows =
    inputs.size === 0
      ? await runMarked(reading, {key: `holds ${entity} ${sameKey(conditions)}`, late: ids, written})
      : await writeOnce(written({...contextOf(reading, {this: {alias: row}}), inputs}, ids)).run(reading)
  return new Map(
    rows.map(([id, ...held]) => [String(id), conditions.map((_, index) => Number(held[index] ?? 0) === 1)]),
  )
}

interface MarkedText {
  readonly key: string
  readonly late: readonly Late[]
  /** The statement with these in the places of the late values: themselves, or marks for them. */
  readonly written: (context: SqlContext, late: readonly Late[]) => Sql
}

/** Runs a statement that is written once for all such values; for very many of them it is written for these alone. */
export async function runMarked(reading: Reading, {key, late, written}: MarkedText): ReturnType<Statement['run']> {
  const marks = late.flatMap((value, index) => markFor(value, index) ?? [])
  const plan =
    marks.length < late.length
      ? null
      : planFor<Statement>(reading, null, {
          key: `${key} ${late.length}`,
          marks: late.length,
          make: (context, write) => write(written(context, marks)),
        })
  if (plan) return plan.run(reading, late)
  return writeOnce(written(contextOf(reading, {this: {alias: row}}), late)).run(reading)
}
