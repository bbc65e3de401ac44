/** Closures for function calls. */
import type {CallCore} from '../core.ts'
import {isList, kindOf, type Value} from '../value.ts'
import {type Closure, type Compile, step} from './closure.ts'

/** A null among the required arguments makes null, unless the function wants to see it. */
export const call: Compile<CallCore> = (core, {compile, functions}) => {
  const declared = functions[core.name]
  if (declared === undefined) return () => null
  const {run, nulls} = declared
  const required = nulls === true ? 0 : core.required
  const records = core.records === true
  const accept = core.accepts === undefined ? (given: Value[]) => given : acceptor(core.accepts)
  const gather = gatherer(core.args.map(compile))
  return (environment, frame) => {
    const args = accept(gather(environment, frame))
    if (args === null || args.some((value, i) => value === null && i < required)) return null
    for (const value of args) if (isList(value)) step(frame, value.length)
    return run(args, environment, records)
  }
}

type Gather = (...at: Parameters<Closure>) => Value[]

function gatherer(args: readonly Closure[]): Gather {
  return (environment, frame) => args.map(arg => arg(environment, frame))
}

/** The standard's implicit conversions: a single value for a list, a list of one for its item. */
function acceptor(accepts: readonly (readonly string[])[]) {
  return (given: Value[]): Value[] | null => {
    const fit = given.map((value, i) => fitted(value, accepts[i] ?? []))
    return fit.includes(undefined) ? null : fit.filter(value => value !== undefined)
  }
}

/** Undefined when the value is of no kind that is accepted. */
function fitted(value: Value, kinds: readonly string[]): Value | undefined {
  if (value === null || kinds.includes('any') || kinds.includes(kindOf(value))) return value
  if (kinds.includes('list')) return [value]
  return isList(value) && value.length === 1 ? fitted(value[0] ?? null, kinds) : undefined
}
