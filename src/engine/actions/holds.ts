/** Which conditions hold for which of some records, as they are in the database now; asked in one statement. */
import {sql} from 'kysely'
import type {Core} from '../../feel/core.ts'
import {toPredicate} from '../../feel/sql/to-sql.ts'
import type {Value} from '../../feel/value.ts'
import {contextOf, holdsForAll, type Reading, tableOf} from '../select.ts'

export interface Asking {
  readonly entity: string
  readonly ids: readonly string[]
  readonly conditions: readonly Core[]
  readonly inputs?: ReadonlyMap<string, Value>
}

/** By id, in the order of the conditions; records that are gone are not among them. */
export async function holding(
  reading: Reading,
  {entity, ids, conditions, inputs = new Map()}: Asking,
): Promise<ReadonlyMap<string, readonly boolean[]>> {
  if (ids.length === 0) return new Map()
  if (inputs.size === 0) return holdsForAll(reading, {entity, ids, conditions})
  const context = {...contextOf(reading, {this: {alias: 'r'}}), inputs}
  const columns = conditions.map(
    (core, index) => sql`case when ${toPredicate(core, context)} then 1 else 0 end as ${sql.ref(`c${index}`)}`,
  )
  const {rows} = await sql<
    Record<string, unknown>
  >`select ${sql.join([sql`r.id as id`, ...columns])} from ${sql.table(tableOf(reading, entity))} as r where r.id in (${sql.join(ids)})`.execute(
    reading.db,
  )
  return new Map(rows.map(row => [String(row.id), conditions.map((_, index) => Number(row[`c${index}`] ?? 0) === 1)]))
}
