/**
 * The functions that also exist in the browser: texts, numbers, aggregates, lookups, the clock and working days.
 * Lengths of texts count code points.
 */

import {CalendarDate, inZone, toDays, weekdayOf} from '../calendar.ts'
import {divide, isWhole, modulo, type Num, negate, type Rounding, round, signOf, sumOf, toInteger} from '../decimal.ts'
import {type Day, dayOf, type Environment, settle} from '../environment.ts'
import {compareValues, DaysDuration, isAmong, isNum, type List, MonthsDuration, type Value} from '../value.ts'
import {type Declarations, type RunFunction, run} from './declaration.ts'

const two = ['(string: text, match: text): boolean']

export const textFunctions = {
  'string length': {
    signatures: ['(string: text): number'],
    sql: true,
    evaluating: run<[string]>(([text]) => Array.from(text).length),
  },
  'upper case': {
    signatures: ['(string: text): text'],
    sql: true,
    evaluating: run<[string]>(([text]) => text.toUpperCase()),
  },
  'lower case': {
    signatures: ['(string: text): text'],
    sql: true,
    evaluating: run<[string]>(([text]) => text.toLowerCase()),
  },
  contains: {signatures: two, sql: true, evaluating: run<[string, string]>(([text, match]) => text.includes(match))},
  'starts with': {
    signatures: two,
    sql: true,
    evaluating: run<[string, string]>(([text, match]) => text.startsWith(match)),
  },
  'ends with': {signatures: two, sql: true, evaluating: run<[string, string]>(([text, match]) => text.endsWith(match))},
} as const satisfies Declarations

// Numbers.

/** The scales that decimal128 can hold. */
const isScale = (scale: number): boolean => scale >= -6111 && scale <= 6176

function rounded(n: Num, scale: Num | null, mode: Rounding): Num | null {
  const whole = scale === null ? 0 : round(scale, 0, 'down')
  const digits = whole === null ? null : toInteger(whole)
  return digits === null || !isScale(digits) ? null : round(n, digits, mode)
}

const rounding = (mode: Rounding): RunFunction => run<[Num, Num | null]>(([n, scale]) => rounded(n, scale, mode))

const scaled = ['(n: number, scale: number): number']
const optional = ['(n: number, scale?: number): number']

function absolute(value: Value): Value {
  if (isNum(value)) return signOf(value) < 0 ? negate(value) : value
  if (value instanceof DaysDuration) return signOf(value.seconds) < 0 ? new DaysDuration(negate(value.seconds)) : value
  return value instanceof MonthsDuration ? new MonthsDuration(Math.abs(value.months)) : null
}

const isMultiple = (n: Num, rest: number): boolean => isWhole(n) && modulo(n, 2) === rest

export const numberFunctions = {
  decimal: {signatures: scaled, sql: true, evaluating: rounding('half even')},
  floor: {signatures: optional, sql: true, evaluating: rounding('floor')},
  ceiling: {signatures: optional, sql: true, evaluating: rounding('ceiling')},
  'round up': {signatures: scaled, sql: true, evaluating: rounding('up')},
  'round down': {signatures: scaled, sql: true, evaluating: rounding('down')},
  'round half up': {signatures: scaled, sql: true, evaluating: rounding('half up')},
  'round half down': {signatures: scaled, sql: true, evaluating: rounding('half down')},
  abs: {
    signatures: ['(n: number): number', '(n: days duration): days duration', '(n: months duration): months duration'],
    sql: true,
    evaluating: run<[Value]>(([n]) => absolute(n)),
  },
  modulo: {
    signatures: ['(dividend: number, divisor: number): number'],
    sql: true,
    evaluating: run<[Num, Num]>(([a, b]) => modulo(a, b)),
  },
  even: {signatures: ['(number: number): boolean'], sql: true, evaluating: run<[Num]>(([n]) => isMultiple(n, 0))},
  odd: {signatures: ['(number: number): boolean'], sql: true, evaluating: run<[Num]>(([n]) => isMultiple(n, 1))},
} as const satisfies Declarations

// Aggregates. Over records they skip null, and `sum` of nothing is 0; over list values they follow the standard: an
// empty list or a null item gives null.

const present = (list: List): List => list.filter(item => item !== null)

export const overList = (body: (items: List, records: boolean) => Value): RunFunction =>
  run<[List]>(([list], _, records) => body(records ? present(list) : list, records))

