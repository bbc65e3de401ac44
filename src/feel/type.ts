/**
 * The types of expressions. Documents are typed strictly; `any` exists only for `nonet feel`, which evaluates
 * expressions without declared names by the standard's dynamic rules.
 */

export type Type =
  | {readonly kind: 'boolean'}
  | {readonly kind: 'number'}
  | {readonly kind: 'text'}
  | {readonly kind: 'date'}
  | {readonly kind: 'time'}
  | {readonly kind: 'date and time'}
  | {readonly kind: 'days duration'}
  | {readonly kind: 'months duration'}
  | {readonly kind: 'choice'; readonly words: readonly string[]}
  | {readonly kind: 'reference'; readonly entity: string}
  | {readonly kind: 'list'; readonly of: Type}
  | {readonly kind: 'range'; readonly of: Type}
  | {readonly kind: 'null'}
  | {readonly kind: 'any'}

export type Kind = Type['kind']

/** Kinds without parameters. */
export type PlainKind = Exclude<Kind, 'choice' | 'reference' | 'list' | 'range'>

export const booleanType = {kind: 'boolean'} as const
export const numberType = {kind: 'number'} as const
export const textType = {kind: 'text'} as const
export const dateType = {kind: 'date'} as const
export const timeType = {kind: 'time'} as const
export const dateTimeType = {kind: 'date and time'} as const
export const daysType = {kind: 'days duration'} as const
export const monthsType = {kind: 'months duration'} as const
export const nullType = {kind: 'null'} as const
export const anyType = {kind: 'any'} as const

export const listOf = (of: Type): Type => ({kind: 'list', of})
export const rangeOf = (of: Type): Type => ({kind: 'range', of})

/** The name of a type for authors. */
export function describeType(type: Type): string {
  switch (type.kind) {
    case 'boolean':
      return 'yes/no'
    case 'choice':
      return `one of ${type.words.join(', ')}`
    case 'reference':
      return type.entity
    case 'list':
      return `list of ${describeType(type.of)}`
    case 'range':
      return `range of ${describeType(type.of)}`
    case 'days duration':
      return 'duration of days and time'
    case 'months duration':
      return 'duration of years and months'
    default:
      return type.kind
  }
}

/** Kinds with an order, for `<` and ranges. */
const ordered: ReadonlySet<Kind> = new Set<Kind>([
  'number',
  'text',
  'date',
  'time',
  'date and time',
  'days duration',
  'months duration',
  'choice',
  'any',
  'null',
])

export const isOrdered = (type: Type): boolean => ordered.has(type.kind)

/**
 * The common type of both, or null without one: null joins with everything, a choice with text, and two choices by
 * combining their words.
 */
export function joinTypes(a: Type, b: Type): Type | null {
  if (a.kind === 'null') return b
  if (b.kind === 'null') return a
  if (a.kind === 'any' || b.kind === 'any') return anyType
  if (a.kind === 'choice' && b.kind === 'choice') return joinChoices(a, b)
  if (isTextual(a) && isTextual(b)) return textType
  if (a.kind === 'reference' && b.kind === 'reference') return a.entity === b.entity ? a : null
  if ((a.kind === 'list' && b.kind === 'list') || (a.kind === 'range' && b.kind === 'range')) {
    const of = joinTypes(a.of, b.of)
    return of === null ? null : {kind: a.kind, of}
  }
  return a.kind === b.kind ? a : null
}

export const isTextual = (type: Type): boolean => type.kind === 'text' || type.kind === 'choice'

function joinChoices(a: Type & {kind: 'choice'}, b: Type & {kind: 'choice'}): Type {
  const same = a.words.length === b.words.length && a.words.every((word, i) => word === b.words[i])
  return same ? a : textType
}
