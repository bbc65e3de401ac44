/**
 * The documentation page of the calls, with examples. Generated from the OpenAPI description, so that both always
 * agree.
 */

import type {Json} from '../../feel/core.ts'
import type {Messages} from '../../messages/index.ts'
import {lastingProse} from '../base/prose.ts'
import type {ProseData} from '../page/frame.ts'
import type {OpenScreen, PageReply} from '../reply.ts'
import type {CompiledCalls} from './calls.ts'
import {asSchema, type JsonSchema, schemaAt} from './openapi-schemas.ts'

export const apiPath = '/_api'
export const openApiPath = '/_api/openapi.json'

export function apiScreen(calls: CompiledCalls, {api}: Messages): OpenScreen {
  return {
    async load({actor}): Promise<PageReply> {
      const description = await calls.describe(actor, '')
      const text = pageText(description, calls, api)
      const data: ProseData = {heading: api.heading, html: lastingProse(text, new Map())()}
      return {kind: 'page', status: 200, title: api.heading, screen: 'page', data}
    },
    actions: new Map(),
  }
}

function pageText(description: JsonSchema, {specification}: CompiledCalls, words: Messages['api']): string {
  const {scheme} = specification.calls.settings
  const schemas = schemaAt(schemaAt(description, 'components'), 'schemas')
  const operations = Object.entries(schemaAt(description, 'paths')).flatMap(([path, methods]) =>
    Object.entries(asSchema(methods)).map(([method, operation]) => ({path, method, operation: asSchema(operation)})),
  )
  const intro = [words.intro(`[${openApiPath}](${openApiPath})`), words.authorization(`\`Authorization: ${scheme} …\``)]
  const sections = operations.map(each => operationText(each, {schemas, scheme, words}))
  return [...intro, ...sections].join('\n\n')
}

interface ApiOperation {
  readonly path: string
  readonly method: string
  readonly operation: JsonSchema
}

interface PageContext {
  readonly schemas: JsonSchema
  readonly scheme: string
  readonly words: Messages['api']
}

function operationText({path, method, operation}: ApiOperation, {schemas, scheme, words}: PageContext): string {
  const parameters = listAt(operation, 'parameters')
  const body = schemaAt(schemaAt(schemaAt(schemaAt(operation, 'requestBody'), 'content'), 'application/json'), 'schema')
  const [status = '', answer = {}] = Object.entries(schemaAt(operation, 'responses'))[0] ?? []
  const answered = schemaAt(schemaAt(schemaAt(asSchema(answer), 'content'), 'application/json'), 'schema')
  const isPublic = listAt(operation, 'security').length > 1
  const rows = parameters.map(each => {
    const schema = schemaAt(each, 'schema')
    return `| \`${textAt(each, 'name')}\` | ${words.places[textAt(each, 'in')] ?? ''} | ${typeText(schema)} |`
  })
  const request = Object.keys(body).length > 0 ? JSON.stringify(schemaExample(body, schemas)) : null
  const curl = [
    `curl${method === 'get' ? '' : ` -X ${method.toUpperCase()}`} "$ORIGIN${path}"`,
    ...(isPublic ? [] : [`-H "Authorization: ${scheme} $KEY"`]),
    ...(request === null ? [] : ['-H "Content-Type: application/json"', `-d '${request.replaceAll("'", "'\\''")}'`]),
  ].join(' \\\n  ')
  return [
    `## ${textAt(operation, 'summary')}`,
    `\`${method.toUpperCase()} ${path}\`${isPublic ? ` · ${words.everyone}` : ''}`,
    ...(rows.length > 0 ? [`| ${words.parameter} | | ${words.type} |\n|---|---|---|\n${rows.join('\n')}`] : []),
    fenced('sh', curl),
    words.answers(status),
    ...(Object.keys(answered).length > 0
      ? [fenced('json', JSON.stringify(schemaExample(answered, schemas), null, 2))]
      : []),
  ].join('\n\n')
}

const fenced = (info: string, text: string): string => `\`\`\`\`${info}\n${text}\n\`\`\`\``

function typeText(schema: JsonSchema): string {
  const words = schema.enum
  if (Array.isArray(words)) return words.map(word => `\`${String(word)}\``).join(', ')
  const bounds = schema.minimum === undefined ? '' : ` ${String(schema.minimum)}–${String(schema.maximum)}`
  return `${String(schema.format ?? schema.type ?? '')}${bounds}`
}

/** An example value that matches the schema. */
export function schemaExample(schema: JsonSchema, schemas: JsonSchema): Json {
  if (typeof schema.$ref === 'string')
    return schemaExample(schemaAt(schemas, schema.$ref.split('/').at(-1) ?? ''), schemas)
  if (schema.const !== undefined) return schema.const
  const [first] = Array.isArray(schema.enum) ? schema.enum : []
  if (first !== undefined) return first
  const [either] = listAt(schema, 'anyOf')
  if (either) return schemaExample(either, schemas)
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  switch (type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schemaAt(schema, 'properties')).map(([key, each]) => [
          key,
          schemaExample(asSchema(each), schemas),
        ]),
      )
    case 'array':
      return schema.items === undefined
        ? listAt(schema, 'prefixItems').map(each => schemaExample(each, schemas))
        : [schemaExample(schemaAt(schema, 'items'), schemas)]
    case 'integer':
    case 'number':
      return typeof schema.minimum === 'number' ? Math.max(1, schema.minimum) : 1
    case 'boolean':
      return true
    default:
      return exampleText(schema)
  }
}

const examples: Readonly<Record<string, string>> = {
  date: '2026-12-31',
  'date-time': '2026-12-31T12:00:00.000Z',
  uuid: '0197f3a0-5c1e-7d42-9a3b-2f6d8c1e4b70',
  email: 'anna@example.com',
  password: 'a few words of your own',
}

function exampleText(schema: JsonSchema): string {
  const known = examples[String(schema.format ?? '')]
  const least = typeof schema.minLength === 'number' ? schema.minLength : 0
  return (known ?? 'text').padEnd(least, '.')
}

const textAt = (schema: JsonSchema, key: string): string => String(schema[key] ?? '')
const listAt = (schema: JsonSchema, key: string): JsonSchema[] => {
  const list = schema[key]
  return Array.isArray(list) ? list.map(asSchema) : []
}
