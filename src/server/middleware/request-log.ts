/** One log line per request, with the id that the response carries. */
import type {Middleware} from '../context.ts'
import {loggedPath} from '../log.ts'

export const requestLog: Middleware = async (context, next) => {
  const {request, server, target, requestId} = context
  const started = server.now()
  const response = await next()
  response.headers.set('x-request-id', requestId)
  server.log.request({
    method: request.method,
    path: loggedPath(target, {malformed: context.malformed}),
    status: response.status,
    kind: context.kind,
    ms: Math.round((server.now() - started) * 100) / 100,
    request: requestId,
  })
  return response
}
