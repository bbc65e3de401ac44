/** The schemas of what calls take and answer: shapes, fields and types as JSON Schema. */

import {type Core, isJsonObject, type Json, type JsonObject, rebase} from '../../feel/core.ts'
import {toInteger} from '../../feel/decimal.ts'
import type {Type} from '../../feel/type.ts'
import type {Call, NestedShape, OwnValue, Shape, ValueShape} from '../../points/calls/model.ts'
import type {FieldUse} from '../../points/entities/field-type.ts'
import {isSerial} from '../../points/entities/lookup.ts'
import {allFields} from '../../points/entities/scope.ts'
import type {Specification} from '../../points/specification.ts'
import type {Actor} from '../base/actor.ts'
import {thisCore} from '../base/core-build.ts'
import type {Visibility} from '../permissions/visibility.ts'
import {ownShape} from './answer.ts'

export type JsonSchema = JsonObject

// The description is JSON; missing parts are treated as empty.

export const asSchema = (json: Json | undefined): JsonSchema => (json !== undefined && isJsonObject(json) ? json : {})

export const schemaAt = (schema: JsonSchema, key: string): JsonSchema => asSchema(schema[key])

export const ref = (name: string): JsonSchema => ({$ref: `#/components/schemas/${name}`})

// Responses.

interface SchemaContext {
  readonly context: OpenApiContext
  readonly schemas: Map<string, JsonSchema>
}

export function answerSchema(shape: Shape, call: Call, {context, schemas}: SchemaContext): JsonSchema {
  const {entity} = call.operation

  function of(each: Shape, at: string): JsonSchema {
    switch (each.kind) {
      case 'constant':
        return {const: each.json}
      case 'own':
        return ownSchema(each.name)
      case 'text':
        return {type: 'string'}
      case 'array':
        return {
          type: 'array',
          prefixItems: each.items.map(item => of(item, at)),
          minItems: each.items.length,
          maxItems: each.items.length,
        }
      case 'object': {
        const properties = each.entries.map(([key, inner]) => [key, of(inner, at)] as const)
        return {
          type: 'object',
          properties: Object.fromEntries(properties),
          required: each.entries.map(([key]) => key),
          additionalProperties: false,
        }
      }
      case 'value':
        return valueSchema(each, at, context)
      case 'records':
        return {type: 'array', items: chosen(of(ownShape(each.each), at))}
      case 'nested':
        return nestedSchema(each)
    }
  }

  function nestedSchema(each: NestedShape): JsonSchema {
    if (!schemas.has(each.name)) {
      // Registered first, so that recursive shapes find it.
      schemas.set(each.name, {})
      schemas.set(each.name, of(each.shape, each.entity))
    }
    if (each.several) return {type: 'array', items: ref(each.name)}
    return each.core.op === 'this' ? ref(each.name) : {anyOf: [ref(each.name), {type: 'null'}]}
  }

  /** `?fields=` leaves keys out. */
  function chosen(schema: JsonSchema): JsonSchema {
    if (schema.type !== 'object') return schema
    const {required: _, ...rest} = schema
    return {...rest, description: 'All keys, or those of the parameter `fields`.'}
  }

  return of(shape, entity)
}

function ownSchema(name: OwnValue): JsonSchema {
  if (name === 'token' || name === 'next' || name === 'previous') return {type: ['string', 'null']}
  return {type: 'integer', minimum: 0}
}

const neverEmpty = new Set(['id', 'version', 'created', 'updated'])

function valueSchema(
  {core, use, field: name}: ValueShape,
  entity: string,
  {specification, visibility}: OpenApiContext,
): JsonSchema {
  const declared = specification.entities.entities.get(entity)
  const field = declared && name !== null ? allFields(declared).find(each => each.name === name) : undefined
  if (core.type.kind === 'list')
    return name !== null ? fieldSchema(use, false) : {type: 'array', items: fieldSchema(use, false)}
  if (core.type.kind === 'boolean' && name === null) return {type: 'boolean'}
  const schema = fieldSchema(use, false)
  const source = field?.slugOf ? declared?.fields.get(field.slugOf) : undefined
  const formula = field ? field.computed?.core : name === null ? core : null
  const filled =
    (field && (field.required || isSerial(field) || field.state || neverEmpty.has(field.name))) ||
    source?.required ||
    (formula && isNeverNull(formula, false))
  const seen = rebase(core, thisCore(entity))
  return filled && visibility.value(seen) === seen ? schema : nullable(schema)
}

