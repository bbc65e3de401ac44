/** Parses and formats the filters of an address, for each kind of filter. */

import {addDays, type CalendarDate, DateTime, fromMillis, toMillis} from '../../feel/calendar.ts'
import {encodeValue, formatDate, readDate} from '../../feel/format.ts'
import {equal, type Value} from '../../feel/value.ts'
import {plainLanguage} from '../../messages/language.ts'
import type {FieldUse, Filter, Locale} from '../../points/entities/field-type.ts'
import {readInstant} from '../../points/entities/values/calendar-text.ts'
import {readId} from '../../points/entities/values/id.ts'
import type {Visibility} from '../permissions/visibility.ts'
import {
  emptyQuery,
  type FilterBy,
  type Filtering,
  type ListDefinition,
  type ListQuery,
  type PagePlace,
  type Path,
  type Sorting,
} from '../query/list-query.ts'
import {readPlain} from '../query/plain-value.ts'

/** `whole`: every given value could be parsed. */
interface ReadFilter {
  readonly by: FilterBy | null
  readonly whole: boolean
}

const longestText = 200
const mostValues = 50
/** Matches empty values. */
const none = 'none'

/** A form without JavaScript sends the ends of a range separately. */
function filterKeys({filter}: Filter, key: string): string[] {
  return filter === 'range' ? [key, `${key}.from`, `${key}.to`] : [key]
}

function readFilter(
  use: FieldUse,
  textsOf: (key: string) => readonly string[],
  {key, locale}: {key: string; locale: Locale},
): ReadFilter {
  const {filter} = use
  const texts = textsOf(key)
  const text = (texts.at(-1) ?? '').trim()
  switch (filter.filter) {
    case 'text':
      return text.length <= longestText && isClean(text) ? known({filter: 'text', text}) : unreadable
    case 'yes/no':
      return text === 'yes' || text === 'no' ? known({filter: 'yes/no', yes: text === 'yes'}) : unreadable
    case 'empty or not':
      return text === 'yes' || text === 'no' ? known({filter: 'empty or not', filled: text === 'yes'}) : unreadable
    case 'range':
      return text === ''
        ? readEnds(use, [textsOf(`${key}.from`), textsOf(`${key}.to`)], locale)
        : readRange(use, text, locale)
    case 'choice':
      return readChoice(filter.words, valuesIn(texts))
    case 'record':
      return readRecords(valuesIn(texts), text)
    case 'none':
      return unreadable
  }
}

const unreadable: ReadFilter = {by: null, whole: false}
const known = (by: FilterBy): ReadFilter => ({by, whole: true})

/** Databases accept neither. */
const isClean = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

function valuesIn(texts: readonly string[]): string[] {
  const values = texts.flatMap(text => text.split(',')).map(value => value.trim())
  return [...new Set(values.filter(value => value !== ''))]
}

/** A choice of the document named `none` takes precedence over the keyword. */
function readChoice(words: readonly string[], values: readonly string[]): ReadFilter {
  const chosen = words.filter(word => values.includes(word))
  const empty = values.includes(none) && !words.includes(none)
  const whole = chosen.length + (empty ? 1 : 0) === values.length
  return chosen.length > 0 || empty ? {by: {filter: 'choice', words: chosen, none: empty}, whole} : unreadable
}

/** Ids, or part of a name. */
function readRecords(values: readonly string[], text: string): ReadFilter {
  const ids = values.flatMap(value => readId(value) ?? []).slice(0, mostValues)
  const empty = values.includes(none)
  const whole = ids.length + (empty ? 1 : 0) === values.length
  if (ids.length > 0 || empty) return {by: {filter: 'record', ids: [...new Set(ids)], none: empty}, whole}
  return text.length <= longestText && isClean(text) ? known({filter: 'name', text}) : unreadable
}

type RangeEnd = 'low' | 'high'

/** `a..b`, `a..`, `..b` or `a` alone. */
function readRange(use: FieldUse, text: string, locale: Locale): ReadFilter {
  const at = text.indexOf('..')
  const [from, to] = at < 0 ? [text, text] : [text.slice(0, at), text.slice(at + 2)]
  return rangeOf(readEnd(use, from, {end: 'low', locale}), readEnd(use, to, {end: 'high', locale}))
}

/** The controls of a form, parsed in the user's locale. */
function readEnds(use: FieldUse, texts: readonly (readonly string[])[], locale: Locale): ReadFilter {
  const read = (given: readonly string[], end: RangeEnd): Value | undefined => {
    const text = given.at(-1) ?? ''
    const plain = readEnd(use, text, {end, locale})
    if (plain !== undefined || use.storage.kind !== 'column') return plain
    const judged = use.fromForm([text], locale)
    return judged.ok ? judged.value : undefined
  }
  return rangeOf(read(texts[0] ?? [], 'low'), read(texts[1] ?? [], 'high'))
}

