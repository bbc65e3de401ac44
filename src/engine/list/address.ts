/**
 * What a person asks of a list, in the address and back: `sort=-first_day&status=approved,taken&q=anna`. What cannot be read
 * is as if it were not there, and is told, so that the page can say so.
 */
import type {Locale} from '../../points/entities/field-type.ts'
import type {Sight} from '../sight.ts'
import {filterKeys, readFilter, writeFilter} from './filter-text.ts'
import {
  type Asked,
  type Filtering,
  type ListScreen,
  nothingAsked,
  type Path,
  type Place,
  type Sorting,
} from './request.ts'

export interface Asking {
  readonly screen: ListScreen
  readonly sight: Sight
  readonly locale: Locale
}

/** `unknown`: the list knows no such key. `unreadable`: it does, but not this value. */
export interface Ignored {
  readonly key: string
  readonly why: 'unknown' | 'unreadable'
}

export interface ReadAsked {
  readonly asked: Asked
  readonly ignored: readonly Ignored[]
}

const longestSearch = 200
const longestCursor = 8000
const mostSortings = 4
/** `view` and `on` are asked of calendars and timelines, `card` and `is` of dashboards, the others of lists. */
const ownKeys = new Set(['sort', 'q', 'after', 'before', 'view', 'on', 'card', 'is', 'columns', 'size', 'rows'])

const nothing: ReadAsked = {asked: nothingAsked, ignored: []}

export function readAsked(query: URLSearchParams, asking: Asking): ReadAsked {
  if (query.size === 0) return nothing
  const ignored: Ignored[] = []
  const filters = asking.screen.filters.flatMap(path => readOne(query, asking, {path, ignored}))
  const known = new Set([...ownKeys, ...asking.screen.filters.flatMap(path => keysOf(asking, path))])
  for (const key of new Set(query.keys()))
    if (!known.has(key) && !key.startsWith('_')) ignored.push({key, why: 'unknown'})
  const sort = readSort(query.get('sort') ?? '', asking)
  if (!sort.whole) ignored.push({key: 'sort', why: 'unreadable'})
  const search = (query.get('q') ?? '').trim()
  if (search.length > longestSearch) ignored.push({key: 'q', why: 'unreadable'})
  const place = readPlace(query, ignored)
  return {asked: {sort: sort.sort, filters, search: search.length > longestSearch ? '' : search, place}, ignored}
}

/** The query of an address without its question mark; empty where nothing is asked. */
export function writeAsked({sort, filters, search, place}: Asked): string {
  const pairs: [string, string][] = [
    ...filters.map(({path, by}): [string, string] => [filterKey(path), writeFilter(by)]),
    ...(sort.length > 0 ? [['sort', sort.map(sortText).join(',')] as [string, string]] : []),
    ...(search === '' ? [] : [['q', search] as [string, string]]),
    ...(place === null ? [] : [[place.side, place.cursor] as [string, string]]),
  ]
  return pairs.map(([key, value]) => `${readable(key)}=${readable(value)}`).join('&')
}

/** Commas and colons mean nothing in a query, and are easier on the eye as they are. */
const readable = (text: string): string => encodeURIComponent(text).replaceAll('%2C', ',').replaceAll('%3A', ':')

/** The key of a filter is its path; one that is called like a key of ours is told apart. */
export function filterKey(path: Path): string {
  const key = path.join('.')
  return ownKeys.has(key) ? `is.${key}` : key
}

function keysOf({screen, sight}: Asking, path: Path): string[] {
  const field = sight.seenField(screen.entity, path)?.field
  return field && field.type.filter.filter !== 'none' ? filterKeys(field.type.filter, filterKey(path)) : []
}

function readOne(
  query: URLSearchParams,
  {screen, sight, locale}: Asking,
  {path, ignored}: {path: Path; ignored: Ignored[]},
): Filtering[] {
  const field = sight.seenField(screen.entity, path)?.field
  if (!field) return []
  const key = filterKey(path)
  const keys = filterKeys(field.type.filter, key)
  if (!keys.some(each => query.getAll(each).some(text => text.trim() !== ''))) return []
  const {by, whole} = readFilter(field.type, name => query.getAll(name), {key, locale})
  if (!whole) ignored.push({key, why: 'unreadable'})
  return by === null ? [] : [{path, by}]
}

function readSort(text: string, {screen, sight}: Asking): {sort: Sorting[]; whole: boolean} {
  const asked = text.split(',').filter(each => each.trim() !== '')
  const offered = new Set([...screen.columns, ...screen.sort.map(({path}) => path)].map(path => path.join('.')))
  const sort = asked.slice(0, mostSortings).flatMap((each): Sorting[] => {
    const name = each.trim().replace(/^-/, '')
    const path = name.split('.')
    const field = offered.has(name) ? sight.seenField(screen.entity, path)?.field : undefined
    const fits = field !== undefined && field.type.sort.sort !== 'none'
    return fits ? [{path, descending: each.trim().startsWith('-')}] : []
  })
  const different = [...new Map(sort.map(each => [each.path.join('.'), each])).values()]
  return {sort: different, whole: different.length === asked.length}
}

const sortText = ({path, descending}: Sorting): string => `${descending ? '-' : ''}${path.join('.')}`

/** Whether a cursor is one of this order is seen when the order is known; see cursor.ts. */
function readPlace(query: URLSearchParams, ignored: Ignored[]): Place | null {
  for (const side of ['after', 'before'] as const) {
    const cursor = query.get(side)
    if (cursor === null || cursor === '') continue
    if (/^[\w-]+$/.test(cursor) && cursor.length <= longestCursor) return {side, cursor}
    ignored.push({key: side, why: 'unreadable'})
  }
  return null
}
