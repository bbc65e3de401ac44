/**
 * What a function says about itself, in one place: its name and parameters, its types, whether it exists in SQL, and
 * what it does. In the browser exist those that browser.ts lists.
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
  readonly run: RunFunction
  readonly sql: boolean
  /** Wants to see null arguments; otherwise a null for a parameter that is not optional makes the result null. */
  readonly nulls?: boolean
  /** Constants in, constant out, wherever and whenever: worked out while typing, where a null is a mistake. */
  readonly constant?: boolean
  /** The index of an argument that, as it is written, can only be a mistake; undefined arguments are not known yet. */
  readonly mistaken?: (args: readonly (Value | undefined)[]) => number | null
  /** Reads the clock. */
  readonly clock?: boolean
  /** Accepts undeclared names (`nonet feel`). */
  readonly undeclared?: boolean
}

/** `records`: the first argument comes from records, so empty values are passed over. */
export type RunFunction = (args: readonly Value[], environment: Environment, records: boolean) => Value

export type Declarations = Readonly<Record<string, Declaration>>

/** The signature has already decided the kinds of the arguments, by typing or by the check before the call. */
export const run =
  <A extends readonly (Value | undefined)[]>(
    body: (args: A, environment: Environment, records: boolean) => Value,
  ): RunFunction =>
  (args, environment, records) =>
    body(args as unknown as A, environment, records)
