/** Reads what a function's signature says: its parameters and the types they take, and the type it gives. */
import type {Type} from './type.ts'

/** `any`, `scalar`, `T` and `O` as in declaration.ts; `any duration` is known once the call is evaluated. */
export type Pattern =
  | Exclude<Type, {readonly kind: 'list' | 'range' | 'choice' | 'reference' | 'null'}>
  | {readonly kind: 'scalar'}
  | {readonly kind: 'T'}
  | {readonly kind: 'O'}
  | {readonly kind: 'any duration'}
  | {readonly kind: 'list'; readonly of: Pattern}

export interface Parameter {
  readonly name: string
  readonly patterns: readonly Pattern[]
  readonly optional: boolean
  /** Any number of values, or one list of them. */
  readonly variadic: boolean
}

export interface Signature {
  readonly parameters: readonly Parameter[]
  readonly gives: Pattern
}

const known = new Map<string, Signature>()

export function readSignature(text: string): Signature {
  const before = known.get(text)
  if (before !== undefined) return before
  const close = text.lastIndexOf('):')
  const inside = text.slice(1, close).trim()
  const parameters = inside === '' ? [] : inside.split(', ').map(readParameter)
  const made = {parameters, gives: readPattern(text.slice(close + 2).trim())}
  known.set(text, made)
  return made
}

function readParameter(text: string): Parameter {
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

/** How a pattern is named to an author. */
export function describePattern(pattern: Pattern): string {
  if (pattern.kind === 'list') return `list of ${describePattern(pattern.of)}`
  if (pattern.kind === 'boolean') return 'yes/no'
  if (pattern.kind === 'T' || pattern.kind === 'any') return 'values'
  if (pattern.kind === 'O') return 'values that have an order'
  if (pattern.kind === 'days duration') return 'duration of days and time'
  return pattern.kind === 'scalar' ? 'single value' : pattern.kind
}
