/** Closures for function calls. */
import type {CallCore} from '../core.ts'
import {namesMe} from '../mentions.ts'
import {booleanType} from '../type.ts'
import {isList, type Value} from '../value.ts'
import {type Closure, type Compile, type Compiler, step} from './closure.ts'
import {membership} from './compare.ts'

/** Looks at the arguments before the call; null gives the call up. */
export type Accept = (args: Value[]) => Value[] | null

export const call: Compile<CallCore> = (core, compiler) => {
  const [list, element] = core.args
  // Whether I am in a list is asked as `me in list` asks it.
  if (core.name === 'list contains' && list !== undefined && element !== undefined && namesMe(core))
    return membership({op: 'in', value: element, tests: [{test: 'member', of: list}], type: booleanType}, compiler)
  return callWith(core, compiler, args => args)
}

/** A null among the required arguments makes null, unless the function wants to see it. */
export function callWith(core: CallCore, {compile, functions}: Compiler, accept: Accept): Closure {
  const declared = functions[core.name]
  if (declared === undefined) return () => null
  const required = declared.nulls === true ? 0 : core.required
  const closures = core.args.map(compile)
  return (environment, frame) => {
    const args = accept(closures.map(arg => arg(environment, frame)))
    if (args === null || args.some((value, i) => value === null && i < required)) return null
    for (const value of args) if (isList(value)) step(frame, value.length)
    return declared.run(args, environment, core.records === true)
  }
}
