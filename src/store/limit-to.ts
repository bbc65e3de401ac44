/** `limit` with its number written out: SQLite plans by it, and so plans a statement anew each time a value is put in its place. */
import {type RawBuilder, sql} from 'kysely'

export function limitTo(count: number): RawBuilder<unknown> {
  if (!Number.isSafeInteger(count) || count < 0) throw new RangeError(`There is no limit of ${count}.`)
  return sql`limit ${sql.lit(count)}`
}
