/**
 * Dates, times and instants as small immutable values with arithmetic on days and seconds, and time zones. JavaScript's
 * Date is not used; zones come from Intl.
 */

import {plainLanguage} from '../messages/language.ts'
import {add, divide, formatNum, isWhole, type Num, round, subtract} from './decimal.ts'

export class CalendarDate {
  declare readonly year: number
  declare readonly month: number
  declare readonly day: number
  constructor(year: number, month: number, day: number) {
    this.year = year
    this.month = month
    this.day = day
  }
}

/** Seconds east of Greenwich, the name of a zone, or null for a local time. */
export type Zone = number | string | null

export class Time {
  /** Second of the day. */
  declare readonly second: number
  declare readonly nano: number
  declare readonly zone: Zone
  constructor(second: number, nano = 0, zone: Zone = null) {
    this.second = second
    this.nano = nano
    this.zone = zone
  }
}

export class DateTime {
  declare readonly date: CalendarDate
  declare readonly time: Time
  constructor(date: CalendarDate, time: Time) {
    this.date = date
    this.time = time
  }
}

export const DAY = 86_400
const MOST_YEAR = 999_999_999

const isLeapYear = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0

export const daysInMonth = (year: number, month: number): number =>
  month === 2 ? (isLeapYear(year) ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31

/** The date, or null if it does not exist. */
export function makeDate(year: number, month: number, day: number): CalendarDate | null {
  const real = Math.abs(year) <= MOST_YEAR && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month)
  return real ? new CalendarDate(year, month, day) : null
}

/** Days since 1970-01-01, in the proleptic Gregorian calendar. */
export function toDays({year, month, day}: CalendarDate): number {
  const y = month <= 2 ? year - 1 : year
  const era = Math.floor(y / 400)
  const yearOfEra = y - era * 400
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1
  return era * 146_097 + yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear - 719_468
}

export function fromDays(days: number): CalendarDate | null {
  const z = days + 719_468
  const era = Math.floor(z / 146_097)
  const dayOfEra = z - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const shifted = Math.floor((5 * dayOfYear + 2) / 153)
  const month = shifted < 10 ? shifted + 3 : shifted - 9
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  return makeDate(year, month, dayOfYear - Math.floor((153 * shifted + 2) / 5) + 1)
}

/** 1 is Monday, 7 is Sunday. */
export const weekdayOf = (date: CalendarDate): number => ((((toDays(date) + 3) % 7) + 7) % 7) + 1

export const dayOfYear = (date: CalendarDate): number => toDays(date) - toDays(new CalendarDate(date.year, 1, 1)) + 1

export const addDays = (date: CalendarDate, days: number): CalendarDate | null => fromDays(toDays(date) + days)

/** The same day of another month, or that month's last day if it is shorter. */
export function addMonths(date: CalendarDate, months: number): CalendarDate | null {
  const index = date.year * 12 + date.month - 1 + months
  const year = Math.floor(index / 12)
  const month = index - year * 12 + 1
  return makeDate(year, month, Math.min(date.day, daysInMonth(year, month)))
}

/** ISO 8601: week 1 contains the year's first Thursday. */
export function weekOfYear(date: CalendarDate): number {
  const thursday = addDays(date, 4 - weekdayOf(date))
  return thursday === null ? 1 : Math.ceil(dayOfYear(thursday) / 7)
}

/** Offset in seconds; null for a local time. */
export function offsetOf({date, time}: DateTime): number | null {
  if (typeof time.zone !== 'string') return time.zone
  const wall = toDays(date) * DAY + time.second
  return wall - localToEpoch(time.zone, wall)
}

/** Seconds since 1970 in UTC, or in local time if no zone is known. */
export const epochOf = (at: DateTime): number => toDays(at.date) * DAY + at.time.second - (offsetOf(at) ?? 0)

/** The local time of a zone at an instant. */
export function fromEpoch(epoch: number, nano: number, zone: Zone): DateTime | null {
  const wall = epoch + (typeof zone === 'string' ? offsetAt(zone, epoch) : (zone ?? 0))
  const days = Math.floor(wall / DAY)
  const date = fromDays(days)
  return date === null ? null : new DateTime(date, new Time(wall - days * DAY, nano, zone))
}

