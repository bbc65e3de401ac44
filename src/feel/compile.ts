/**
 * Compiles Core to closures, once; the result is evaluated as often as needed. The available functions are an argument,
 * because the browser has fewer of them.
 */

import {
  all,
  at,
  type Closure,
  type ClosureCompiler,
  type ClosureFrame,
  type Compile,
  calculation,
  choose,
  compileListItems,
  compileValue,
  Exceeded,
  field,
  filter,
  input,
  logic,
  MOST_STEPS,
  map,
  me,
  negation,
  not,
  old,
  parameter,
  property,
  quantified,
  relation,
  self,
  step,
  type Tests,
  variable,
} from './closures/basic.ts'
import {compileComparison, membership, tests} from './closures/compare.ts'
import {type CallCore, type Core, namesMe} from './core.ts'
import type {Environment} from './environment.ts'
import type {Declarations} from './functions/declaration.ts'
import {booleanType} from './type.ts'
import {isList, type Value} from './value.ts'

// Function calls.

/** Checks the arguments before the call; null aborts the call. */
type Accept = (args: Value[]) => Value[] | null

const call: Compile<CallCore> = (core, compiler) => {
  const [list, element] = core.args
  // `list contains(list, me)` is evaluated like `me in list`.
  if (core.name === 'list contains' && list !== undefined && element !== undefined && namesMe(core))
    return membership({op: 'in', value: element, tests: [{test: 'member', of: list}], type: booleanType}, compiler)
  return callWith(core, compiler, args => args)
}

/** A null for a required argument gives null, unless the function handles nulls. */
export function callWith(core: CallCore, {compile, functions}: ClosureCompiler, accept: Accept): Closure {
  const declared = functions[core.name]
  if (declared === undefined) return () => null
  const required = declared.nulls === true ? 0 : core.required
  const closures = core.args.map(compile)
  return (environment, frame) => {
    const args = accept(closures.map(arg => arg(environment, frame)))
    if (args === null || args.some((value, i) => value === null && i < required)) return null
    for (const value of args) if (isList(value)) step(frame, value.length)
    return declared.evaluating(args, environment, core.records === true)
  }
}

type Closures = {readonly [O in Core['op']]?: Compile<Extract<Core, {readonly op: O}>>}

const closures: Closures = {
  value: compileValue,
  this: self,
  me,
  old,
  input,
  parameter,
  variable,
  field,
  property,
  all,
  relation,
  filter,
  map,
  at,
  some: quantified,
  every: quantified,
  if: choose,
  and: logic,
  or: logic,
  not,
  compare: compileComparison,
  arithmetic: calculation,
  negate: negation,
  in: membership,
  list: compileListItems,
  call,
}

export type Evaluate = (environment: Environment) => Value

/** The functions, and for `nonet feel` further closures and tests. */
interface Means {
  readonly functions: Declarations
  readonly closures?: Closures
  readonly tests?: Tests
}

/** The evaluation never throws; if it exceeds its bounds, it calls `environment.exceeded` and returns null. */
export function compileWith(core: Core, means: Means): Evaluate {
  const slots = new Map<string, number>()
  const all = {...closures, ...means.closures}
  const compiler: ClosureCompiler = {
    compile: each => closureOf(each, all, compiler),
    slot: name => slotOf(slots, name),
    functions: means.functions,
    tests: {...tests, ...means.tests},
  }
  const run = compiler.compile(core)
  return environment => {
    const frame = slots.size === 0 ? idle : {slots: [], steps: 0}
    frame.steps = MOST_STEPS
    try {
      return run(environment, frame)
    } catch (error) {
      if (!(error instanceof Exceeded)) throw error
      environment.exceeded?.()
      return null
    }
  }
}

/** For expressions without variables, which have no loops to bound. */
const idle: ClosureFrame = {slots: [], steps: MOST_STEPS}

/** The table maps every op to its compiler; TypeScript cannot express the correlation. */
function closureOf(core: Core, all: Closures, compiler: ClosureCompiler): Closure {
  return (all[core.op] as Compile<Core> | undefined)?.(core, compiler) ?? (() => null)
}

function slotOf(slots: Map<string, number>, name: string): number {
  const known = slots.get(name) ?? slots.size
  slots.set(name, known)
  return known
}
