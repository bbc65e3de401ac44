/**
 * One page of a list, as far as the actor sees it. The number of statements depends on the screen and on whether a search
 * was typed, never on the records.
 */
import type {Value} from '../../feel/value.ts'
import {localeOf} from '../lookup.ts'
import {isLed, type SearchedPath, searchFor} from '../search/match.ts'
import {typedWords} from '../search/words.ts'
import {contextOf, type Reading} from '../select.ts'
import type {Sight} from '../sight.ts'
import {writeOnce} from '../statement.ts'
import {writeCursor} from './cursor.ts'
import {linkCells} from './links.ts'
import {type ListPlan, lastingPlan, listPlan, mostGathered, type Planned, type Wanted} from './list-plan.ts'
import {
  type Cell,
  type ListRequest,
  type ListResult,
  type ListRow,
  type ListScreen,
  mostCounted,
  nothingAsked,
  type Path,
  type Place,
} from './request.ts'
import {seenField} from './seen-field.ts'

const largestPage = 200

/** `stop`: where counting ends, and where walking through an order begins. `most`: the largest page somebody may ask for. */
export async function list(
  reading: Reading,
  sight: Sight,
  {
    screen,
    asked,
    stop = mostCounted,
    most = largestPage,
  }: ListRequest & {readonly stop?: number; readonly most?: number},
): Promise<ListResult> {
  const planned = await planOf(reading, sight, {screen, asked, stop, most})
  const {plan} = planned
  const {found, counted} = await read(reading, planned)
  const some = found.slice(0, plan.size).map(plan.read)
  const page = plan.forward ? some : some.toReversed()
  const edges = [page[0], page.at(-1)].map(values =>
    values ? writeCursor(plan.keys.map(place => values[place] ?? null)) : null,
  )
  return {
    ...(await rowsOf({reading, sight, page, plan}, screen)),
    ...neighbours(edges, {more: found.length > plan.size, place: plan.placed ? asked.place : null}),
    count: counted > stop ? {moreThan: stop} : {exact: counted},
  }
}

/** Records by their names alone, in the order of the screen; nothing is counted where nothing has to be. */
export async function namesIn(
  reading: Reading,
  sight: Sight,
  screen: ListScreen,
): Promise<{readonly rows: readonly Pick<ListRow, 'id' | 'cells'>[]; readonly more: boolean}> {
  const wanted = {screen, asked: nothingAsked, stop: mostCounted, most: largestPage}
  const {plan, late} = lastingPlan(reading, sight, wanted)
  if (!plan.open || plan.links.length > 0) {
    const {rows, next} = await list(reading, sight, wanted)
    return {rows, more: next !== null}
  }
  const found = await plan.page(false).run(reading, late)
  const locale = localeOf(reading.moment)
  const rows = found.slice(0, plan.size).map(row => {
    const values = plan.read(row)
    return {id: String(values[0]), cells: plan.cells.map(cell => cell(values, locale))}
  })
  return {rows, more: found.length > plan.size}
}

/** A search is led by how common its words are now, and a place is another one each time. */
async function planOf(reading: Reading, sight: Sight, wanted: Wanted): Promise<Planned> {
  const {screen, asked} = wanted
  const words = typedWords(asked.search)
  if (words.length === 0 && asked.place === null) return lastingPlan(reading, sight, wanted)
  const context = contextOf(reading, {this: {alias: 'r'}})
  const paths = searchedPaths(sight, screen.entity, screen.search)
  const searches = await searchFor(reading, {words, paths, context, most: mostGathered(wanted)})
  const narrow = searches.length > 0 && !isLed(searches) && (await isNarrow(reading, sight, wanted))
  return {plan: listPlan({context, sight, write: writeOnce}, wanted, {searches, narrow}), late: []}
}

/** Whether few records fit, whatever was typed. */
async function isNarrow(reading: Reading, sight: Sight, wanted: Wanted): Promise<boolean> {
  const asked = {...wanted.asked, search: '', place: null, sort: []}
  const most = mostGathered(wanted)
  const {plan, late} = lastingPlan(reading, sight, {...wanted, asked, stop: most})
  if (plan.open) return false
  const [row] = await plan.count.run(reading, late)
  return Number(row?.[0] ?? 0) <= most
}

/** The first of those that a condition finds; whether there are very many is asked only where there are more than fit. */
export async function firstRows(reading: Reading, sight: Sight, screen: ListScreen): Promise<readonly ListRow[]> {
  const planned = await planOf(reading, sight, {screen, asked: nothingAsked, stop: mostCounted, most: largestPage})
  const {plan, late} = planned
  const few = await plan.page(true).run(reading, late)
  const found = few.length <= plan.size ? few : (await read(reading, planned)).found
  const page = found.slice(0, plan.size).map(plan.read)
  return (await rowsOf({reading, sight, page, plan}, screen)).rows
}

interface Found {
  readonly found: Awaited<ReturnType<ListPlan['count']['run']>>
  readonly counted: number
}

async function read(reading: Reading, {plan, late}: Planned): Promise<Found> {
  const count = async (): Promise<number> => {
    const [row] = await plan.count.run(reading, late)
    return Math.min(Number(row?.[0] ?? 0), plan.stop + 1)
  }
  if (!plan.open || plan.placed) {
    const counted = await count()
    return {found: await plan.page(counted <= plan.stop).run(reading, late), counted}
  }
  const found = await plan.page(false).run(reading, late)
  return {found, counted: found.length <= plan.size ? found.length : await count()}
}

function searchedPaths(sight: Sight, entity: string, paths: readonly Path[]): SearchedPath[] {
  return paths.flatMap(path => {
    const seen = seenField(sight, entity, path)
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
