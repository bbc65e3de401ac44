/** The functions on exact numbers and on texts that SQLite lacks; those on dates are in sqlite-calendar.ts. */

import {MOST_TEXT} from '../arithmetic.ts'
import {
  add,
  compareNum,
  divide,
  formatNum,
  isWhole,
  makeNum,
  modulo,
  multiply,
  type Num,
  negate,
  parseNum,
  power,
  type Rounding,
  round,
  signOf,
  subtract,
  toInteger,
} from '../decimal.ts'
import {numberFrom, pattern, replace, split} from '../functions/text.ts'
import {properties} from '../properties.ts'
import {DaysDuration, isNum} from '../value.ts'

/* The functions on exact numbers that SQLite lacks. Numbers are canonical digits in a text; see dialect.ts. */

export type SqliteValue = bigint | string | null
/** Never called with null: a null argument makes the result null. */
export type SqliteFunction = (...args: readonly (bigint | string)[]) => SqliteValue

/** Our own SQL passes only digits to these functions. */
export function exact(value: bigint | string | undefined): Num {
  if (typeof value === 'string' && /^-?[1-9]\d{0,14}$/.test(value)) return Number(value)
  const n = parseNum(String(value))
  if (n === null) throw new Error(`Not a number: ${value}`)
  return n
}

export const whole = (value: bigint | string | undefined): bigint => BigInt(value ?? 0)
export const asNumber = (value: bigint | string | undefined): number => Number(value)
const digits = (n: Num | null): string | null => (n === null ? null : formatNum(n))
const yes = (value: boolean): bigint => (value ? 1n : 0n)

const one =
  (run: (n: Num) => Num | null): SqliteFunction =>
  a =>
    digits(run(exact(a)))
const two =
  (run: (a: Num, b: Num) => Num | null): SqliteFunction =>
  (a, b) =>
    digits(run(exact(a), exact(b)))

/** A whole number within JavaScript's exact range, otherwise null. */
const safe = (n: Num | null): bigint | null => {
  const found = n === null ? null : toInteger(n)
  return found === null ? null : BigInt(found)
}

const modes: ReadonlySet<string> = new Set(['half even', 'half up', 'half down', 'up', 'down', 'floor', 'ceiling'])
const isMode = (text: bigint | string | undefined): text is Rounding => modes.has(String(text))

/** The scales that decimal128 can hold. */
const isScale = (scale: number): boolean => scale >= -6111 && scale <= 6176

const roundTo: SqliteFunction = (n, scale, mode) => {
  const cut = round(exact(scale), 0, 'down')
  const places = cut === null ? null : toInteger(cut)
  if (!isMode(mode)) throw new Error(`No way of rounding: ${mode}`)
  return places === null || !isScale(places) ? null : digits(round(exact(n), places, mode))
}

const isMultiple = (n: Num, rest: number): bigint => yes(isWhole(n) && modulo(n, 2) === rest)

const share: SqliteFunction = (seconds, name) => {
  const found = properties['days duration']?.[String(name)]?.read(new DaysDuration(exact(seconds))) ?? null
  return isNum(found) ? digits(found) : null
}

function floorDiv(a: bigint, b: bigint): bigint {
  return (a - floorMod(a, b)) / b
}

export const floorMod = (a: bigint, b: bigint): bigint => ((a % b) + b) % b

/** A text that sorts like the number: sign, magnitude, digits; inverted below zero. */
function sortKey(n: Num): string {
  const sign = signOf(n)
  if (sign === 0) return '1'
  const [coefficient, exponent] = typeof n === 'number' ? [BigInt(n), 0] : [n.coefficient, n.exponent]
  const all = String(coefficient < 0n ? -coefficient : coefficient)
  const size = String(all.length + exponent + 10_000).padStart(5, '0')
  const key = size + all.padEnd(34, '0')
  return sign > 0 ? `2${key}` : `0${key.replace(/\d/g, digit => String(9 - Number(digit)))}`
}

export const sqliteNumbers: Readonly<Record<string, SqliteFunction>> = {
  add: two(add),
  subtract: two(subtract),
  multiply: two(multiply),
  divide: two(divide),
  modulo: two(modulo),
  negate: one(negate),
  abs: one(n => (signOf(n) < 0 ? negate(n) : n)),
  cut: one(n => round(n, 9, 'down')),
  min_of: two((a, b) => (compareNum(a, b) > 0 ? b : a)),
  max_of: two((a, b) => (compareNum(a, b) < 0 ? b : a)),
  compare: (a, b) => BigInt(compareNum(exact(a), exact(b))),
  unscale: (n, places) => digits(makeNum(whole(n), -asNumber(places))),
  total: (high, low, places) => digits(makeNum(whole(high) * 1_000_000_000n + whole(low), -asNumber(places))),
  power: (n, exponent) => digits(power(exact(n), asNumber(exponent))),
  round: roundTo,
  even: n => isMultiple(exact(n), 0),
  odd: n => isMultiple(exact(n), 1),
  share,
  safe_floor: n => safe(round(exact(n), 0, 'floor')),
  safe_trunc: n => safe(round(exact(n), 0, 'down')),
  floor_div: (a, b) => floorDiv(whole(a), whole(b)),
  floor_mod: (a, b) => floorMod(whole(a), whole(b)),
  write_number: n => String(n),
  sort_key: n => sortKey(exact(n)),
}

