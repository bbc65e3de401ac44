/**
 * Compares and orders terms. Equality is null-safe and never unknown; an order is unknown if one side is null. A column
 * is compared with a constant without conversion, so that an index can be used.
 */

import {sql} from 'kysely'
import type {Comparison} from '../core.ts'
import type {Type} from '../type.ts'
import type {Value} from '../value.ts'
import type {SqlCompiler} from './compiler.ts'
import {countOf, restate} from './constant.ts'
import {aligned} from './convert.ts'
import {
  anyNullable,
  certain,
  condition,
  type Dialect,
  fitsNumber,
  isConstant,
  isGiven,
  isNull,
  MOST,
  once,
  pow10,
  type ScaledForm,
  type Sql,
  scaled,
  type Term,
  term,
} from './dialect.ts'

const symbols: Record<Comparison, Sql> = {
  '=': sql.raw('='),
  '!=': sql.raw('<>'),
  '<': sql.raw('<'),
  '<=': sql.raw('<='),
  '>': sql.raw('>'),
  '>=': sql.raw('>='),
}
/** The same comparison with its sides swapped. */
export const mirrored: Record<Comparison, Comparison> = {
  '=': '=',
  '!=': '!=',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
}

/** `only true`: only the truth matters, so unknown may be false. */
export type Truths = 'three-valued' | 'only true'

export function relate(by: Comparison, left: Term, right: Term, how: {dialect: Dialect; asked: Truths}): Term {
  if (isGiven(left) && !isGiven(right)) return relate(mirrored[by], right, left, how)
  if (by === '=' || by === '!=') return relateEqual(by, left, right, how)
  if (isNull(left) || isNull(right)) return unknown(how.dialect)
  const bound = roundedBound(by, left, right, how.dialect)
  if (bound !== undefined) return bound
  const [a = left, b = right] = aligned([left, right], how.dialect)
  return condition(ordered(by, a, b, how.dialect), anyNullable(left, right))
}

export const unknown = (dialect: Dialect): Term => ({
  sql: dialect.unknown({as: 'boolean'}),
  form: {as: 'boolean'},
  nullable: true,
  constant: null,
})

function ordered(by: Comparison, a: Term, b: Term, dialect: Dialect): Sql {
  if (a.form.as === 'exact' && dialect.name === 'sqlite') {
    return sql`(${dialect.call('compare', a.sql, b.sql)} ${symbols[by]} 0)`
  }
  return sql`(${a.sql} ${symbols[by]} ${collated(b, dialect)})`
}

const collated = (of: Term, dialect: Dialect): Sql => (of.form.as === 'text' ? dialect.ordered(of.sql) : of.sql)

function relateEqual(by: '=' | '!=', left: Term, right: Term, how: {dialect: Dialect; asked: Truths}): Term {
  const {dialect} = how
  if (isNull(right)) return nullCheck(by, left)
  // A constant that a column cannot hold never equals it.
  if (isConstant(right) && restate(right.constant, left.form, dialect) === undefined) {
    return certain(by === '!=', dialect)
  }
  const [a = left, b = right] = aligned([left, right], dialect)
  const other = collated(b, dialect)
  if (by === '!=')
    return condition(anyNullable(a, b) ? dialect.different(a.sql, other) : sql`(${a.sql} <> ${other})`, false)
  if (!anyNullable(a, b)) return condition(sql`(${a.sql} = ${other})`, false)
  if (how.asked === 'three-valued') return condition(dialect.same(a.sql, other), false)
  if (!a.nullable || !b.nullable) return condition(sql`(${a.sql} = ${other})`, true)
  const plain = a.simple === true && b.simple === true
  return condition(plain ? dialect.holdsSame(a.sql, other) : dialect.same(a.sql, other), false)
}

const nullCheck = (by: '=' | '!=', of: Term): Term =>
  condition(by === '=' ? sql`(${of.sql} is null)` : sql`(${of.sql} is not null)`, false)

/**
 * `days < 1.25` for a column with one decimal place: compared with 1.2, inclusive, instead of rescaling the column.
 * Undefined if the constant needs no rounding.
 */
