/**
 * The attributes of users and groups that are kept, and how a request changes them: as a whole (POST, PUT) or by
 * operations (PATCH), also as Entra and Okta write them. Other attributes are ignored.
 */
import type {Json} from '../../feel/core.ts'
import {attributePath, fitsFilter, isObject, parseFilter, type ScimFilter} from './filter.ts'
import {invalidPath, invalidSyntax, invalidValue, ScimError} from './scim-error.ts'

type Attribute =
  | {readonly kind: 'text'}
  | {readonly kind: 'flag'}
  | {readonly kind: 'complex'; readonly parts: readonly string[]}
  | {readonly kind: 'many'; readonly parts: readonly string[]}

export type ResourceShape = Readonly<Record<string, Attribute>>

const text = {kind: 'text'} as const

export const userShape: ResourceShape = {
  userName: text,
  externalId: text,
  displayName: text,
  active: {kind: 'flag'},
  name: {
    kind: 'complex',
    parts: ['formatted', 'familyName', 'givenName', 'middleName', 'honorificPrefix', 'honorificSuffix'],
  },
  emails: {kind: 'many', parts: ['value', 'type', 'display', 'primary']},
}

export const groupShape: ResourceShape = {
  displayName: text,
  externalId: text,
  members: {kind: 'many', parts: ['value']},
}

export type Attributes = Readonly<Record<string, Json>>

const longestText = 300
const mostValues = 20_000

/** The name as it is written in the shape; null for an attribute that is not kept. */
function known(names: readonly string[], name: string): string | null {
  return names.find(each => each.toLowerCase() === name.toLowerCase()) ?? null
}

/** The attributes of a body that are kept. */
export function attributesIn(shape: ResourceShape, body: Json): Attributes {
  if (!isObject(body)) throw invalidSyntax('The body must be a JSON object.')
  const kept: Record<string, Json> = {}
  for (const [key, value] of Object.entries(body)) {
    const name = known(Object.keys(shape), key)
    if (name !== null && value !== null) kept[name] = keptValue(shape, name, value)
  }
  return kept
}

function keptValue(shape: ResourceShape, name: string, value: Json): Json {
  const attribute: Attribute = shape[name] ?? text
  if (attribute.kind === 'text') return textIn(name, value)
  if (attribute.kind === 'flag') return flagIn(name, value)
  if (attribute.kind === 'complex') return partsIn(attribute.parts, name, value)
  const {parts} = attribute
  const values = Array.isArray(value) ? value : [value]
  if (values.length > mostValues) throw invalidValue(`${name} has too many values.`)
  return values.map(each => partsIn(parts, name, isObject(each) ? each : {value: each}))
}

function textIn(name: string, value: Json): string {
  if (typeof value !== 'string' || value.length > longestText || /\p{Cc}/u.test(value))
    throw invalidValue(`${name} must be a text of at most ${longestText} characters in one line.`)
  return value
}

/** Entra writes `"False"`. */
function flagIn(name: string, value: Json): boolean {
  const flag = typeof value === 'string' ? {true: true, false: false}[value.toLowerCase()] : value
  if (typeof flag !== 'boolean') throw invalidValue(`${name} must be true or false.`)
  return flag
}

function partsIn(parts: readonly string[], name: string, value: Json): Attributes {
  if (!isObject(value)) throw invalidValue(`${name} must be a JSON object.`)
  const kept: Record<string, Json> = {}
  for (const [key, each] of Object.entries(value)) {
    const part = known(parts, key)
    if (part !== null && each !== null)
      kept[part] = part === 'primary' ? flagIn(`${name}.${part}`, each) : textIn(`${name}.${part}`, each)
  }
  return kept
}

/* PATCH. */

const mostOperations = 1000

interface PatchOperation {
  readonly op: 'add' | 'replace' | 'remove'
  readonly path: string | null
  readonly value: Json | undefined
}

export function operationsIn(body: Json): PatchOperation[] {
  if (!isObject(body)) throw invalidSyntax('The body must be a JSON object.')
  const operations = Object.entries(body).find(([key]) => key.toLowerCase() === 'operations')?.[1]
  if (!Array.isArray(operations) || operations.length === 0 || operations.length > mostOperations)
    throw invalidSyntax(`A PATCH has 1 to ${mostOperations} Operations.`)
  return operations.map(each => {
    const {op, path, value} = isObject(each) ? each : {}
    const name =
      typeof op === 'string' ? (['add', 'replace', 'remove'] as const).find(one => one === op.toLowerCase()) : null
    if (!name) throw invalidSyntax('An operation is add, replace or remove.')
    if (path !== undefined && path !== null && typeof path !== 'string') throw invalidPath('A path is a text.')
    if (name !== 'remove' && value === undefined) throw invalidValue(`${name} needs a value.`)
    return {op: name, path: path ?? null, value}
  })
}

