/**
 * Turns: a few requests of one person, or of one address that has not signed in, are worked on at a time; the others wait, so that no client
 * keeps the server from the others. A request gets its turn once it has arrived completely, and has it until its response is made.
 */
import {asksForExport} from '../../engine/page/address.ts'
import {clientKey, type Middleware, type RequestContext} from '../context.ts'
import {TooManyRequests} from '../fallback-pages.ts'

/** Milliseconds a request waits for its turn. */
const patience = 30_000

export const turns: Middleware = async (context, next) => {
  try {
    return await next()
  } finally {
    context.endTurn?.()
  }
}

/** Waits for the turn of this request. A client that leaves no longer waits for a page; what it has sent is carried out. */
export async function beginTurn(context: RequestContext): Promise<void> {
  const {request, server, route, address} = context
  if (context.endTurn) return
  const gone = request.method === 'GET' || request.method === 'HEAD' ? context.gone : null
  const slots = !route && asksForExport(address.query) ? server.exports : server.work
  context.endTurn = await slots.takeWithin(clientKey(context), patience, gone)
  gone?.throwIfAborted()
  if (!context.endTurn) throw new TooManyRequests(context, patience)
  await context.ready()
}

/** Whether nobody waits for the response any more. */
export function isGone({gone}: Pick<RequestContext, 'gone'>, error: unknown): boolean {
  return gone?.aborted === true && error === gone.reason
}
