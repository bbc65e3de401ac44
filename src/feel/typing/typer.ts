/** Shared state while an expression is typed: the scope, bound names, problems, and everything it reads. */

import {didYouMean, nearest} from '../../document/spelling.ts'
import type {Core} from '../core.ts'
import type {ExpressionProblem, Reads, Scope} from '../scope.ts'
import type {Tree} from '../syntax/tree.ts'
import {anyType, type Type} from '../type.ts'

/** A name bound by a quantifier, or the item of a filter (whose fields are then bare names). */
export interface Local {
  readonly name: string
  readonly variable: string
  readonly type: Type
  readonly item: boolean
  readonly outer: Local | null
}

export interface TypedPlace {
  readonly start: number
  readonly end: number
}

export interface ProblemText extends Pick<ExpressionProblem, 'message' | 'hint'> {
  readonly fix?: ExpressionProblem['fix'] | Wrapping
}

/** A fix that wraps the existing text. */
export interface Wrapping {
  readonly start: number
  readonly end: number
  readonly before: string
  readonly after: string
  /** The replaced range, if it is larger than the text that is kept. */
  readonly whole?: TypedPlace
}

export interface OpenProblem extends Omit<ExpressionProblem, 'fix'> {
  readonly fix?: ExpressionProblem['fix'] | Wrapping
}

/** Marks an expression with a reported problem, so that its type causes no further one. */
export const broken: Core = {op: 'value', type: anyType, value: null}

export const isBroken = (core: Core): boolean => core === broken

type CollectedReads = {-readonly [K in keyof Reads]: Reads[K] extends ReadonlySet<string> ? Set<string> : boolean}

export class Typer {
  readonly scope: Scope
  readonly problems: OpenProblem[] = []
  readonly reads: CollectedReads = {
    fields: new Set(),
    relations: new Set(),
    entities: new Set(),
    constants: new Set(),
    inputs: new Set(),
    me: false,
    old: false,
    now: false,
  }
  readonly type: (tree: Tree, local: Local | null) => Core
  private variables = 0

  /** The expected type of the expression. */
  readonly wanted: Type | undefined

  constructor(scope: Scope, type: (typer: Typer, tree: Tree, local: Local | null) => Core, wanted?: Type) {
    this.scope = scope
    this.wanted = wanted
    this.type = (tree, local) => type(this, tree, local)
  }

  get loose(): boolean {
    return this.scope.loose === true
  }

  /** Reports a problem in every mode. */
  refuse(code: ExpressionProblem['code'], {start, end}: TypedPlace, text: ProblemText): Core {
    this.problems.push({code, ...text, start, end})
    return broken
  }

  /**
   * Reports a problem with declared types; without declared types the standard's result (mostly null) applies, so
   * `instead` is used.
   */
  mismatch(code: ExpressionProblem['code'], place: TypedPlace, wrong: ProblemText & {instead: Core}): Core {
    const {instead, ...text} = wrong
    return this.loose ? instead : this.refuse(code, place, text)
  }

  bind(name: string, type: Type, {item, outer}: {item: boolean; outer: Local | null}): Local {
    this.variables++
    return {name, variable: `${name.replaceAll(' ', '_')}${this.variables}`, type, item, outer}
  }
}

/** A similar name with its fix, or another hint. */
export function suggestName(
  name: string,
  known: Iterable<string>,
  {otherwise, place}: {otherwise: string; place: TypedPlace},
): Pick<ProblemText, 'hint' | 'fix'> {
  const near = nearest(name, known)
  return near === null ? {hint: otherwise} : {hint: didYouMean(near), fix: {...place, text: near}}
}

/** `first day` and `first_day` are one name. */
export function find<V>(map: ReadonlyMap<string, V> | undefined, name: string): [string, V] | null {
  for (const spelling of [name, name.replaceAll(' ', '_'), name.replaceAll('_', ' ')]) {
    const found = map?.get(spelling)
    if (found !== undefined) return [spelling, found]
  }
  return null
}