export function patched(shape: ResourceShape, current: Attributes, operations: readonly PatchOperation[]): Attributes {
  const next: Record<string, Json> = {...current}
  for (const {op, path, value} of operations) {
    if (path !== null && path !== '') {
      perform(shape, next, {op, at: targetOf(path), value})
      continue
    }
    if (op === 'remove') throw new ScimError(400, 'noTarget', 'remove needs a path.')
    if (!isObject(value)) throw invalidValue(`Without a path, the value of ${op} is a JSON object.`)
    for (const [key, each] of Object.entries(value))
      if (!/^(schemas|id|meta)$/i.test(key)) perform(shape, next, {op, at: targetOf(key), value: each})
  }
  return next
}

interface PatchTarget {
  readonly attribute: string
  readonly filter: ScimFilter | null
  readonly part: string | null
}

/** `name.givenName`, `emails[type eq "work"].value`. */
function targetOf(path: string): PatchTarget {
  const [, before = path, inside, part] = /^([^[\]]+)\[(.*)\](?:\.([^.[\]]+))?$/s.exec(path) ?? []
  try {
    const [attribute = '', own = null] = attributePath(before.trim())
    return {attribute, filter: inside === undefined ? null : parseFilter(inside), part: part?.toLowerCase() ?? own}
  } catch (error) {
    if (error instanceof ScimError) throw invalidPath(error.message)
    throw error
  }
}

interface PathOperation {
  readonly op: PatchOperation['op']
  readonly at: PatchTarget
  readonly value: Json | undefined
}

function perform(shape: ResourceShape, next: Record<string, Json>, {op, at, value}: PathOperation): void {
  const name = known(Object.keys(shape), at.attribute)
  const attribute = name === null ? null : shape[name]
  if (name === null || !attribute) return
  if (attribute.kind === 'many') {
    next[name] = manyAfter(shape, name, {op, at, value, current: next[name], parts: attribute.parts})
    return
  }
  if (attribute.kind === 'complex') {
    const own = isObject(next[name]) ? next[name] : {}
    const part = at.part === null ? null : known(attribute.parts, at.part)
    if (at.part !== null && part === null) return
    const {[part ?? '']: _gone, ...others} = own
    if (op === 'remove' || value === null) next[name] = part === null ? {} : others
    else
      next[name] = {...own, ...partsIn(attribute.parts, name, part === null ? (value ?? {}) : {[part]: value ?? null})}
    return
  }
  if (at.part !== null || at.filter) throw invalidPath(`${name} has no parts.`)
  if (op === 'remove' || value === null || value === undefined) delete next[name]
  else next[name] = keptValue(shape, name, value)
}

interface ManyChange extends PathOperation {
  readonly current: Json | undefined
  readonly parts: readonly string[]
}

function manyAfter(shape: ResourceShape, name: string, {op, at, value, current, parts}: ManyChange): Json {
  const before = Array.isArray(current) ? current : []
  const given = value === undefined || value === null ? [] : asList(shape, name, value, at.part)
  const isGiven = (each: Json) => given.some(one => isObject(one) && isObject(each) && one['value'] === each['value'])
  const {filter, part} = at
  if (filter === null) {
    // Entra removes members by their values.
    if (op === 'remove') return given.length > 0 ? before.filter(each => !isGiven(each)) : []
    return op === 'replace' ? given : [...before.filter(each => !isGiven(each)), ...given]
  }
  const own = part === null ? null : known(parts, part)
  if (op === 'remove') {
    const without = (each: Json) =>
      isObject(each) ? Object.fromEntries(Object.entries(each).filter(([key]) => key !== own)) : each
    return own === null
      ? before.filter(each => !fitsFilter(filter, each))
      : before.map(each => (fitsFilter(filter, each) ? without(each) : each))
  }
  const [change = {}] = given
  const changed = isObject(change) ? change : {}
  if (before.some(each => fitsFilter(filter, each)))
    return before.map(each => (fitsFilter(filter, each) && isObject(each) ? {...each, ...changed} : each))
  // A value that is not there yet, as `emails[type eq "work"].value`.
  const begun = filter.kind === 'compare' && filter.by === 'eq' ? known(parts, filter.path[0] ?? '') : null
  if (begun === null || filter.kind !== 'compare' || typeof filter.value !== 'string')
    throw new ScimError(400, 'noTarget', `No value of ${name} fits the filter of the path.`)
  return [...before, {[begun]: filter.value, ...changed}]
}

function asList(shape: ResourceShape, name: string, value: Json, part: string | null): readonly Json[] {
  const list = keptValue(shape, name, part === null ? value : [{[part]: value}])
  return Array.isArray(list) ? list : []
}
