/** Closures for the three-valued `and`, `or`, `not`, and for `if`. What is not true or false counts as unknown. */
import type {IfCore, LogicCore, NotCore} from '../core.ts'
import type {Closure, Compile} from './closure.ts'

/** `false` decides an `and`, `true` an `or`. */
function decidedBy(decides: boolean, items: readonly Closure[]): Closure {
  const [first, second, third] = items
  if (first !== undefined && second !== undefined && items.length === 2) return pair(decides, first, second)
  if (first !== undefined && second !== undefined && third !== undefined && items.length === 3) {
    return pair(decides, pair(decides, first, second), third)
  }
  return (environment, frame) => {
    let answer: boolean | null = !decides
    for (const item of items) {
      const value = item(environment, frame)
      if (value === decides) return decides
      if (value !== !decides) answer = null
    }
    return answer
  }
}

const pair =
  (decides: boolean, left: Closure, right: Closure): Closure =>
  (environment, frame) => {
    const first = left(environment, frame)
    if (first === decides) return decides
    const second = right(environment, frame)
    if (second === decides) return decides
    return first === !decides && second === !decides ? !decides : null
  }

export const logic: Compile<LogicCore> = (core, {compile}) => decidedBy(core.op === 'or', core.items.map(compile))

export const not: Compile<NotCore> = (core, {compile}) => {
  const of = compile(core.of)
  return (environment, frame) => {
    const value = of(environment, frame)
    return typeof value === 'boolean' ? !value : null
  }
}

export const choose: Compile<IfCore> = (core, {compile}) => {
  const condition = compile(core.condition)
  const [yes, no] = [compile(core.then), compile(core.otherwise)]
  return (environment, frame) => (condition(environment, frame) === true ? yes : no)(environment, frame)
}
