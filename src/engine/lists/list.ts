/**
 * Reads one page of a list, restricted to the data the actor sees. The number of statements depends on the screen and
 * on whether there is a search, never on the records.
 */
import type {Core} from '../../feel/core.ts'
import {ComputedColumns} from '../../feel/sql/row-columns.ts'
import {type Type, textType} from '../../feel/type.ts'
import type {Value} from '../../feel/value.ts'
import {atOnce} from '../base/at-once.ts'
import {compared, fieldCore, parameterCore, thisCore} from '../base/core-build.ts'
import type {Visibility} from '../permissions/visibility.ts'
import {visibleWithRecord} from '../permissions/visible-paths.ts'
import {
  type Cell,
  type Count,
  emptyQuery,
  type ListDefinition,
  type ListResult,
  type ListRow,
  mostCounted,
  type PagePlace,
  type Path,
  type Sorting,
} from '../query/list-query.ts'
import {localeOf} from '../query/lookup.ts'
import {linkCells} from '../query/names.ts'
import {
  type BoundPlan,
  contextOf,
  type MakePlan,
  type Parameters,
  PlanKind,
  planOnce,
  type QueryContext,
  type Statement,
} from '../query/statement.ts'
import {writeCursor} from './keyset.ts'
import {
  boundList,
  type ListPlan,
  type ListPlanRequest,
  listPlan,
  mostGathered,
  planDefinition,
  planningOf,
  sortText,
} from './list-plan.ts'
import {typedWords} from './search-index.ts'
import {isLed, noSearch, type SearchedPath, searchFor, valueConditions} from './search-match.ts'

const largestPage = 200

/** A compiled list, or one without a screen. */
interface ListOptions extends Omit<ListPlanRequest, 'stop' | 'most'> {
  readonly stop?: number
  readonly most?: number
}

/** `stop`: the limit for counting, beyond which the index is scanned. `most`: the largest page size. */
export async function listPage(
  reading: QueryContext,
  visibility: Visibility,
  {stop = mostCounted, most = largestPage, ...request}: ListOptions,
): Promise<ListResult> {
  const {asked} = request
  const planned = await planOf(reading, visibility, {...request, stop, most})
  const {plan} = planned
  const {found, number = await counted(reading, planned)} = await read(reading, planned)
  const some = found.slice(0, plan.size).map(plan.read)
  const page = plan.forward ? some : some.toReversed()
  const edges = [page[0], page.at(-1)].map(values =>
    values ? writeCursor(plan.keys.map(place => values[place] ?? null)) : null,
  )
  return {
    ...(await rowsOf({reading, visibility, page, plan}, planDefinition(request))),
    ...neighbours(edges, {more: found.length > plan.size, place: plan.placed ? asked.place : null}),
    count: countUpTo(stop, number),
  }
}

/** The names of records only, in the order of the screen; counts only if necessary. */
export async function listNames(
  reading: QueryContext,
  visibility: Visibility,
  request: Pick<ListPlanRequest, 'screen' | 'columns' | 'narrowed'>,
): Promise<{readonly rows: readonly Pick<ListRow, 'id' | 'cells'>[]; readonly more: boolean}> {
  const wanted = {...request, asked: emptyQuery, stop: mostCounted, most: largestPage}
  const {plan, values: bound} = boundList(reading, visibility, wanted)
  if (!plan.open || plan.links.length > 0) {
    const {rows, next} = await listPage(reading, visibility, wanted)
    return {rows, more: next !== null}
  }
  const found = await plan.page(false).run(reading, bound)
  const locale = localeOf(reading.moment)
  const rows = found.slice(0, plan.size).map(row => {
    const values = plan.read(row)
    return {id: String(values[0]), cells: plan.cells.map(cell => cell(values, locale))}
  })
  return {rows, more: found.length > plan.size}
}

