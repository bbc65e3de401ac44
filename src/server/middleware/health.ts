/**
 * `/_health`, for load balancers and monitoring: 200 if the database answers and has the tables of this document, otherwise 503. Under every host name, because probes use the
 * address of the machine; without a session, a rate limit or, while it is well, a line in the log.
 */
import type {Middleware} from '../context.ts'
import {textResponse} from '../response.ts'
import {otherDocument} from './error-handler.ts'

const healthPath = '/_health'
/** Milliseconds; a probe does not wait longer. */
const patience = 5000

export const health: Middleware = async (context, next) => {
  const {request, server, target} = context
  if (target.split('?')[0] !== healthPath || !/^(GET|HEAD)$/.test(request.method)) return next()
  const headers = {'cache-control': 'no-store'}
  try {
    if (await inTime(server.isOutdated?.() ?? Promise.resolve(false))) throw new Error(otherDocument)
    return textResponse('ok\n', {headers})
  } catch (cause) {
    server.log.failure('health', cause)
    return textResponse('unavailable\n', {status: 503, headers})
  }
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`The database did not answer within ${patience} ms.`)), patience)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
