/** What some records are called, as far as the actor sees them: one statement for all of them. */
import {sql} from 'kysely'
import {toPredicate} from '../../feel/sql/to-sql.ts'
import {thisCore} from '../core-build.ts'
import {localeOf} from '../lookup.ts'
import {contextOf, type Reading, tableOf} from '../select.ts'
import type {Sight} from '../sight.ts'
import {ColumnSet} from './column-set.ts'
import {namePlan} from './name-plan.ts'
import {listed} from './page-query.ts'

const atOnce = 1000

/** Id → name; who is not seen is not in it. */
export async function namesOf(
  reading: Reading,
  sight: Sight,
  {entity, ids}: {readonly entity: string; readonly ids: readonly string[]},
): Promise<ReadonlyMap<string, string>> {
  const some = [...new Set(ids)].slice(0, atOnce)
  if (some.length === 0) return new Map()
  const context = contextOf(reading, {this: {alias: 'r'}})
  const columns = new ColumnSet(context)
  const name = namePlan(sight, columns, {entity, record: thisCore(entity)})
  const {rows} = await sql<Record<string, unknown>>`select r.id as id, ${listed(columns.columns)}
    from ${sql.table(tableOf(reading, entity))} as r
    where r.id in (${sql.join(some)}) and ${toPredicate(sight.records(entity).where, context)}`.execute(reading.db)
  const locale = localeOf(reading.moment)
  return new Map(rows.map(row => [String(row.id), name(columns.read(row), locale)]))
}