/** An instant of a document, from milliseconds since 1970. */
export function fromMillis(millis: number): DateTime | null {
  const seconds = Math.floor(millis / 1000)
  return fromEpoch(seconds, (millis - seconds * 1000) * 1_000_000, 0)
}

export const toMillis = (at: DateTime): number => epochOf(at) * 1000 + Math.floor(at.time.nano / 1_000_000)

/** The same instant in another zone; a local time is taken to be in that zone. */
export function inZone(at: DateTime, zone: Zone): DateTime | null {
  if (at.time.zone === null) return new DateTime(at.date, new Time(at.time.second, at.time.nano, zone))
  return fromEpoch(epochOf(at), at.time.nano, zone)
}

// Time zones, from Intl only: the offset of a zone at an instant, and the instant of a local time. All in seconds.

const formats = new Map<string, Intl.DateTimeFormat | null>()
/** Zone names come from texts, so the cache is bounded. */
const MOST_FORMATS = 1000

function formatOf(timeZone: string): Intl.DateTimeFormat | null {
  const known = formats.get(timeZone)
  if (known !== undefined) return known
  if (formats.size >= MOST_FORMATS) formats.clear()
  const made = makeFormat(timeZone)
  formats.set(timeZone, made)
  return made
}

function makeFormat(timeZone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat(plainLanguage, {timeZone, timeZoneName: 'longOffset'})
  } catch {
    // Intl throws for an unknown zone.
    return null
  }
}

export const isZone = (zone: string): boolean => /^[A-Za-z]/.test(zone) && formatOf(zone) !== null

/** Intl supports instants up to here; beyond, the nearest known offset is used. */
const FARTHEST = 8_640_000_000_000

/** Keyed by zone and day; null for a day with a clock change. */
const offsets = new Map<string, Map<number, number | null>>()
const MOST_OFFSETS = 50_000

/** Intl is slow, and a statement or a page needs many instants of the same days. */
export function offsetAt(zone: string, epoch: number): number {
  const days = offsets.get(zone) ?? new Map<number, number | null>()
  if (offsets.size >= MOST_FORMATS || days.size >= MOST_OFFSETS) offsets.clear()
  offsets.set(zone, days)
  const day = Math.floor(epoch / DAY)
  let known = days.get(day)
  if (known === undefined) {
    const first = intlOffset(zone, day * DAY)
    known = first === intlOffset(zone, (day + 1) * DAY) ? first : null
    days.set(day, known)
  }
  return known ?? intlOffset(zone, epoch)
}

/** Intl formats the offset as `GMT+02:00`, with seconds if they matter, and as `GMT` for zero. */
export function intlOffset(zone: string, epoch: number): number {
  const at = Math.max(-FARTHEST, Math.min(FARTHEST, epoch))
  const shown = /GMT(.)(\d+):(\d+):?(\d*)/.exec(formatOf(zone)?.format(at * 1000) ?? '')
  if (shown === null) return 0
  const [, sign, hours, minutes, seconds] = shown
  return (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * (sign === '+' ? 1 : -1)
}

/**
 * The instant of a local time (`wall`, in seconds since 1970). Of a time that occurs twice, the first is used; a
 * skipped one is moved on by the length of the gap.
 */
export function localToEpoch(zone: string, wall: number): number {
  const before = offsetAt(zone, wall - 86_400)
  const after = offsetAt(zone, wall + 86_400)
  for (const offset of [Math.max(before, after), Math.min(before, after)]) {
    if (offsetAt(zone, wall - offset) === offset) return wall - offset
  }
  return wall - before
}

// Seconds with fractions as exact numbers, and their split into whole seconds and nanoseconds.

export function exactSeconds(second: number, nano: number): Num | null {
  const fraction = divide(nano, 1e9)
  return fraction === null ? null : add(second, fraction)
}

/** The nanoseconds are never negative. */
export function splitSeconds(seconds: Num): {whole: Num; nano: number} | null {
  if (isWhole(seconds)) return {whole: seconds, nano: 0}
  const whole = round(seconds, 0, 'floor')
  const rest = whole === null ? null : subtract(seconds, whole)
  return whole === null || rest === null ? null : {whole, nano: Number(formatNum(rest).slice(2, 11).padEnd(9, '0'))}
}
