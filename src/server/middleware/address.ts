/** Parses the address, refuses ambiguous ones, and finds the handler in the route table. */

import {parseAddress} from '../../engine/address.ts'
import {pageMediaType} from '../../engine/page/frame.ts'
import {Refused} from '../../engine/reply.ts'
import {problem} from '../../engine/transaction/change.ts'
import {problemResponse} from '../call-problems.ts'
import type {Middleware, RequestContext} from '../context.ts'
import {respond} from '../page-response.ts'
import {redirectTo} from '../response.ts'
import {limited} from './rate-limit.ts'

export const address: Middleware = async (context, next) => {
  const {request, server} = context
  const parsed = parseAddress(context.target)
  context.wantsData = wantsData(request, parsed.kind === 'ok' ? parsed.address.data : parsed.data)
  if (context.wantsData) context.kind = 'data'
  if (parsed.kind === 'moved') return moved(context, parsed.to)
  if (parsed.kind === 'malformed') {
    context.malformed = true
    const {calls} = context.application
    const [path = ''] = context.target.split('?')
    if (!calls?.isAmong(path)) return limited(context) ?? badAddress()
    context.kind = 'call'
    return problemResponse(calls.specification, null, {
      code: 'BAD_ADDRESS',
      problems: [problem('BAD_ADDRESS', null)],
    })
  }
  context.address = parsed.address
  context.route = server.router.handler(request.method, parsed.address.path)
  if (!context.route) context.call = context.application.calls?.find(request.method, parsed.address.path) ?? null
  return next()
}

function badAddress(): never {
  throw new Refused('BAD_ADDRESS')
}

/** GET needs both the key and the header, or Back could show raw data. A POST is never cached, so the header is enough. */
function wantsData(request: Request, key: boolean): boolean {
  const accepts = (request.headers.get('accept') ?? '').includes(pageMediaType)
  return accepts && (key || request.method === 'POST')
}

function moved(context: RequestContext, to: string): Response | Promise<Response> {
  context.kind = 'moved'
  if (context.request.method === 'POST' || !context.wantsData) return redirectTo(to, 308)
  return respond(context, {kind: 'redirect', to})
}