/** A search depends on how common its words are at the moment, so its plan is used for this request only. */
async function planOf(
  reading: QueryContext,
  visibility: Visibility,
  request: ListPlanRequest,
): Promise<BoundPlan<ListPlan>> {
  const words = typedWords(request.asked.search)
  if (words.length === 0) return boundList(reading, visibility, request)
  const {planning, parameters} = planningOf(reading, visibility, request)
  const {entity, search, searchValues = []} = planning.screen
  const context = {...contextOf(reading, {this: {alias: 'r'}}), parameters}
  const paths = searchedPaths(visibility, entity, search)
  const values = valueConditions(visibility, {entity, paths: searchValues, words, moment: reading.moment})
  const searches = await searchFor(reading, {entity, words, paths, values, context, most: mostGathered(request)})
  const narrow = searches.length > 0 && !isLed(searches) && (await isNarrow(reading, visibility, request))
  return planOnce(reading, {
    parameters,
    make: (_, write) => listPlan({context, visibility, write}, planning, {searches, narrow}),
  })
}

/** Whether few records match without the search text. */
async function isNarrow(reading: QueryContext, visibility: Visibility, request: ListPlanRequest): Promise<boolean> {
  const asked = {...request.asked, search: '', place: null, sort: []}
  const most = mostGathered(request)
  const {plan, values} = boundList(reading, visibility, {...request, asked, stop: most})
  if (plan.open) return false
  const [row] = await plan.count().run(reading, values)
  return Number(row?.[0] ?? 0) <= most
}

/** The number of records that match, without reading one. */
export async function countRecords(
  reading: QueryContext,
  visibility: Visibility,
  request: Pick<ListOptions, 'screen' | 'asked' | 'narrowed'>,
): Promise<Count> {
  const asked = {...request.asked, place: null}
  const wanted = {...request, asked, columns: noColumns, size: 1, stop: mostCounted, most: largestPage}
  const planned = await planOf(reading, visibility, wanted)
  return countUpTo(mostCounted, await counted(reading, planned))
}

const noColumns: readonly Path[] = []

const countUpTo = (stop: number, found: number): Count => (found > stop ? {moreThan: stop} : {exact: found})

/** The first records found by a condition. */
export async function firstRows(
  reading: QueryContext,
  visibility: Visibility,
  screen: ListDefinition,
  parameters: Parameters = new Map(),
): Promise<readonly ListRow[]> {
  const bound = boundList(reading, visibility, {
    screen,
    asked: emptyQuery,
    stop: mostCounted,
    most: largestPage,
    parameters,
  })
  const {plan} = bound
  const {found} = await read(reading, bound)
  const page = found.slice(0, plan.size).map(plan.read)
  return (await rowsOf({reading, visibility, page, plan}, screen)).rows
}

interface FoundPage {
  readonly found: Awaited<ReturnType<Statement['run']>>
  /** Of all records, if it was needed to find the page. */
  readonly number?: number
}

/** Few records are collected, with their number; many are scanned in the order of an index. */
async function read(reading: QueryContext, bound: BoundPlan<ListPlan>): Promise<FoundPage> {
  const {plan, values} = bound
  if (plan.open && !plan.placed) {
    const found = await plan.page(false).run(reading, values)
    return found.length <= plan.size ? {found, number: found.length} : {found}
  }
  const few = await plan.page(true).run(reading, values)
  const number = few[0] ? Number(few[0].at(-1)) : plan.placed ? await counted(reading, bound) : 0
  return {found: number <= plan.stop ? few : await plan.page(false).run(reading, values), number}
}

async function counted(reading: QueryContext, {plan, values}: BoundPlan<ListPlan>): Promise<number> {
  const [row] = await plan.count().run(reading, values)
  return Number(row?.[0] ?? 0)
}

function searchedPaths(visibility: Visibility, entity: string, paths: readonly Path[]): SearchedPath[] {
  return paths.flatMap(path => {
    const seen = visibility.visibleField(entity, path)
    if (seen === null || !seen.field.type.search) return []
    return [{of: seen.of, entity: seen.entity, field: seen.field.name, seen: seen.seen}]
  })
}

interface ShownRows {
  readonly reading: QueryContext
  readonly visibility: Visibility
  readonly page: readonly (readonly Value[])[]
  readonly plan: Pick<ListPlan, 'cells' | 'group' | 'links'>
}

