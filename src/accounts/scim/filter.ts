/**
 * Filters and paths of SCIM (RFC 7644, 3.4.2.2 and 3.5.2). A filter is evaluated here, over resources that were read;
 * nothing of it becomes part of a statement.
 */
import type {Json} from '../../feel/core.ts'
import {groupSchema, userSchema} from './discovery.ts'
import {invalidFilter} from './scim-error.ts'

export type ScimFilter =
  | {readonly kind: 'and'; readonly terms: readonly ScimFilter[]}
  | {readonly kind: 'or'; readonly terms: readonly ScimFilter[]}
  | {readonly kind: 'not'; readonly term: ScimFilter}
  | {
      readonly kind: 'compare'
      readonly path: readonly string[]
      readonly by: FilterComparison
      readonly value: FilterValue
    }
  | {readonly kind: 'present'; readonly path: readonly string[]}
  /** `emails[type eq "work"]`: one of the values fits. */
  | {readonly kind: 'some'; readonly path: readonly string[]; readonly term: ScimFilter}

const comparisons = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'] as const
type FilterComparison = (typeof comparisons)[number]
type FilterValue = string | number | boolean | null

const longest = 2000
const deepest = 10
const mostTokens = 200

const token = /\s*(?:([()[\]])|("(?:[^"\\]|\\.)*")|([^\s()[\]"]+))/y

function tokensOf(text: string): string[] {
  if (text.length > longest) throw invalidFilter(`A filter has at most ${longest} characters.`)
  const tokens: string[] = []
  token.lastIndex = 0
  const end = text.trimEnd().length
  while (token.lastIndex < end) {
    const match = token.exec(text)
    if (!match) throw invalidFilter('The filter cannot be read: a quotation mark is missing.')
    tokens.push(match[1] ?? match[2] ?? match[3] ?? '')
    if (tokens.length > mostTokens) throw invalidFilter('The filter is too long.')
  }
  return tokens
}

class FilterReader {
  private at = 0
  private depth = 0
  private readonly tokens: readonly string[]

  constructor(tokens: readonly string[]) {
    this.tokens = tokens
  }

  whole(): ScimFilter {
    const filter = this.either()
    if (this.at < this.tokens.length) throw invalidFilter(`The filter cannot be read at ${this.tokens[this.at]}.`)
    return filter
  }

  private either(): ScimFilter {
    this.depth += 1
    if (this.depth > deepest) throw invalidFilter('The filter is nested too deeply.')
    const terms = [this.all()]
    while (this.skips('or')) terms.push(this.all())
    this.depth -= 1
    return joined('or', terms)
  }

  private all(): ScimFilter {
    const terms = [this.one()]
    while (this.skips('and')) terms.push(this.one())
    return joined('and', terms)
  }

  private one(): ScimFilter {
    if (this.skips('not')) {
      if (this.tokens[this.at] !== '(') throw invalidFilter('In a filter, not is followed by parentheses.')
      return {kind: 'not', term: this.one()}
    }
    if (this.skips('(')) {
      const term = this.either()
      this.needs(')')
      return term
    }
    const path = attributePath(this.next())
    if (this.skips('[')) {
      const term = this.either()
      this.needs(']')
      return {kind: 'some', path, term}
    }
    const operator = this.next().toLowerCase()
    if (operator === 'pr') return {kind: 'present', path}
    const by = comparisons.find(each => each === operator)
    if (!by) throw invalidFilter(`Unknown operator ${operator}.`)
    return {kind: 'compare', path, by, value: literal(this.next())}
  }

  private next(): string {
    const next = this.tokens[this.at]
    if (next === undefined) throw invalidFilter('The filter ends too early.')
    this.at += 1
    return next
  }

  private skips(word: string): boolean {
    if (this.tokens[this.at]?.toLowerCase() !== word) return false
    this.at += 1
    return true
  }

  private needs(word: string): void {
    if (!this.skips(word)) throw invalidFilter(`The filter lacks ${word}.`)
  }
}

export const isObject = (json: Json | undefined): json is Readonly<Record<string, Json>> =>
  typeof json === 'object' && json !== null && !Array.isArray(json)

const joined = (kind: 'and' | 'or', terms: readonly ScimFilter[]): ScimFilter =>
  terms.length === 1 && terms[0] ? terms[0] : {kind, terms}

