/** Closures for the three-valued `and`, `or`, `not`, and for `if`. What is not true or false counts as unknown. */
import type {IfCore, LogicCore, NotCore} from '../core.ts'
import type {Closure, Compile} from './closure.ts'

/** `false` decides an `and`, `true` an `or`. */
const pair =
  (decides: boolean) =>
  (left: Closure, right: Closure): Closure =>
  (environment, frame) => {
    const first = left(environment, frame)
    if (first === decides) return decides
    const second = right(environment, frame)
    if (second === decides) return decides
    return first === !decides && second === !decides ? !decides : null
  }

export const logic: Compile<LogicCore> = (core, {compile}) => core.items.map(compile).reduce(pair(core.op === 'or'))

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
