/** `+ - * / **` in SQL, by the kinds of the operands. */

import {sql} from 'kysely'
import type {ArithmeticCore, Core, NegateCore} from '../core.ts'
import {toInteger} from '../decimal.ts'
import {isNum} from '../value.ts'
import type {SqlCompiler} from './compiler.ts'
import {asCount, exactly, finer, idAsText} from './convert.ts'
import {type Dialect, isNull, MOST_IN_COLUMN, pow10, scaled, type Term, term, textForm} from './dialect.ts'
import {exactCall, floored, isScaled, minus, over, plus, times} from './numbers.ts'

const numberOperations: Readonly<Record<string, (a: Term, b: Term, at: SqlCompiler) => Term>> = {
  '+': (a, b, {dialect}) => plus('add', a, b, dialect),
  '-': (a, b, {dialect}) => plus('subtract', a, b, dialect),
  '*': (a, b, {dialect}) => times(a, b, dialect),
  '/': (a, b, {dialect}) => over(a, b, dialect),
}

export function arithmeticValue(core: ArithmeticCore, at: SqlCompiler): Term {
  const [left, right] = [at.value(core.left), at.value(core.right)]
  const kinds = [kindOf(core.left.type.kind), kindOf(core.right.type.kind)]
  if (isNull(left) || isNull(right)) return nothing(core, at)
  if (kinds[0] === 'text') return joinTexts(left, right, at)
  const calendar = calendarOperations[`${kinds[0]} ${core.by} ${kinds[1]}`]
  if (calendar !== undefined) return calendar(left, right, at)
  if (core.by === '**') return raise(left, core.right, at)
  const operation = numberOperations[core.by]
  if (operation === undefined) throw new Error(`No ${kinds[0]} ${core.by} ${kinds[1]}.`)
  return operation(left, right, at)
}

const kindOf = (kind: string): string => (kind === 'choice' ? 'text' : kind)

/** Null of the result's kind, if an operand is null. */
function nothing(core: ArithmeticCore, at: SqlCompiler): Term {
  return at.value({op: 'value', type: core.type, value: null})
}

/** Joined by a function, because a text beyond the maximum length is null. */
const joinTexts = (a: Term, b: Term, at: SqlCompiler): Term =>
  term(at.dialect.call('join_texts', idAsText(a, at.dialect).sql, idAsText(b, at.dialect).sql), textForm, true)

const MOST_EXPONENT = 1000

/** Only for a literal whole exponent: others need floating point, which the databases implement differently. */
function raise(base: Term, exponent: Core, at: SqlCompiler): Term {
  const known = at.written(exponent)
  const whole = known !== undefined && isNum(known) ? toInteger(known) : null
  if (whole !== null && Math.abs(whole) <= MOST_EXPONENT) {
    return exactCall('power', [base], at.dialect, sql.lit(whole))
  }
  return at.refuse({
    code: 'N093',
    message: 'The exponent must be a whole number that is written out.',
    hint: 'Write it like this: `total ** 2`.',
  })
}

export const negateValue = (core: NegateCore, at: SqlCompiler): Term => minus(at.value(core.of), at.dialect)

// `+` and `-` of dates, times, instants and durations, as arithmetic on their counts.

/** The supported range of days: years up to 999,999,999 in both directions. */
export const MOST_DAYS = 365_242_500_000n
const MOST_SECONDS = MOST_IN_COLUMN
export const instantsForm = scaled(3, MOST_SECONDS * 1000n + 999n)
export const timesForm = scaled(9, 86_400n * pow10(9))

type SqlOperation = (a: Term, b: Term, at: SqlCompiler) => Term

const swapped =
  (run: SqlOperation): SqlOperation =>
  (a, b, at) =>
    run(b, a, at)
const negated =
  (run: SqlOperation): SqlOperation =>
  (a, b, at) =>
    run(a, minus(asCount(b, at.dialect), at.dialect), at)

/** Whole seconds, rounded down; null beyond the exact range of expressions. */
function wholeSeconds(of: Term, dialect: Dialect): Term {
  if (isScaled(of) && of.form.limit / pow10(of.form.places) < MOST_SECONDS) return floored(of, 1, dialect)
  return term(dialect.call('safe_floor', exactly(of, dialect).sql), scaled(0, MOST_SECONDS), true)
}

const moveDate: SqlOperation = (date, by, {dialect}) => {
  const seconds = wholeSeconds(by, dialect)
  const days = isScaled(seconds) ? floored(seconds, 86_400, dialect) : seconds
  return realDays(plus('add', asCount(date, dialect), days, dialect), dialect)
}

