/**
 * The declaration of a function: its name and parameters, its types, whether it exists in SQL, and its implementation.
 * browser.ts lists the functions available in the browser.
 */
import type {Environment} from '../environment.ts'
import type {Value} from '../value.ts'

export interface Declaration {
  /**
   * `(string: text, start position: number, length?: number): text`. Types as in describeType, alternatives
   * separated by `/`; `T` is one type throughout, `O` one with an order, `scalar` anything but a list or reference;
   * `...` before the last name takes any number of values, or one list.
   */
  readonly signatures: readonly string[]
  readonly evaluating: RunFunction
  readonly sql: boolean
  /** Handles null arguments; otherwise a null for a required parameter makes the result null. */
  readonly nulls?: boolean
  /** Constant arguments give a constant result: evaluated while typing, where a null is a mistake. */
  readonly constant?: boolean
  /** The index of a literal argument that must be a mistake; undefined arguments are not known yet. */
  readonly mistaken?: (args: readonly (Value | undefined)[]) => number | null
  /** Reads the clock. */
  readonly clock?: boolean
  /** Accepts undeclared names (`nonet feel`). */
  readonly undeclared?: boolean
}

/** `records`: the first argument comes from records, so nulls are skipped. */
export type RunFunction = (args: readonly Value[], environment: Environment, records: boolean) => Value

export type Declarations = Readonly<Record<string, Declaration>>

/** The signature determines the kinds of the arguments, by typing or by the check before the call. */
export const run =
  <A extends readonly (Value | undefined)[]>(
    body: (args: A, environment: Environment, records: boolean) => Value,
  ): RunFunction =>
  (args, environment, records) =>
    body(args as unknown as A, environment, records)
