/**
 * The results of `+ - * / **` for every supported pair of kinds: one table, used by typing for the kind of the result
 * and by evaluation for its value.
 */
import {
  addDays,
  addMonths,
  type CalendarDate,
  DAY,
  DateTime,
  epochOf,
  exactSeconds,
  fromEpoch,
  splitSeconds,
  Time,
  toDays,
} from './calendar.ts'
import {add, divide, multiply, type Num, negate, power, round, subtract, toInteger} from './decimal.ts'
import {type Environment, settle, wall} from './environment.ts'
import type {PlainKind} from './type.ts'
import {DaysDuration, MonthsDuration, timeOffset, type Value} from './value.ts'

export const MOST_TEXT = 1_000_000

export interface ArithmeticOperation {
  readonly gives: PlainKind
  readonly run: (a: Value, b: Value, environment: Environment) => Value
}

type RunOperation<A, B> = (a: A, b: B, environment: Environment) => Value

export const operations: Record<string, ArithmeticOperation> = {}

/** The table's key determines the kinds, so the arguments match `run`. */
function define<A extends Value, B extends Value>(key: string, gives: PlainKind, run: RunOperation<A, B>): void {
  operations[key] = {gives, run: (a, b, environment) => run(a as A, b as B, environment)}
}

/** Durations have nanosecond precision; finer digits are cut off. */
const days = (seconds: Num | null): DaysDuration | null => {
  const cut = seconds === null ? null : round(seconds, 9, 'down')
  return cut === null ? null : new DaysDuration(cut)
}

const months = (n: Num | null): MonthsDuration | null => {
  const whole = n === null ? null : round(n, 0, 'down')
  const all = whole === null ? null : toInteger(whole)
  return all === null ? null : new MonthsDuration(all)
}

/** Moves a count of seconds and nanoseconds by a duration. */
function shiftSeconds(second: number, nano: number, by: Num): {second: number; nano: number} | null {
  const parts = splitSeconds(by)
  const whole = parts === null ? null : add(second, parts.whole)
  if (parts === null || typeof whole !== 'number') return null
  const sum = nano + parts.nano
  return sum >= 1e9 ? {second: whole + 1, nano: sum - 1e9} : {second: whole, nano: sum}
}

function moveDate(date: CalendarDate, by: Num): CalendarDate | null {
  const moved = shiftSeconds(0, 0, by)
  return moved === null ? null : addDays(date, Math.floor(moved.second / DAY))
}

function moveDateTime(at: DateTime, by: Num, environment: Environment): DateTime | null {
  const moved = shiftSeconds(epochOf(at), at.time.nano, by)
  return moved === null ? null : settle(fromEpoch(moved.second, moved.nano, at.time.zone), environment)
}

function moveMonths(at: DateTime, by: number, environment: Environment): DateTime | null {
  const shown = wall(at, environment)
  const date = shown === null ? null : addMonths(shown.date, by)
  return date === null || shown === null ? null : settle(new DateTime(date, shown.time), environment)
}

function moveTime(time: Time, by: Num): Time | null {
  const moved = shiftSeconds(time.second, time.nano, by)
  return moved === null ? null : new Time(((moved.second % DAY) + DAY) % DAY, moved.nano, time.zone)
}

export function durationBetween(a: DateTime, b: DateTime): DaysDuration | null {
  if ((a.time.zone === null) !== (b.time.zone === null)) return null
  return days(exactSeconds(epochOf(a) - epochOf(b), a.time.nano - b.time.nano))
}

function betweenTimes(a: Time, b: Time): DaysDuration | null {
  if ((a.zone === null) !== (b.zone === null)) return null
  return days(exactSeconds(a.second - timeOffset(a) - (b.second - timeOffset(b)), a.nano - b.nano))
}

type Calculation = (a: Num, b: Num) => Num | null

const calculations: Readonly<Record<string, Calculation>> = {
  '+': add,
  '-': subtract,
  '*': multiply,
  '/': divide,
  '**': power,
}
for (const by in calculations) define<Num, Num>(`number ${by} number`, 'number', calculations[by] as Calculation)

define<string, string>('text + text', 'text', (a, b) => (a.length + b.length > MOST_TEXT ? null : a + b))

/** `moment + duration`, `duration + moment` and `moment - duration`. */
function movable<M extends Value, D extends Value>(
  kind: PlainKind,
  by: PlainKind,
  rule: {opposite: (duration: D) => D; move: RunOperation<M, D>},
): void {
  const {opposite, move} = rule
  define<M, D>(`${kind} + ${by}`, kind, move)
  define<D, M>(`${by} + ${kind}`, kind, (a, b, environment) => move(b, a, environment))
  define<M, D>(`${kind} - ${by}`, kind, (a, b, environment) => move(a, opposite(b), environment))
}

const DAYS = 'days duration'
const MONTHS = 'months duration'
const opposite = ({seconds}: DaysDuration): DaysDuration => new DaysDuration(negate(seconds))
const oppositeMonths = (duration: MonthsDuration): MonthsDuration => new MonthsDuration(0 - duration.months)

movable<CalendarDate, DaysDuration>('date', DAYS, {opposite, move: (a, b) => moveDate(a, b.seconds)})
movable<CalendarDate, MonthsDuration>('date', MONTHS, {
  opposite: oppositeMonths,
  move: (a, b) => addMonths(a, b.months),
})
movable<DateTime, DaysDuration>('date and time', DAYS, {
  opposite,
  move: (a, b, environment) => moveDateTime(a, b.seconds, environment),
})
movable<DateTime, MonthsDuration>('date and time', MONTHS, {
  opposite: oppositeMonths,
  move: (a, b, environment) => moveMonths(a, b.months, environment),
})
movable<Time, DaysDuration>('time', DAYS, {opposite, move: (a, b) => moveTime(a, b.seconds)})

define<CalendarDate, CalendarDate>('date - date', DAYS, (a, b) => days(multiply(toDays(a) - toDays(b), DAY)))
define<DateTime, DateTime>('date and time - date and time', DAYS, durationBetween)
define<Time, Time>('time - time', DAYS, betweenTimes)

/** Durations of one kind among themselves and with numbers. */
function measurable<D extends Value>(
  kind: PlainKind,
  size: (duration: D) => Num,
  make: (size: Num | null) => Value,
): void {
  define<D, D>(`${kind} + ${kind}`, kind, (a, b) => make(add(size(a), size(b))))
  define<D, D>(`${kind} - ${kind}`, kind, (a, b) => make(subtract(size(a), size(b))))
  define<D, D>(`${kind} / ${kind}`, 'number', (a, b) => divide(size(a), size(b)))
  define<D, Num>(`${kind} * number`, kind, (a, b) => make(multiply(size(a), b)))
  define<Num, D>(`number * ${kind}`, kind, (a, b) => make(multiply(a, size(b))))
  define<D, Num>(`${kind} / number`, kind, (a, b) => make(divide(size(a), b)))
}

measurable<DaysDuration>(DAYS, ({seconds}) => seconds, days)
measurable<MonthsDuration>(MONTHS, duration => duration.months, months)

/** Null for values without a negative. */
export function negated(value: Value): Value {
  if (value instanceof DaysDuration) return opposite(value)
  return value instanceof MonthsDuration ? oppositeMonths(value) : null
}
