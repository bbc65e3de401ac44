/**
 * REQUESTS_PER_MINUTE: how often one person, or one network address that has not signed in, may ask for pages and send actions. Scripts and
 * styles are not counted; files are counted apart, because a page may show many.
 */
import {clientKey, type Middleware} from '../context.ts'
import {tooManyRequests} from '../fallback-pages.ts'
import {respond} from '../page-response.ts'

const filesForOnePage = 5

export const rateLimit: Middleware = async (context, next) => {
  const {server, route, application} = context
  const countedAs = route ? route.countedAs : 'request'
  const limiter = countedAs === 'download' ? server.downloadLimiter : countedAs && server.rateLimiter
  const most = application.requestsPerMinute * (countedAs === 'download' ? filesForOnePage : 1)
  const wait = limiter?.wait(clientKey(context), most) ?? 0
  return wait > 0 ? respond(context, tooManyRequests(context, wait)) : next()
}
