/** Choices in their written order: `priority >= "high"`. */
import {sql} from 'kysely'
import type {Comparison} from '../core.ts'
import type {Value} from '../value.ts'
import type {Compiler} from './compiler.ts'
import type {Sql} from './dialect.ts'
import {scaled} from './form.ts'
import {type Asked, mirrored, relate, unknown} from './relate.ts'
import {certain, condition, isConstant, isNull, once, type Term, term} from './term.ts'

export interface WordComparison {
  readonly left: Term
  readonly right: Term
  readonly words: readonly string[]
  readonly asked: Asked
}

export function compareWords(by: Comparison, given: WordComparison, at: Compiler): Term {
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

function certainly(by: Comparison, a: Value, b: Value, {words, at}: {words: readonly string[]; at: Compiler}): Term {
  const [x, y] = [words.indexOf(String(a)), words.indexOf(String(b))]
  return x < 0 || y < 0 ? unknown(at.dialect) : certain(orders[by](x, y), at.dialect)
}

/** The words on the right side of a known one. Unknown for what is none of the words, as for no word at all. */
function amongWords(by: Comparison, {left, words, asked}: WordComparison, word: Value, at: Compiler): Term {
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

function among(of: Term, words: readonly string[], at: Compiler): Sql {
  if (words.length === 0) return at.dialect.boolean(false)
  return sql`(${of.sql} in (${sql.join(words.map(word => at.dialect.bind(word, of.form)))}))`
}

/** The place of a word among the words. */
export function position(of: Term, words: readonly string[], at: Compiler): Term {
  const cases = words.map((word, index) => sql`when ${at.dialect.bind(word, of.form)} then ${sql.lit(index)}`)
  return term(sql`(case ${of.sql} ${sql.join(cases, sql` `)} end)`, scaled(0, BigInt(words.length)), true)
}
