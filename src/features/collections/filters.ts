/** The filter bar of a list, board, calendar or timeline, and filters from the parameters of a route. */

import {atOnce} from '../../engine/base/at-once.ts'
import {compared, no, parameterCore} from '../../engine/base/core-build.ts'
import type {RequestTime} from '../../engine/base/request-time.ts'
import {dayText, readDay} from '../../engine/display/dates.ts'
import {fieldAtPath} from '../../engine/display/field-display.ts'
import {keyInAddress} from '../../engine/links/record-address.ts'
import {filterCondition} from '../../engine/lists/filters.ts'
import {filterKey, freeKey, writeFilter} from '../../engine/lists/list-address.ts'
import type {Narrowing} from '../../engine/lists/list-plan.ts'
import {markIn} from '../../engine/query/cells.ts'
import type {FilterBy, ListDefinition, ListQuery, Path} from '../../engine/query/list-query.ts'
import type {ReadContext} from '../../engine/query/read-context.ts'
import {commonName, recordHref} from '../../engine/records/properties.ts'
import {records} from '../../engine/records/records.ts'
import {Refused, type Visit} from '../../engine/reply.ts'
import type {ScreenContext} from '../../engine/screen-context.ts'
import {DateTime, fromMillis, inZone, toMillis} from '../../feel/calendar.ts'
import type {Core} from '../../feel/core.ts'
import {parseNum} from '../../feel/decimal.ts'
import {encodeValue, formatDate, formatTime} from '../../feel/format.ts'
import type {Type} from '../../feel/type.ts'
import type {Value} from '../../feel/value.ts'
import type {Messages} from '../../messages/index.ts'
import type {Control} from '../../points/entities/field-type.ts'
import {spokenField, yesOrNo} from '../../points/entities/names.ts'
import {wordText} from '../../points/entities/values/choices.ts'
import {numberFormat} from '../../points/entities/values/formats.ts'
import type {FreeTime} from '../../points/screens/bullets/free-time.ts'
import type {RouteFilter, Screen} from '../../points/screens/model.ts'
import {entityShown} from '../../points/screens/run.ts'
import type {FilterData, ListData, RangeShortcut} from './data.ts'
import {type Brought, chosenAmong, lookedUpFilter, type RecordFilter, recordFilter} from './record-filters.ts'

// The filter bar: options and chosen values.

type FilterBarData = Pick<ListData, 'search' | 'filters' | 'filtered'>
interface FiltersAt {
  readonly asked: ListQuery
  readonly visit: Visit
  readonly context: Pick<ScreenContext, 'words'>
  /** The page with the parameters that a lookup keeps; by default its path. */
  readonly address?: string
  readonly brought?: Brought
}

type ValuesByFilter = ReadonlyMap<string, ReadonlySet<string>>

/** `occurring`: the values that the records have, where options that no record has are left out. */
export async function filterBar(
  reader: ReadContext,
  screen: ListDefinition,
  at: FiltersAt,
  occurring: () => Promise<ValuesByFilter | null> = async () => null,
): Promise<FilterBarData> {
  const filters = await listFilters(reader, screen, at)
  return {
    search: searchIn(screen, at.asked),
    filters: offeredIn(filters, at.visit.query.has('_lookup') ? null : await occurring()),
    filtered: isFiltered(at.asked),
  }
}

export const searchIn = ({search}: ListDefinition, asked: ListQuery): ListData['search'] =>
  search.length > 0 ? {text: asked.search} : null

export const isFiltered = ({search, filters}: ListQuery): boolean => search !== '' || filters.length > 0

/** For a lookup in one filter, returns only that filter with the matching records. */
export async function listFilters(
  reader: ReadContext,
  screen: ListDefinition,
  {asked, visit, context, address = visit.path, brought = 'always'}: FiltersAt,
): Promise<FilterData[]> {
  const searchedFilter = visit.query.has('_lookup') ? await lookedUpFilter(reader, screen, visit.query) : null
  if (searchedFilter) return [searchedFilter]
  const free = screen.free ? [freeData(reader, screen.free, {asked, lists: context.words.lists})] : []
  const filters = await atOnce(
    screen.filters.map(path =>
      filterData(reader, screen.entity, {path, asked, address, brought, words: context.words}),
    ),
  )
  return [...free, ...filters.filter(filter => filter !== null)]
}

/** Without options that no row has; a filter with a single one is left out, unless it is chosen. */
function offeredIn(filters: readonly FilterData[], known: ValuesByFilter | null): readonly FilterData[] {
  return filters.flatMap(filter => {
    const values = known?.get(filter.key)
    if (!values || filter.options.length === 0) return [filter]
    const options = filter.options.filter(({value}) => values.has(value) || value === filter.value)
    return options.length > 1 || filter.value !== '' ? [{...filter, options}] : []
  })
}

