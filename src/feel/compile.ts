/**
 * Core to closures, once; then evaluated as often as needed. Takes the functions there are, because the browser has
 * fewer of them.
 */
import {calculation, negation} from './closures/arithmetic.ts'
import {call} from './closures/calls.ts'
import {
  type Closure,
  type Compile,
  type Compiler,
  Exceeded,
  type Frame,
  MOST_STEPS,
  type Tests,
} from './closures/closure.ts'
import {comparison, membership, tests} from './closures/compare.ts'
import {at, filter, map, quantified} from './closures/lists.ts'
import {choose, logic, not} from './closures/logic.ts'
import {
  all,
  field,
  input,
  list,
  me,
  old,
  parameter,
  property,
  relation,
  self,
  value,
  variable,
} from './closures/values.ts'
import type {Core} from './core.ts'
import type {Environment} from './environment.ts'
import type {Declarations} from './functions/declaration.ts'
import type {Value} from './value.ts'

export type Closures = {readonly [O in Core['op']]?: Compile<Extract<Core, {readonly op: O}>>}

const closures: Closures = {
  value,
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
  compare: comparison,
  arithmetic: calculation,
  negate: negation,
  in: membership,
  list,
  call,
}

export type Evaluate = (environment: Environment) => Value

/** What there is beside the documents' own: the functions, and for `nonet feel` more closures and tests. */
export interface Means {
  readonly functions: Declarations
  readonly closures?: Closures
  readonly tests?: Tests
}

/** The evaluation never throws; one that exceeds its bounds is null, after telling `environment.exceeded`. */
export function compileWith(core: Core, means: Means): Evaluate {
  const slots = new Map<string, number>()
  const all = {...closures, ...means.closures}
  const compiler: Compiler = {
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
const idle: Frame = {slots: [], steps: MOST_STEPS}

/** The table pairs every op with the compiler of that very op; TypeScript cannot follow the pairing. */
function closureOf(core: Core, all: Closures, compiler: Compiler): Closure {
  return (all[core.op] as Compile<Core> | undefined)?.(core, compiler) ?? (() => null)
}

function slotOf(slots: Map<string, number>, name: string): number {
  const known = slots.get(name) ?? slots.size
  slots.set(name, known)
  return known
}
