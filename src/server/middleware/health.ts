/**
 * For load balancers and monitoring: `/_health` and `/_health/ready` are 200 if the database answers, can be written and has the tables of this
 * document, otherwise 503; `/_health/live` is 200 as long as the process answers. Under every host name, because probes use the address of the machine;
 * without a session, a rate limit or, while it is well, a line in the log.
 */
import {StoreError} from '../../store/store-error.ts'
import type {Middleware, RequestContext} from '../context.ts'
import {textResponse} from '../response.ts'
import {otherDocument} from './error-handler.ts'

const livePath = '/_health/live'
const paths: ReadonlySet<string> = new Set(['/_health', '/_health/ready', livePath])
/** Milliseconds; a probe does not wait longer. */
const patience = 5000

export const health: Middleware = async (context, next) => {
  const {request, server, target} = context
  if (!isHealthCheck(request.method, target)) return next()
  const headers = {'cache-control': 'no-store'}
  try {
    if (pathOf(target) !== livePath) await inTime(ready(server))
    return textResponse('ok\n', {headers})
  } catch (cause) {
    server.log.failure('health', cause)
    return textResponse('unavailable\n', {status: 503, headers})
  }
}

export function isHealthCheck(method: string, target: string): boolean {
  return paths.has(pathOf(target)) && /^(GET|HEAD)$/.test(method)
}

const pathOf = (target: string): string => target.split('?')[0] ?? ''

async function ready({
  isOutdated,
  isReadOnly,
}: Pick<RequestContext['server'], 'isOutdated' | 'isReadOnly'>): Promise<void> {
  const [outdated, readOnly] = await Promise.all([isOutdated?.(), isReadOnly?.()])
  if (outdated) throw new Error(otherDocument)
  if (readOnly) throw new StoreError('READ_ONLY')
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
