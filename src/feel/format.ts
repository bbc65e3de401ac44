/** How values are written as text: the standard's `string()`, and the ISO forms in JSON. */
import {CalendarDate, DateTime, Time, type Zone} from './calendar.ts'
import {formatNum} from './decimal.ts'
import {type Context, DaysDuration, isList, isNum, isReference, MonthsDuration, Range, type Value} from './value.ts'

const pad = (n: number, width = 2): string => String(n).padStart(width, '0')

export function formatDate({year, month, day}: CalendarDate): string {
  return `${year < 0 ? '-' : ''}${pad(Math.abs(year), 4)}-${pad(month)}-${pad(day)}`
}

export function formatOffset(seconds: number): string {
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

/** Text of any value; a text inside a list or context stands in quotes. */
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
