/**
 * Core: an expression after typing, as plain JSON. Names are resolved, types known, constants inlined; closures, the
 * browser and SQL all start from it. Variables have unique names within one expression.
 */

import type {Type} from './type.ts'

export type Json = null | boolean | number | string | readonly Json[] | JsonObject
export type JsonObject = {readonly [key: string]: Json}

export const isJsonObject = (json: Json): json is JsonObject =>
  typeof json === 'object' && json !== null && !Array.isArray(json)

export type Comparison = '=' | '!=' | '<' | '<=' | '>' | '>='
export type Operator = '+' | '-' | '*' | '/' | '**'

interface TypedCore {
  readonly type: Type
}

/** A value, written by `encodeValue` of value.ts and read back by `decodeValue` with the node's type. */
export interface ValueCore extends TypedCore {
  readonly op: 'value'
  readonly value: Json
  /** Null because the actor may not see the value. Comparing with it never asks whether something is empty. */
  readonly hidden?: true
}
/** The current record. */
export interface ThisCore extends TypedCore {
  readonly op: 'this'
  readonly entity: string
}
export interface MeCore extends TypedCore {
  readonly op: 'me'
}
/** The record before the change. */
export interface OldCore extends TypedCore {
  readonly op: 'old'
  readonly entity: string
}
export interface InputCore extends TypedCore {
  readonly op: 'input'
  readonly name: string
}
/**
 * A value that is given by name when the expression is evaluated: an id, a filter value, the end of a period, a value
 * of the address. Documents name only the last.
 */
export interface ParameterCore extends TypedCore {
  readonly op: 'parameter'
  readonly name: string
}
/** The item of an enclosing filter, map or quantifier. */
export interface VariableCore extends TypedCore {
  readonly op: 'variable'
  readonly name: string
}
/** A stored or computed field of the record at `of`; null if `of` is null. */
export interface FieldCore extends TypedCore {
  readonly op: 'field'
  readonly of: Core
  readonly entity: string
  readonly field: string
}
/** `.year`, `.hour`, … of a date, time, date and time or duration. */
export interface PropertyCore extends TypedCore {
  readonly op: 'property'
  readonly of: Core
  readonly name: string
}
/** Every record of an entity, ordered by id. */
export interface AllCore extends TypedCore {
  readonly op: 'all'
  readonly entity: string
}
/** `list of … by …` and `many`: the references, ordered by id; empty if `of` is null. `entity` owns `field`. */
export interface RelationCore extends TypedCore {
  readonly op: 'relation'
  readonly of: Core
  readonly entity: string
  readonly field: string
}
/** Keeps the items for which the condition is true. */
export interface FilterCore extends TypedCore {
  readonly op: 'filter'
  readonly list: Core
  readonly variable: string
  readonly condition: Core
}
export interface MapCore extends TypedCore {
  readonly op: 'map'
  readonly list: Core
  readonly variable: string
  readonly body: Core
}
/** The item at an index, from 1, or from the end when negative; null outside. */
export interface AtCore extends TypedCore {
  readonly op: 'at'
  readonly list: Core
  readonly index: Core
}
/** Three-valued `or` (some) or `and` (every) of the condition over the items. */
export interface QuantifiedCore extends TypedCore {
  readonly op: 'some' | 'every'
  readonly list: Core
  readonly variable: string
  readonly condition: Core
}
/** Anything but true takes the `otherwise` branch. */
export interface IfCore extends TypedCore {
  readonly op: 'if'
  readonly condition: Core
  readonly then: Core
  readonly otherwise: Core
}
export interface LogicCore extends TypedCore {
  readonly op: 'and' | 'or'
  readonly items: readonly Core[]
}
export interface NotCore extends TypedCore {
  readonly op: 'not'
  readonly of: Core
}
/** `words` is set if the order of a choice decides (`<`, `<=`, `>`, `>=`). */
export interface CompareCore extends TypedCore {
  readonly op: 'compare'
  readonly by: Comparison
  readonly left: Core
  readonly right: Core
  readonly words?: readonly string[]
}
export interface ArithmeticCore extends TypedCore {
  readonly op: 'arithmetic'
  readonly by: Operator
  readonly left: Core
  readonly right: Core
}
export interface NegateCore extends TypedCore {
  readonly op: 'negate'
  readonly of: Core
}
/**
 * `in`, `between` and unary tests: the three-valued `or` of the tests. equals: null-safe equality. member: null-safe
 * membership in a list. range: three-valued, a missing end is open. loose: depends on the value of `with` (`nonet feel`
 * only).
 */
export interface InCore extends TypedCore {
  readonly op: 'in'
  readonly value: Core
  readonly tests: readonly InTest[]
}
export type InTest =
  | {readonly test: 'equals'; readonly with: Core}
  | {readonly test: 'member'; readonly of: Core}
  | ({readonly test: 'range'; readonly words?: readonly string[]} & RangeBounds)
  | {readonly test: 'condition'; readonly condition: Core}
  | {readonly test: 'loose'; readonly with: Core}
interface RangeBounds {
  readonly low: Core | null
  readonly high: Core | null
  readonly lowIncluded: boolean
  readonly highIncluded: boolean
}
export interface ListCore extends TypedCore {
  readonly op: 'list'
  readonly items: readonly Core[]
}
export interface RangeCore extends TypedCore, RangeBounds {
  readonly op: 'range'
}
/**
 * A function with its arguments in order; an omitted one is null, and individual values (`min(a, b)`) are a list.
 * `required`: how many of the first arguments must not be null. `records`: the first argument comes from records, so
 * the aggregate skips nulls. `accepts`: the kinds each argument may have (`nonet feel` only).
 */
