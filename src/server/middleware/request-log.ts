/** One log line per request, with the id that the response carries. */
import type {Middleware} from '../context.ts'
import {loggedPath} from '../log.ts'

export const requestLog: Middleware = async (context, next) => {
  const {request, server, target, requestId} = context
  const started = server.now()
  const {value: response, figures} = await (server.countStatements?.(next) ?? uncounted(next))
  response.headers.set('x-request-id', requestId)
  server.log.request({
    method: request.method,
    path: loggedPath(target, {malformed: context.malformed}),
    status: response.status,
    kind: context.kind,
    ms: hundredths(server.now() - started),
    ...(figures === null || figures.statements === 0
      ? {}
      : {
          statements: figures.statements,
          waves: figures.waves,
          characters: figures.characters,
          databaseMs: hundredths(figures.waited),
        }),
    request: requestId,
  })
  return response
}

const hundredths = (ms: number): number => Math.round(ms * 100) / 100

const uncounted = async <T>(next: () => Promise<T>) => ({value: await next(), figures: null})