/** Counts, and conditions that guard against an empty `me`: `me != null and list contains(followers, me)`. */
function isNeverNull(core: Core, hasMe: boolean): boolean {
  switch (core.op) {
    case 'value':
      return core.value !== null
    case 'me':
      return hasMe
    case 'relation':
    case 'all':
      return true
    case 'call':
      return core.name === 'count' || (core.name === 'list contains' && core.args.every(arg => isNeverNull(arg, hasMe)))
    case 'compare':
      return isNull(core.left) || isNull(core.right)
    case 'and': {
      const isGuarded = hasMe || core.items.some(isAboutMe)
      return core.items.every(item => isNeverNull(item, isGuarded))
    }
    default:
      return false
  }
}

const isNull = (core: Core): boolean => core.op === 'value' && core.value === null

/** `me != null`. */
const isAboutMe = (core: Core): boolean =>
  core.op === 'compare' &&
  core.by === '!=' &&
  [core.left, core.right].some(isNull) &&
  [core.left, core.right].some(({op}) => op === 'me')

export function nullable(schema: JsonSchema): JsonSchema {
  const {type, enum: words} = schema
  if (typeof type !== 'string') return {anyOf: [schema, {type: 'null'}]}
  return {...schema, type: [type, 'null'], ...(Array.isArray(words) ? {enum: [...words, null]} : {})}
}

/** `input`: includes the constraints on new values; a response may contain values that were valid earlier. */
export function fieldSchema(use: FieldUse, input: boolean): JsonSchema {
  const {type, valueSet} = use
  if (type.kind === 'list') {
    const words = valueSet.words
    const item: JsonSchema = words ? {type: 'string', enum: [...words]} : typeSchema(type.of, input)
    return {type: 'array', items: item}
  }
  if (type.kind === 'text' && input) return textSchema(use)
  if (type.kind === 'number') return numberSchema(use, input)
  return typeSchema(type, input)
}

function textSchema({valueSet, name}: FieldUse): JsonSchema {
  const [least, most] = [integer(valueSet.least), integer(valueSet.most)]
  return {
    type: 'string',
    ...(least !== null && least > 0 ? {minLength: least} : {}),
    ...(most !== null ? {maxLength: most} : {}),
    ...(name === 'email' ? {format: 'email'} : {}),
  }
}

function numberSchema({valueSet, storage}: FieldUse, input: boolean): JsonSchema {
  const holds = storage.kind === 'column' ? storage.holds : null
  const whole = holds?.as === 'number' && holds.places === 0
  const [least, most] = [integer(valueSet.least), integer(valueSet.most)]
  return {
    type: whole ? 'integer' : 'number',
    ...(input && least !== null ? {minimum: least} : {}),
    ...(input && most !== null ? {maximum: most} : {}),
  }
}

const integer = (bound: FieldUse['valueSet']['least']): number | null => (bound === null ? null : toInteger(bound))

export function typeSchema(type: Type, input = false): JsonSchema {
  switch (type.kind) {
    case 'number':
      return {type: 'number'}
    case 'boolean':
      return {type: 'boolean'}
    case 'choice':
      return {type: 'string', enum: [...type.words]}
    case 'date':
      return {type: 'string', format: 'date'}
    case 'date and time':
      return {type: 'string', format: 'date-time'}
    case 'reference':
      return input ? {type: 'string', description: 'The id, or the unique name.'} : {type: 'string', format: 'uuid'}
    case 'list':
      return {type: 'array', items: typeSchema(type.of, input)}
    default:
      return {type: 'string'}
  }
}

export interface OpenApiContext {
  readonly specification: Specification
  readonly actor: Actor
  readonly visibility: Visibility
  /** The origin of the application. */
  readonly origin: string
}