/** Null if the day does not exist. */
export function realDays(days: Term, dialect: Dialect): Term {
  if (isScaled(days) && days.form.limit < MOST_DAYS / 2n) return days
  return term(dialect.call('real_days', days.sql), scaled(0, MOST_DAYS), true)
}

const moveDateMonths: SqlOperation = (date, by, {dialect}) =>
  term(dialect.call('add_months', asCount(date, dialect).sql, by.sql), scaled(0, MOST_DAYS), true)

const dateDifference: SqlOperation = (a, b, {dialect}) => {
  const days = plus('subtract', asCount(a, dialect), asCount(b, dialect), dialect)
  return times(days, term(sql.raw('86400'), scaled(0, 86_400n), false), dialect)
}

const moveInstantSql: SqlOperation = (instant, by, {dialect}) => {
  const [from, fine] = [asCount(instant, dialect), finer(by, 3, dialect)]
  if (isScaled(from) && fine !== undefined && isScaled(fine)) {
    const limit = from.form.limit + fine.form.limit
    if (limit / 1000n < MOST_SECONDS - 1n) return plus('add', from, fine, dialect)
  }
  const moved = dialect.call('move_instant', from.sql, exactly(by, dialect).sql)
  return term(moved, instantsForm, true)
}

const moveInstantMonthsSql: SqlOperation = (instant, by, at) => {
  const moved = at.dialect.call('move_instant_months', asCount(instant, at.dialect).sql, by.sql, zoneOf(at))
  return term(moved, instantsForm, true)
}

export const zoneOf = (at: SqlCompiler) => at.dialect.bind(at.context.zone, {as: 'text'})

const difference: SqlOperation = (a, b, {dialect}) =>
  plus('subtract', asCount(a, dialect), asCount(b, dialect), dialect)

const moveTimeSql: SqlOperation = (time, by, {dialect}) =>
  term(dialect.call('move_time', exactly(time, dialect).sql, exactly(by, dialect).sql), timesForm, true)

/** Durations have nanosecond precision. */
const cutNanoseconds = (of: Term, dialect: Dialect): Term =>
  isScaled(of) && of.form.places <= 9 ? of : exactCall('cut', [of], dialect)

const addDurations: SqlOperation = (a, b, {dialect}) => cutNanoseconds(plus('add', a, b, dialect), dialect)
const multiplyDuration: SqlOperation = (a, n, {dialect}) => cutNanoseconds(times(a, n, dialect), dialect)
const divideDuration: SqlOperation = (a, n, {dialect}) => cutNanoseconds(over(a, n, dialect), dialect)
const ratio: SqlOperation = (a, b, {dialect}) => over(a, b, dialect)

/** Whole months; null beyond the exact range of expressions. */
function wholeMonths(of: Term, dialect: Dialect): Term {
  if (isScaled(of) && of.form.places === 0 && of.form.limit <= MOST_IN_COLUMN) return of
  return term(dialect.call('safe_trunc', exactly(of, dialect).sql), scaled(0, MOST_IN_COLUMN), true)
}

const addMonths: SqlOperation = (a, b, {dialect}) => wholeMonths(plus('add', a, b, dialect), dialect)
const multiplyMonths: SqlOperation = (a, n, {dialect}) => wholeMonths(times(a, n, dialect), dialect)
const divideMonths: SqlOperation = (a, n, {dialect}) => wholeMonths(over(a, n, dialect), dialect)

/** Keyed by operand kinds and operator, like the evaluator's table. */
const calendarOperations: Readonly<Record<string, SqlOperation>> = {
  'date + days duration': moveDate,
  'days duration + date': swapped(moveDate),
  'date - days duration': negated(moveDate),
  'date + months duration': moveDateMonths,
  'months duration + date': swapped(moveDateMonths),
  'date - months duration': negated(moveDateMonths),
  'date - date': dateDifference,

  'date and time + days duration': moveInstantSql,
  'days duration + date and time': swapped(moveInstantSql),
  'date and time - days duration': negated(moveInstantSql),
  'date and time + months duration': moveInstantMonthsSql,
  'months duration + date and time': swapped(moveInstantMonthsSql),
  'date and time - months duration': negated(moveInstantMonthsSql),
  'date and time - date and time': difference,

  'time + days duration': moveTimeSql,
  'days duration + time': swapped(moveTimeSql),
  'time - days duration': negated(moveTimeSql),
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
