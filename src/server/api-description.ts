/** The OpenAPI description of the calls the requester may make: the holder of a token or key, a session, or an anonymous visitor. */
import {openApiPath} from '../engine/calls/api-page.ts'
import {Refused} from '../engine/reply.ts'
import type {RequestContext} from './context.ts'
import {holderOf} from './middleware/calls.ts'
import {publicOriginOf} from './middleware/host.ts'
import {BufferedResponse} from './response.ts'
import {route} from './routes.ts'

export const openApiRoute = route('GET', openApiPath, describeCalls)

async function describeCalls(context: RequestContext): Promise<Response> {
  const {application, request, server} = context
  const {calls} = application
  if (!calls) throw new Refused('NOT_FOUND')
  const actor = request.headers.has('authorization')
    ? await holderOf(context, calls.specification.calls.settings).then(
        holder => holder.actor,
        () => null,
      )
    : context.actor
  if (!actor) throw new Refused('NOT_SIGNED_IN')
  const description = await calls.describe(actor, publicOriginOf(request, server.origin))
  return new BufferedResponse(`${JSON.stringify(description, null, 2)}\n`, {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'private, no-cache',
      vary: 'Authorization, Cookie',
    },
  })
}