export function numbersOf(list: List): readonly Num[] | null {
  const numbers = list.filter(isNum)
  return numbers.length === list.length ? numbers : null
}

function sum(list: List, records: boolean): Num | null {
  const numbers = numbersOf(list)
  return numbers === null || (numbers.length === 0 && !records) ? null : sumOf(numbers)
}

export function mean(list: List): Num | null {
  const total = sum(list, false)
  return total === null ? null : divide(total, list.length)
}

/** The least (sign −1) or greatest (sign 1) item; null if two of them have no order. */
function extreme(list: List, sign: number): Value {
  let best: Value = list[0] ?? null
  for (const item of list) {
    const order = compareValues(item, best)
    if (order === null) return null
    if (order * sign > 0) best = item
  }
  return best
}

const numbers = ['(...list: number): number']
const ordered = ['(...list: O): O']

export const aggregateFunctions = {
  count: {signatures: ['(...list: T): number'], sql: true, evaluating: overList(list => list.length)},
  sum: {signatures: numbers, sql: true, evaluating: overList(sum)},
  mean: {signatures: numbers, sql: true, evaluating: overList(mean)},
  min: {signatures: ordered, sql: true, evaluating: overList(list => extreme(list, -1))},
  max: {signatures: ordered, sql: true, evaluating: overList(list => extreme(list, 1))},
} as const satisfies Declarations

// Whether a value is defined.

export const lookupFunctions = {
  'list contains': {
    signatures: ['(list: list of T, element: T): boolean'],
    sql: true,
    nulls: true,
    evaluating: run<[List | null, Value]>(([list, element]) => (list === null ? null : isAmong(list, element))),
  },
  'is defined': {
    signatures: ['(value: any): boolean'],
    sql: true,
    nulls: true,
    undeclared: true,
    evaluating: ([value]) => value !== null,
  },
} as const satisfies Declarations

// The clock.

export const clockFunctions = {
  now: {
    signatures: ['(): date and time'],
    sql: true,
    clock: true,
    evaluating: (_, environment) => settle(environment.now, environment),
  },
  today: {
    signatures: ['(): date'],
    sql: true,
    clock: true,
    evaluating: (_, {now, zone, today}) => today ?? (zone === undefined ? now : inZone(now, zone))?.date ?? null,
  },
} as const satisfies Declarations

// Working days, which are not part of the standard.

/** Working days among the first `days` days of a week that starts on `weekday`. */
function inPartWeek(weekday: number, days: number, week: ReadonlySet<number>): number {
  let count = 0
  for (let i = 0; i < days; i++) if (week.has(((weekday - 1 + i) % 7) + 1)) count++
  return count
}

const weekdayNames: readonly Value[] = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** The weekdays of a working pattern, 1 for Monday; without one, those of WORKING_WEEK. */
function weekOf(weekdays: List | null, {workingWeek}: Environment): ReadonlySet<number> {
  const named = (weekdays ?? []).map(day => weekdayNames.indexOf(day) + 1).filter(day => day > 0)
  return new Set(named.length > 0 ? named : workingWeek)
}

/** Days from first to last, inclusive, that are in the week and are not holidays. */
function workingDays(
  first: CalendarDate,
  last: CalendarDate,
  {holidays, week}: {readonly holidays: List; readonly week: ReadonlySet<number>},
): number {
  const [from, to] = [toDays(first), toDays(last)]
  if (to < from) return 0
  const days = to - from + 1
  const worked = Math.floor(days / 7) * week.size + inPartWeek(weekdayOf(first), days % 7, week)
  const off = new Set<number>()
  for (const holiday of holidays) {
    if (!(holiday instanceof CalendarDate) || !week.has(weekdayOf(holiday))) continue
    const day = toDays(holiday)
    if (day >= from && day <= to) off.add(day)
  }
  return worked - off.size
}

export const workingDayFunctions = {
  'working days': {
    signatures: [
      '(first: date / date and time, last: date / date and time, holidays?: list of date, weekdays?: list of text): number',
    ],
    sql: true,
    evaluating: run<[Day, Day, List | null, List | null]>(([first, last, holidays, weekdays], environment) => {
      const [from, to] = [dayOf(first, environment), dayOf(last, environment)]
      if (from === null || to === null) return null
      return workingDays(from, to, {holidays: holidays ?? [], week: weekOf(weekdays ?? null, environment)})
    }),
  },
} as const satisfies Declarations
