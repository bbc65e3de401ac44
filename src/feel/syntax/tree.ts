/** An expression as written: our own compact tree, with the place of every node in the text. */
import type {Comparison, Json, Operator} from '../core.ts'

interface PlacedNode {
  readonly start: number
  readonly end: number
}

export type Literal = 'number' | 'text' | 'boolean' | 'null' | 'at'

export type Tree = PlacedNode &
  (
    | {readonly node: 'literal'; readonly literal: Literal; readonly value: Json}
    | {readonly node: 'name'; readonly name: string}
    | {readonly node: 'path'; readonly of: Tree; readonly name: string; readonly nameStart: number}
    | {readonly node: 'filter'; readonly list: Tree; readonly by: Tree}
    | {readonly node: 'call'; readonly name: string; readonly nameEnd: number; readonly args: readonly Argument[]}
    | {readonly node: 'if'; readonly condition: Tree; readonly then: Tree; readonly otherwise: Tree}
    | {readonly node: 'logic'; readonly by: 'and' | 'or'; readonly items: readonly Tree[]}
    | {readonly node: 'compare'; readonly by: Comparison; readonly left: Tree; readonly right: Tree}
    | {readonly node: 'arithmetic'; readonly by: Operator; readonly left: Tree; readonly right: Tree}
    | {readonly node: 'negate'; readonly of: Tree}
    | {readonly node: 'not'; readonly of: Tree}
    | {readonly node: 'in'; readonly value: Tree; readonly tests: readonly Tree[]; readonly negated: boolean}
    | {readonly node: 'between'; readonly value: Tree; readonly low: Tree; readonly high: Tree}
    | {readonly node: 'list'; readonly items: readonly Tree[]}
    | RangeNode
    | {
        readonly node: 'quantified'
        readonly by: 'some' | 'every'
        readonly over: readonly Over[]
        readonly condition: Tree
      }
    | {readonly node: 'for'; readonly over: readonly Over[]; readonly body: Tree}
  )

/** `[1..5]`, and `< 5` as a test: then the other end is open. `equals` marks the tests `= 5` and `!= 5`. */
export interface RangeNode {
  readonly node: 'range'
  readonly low: Tree | null
  readonly high: Tree | null
  readonly lowIncluded: boolean
  readonly highIncluded: boolean
  readonly equals?: '=' | '!='
}

export interface Argument {
  readonly name: string | null
  readonly value: Tree
}

/** One `x in list` of a quantifier or a `for`. */
export interface Over {
  readonly name: string
  readonly list: Tree
}

export type TreeOf<N extends Tree['node']> = Extract<Tree, {readonly node: N}>
