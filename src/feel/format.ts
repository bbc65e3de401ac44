/**
 * Values as text and JSON, and back: the standard's `string()`, the ISO forms, and the JSON used in Core and in the
 * browser.
 */

import {CalendarDate, DAY, DateTime, isZone, makeDate, Time, type Zone} from './calendar.ts'
import type {Json} from './core.ts'
import {equalNum, formatNum, makeNum, type Num, parseNum} from './decimal.ts'
import type {Type} from './type.ts'
import {type Context, DaysDuration, isList, isNum, isReference, MonthsDuration, Range, type Value} from './value.ts'

const pad = (n: number, width = 2): string => String(n).padStart(width, '0')

export function formatDate({year, month, day}: CalendarDate): string {
  return `${year < 0 ? '-' : ''}${pad(Math.abs(year), 4)}-${pad(month)}-${pad(day)}`
}

function formatOffset(seconds: number): string {
  if (seconds === 0) return 'Z'
  const all = Math.abs(seconds)
  const rest = all % 60 === 0 ? '' : `:${pad(all % 60)}`
  return `${seconds < 0 ? '-' : '+'}${pad(Math.floor(all / 3600))}:${pad(Math.floor(all / 60) % 60)}${rest}`
}

const formatZone = (zone: Zone): string =>
  zone === null ? '' : typeof zone === 'string' ? `@${zone}` : formatOffset(zone)

function formatClock({second, nano}: Time): string {
  const fraction = nano === 0 ? '' : `.${pad(nano, 9).replace(/0+$/, '')}`
  return `${pad(Math.floor(second / 3600))}:${pad(Math.floor(second / 60) % 60)}:${pad(second % 60)}${fraction}`
}

export const formatTime = (time: Time): string => formatClock(time) + formatZone(time.zone)

export const formatDateTime = ({date, time}: DateTime): string => `${formatDate(date)}T${formatTime(time)}`

export function formatMonths({months}: MonthsDuration): string {
  const all = Math.abs(months)
  const years = Math.floor(all / 12)
  const text = (years > 0 ? `${years}Y` : '') + (all % 12 > 0 ? `${all % 12}M` : '')
  return `${months < 0 ? '-' : ''}P${text === '' ? '0M' : text}`
}

export function formatDays({seconds}: DaysDuration): string {
  const text = formatNum(seconds)
  const negative = text.startsWith('-')
  const [whole = '0', fraction = ''] = (negative ? text.slice(1) : text).split('.')
  const all = BigInt(whole)
  const part = (n: bigint, letter: string): string => (n === 0n ? '' : `${n}${letter}`)
  const rest = fraction === '' ? part(all % 60n, 'S') : `${all % 60n}.${fraction}S`
  const clock = part((all / 3600n) % 24n, 'H') + part((all / 60n) % 60n, 'M') + rest
  const date = part(all / 86_400n, 'D')
  return `${negative ? '-' : ''}P${date}${clock === '' ? (date === '' ? 'T0S' : '') : `T${clock}`}`
}

const quote = (value: Value): string =>
  typeof value === 'string' ? `"${value.replace(/[\\"]/g, '\\$&')}"` : formatValue(value)

function formatRange(range: Range): string {
  const low = range.low === null ? '' : quote(range.low)
  const high = range.high === null ? '' : quote(range.high)
  return `${range.lowIncluded ? '[' : '('}${low}..${high}${range.highIncluded ? ']' : ')'}`
}

/** Text of any value; a text inside a list or context is quoted. */
export function formatValue(value: Value): string {
  if (value === null || typeof value === 'boolean') return String(value)
  if (typeof value === 'string') return value
  if (isNum(value)) return formatNum(value)
  if (isList(value)) return `[${value.map(quote).join(', ')}]`
  return value instanceof Map ? formatContext(value) : formatCalendar(value)
}

const formatContext = (context: Context): string =>
  `{${[...context].map(([key, entry]) => `${key}: ${quote(entry)}`).join(', ')}}`

function formatCalendar(value: Value): string {
  if (value instanceof CalendarDate) return formatDate(value)
  if (value instanceof DateTime) return formatDateTime(value)
  if (value instanceof Time) return formatTime(value)
  if (value instanceof DaysDuration) return formatDays(value)
  if (value instanceof MonthsDuration) return formatMonths(value)
  if (value instanceof Range) return formatRange(value)
  return isReference(value) ? value.id : ''
}

// Reads dates, times and durations from ISO text, as the standard's `date("…")`, `time("…")` and `duration("…")` do.

const DATE = /^(-?)(\d{4}|[1-9]\d{4,8})-(\d\d)-(\d\d)$/
const TIME = /^(\d\d):(\d\d):(\d\d)(?:\.(\d{1,9})\d*)?(?:(Z)|([-+])(\d\d):(\d\d)(?::(\d\d))?|@(.+))?$/i