/** An end that cannot be parsed is left open and reported. */
function rangeOf(low: Value | undefined, high: Value | undefined): ReadFilter {
  const whole = low !== undefined && high !== undefined
  const ends = {low: low ?? null, high: high ?? null}
  return ends.low === null && ends.high === null ? {by: null, whole} : {by: {filter: 'range', ...ends}, whole}
}

function readEnd({type}: FieldUse, text: string, {end, locale}: {end: RangeEnd; locale: Locale}): Value | undefined {
  const written = text.trim()
  if (written === '') return null
  if (type.kind === 'date and time') return instantAt(written, {end, zone: locale.zone})
  return readPlain(type, written)
}

/** A date alone means the whole day, in the time zone. */
function instantAt(text: string, {end, zone}: {end: RangeEnd; zone: string}): Value | undefined {
  const day = /^\d{4}-\d\d-\d\d$/.test(text) ? readDate(text) : null
  if (day === null) return instantOf(text, zone)
  if (end === 'low') return startOf(day, zone)
  const after = addDays(day, 1)
  const next = after === null ? undefined : startOf(after, zone)
  return next === undefined ? undefined : (fromMillis(toMillis(next) - 1) ?? undefined)
}

/** Midnight does not exist on some days with a clock change. */
function startOf(day: CalendarDate, zone: string): DateTime | undefined {
  const date = formatDate(day)
  return instantOf(`${date}T00:00`, zone) ?? instantOf(`${date}T01:00`, zone)
}

function instantOf(text: string, zone: string): DateTime | undefined {
  const read = readInstant(text, zone, plainLanguage)
  return read.ok ? read.instant : undefined
}

export function writeFilter(by: FilterBy): string {
  switch (by.filter) {
    case 'text':
    case 'name':
      return by.text
    case 'yes/no':
      return by.yes ? 'yes' : 'no'
    case 'empty or not':
      return by.filled ? 'yes' : 'no'
    case 'range':
      return equal(by.low, by.high) === true ? plain(by.low) : `${plain(by.low)}..${plain(by.high)}`
    case 'choice':
      return [...by.words, ...(by.none ? [none] : [])].join(',')
    case 'record':
      return [...by.ids, ...(by.none ? [none] : [])].join(',')
    case 'free':
      return equal(by.low, by.high) === true ? plain(by.low) : `${plain(by.low)}..${plain(by.high)}`
  }
}

const plain = (value: Value): string => (value === null ? '' : String(encodeValue(value)))

/**
 * Parses and formats the query of a list: `sort=-first_day&status=approved,taken&q=anna`. Invalid parts are ignored and
 * reported, so that the page can show a notice.
 */

export interface ListAsker {
  readonly screen: ListDefinition
  readonly visibility: Visibility
  readonly locale: Locale
}

/** `unknown`: the list has no such key. `unreadable`: the value is invalid. */
interface Ignored {
  readonly key: string
  readonly why: 'unknown' | 'unreadable'
}

interface ReadAsked {
  readonly asked: ListQuery
  readonly ignored: readonly Ignored[]
}

const longestSearch = 200
const longestCursor = 8000
const mostSortings = 4
/** `view` and `on` belong to calendars and timelines, `card` and `is` to dashboards, the others to lists. */
const ownKeys = new Set([
  'sort',
  'q',
  'after',
  'before',
  'view',
  'on',
  'card',
  'is',
  'columns',
  'size',
  'rows',
  'requested',
  'folded',
])

const nothing: ReadAsked = {asked: emptyQuery, ignored: []}

export function readListQuery(query: URLSearchParams, asking: ListAsker): ReadAsked {
  if (query.size === 0) return nothing
  const ignored: Ignored[] = []
  const free = readFree(query, asking, ignored)
  const filters = [...free, ...asking.screen.filters.flatMap(path => readOne(query, asking, {path, ignored}))]
  const known = new Set([
    ...ownKeys,
    ...(asking.screen.free ? freeKeys : []),
    ...asking.screen.filters.flatMap(path => keysOf(asking, path)),
  ])
  for (const key of new Set(query.keys()))
    if (!known.has(key) && !key.startsWith('_')) ignored.push({key, why: 'unknown'})
  const sort = readSort(query.get('sort') ?? '', asking)
  if (!sort.whole) ignored.push({key: 'sort', why: 'unreadable'})
  const search = (query.get('q') ?? '').trim()
  if (search.length > longestSearch) ignored.push({key: 'q', why: 'unreadable'})
  const place = readPlace(query, ignored)
  return {asked: {sort: sort.sort, filters, search: search.length > longestSearch ? '' : search, place}, ignored}
}