function literal(text: string): FilterValue {
  try {
    const value: unknown = JSON.parse(/^(true|false|null)$/i.test(text) ? text.toLowerCase() : text)
    if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return value as FilterValue
  } catch {
    // As below.
  }
  throw invalidFilter(`The filter has a value that cannot be read: ${text.slice(0, 40)}.`)
}

export const parseFilter = (text: string): ScimFilter => new FilterReader(tokensOf(text)).whole()

const schemasHere = [userSchema, groupSchema].map(each => each.toLowerCase())

/**
 * In lower case, without the schema in front: `urn:…:2.0:User:name.givenName`. An attribute of another schema keeps it,
 * and so is not one of those that are kept here.
 */
export function attributePath(text: string): readonly string[] {
  const end = /^urn:/i.test(text) ? text.lastIndexOf(':') : -1
  if (end > 0 && !schemasHere.includes(text.slice(0, end).toLowerCase())) return [text.toLowerCase()]
  const plain = text.slice(end + 1)
  if (!/^\$?[a-z][\w$-]*(\.\$?[a-z][\w$-]*){0,2}$/i.test(plain))
    throw invalidFilter(`This is not the name of an attribute: ${text.slice(0, 40)}.`)
  return plain.toLowerCase().split('.')
}

export function fitsFilter(filter: ScimFilter, resource: Json): boolean {
  if (filter.kind === 'and') return filter.terms.every(term => fitsFilter(term, resource))
  if (filter.kind === 'or') return filter.terms.some(term => fitsFilter(term, resource))
  if (filter.kind === 'not') return !fitsFilter(filter.term, resource)
  const found = valuesAt(resource, filter.path)
  if (filter.kind === 'some') return found.some(each => fitsFilter(filter.term, each))
  if (filter.kind === 'present') return found.some(each => each !== null && each !== '')
  const {by, value, path} = filter
  const isExact = path.at(-1) === 'id' || path.at(-1) === 'externalid'
  if (by === 'ne') return !found.some(each => compare(each, 'eq', {value, isExact}))
  return found.some(each => compare(each, by, {value, isExact}))
}

/** Attributes are found whatever their case; a value of several is its `value`. */
function valuesAt(resource: Json, path: readonly string[]): Json[] {
  let values: Json[] = [resource]
  for (const name of path)
    values = values.flatMap(value => {
      if (!isObject(value)) return []
      const found = Object.entries(value).find(([key]) => key.toLowerCase() === name)?.[1]
      return found === undefined ? [] : Array.isArray(found) ? found : [found]
    })
  return values
}

function compare(
  found: Json,
  by: Exclude<FilterComparison, 'ne'>,
  {value: wanted, isExact}: {readonly value: FilterValue; readonly isExact: boolean},
): boolean {
  const own = isObject(found) ? (found['value'] ?? null) : found
  if (typeof own === 'string' && typeof wanted === 'string') {
    const [one, other] = isExact ? [own, wanted] : [own.toLowerCase(), wanted.toLowerCase()]
    if (by === 'co') return one.includes(other)
    if (by === 'sw') return one.startsWith(other)
    if (by === 'ew') return one.endsWith(other)
    return ordered(one < other ? -1 : one > other ? 1 : 0, by)
  }
  if (typeof own === 'number' && typeof wanted === 'number') return ordered(own - wanted, by)
  return by === 'eq' && own === wanted
}

function ordered(difference: number, by: FilterComparison): boolean {
  if (by === 'eq') return difference === 0
  if (by === 'gt') return difference > 0
  if (by === 'ge') return difference >= 0
  if (by === 'lt') return difference < 0
  return by === 'le' && difference <= 0
}

/** Whether it depends on this attribute. */
export function asksAbout(filter: ScimFilter, attribute: string): boolean {
  if (filter.kind === 'and' || filter.kind === 'or') return filter.terms.some(term => asksAbout(term, attribute))
  return filter.kind === 'not' ? asksAbout(filter.term, attribute) : filter.path[0] === attribute
}

/** The text that an attribute must have for the filter to fit; null if it does not say. */
export function neededText(filter: ScimFilter | null, attribute: string): string | null {
  if (filter?.kind === 'and') {
    for (const term of filter.terms) {
      const text = neededText(term, attribute)
      if (text !== null) return text
    }
    return null
  }
  if (filter?.kind !== 'compare' || filter.by !== 'eq' || filter.path.join('.') !== attribute) return null
  return typeof filter.value === 'string' ? filter.value : null
}
