/**
 * The plan of a list page: its statements, and how cells are built from their rows. It depends on the screen, the shape
 * of the query and the visibility of the actor's roles, so it is compiled once for many requests, except for searches.
 */
import type {Core} from '../../feel/core.ts'
import {ComputedColumns, Joins} from '../../feel/sql/row-columns.ts'
import type {SqlContext, SqlValue} from '../../feel/sql/to-sql.ts'
import type {Type} from '../../feel/type.ts'
import type {Value} from '../../feel/value.ts'
import type {ValueRow} from '../../store/sql.ts'
import {compared, conjunction, fieldCore, isYes, onlyIf, parameterCore, thisCore, yes} from '../base/core-build.ts'
import type {Visibility} from '../permissions/visibility.ts'
import {visibleWithRecord} from '../permissions/visible-paths.ts'
import {type CellOf, type CellPlace, ColumnSet, cellPlan, emptyCell} from '../query/cells.ts'
import type {ListCondition, ListDefinition, ListQuery, ListRequest, Path, Sorting} from '../query/list-query.ts'
import {linkField} from '../query/names.ts'
import {
  type BoundPlan,
  fewRows,
  type MakePlan,
  manyRows,
  type Parameters,
  PlanKind,
  Plans,
  planOnce,
  type QueryContext,
  type Statement,
  type Write,
} from '../query/statement.ts'
import {listConditions, type PairedFields} from './conditions.ts'
import {filterCondition, filterShape} from './filters.ts'
import {indexConditions, rangeBounds, ruledReferences} from './index-conditions.ts'
import {type KeysetPlace, keysetPlace, placeName, readCursor} from './keyset.ts'
import type {PageQuery} from './keyset-scan.ts'
import {countSql, type KeyConditions, keyedSql, pageSql} from './page-query.ts'
import {referenceOrder} from './reference-order.ts'
import {isLed, noSearch, type Searching} from './search-match.ts'
import {type SortKey, sortedBy, sortKeys} from './sort-keys.ts'

export interface ListPlan {
  readonly size: number
  /** Counting stops here. */
  readonly stop: number
  /** The list has no filter and is sorted by fields of its own records: the index is scanned without counting first. */
  readonly open: boolean
  readonly forward: boolean
  /** Whether the page starts at a valid cursor of this order. */
  readonly placed: boolean
  readonly count: () => Statement
  /** Collected and sorted for few records, scanned for many. */
  readonly page: (few: boolean) => Statement
  /** Records found directly by a key: one, or up to a page in an order that an index provides. */
  readonly keyed: (key: KeyConditions) => Statement
  readonly read: (row: ValueRow) => Value[]
  /** The indexes of the values sorted by. */
  readonly keys: readonly number[]
  readonly cells: readonly CellOf[]
  readonly group: CellOf | null
  /** The columns that are lists of records and are queried separately. */
  readonly links: readonly number[]
}

/** The inputs of a plan, besides the visibility of the actor's roles. */
export interface ListPlanning extends ListRequest {
  readonly stop: number
  readonly most: number
  /** The person's filters, as conditions. */
  readonly filters: readonly Core[]
  /** The key values of the record next to the page. */
  readonly place: KeysetPlace | null
  /** Found by a key: the columns are of all records that have it. */
  readonly isKeyed?: boolean
  /** Few records are expected, however many a page may have: functions of the database are called for them. */
  readonly few?: boolean | undefined
}

/** A list shown by a screen of the document. It owns the statements that read it. */
export class CompiledList {
  readonly #plans = new Plans<ListPlan>()
  readonly screen: ListDefinition

  constructor(screen: ListDefinition) {
    this.screen = screen
  }

  bind(reading: QueryContext, visibility: Visibility, {shape, parameters, planning}: PlanInput): BoundPlan<ListPlan> {
    const {screen} = planning
    const view = `${screen.columns.map(path => path.join('.'))} ${screen.size}`
    return this.#plans.bind(reading, visibility, {
      shape: `${view} ${shape}`,
      parameters,
      make: (context, write) => wholePlan({context, visibility, write}, planning),
    })
  }
}

