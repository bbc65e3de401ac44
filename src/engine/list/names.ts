/** What some records are called, as far as the actor sees them: one statement for all of them. */
import {sql} from 'kysely'
import {type Sql, type SqlContext, toPredicate} from '../../feel/sql/to-sql.ts'
import type {Locale} from '../../points/entities/field-type.ts'
import type {ValueRow} from '../../store/sql.ts'
import {thisCore} from '../core-build.ts'
import {localeOf} from '../lookup.ts'
import {type Late, markFor} from '../marks.ts'
import {contextOf, type Reading, tableOf} from '../select.ts'
import type {Sight} from '../sight.ts'
import {planFor, type Statement, writeOnce} from '../statement.ts'
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
  const marks = some.flatMap((id, index) => markFor(id, index) ?? [])
  const fits = marks.length === some.length
  const plan = fits
    ? planFor<NamesPlan>(reading, sight, {
        key: `names ${entity} ${some.length}`,
        marks: some.length,
        make: (context, write) => namesPlan({reading, sight, context, write}, {entity, ids: marks}),
      })
    : null
  const {statement, nameOf} = plan ?? once({reading, sight}, {entity, ids: some})
  const rows = await statement.run(reading, some)
  const locale = localeOf(reading.moment)
  return new Map(rows.map(row => [String(row[0]), nameOf(row.slice(1), locale)]))
}

interface NamesPlan {
  readonly statement: Statement
  readonly nameOf: (row: ValueRow, locale: Locale) => string
}

interface Asked {
  readonly entity: string
  readonly ids: readonly Late[]
}

function once({reading, sight}: Pick<Planning, 'reading' | 'sight'>, asked: Asked): NamesPlan {
  const context = contextOf(reading, {this: {alias: 'r'}})
  return namesPlan({reading, sight, context, write: writeOnce}, asked)
}

interface Planning {
  readonly reading: Reading
  readonly sight: Sight
  readonly context: SqlContext
  readonly write: (text: Sql) => Statement
}

function namesPlan({reading, sight, context, write}: Planning, {entity, ids}: Asked): NamesPlan {
  const columns = new ColumnSet(context)
  const name = namePlan(sight, columns, {entity, record: thisCore(entity)})
  const statement = write(sql`select r.id as id, ${listed(columns.columns)}
    from ${sql.table(tableOf(reading, entity))} as r
    where r.id in (${sql.join(ids)}) and ${toPredicate(sight.records(entity).where, context)}`)
  return {statement, nameOf: (row, locale) => name(columns.read(row), locale)}
}