/** The query string without its question mark; empty without a query. */
export function writeListQuery({sort, filters, search, place}: ListQuery): string {
  const pairs: [string, string][] = [
    ...filters.map(({path, by}): [string, string] => [filterKey(path), writeFilter(by)]),
    ...(sort.length > 0 ? [['sort', sort.map(sortParameter).join(',')] as [string, string]] : []),
    ...(search === '' ? [] : [['q', search] as [string, string]]),
    ...(place === null ? [] : [[place.side, place.cursor] as [string, string]]),
  ]
  return pairs.map(([key, value]) => `${readable(key)}=${readable(value)}`).join('&')
}

/** Commas and colons have no meaning in a query and are more readable unescaped. */
const readable = (text: string): string => encodeURIComponent(text).replaceAll('%2C', ',').replaceAll('%3A', ':')

/** The key of a filter is its path; a path that equals a reserved key gets a prefix. */
export function filterKey(path: Path): string {
  const key = path.join('.')
  return ownKeys.has(key) ? `is.${key}` : key
}

function keysOf({screen, visibility}: ListAsker, path: Path): string[] {
  const field = visibility.visibleField(screen.entity, path)?.field
  return field && field.type.filter.filter !== 'none' ? filterKeys(field.type.filter, filterKey(path)) : []
}

function readOne(
  query: URLSearchParams,
  {screen, visibility, locale}: ListAsker,
  {path, ignored}: {path: Path; ignored: Ignored[]},
): Filtering[] {
  const field = visibility.visibleField(screen.entity, path)?.field
  if (!field) return []
  const key = filterKey(path)
  const keys = filterKeys(field.type.filter, key)
  if (!keys.some(each => query.getAll(each).some(text => text.trim() !== ''))) return []
  const {by, whole} = readFilter(field.type, name => query.getAll(name), {key, locale})
  if (!whole) ignored.push({key, why: 'unreadable'})
  return by === null ? [] : [{path, by}]
}

/** The key of the availability filter. */
export const freeKey = 'free'
const freeKeys = [freeKey, `${freeKey}.from`, `${freeKey}.to`]

/**
 * `free=a..b`, or both ends separately. A start alone, or with an end that is not after it, is the hour from there; other
 * ends alone are a point in time, or a day.
 */
function readFree(query: URLSearchParams, {screen, visibility, locale}: ListAsker, ignored: Ignored[]): Filtering[] {
  const {free} = screen
  const use = free && visibility.entity(free.entity)?.fields.get(free.from)?.type
  if (!free || !use) return []
  const textOf = (key: string) => (query.getAll(key).at(-1) ?? '').trim()
  const text = textOf(freeKey)
  const at = text.indexOf('..')
  const [from, to] =
    text === ''
      ? [textOf(`${freeKey}.from`), textOf(`${freeKey}.to`)]
      : at < 0
        ? [text, text]
        : [text.slice(0, at), text.slice(at + 2)]
  if (from === '' && to === '') return []
  const low = readEnd(use, from || to, {end: 'low', locale})
  const high = readEnd(use, to || from, {end: 'high', locale})
  if (low === undefined || high === undefined || low === null || high === null) {
    ignored.push({key: freeKey, why: 'unreadable'})
    return []
  }
  const end = text === '' && from !== '' ? endAfter(low, high) : high
  return [{path: [freeKey], by: {filter: 'free', low, high: end, time: free, type: use.type}}]
}

const hourMillis = 3_600_000

function endAfter(low: Value, high: Value): Value {
  if (!(low instanceof DateTime && high instanceof DateTime) || toMillis(high) > toMillis(low)) return high
  return fromMillis(toMillis(low) + hourMillis)
}

function readSort(text: string, {screen, visibility}: ListAsker): {sort: Sorting[]; whole: boolean} {
  const asked = text.split(',').filter(each => each.trim() !== '')
  const offered = new Set([...screen.columns, ...screen.sort.map(({path}) => path)].map(path => path.join('.')))
  const sort = asked.slice(0, mostSortings).flatMap((each): Sorting[] => {
    const name = each.trim().replace(/^-/, '')
    const path = name.split('.')
    const field = offered.has(name) ? visibility.visibleField(screen.entity, path)?.field : undefined
    const fits = field !== undefined && field.type.sort.sort !== 'none'
    return fits ? [{path, descending: each.trim().startsWith('-')}] : []
  })
  const different = [...new Map(sort.map(each => [each.path.join('.'), each])).values()]
  return {sort: different, whole: different.length === asked.length}
}

const sortParameter = ({path, descending}: Sorting): string => `${descending ? '-' : ''}${path.join('.')}`

/** Whether a cursor matches the order is checked when the order is known; see keyset.ts. */
function readPlace(query: URLSearchParams, ignored: Ignored[]): PagePlace | null {
  for (const side of ['after', 'before'] as const) {
    const cursor = query.get(side)
    if (cursor === null || cursor === '') continue
    if (/^[\w-]+$/.test(cursor) && cursor.length <= longestCursor) return {side, cursor}
    ignored.push({key: side, why: 'unreadable'})
  }
  return null
}
