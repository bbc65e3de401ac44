/** Functions that make dates, times, durations, numbers and texts of other values. */
import {CalendarDate, DateTime, makeDate, Time} from '../calendar.ts'
import {multiply, type Num, parseNum, round, subtract, toInteger} from '../decimal.ts'
import type {Environment} from '../environment.ts'
import {formatInstant, formatValue} from '../format.ts'
import {dayOf, midnight, settle, wall} from '../moment.ts'
import {makeTime, readDate, readDateTime, readDays, readMonths, readTime} from '../read.ts'
import {DaysDuration, isNum, type Value} from '../value.ts'
import {type Declarations, run} from './declaration.ts'

const SCALAR = 'text / date / date and time'

function dateFrom(from: Value, environment: Environment): CalendarDate | null {
  if (typeof from === 'string') return readDate(from)
  return from instanceof CalendarDate || from instanceof DateTime ? dayOf(from, environment) : null
}

function dateOf(year: Num, month: Num, day: Num): CalendarDate | null {
  const [y, m, d] = [toInteger(year), toInteger(month), toInteger(day)]
  return y === null || m === null || d === null ? null : makeDate(y, m, d)
}

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

function timeOf(args: {hour: Num; minute: Num; second: Num; offset: Value}): Time | null {
  const [hour, minute] = [toInteger(args.hour), toInteger(args.minute)]
  const second = round(args.second, 0, 'floor')
  const fraction = second === null ? null : subtract(args.second, second)
  const nano = fraction === null ? null : multiply(fraction, 1e9)
  const whole = nano === null ? null : round(nano, 0, 'down')
  if (hour === null || minute === null || typeof second !== 'number' || typeof whole !== 'number') return null
  const zone = args.offset instanceof DaysDuration ? offsetOf(args.offset.seconds) : null
  return zone === undefined ? null : makeTime({hour, minute, second, nano: whole}, zone)
}

const offsetOf = (seconds: Num): number | undefined =>
  typeof seconds === 'number' && Math.abs(seconds) <= 18 * 3600 ? seconds : undefined

function momentFrom(from: Value, environment: Environment): DateTime | null {
  if (typeof from === 'string') return settle(readDateTime(from), environment)
  if (from instanceof CalendarDate) return settle(midnight(from, null), environment)
  return from instanceof DateTime ? from : null
}

function momentOf(date: CalendarDate | DateTime, time: Time, environment: Environment): DateTime | null {
  const day = dayOf(date, environment)
  return day === null ? null : settle(new DateTime(day, time), environment)
}

const separators = new Set([' ', ',', '.'])

/** `number("1.000,5", ".", ",")`; without separators, the text as a number is written in an expression. */
function numberFrom(text: string, grouping: string | null, point: string | null): Num | null {
  if (grouping !== null && (!separators.has(grouping) || grouping === point)) return null
  if (point !== null && point !== ',' && point !== '.') return null
  const joined = grouping === null ? text : text.replaceAll(grouping, '')
  const plain = point === null || point === '.' ? joined : joined.replace('.', '?').replace(point, '.')
  return /^-?(\d+(\.\d+)?|\.\d+)([eE][-+]?\d+)?$/.test(plain) ? parseNum(plain) : null
}

/** An instant of a document is written as the clocks of TIME_ZONE show it. */
function textFrom(value: Value, environment: Environment): string | null {
  if (environment.zone === undefined || !(value instanceof DateTime)) return formatValue(value)
  const shown = wall(value, environment)
  return shown === null ? null : formatInstant(shown)
}

export const conversionFunctions = {
  date: {
    constant: true,
    signatures: [`(from: ${SCALAR}): date`, '(year: number, month: number, day: number): date'],
    sql: true,
    run: run<[Value, Num?, Num?]>(([first, month, day], environment) =>
      month === undefined || day === undefined ? dateFrom(first, environment) : dateOf(first as Num, month, day),
    ),
  },
  time: {
    signatures: [
      `(from: ${SCALAR} / time): time`,
      '(hour: number, minute: number, second: number, offset?: days duration): time',
    ],
    sql: true,
    run: run<[Value, Num?, Num?, Value?]>(([first, minute, second, offset], environment) =>
      minute === undefined || second === undefined
        ? timeFrom(first, environment)
        : timeOf({hour: first as Num, minute, second, offset: offset ?? null}),
    ),
  },
  'date and time': {
    signatures: [`(from: ${SCALAR}): date and time`, '(date: date / date and time, time: time): date and time'],
    sql: true,
    run: run<[Value, Time?]>(([first, time], environment) =>
      time === undefined
        ? momentFrom(first, environment)
        : momentOf(first as CalendarDate | DateTime, time, environment),
    ),
  },
  duration: {
    constant: true,
    signatures: ['(from: text): any duration'],
    sql: false,
    run: run<[string]>(([text]) => readMonths(text) ?? readDays(text)),
  },
  number: {
    signatures: [
      '(from: text / number): number',
      '(from: text, grouping separator: text, decimal separator: text): number',
    ],
    sql: false,
    nulls: true,
    run: run<[Value, (string | null)?, (string | null)?]>(([from, grouping, point]) => {
      if (isNum(from)) return grouping === undefined ? from : null
      return typeof from === 'string' ? numberFrom(from, grouping ?? null, point ?? null) : null
    }),
  },
  string: {
    signatures: ['(from: scalar): text'],
    sql: true,
    run: run<[Value]>(([value], environment) => textFrom(value, environment)),
  },
  'is defined': {
    signatures: ['(value: any): boolean'],
    sql: true,
    nulls: true,
    undeclared: true,
    run: ([value]) => value !== null,
  },
} as const satisfies Declarations
