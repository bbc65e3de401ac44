/** Reads dates, times and durations from their ISO texts, as the standard's `date("…")` and its kin do. */
import {type CalendarDate, DateTime, makeDate, Time, type Zone} from './calendar.ts'
import {add, multiply, type Num, negate, parseNum} from './decimal.ts'
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
  const zone = readZone(match)
  if (zone === undefined) return null
  const [hour, minute, second] = [Number(match[1]), Number(match[2]), Number(match[3])]
  return makeTime({hour, minute, second, nano: Number((match[4] ?? '').padEnd(9, '0'))}, zone)
}

export function makeTime(at: {hour: number; minute: number; second: number; nano: number}, zone: Zone): Time | null {
  const real = [at.hour < 24, at.minute < 60, at.second < 60, Math.min(at.hour, at.minute, at.second) >= 0]
  return real.every(Boolean) ? new Time(at.hour * 3600 + at.minute * 60 + at.second, at.nano, zone) : null
}

/** Offsets reach 18 hours; undefined when the offset or zone does not exist. */
function readZone(match: RegExpExecArray): Zone | undefined {
  if (match[5] !== undefined) return 0
  const name = match[10]
  if (name !== undefined) return isZone(name) ? name : undefined
  if (match[6] === undefined) return null
  const [hours, minutes, seconds] = [Number(match[7]), Number(match[8]), Number(match[9] ?? '0')]
  const offset = hours * 3600 + minutes * 60 + seconds
  if (minutes > 59 || seconds > 59 || offset > 18 * 3600) return undefined
  return match[6] === '-' ? 0 - offset : offset
}

/** A date alone is its midnight; 24:00:00 is the midnight after. */
export function readDateTime(text: string): DateTime | null {
  const at = text.indexOf('T')
  const date = readDate(at < 0 ? text : text.slice(0, at))
  if (date === null) return null
  const time = at < 0 ? new Time(0) : readTime(text.slice(at + 1))
  return time === null ? null : new DateTime(date, time)
}

const DAYS = /^(-?)P(?:(\d+)D)?(?:T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d*)?)S)?)?$/
const MONTHS = /^(-?)P(?:(\d+)Y)?(?:(\d+)M)?$/

export function readDays(text: string): DaysDuration | null {
  const match = DAYS.exec(text)
  if (match === null || text.endsWith('P')) return null
  const [, sign, days = '0', hours = '0', minutes = '0', seconds = '0'] = match
  const cut = /^(\d+)\.?(\d{0,9})/.exec(seconds)
  const exact = cut?.[2] ? `${cut[1]}.${cut[2]}` : (cut?.[1] ?? '0')
  let total: Num | null = parseNum(exact)
  for (const [count, unit] of [
    [days, 86_400],
    [hours, 3600],
    [minutes, 60],
  ] as const) {
    const part = multiply(parseNum(count) ?? 0, unit)
    total = total === null || part === null ? null : add(total, part)
  }
  return total === null ? null : new DaysDuration(sign === '-' ? negate(total) : total)
}

export function readMonths(text: string): MonthsDuration | null {
  const match = MONTHS.exec(text)
  if (match === null || text.endsWith('P')) return null
  const [, sign, years = '0', months = '0'] = match
  const all = Number(years) * 12 + Number(months)
  return Number.isSafeInteger(all) ? new MonthsDuration(sign === '-' ? 0 - all : all) : null
}
