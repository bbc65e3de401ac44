/**
 * The Model Context Protocol at one address: every call of point 7 is a tool, for an assistant that acts on a person's behalf with one of their keys.
 * A tool runs as the call itself, with its permissions, rules and refusals.
 */
import {toolRequest, toolsOf} from '../../engine/calls/tools.ts'
import {Refused} from '../../engine/reply.ts'
import {problemResponse} from '../call-problems.ts'
import type {Middleware, RequestContext} from '../context.ts'
import {decodeText, readBody} from '../form.ts'
import {answerWithin, countRequest, holderOf, largestBody, notSignedIn, parsed, refusalOf, stop} from './calls.ts'
import {publicOriginOf} from './host.ts'
import {beginTurn} from './turns.ts'

const mcpPath = '/_mcp'

export const mcp: Middleware = async (context, next) => {
  const {calls} = context.application
  if (context.address.path !== mcpPath || !calls) return next()
  context.kind = 'call'
  try {
    return await answer(context)
  } catch (error) {
    return problemResponse(calls.specification, null, await refusalOf(context, error))
  }
}

async function answer(context: RequestContext): Promise<Response> {
  const {request, server, application} = context
  const {calls} = application
  if (!calls) throw new Refused('NOT_FOUND')
  const origin = publicOriginOf(request, server.origin)
  // Pages of other sites are refused.
  const from = request.headers.get('origin')
  if (from !== null && from !== origin) throw stop('CROSS_SITE')
  const holder = await holderOf(context, calls.specification.calls.settings)
  const {actor} = holder
  context.actor = actor
  const limits = countRequest(context)
  // There is nothing to subscribe to: every reply is complete.
  if (request.method !== 'POST') throw stop('WRONG_METHOD', {}, {allow: 'POST'})
  const tools = toolsOf(calls.specification, await calls.describe(actor, origin))
  if (tools.length === 0 && actor.kind === 'nobody') throw notSignedIn(context)
  const message = parsed(decodeText(await readBody(request, largestBody)))
  // One message per request, so that each is counted.
  if (Array.isArray(message) || isDeeper(message, deepest)) throw new Refused('BAD_INPUT')
  await beginTurn(context)
  const {answerMcp} = await import('../mcp-server.ts')
  const response = await answerMcp({
    request,
    message,
    product: application.shell(actor).product,
    version: '1',
    tools,
    call: (tool, given) => answerWithin(context, holder, toolRequest(tool, given)),
  })
  for (const [name, value] of Object.entries(limits)) response.headers.set(name, value)
  response.headers.set('cache-control', 'no-store')
  return response
}

/** Levels of a message. No call has nearly as many, and the library that reads messages fails at some thousands. */
const deepest = 100

/** Level by level, because a recursive function would fail at the same depth. */
function isDeeper(value: unknown, most: number): boolean {
  let level = [value]
  for (let depth = 0; depth <= most; depth += 1) {
    level = level.flatMap(each => (typeof each === 'object' && each !== null ? Object.values(each) : []))
    if (level.length === 0) return false
  }
  return true
}
