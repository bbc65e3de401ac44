/** Dates and times of day as people of a language type and read them, beside the ISO writing that forms send. */
import {CalendarDate, type DateTime, makeDate, Time, toMillis} from '../../../feel/calendar.ts'
import {dateFormat} from './formats.ts'

/** Databases know the years 1 to 9999. */
export function inYears(date: CalendarDate | null): CalendarDate | null {
  return date !== null && date.year >= 1 && date.year <= 9999 ? date : null
}

/** `2026-12-31`, or day, month and a year of four digits in the order of the language. */
export function readDateText(text: string, language: string): CalendarDate | null {
  const bare = text.replace(/[\u200e\u200f\u061c]/g, '').trim()
  const match = /^(\d{1,4})(?:\. ?|[/ -])(\d{1,2})(?:\. ?|[/ -])(\d{1,4})\.?$/.exec(bare)
  if (match === null) return null
  const [first = '', second = '', third = ''] = match.slice(1)
  if (first.length === 4) return dateOf(first, second, third)
  if (third.length !== 4) return null
  const order = orderOf(language)
  if (order === 'day month year') return dateOf(third, second, first)
  return order === 'month day year' ? dateOf(third, first, second) : null
}

function dateOf(year: string, month: string, day: string): CalendarDate | null {
  return inYears(day.length > 2 ? null : makeDate(Number(year), Number(month), Number(day)))
}

function orderOf(language: string): string {
  const parts = dateFormat(language, {year: 'numeric', month: 'numeric', day: 'numeric'}).formatToParts(0)
  return parts
    .map(part => part.type)
    .filter(type => type !== 'literal')
    .join(' ')
}

/** `14:30`, `14:30:05`, `2:30 pm`. */
export function readTimeText(text: string): Time | null {
  const match = /^(\d{1,2})[:.](\d\d)(?::(\d\d)(?:\.\d+)?)?\s*(?:([ap])\.?\s?m\.?)?$/i.exec(text.trim())
  if (match === null) return null
  const hour = hourOf(Number(match[1]), match[4]?.toLowerCase())
  const [minute, second] = [Number(match[2]), Number(match[3] ?? '0')]
  const real = hour !== null && hour < 24 && minute < 60 && second < 60
  return real ? new Time(hour * 3600 + minute * 60 + second) : null
}

function hourOf(hour: number, half: string | undefined): number | null {
  if (half === undefined) return hour
  if (hour < 1 || hour > 12) return null
  return (hour % 12) + (half === 'p' ? 12 : 0)
}

/** A date has no place on earth: it is shown by the clocks of Greenwich, whose midnight it was made of. */
export function showDate(date: CalendarDate, language: string): string {
  return shown(`${date.year} ${date.month} ${date.day} ${language}`, () =>
    dateFormat(language, {dateStyle: 'medium', timeZone: 'UTC'}).format(midnight(date)),
  )
}

export function showInstant(at: DateTime, language: string, zone: string): string {
  const millis = toMillis(at)
  return shown(`${millis} ${language} ${zone}`, () =>
    dateFormat(language, {dateStyle: 'medium', timeStyle: 'short', timeZone: zone}).format(millis),
  )
}

/** The same few days and moments stand on page after page, and writing one takes longer than reading a record. */
const known = new Map<string, string>()
const mostKnown = 5000

function shown(key: string, write: () => string): string {
  const before = known.get(key)
  if (before !== undefined) return before
  const text = write()
  if (known.size >= mostKnown) known.clear()
  known.set(key, text)
  return text
}

export function showTime({second}: Time, language: string): string {
  const timeStyle = second % 60 === 0 ? 'short' : 'medium'
  return dateFormat(language, {timeStyle, timeZone: 'UTC'}).format(second * 1000)
}

function midnight({year, month, day}: CalendarDate): Date {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  return date
}

/** For the messages that say how it is written. */
export const someDate = new CalendarDate(2026, 12, 31)
export const someTime = new Time(14 * 3600 + 30 * 60)
