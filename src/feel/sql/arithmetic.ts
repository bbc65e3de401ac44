/** `+ - * / **`, by the kinds of the operands. */
import {sql} from 'kysely'
import type {ArithmeticCore, Core, NegateCore} from '../core.ts'
import {toInteger} from '../decimal.ts'
import {isNum} from '../value.ts'
import {calendarOperations} from './calendar-arithmetic.ts'
import type {Compiler} from './compiler.ts'
import {textual} from './convert.ts'
import {textForm} from './form.ts'
import {exactCall, minus, over, plus, times} from './numbers.ts'
import {isNull, type Term, term} from './term.ts'

const numberOperations: Readonly<Record<string, (a: Term, b: Term, at: Compiler) => Term>> = {
  '+': (a, b, {dialect}) => plus('add', a, b, dialect),
  '-': (a, b, {dialect}) => plus('subtract', a, b, dialect),
  '*': (a, b, {dialect}) => times(a, b, dialect),
  '/': (a, b, {dialect}) => over(a, b, dialect),
}

export function arithmeticValue(core: ArithmeticCore, at: Compiler): Term {
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

/** Null of the result's kind: an operand is null. */
function nothing(core: ArithmeticCore, at: Compiler): Term {
  return at.value({op: 'value', type: core.type, value: null})
}

/** Joined by a function, because a text beyond its largest length is null. */
const joinTexts = (a: Term, b: Term, at: Compiler): Term =>
  term(at.dialect.call('join_texts', textual(a, at.dialect).sql, textual(b, at.dialect).sql), textForm, true)

const MOST_EXPONENT = 1000

/** Only with a whole exponent that is written down: others go through floating point, which databases do differently. */
function raise(base: Term, exponent: Core, at: Compiler): Term {
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

export const negateValue = (core: NegateCore, at: Compiler): Term => minus(at.value(core.of), at.dialect)
