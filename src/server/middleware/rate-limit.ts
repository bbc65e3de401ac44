/**
 * REQUESTS_PER_MINUTE: how often a person, or an anonymous network address, may request pages and send actions. Scripts and styles are not counted;
 * files are counted separately, because a page may show many.
 */
import {asksForExport} from '../../engine/page/address.ts'
import {clientKey, type Middleware, type RequestContext} from '../context.ts'
import {tooManyInOneLine, tooManyRequests} from '../fallback-pages.ts'
import {releasing} from '../limits.ts'
import {respond} from '../page-response.ts'
import {streamOf} from '../response.ts'

/* A download holds a file until it is read, so each client gets a limited number at a time. */

/** Milliseconds a download waits for an earlier one of the same client to end. */
const patience = 5000

/** The slot is taken before the file is made or opened. */
export const downloadSlots: Middleware = async (context, next) => {
  if (!isDownload(context)) return next()
  const release = await context.server.downloads.takeWithin(clientKey(context), patience, context.gone)
  let stream: ReturnType<typeof streamOf> = null
  try {
    context.gone?.throwIfAborted()
    if (!release) return respond(context, tooManyRequests(context, patience))
    const response = await next()
    stream = streamOf(response)
    return stream ? new Response(releasing(stream, release), response) : response
  } finally {
    if (!stream) release?.()
  }
}

const isDownload = ({route, address}: RequestContext): boolean =>
  route ? route.countedAs === 'download' : asksForExport(address.query)

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
