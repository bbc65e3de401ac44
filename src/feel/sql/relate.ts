/**
 * Comparing two terms. Equality is null-safe and never unknown, order is unknown where one side is null. A column
 * meets a constant bare, so that an index can answer.
 */
import {sql} from 'kysely'
import type {Comparison} from '../core.ts'
import {countOf, restate} from './constant.ts'
import {aligned} from './convert.ts'
import type {Dialect, Sql} from './dialect.ts'
import {fits, MOST, pow10, type ScaledForm} from './form.ts'
import {anyNullable, certain, condition, isConstant, isGiven, isNull, type Term} from './term.ts'

const symbols: Record<Comparison, Sql> = {
  '=': sql.raw('='),
  '!=': sql.raw('<>'),
  '<': sql.raw('<'),
  '<=': sql.raw('<='),
  '>': sql.raw('>'),
  '>=': sql.raw('>='),
}
/** The same comparison, read from the other side. */
export const mirrored: Record<Comparison, Comparison> = {
  '=': '=',
  '!=': '!=',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
}

/** `only true`: the answer is asked for its truth alone, so unknown may stand for false. */
export type Asked = 'three-valued' | 'only true'

export function relate(by: Comparison, left: Term, right: Term, how: {dialect: Dialect; asked: Asked}): Term {
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

function relateEqual(by: '=' | '!=', left: Term, right: Term, how: {dialect: Dialect; asked: Asked}): Term {
  const {dialect} = how
  if (isNull(right)) return nullCheck(by, left)
  // A constant that a column cannot hold is not in it.
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
 * `days < 1.25` where the column keeps one digit: held against 1.2, inclusive, instead of rescaling the column.
 * Undefined where the constant needs no rounding.
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

/** Beyond 64 bits every column value lies on one side, and so it does at the end of the 64 bits. */
const clamped = (bound: bigint): bigint => (fits(bound < 0n ? -bound : bound) ? bound : bound < 0n ? -MOST : MOST)
