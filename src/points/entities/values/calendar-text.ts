/** Dates, times and instants as text: in the language of the document, and in the ISO form that browsers send. */

import {CalendarDate, DateTime, fromMillis, inZone, makeDate, Time, toDays, toMillis} from '../../../feel/calendar.ts'
import {readDateTime} from '../../../feel/format.ts'
import type {Locale} from '../field-type.ts'
import {dateFormat} from './formats.ts'

/** The databases support the years 1 to 9999. */
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

/** The locale for formatting dates. */
type DateLocale = Pick<Locale, 'language' | 'zone' | 'year'>

/** `Wed 16 Dec` this year, `16 Dec 2027` in another. A date has no zone; it is formatted in UTC from midnight UTC. */
export function showDate(date: CalendarDate, {language, year}: DateLocale): string {
  const other = date.year !== year
  return writtenOnce(`${date.year} ${date.month} ${date.day} ${other} ${language}`, () =>
    dateFormat(language, {...(other ? withYear : thisYear), timeZone: 'UTC'}).format(atMidnight(date)),
  )
}

/** `Wed 16 Dec, 14:30` this year, `16 Dec 2027, 14:30` in another. */
export function showInstant(at: DateTime, {language, zone, year}: DateLocale): string {
  const millis = toMillis(at)
  return writtenOnce(`${millis} ${language} ${zone} ${year}`, () => {
    const other = inZone(at, zone)?.date.year !== year
    const options = {...(other ? withYear : thisYear), hour: '2-digit', minute: '2-digit', timeZone: zone} as const
    return dateFormat(language, options).format(millis)
  })
}

/** The formats of a date in the current year, and in another. */
export const thisYear = {weekday: 'short', day: 'numeric', month: 'short'} as const
export const withYear = {day: 'numeric', month: 'short', year: 'numeric'} as const

/** Formatted texts of recent dates: formatting one takes longer than reading a record. */
const known = new Map<string, string>()
const mostKnown = 5000

export function writtenOnce(key: string, write: () => string): string {
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

export function atMidnight({year, month, day}: CalendarDate): Date {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  return date
}

/** Examples for messages about the expected format. */
export const someDate = new CalendarDate(2026, 12, 31)
export const someTime = new Time(14 * 3600 + 30 * 60)

// Instants, to the millisecond, in the years that the databases support. A local time becomes an instant by the rules
// of the zone; a time skipped by a clock change is rejected.

type ReadInstant =
  | {readonly ok: true; readonly instant: DateTime}
  | {readonly ok: false; readonly code: 'NOT_A_DATE_AND_TIME' | 'NO_SUCH_TIME'}

const unreadable: ReadInstant = {ok: false, code: 'NOT_A_DATE_AND_TIME'}
/** Longer texts are not parsed, to bound the work. */
const longest = 60
const first = -62_135_596_800_000
const last = 253_402_300_799_999

/** In UTC, to the millisecond; null outside the years 1 to 9999. */
export function instantOf(at: DateTime): DateTime | null {
  const millis = toMillis(at)
  return millis >= first && millis <= last ? fromMillis(millis) : null
}

/** With an offset as written; without one in the zone. */
export function readInstant(text: string, zone: string, language: string): ReadInstant {
  const written = text.trim()
  if (written.length > longest) return unreadable
  const exact = readDateTime(written.replace(/^(\S{10}) (?=\d\d:)/, '$1T').replace(/T(\d\d:\d\d)(?=Z|[+-])/, 'T$1:00'))
  if (exact !== null && exact.time.zone !== null) return acceptInstant(instantOf(exact))
  const wall = readWall(written, language)
  return wall === null ? unreadable : atZone(wall, zone)
}

function acceptInstant(instant: DateTime | null): ReadInstant {
  return instant === null ? unreadable : {ok: true, instant}
}

/** `2026-12-31T14:30`, `31.12.2026, 14:30`, `12/31/2026 2:30 pm`. */
function readWall(text: string, language: string): DateTime | null {
  const match = /^(.{8,}?)(?:T|,?\s+)(\d{1,2}[:.]\d\d.*)$/.exec(text)
  if (match === null) return null
  const date = readDateText(match[1] ?? '', language)
  const time = readTimeText(match[2] ?? '')
  return date === null || time === null ? null : new DateTime(date, time)
}

/** Of a time that occurs twice, the first is used. */
function atZone(wall: DateTime, zone: string): ReadInstant {
  const placed = inZone(wall, zone)
  const instant = placed === null ? null : instantOf(placed)
  if (instant === null) return unreadable
  const shown = inZone(instant, zone)
  const same = shown !== null && toDays(shown.date) === toDays(wall.date) && shown.time.second === wall.time.second
  return same ? {ok: true, instant} : {ok: false, code: 'NO_SUCH_TIME'}
}

/** The time in the zone, in the format of a form control. */
export function wallText(instant: DateTime, zone: string): string {
  const shown = inZone(instant, zone) ?? instant
  const {year, month, day} = shown.date
  const pad = (number: number, width = 2) => String(number).padStart(width, '0')
  const {second} = shown.time
  const clock = `${pad(Math.floor(second / 3600))}:${pad(Math.floor(second / 60) % 60)}`
  return `${pad(year, 4)}-${pad(month)}-${pad(day)}T${clock}`
}