export interface PlanInput {
  readonly shape: string
  readonly parameters: Parameters
  readonly planning: ListPlanning
}

/**
 * Restricts a list beyond the person's query: the parameters of an address, the days of a calendar, a column of a
 * board.
 */
export interface Narrowing {
  /**
   * Identifies the condition among all of its entity, because lists with the same definition share their statements;
   * values that differ between requests are parameters.
   */
  readonly shape: string
  readonly where: Core
  readonly parameters?: Parameters
}

export interface ListPlanRequest {
  readonly screen: ListDefinition | CompiledList
  /** Other columns, and another page size, than those of the screen. */
  readonly columns?: readonly Path[]
  readonly size?: number
  readonly narrowed?: readonly Narrowing[]
  readonly asked: ListQuery
  readonly stop: number
  readonly most: number
  readonly few?: boolean | undefined
  readonly parameters?: Parameters
}

export function planDefinition({
  screen,
  columns,
  size,
}: Pick<ListPlanRequest, 'screen' | 'columns' | 'size'>): ListDefinition {
  const shown = screen instanceof CompiledList ? screen.screen : screen
  if (columns === undefined && size === undefined) return shown
  return {...shown, columns: columns ?? shown.columns, size: size ?? shown.size}
}

/** The query of a list, with everything that differs between requests of the same shape as a parameter. */
export function planningOf(
  {tables}: Pick<QueryContext, 'tables'>,
  visibility: Visibility,
  request: ListPlanRequest,
): PlanInput {
  const {asked, stop, most, few = false, narrowed = []} = request
  const screen = narrowedBy(planDefinition(request), narrowed)
  const parameters = new Map<string, Value>([
    ...(request.parameters ?? []),
    ...narrowed.flatMap(each => [...(each.parameters ?? [])]),
  ])
  const given = (type: Type, value: Value): Core => {
    const name = `filter ${parameters.size}`
    parameters.set(name, value)
    return parameterCore(name, type)
  }
  const filters = asked.filters.flatMap(filter => filterCondition(visibility, screen.entity, filter, given) ?? [])
  const placed = asked.place && placeIn({tables, visibility}, {screen, asked}, parameters)
  const shape = [
    stop,
    most,
    few,
    narrowed.map(each => `[${each.shape}]`).join(),
    asked.sort.map(sortText),
    asked.filters.map(filterShape).join(),
    asked.place && placed ? `${asked.place.side} ${placed.map(placeShape)}` : '',
  ]
  return {shape: shape.join(' '), parameters, planning: {screen, asked, stop, most, few, filters, place: placed}}
}

function narrowedBy(screen: ListDefinition, narrowed: readonly Narrowing[]): ListDefinition {
  if (narrowed.length === 0) return screen
  return {
    ...screen,
    where: conjunction([...(screen.where === null ? [] : [screen.where]), ...narrowed.map(({where}) => where)]),
  }
}

function placeIn(
  {tables, visibility}: {readonly tables: QueryContext['tables']; readonly visibility: Visibility},
  request: ListRequest,
  parameters: Map<string, Value>,
): KeysetPlace | null {
  const keys = sortKeys(visibility, tables, sortedBy(visibility, request))
  const values = readCursor(request.asked.place?.cursor ?? '', keys)
  for (const [index, value] of values?.entries() ?? []) parameters.set(placeName(index), value)
  return values && keysetPlace(keys, values)
}

/** Whether the given cursor matches the order of this list. */
export function isCursorOf(reading: QueryContext, visibility: Visibility, request: ListRequest): boolean {
  const keys = sortKeys(visibility, reading.tables, sortedBy(visibility, request))
  return readCursor(request.asked.place?.cursor ?? '', keys) !== null
}

