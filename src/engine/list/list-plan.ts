/**
 * What reads a page of a list: its statements, and how cells are made of their rows. It follows from the screen, from what is asked and from what
 * the actor's roles see, so that it is made once for many requests, unless words are searched or the page is beside a place.
 */
import type {Core} from '../../feel/core.ts'
import {Joins} from '../../feel/sql/compiler.ts'
import type {Sql, SqlContext, SqlValue} from '../../feel/sql/to-sql.ts'
import type {Value} from '../../feel/value.ts'
import type {ValueRow} from '../../store/sql.ts'
import {fieldCore, isYes, thisCore} from '../core-build.ts'
import type {Late} from '../marks.ts'
import {sameKey} from '../same-key.ts'
import {isLed, noSearch, type Searching} from '../search/match.ts'
import type {Reading} from '../select.ts'
import type {Sight} from '../sight.ts'
import {planFor, type Statement} from '../statement.ts'
import {type CellOf, type CellPlace, cellPlan, emptyCell} from './cells.ts'
import {ColumnSet} from './column-set.ts'
import {conditionsOf} from './conditions.ts'
import {readCursor} from './cursor.ts'
import {filterCondition} from './filter-condition.ts'
import {boundsOf, leadsOf} from './leads.ts'
import {linkField} from './links.ts'
import {marked} from './marked.ts'
import {otherOrder} from './other-order.ts'
import type {PageQuery} from './page-asked.ts'
import {countSql, keyedSql, pageSql} from './page-query.ts'
import type {Asked, ListRequest, ListScreen} from './request.ts'
import {type SortKey, sortKeys, sortOf} from './sort-keys.ts'

export interface ListPlan {
  readonly size: number
  /** Counting stops here. */
  readonly stop: number
  /** Nothing narrows the list and it is sorted by what its records have themselves: the order is walked without counting first. */
  readonly open: boolean
  readonly forward: boolean
  /** Whether it is beside a place that is one of this order. */
  readonly placed: boolean
  readonly count: Statement
  /** Gathered and sorted where records are few, else walked. */
  readonly page: (few: boolean) => Statement
  /** Those that a condition of their own finds at once: one, or as many as fit on a page in an order that an index has. */
  readonly keyed: (key: Core) => Statement
  readonly read: (row: ValueRow) => Value[]
  /** Where the values are that the order is by. */
  readonly keys: readonly number[]
  readonly cells: readonly CellOf[]
  readonly group: CellOf | null
  /** The columns that are asked for apart, because they are lists of records. */
  readonly links: readonly number[]
}

export interface Planned {
  readonly plan: ListPlan
  readonly late: readonly Late[]
}

export interface Wanted extends ListRequest {
  readonly stop: number
  readonly most: number
}

/** The same for every request that asks the same. */
export function lastingPlan(reading: Reading, sight: Sight, wanted: Wanted): Planned {
  const {where, late} = marked(wanted.screen.where)
  if (late.length > 0) {
    const lasting = planned(reading, sight, {...wanted, screen: {...wanted.screen, where}}, late.length)
    if (lasting) return {plan: lasting, late}
  }
  const plan = planned(reading, sight, wanted, 0)
  if (!plan) throw new Error('a plan without marks has all of them')
  return {plan, late: []}
}

function planned(reading: Reading, sight: Sight, wanted: Wanted, marks: number): ListPlan | null {
  const {screen, asked, stop, most} = wanted
  const plain = asked.sort.length === 0 && asked.filters.length === 0
  const narrowed = plain ? '' : JSON.stringify([asked.sort, asked.filters], digits)
  const key = `list ${sameKey(screen)} ${stop} ${most} ${narrowed}`
  return planFor<ListPlan>(reading, sight, {
    key,
    marks,
    make(context, write) {
      const plan = listPlan({context, sight, write}, wanted, noSearch)
      // Written now, because only now is it told what they are made of.
      const [few, many] = [plan.page(true), plan.page(false)]
      return {...plan, page: isFew => (isFew ? few : many)}
    },
  })
}

