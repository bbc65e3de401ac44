/** Reads values of records from the database. Nothing is read without a permitted condition. */
import {sql} from 'kysely'
import type {Core} from '../feel/core.ts'
import type {Tables} from '../feel/sql/tables.ts'
import {
  type Binding,
  type Sql,
  type SqlContext,
  type SqlValue,
  toOrder,
  toPredicate,
  toValue,
} from '../feel/sql/to-sql.ts'
import type {Value} from '../feel/value.ts'
import type {DatabaseName, Db} from '../store/database.ts'
import {type Actor, meOf} from './actor.ts'
import type {Moment} from './moment.ts'
import type {Permitted} from './sight.ts'

/** What a query needs to know besides what is asked. */
export interface Reading {
  readonly db: Db
  readonly database: DatabaseName
  readonly tables: Tables
  readonly moment: Moment
  readonly actor: Actor
}

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

export function contextOf(reading: Reading, more: {readonly this?: Binding; readonly old?: Binding} = {}): SqlContext {
  const me = meOf(reading.actor)
  return {
    database: reading.database,
    tables: reading.tables,
    me: {entity: 'User', id: me?.id ?? null},
    now: reading.moment.now,
    zone: reading.moment.zone,
    workingWeek: reading.moment.workingWeek,
    ...more,
  }
}

export function tableOf({tables}: Pick<Reading, 'tables'>, entity: string): string {
  const table = tables.get(entity)?.table
  if (table === undefined) throw new Error(`there is no table for ${entity}`)
  return table
}

export async function select(reading: Reading, selection: Selection): Promise<Value[][]> {
  const context = contextOf(reading, {this: {alias: row}})
  const columns = selection.columns.map(core => toValue(core, context))
  const conditions = [selection.from.where, ...(selection.where ?? [])].map(core => toPredicate(core, context))
  const order = (selection.order ?? []).flatMap(each => orderOf(each, context))
  const statement = sql<
    Record<string, unknown>
  >`select ${listed(columns)} from ${sql.table(tableOf(reading, selection.from.entity))} as ${sql.ref(row)} where ${sql.join(conditions, sql` and `)} order by ${sql.join([...order, sql`${sql.ref(`${row}.id`)}`])} ${selection.limit === undefined ? sql`` : sql`limit ${selection.limit}`}`
  const {rows} = await statement.execute(reading.db)
  return rows.map(found => columns.map((column, index) => column.read(found[`c${index}`])))
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
  const context = contextOf(reading, {this: {alias: row}})
  const columns = conditions.map(
    (core, index) => sql`case when ${toPredicate(core, context)} then 1 else 0 end as ${sql.ref(`c${index}`)}`,
  )
  const statement = sql<
    Record<string, unknown>
  >`select ${sql.join(columns)} from ${sql.table(tableOf(reading, record.entity))} as ${sql.ref(row)} where ${sql.ref(`${row}.id`)} = ${record.id}`
  const {rows} = await statement.execute(reading.db)
  return conditions.map((_, index) => Number(rows[0]?.[`c${index}`] ?? 0) === 1)
}
