/** The signatures of functions: the one that matches a call, and its arguments in the order of the parameters. */

import type {Core} from '../core.ts'
import type {Argument} from '../syntax/tree.ts'
import {anyType, describeType, isOrdered, isTextual, joinTypes, listOf, nullType, type Type} from '../type.ts'
import {nullCore} from './literals.ts'
import type {TypedPlace} from './typer.ts'

interface GivenArgument {
  readonly name: string | null
  readonly core: Core
  readonly place: TypedPlace
}

export interface Laid {
  readonly parameter: FunctionParameter
  readonly core: Core
  readonly place: TypedPlace | null
}

/** One argument per parameter, or null if the number or names do not match. */
export function layOut({parameters}: Signature, given: readonly GivenArgument[]): readonly Laid[] | null {
  const named = given.length > 0 && given.every(({name}) => name !== null)
  if (!named && given.some(({name}) => name !== null)) return null
  const laid = named ? byName(parameters, given) : byPosition(parameters, given)
  return laid?.every(({parameter, place}) => place !== null || parameter.optional) === true ? laid : null
}

function byName(parameters: readonly FunctionParameter[], given: readonly GivenArgument[]): readonly Laid[] | null {
  const known = new Set(parameters.map(({name}) => name))
  if (given.some(({name}) => name === null || !known.has(name))) return null
  return parameters.map(parameter => {
    const found = given.find(({name}) => name === parameter.name)
    return {parameter, core: found?.core ?? nullCore, place: found?.place ?? null}
  })
}

function byPosition(parameters: readonly FunctionParameter[], given: readonly GivenArgument[]): readonly Laid[] | null {
  const variadic = parameters.at(-1)?.variadic === true
  if (given.length > parameters.length && !variadic) return null
  return parameters.map((parameter, i) => {
    const found = given[i]
    if (parameter.variadic) return gathered(parameter, given.slice(i), i === 0)
    return {parameter, core: found?.core ?? nullCore, place: found?.place ?? null}
  })
}

/** Individual values are a list; one list alone is that list. */
function gathered(parameter: FunctionParameter, given: readonly GivenArgument[], alone: boolean): Laid {
  const [first] = given
  if (first === undefined) return {parameter, core: nullCore, place: null}
  const ofLists = parameter.patterns[0]?.kind === 'list'
  const {kind} = first.core.type
  const isList = kind === 'list' || kind === 'any' || kind === 'null'
  if (alone && given.length === 1 && !ofLists && isList) return {parameter, core: first.core, place: first.place}
  const items = given.map(({core}) => core)
  const of = items.reduce<Type | null>((type, item) => (type === null ? null : joinTypes(type, item.type)), nullType)
  const place = {start: first.place.start, end: given.at(-1)?.place.end ?? first.place.end}
  return {parameter, core: {op: 'list', items, type: listOf(of ?? anyType)}, place}
}

export type Bindings = Map<'T' | 'O', Type>

/** The types of a parameter; for individual values, the list of them. */
export const patternsOf = ({patterns, variadic}: FunctionParameter): readonly Pattern[] =>
  variadic ? patterns.map(of => ({kind: 'list', of})) : patterns

function fits(pattern: Pattern, type: Type, bindings: Bindings): boolean {
  if (type.kind === 'null' || pattern.kind === 'any') return true
  switch (pattern.kind) {
    case 'list':
      return type.kind === 'list' && fits(pattern.of, type.of, bindings)
    case 'scalar':
      return !['list', 'range', 'reference'].includes(type.kind)
    case 'O':
      return isOrdered(type) && type.kind !== 'choice' && bind('O', type, bindings)
    case 'T':
      return bind('T', type, bindings)
    case 'text':
      return isTextual(type)
    default:
      return type.kind === pattern.kind
  }
}

function bind(name: 'T' | 'O', type: Type, bindings: Bindings): boolean {
  const joined = joinTypes(bindings.get(name) ?? nullType, type)
  if (joined !== null) bindings.set(name, joined)
  return joined !== null
}

export function given(pattern: Pattern, bindings: Bindings): Type {
  if (pattern.kind === 'list') return listOf(given(pattern.of, bindings))
  if (pattern.kind === 'T' || pattern.kind === 'O') return bindings.get(pattern.kind) ?? nullType
  if (pattern.kind === 'scalar' || pattern.kind === 'any duration') return anyType
  return pattern
}

/** The first argument that does not match its parameter. */
export function misfit(laid: readonly Laid[], bindings: Bindings): {laid: Laid; wants: string} | null {
  for (const one of laid) {
    const patterns = patternsOf(one.parameter)
    if (one.place === null || patterns.some(pattern => fits(pattern, one.core.type, bindings))) continue
    return {laid: one, wants: patterns.map(describePattern).join(' or ')}
  }
  return null
}

export const describeArgument = ({core}: Laid): string => describeType(core.type)

export const toGiven = ({name, value}: Argument, core: Core): GivenArgument => ({name, core, place: value})

// Parses a signature: the parameters, their types, and the type of the result.

/** `any`, `scalar`, `T` and `O` as in declaration.ts; `any duration` is resolved when the call is evaluated. */
type Pattern =
  | Exclude<Type, {readonly kind: 'list' | 'range' | 'choice' | 'reference' | 'null'}>
  | {readonly kind: 'scalar'}
  | {readonly kind: 'T'}
  | {readonly kind: 'O'}
  | {readonly kind: 'any duration'}
  | {readonly kind: 'list'; readonly of: Pattern}

interface FunctionParameter {
  readonly name: string
  readonly patterns: readonly Pattern[]
  readonly optional: boolean
  /** Any number of values, or one list of them. */
  readonly variadic: boolean
}

export interface Signature {
  readonly parameters: readonly FunctionParameter[]
  readonly gives: Pattern
}

export function readSignature(text: string): Signature {
  const close = text.lastIndexOf('):')
  const inside = text.slice(1, close).trim()
  const parameters = inside === '' ? [] : inside.split(', ').map(readParameter)
  return {parameters, gives: readPattern(text.slice(close + 2).trim())}
}

function readParameter(text: string): FunctionParameter {
  const colon = text.indexOf(':')
  const name = text.slice(0, colon)
  return {
    name: name.replace(/^\.{3}|\?$/g, ''),
    patterns: text
      .slice(colon + 1)
      .split(' / ')
      .map(part => readPattern(part.trim())),
    optional: name.endsWith('?'),
    variadic: name.startsWith('...'),
  }
}

function readPattern(text: string): Pattern {
  if (text.startsWith('list of ')) return {kind: 'list', of: readPattern(text.slice(8))}
  return {kind: text} as Pattern
}

/** The name of a pattern for authors. */
function describePattern(pattern: Pattern): string {
  if (pattern.kind === 'list') return `list of ${describePattern(pattern.of)}`
  if (pattern.kind === 'boolean') return 'yes/no'
  if (pattern.kind === 'T' || pattern.kind === 'any') return 'values'
  if (pattern.kind === 'O') return 'values that have an order'
  if (pattern.kind === 'days duration') return 'duration of days and time'
  return pattern.kind === 'scalar' ? 'single value' : pattern.kind
}