async function rowsOf(
  {reading, visibility, page, plan: {cells, group, links}}: ShownRows,
  {entity, columns: paths}: Pick<ListDefinition, 'entity' | 'columns'>,
): Promise<Pick<ListResult, 'rows' | 'groups'>> {
  const locale = localeOf(reading.moment)
  const ids = page.map(([id]) => String(id))
  const linked = new Map<number, ReadonlyMap<string, Cell>>(
    await atOnce(
      links.map(async index => {
        const path = paths[index] ?? []
        return [index, await linkCells({reading, visibility, locale}, {entity, path, ids})] as const
      }),
    ),
  )
  const groups: Cell[] = []
  const rows = page.map((values, index) => {
    const id = ids[index] ?? ''
    return {
      id,
      version: Number(values[1]),
      cells: cells.map((cell, column) => linked.get(column)?.get(id) ?? cell(values, locale)),
      group: group === null ? null : groupOf(groups, group(values, locale)),
    }
  })
  return {rows, groups: group === null ? null : groups}
}

/** Records are sorted by group, so a value that differs from the last group starts a new one. */
function groupOf(groups: Cell[], cell: Cell): number {
  const last = groups.at(-1)
  if (last === undefined || JSON.stringify(last.value) !== JSON.stringify(cell.value)) groups.push(cell)
  return groups.length - 1
}

/** A page after or before a place has a neighbouring page on that side. */
function neighbours(
  [begin = null, end = null]: readonly (string | null)[],
  {more, place}: {more: boolean; place: PagePlace | null},
): Pick<ListResult, 'next' | 'previous'> {
  const [first, last] = [begin ?? place?.cursor ?? null, end ?? place?.cursor ?? null]
  if (place?.side === 'before') return {next: last, previous: more ? first : null}
  return {next: more ? last : null, previous: place === null ? null : first}
}

/** Records as a list shows them, found by a key: one statement, plus one for each column that is a list of records. */

/** The key that identifies a record. */
export const idKey = {name: 'id', type: textType} as const

export interface ByKey {
  readonly entity: string
  /** The key field and its value. */
  readonly key: {readonly name: string; readonly type: Type}
  readonly value: Value
  readonly columns: readonly Path[]
  /** A further condition of the document, and the screen it belongs to. */
  readonly condition?: {readonly core: Core; readonly of: string}
}

/** Several records with the same key, in an order that the index of the key provides. */
interface ManyByKey extends ByKey {
  readonly sort: readonly Sorting[]
  readonly size: number
}

/** The first of several records. */
export async function rowsByKey(
  reading: QueryContext,
  visibility: Visibility,
  asked: ManyByKey,
): Promise<readonly ListRow[]> {
  const {entity, key, value, columns, sort, size, condition} = asked
  const shape = `${entity} ${key.name} ${size} ${columns.map(path => path.join('.'))} ${sort.map(sortText)} ${condition?.of ?? ''}`
  const {plan, values} = reading.statements
    .plans(byKeyKind)
    .bind(reading, visibility, {shape, parameters: new Map([[keyName, value]]), make: keyPlan(visibility, asked)})
  const found = await plan.statement.run(reading, values)
  const page = found.slice(0, size).map(plan.read)
  return (await rowsOf({reading, visibility, page, plan}, asked)).rows
}

interface KeyPlan extends ListPlan {
  readonly statement: Statement
}

const byKeyKind = new PlanKind<KeyPlan>('by key')
const keyName = 'key'

function keyPlan(visibility: Visibility, {entity, key, columns, sort, size, condition}: ManyByKey): MakePlan<KeyPlan> {
  return (plain, write) => {
    const same = compared(fieldCore(thisCore(entity), entity, key), '=', parameterCore(keyName, key.type))
    // Nobody finds a record by guessing what they may not read of it.
    const where = visibleWithRecord(visibility, entity, key.name)
    const context = size === 1 ? {...plain, computed: new ComputedColumns('r')} : plain
    const said = condition ? visibility.condition(condition.core) : null
    const screen = {entity, where: said, columns, sort, filters: [], search: [], groupBy: null, size}
    const planning = {screen, asked: emptyQuery, stop: mostCounted, most: size, filters: [], place: null, isKeyed: true}
    const plan = listPlan({context, visibility, write}, planning, noSearch)
    return {...plan, statement: plan.keyed({key: same, where})}
  }
}
