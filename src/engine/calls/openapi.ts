/**
 * The calls of a document as OpenAPI 3.1, generated from the shapes used to parse requests and build responses. Lists
 * the calls that one actor may make; whether a value is nullable depends on the actor's permissions.
 */
import type {Call, CallFilter, ErrorNode, RequestField, RequestShape, Shape} from '../../points/calls/model.ts'
import type {Field} from '../../points/entities/model.ts'
import {capitalised} from '../../points/entities/names.ts'
import {allFields} from '../../points/entities/scope.ts'
import {isForViewer} from '../../points/screens/run.ts'
import type {Specification} from '../../points/specification.ts'
import {personOf} from '../base/actor.ts'
import {filterKey} from '../lists/list-address.ts'
import {recordShape} from './answer.ts'
import {
  answerSchema,
  fieldSchema,
  type JsonSchema,
  nullable,
  type OpenApiContext,
  ref,
  typeSchema,
} from './openapi-schemas.ts'

export function openApiOf(context: OpenApiContext): JsonSchema {
  const {specification, actor, origin} = context
  const {calls, purpose} = specification
  const person = personOf(actor)
  const open = calls.calls.filter(call => isForViewer(call.for, person) || isEntrance(call))
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
