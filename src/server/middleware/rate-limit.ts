/**
 * REQUESTS_PER_MINUTE: how often a person, or an anonymous network address, may request pages and send actions. Scripts and styles are not counted;
 * files are counted separately, because a page may show many.
 */

import {clientKey, type Middleware, type RequestContext} from '../context.ts'
import {tooManyInOneLine, tooManyRequests} from '../fallback-pages.ts'
import {releasing} from '../limits.ts'
import {respond} from '../page-response.ts'
import {discard, streamOf} from '../response.ts'

/* A streamed response holds a file until it is read, so each client gets a limited number at a time. */

/** Milliseconds a download waits for an earlier one of the same client to end. */
const patience = 5000

export const downloadSlots: Middleware = async (context, next) => {
  const response = await next()
  const stream = streamOf(response)
  // An event stream is open as long as its page is, and holds no file.
  if (!stream || response.headers.get('content-type') === 'text/event-stream') return response
  const release = await context.server.downloads.takeWithin(clientKey(context), patience)
  if (release) return new Response(releasing(stream, release), response)
  await discard(response)
  return respond(context, tooManyRequests(context, patience))
}

const filesForOnePage = 5

export const rateLimit: Middleware = async (context, next) => limited(context) ?? next()

/** Counts the request, and answers it if it is one too many. */
export function limited(context: RequestContext): Response | Promise<Response> | null {
  const {server, route, application} = context
  const countedAs = route ? route.countedAs : 'request'
  const limiter = countedAs === 'download' ? server.downloadLimiter : countedAs && server.rateLimiter
  const most = application.requestsPerMinute * (countedAs === 'download' ? filesForOnePage : 1)
  const {wait, over} = limiter?.count(clientKey(context), most) ?? {wait: 0, over: 0}
  if (wait === 0) return null
  // A page costs almost as much as the one that is refused: a client that goes on gets one line.
  return over > most ? tooManyInOneLine(context, wait) : respond(context, tooManyRequests(context, wait))
}
