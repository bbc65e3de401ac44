/**
 * One page of a list, as far as the actor sees it. The number of statements depends on the screen and on whether a search
 * was typed, never on the records.
 */
import type {Value} from '../../feel/value.ts'
import {localeOf} from '../lookup.ts'
import {type BoundPlan, type Parameters, planOnce} from '../query/statement.ts'
import {contextOf, type Reading} from '../reading.ts'
import {isLed, type SearchedPath, searchFor} from '../search/match.ts'
import {typedWords} from '../search/search-index.ts'
import type {Sight} from '../sight.ts'
import {writeCursor} from './cursor.ts'
import {linkCells} from './links.ts'
import {
  boundList,
  definitionOf,
  type ListAsked,
  type ListPlan,
  type ListView,
  listPlan,
  mostGathered,
  planningOf,
} from './list-plan.ts'
import {
  type Cell,
  type ListResult,
  type ListRow,
  type ListScreen,
  mostCounted,
  nothingAsked,
  type Path,
  type Place,
} from './request.ts'

const largestPage = 200

/** What `list` is asked: a compiled list, or one that no screen shows. */
export interface ListQuery extends Omit<ListAsked, 'stop' | 'most'> {
  readonly stop?: number
  readonly most?: number
}

/** `stop`: where counting ends, and where walking through an order begins. `most`: the largest page somebody may ask for. */
export async function list(
  reading: Reading,
  sight: Sight,
  {stop = mostCounted, most = largestPage, ...request}: ListQuery,
): Promise<ListResult> {
  const {asked} = request
  const planned = await planOf(reading, sight, {...request, stop, most})
  const {plan} = planned
  const {found, counted} = await read(reading, planned)
  const some = found.slice(0, plan.size).map(plan.read)
  const page = plan.forward ? some : some.toReversed()
  const edges = [page[0], page.at(-1)].map(values =>
    values ? writeCursor(plan.keys.map(place => values[place] ?? null)) : null,
  )
  return {
    ...(await rowsOf({reading, sight, page, plan}, definitionOf(request.screen))),
    ...neighbours(edges, {more: found.length > plan.size, place: plan.placed ? asked.place : null}),
    count: counted > stop ? {moreThan: stop} : {exact: counted},
  }
}

/** Records by their names alone, in the order of the screen; nothing is counted where nothing has to be. */
export async function namesIn(
  reading: Reading,
  sight: Sight,
  request: Pick<ListAsked, 'screen' | 'narrowed'>,
): Promise<{readonly rows: readonly Pick<ListRow, 'id' | 'cells'>[]; readonly more: boolean}> {
  const wanted = {...request, asked: nothingAsked, stop: mostCounted, most: largestPage}
  const {plan, values: bound} = boundList(reading, sight, wanted)
  if (!plan.open || plan.links.length > 0) {
    const {rows, next} = await list(reading, sight, wanted)
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

/** A search is led by how common its words are now, so that its plan is for this request alone. */
async function planOf(reading: Reading, sight: Sight, request: ListAsked): Promise<BoundPlan<ListPlan>> {
  const words = typedWords(request.asked.search)
  if (words.length === 0) return boundList(reading, sight, request)
  const {planning, parameters} = planningOf(reading, sight, request)
  const {entity, search} = planning.screen
  const context = {...contextOf(reading, {this: {alias: 'r'}}), parameters}
  const paths = searchedPaths(sight, entity, search)
  const searches = await searchFor(reading, {words, paths, context, most: mostGathered(request)})
  const narrow = searches.length > 0 && !isLed(searches) && (await isNarrow(reading, sight, request))
  return planOnce(reading, {
    parameters,
    make: (_, write) => listPlan({context, sight, write}, planning, {searches, narrow}),
  })
}

/** Whether few records fit, whatever was typed. */
async function isNarrow(reading: Reading, sight: Sight, request: ListAsked): Promise<boolean> {
  const asked = {...request.asked, search: '', place: null, sort: []}
  const most = mostGathered(request)
  const {plan, values} = boundList(reading, sight, {...request, asked, stop: most})
  if (plan.open) return false
  const [row] = await plan.count.run(reading, values)
  return Number(row?.[0] ?? 0) <= most
}

/** The first of those that a condition finds; whether there are very many is asked only where there are more than fit. */
export async function firstRows(
  reading: Reading,
  sight: Sight,
  screen: ListScreen | ListView,
  parameters: Parameters = new Map(),
): Promise<readonly ListRow[]> {
  const bound = boundList(reading, sight, {
    screen,
    asked: nothingAsked,
    stop: mostCounted,
    most: largestPage,
    parameters,
  })
  const {plan, values} = bound
  const few = await plan.page(true).run(reading, values)
  const found = few.length <= plan.size ? few : (await read(reading, bound)).found
  const page = found.slice(0, plan.size).map(plan.read)
  return (await rowsOf({reading, sight, page, plan}, definitionOf(screen))).rows
}

interface Found {
  readonly found: Awaited<ReturnType<ListPlan['count']['run']>>
  readonly counted: number
}

async function read(reading: Reading, {plan, values}: BoundPlan<ListPlan>): Promise<Found> {
  const count = async (): Promise<number> => {
    const [row] = await plan.count.run(reading, values)
    return Math.min(Number(row?.[0] ?? 0), plan.stop + 1)
  }
  if (!plan.open || plan.placed) {
    const counted = await count()
    return {found: await plan.page(counted <= plan.stop).run(reading, values), counted}
  }
  const found = await plan.page(false).run(reading, values)
  return {found, counted: found.length <= plan.size ? found.length : await count()}
}

function searchedPaths(sight: Sight, entity: string, paths: readonly Path[]): SearchedPath[] {
  return paths.flatMap(path => {
    const seen = sight.seenField(entity, path)
    if (seen === null || !seen.field.type.search) return []
    return [{of: seen.of, entity: seen.entity, field: seen.field.name, seen: seen.seen}]
  })
}

interface Shown {
  readonly reading: Reading
  readonly sight: Sight
  readonly page: readonly (readonly Value[])[]
  readonly plan: Pick<ListPlan, 'cells' | 'group' | 'links'>
}

export async function rowsOf(
  {reading, sight, page, plan: {cells, group, links}}: Shown,
  {entity, columns: paths}: Pick<ListScreen, 'entity' | 'columns'>,
): Promise<Pick<ListResult, 'rows' | 'groups'>> {
  const locale = localeOf(reading.moment)
  const ids = page.map(([id]) => String(id))
  const linked = new Map<number, ReadonlyMap<string, Cell>>()
  for (const index of links)
    linked.set(index, await linkCells({reading, sight, locale}, {entity, path: paths[index] ?? [], ids}))
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

/** Records come in the order of their groups, so a group that is not the last one is a new one. */
function groupOf(groups: Cell[], cell: Cell): number {
  const last = groups.at(-1)
  if (last === undefined || JSON.stringify(last.value) !== JSON.stringify(cell.value)) groups.push(cell)
  return groups.length - 1
}

/** A page beside a place has that place on its other side. */
function neighbours(
  [begin = null, end = null]: readonly (string | null)[],
  {more, place}: {more: boolean; place: Place | null},
): Pick<ListResult, 'next' | 'previous'> {
  const [first, last] = [begin ?? place?.cursor ?? null, end ?? place?.cursor ?? null]
  if (place?.side === 'before') return {next: last, previous: more ? first : null}
  return {next: more ? last : null, previous: place === null ? null : first}
}
