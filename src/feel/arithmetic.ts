/**
 * What `+ - * / **` do, for every pair of kinds that has an answer: one table, which typing asks for the result's
 * kind and evaluation for the result.
 */
import {addDays, addMonths, type CalendarDate, DAY, DateTime, epochOf, fromEpoch, Time, toDays} from './calendar.ts'
import {add, divide, multiply, type Num, negate, power, round, subtract, toInteger} from './decimal.ts'
import type {Environment} from './environment.ts'
import {cutSeconds, splitSeconds} from './format.ts'
import {midnight, settle, wall} from './moment.ts'
import type {Kind} from './type.ts'
import {DaysDuration, MonthsDuration, timeOffset, type Value} from './value.ts'

export const MOST_TEXT = 1_000_000

type Run<A, B> = (a: A, b: B, environment: Environment) => Value

export interface Operation {
  readonly gives: Kind
  readonly run: (a: Value, b: Value, environment: Environment) => Value
}

/** The table's key has already decided the kinds, so the arguments are what `run` says they are. */
const operation = <A extends Value, B extends Value>(gives: Kind, run: Run<A, B>): Operation => ({
  gives,
  run: (a, b, environment) => run(a as A, b as B, environment),
})

const seconds = (n: Num | null): DaysDuration | null => {
  const cut = cutSeconds(n)
  return cut === null ? null : new DaysDuration(cut)
}

const months = (n: Num | null): MonthsDuration | null => {
  const whole = n === null ? null : round(n, 0, 'down')
  const all = whole === null ? null : toInteger(whole)
  return all === null ? null : new MonthsDuration(all)
}

/** Moves a count of seconds and nanoseconds by a duration. */
function shift(second: number, nano: number, by: Num): {second: number; nano: number} | null {
  const parts = splitSeconds(by)
  const whole = parts === null ? null : add(second, parts.whole)
  if (parts === null || typeof whole !== 'number') return null
  const sum = nano + parts.nano
  return sum >= 1e9 ? {second: whole + 1, nano: sum - 1e9} : {second: whole, nano: sum}
}

function moveDate(date: CalendarDate, by: Num): CalendarDate | null {
  const moved = shift(0, 0, by)
  return moved === null ? null : addDays(date, Math.floor(moved.second / DAY))
}

function moveDateTime(at: DateTime, by: Num, environment: Environment): DateTime | null {
  const moved = shift(epochOf(at), at.time.nano, by)
  return moved === null ? null : settle(fromEpoch(moved.second, moved.nano, at.time.zone), environment)
}

function moveMonths(at: DateTime, by: number, environment: Environment): DateTime | null {
  const shown = wall(at, environment)
  const date = shown === null ? null : addMonths(shown.date, by)
  return date === null || shown === null ? null : settle(new DateTime(date, shown.time), environment)
}

function moveTime(time: Time, by: Num): Time | null {
  const moved = shift(time.second, time.nano, by)
  return moved === null ? null : new Time(((moved.second % DAY) + DAY) % DAY, moved.nano, time.zone)
}

const exact = (second: number, nano: number): Num | null => {
  const fraction = divide(nano, 1e9)
  return fraction === null ? null : add(second, fraction)
}

function between(a: DateTime, b: DateTime): DaysDuration | null {
  if ((a.time.zone === null) !== (b.time.zone === null)) return null
  return seconds(exact(epochOf(a) - epochOf(b), a.time.nano - b.time.nano))
}

function betweenTimes(a: Time, b: Time): DaysDuration | null {
  if ((a.zone === null) !== (b.zone === null)) return null
  return seconds(exact(a.second - timeOffset(a) - (b.second - timeOffset(b)), a.nano - b.nano))
}

/** A date beside a date and time is its midnight in Greenwich, or on the wall clock where no zone is known. */
const asMoment = (date: CalendarDate, beside: DateTime): DateTime =>
  midnight(date, beside.time.zone === null ? null : 0)

const numbers = (run: (a: Num, b: Num) => Num | null): Operation => operation<Num, Num>('number', run)

const join = (a: string, b: string): string | null => (a.length + b.length > MOST_TEXT ? null : a + b)

