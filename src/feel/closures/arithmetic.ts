/** Closures for arithmetic. What the standard gives no answer for is null. */
import {negated, operations} from '../arithmetic.ts'
import type {ArithmeticCore, NegateCore} from '../core.ts'
import {negate} from '../decimal.ts'
import {isNum, kindOf} from '../value.ts'
import type {Compile} from './closure.ts'

export const calculation: Compile<ArithmeticCore> = (core, {compile}) => {
  const left = compile(core.left)
  const right = compile(core.right)
  const {by} = core
  return (environment, frame) => {
    const [a, b] = [left(environment, frame), right(environment, frame)]
    if (a === null || b === null) return null
    return operations[`${kindOf(a)} ${by} ${kindOf(b)}`]?.run(a, b, environment) ?? null
  }
}

export const negation: Compile<NegateCore> = (core, {compile}) => {
  const of = compile(core.of)
  return (environment, frame) => {
    const value = of(environment, frame)
    return isNum(value) ? negate(value) : negated(value)
  }
}
