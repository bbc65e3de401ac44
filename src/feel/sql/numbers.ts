/**
 * Arithmetic on counts, and functions on numbers. Native arithmetic if 64 bits provably hold the result; otherwise our
 * own functions with 34 digits, rounded half to even.
 */

import {sql} from 'kysely'
import type {CallCore} from '../core.ts'
import {type Num, negate, type Rounding} from '../decimal.ts'
import {DaysDuration, isNum, MonthsDuration, type Value} from '../value.ts'
import {isAbsent, type SqlCompiler, type SqlFunction} from './compiler.ts'
import {heldIn, restate} from './constant.ts'
import {exactly, finer} from './convert.ts'
import {
  anyNullable,
  booleanForm,
  type Dialect,
  exactForm,
  fitsNumber,
  isConstant,
  MOST_PLACES,
  pow10,
  type ScaledForm,
  type Sql,
  scaled,
  type Term,
  term,
  textForm,
} from './dialect.ts'

interface ScaledTerm extends Term {
  readonly form: ScaledForm
}

export const isScaled = (of: Term): of is ScaledTerm => of.form.as === 'scaled'

const signs = {add: sql.raw('+'), subtract: sql.raw('-')}

export function plus(name: 'add' | 'subtract', a: Term, b: Term, dialect: Dialect): Term {
  return plusScaled(name, a, b, dialect) ?? exactCall(name, [a, b], dialect)
}

function plusScaled(name: 'add' | 'subtract', a: Term, b: Term, dialect: Dialect): Term | undefined {
  if (!isScaled(a) || !isScaled(b)) return undefined
  const places = Math.max(a.form.places, b.form.places)
  const [x, y] = [finer(a, places, dialect), finer(b, places, dialect)]
  if (x === undefined || y === undefined || !isScaled(x) || !isScaled(y)) return undefined
  const limit = x.form.limit + y.form.limit
  if (!fitsNumber(limit)) return undefined
  return term(sql`(${x.sql} ${signs[name]} ${y.sql})`, scaled(places, limit), anyNullable(a, b))
}

export function times(a: Term, b: Term, dialect: Dialect): Term {
  if (isScaled(a) && isScaled(b)) {
    const [places, limit] = [a.form.places + b.form.places, a.form.limit * b.form.limit]
    if (places <= MOST_PLACES && fitsNumber(limit)) {
      return term(sql`(${a.sql} * ${b.sql})`, scaled(places, limit), anyNullable(a, b))
    }
  }
  return exactCall('multiply', [a, b], dialect)
}

/** Null for a division by zero, so always nullable. */
export const over = (a: Term, b: Term, dialect: Dialect): Term => exactCall('divide', [a, b], dialect)

export function minus(of: Term, dialect: Dialect): Term {
  const known = isConstant(of) ? negative(of.constant) : undefined
  const constant = known === undefined ? undefined : restate(known, of.form, dialect)
  if (constant !== undefined) return constant
  if (isScaled(of) || dialect.name === 'postgres') return term(sql`(- ${of.sql})`, of.form, of.nullable)
  return term(dialect.call('negate', of.sql), exactForm, of.nullable)
}

function negative(value: Value): Value | undefined {
  if (value instanceof DaysDuration) return new DaysDuration(negate(value.seconds))
  if (value instanceof MonthsDuration) return new MonthsDuration(-value.months)
  return isNum(value) ? negate(value) : undefined
}

function absolute(of: Term, dialect: Dialect): Term {
  if (isScaled(of) || dialect.name === 'postgres') return term(sql`abs(${of.sql})`, of.form, of.nullable)
  return term(dialect.call('abs', of.sql), exactForm, of.nullable)
}

/** One of our functions on exact numbers; a result that is too large is null. */
export function exactCall(name: string, args: readonly Term[], dialect: Dialect, ...more: readonly Sql[]): Term {
  const exact = args.map(of => exactly(of, dialect).sql)
  return term(dialect.call(name, ...exact, ...more), exactForm, true)
}

