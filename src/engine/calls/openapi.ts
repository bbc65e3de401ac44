/**
 * The calls of a document as OpenAPI 3.1, generated from the shapes used to parse requests and build responses. Lists
 * the calls that one actor may make; whether a value is nullable depends on the actor's permissions.
 */
import {type Core, isJsonObject, type Json, type JsonObject, standingAt} from '../../feel/core.ts'
import {toInteger} from '../../feel/decimal.ts'
import type {Type} from '../../feel/type.ts'
import type {
  Call,
  CallFilter,
  ErrorNode,
  NestedShape,
  OwnValue,
  RequestField,
  RequestShape,
  Shape,
  ValueShape,
} from '../../points/calls/model.ts'
import type {FieldUse} from '../../points/entities/field-type.ts'
import {isSerial} from '../../points/entities/lookup.ts'
import type {Field} from '../../points/entities/model.ts'
import {capitalised} from '../../points/entities/names.ts'
import {allFields} from '../../points/entities/scope.ts'
import {isFor} from '../../points/screens/run.ts'
import type {Specification} from '../../points/specification.ts'
import {type Actor, personOf} from '../base/actor.ts'
import {thisCore} from '../base/core-build.ts'
import {filterKey} from '../lists/list-address.ts'
import type {Visibility} from '../permissions/visibility.ts'
import {ownShape, recordShape} from './answer.ts'

export interface OpenApiContext {
  readonly specification: Specification
  readonly actor: Actor
  readonly visibility: Visibility
  /** The origin of the application. */
  readonly origin: string
}

export type JsonSchema = JsonObject

// The description is JSON; missing parts are treated as empty.

export const asSchema = (json: Json | undefined): JsonSchema => (json !== undefined && isJsonObject(json) ? json : {})
export const schemaAt = (schema: JsonSchema, key: string): JsonSchema => asSchema(schema[key])

export function openApiOf(context: OpenApiContext): JsonSchema {
  const {specification, actor, origin} = context
  const {calls, purpose} = specification
  const person = personOf(actor)
  const open = calls.calls.filter(call => isFor(call.for, person) || isEntrance(call))
  const schemas = new Map<string, JsonSchema>([['Problem', errorSchema(specification)]])
  const paths = new Map<string, Record<string, JsonSchema>>()
  for (const call of open) {
    const path = `/${call.route.segments.map(each => (each.kind === 'word' ? each.word : `{${each.name}}`)).join('/')}`
    const operations = paths.get(path) ?? {}
    operations[call.method.toLowerCase()] = operationOf(call, context, schemas)
    paths.set(path, operations)
  }
  return {
    openapi: '3.1.0',
    info: {title: purpose.title, version: '1', ...(purpose.description ? {description: purpose.description} : {})},
    servers: [{url: origin}],
    paths: Object.fromEntries(paths),
    components: {
      schemas: Object.fromEntries(schemas),
      securitySchemes: {token: securityScheme(calls.settings.scheme)},
    },
  }
}

/** Signed-in actors may sign in again. */
const isEntrance = ({for: whom}: Call): boolean => whom.kind === 'everyone'

function securityScheme(scheme: string): JsonSchema {
  if (scheme.toLowerCase() === 'bearer') return {type: 'http', scheme: 'bearer'}
  return {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: `\`${scheme}\`, a space, and the token or key.`,
  }
}

function operationOf(call: Call, context: OpenApiContext, schemas: Map<string, JsonSchema>): JsonSchema {
  const {specification} = context
  const isPublic = call.for.kind === 'everyone'
  const request = call.request && requestSchema(call.request, call, specification)
  const answer = call.answer && answerSchema(call.answer, call, {context, schemas})
  const required = request !== null && call.request !== null && needsContent(call.request, call)
  return {
    operationId: operationId(call.name),
    summary: call.name,
    security: isPublic ? [{}, {token: []}] : [{token: []}],
    parameters: [...pathParameters(call), ...queryParameters(call, specification), ...headerParameters(call)],
    ...(request ? {requestBody: {required, content: {'application/json': {schema: request}}}} : {}),
    responses: {
      [String(answer || call.status !== 200 ? call.status : 204)]: answer
        ? {description: 'Done.', content: {'application/json': {schema: answer}}}
        : {description: 'Done.'},
      default: {description: 'Refused.', content: {[problemType(specification)]: {schema: ref('Problem')}}},
    },
  }
}

