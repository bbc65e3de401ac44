/**
 * REQUESTS_PER_MINUTE: how often one person, or one network address that has not signed in, may ask for pages and send actions. Scripts and styles are
 * not counted; files are counted apart, because a page may show many.
 */

import {clientKey, type Middleware} from '../context.ts'
import {tooManyRequests} from '../fallback-pages.ts'
import {releasing} from '../limits.ts'
import {respond} from '../page-response.ts'
import {discard, streamOf} from '../response.ts'

/* A response that is sent piece by piece holds a file until it is read: a client gets so many at once, and no more. */

/** Milliseconds that a download waits for an earlier one of the same client to end. */
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

export const rateLimit: Middleware = async (context, next) => {
  const {server, route, application} = context
  const countedAs = route ? route.countedAs : 'request'
  const limiter = countedAs === 'download' ? server.downloadLimiter : countedAs && server.rateLimiter
  const most = application.requestsPerMinute * (countedAs === 'download' ? filesForOnePage : 1)
  const wait = limiter?.wait(clientKey(context), most) ?? 0
  return wait > 0 ? respond(context, tooManyRequests(context, wait)) : next()
}
