/** Reads dates, times and durations from their ISO texts, as the standard's `date("…")` and its kin do. */
import {type CalendarDate, DAY, DateTime, makeDate, Time, type Zone} from './calendar.ts'
import {makeNum} from './decimal.ts'
import {DaysDuration, MonthsDuration} from './value.ts'
import {isZone} from './zone.ts'

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

/** Seconds of a clock's reading; null when it shows no such minute or second. */
function clockOf(hour = '0', minute = '0', second = '0'): number | null {
  const [h, m, s] = [Number(hour), Number(minute), Number(second)]
  return m < 60 && s < 60 ? h * 3600 + m * 60 + s : null
}

/** Offsets reach 18 hours; undefined when there is no such offset. */
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

/** Finer than nanoseconds is cut off. */
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