export const operations: Readonly<Record<string, Operation>> = {
  'number + number': numbers(add),
  'number - number': numbers(subtract),
  'number * number': numbers(multiply),
  'number / number': numbers(divide),
  'number ** number': numbers(power),
  'text + text': operation<string, string>('text', join),

  'date + days duration': operation<CalendarDate, DaysDuration>('date', (a, b) => moveDate(a, b.seconds)),
  'days duration + date': operation<DaysDuration, CalendarDate>('date', (a, b) => moveDate(b, a.seconds)),
  'date - days duration': operation<CalendarDate, DaysDuration>('date', (a, b) => moveDate(a, negate(b.seconds))),
  'date + months duration': operation<CalendarDate, MonthsDuration>('date', (a, b) => addMonths(a, b.months)),
  'months duration + date': operation<MonthsDuration, CalendarDate>('date', (a, b) => addMonths(b, a.months)),
  'date - months duration': operation<CalendarDate, MonthsDuration>('date', (a, b) => addMonths(a, -b.months)),
  'date - date': operation<CalendarDate, CalendarDate>('days duration', (a, b) =>
    seconds(multiply(toDays(a) - toDays(b), DAY)),
  ),

  'date and time + days duration': operation<DateTime, DaysDuration>('date and time', (a, b, environment) =>
    moveDateTime(a, b.seconds, environment),
  ),
  'days duration + date and time': operation<DaysDuration, DateTime>('date and time', (a, b, environment) =>
    moveDateTime(b, a.seconds, environment),
  ),
  'date and time - days duration': operation<DateTime, DaysDuration>('date and time', (a, b, environment) =>
    moveDateTime(a, negate(b.seconds), environment),
  ),
  'date and time + months duration': operation<DateTime, MonthsDuration>('date and time', (a, b, environment) =>
    moveMonths(a, b.months, environment),
  ),
  'months duration + date and time': operation<MonthsDuration, DateTime>('date and time', (a, b, environment) =>
    moveMonths(b, a.months, environment),
  ),
  'date and time - months duration': operation<DateTime, MonthsDuration>('date and time', (a, b, environment) =>
    moveMonths(a, -b.months, environment),
  ),
  'date and time - date and time': operation<DateTime, DateTime>('days duration', between),
  'date - date and time': operation<CalendarDate, DateTime>('days duration', (a, b) => between(asMoment(a, b), b)),
  'date and time - date': operation<DateTime, CalendarDate>('days duration', (a, b) => between(a, asMoment(b, a))),

  'time + days duration': operation<Time, DaysDuration>('time', (a, b) => moveTime(a, b.seconds)),
  'days duration + time': operation<DaysDuration, Time>('time', (a, b) => moveTime(b, a.seconds)),
  'time - days duration': operation<Time, DaysDuration>('time', (a, b) => moveTime(a, negate(b.seconds))),
  'time - time': operation<Time, Time>('days duration', betweenTimes),

  'days duration + days duration': operation<DaysDuration, DaysDuration>('days duration', (a, b) =>
    seconds(add(a.seconds, b.seconds)),
  ),
  'days duration - days duration': operation<DaysDuration, DaysDuration>('days duration', (a, b) =>
    seconds(subtract(a.seconds, b.seconds)),
  ),
  'days duration * number': operation<DaysDuration, Num>('days duration', (a, b) => seconds(multiply(a.seconds, b))),
  'number * days duration': operation<Num, DaysDuration>('days duration', (a, b) => seconds(multiply(a, b.seconds))),
  'days duration / number': operation<DaysDuration, Num>('days duration', (a, b) => seconds(divide(a.seconds, b))),
  'days duration / days duration': operation<DaysDuration, DaysDuration>('number', (a, b) =>
    divide(a.seconds, b.seconds),
  ),

  'months duration + months duration': operation<MonthsDuration, MonthsDuration>('months duration', (a, b) =>
    months(add(a.months, b.months)),
  ),
  'months duration - months duration': operation<MonthsDuration, MonthsDuration>('months duration', (a, b) =>
    months(subtract(a.months, b.months)),
  ),
  'months duration * number': operation<MonthsDuration, Num>('months duration', (a, b) =>
    months(multiply(a.months, b)),
  ),
  'number * months duration': operation<Num, MonthsDuration>('months duration', (a, b) =>
    months(multiply(a, b.months)),
  ),
  'months duration / number': operation<MonthsDuration, Num>('months duration', (a, b) => months(divide(a.months, b))),
  'months duration / months duration': operation<MonthsDuration, MonthsDuration>('number', (a, b) =>
    divide(a.months, b.months),
  ),
}

/** Mixing a date with a date and time follows the standard in `nonet feel`; documents say which they mean. */
export const looseOperations: ReadonlySet<string> = new Set(['date - date and time', 'date and time - date'])

export function negated(value: Value): Value {
  if (value instanceof DaysDuration) return new DaysDuration(negate(value.seconds))
  if (value instanceof MonthsDuration) return new MonthsDuration(0 - value.months)
  return value
}