/** The part of a place that affects the plan; see `KeysetPlace`. */
const placeShape = (at: Core | null): string => (at === null ? '-' : at.op === 'value' ? JSON.stringify(at.value) : '?')

export const sortText = ({path, descending}: Sorting): string => `${descending ? '-' : ''}${path.join('.')}`

/**
 * The plan of a list, from its compiled screen; without a screen, from the engine's statements, or for this request
 * only.
 */
export function boundList(
  reading: QueryContext,
  visibility: Visibility,
  request: ListPlanRequest,
): BoundPlan<ListPlan> {
  const asked = planningOf(reading, visibility, request)
  if (request.screen instanceof CompiledList) return request.screen.bind(reading, visibility, asked)
  const {planning, parameters, shape} = asked
  const make: MakePlan<ListPlan> = (context, write) => wholePlan({context, visibility, write}, planning)
  const plain = plainShape(planDefinition(request))
  return plain === null
    ? planOnce(reading, {parameters, make})
    : reading.statements.plans(listKind).bind(reading, visibility, {shape: `${plain} ${shape}`, parameters, make})
}

const listKind = new PlanKind<ListPlan>('list')

/** Null for a list with a condition that differs between requests. */
function plainShape(list: ListDefinition): string | null {
  return list.where === null ? shapes.map(shapeOf => shapeOf(list)).join(' ') : null
}

const pathShape = (path: Path): string => path.join('.')

/** What the statements of a list depend on. A new property of lists does not compile before it says so here. */
const shapesOf: {readonly [Name in keyof Required<ListDefinition>]: ((list: ListDefinition) => string) | null} = {
  entity: ({entity}) => entity,
  condition: ({condition}) => (condition ? expressionShape(condition) : ''),
  by: ({by}) => by?.name ?? '',
  columns: ({columns}) => `(${columns.map(pathShape)})`,
  sort: ({sort}) => `(${sort.map(sortText)})`,
  filters: ({filters}) => `(${filters.map(pathShape)})`,
  groupBy: ({groupBy}) => (groupBy ? pathShape(groupBy) : ''),
  size: ({size}) => String(size),
  // Such lists share no statements.
  where: null,
  // What is asked for is a condition of the request.
  search: null,
  searchValues: null,
  free: null,
}

const shapes = Object.values(shapesOf).filter(shapeOf => shapeOf !== null)

/** An expression of the document is identified by its place and text. */
export const expressionShape = ({text: {file, line, text}}: Pick<ListCondition, 'text'>): string =>
  `${file}:${line} ${text}`

function wholePlan(planner: Planner, planning: ListPlanning): ListPlan {
  const plan = listPlan(planner, planning, noSearch)
  // Compiled now, because the parameters of the plan are final afterwards.
  const [counted, few, many] = [plan.count(), plan.page(true), plan.page(false)]
  return {...plan, count: () => counted, page: isFew => (isFew ? few : many)}
}

export interface Planner {
  readonly context: SqlContext
  readonly visibility: Visibility
  readonly write: Write
}

