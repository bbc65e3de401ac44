/** Functions of numbers. */
import {sql} from 'kysely'
import type {CallCore} from '../core.ts'
import type {Rounding} from '../decimal.ts'
import {isAbsent} from './absent.ts'
import type {Compiler} from './compiler.ts'
import {exactly} from './convert.ts'
import {booleanForm, exactForm, textForm} from './form.ts'
import {absolute, exactCall, isScaled} from './numbers.ts'
import {type Term, term} from './term.ts'

type Call = (core: CallCore, at: Compiler) => Term

function argument(core: CallCore, index: number, at: Compiler): Term {
  const arg = core.args[index]
  if (arg === undefined) throw new Error(`${core.name} lacks an argument.`)
  return at.value(arg)
}

/** `floor(n)` leaves the scale out, which is 0 then. */
const rounding =
  (mode: Rounding): Call =>
  (core, at) => {
    const n = argument(core, 0, at)
    const absent = isAbsent(core.args[1])
    // Whole digits of a count that has no others.
    if (isScaled(n) && n.form.places === 0 && absent) return n
    const zero = at.dialect.bind('0', exactForm)
    const given = absent ? zero : exactly(argument(core, 1, at), at.dialect).sql
    const digits = absent || core.required > 1 ? given : sql`coalesce(${given}, ${zero})`
    const rounded = at.dialect.call('round', exactly(n, at.dialect).sql, digits, at.dialect.bind(mode, textForm))
    return term(rounded, exactForm, true)
  }

const isMultiple =
  (name: 'even' | 'odd'): Call =>
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
  abs: (core: CallCore, at: Compiler): Term => absolute(argument(core, 0, at), at.dialect),
  modulo: (core: CallCore, at: Compiler): Term =>
    exactCall('modulo', [argument(core, 0, at), argument(core, 1, at)], at.dialect),
  even: isMultiple('even'),
  odd: isMultiple('odd'),
} satisfies Record<string, Call>
