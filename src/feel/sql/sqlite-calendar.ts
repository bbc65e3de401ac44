/** The functions on days, times and instants that SQLite lacks; see dialect.ts for how they are counted. */
import {
  addMonths,
  CalendarDate,
  DAY,
  dayOfYear,
  fromDays,
  fromEpoch,
  inZone,
  localToEpoch,
  makeDate,
  offsetAt,
  splitSeconds,
  Time,
  toDays,
  weekOfYear,
} from '../calendar.ts'
import {add, type Num, toInteger} from '../decimal.ts'
import {formatDate, formatDateTime, formatDays, formatMonths, formatTime, readDate} from '../format.ts'
import {DaysDuration, MonthsDuration} from '../value.ts'
import {asNumber, exact, floorMod, type SqliteFunction, type SqliteValue, whole} from './sqlite-functions.ts'

const daysOf = (date: CalendarDate | null): bigint | null => (date === null ? null : BigInt(toDays(date)))

/** Dates counted by our own SQL are valid. */
function dateOf(days: bigint | string | undefined): CalendarDate {
  const date = fromDays(asNumber(days))
  if (date === null) throw new Error(`No such day: ${days}`)
  return date
}

const ofDate =
  (run: (date: CalendarDate) => SqliteValue): SqliteFunction =>
  days =>
    run(dateOf(days))

const floorSeconds = (millis: bigint): number => Number((millis - floorMod(millis, 1000n)) / 1000n)

/** Milliseconds of an instant that may be beyond JavaScript's exact range. */
const millisOf = (second: number, nano: number): bigint => BigInt(second) * 1000n + BigInt(Math.floor(nano / 1e6))

const wall: SqliteFunction = (millis, zone) =>
  whole(millis) + BigInt(offsetAt(String(zone), floorSeconds(whole(millis)))) * 1000n

function shift(second: number, nano: number, by: Num): {second: number; nano: number} | null {
  const parts = splitSeconds(by)
  const moved = parts === null ? null : add(second, parts.whole)
  if (parts === null || typeof moved !== 'number') return null
  const sum = nano + parts.nano
  return sum >= 1e9 ? {second: moved + 1, nano: sum - 1e9} : {second: moved, nano: sum}
}

const moveInstant: SqliteFunction = (millis, by) => {
  const [second, rest] = [floorSeconds(whole(millis)), Number(floorMod(whole(millis), 1000n))]
  const moved = shift(second, rest * 1e6, exact(by))
  return moved === null ? null : millisOf(moved.second, moved.nano)
}

const moveInstantMonths: SqliteFunction = (millis, months, zone) => {
  const [second, rest] = [floorSeconds(whole(millis)), Number(floorMod(whole(millis), 1000n))]
  const shown = inZone(fromEpoch(second, rest * 1e6, 0) ?? never(), String(zone))
  const date = shown === null ? null : addMonths(shown.date, asNumber(months))
  return shown === null || date === null ? null : placed(date, shown.time, String(zone))
}

function never(): never {
  throw new Error('An instant of the database is a real one.')
}

/** Null beyond the exact range of expressions. */
function placed(date: CalendarDate, time: Time, zone: string): bigint | null {
  const second = localToEpoch(zone, toDays(date) * DAY + time.second)
  return Number.isSafeInteger(second) ? millisOf(second, time.nano) : null
}

const place: SqliteFunction = (days, clock, zone) => {
  const parts = splitSeconds(exact(clock))
  return parts === null ? null : placed(dateOf(days), new Time(Number(parts.whole), parts.nano), String(zone))
}

const moveTime: SqliteFunction = (time, by) => {
  const parts = splitSeconds(exact(time))
  const moved = parts === null ? null : shift(Number(parts.whole), parts.nano, exact(by))
  return moved === null ? null : BigInt(((moved.second % DAY) + DAY) % DAY) * 1_000_000_000n + BigInt(moved.nano)
}

