/**
 * Cells of `many` and `list of`: the names of the records that are linked, for all records of a page at once. A few are
 * named; that there are more is said.
 */
import {sql} from 'kysely'
import {type Sql, toPredicate} from '../../feel/sql/to-sql.ts'
import type {Value} from '../../feel/value.ts'
import type {Locale} from '../../points/entities/field-type.ts'
import {both, thisCore, yes} from '../core-build.ts'
import {contextOf, type Reading} from '../select.ts'
import type {Sight} from '../sight.ts'
import {ColumnSet} from './column-set.ts'
import {namePlan} from './name-plan.ts'
import {listed} from './page-query.ts'
import type {Cell, Path} from './request.ts'
import {type SeenField, seenField} from './seen-field.ts'

/** Named in one cell. */
const mostNamed = 5

export interface Linked {
  readonly entity: string
  readonly path: Path
  /** The records of the page. */
  readonly ids: readonly string[]
}

/** Whether a path leads to linked records of the record itself. */
export function linkField(sight: Sight, entity: string, path: Path): SeenField | null {
  const seen = path.length === 1 ? seenField(sight, entity, path) : null
  const kind = seen?.field.type.keeps.kind
  return seen !== null && (kind === 'pairs' || kind === 'other side') ? seen : null
}

/** By the id of the record whose cell it is; one statement. */
export async function linkCells(
  {reading, sight, locale}: {reading: Reading; sight: Sight; locale: Locale},
  {entity, path, ids}: Linked,
): Promise<ReadonlyMap<string, Cell>> {
  const seen = linkField(sight, entity, path)
  const table = reading.tables.get(entity)
  const kept = seen === null ? undefined : table?.fields.get(seen.field.name)
  if (seen === null || ids.length === 0 || !table || (kept?.kind !== 'many' && kept?.kind !== 'list')) return new Map()
  const target = reading.tables.get(kept.entity)
  if (!target) return new Map()
  const context = contextOf(reading, {this: {alias: 'r'}})
  const {keeps} = seen.field.type
  const linkSeen = keeps.kind === 'other side' ? sight.seesField(kept.entity, keeps.by) : yes
  const items = toPredicate(both([sight.records(kept.entity).where, linkSeen]), context)
  const owners = toPredicate(both([sight.records(entity).where, seen.seen]), contextOf(reading, {this: {alias: 'o'}}))
  const columns = new ColumnSet(context)
  const name = namePlan(sight, columns, {entity: kept.entity, record: thisCore(kept.entity)})
  const owner: Sql = kept.kind === 'many' ? sql.ref(`l.${kept.owner}`) : sql.ref(`r.${kept.by}`)
  const pairs =
    kept.kind === 'many' ? sql`join ${sql.table(kept.table)} as l on ${sql.ref(`l.${kept.target}`)} = r.id` : sql``
  const statement = sql<Record<string, unknown>>`select k.owner as owner, ${listed(columns.columns)} from (
      select ${owner} as owner, r.id as id, row_number() over (partition by ${owner} order by r.id) as n
      from ${sql.table(target.table)} as r ${pairs}
      join ${sql.table(table.table)} as o on o.id = ${owner}
      where o.id in (${sql.join(ids)}) and ${owners} and ${items}
    ) as k join ${sql.table(target.table)} as r on r.id = k.id where k.n <= ${mostNamed + 1} order by k.owner, k.n`
  const {rows} = await statement.execute(reading.db)
  const byOwner = Map.groupBy(rows, each => String(each.owner))
  return new Map(
    [...byOwner].map(([id, found]) => [
      id,
      cellOf(found.map(each => columns.columns.map((column, index) => column.read(each[`c${index}`])))),
    ]),
  )

  function cellOf(found: readonly (readonly Value[])[]): Cell {
    const texts = found.slice(0, mostNamed).map(values => name(values, locale))
    const value = found.slice(0, mostNamed).map(([first]) => idIn(first ?? null))
    return {value, text: found.length > mostNamed ? `${texts.join(', ')}, …` : texts.join(', ')}
  }
}

/** The first column of a name is the record itself. */
function idIn(value: Value): string {
  return value !== null && typeof value === 'object' && 'id' in value ? value.id : ''
}