export function readDate(text: string): CalendarDate | null {
  const match = DATE.exec(text)
  if (match === null) return null
  const year = Number(match[2])
  return makeDate(match[1] === '-' ? -year : year, Number(match[3]), Number(match[4]))
}

export function readTime(text: string): Time | null {
  const match = TIME.exec(text)
  if (match === null) return null
  const [, hour, minute, second, fraction = '', utc, sign, hours, minutes, seconds, name] = match
  const zone =
    name === undefined ? readOffset(utc ?? sign, clockOf(hours, minutes, seconds)) : isZone(name) ? name : undefined
  const at = clockOf(hour, minute, second)
  return zone === undefined || at === null || at >= DAY ? null : new Time(at, Number(fraction.padEnd(9, '0')), zone)
}

/** The seconds of a time of day; null for an invalid minute or second. */
function clockOf(hour = '0', minute = '0', second = '0'): number | null {
  const [h, m, s] = [Number(hour), Number(minute), Number(second)]
  return m < 60 && s < 60 ? h * 3600 + m * 60 + s : null
}

/** Offsets reach 18 hours; undefined for an invalid one. */
function readOffset(sign: string | undefined, offset: number | null): Zone | undefined {
  if (sign === undefined) return null
  if (offset === null || offset > 64_800) return undefined
  return sign === '-' ? 0 - offset : offset
}

/** A date alone is its midnight; 24:00:00 is the midnight after. */
export function readDateTime(text: string): DateTime | null {
  const at = text.indexOf('T')
  const date = readDate(at < 0 ? text : text.slice(0, at))
  if (date === null) return null
  const time = at < 0 ? new Time(0) : readTime(text.slice(at + 1))
  return time === null ? null : new DateTime(date, time)
}

const DAYS = /^(-?)P(?=.)(?:(\d+)D)?(?:T(?=.)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:\.(\d*))?S)?)?$/
const MONTHS = /^(-?)P(?=.)(?:(\d+)Y)?(?:(\d+)M)?$/

/** Digits finer than nanoseconds are cut off. */
export function readDays(text: string): DaysDuration | null {
  const match = DAYS.exec(text)
  if (match === null) return null
  const [, sign, days = 0, hours = 0, minutes = 0, whole = 0, parts = ''] = match
  const fraction = parts.slice(0, 9)
  const seconds = ((BigInt(days) * 24n + BigInt(hours)) * 60n + BigInt(minutes)) * 60n + BigInt(whole)
  const total = makeNum(BigInt(`${sign}${seconds}${fraction}`), -fraction.length)
  return total === null ? null : new DaysDuration(total)
}

export function readMonths(text: string): MonthsDuration | null {
  const match = MONTHS.exec(text)
  if (match === null) return null
  const [, sign, years = 0, months = 0] = match
  const all = Number(years) * 12 + Number(months)
  return Number.isSafeInteger(all) ? new MonthsDuration(sign === '-' ? 0 - all : all) : null
}

// Values as JSON: in Core, for the browser, and in the output of `nonet feel`.

/** A JSON number if that is exact, otherwise its digits as text. */
function encodeNum(n: Num): Json {
  if (typeof n === 'number') return n
  const text = formatNum(n)
  const float = Number(text)
  const back = Number.isFinite(float) ? parseNum(String(float)) : null
  return back !== null && equalNum(back, n) ? float : text
}

/** Dates, times and durations as ISO text, a reference as its id. */
export function encodeValue(value: Value): Json {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value
  if (isNum(value)) return encodeNum(value)
  if (isList(value)) return value.map(encodeValue)
  if (value instanceof Map) return encodeContext(value)
  return formatValue(value)
}

const encodeContext = (context: Context): Json =>
  Object.fromEntries([...context].map(([key, entry]) => [key, encodeValue(entry)]))

const readers: Partial<Record<Type['kind'], (text: string) => Value>> = {
  date: readDate,
  time: readTime,
  'date and time': readDateTime,
  'days duration': readDays,
  'months duration': readMonths,
}

/** Parses the output of `encodeValue` for that type; null if the JSON does not match. */
export function decodeValue(type: Type, json: Json): Value {
  if (json === null) return null
  if (type.kind === 'list') return Array.isArray(json) ? json.map(item => decodeValue(type.of, item)) : null
  if (type.kind === 'number') return decodeNum(json)
  if (type.kind === 'boolean') return typeof json === 'boolean' ? json : null
  if (typeof json !== 'string') return null
  if (type.kind === 'reference') return {entity: type.entity, id: json}
  const read = readers[type.kind]
  return read === undefined ? json : read(json)
}

/** The decimal number as written in the JSON, not the nearest binary fraction. */
export const decodeNum = (json: Json): Num | null => parseNum(String(json))