const makeDays: SqliteFunction = (year, month, day) => {
  const [y, m, d] = [toInteger(exact(year)), toInteger(exact(month)), toInteger(exact(day))]
  return y === null || m === null || d === null ? null : daysOf(makeDate(y, m, d))
}

const makeClock: SqliteFunction = (hours, minutes, seconds) => {
  const [hour, minute, parts] = [toInteger(exact(hours)), toInteger(exact(minutes)), splitSeconds(exact(seconds))]
  if (hour === null || minute === null || parts === null || typeof parts.whole !== 'number') return null
  const real = hour >= 0 && hour < 24 && minute >= 0 && minute < 60 && parts.whole >= 0 && parts.whole < 60
  return real ? BigInt(hour * 3600 + minute * 60 + parts.whole) * 1_000_000_000n + BigInt(parts.nano) : null
}

const monthsBetween: SqliteFunction = (fromDay, fromSecond, toDay, toSecond) => {
  const [a, b] = [dateOf(fromDay), dateOf(toDay)]
  const months = (b.year - a.year) * 12 + b.month - a.month
  const late = a.day - b.day || asNumber(fromSecond) - asNumber(toSecond)
  return BigInt(months > 0 && late > 0 ? months - 1 : months < 0 && late < 0 ? months + 1 : months)
}

const weekday = (day: bigint): bigint => floorMod(day + 3n, 7n) + 1n
const isWorked = (day: bigint, mask: bigint): boolean => ((mask >> weekday(day)) & 1n) === 1n

const workingDays: SqliteFunction = (first, last, weekMask) => {
  const [from, to, mask] = [whole(first), whole(last), whole(weekMask)]
  if (to < from) return 0n
  const days = to - from + 1n
  const perWeek = BigInt([1n, 2n, 3n, 4n, 5n, 6n, 7n].filter(each => ((mask >> each) & 1n) === 1n).length)
  let worked = (days / 7n) * perWeek
  for (let day = from; day < from + (days % 7n); day++) if (isWorked(day, mask)) worked += 1n
  return worked
}

const writeClock: SqliteFunction = seconds => {
  const parts = splitSeconds(exact(seconds))
  return parts === null ? null : formatTime(new Time(Number(parts.whole), parts.nano))
}

/** The offset belongs to the instant: a local time may have two. */
const writeInstant: SqliteFunction = (millis, zone) => {
  const [second, rest] = [floorSeconds(whole(millis)), Number(floorMod(whole(millis), 1000n))]
  const shown = fromEpoch(second, rest * 1e6, offsetAt(String(zone), second))
  return shown === null ? null : formatDateTime(shown)
}

export const sqliteCalendar: Readonly<Record<string, SqliteFunction>> = {
  real_days: days => daysOf(fromDays(asNumber(days))),
  add_months: (days, months) => daysOf(addMonths(dateOf(days), asNumber(months))),
  year_of: ofDate(date => BigInt(date.year)),
  month_of: ofDate(date => BigInt(date.month)),
  day_of: ofDate(date => BigInt(date.day)),
  day_of_year: ofDate(date => BigInt(dayOfYear(date))),
  week_of_year: ofDate(date => BigInt(weekOfYear(date))),
  month_start: ofDate(({year, month}) => daysOf(new CalendarDate(year, month, 1))),
  quarter_start: ofDate(({year, month}) => daysOf(new CalendarDate(year, month - ((month - 1) % 3), 1))),
  wall,
  move_instant: moveInstant,
  move_instant_months: moveInstantMonths,
  move_time: moveTime,
  place,
  make_date: makeDays,
  read_date: text => daysOf(readDate(String(text))),
  make_time: makeClock,
  whole_seconds: millis => BigInt(floorSeconds(whole(millis))),
  months_between: monthsBetween,
  working_days: workingDays,
  write_date: ofDate(formatDate),
  write_time: writeClock,
  write_instant: writeInstant,
  write_duration: seconds => formatDays(new DaysDuration(exact(seconds))),
  write_months: months => formatMonths(new MonthsDuration(asNumber(months))),
}
