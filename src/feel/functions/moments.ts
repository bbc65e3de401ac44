/** Functions that make dates, times and durations of texts, of parts and of each other. */
import {CalendarDate, DAY, DateTime, makeDate, Time} from '../calendar.ts'
import {type Num, toInteger} from '../decimal.ts'
import type {Environment} from '../environment.ts'
import {dayOf, midnight, settle, wall} from '../moment.ts'
import {readDate, readDateTime, readDays, readMonths, readTime} from '../read.ts'
import {splitSeconds} from '../seconds.ts'
import {DaysDuration, type Value} from '../value.ts'
import {type Declarations, run} from './declaration.ts'

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

/** A time of a document is not placed anywhere. */
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
    run: run<[Value, Num?, Num?]>(([first, month, day], environment) =>
      month === undefined || day === undefined ? dateFrom(first, environment) : dateOf(first, month, day),
    ),
  },
  time: {
    signatures: [
      `(from: ${MOMENT} / time): time`,
      '(hour: number, minute: number, second: number, offset?: days duration): time',
    ],
    sql: true,
    run: run<[Value, Num?, Num?, Value?]>(([hour, minute, second, offset], environment) =>
      minute === undefined || second === undefined
        ? timeFrom(hour, environment)
        : timeOf({hour, minute, second, offset: offset ?? null}),
    ),
  },
  'date and time': {
    signatures: [`(from: ${MOMENT}): date and time`, '(date: date / date and time, time: time): date and time'],
    sql: true,
    run: run<[Value, Time?]>(([first, time], environment) =>
      time === undefined ? momentFrom(first, environment) : momentOf(first, time, environment),
    ),
  },
  duration: {
    signatures: ['(from: text): any duration'],
    sql: false,
    constant: true,
    run: run<[string]>(([text]) => readMonths(text) ?? readDays(text)),
  },
} as const satisfies Declarations
