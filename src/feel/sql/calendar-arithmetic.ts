/** `+` and `-` of dates, times, dates with times and durations, as arithmetic on their counts. */

import {sql} from 'kysely'
import type {Compiler} from './compiler.ts'
import {counted, exactly, finer} from './convert.ts'
import type {Dialect} from './dialect.ts'
import {MOST_IN_COLUMN, pow10, scaled} from './form.ts'
import {exactCall, floored, isScaled, minus, over, plus, times} from './numbers.ts'
import {type Term, term} from './term.ts'

/** The farthest days there are: years reach 999,999,999 either way. */
export const MOST_DAYS = 365_242_500_000n
const MOST_SECONDS = MOST_IN_COLUMN
export const instantsForm = scaled(3, MOST_SECONDS * 1000n + 999n)
export const timesForm = scaled(9, 86_400n * pow10(9))

type Operation = (a: Term, b: Term, at: Compiler) => Term

const swapped =
  (run: Operation): Operation =>
  (a, b, at) =>
    run(b, a, at)
const negated =
  (run: Operation): Operation =>
  (a, b, at) =>
    run(a, minus(counted(b, at.dialect), at.dialect), at)

/** Whole seconds, rounded down; null beyond what expressions count exactly. */
function wholeSeconds(of: Term, dialect: Dialect): Term {
  if (isScaled(of) && of.form.limit / pow10(of.form.places) < MOST_SECONDS) return floored(of, 1, dialect)
  return term(dialect.call('safe_floor', exactly(of, dialect).sql), scaled(0, MOST_SECONDS), true)
}

const moveDate: Operation = (date, by, {dialect}) => {
  const seconds = wholeSeconds(by, dialect)
  const days = isScaled(seconds) ? floored(seconds, 86_400, dialect) : seconds
  return realDays(plus('add', counted(date, dialect), days, dialect), dialect)
}

/** Null where there is no such day. */
export function realDays(days: Term, dialect: Dialect): Term {
  if (isScaled(days) && days.form.limit < MOST_DAYS / 2n) return days
  return term(dialect.call('real_days', days.sql), scaled(0, MOST_DAYS), true)
}

const moveDateMonths: Operation = (date, by, {dialect}) =>
  term(dialect.call('add_months', counted(date, dialect).sql, by.sql), scaled(0, MOST_DAYS), true)

const dateDifference: Operation = (a, b, {dialect}) => {
  const days = plus('subtract', counted(a, dialect), counted(b, dialect), dialect)
  return times(days, term(sql.raw('86400'), scaled(0, 86_400n), false), dialect)
}

const moveInstant: Operation = (instant, by, {dialect}) => {
  const [from, fine] = [counted(instant, dialect), finer(by, 3, dialect)]
  if (isScaled(from) && fine !== undefined && isScaled(fine)) {
    const limit = from.form.limit + fine.form.limit
    if (limit / 1000n < MOST_SECONDS - 1n) return plus('add', from, fine, dialect)
  }
  const moved = dialect.call('move_instant', from.sql, exactly(by, dialect).sql)
  return term(moved, instantsForm, true)
}

const moveInstantMonths: Operation = (instant, by, at) => {
  const moved = at.dialect.call('move_instant_months', counted(instant, at.dialect).sql, by.sql, zoneOf(at))
  return term(moved, instantsForm, true)
}

export const zoneOf = (at: Compiler) => at.dialect.bind(at.context.zone, {as: 'text'})

const difference: Operation = (a, b, {dialect}) => plus('subtract', counted(a, dialect), counted(b, dialect), dialect)

const moveTime: Operation = (time, by, {dialect}) =>
  term(dialect.call('move_time', exactly(time, dialect).sql, exactly(by, dialect).sql), timesForm, true)

/** A duration keeps at most nanoseconds. */
const cut = (of: Term, dialect: Dialect): Term =>
  isScaled(of) && of.form.places <= 9 ? of : exactCall('cut', [of], dialect)

const addDurations: Operation = (a, b, {dialect}) => cut(plus('add', a, b, dialect), dialect)
const multiplyDuration: Operation = (a, n, {dialect}) => cut(times(a, n, dialect), dialect)
const divideDuration: Operation = (a, n, {dialect}) => cut(over(a, n, dialect), dialect)
const ratio: Operation = (a, b, {dialect}) => over(a, b, dialect)

/** Whole months; null beyond what expressions count exactly. */
function wholeMonths(of: Term, dialect: Dialect): Term {
  if (isScaled(of) && of.form.places === 0 && of.form.limit <= MOST_IN_COLUMN) return of
  return term(dialect.call('safe_trunc', exactly(of, dialect).sql), scaled(0, MOST_IN_COLUMN), true)
}

const addMonths: Operation = (a, b, {dialect}) => wholeMonths(plus('add', a, b, dialect), dialect)
const multiplyMonths: Operation = (a, n, {dialect}) => wholeMonths(times(a, n, dialect), dialect)
const divideMonths: Operation = (a, n, {dialect}) => wholeMonths(over(a, n, dialect), dialect)

/** Keyed by operand kinds and operator, as the evaluator's own table is. */
export const calendarOperations: Readonly<Record<string, Operation>> = {
  'date + days duration': moveDate,
  'days duration + date': swapped(moveDate),
  'date - days duration': negated(moveDate),
  'date + months duration': moveDateMonths,
  'months duration + date': swapped(moveDateMonths),
  'date - months duration': negated(moveDateMonths),
  'date - date': dateDifference,

  'date and time + days duration': moveInstant,
  'days duration + date and time': swapped(moveInstant),
  'date and time - days duration': negated(moveInstant),
  'date and time + months duration': moveInstantMonths,
  'months duration + date and time': swapped(moveInstantMonths),
  'date and time - months duration': negated(moveInstantMonths),
  'date and time - date and time': difference,

  'time + days duration': moveTime,
  'days duration + time': swapped(moveTime),
  'time - days duration': negated(moveTime),
  'time - time': difference,

  'days duration + days duration': addDurations,
  'days duration - days duration': negated(addDurations),
  'days duration * number': multiplyDuration,
  'number * days duration': swapped(multiplyDuration),
  'days duration / number': divideDuration,
  'days duration / days duration': ratio,

  'months duration + months duration': addMonths,
  'months duration - months duration': negated(addMonths),
  'months duration * number': multiplyMonths,
  'number * months duration': swapped(multiplyMonths),
  'months duration / number': divideMonths,
  'months duration / months duration': ratio,
}
