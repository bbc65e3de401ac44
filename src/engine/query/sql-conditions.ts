/** Combines SQL conditions, and keeps the databases from using unselective ones for an index. */
import {sql} from 'kysely'
import type {Sql, SqlContext} from '../../feel/sql/to-sql.ts'

export const and = (items: readonly Sql[]): Sql =>
  items.length === 0 ? sql`1 = 1` : sql`(${sql.join(items, sql` and `)})`

export const orOf = (items: readonly Sql[]): Sql =>
  items.length === 0 ? sql`1 = 0` : sql`(${sql.join(items, sql` or `)})`

/**
 * Keeps SQLite, which does not know how selective a condition is, from using it for an index. PostgreSQL decides on its
 * own.
 */
export function askedLast(condition: Sql, {database}: Pick<SqlContext, 'database'>): Sql {
  return database === 'sqlite' ? sql`+(${condition})` : condition
}

/** Keeps both databases from using a condition for an index, because another condition already finds the records. */
export function askedOnly(condition: Sql, {database}: Pick<SqlContext, 'database'>): Sql {
  return database === 'sqlite' ? sql`+(${condition})` : sql`(case when ${condition} then true else false end)`
}