function roundedBound(by: Comparison, left: Term, right: Term, dialect: Dialect): Term | undefined {
  if (left.form.as !== 'scaled' || !isConstant(right)) return undefined
  const count = countOf(right.constant)
  if (count === undefined || restate(right.constant, left.form, dialect) !== undefined) return undefined
  const below = by === '<' || by === '<='
  const bound = clamped(toward(below, count, left.form))
  const symbol = below ? symbols['<='] : symbols['>=']
  return condition(sql`(${left.sql} ${symbol} ${dialect.bind(bound, left.form)})`, left.nullable)
}

/** The nearest scaled value at or below the constant, or at or above it. */
function toward(below: boolean, count: {coefficient: bigint; places: number}, form: ScaledForm): bigint {
  const shift = count.places - form.places
  if (shift <= 0) return count.coefficient * pow10(-shift)
  const unit = pow10(shift)
  const rest = ((count.coefficient % unit) + unit) % unit
  const floor = (count.coefficient - rest) / unit
  return below || rest === 0n ? floor : floor + 1n
}

/** Beyond 64 bits every column value is on one side, so the bound is clamped to 64 bits. */
const clamped = (bound: bigint): bigint => (fitsNumber(bound < 0n ? -bound : bound) ? bound : bound < 0n ? -MOST : MOST)

// Choices in the order of the document: `priority >= "high"`.

interface WordComparison {
  readonly left: Term
  readonly right: Term
  readonly words: readonly string[]
  readonly asked: Truths
}

export function compareWords(by: Comparison, given: WordComparison, at: SqlCompiler): Term {
  const {left, right, words} = given
  if (isNull(left) || isNull(right)) return unknown(at.dialect)
  if (isConstant(left) && isConstant(right)) return certainly(by, left.constant, right.constant, {words, at})
  if (isConstant(left)) return compareWords(mirrored[by], {...given, left: right, right: left}, at)
  if (isConstant(right)) return amongWords(by, given, right.constant, at)
  return relate(by, position(left, words, at), position(right, words, at), {dialect: at.dialect, asked: 'three-valued'})
}

const orders: Record<Comparison, (a: number, b: number) => boolean> = {
  '=': (a, b) => a === b,
  '!=': (a, b) => a !== b,
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
}

function certainly(by: Comparison, a: Value, b: Value, {words, at}: {words: readonly string[]; at: SqlCompiler}): Term {
  const [x, y] = [words.indexOf(String(a)), words.indexOf(String(b))]
  return x < 0 || y < 0 ? unknown(at.dialect) : certain(orders[by](x, y), at.dialect)
}

/** The words on one side of a known one. Unknown for other texts and for null. */
function amongWords(by: Comparison, {left, words, asked}: WordComparison, word: Value, at: SqlCompiler): Term {
  const place = words.indexOf(String(word))
  if (place < 0) return unknown(at.dialect)
  const there = words.filter((_, index) => orders[by](index, place))
  const elsewhere = words.filter(each => !there.includes(each))
  if (asked === 'only true') return condition(among(left, there, at), true)
  return once(left, at, of => {
    const yes = sql`when ${among(of, there, at)} then ${at.dialect.boolean(true)}`
    const no = sql`when ${among(of, elsewhere, at)} then ${at.dialect.boolean(false)}`
    return condition(sql`(case ${yes} ${no} end)`, true)
  })
}

function among(of: Term, words: readonly string[], at: SqlCompiler): Sql {
  if (words.length === 0) return at.dialect.boolean(false)
  return sql`(${of.sql} in (${sql.join(words.map(word => at.dialect.bind(word, of.form)))}))`
}

/** The place of a word among the words. */
function position(of: Term, words: readonly string[], at: SqlCompiler): Term {
  const cases = words.map((word, index) => sql`when ${at.dialect.bind(word, of.form)} then ${sql.lit(index)}`)
  return term(sql`(case ${of.sql} ${sql.join(cases, sql` `)} end)`, scaled(0, BigInt(words.length)), true)
}

// A term in the form for sorting: choices in the order of the document, exact numbers by size, texts by code point.

export function sortable(of: Term, type: Type, at: SqlCompiler): Sql {
  if (type.kind === 'choice') return position(of, type.words, at).sql
  if (of.form.as === 'text') return at.dialect.ordered(of.sql)
  // SQLite stores exact numbers as text, which sorts differently.
  if (of.form.as === 'exact' && at.dialect.name === 'sqlite') return at.dialect.call('sort_key', of.sql)
  return of.sql
}
