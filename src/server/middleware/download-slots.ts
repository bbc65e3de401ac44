/** A response that is sent piece by piece holds a file until it is read: a client gets so many at once, and no more. */
import {clientKey, type Middleware} from '../context.ts'
import {tooManyRequests} from '../fallback-pages.ts'
import {releasing} from '../limits.ts'
import {respond} from '../page-response.ts'
import {discard, streamOf} from '../response.ts'

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
