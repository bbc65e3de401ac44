/** The calls as tools for an assistant, generated from their OpenAPI description, so that both always agree. */
import type {Json} from '../../feel/core.ts'
import type {Call} from '../../points/calls/model.ts'
import type {Specification} from '../../points/specification.ts'
import {asSchema, type JsonSchema, schemaAt} from './openapi-schemas.ts'

/** One call as a tool: its schemas, and how its arguments become a request. */
export interface CallTool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly input: JsonSchema
  /** Null if the response is not an object or has no content. */
  readonly output: JsonSchema | null
  readonly reads: boolean
  readonly destroys: boolean
  readonly method: string
  /** `/api/articles/{slug}` */
  readonly path: string
  readonly pathParameters: readonly string[]
  readonly queryParameters: readonly string[]
}

/** Signing in and out is left out: passwords do not belong in a conversation, and an API key signs nobody in. */
const isTool = ({operation: {kind}}: Call): boolean => kind !== 'sign in' && kind !== 'sign up' && kind !== 'sign out'

/** Tools for the calls in the description, which are those that its actor may make. */
export function toolsOf({calls}: Specification, description: JsonSchema): CallTool[] {
  const paths = schemaAt(description, 'paths')
  const schemas = schemaAt(schemaAt(description, 'components'), 'schemas')
  return calls.calls.filter(isTool).flatMap(call => {
    const path = pathOf(call)
    const operation = schemaAt(schemaAt(paths, path), call.method.toLowerCase())
    return typeof operation.operationId === 'string' ? [toolOf(call, {path, operation, schemas})] : []
  })
}

const pathOf = ({route: {segments}}: Pick<Call, 'route'>): string =>
  `/${segments.map(each => (each.kind === 'word' ? each.word : `{${each.name}}`)).join('/')}`

interface Described {
  readonly path: string
  readonly operation: JsonSchema
  readonly schemas: JsonSchema
}

function toolOf(call: Call, {path, operation, schemas}: Described): CallTool {
  const parameters = (Array.isArray(operation.parameters) ? operation.parameters : []).map(asSchema)
  const inPlace = (place: string) => parameters.filter(each => each.in === place)
  const [inPath, inQuery] = [inPlace('path'), inPlace('query')]
  const body = schemaAt(operation, 'requestBody')
  const content = schemaAt(schemaAt(schemaAt(body, 'content'), 'application/json'), 'schema')
  const hasBody = Object.keys(content).length > 0
  const properties = [...inPath, ...inQuery].map(each => [String(each.name), each.schema ?? {}] as const)
  return {
    name: String(operation.operationId),
    title: call.name,
    description: `${call.name}: ${call.source.does.text} (${call.method} ${path}).`,
    input: {
      type: 'object',
      properties: Object.fromEntries([...properties, ...(hasBody ? [['body', content] as const] : [])]),
      required: [...inPath.map(each => String(each.name)), ...(hasBody && body.required === true ? ['body'] : [])],
      additionalProperties: false,
    },
    output: outputOf(operation, schemas),
    reads: call.method === 'GET',
    destroys: call.operation.kind === 'delete' || ('action' in call.operation && call.operation.action === 'delete'),
    method: call.method,
    path,
    pathParameters: inPath.map(each => String(each.name)),
    queryParameters: inQuery.map(each => String(each.name)),
  }
}

/** Includes the named shapes it uses, because a tool is described on its own. */
function outputOf(operation: JsonSchema, schemas: JsonSchema): JsonSchema | null {
  const [answer = {}] = Object.values(schemaAt(operation, 'responses'))
  const schema = schemaAt(schemaAt(schemaAt(asSchema(answer), 'content'), 'application/json'), 'schema')
  if (schema.type !== 'object') return null
  const used = new Set<string>()
  const own = asSchema(localRefs(schema, used))
  const definitions: Record<string, Json> = {}
  for (const name of used) definitions[name] = localRefs(schemas[name] ?? {}, used)
  return used.size === 0 ? own : {...own, $defs: definitions}
}

const shared = '#/components/schemas/'

function localRefs(json: Json, used: Set<string>): Json {
  if (Array.isArray(json)) return json.map((each: Json) => localRefs(each, used))
  if (typeof json !== 'object' || json === null) return json
  return Object.fromEntries(
    Object.entries(json).map(([key, value]) => {
      if (key !== '$ref' || typeof value !== 'string' || !value.startsWith(shared)) return [key, localRefs(value, used)]
      const name = value.slice(shared.length)
      used.add(name)
      return [key, `#/$defs/${name}`]
    }),
  )
}

export interface ToolRequest {
  readonly method: string
  /** Path and query. */
  readonly target: string
  readonly body: string | null
}

/** The request of a tool. The call itself rejects unknown arguments, as in every request. */
export function toolRequest(tool: CallTool, given: JsonSchema): ToolRequest {
  const path = tool.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(argumentText(given[name] ?? '')))
  const {body, ...rest} = given
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(rest))
    if (!tool.pathParameters.includes(name) && value !== null) query.set(name, argumentText(value))
  const search = query.size === 0 ? '' : `?${query}`
  return {
    method: tool.method,
    target: `${path}${search}`,
    body: tool.reads || body === undefined ? null : JSON.stringify(body),
  }
}

const argumentText = (json: Json): string => (typeof json === 'string' ? json : JSON.stringify(json))
