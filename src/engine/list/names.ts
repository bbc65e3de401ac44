/** What some records are called, as far as the actor sees them: one statement for all of them. */
import {sql} from 'kysely'
import {type SqlContext, toPredicate} from '../../feel/sql/to-sql.ts'
import type {Locale} from '../../points/entities/field-type.ts'
import type {ValueRow} from '../../store/sql.ts'
import {thisCore} from '../core-build.ts'
import {localeOf} from '../lookup.ts'
import {bindIds, idPlaces, type RecordIds} from '../query/ids.ts'
import {PlanKind, type Statement, type Write} from '../query/statement.ts'
import {type Reading, tableOf} from '../reading.ts'
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
  const {plan, values} = bindIds(reading, sight, {
    kind: namesKind,
    shape: entity,
    entity,
    ids: some,
    make: (context, write) => namesPlan({sight, context, write}, {entity, ids: some}),
  })
  const rows = await plan.statement.run(reading, values)
  const locale = localeOf(reading.moment)
  return new Map(rows.map(row => [String(row[0]), plan.nameOf(row.slice(1), locale)]))
}

interface NamesPlan {
  readonly statement: Statement
  readonly nameOf: (row: ValueRow, locale: Locale) => string
}

const namesKind = new PlanKind<NamesPlan>('names')

interface Planning {
  readonly sight: Sight
  readonly context: SqlContext
  readonly write: Write
}

function namesPlan({sight, context, write}: Planning, {entity, ids}: RecordIds): NamesPlan {
  const columns = new ColumnSet(context)
  const name = namePlan(sight, columns, {entity, record: thisCore(entity)})
  const statement = write(sql`select r.id as id, ${listed(columns.columns)}
    from ${sql.table(tableOf(context, entity))} as r
    where r.id in (${idPlaces({entity, ids}, context)}) and ${toPredicate(sight.records(entity).where, context)}`)
  return {statement, nameOf: (row, locale) => name(columns.read(row), locale)}
}