const ref = (name: string): JsonSchema => ({$ref: `#/components/schemas/${name}`})

const problemType = ({calls}: Specification): string => (calls.errors ? 'application/json' : 'application/problem+json')

function operationId(name: string): string {
  const [first = '', ...rest] = name.split(/[^\p{L}\p{N}]+/u).filter(word => word !== '')
  return first.toLowerCase() + rest.map(capitalised).join('')
}

// Parameters.

function pathParameters({keys}: Call): JsonSchema[] {
  return keys.map(({parameter, type}) => ({name: parameter, in: 'path', required: true, schema: typeSchema(type)}))
}

function queryParameters({operation, list, answer}: Call, {entities}: Specification): JsonSchema[] {
  if (operation.kind !== 'list') return []
  const query = (name: string, schema: JsonSchema): JsonSchema => ({name, in: 'query', required: false, schema})
  // Larger values are reduced to the maximum.
  const whole = (least: number, usual: number, description?: string): JsonSchema => ({
    type: 'integer',
    minimum: least,
    maximum: 999_999_999,
    default: usual,
    ...(description === undefined ? {} : {description}),
  })
  const most = `At most ${list.largest} are answered.`
  const text: JsonSchema = {type: 'string'}
  const entity = entities.entities.get(operation.entity)
  const named = new Map(entity ? allFields(entity).map(field => [field.name, field] as const) : [])
  const sortable = [...new Set([...sortedBy(answer, named), ...list.sort.map(({path}) => path.join('.'))])]
  const orders = sortable.flatMap(name => [name, `-${name}`])
  const paging: JsonSchema[] =
    list.paging === 'cursor'
      ? [query('size', whole(1, list.size, most)), query('after', text), query('before', text)]
      : list.paging === 'offset'
        ? [query('limit', whole(1, list.size, most)), query('offset', whole(0, 0))]
        : []
  return [
    ...list.filters.map(path => query(filterKey(path), text)),
    ...list.equals.map(({key, type}: CallFilter) => query(key, typeSchema(type))),
    ...(orders.length > 0 ? [query('sort', {...text, examples: orders.slice(0, 2)})] : []),
    ...(list.search.length > 0 ? [query('q', {...text, maxLength: 200})] : []),
    query('fields', text),
    ...paging,
  ]
}

function sortedBy(answer: Shape | null, fields: ReadonlyMap<string, Field>): string[] {
  const shape = answer && recordShape(answer)
  if (shape?.kind !== 'object') return []
  return shape.entries.flatMap(([, each]) => {
    const field = each.kind === 'value' && each.field !== null ? fields.get(each.field) : undefined
    return field && field.type.sort.sort !== 'none' ? [field.name] : []
  })
}

function headerParameters({operation: {kind}}: Call): JsonSchema[] {
  const header = (name: string): JsonSchema => ({
    name,
    in: 'header',
    required: false,
    schema: {type: 'string', maxLength: 255},
  })
  const changes = kind === 'update' || kind === 'delete' || kind === 'action'
  const repeatable = changes || kind === 'create' || kind === 'several'
  return [...(changes ? [header('If-Match')] : []), ...(repeatable ? [header('Idempotency-Key')] : [])]
}

// Requests.

function requestSchema(shape: RequestShape, call: Call, specification: Specification): JsonSchema {
  switch (shape.kind) {
    case 'constant':
      return {const: shape.json}
    case 'password':
      return {type: 'string', minLength: call.operation.kind === 'sign in' ? 0 : 1, maxLength: 128, format: 'password'}
    case 'records':
      return {
        type: 'array',
        minItems: 1,
        maxItems: 200,
        items: {
          anyOf: [
            {type: 'string', format: 'uuid'},
            {
              type: 'object',
              properties: {id: {type: 'string', format: 'uuid'}, version: {type: 'integer'}},
              required: ['id'],
            },
          ],
        },
      }
    case 'field':
      return inputSchema(shape)
    case 'object': {
      const properties = shape.entries.map(([key, each]) => [key, requestSchema(each, call, specification)] as const)
      const required = shape.entries.filter(([, each]) => needsContent(each, call)).map(([key]) => key)
      return {
        type: 'object',
        properties: Object.fromEntries(properties),
        ...(required.length > 0 ? {required} : {}),
        ...(specification.calls.settings.ignoresUnknownKeys ? {} : {additionalProperties: false}),
      }
    }
  }
}

