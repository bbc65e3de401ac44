/** What compiled expressions are made of: closures over an environment, and the bookkeeping while they run. */
import type {Core, InTest} from '../core.ts'
import type {Environment} from '../environment.ts'
import type {Declarations} from '../functions/declaration.ts'
import type {Value} from '../value.ts'

/** The variables of the filters and quantifiers around, by slot, and the steps that are left. */
export interface ClosureFrame {
  readonly slots: Value[]
  steps: number
}

export type Closure = (environment: Environment, frame: ClosureFrame) => Value

/** Asks one question of a value, three-valued. */
export type Test = (value: Value, environment: Environment, frame: ClosureFrame) => boolean | null

export interface ClosureCompiler {
  readonly compile: (core: Core) => Closure
  /** The slot of a variable, the same for its binder and its uses. */
  readonly slot: (variable: string) => number
  readonly functions: Declarations
  readonly tests: Tests
}

/** How each kind of test of `in` is compiled. */
export type Tests = {
  readonly [K in InTest['test']]?: (test: Extract<InTest, {test: K}>, compiler: ClosureCompiler) => Test
}

export type Compile<C extends Core> = (core: C, compiler: ClosureCompiler) => Closure

/** Items visited in one evaluation, over all its loops. */
export const MOST_STEPS = 1_000_000

/** Leaves an evaluation that does too much; `compile` turns it into null. */
export class Exceeded extends Error {}

export function step(frame: ClosureFrame, steps: number): void {
  frame.steps -= steps
  if (frame.steps < 0) throw new Exceeded('too many steps')
}