export function listPlan(planner: Planner, wanted: ListPlanning, searching: Searching): ListPlan {
  const {visibility, write} = planner
  const context = manyRows(planner.context)
  const {screen, asked, most, place, isKeyed = false} = wanted
  const {entity} = screen
  const cores = coresOf(visibility, screen, wanted.filters)
  const {searches} = searching
  const conditions = listConditions(cores, searching, context, pairedFields(visibility, screen))
  const stop = isLed(searches) ? mostGathered(wanted) : wanted.stop
  const keys = sortKeys(visibility, context.tables, sortedBy(visibility, {screen, asked}))
  const size = Math.min(Math.max(1, screen.size), most)
  const isOne = size === 1 && screen.sort.length === 0
  const forward = place === null || asked.place?.side !== 'before'
  const walk = {leads: indexConditions({screen, asked, cores}, context.tables), bounds: rangeBounds(keys, cores)}
  const other = referenceOrder(keys, context.tables)
  const query: PageQuery = {entity, context, conditions, keys, other, ...walk, place, forward, limit: size + 1, stop}
  const joins = new Joins()
  // A join can make PostgreSQL read a whole table; subqueries per row do not.
  const shown =
    context.database === 'sqlite'
      ? {...context, joins}
      : shownRows(planner.context, {size: wanted.few ? 1 : size, isKeyed})
  const {columns, ...rows} = rowPlan({visibility, context: shown, columns: new ColumnSet(shown)}, {screen, keys})
  return {
    size,
    stop,
    // There may be many other records even if the list has few.
    open: searches.length === 0 && other === null && cores.every(isYes),
    forward,
    placed: place !== null,
    count: () => write(countSql(context, query)),
    page: few => write(pageSql(context, query, {columns, joins: joins.sql, shown, few})),
    keyed: key => write(keyedSql(context, query, {columns, joins: joins.sql, shown, ...key, only: isOne})),
    read: row => columns.map((column, index) => column.read(row[index])),
    ...rows,
  }
}

/** On PostgreSQL, the columns of a page share computed fields and permissions. */
function shownRows(
  context: SqlContext,
  {size, isKeyed}: {readonly size: number; readonly isKeyed: boolean},
): SqlContext {
  const few = fewRows(context, size)
  return isKeyed ? few : {...few, computed: new ComputedColumns('r')}
}

/** Counts to the end: more records than any table has, and few enough that a multiple of it is still a limit. */
export const countsAll = 2 ** 40

/** The results of a search are scattered in any order, so more of them are collected before the index is scanned. */
export const mostGathered = ({stop}: Pick<ListPlanning, 'stop'>): number => stop * 5

interface RowPlan extends Pick<ListPlan, 'cells' | 'group' | 'links' | 'keys'> {
  readonly columns: readonly SqlValue[]
}

/** Id, version and the sort values come first, then the columns of the cells. */
function rowPlan(at: CellPlace, {screen, keys}: {screen: ListDefinition; keys: readonly SortKey[]}): RowPlan {
  const {entity, groupBy} = screen
  at.columns.add(ownField(entity, 'id'))
  // Null where it is hidden, which is read as 0.
  at.columns.add(onlyIf(visibleWithRecord(at.visibility, entity, 'version'), ownField(entity, 'version')))
  const places = keys.map(({core}) => at.columns.add(core))
  const isLink = screen.columns.map(path => linkField(at.visibility, entity, path) !== null)
  const cells = screen.columns.map((path, index) => (isLink[index] ? () => emptyCell : cellPlan(at, entity, path)))
  const group = groupBy === null ? null : cellPlan(at, entity, groupBy)
  const links = isLink.flatMap((is, index) => (is ? [index] : []))
  return {columns: at.columns.columns, keys: places, cells, group, links}
}

/** The indexes that required-indexes.ts derives from permissions and filters together. */
function pairedFields(visibility: Visibility, {entity, condition, filters}: ListDefinition): PairedFields {
  const rules = [visibility.records(entity).where, condition?.core ?? yes]
  return {owners: ruledReferences(rules), choices: new Set(filters.filter(path => path.length === 1).flat())}
}

const ownField = (entity: string, name: 'id' | 'version'): Core =>
  fieldCore(thisCore(entity), entity, {name, type: name === 'id' ? {kind: 'text'} : {kind: 'number'}})

/** All conditions: the permission, then the screen's, then the person's. */
function coresOf(
  visibility: Visibility,
  {entity, condition, where, by}: ListDefinition,
  filters: readonly Core[],
): readonly Core[] {
  const led = by ? [compared(fieldCore(thisCore(entity), entity, by), '=', parameterCore('by', by.type))] : []
  const own = condition ? [visibility.condition(condition.core)] : []
  return [visibility.records(entity).where, ...own, ...led, ...(where === null ? [] : [where]), ...filters]
}