/** What the records are limited to, for a list without any: `Status: Draft`, `“spring”`. */
export function filteredBy(
  filters: readonly FilterData[],
  search: string,
  {words: {lists}, specification}: Pick<ScreenContext, 'words' | 'specification'>,
): string[] {
  const {LANGUAGE} = specification.limits.settings
  const texts = filters.flatMap(filter =>
    filter.value === '' ? [] : [`${filter.label}: ${filterText(filter, lists, LANGUAGE)}`],
  )
  return search === '' ? texts : [...texts, lists.quoted(search)]
}

function filterText(
  {value, options, low = '', high = ''}: FilterData,
  lists: Messages['lists'],
  language: string,
): string {
  if (low !== '' || high !== '') {
    const [from, to] = [low, high].map(end => rangeEndText(end, language))
    if (low === high) return from ?? ''
    return [low === '' ? '' : `${lists.from} ${from}`, high === '' ? '' : `${lists.to} ${to}`].filter(Boolean).join(' ')
  }
  if (value === 'none') return lists.noValue
  const labelOf = (word: string) => options.find(option => option.value === word)?.label
  return (
    labelOf(value) ??
    value
      .split(',')
      .map(word => labelOf(word) ?? word)
      .join(', ')
  )
}

function rangeEndText(end: string, language: string): string {
  const [date = '', time] = end.split('T')
  const day = readDay(date)
  if (day === null) return end
  const text = dayText(day, language, {day: 'numeric', month: 'short', year: 'numeric'})
  return time === undefined ? text : `${text}, ${time.slice(0, 5)}`
}

/** The time range of the availability filter. */
function freeData(
  {moment, entities}: ReadContext,
  {entity, from}: FreeTime,
  {asked: {filters}, lists}: {asked: ListQuery; lists: Messages['lists']},
): FilterData {
  const by = filters.find(each => each.by.filter === 'free')?.by
  const ends = by?.filter === 'free' ? by : null
  const isDay = entities.entities.get(entity)?.fields.get(from)?.type.type.kind === 'date'
  const shown = (end: Value) => (end === null || isDay ? endText(end, moment.zone) : clockText(end, moment.zone))
  return {
    key: freeKey,
    label: lists.free,
    value: ends ? writeFilter(ends) : '',
    control: isDay ? 'dates' : 'times',
    options: [],
    low: shown(ends?.low ?? null),
    high: shown(ends?.high ?? null),
    isMain: true,
    ...(isDay ? {} : {shortcuts: freeShortcuts(moment, ends, lists)}),
  }
}

const minuteMillis = 60_000
const offeredMinutes = [30, 60, 120]

/** Now, for as long as is chosen, and other lengths from the chosen time, or from now. */
function freeShortcuts(
  {now, language, zone}: RequestTime,
  ends: Extract<FilterBy, {filter: 'free'}> | null,
  lists: Messages['lists'],
): readonly RangeShortcut[] {
  const [low, high] = [ends?.low, ends?.high].map(end => (end instanceof DateTime ? toMillis(end) : null))
  // Clocks of rooms are no more exact than that.
  const present = Math.floor(toMillis(now) / (5 * minuteMillis)) * 5 * minuteMillis
  const start = low ?? present
  const length = typeof low === 'number' && typeof high === 'number' ? high - low : null
  const clock = (millis: number) => clockText(fromMillis(millis), zone)
  const within = (from: number, millis: number) => ({low: clock(from), high: clock(from + millis)})
  const named = (minutes: number) => {
    const [count, unit] = minutes < 60 ? [minutes, 'minute'] : [minutes / 60, 'hour']
    return numberFormat(language, {style: 'unit', unit, unitDisplay: 'long'}).format(count)
  }
  return [
    {
      label: lists.now,
      ...within(present, length ?? 60 * minuteMillis),
      current: low === present,
    },
    ...offeredMinutes.map(minutes => ({
      label: named(minutes),
      ...within(start, minutes * minuteMillis),
      current: length === minutes * minuteMillis,
    })),
  ]
}

/** As a date and time input writes it: `2026-11-19T14:00`. */
function clockText(end: Value, zone: string): string {
  if (!(end instanceof DateTime)) return ''
  const {date, time} = inZone(end, zone) ?? end
  return `${formatDate(date)}T${formatTime(time).slice(0, 5)}`
}

async function filterData(
  reader: ReadContext,
  entity: string,
  {path, asked, ...at}: {path: Path; asked: ListQuery} & Pick<RecordFilter, 'address' | 'brought' | 'words'>,
): Promise<FilterData | null> {
  const found = fieldAtPath(reader.entities, entity, path)
  if (!found) return null
  const {language} = reader.moment
  const {filter} = found.field.type
  const by = asked.filters.find(each => each.path.join('.') === path.join('.'))?.by
  const value = by ? writeFilter(by) : ''
  const shown = {key: filterKey(path), label: spokenField(found.field, language).label, value}
  switch (filter.filter) {
    case 'choice':
      return chosenAmong(
        shown,
        filter.words.map(word => {
          const tone = found.field.state ? reader.states.get(found.entity)?.tones[word] : undefined
          return {
            value: word,
            label: wordText(word, found.field.type.control.labels),
            ...(tone === undefined ? markIn(found.field.looks?.get(word)) : {tone}),
          }
        }),
      )
    case 'record':
      return recordFilter(reader, filter.entity, {shown, by, ...at})
    case 'yes/no':
    case 'empty or not':
      return chosenAmong(shown, [
        {value: 'yes', label: yesOrNo(true, language)},
        {value: 'no', label: yesOrNo(false, language)},
      ])
    case 'range':
      return {...shown, ...rangeData(filter.control, by, reader.moment.zone)}
    case 'text':
      return {...shown, control: 'text', options: []}
    case 'none':
      return null
  }
}

