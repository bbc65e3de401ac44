/** Conditions put together in SQL, and kept from leading where they lead nowhere. */
import {sql} from 'kysely'
import type {Sql, SqlContext} from '../../feel/sql/to-sql.ts'

export const and = (items: readonly Sql[]): Sql =>
  items.length === 0 ? sql`1 = 1` : sql`(${sql.join(items, sql` and `)})`

export const orOf = (items: readonly Sql[]): Sql =>
  items.length === 0 ? sql`1 = 0` : sql`(${sql.join(items, sql` or `)})`

/** A condition that leads no index of SQLite, which does not know how many fulfil it. PostgreSQL does, and decides for itself. */
export function askedLast(condition: Sql, {database}: Pick<SqlContext, 'database'>): Sql {
  return database === 'sqlite' ? sql`+(${condition})` : condition
}

/** A condition that leads no index of either database: something else leads to the records already. */
export function askedOnly(condition: Sql, {database}: Pick<SqlContext, 'database'>): Sql {
  return database === 'sqlite' ? sql`+(${condition})` : sql`(case when ${condition} then true else false end)`
}
