/** The tools of the Model Context Protocol, with its official SDK. Loaded with the first request, because few applications are used by assistants. */
import {type CallToolResult, createMcpHandler, Server, type Tool} from '@modelcontextprotocol/server'
import type {Json} from '../engine/calls/call-request.ts'
import type {CallTool} from '../engine/calls/tools.ts'

export interface McpRequest {
  readonly request: Request
  /** The message, read within the limits of calls. */
  readonly message: Json
  readonly product: string
  readonly version: string
  readonly tools: readonly CallTool[]
  /** Carries out the call of the tool. */
  readonly call: (tool: CallTool, given: Readonly<Record<string, Json>>) => Promise<Response>
}

/**
 * Stateless: every request is complete, and nothing is kept between two. Clients of the 2025 and 2026 revisions are supported; there is nothing to
 * subscribe to.
 */
export function answerMcp({request, message, product, version, tools, call}: McpRequest): Promise<Response> {
  const serve = () => {
    const server = new Server({name: product, version}, {capabilities: {tools: {}}})
    server.setRequestHandler('tools/list', () => ({tools: tools.map(shownTool)}))
    server.setRequestHandler('tools/call', async ({params}): Promise<CallToolResult> => {
      const tool = tools.find(({name}) => name === params.name)
      if (!tool) return {isError: true, content: [{type: 'text', text: `There is no tool "${params.name}".`}]}
      return resultOf(tool, await call(tool, jsonOf(params.arguments ?? {})))
    })
    return server
  }
  return createMcpHandler(serve, {maxSubscriptions: 0}).fetch(request, {parsedBody: message})
}

function shownTool({name, title, description, input, output, reads, destroys, method}: CallTool): Tool {
  return {
    name,
    title,
    description,
    inputSchema: objectSchema(input),
    ...(output ? {outputSchema: objectSchema(output)} : {}),
    annotations: {
      readOnlyHint: reads,
      destructiveHint: destroys,
      idempotentHint: reads || method === 'PUT' || method === 'DELETE',
      openWorldHint: false,
    },
  }
}

const objectSchema = (schema: CallTool['input']): Tool['inputSchema'] => ({...schema, type: 'object'})

/** A refusal is passed to the assistant with its reason, so that it can correct the call. */
async function resultOf({output}: CallTool, response: Response): Promise<CallToolResult> {
  const text = await response.text()
  if (response.status >= 400) return {isError: true, content: [{type: 'text', text}]}
  const json: unknown = text === '' ? null : JSON.parse(text)
  const content = [{type: 'text' as const, text: text === '' ? 'Done.' : text}]
  return output ? {content, structuredContent: jsonOf(json)} : {content}
}

/** The JSON body. */
const jsonOf = (value: unknown): Record<string, Json> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, Json>) : {}