export interface CallCore extends TypedCore {
  readonly op: 'call'
  readonly name: string
  readonly args: readonly Core[]
  readonly required: number
  readonly records?: boolean
  readonly accepts?: readonly (readonly string[])[]
}

/** Without declared names (`nonet feel`): depends on the values. Does not occur in documents. */
export interface PathCore extends TypedCore {
  readonly op: 'path'
  readonly of: Core
  readonly name: string
}
/** `list[…]` where the brackets may contain a number or a condition. */
export interface PickCore extends TypedCore {
  readonly op: 'pick'
  readonly list: Core
  readonly variable: string
  readonly by: Core
}
/** A bare name inside such a filter: an entry of the innermost item that has it, otherwise its meaning outside. */
export interface ScopedCore extends TypedCore {
  readonly op: 'scoped'
  readonly name: string
  readonly variables: readonly string[]
  readonly otherwise: Core
}

type LooseCore = PathCore | PickCore | ScopedCore

export type Core =
  | ValueCore
  | ThisCore
  | MeCore
  | OldCore
  | InputCore
  | ParameterCore
  | VariableCore
  | FieldCore
  | PropertyCore
  | AllCore
  | RelationCore
  | FilterCore
  | MapCore
  | AtCore
  | QuantifiedCore
  | IfCore
  | LogicCore
  | NotCore
  | CompareCore
  | ArithmeticCore
  | NegateCore
  | InCore
  | ListCore
  | RangeCore
  | CallCore
  | LooseCore

/** A value of the address, which is bound when the page is loaded. */
export const addressCore = (name: string, type: Type): ParameterCore => ({
  op: 'parameter',
  name: addressParameter(name),
  type,
})

export const addressParameter = (name: string): string => `address.${name}`

// Walking Core: the parts of a node, whether a variable is used in it, and whether it depends on the acting person.

const testParts = (test: InTest): readonly (Core | null)[] => {
  switch (test.test) {
    case 'range':
      return [test.low, test.high]
    case 'member':
      return [test.of]
    case 'condition':
      return [test.condition]
    default:
      return [test.with]
  }
}

function parts(core: Core): readonly (Core | null)[] {
  switch (core.op) {
    case 'field':
    case 'property':
    case 'relation':
    case 'not':
    case 'negate':
    case 'path':
      return [core.of]
    case 'filter':
    case 'some':
    case 'every':
      return [core.list, core.condition]
    case 'map':
      return [core.list, core.body]
    case 'at':
      return [core.list, core.index]
    case 'pick':
      return [core.list, core.by]
    case 'if':
      return [core.condition, core.then, core.otherwise]
    case 'and':
    case 'or':
    case 'list':
      return core.items
    case 'compare':
    case 'arithmetic':
      return [core.left, core.right]
    case 'in':
      return [core.value, ...core.tests.flatMap(testParts)]
    case 'range':
      return [core.low, core.high]
    case 'call':
      return core.args
    case 'scoped':
      return [core.otherwise]
    default:
      return []
  }
}

/** The terms of a conjunction; any other condition is its only term. */
export const termsOf = (core: Core): readonly Core[] => (core.op === 'and' ? core.items.flatMap(termsOf) : [core])

export const partsOf = (core: Core): readonly Core[] => parts(core).filter(part => part !== null)

/** Whether its value depends on records. */
export const readsRecords = (core: Core): boolean =>
  core.op === 'all' || core.op === 'relation' || core.op === 'field' || partsOf(core).some(readsRecords)

export function mentions(core: Core, variable: string): boolean {
  if (core.op === 'variable') return core.name === variable
  if (core.op === 'scoped' && core.variables.includes(variable)) return true
  return partsOf(core).some(part => mentions(part, variable))
}

export const namesMe = (core: Core): boolean => core.op === 'me' || partsOf(core).some(namesMe)

const isNothing = (core: Core): boolean => core.op === 'value' && core.value === null && core.hidden !== true

/**
 * The sides of an equality that use `me`. If such a side is null (no one is signed in, or the person has no team), the
 * result is unknown: a person without a team does not own records without a team. `me.team = null` is evaluated
 * normally.
 */
export function sidesOfMe(left: Core, right: Core): {readonly left: boolean; readonly right: boolean} {
  return {left: !isNothing(right) && namesMe(left), right: !isNothing(left) && namesMe(right)}
}

/** The same expression relative to another record: replaces `this`. */
export function rebase(core: Core, record: Core): Core {
  return record.op === 'this' ? core : (replaced(core, ({op}) => op === 'this', record) as Core)
}

/** The same expression about a known item: replaces a variable. */
export function withItem(core: Core, variable: string, item: Core): Core {
  return replaced(core, node => node.op === 'variable' && 'name' in node && node.name === variable, item) as Core
}

/** Core is plain JSON, so a walk over it only needs to know the operation it looks for. */
function replaced(node: unknown, is: (node: {readonly op: unknown}) => boolean, by: Core): unknown {
  if (Array.isArray(node)) return node.map(item => replaced(item, is, by))
  if (typeof node !== 'object' || node === null) return node
  if ('op' in node && is(node)) return by
  if ('op' in node && node.op === 'value') return node
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, key === 'type' ? value : replaced(value, is, by)]),
  )
}
