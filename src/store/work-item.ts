/** What there is to do, as data: statements, and values that go through our own types on their way. */
import type {Rewrite} from './change.ts'
import type {DatabaseName} from './database.ts'
import type {Index, Table} from './schema.ts'
import {quoted} from './sql-text.ts'

export type Work =
  | {readonly kind: 'sql'; readonly text: string}
  /** Each value of one column becomes one of another, or of the same. */
  | {
      readonly kind: 'rewrite'
      readonly table: string
      readonly from: RewrittenColumn
      readonly to: RewrittenColumn
      readonly rewrite: Rewrite
    }

export interface RewrittenColumn {
  readonly name: string
  /** Its SQL type. */
  readonly type: string
}

export interface Abilities {
  readonly database: DatabaseName
  /** Whether constraints of a table can be changed without making it anew: PostgreSQL, and SQLite since 3.53. */
  readonly altersConstraints: boolean
}

/** The parts of the work on one table, each done for all tables before the next part begins. */
export interface TableWork {
  /** As it is called afterwards. */
  readonly table: Table
  /** Takes away what would hold the table as it is. */
  readonly release: readonly string[]
  /** Makes the new columns and brings the values there. */
  readonly carry: readonly Work[]
  /** Lets the old columns go and makes the rest as it shall be. */
  readonly settle: readonly string[]
  /** References, once every table is there. */
  readonly join: readonly string[]
  readonly indexes: readonly Index[]
}

/** Every row gets its number, in the order in which the records came. */
export function numberRows(table: string, column: string, from: number): string {
  const numbers = `select "id" as "key", row_number() over (order by "id") + ${from - 1} as "n" from ${quoted(table)}`
  return `update ${quoted(table)} set ${quoted(column)} = "numbered"."n" from (${numbers}) as "numbered" where "numbered"."key" = ${quoted(table)}."id"`
}