/** Whole units of a scaled count, rounded down: `floored(count, 86400)` converts seconds to days. */
export function floored(of: ScaledTerm, unit: number, dialect: Dialect): Term {
  if (unit === 1 && of.form.places === 0) return of
  const known = isConstant(of) ? heldIn(of.constant, of.form) : undefined
  const constant =
    typeof known === 'bigint' ? restate(flooredBy(known, unit, of.form), scaled(0, 0n), dialect) : undefined
  if (constant !== undefined) return constant
  const limit = of.form.limit / (BigInt(unit) * 10n ** BigInt(of.form.places)) + 1n
  return term(
    wholeSql(dialect.call('floor_div', of.sql, amount(unit, of.form, dialect)), dialect),
    scaled(0, limit),
    of.nullable,
  )
}

function flooredBy(count: bigint, unit: number, {places}: ScaledForm): Num {
  const by = BigInt(unit) * pow10(places)
  return Number((count - (((count % by) + by) % by)) / by)
}

/** The remainder of a scaled count beyond whole units, never negative. */
export function remaining(of: ScaledTerm, unit: number, dialect: Dialect): ScaledTerm {
  const form = scaled(of.form.places, BigInt(unit) * 10n ** BigInt(of.form.places))
  return {sql: dialect.call('floor_mod', of.sql, amount(unit, of.form, dialect)), form, nullable: of.nullable}
}

/** A plain amount in a scaled form. */
function amount(n: number, form: ScaledForm, dialect: Dialect): Sql {
  if (dialect.name === 'sqlite') return sql.raw((BigInt(n) * 10n ** BigInt(form.places)).toString())
  return sql.raw(form.places === 0 ? `cast(${n} as bigint)` : `cast(${n} as numeric)`)
}

const wholeSql = (of: Sql, dialect: Dialect): Sql => dialect.whole(of)

export type {ScaledTerm}

// Numbers.

function argument(core: CallCore, index: number, at: SqlCompiler): Term {
  const arg = core.args[index]
  if (arg === undefined) throw new Error(`${core.name} lacks an argument.`)
  return at.value(arg)
}

/** `floor(n)` omits the scale, which is then 0. */
const rounding =
  (mode: Rounding): SqlFunction =>
  (core, at) => {
    const n = argument(core, 0, at)
    const absent = isAbsent(core.args[1])
    // A count without decimal places is already whole.
    if (isScaled(n) && n.form.places === 0 && absent) return n
    const zero = at.dialect.bind('0', exactForm)
    const given = absent ? zero : exactly(argument(core, 1, at), at.dialect).sql
    const digits = absent || core.required > 1 ? given : sql`coalesce(${given}, ${zero})`
    const rounded = at.dialect.call('round', exactly(n, at.dialect).sql, digits, at.dialect.bind(mode, textForm))
    return term(rounded, exactForm, true)
  }

const evenOrOdd =
  (name: 'even' | 'odd'): SqlFunction =>
  (core, at) => {
    const n = argument(core, 0, at)
    if (!isScaled(n) || n.form.places > 0) {
      return term(at.dialect.call(name, exactly(n, at.dialect).sql), booleanForm, n.nullable)
    }
    const rest = name === 'even' ? sql`(${n.sql} % 2 = 0)` : sql`(${n.sql} % 2 <> 0)`
    return term(rest, booleanForm, n.nullable)
  }

export const numberSql = {
  decimal: rounding('half even'),
  floor: rounding('floor'),
  ceiling: rounding('ceiling'),
  'round up': rounding('up'),
  'round down': rounding('down'),
  'round half up': rounding('half up'),
  'round half down': rounding('half down'),
  abs: (core: CallCore, at: SqlCompiler): Term => absolute(argument(core, 0, at), at.dialect),
  modulo: (core: CallCore, at: SqlCompiler): Term =>
    exactCall('modulo', [argument(core, 0, at), argument(core, 1, at)], at.dialect),
  even: evenOrOdd('even'),
  odd: evenOrOdd('odd'),
} satisfies Record<string, SqlFunction>
