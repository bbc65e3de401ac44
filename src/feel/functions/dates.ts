/** Functions on dates, times and durations: their parts, the periods to group by, and constructors. */

import {
  addDays,
  CalendarDate,
  DAY,
  DateTime,
  dayOfYear,
  makeDate,
  splitSeconds,
  Time,
  weekdayOf,
  weekOfYear,
} from '../calendar.ts'
import {type Num, toInteger} from '../decimal.ts'
import {type Day, dayOf, type Environment, midnight, settle, wall} from '../environment.ts'
import {readDate, readDateTime, readDays, readMonths, readTime} from '../format.ts'
import {DaysDuration, MonthsDuration, type Value} from '../value.ts'
import {type Declarations, type RunFunction, run} from './declaration.ts'

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/** Whole months between both; the time of day counts if both have one. */
function monthsBetween(from: Day, to: Day, environment: Environment): Value {
  const [a, b] = [dayOf(from, environment), dayOf(to, environment)]
  if (a === null || b === null) return null
  const months = (b.year - a.year) * 12 + b.month - a.month
  const late = a.day - b.day || secondOf(from, environment) - secondOf(to, environment)
  if (months > 0 && late > 0) return new MonthsDuration(months - 1)
  return new MonthsDuration(months < 0 && late < 0 ? months + 1 : months)
}

const secondOf = (at: Day, environment: Environment): number =>
  at instanceof DateTime ? (wall(at, environment)?.time.second ?? 0) : 0

const ofDay = (body: (date: CalendarDate) => Value): RunFunction =>
  run<[Day]>(([at], environment) => {
    const date = dayOf(at, environment)
    return date === null ? null : body(date)
  })

const of = (gives: string): string[] => [`(date: date / date and time): ${gives}`]

export const dateFunctions = {
  'day of week': {signatures: of('text'), sql: true, evaluating: ofDay(date => WEEKDAYS[weekdayOf(date) - 1] ?? null)},
  'day of year': {signatures: of('number'), sql: true, evaluating: ofDay(dayOfYear)},
  'month of year': {signatures: of('text'), sql: true, evaluating: ofDay(date => MONTHS[date.month - 1] ?? null)},
  'week of year': {signatures: of('number'), sql: true, evaluating: ofDay(weekOfYear)},
  'years and months duration': {
    signatures: ['(from: date / date and time, to: date / date and time): months duration'],
    sql: true,
    evaluating: run<[Day, Day]>(([from, to], environment) => monthsBetween(from, to, environment)),
  },
  week: {signatures: of('date'), sql: true, evaluating: ofDay(date => addDays(date, 1 - weekdayOf(date)))},
  month: {signatures: of('date'), sql: true, evaluating: ofDay(({year, month}) => new CalendarDate(year, month, 1))},
  quarter: {
    signatures: of('date'),
    sql: true,
    evaluating: ofDay(({year, month}) => new CalendarDate(year, month - ((month - 1) % 3), 1)),
  },
  year: {signatures: of('number'), sql: true, evaluating: ofDay(({year}) => year)},
} as const satisfies Declarations

// Constructors of dates, times and durations, from texts, from parts and from each other.

const MOMENT = 'text / date / date and time'

function dateFrom(from: Value, environment: Environment): CalendarDate | null {
  if (typeof from === 'string') return readDate(from)
  return from instanceof CalendarDate || from instanceof DateTime ? dayOf(from, environment) : null
}

function dateOf(year: Value, month: Num, day: Num): CalendarDate | null {
  const [y, m, d] = [integer(year), toInteger(month), toInteger(day)]
  return y === null || m === null || d === null ? null : makeDate(y, m, d)
}

const integer = (value: Value): number | null => (typeof value === 'number' ? value : null)

/** A time in a document has no zone. */
function timeFrom(from: Value, environment: Environment): Time | null {
  const time = timeIn(from, environment)
  if (time === null || environment.zone === undefined) return time
  return typeof from === 'string' && time.zone !== null ? null : new Time(time.second, time.nano)
}

function timeIn(from: Value, environment: Environment): Time | null {
  if (typeof from === 'string') return readTime(from)
  if (from instanceof DateTime) return wall(from, environment)?.time ?? null
  if (from instanceof CalendarDate) return new Time(0, 0, 0)
  return from instanceof Time ? from : null
}

function timeOf(args: {hour: Value; minute: Num; second: Num; offset: Value}): Time | null {
  const [hour, minute, second] = [integer(args.hour), toInteger(args.minute), splitSeconds(args.second)]
  const whole = second === null ? null : toInteger(second.whole)
  if (hour === null || minute === null || second === null || whole === null) return null
  const at = hour * 3600 + minute * 60 + whole
  const real = [hour, minute, whole].every(part => part >= 0) && minute < 60 && whole < 60 && at < DAY
  const offset = args.offset instanceof DaysDuration ? args.offset.seconds : null
  const placed = offset === null || (typeof offset === 'number' && Math.abs(offset) <= 64_800)
  return real && placed ? new Time(at, second.nano, typeof offset === 'number' ? offset : null) : null
}

function momentFrom(from: Value, environment: Environment): DateTime | null {
  if (typeof from === 'string') return settle(readDateTime(from), environment)
  if (from instanceof CalendarDate) return settle(midnight(from, null), environment)
  return from instanceof DateTime ? from : null
}

function momentOf(date: Value, time: Time, environment: Environment): DateTime | null {
  const day = typeof date === 'string' ? null : dateFrom(date, environment)
  return day === null ? null : settle(new DateTime(day, time), environment)
}

export const momentFunctions = {
  date: {
    signatures: [`(from: ${MOMENT}): date`, '(year: number, month: number, day: number): date'],
    sql: true,
    constant: true,
    evaluating: run<[Value, Num?, Num?]>(([first, month, day], environment) =>
      month === undefined || day === undefined ? dateFrom(first, environment) : dateOf(first, month, day),
    ),
  },
  time: {
    signatures: [
      `(from: ${MOMENT} / time): time`,
      '(hour: number, minute: number, second: number, offset?: days duration): time',
    ],
    sql: true,
    evaluating: run<[Value, Num?, Num?, Value?]>(([hour, minute, second, offset], environment) =>
      minute === undefined || second === undefined
        ? timeFrom(hour, environment)
        : timeOf({hour, minute, second, offset: offset ?? null}),
    ),
  },
  'date and time': {
    signatures: [`(from: ${MOMENT}): date and time`, '(date: date / date and time, time: time): date and time'],
    sql: true,
    evaluating: run<[Value, Time?]>(([first, time], environment) =>
      time === undefined ? momentFrom(first, environment) : momentOf(first, time, environment),
    ),
  },
  duration: {
    signatures: ['(from: text): any duration'],
    sql: false,
    constant: true,
    evaluating: run<[string]>(([text]) => readMonths(text) ?? readDays(text)),
  },
} as const satisfies Declarations