/** Times are filtered by day. */
function rangeData(
  {control}: Control,
  by: FilterBy | undefined,
  zone: string,
): Pick<FilterData, 'control' | 'options' | 'low' | 'high'> {
  const ends = by?.filter === 'range' ? by : {low: null, high: null}
  const days = control === 'date' || control === 'date and time'
  return {control: days ? 'dates' : 'range', options: [], low: endText(ends.low, zone), high: endText(ends.high, zone)}
}

function endText(end: Value, zone: string): string {
  if (end === null) return ''
  return end instanceof DateTime ? formatDate((inZone(end, zone) ?? end).date) : String(encodeValue(end))
}

// Filters from the parameters of a route.

/** The records that an address selects. */
interface About {
  readonly narrowed: readonly Narrowing[]
  /** The parameters as text: the name of a record, or the label of a choice. */
  readonly names: readonly string[]
  /** The page of the record named by the address, if the person may open it. */
  readonly back: {readonly label: string; readonly href: string} | null
}

const everything: About = {narrowed: [], names: [], back: null}

/** Rejected if the address names nothing that this person may see. */
export async function aboutOf(reader: ReadContext, screen: Screen, visit: Visit): Promise<About> {
  const {address} = screen
  if (address.kind !== 'some') return everything
  const found: RouteFilterResult[] = []
  for (const filter of address.filters) found.push(await foundBy(reader, screen, {filter, visit}))
  return {
    narrowed: found.map(({narrowed}) => narrowed),
    names: found.map(({name}) => name),
    back: found.findLast(({back}) => back !== null)?.back ?? null,
  }
}

/** The title of the screen with the names from its address. */
export const titleOf = ({name}: Screen, {names}: About): string => [name, ...names].join(': ')

interface RouteFilterResult {
  readonly narrowed: Narrowing
  readonly name: string
  readonly back: About['back']
}

interface RouteFilterVisit {
  readonly filter: RouteFilter
  readonly visit: Visit
}

function foundBy(
  reader: ReadContext,
  screen: Screen,
  at: RouteFilterVisit,
): Promise<RouteFilterResult> | RouteFilterResult {
  const entity = entityShown(screen)
  return at.filter.of === null ? valueFound(reader, entity, at) : recordFound(reader, entity, {...at, of: at.filter.of})
}

async function recordFound(
  reader: ReadContext,
  entity: string,
  {filter, of, visit}: RouteFilterVisit & {readonly of: NonNullable<RouteFilter['of']>},
): Promise<RouteFilterResult> {
  const target = reader.visibility.entity(of.entity)
  if (!target) throw new Refused('NOT_FOUND')
  const key = keyInAddress(target, of.key, visit.parameters[filter.parameter] ?? '')
  const record = key && (await records(target, {name: commonName, href: recordHref}).byKey(reader, key))
  if (!record) throw new Refused('NOT_FOUND')
  const {id, name, href} = record
  const by = {filter: 'record', ids: [id], none: false} as const
  return {
    narrowed: {
      shape: `of ${filter.field} ${filter.parameter}`,
      where:
        filterCondition(reader.visibility, entity, {path: [filter.field], by}, type => routeValue(filter, type)) ?? no,
      parameters: new Map([[routeName(filter), {entity: of.entity, id}]]),
    },
    name,
    back: href === null ? null : {label: name, href},
  }
}

const routeName = ({parameter}: RouteFilter): string => `route ${parameter}`
const routeValue = (filter: RouteFilter, type: Type): Core => parameterCore(routeName(filter), type)

/** The value of a choice, a number or a text, exactly as stored. */
function valueFound({visibility}: ReadContext, entity: string, {filter, visit}: RouteFilterVisit): RouteFilterResult {
  const text = visit.parameters[filter.parameter] ?? ''
  const seen = visibility.visibleField(entity, [filter.field])
  const type = seen?.value.type
  if (!seen || !type) throw new Refused('NOT_FOUND')
  const isNumber = type.kind === 'number'
  if (isNumber && !/^-?\d{1,15}(?:\.\d{1,6})?$/.test(text)) throw new Refused('NOT_FOUND')
  if (type.kind === 'choice' && !type.words.includes(text)) throw new Refused('NOT_FOUND')
  return {
    narrowed: {
      shape: `is ${filter.field} ${filter.parameter}`,
      where: compared(seen.value, '=', routeValue(filter, type)),
      parameters: new Map([[routeName(filter), isNumber ? parseNum(text) : text]]),
    },
    name: type.kind === 'choice' ? wordText(text, seen.field.type.control.labels) : text,
    back: null,
  }
}