/** Exact sums have as many digits as they need, and are rounded once. */
interface Sum {
  readonly coefficient: bigint
  readonly exponent: number
}

export interface SqliteAggregate<Gathered> {
  readonly start: Gathered | null
  readonly step: (gathered: Gathered | null, n: Num) => Gathered
  readonly result: (gathered: Gathered) => Num | null
}

function addTo(sum: Sum | null, n: Num): Sum {
  const next = typeof n === 'number' ? {coefficient: BigInt(n), exponent: 0} : n
  if (sum === null) return next
  const exponent = Math.min(sum.exponent, next.exponent)
  const at = (of: Sum): bigint => of.coefficient * 10n ** BigInt(of.exponent - exponent)
  return {coefficient: at(sum) + at(next), exponent}
}

export const sum: SqliteAggregate<Sum> = {
  start: null,
  step: addTo,
  result: ({coefficient, exponent}) => makeNum(coefficient, exponent),
}

const extreme = (sign: number): SqliteAggregate<Num> => ({
  start: null,
  step: (best, n) => (best === null || compareNum(n, best) * sign > 0 ? n : best),
  result: best => best,
})

export const min = extreme(-1)
export const max = extreme(1)

export const median: SqliteAggregate<Num[]> = {
  start: null,
  step: (all, n) => {
    const gathered = all ?? []
    gathered.push(n)
    return gathered
  },
  result: all => {
    const sorted = all.toSorted(compareNum)
    const middle = sorted.length >> 1
    const [below, above] = [sorted[middle - 1], sorted[middle]]
    if (above === undefined) return null
    if (sorted.length % 2 === 1 || below === undefined) return above
    const both = sum.result(addTo(addTo(null, below), above))
    return both === null ? null : divide(both, 2)
  },
}

/** In the order of the list, rounded after each step; once too large, it stays null. */
export const product: SqliteAggregate<{readonly n: Num | null}> = {
  start: null,
  step: (so, n) => ({n: so === null ? n : so.n === null ? null : multiply(so.n, n)}),
  result: ({n}) => n,
}

/* The functions on texts that SQLite lacks or supports for ASCII only. Positions count code points. */

const cut = (n: bigint | string | undefined): number | null => {
  const whole = round(exact(n), 0, 'down')
  return whole === null ? null : toInteger(whole)
}

function slice(text: string, from: number | null, count: number | null): string | null {
  const points = Array.from(text)
  if (from === null || count === null || from === 0 || count < 1 || Math.abs(from) > points.length) return null
  const first = from > 0 ? from - 1 : points.length + from
  return points.slice(first, first + count).join('')
}

const around = (text: string, match: string, part: 'before' | 'after'): string => {
  const at = text.indexOf(match)
  if (at < 0) return ''
  return part === 'before' ? text.slice(0, at) : text.slice(at + match.length)
}

const asked =
  (ask: (text: string, match: string) => boolean): SqliteFunction =>
  (text, match) =>
    yes(ask(String(text), String(match)))

const engineOf = (source: bigint | string | undefined, flags: bigint | string | undefined = '') =>
  pattern(String(source), String(flags))

/** Marks a missing separator. */
export const NO_SEPARATOR = '\u0001'

const separator = (text: bigint | string | undefined): string | null => {
  const given = String(text)
  return given === NO_SEPARATOR ? null : given
}

export const sqliteTexts: Readonly<Record<string, SqliteFunction>> = {
  join_texts: (a, b) => {
    const joint = String(a) + String(b)
    return joint.length > MOST_TEXT ? null : joint
  },
  substring: (text, start, length) => slice(String(text), cut(start), cut(length)),
  before: (text, match) => around(String(text), String(match), 'before'),
  after: (text, match) => around(String(text), String(match), 'after'),
  upper: text => String(text).toUpperCase(),
  lower: text => String(text).toLowerCase(),
  contains: asked((text, match) => text.includes(match)),
  starts_with: asked((text, match) => text.startsWith(match)),
  ends_with: asked((text, match) => text.endsWith(match)),
  bounded: text => (String(text).length > MOST_TEXT ? null : text),
  matches: (text, source, flags) => {
    const engine = engineOf(source, flags)
    return engine === null ? null : yes(engine.test(String(text)))
  },
  replace: (text, source, replacement, flags) => {
    const engine = engineOf(source, flags)
    return engine === null ? null : replace(String(text), engine, String(replacement))
  },
  split: (text, source) => {
    const engine = engineOf(source)
    const parts = engine === null ? null : split(String(text), engine)
    return parts === null ? null : JSON.stringify(parts)
  },
  read_number: (text, grouping, point) => digits(numberFrom(String(text), separator(grouping), separator(point))),
}
