/**
 * One page of a list, as far as the actor sees it. The number of statements depends on the screen and on whether a search
 * was typed, never on the records.
 */
import type {Core} from '../../feel/core.ts'
import {type SqlValue, toValue} from '../../feel/sql/to-sql.ts'
import type {Value} from '../../feel/value.ts'
import {fieldCore, thisCore} from '../core-build.ts'
import {localeOf} from '../lookup.ts'
import {isLed, type SearchedPath, searchFor} from '../search/match.ts'
import {typedWords} from '../search/words.ts'
import {contextOf, type Reading} from '../select.ts'
import type {Sight} from '../sight.ts'
import {type CellOf, type CellPlace, cellPlan, emptyCell} from './cells.ts'
import {ColumnSet} from './column-set.ts'
import {conditionsOf} from './conditions.ts'
import {readCursor, writeCursor} from './cursor.ts'
import {filterCondition} from './filter-condition.ts'
import {boundsOf, leadsOf} from './leads.ts'
import {linkCells, linkField} from './links.ts'
import {countRecords, type PageQuery, selectPage} from './page-query.ts'
import {
  type Asked,
  type Cell,
  type ListRequest,
  type ListResult,
  type ListScreen,
  mostCounted,
  type Path,
  type Place,
  type Sorting,
} from './request.ts'
import {seenField} from './seen-field.ts'
import {type SortKey, sortKeys} from './sort-keys.ts'

const largestPage = 200
/** What a search finds lies far apart in any order, so that more of it is gathered before the order is walked. */
const gatheredBySearch = 5

/** `stop`: where counting ends, and where walking through an order begins. */
export async function list(
  reading: Reading,
  sight: Sight,
  {screen, asked, stop = mostCounted}: ListRequest & {readonly stop?: number},
): Promise<ListResult> {
  const {entity} = screen
  const context = contextOf(reading, {this: {alias: 'r'}})
  const cores = coresOf(sight, screen.where, {entity, asked})
  const paths = searchedPaths(sight, entity, screen.search)
  const searches = await searchFor(reading, {words: typedWords(asked.search), paths, context})
  const conditions = conditionsOf(cores, searches, context)
  const gathered = isLed(searches) ? stop * gatheredBySearch : stop
  const counted = await countRecords(reading, {entity, conditions, stop: gathered})
  const keys = sortKeys(sight, reading.tables, {entity, sort: sortOf({screen, asked})})
  const size = Math.min(Math.max(1, screen.size), largestPage)
  const place = asked.place === null ? null : readCursor(asked.place.cursor, keys)
  const forward = place === null || asked.place?.side !== 'before'
  const walk = {leads: leadsOf({screen, asked, cores}, reading.tables), bounds: boundsOf(keys, cores)}
  const query: PageQuery = {entity, context, conditions, keys, ...walk, place, forward, limit: size + 1, stop: gathered}
  const plan = planOf({sight, context, columns: new ColumnSet(context)}, {screen, keys})
  const found = await selectPage(reading, query, {columns: plan.columns, few: counted <= gathered})
  const page = forward ? found.slice(0, size) : found.slice(0, size).toReversed()
  const cursors = page.map(values => writeCursor(values.slice(2, 2 + keys.length)))
  return {
    ...(await rowsOf({reading, sight, page, ...plan}, screen)),
    ...neighbours(cursors, {more: found.length > size, place: place === null ? null : asked.place}),
    count: counted > stop ? {moreThan: stop} : {exact: counted},
  }
}

/** Groups stand together, so they are sorted by first. */
function sortOf({screen, asked}: ListRequest): readonly Sorting[] {
  const sort = asked.sort.length > 0 ? asked.sort : screen.sort
  return screen.groupBy === null ? sort : [{path: screen.groupBy, descending: false}, ...sort]
}

interface RowPlan {
  readonly columns: readonly SqlValue[]
  readonly cells: readonly CellOf[]
  readonly group: CellOf | null
}

/** Id, version and what the order is by come first; then whatever the cells need. */
function planOf(at: CellPlace, {screen, keys}: {screen: ListScreen; keys: readonly SortKey[]}): RowPlan {
  const {entity, groupBy} = screen
  const known = [ownField(entity, 'id'), ownField(entity, 'version'), ...keys.map(({core}) => core)]
  for (const core of known) at.columns.addSql(toValue(core, at.context))
  const cells = screen.columns.map(path =>
    linkField(at.sight, entity, path) ? () => emptyCell : cellPlan(at, entity, path),
  )
  const group = groupBy === null ? null : cellPlan(at, entity, groupBy)
  return {columns: at.columns.columns, cells, group}
}

const ownField = (entity: string, name: 'id' | 'version'): Core =>
  fieldCore(thisCore(entity), entity, {name, type: name === 'id' ? {kind: 'text'} : {kind: 'number'}})

/** Everything that must hold: the permission first, then the screen's words, then the person's. */
function coresOf(sight: Sight, where: Core | null, {entity, asked}: {entity: string; asked: Asked}): Core[] {
  const filters = asked.filters.flatMap(filter => filterCondition(sight, entity, filter) ?? [])
  return [sight.records(entity).where, ...(where === null ? [] : [where]), ...filters]
}

function searchedPaths(sight: Sight, entity: string, paths: readonly Path[]): SearchedPath[] {
  return paths.flatMap(path => {
    const seen = seenField(sight, entity, path)
    if (seen === null || !seen.field.type.search) return []
    return [{of: seen.of, entity: seen.entity, field: seen.field.name, seen: seen.seen}]
  })
}

interface Found extends RowPlan {
  readonly reading: Reading
  readonly sight: Sight
  readonly page: readonly (readonly Value[])[]
}

async function rowsOf(
  {reading, sight, page, cells, group}: Found,
  {entity, columns: paths}: ListScreen,
): Promise<Pick<ListResult, 'rows' | 'groups'>> {
  const locale = localeOf(reading.moment)
  const ids = page.map(([id]) => String(id))
  const links = new Map<number, ReadonlyMap<string, Cell>>()
  for (const [index, path] of paths.entries())
    if (linkField(sight, entity, path)) links.set(index, await linkCells({reading, sight, locale}, {entity, path, ids}))
  const groups: Cell[] = []
  const rows = page.map((values, index) => {
    const id = ids[index] ?? ''
    return {
      id,
      version: Number(values[1]),
      cells: cells.map((cell, column) => links.get(column)?.get(id) ?? cell(values, locale)),
      group: group === null ? null : groupOf(groups, group(values, locale)),
    }
  })
  return {rows, groups: group === null ? null : groups}
}

/** Records come in the order of their groups, so a group that is not the last one is a new one. */
function groupOf(groups: Cell[], cell: Cell): number {
  const last = groups.at(-1)
  if (last === undefined || JSON.stringify(last.value) !== JSON.stringify(cell.value)) groups.push(cell)
  return groups.length - 1
}

/** A page beside a place has that place on its other side. */
function neighbours(
  cursors: readonly string[],
  {more, place}: {more: boolean; place: Place | null},
): Pick<ListResult, 'next' | 'previous'> {
  const [first, last] = [cursors[0] ?? place?.cursor ?? null, cursors.at(-1) ?? place?.cursor ?? null]
  if (place?.side === 'before') return {next: last, previous: more ? first : null}
  return {next: more ? last : null, previous: place === null ? null : first}
}