/** Exact numbers hold large integers, which JSON does not know. */
const digits = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value)

export interface Planner {
  readonly context: SqlContext
  readonly sight: Sight
  readonly write: (text: Sql) => Statement
}

export function listPlan({context, sight, write}: Planner, wanted: Wanted, searching: Searching): ListPlan {
  const {screen, asked, most} = wanted
  const {entity} = screen
  const cores = coresOf(sight, screen, asked)
  const {searches} = searching
  const conditions = conditionsOf(cores, searching, context)
  const stop = isLed(searches) ? mostGathered(wanted) : wanted.stop
  const keys = sortKeys(sight, context.tables, {entity, sort: sortOf({screen, asked})})
  const size = Math.min(Math.max(1, screen.size), most)
  const isOne = size === 1 && screen.sort.length === 0
  const place = asked.place === null ? null : readCursor(asked.place.cursor, keys)
  const forward = place === null || asked.place?.side !== 'before'
  const walk = {leads: leadsOf({screen, asked, cores}, context.tables), bounds: boundsOf(keys, cores)}
  const other = otherOrder(keys, context.tables)
  const query: PageQuery = {entity, context, conditions, keys, other, ...walk, place, forward, limit: size + 1, stop}
  const joins = new Joins()
  // PostgreSQL may take a join for a reason to read the whole of a table; asked row by row it does not.
  const shown = context.database === 'sqlite' ? {...context, joins} : context
  const {columns, ...rows} = rowPlan({sight, context: shown, columns: new ColumnSet(shown)}, {screen, keys})
  return {
    size,
    stop,
    // Others may be many although the records of the list are few.
    open: searches.length === 0 && other === null && cores.every(isYes),
    forward,
    placed: place !== null,
    count: write(countSql(context, query)),
    page: few => write(pageSql(context, query, {columns, joins: joins.sql, shown, few})),
    keyed: key => write(keyedSql(context, query, {columns, joins: joins.sql, shown, key, only: isOne})),
    read: row => columns.map((column, index) => column.read(row[index])),
    ...rows,
  }
}

/** What a search finds lies far apart in any order, so that more of it is gathered before the order is walked. */
export const mostGathered = ({stop}: Pick<Wanted, 'stop'>): number => stop * 5

interface RowPlan extends Pick<ListPlan, 'cells' | 'group' | 'links' | 'keys'> {
  readonly columns: readonly SqlValue[]
}

/** Id, version and what the order is by come first; then whatever the cells need. */
function rowPlan(at: CellPlace, {screen, keys}: {screen: ListScreen; keys: readonly SortKey[]}): RowPlan {
  const {entity, groupBy} = screen
  at.columns.add(ownField(entity, 'id'))
  at.columns.add(ownField(entity, 'version'))
  const places = keys.map(({core}) => at.columns.add(core))
  const isLink = screen.columns.map(path => linkField(at.sight, entity, path) !== null)
  const cells = screen.columns.map((path, index) => (isLink[index] ? () => emptyCell : cellPlan(at, entity, path)))
  const group = groupBy === null ? null : cellPlan(at, entity, groupBy)
  const links = isLink.flatMap((is, index) => (is ? [index] : []))
  return {columns: at.columns.columns, keys: places, cells, group, links}
}

const ownField = (entity: string, name: 'id' | 'version'): Core =>
  fieldCore(thisCore(entity), entity, {name, type: name === 'id' ? {kind: 'text'} : {kind: 'number'}})

/** Everything that must hold: the permission first, then the screen's words, then the person's. */
function coresOf(sight: Sight, {entity, condition = null, where}: ListScreen, asked: Asked): Core[] {
  const filters = asked.filters.flatMap(filter => filterCondition(sight, entity, filter) ?? [])
  const own = condition === null ? [] : [sight.condition(condition)]
  return [sight.records(entity).where, ...own, ...(where === null ? [] : [where]), ...filters]
}