/** Whether a request without it is rejected. */
function needsContent(shape: RequestShape, call: Call): boolean {
  if (shape.kind === 'object') return shape.entries.some(([, each]) => needsContent(each, call))
  if (shape.kind === 'password') return call.operation.kind === 'sign in' || call.operation.kind === 'sign up'
  if (shape.kind === 'records' || shape.kind === 'constant') return true
  return shape.kind === 'field' && shape.required
}

/** An empty list is an empty array, never `null`. */
function inputSchema({field, by, required}: RequestField): JsonSchema {
  const {type} = field.type
  const schema =
    by === null
      ? fieldSchema(field.type, true)
      : type.kind === 'list'
        ? {type: 'array', maxItems: 100, items: {type: 'string'}}
        : {type: 'string'}
  return required || field.required || type.kind === 'list' ? schema : nullable(schema)
}

// Responses.

interface SchemaContext {
  readonly context: OpenApiContext
  readonly schemas: Map<string, JsonSchema>
}

function answerSchema(shape: Shape, call: Call, {context, schemas}: SchemaContext): JsonSchema {
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
  const seen = standingAt(core, thisCore(entity))
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

function nullable(schema: JsonSchema): JsonSchema {
  const {type, enum: words} = schema
  if (typeof type !== 'string') return {anyOf: [schema, {type: 'null'}]}
  return {...schema, type: [type, 'null'], ...(Array.isArray(words) ? {enum: [...words, null]} : {})}
}

/** `input`: includes the constraints on new values; a response may contain values that were valid earlier. */
function fieldSchema(use: FieldUse, input: boolean): JsonSchema {
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

function numberSchema({valueSet, name}: FieldUse, input: boolean): JsonSchema {
  const whole = name === 'number' || name === 'serial'
  const [least, most] = [integer(valueSet.least), integer(valueSet.most)]
  return {
    type: whole ? 'integer' : 'number',
    ...(input && least !== null ? {minimum: least} : {}),
    ...(input && most !== null ? {maximum: most} : {}),
  }
}

const integer = (bound: FieldUse['valueSet']['least']): number | null => (bound === null ? null : toInteger(bound))

function typeSchema(type: Type, input = false): JsonSchema {
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

// Errors.

function errorSchema({calls}: Specification): JsonSchema {
  if (calls.errors) return errorNodeSchema(calls.errors.shape)
  const text: JsonSchema = {type: 'string'}
  return {
    type: 'object',
    properties: {
      type: text,
      title: text,
      status: {type: 'integer'},
      code: text,
      detail: text,
      errors: {
        type: 'array',
        items: {
          type: 'object',
          properties: {pointer: text, code: text, detail: text},
          required: ['pointer', 'code', 'detail'],
          additionalProperties: false,
        },
      },
    },
    required: ['type', 'title', 'status', 'code', 'detail'],
    additionalProperties: false,
  }
}

function errorNodeSchema(node: ErrorNode): JsonSchema {
  switch (node.kind) {
    case 'constant':
      return {const: node.json}
    case 'array':
      return {type: 'array', prefixItems: node.items.map(errorNodeSchema)}
    case 'object':
      return {
        type: 'object',
        properties: Object.fromEntries(node.entries.map(([key, each]) => [key, errorNodeSchema(each)])),
        required: node.entries.map(([key]) => key),
        additionalProperties: false,
      }
    case 'error': {
      const texts: JsonSchema = {type: 'array', items: {type: 'string'}}
      if (node.name === 'messages') return texts
      if (node.name === 'messages by field') return {type: 'object', additionalProperties: texts}
      return {type: node.name === 'status' ? 'integer' : 'string'}
    }
  }
}
