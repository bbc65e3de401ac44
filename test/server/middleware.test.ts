/** Each middleware alone: the requests it passes on, its responses, and what it adds. */

import {describe, expect, it} from 'vitest'
import {pageMediaType} from '../../src/engine/page/frame.ts'
import {Refused} from '../../src/engine/reply.ts'
import {screens} from '../../src/screens/screens.server.ts'
import {createApplication} from '../../src/screens/testing.ts'
import {type AppOptions, type Arrival, compose, createContext, type RequestContext} from '../../src/server/context.ts'
import {downloadLimits, exportLimits, RateLimiter, Slots, uploadLimits, workLimits} from '../../src/server/limits.ts'
import {address} from '../../src/server/middleware/address.ts'
import {assets} from '../../src/server/middleware/assets.ts'
import {compress} from '../../src/server/middleware/compress.ts'
import {csrf} from '../../src/server/middleware/csrf.ts'
import {errorHandler} from '../../src/server/middleware/error-handler.ts'
import {host} from '../../src/server/middleware/host.ts'
import {notModified} from '../../src/server/middleware/not-modified.ts'
import {downloadSlots, rateLimit} from '../../src/server/middleware/rate-limit.ts'
import {requestLog} from '../../src/server/middleware/request-log.ts'
import {securityHeaders} from '../../src/server/middleware/security-headers.ts'
import {session} from '../../src/server/middleware/session.ts'
import {BufferedResponse, textResponse} from '../../src/server/response.ts'
import {RouteTable, route} from '../../src/server/routes.ts'
import {documentOf} from '../kit/documents.ts'
import {noAssets} from '../kit/no-assets.ts'

const application = createApplication(documentOf('# Notes\n\nFor notes.\n').specification)
const lines: object[] = []
const failures: unknown[] = []

interface Asked extends Arrival {
  readonly init?: RequestInit
  readonly options?: Partial<AppOptions>
  readonly routes?: ConstructorParameters<typeof RouteTable>[0]
}

function contextOf(path: string, {init = {}, options = {}, routes = [], ...arrival}: Asked = {}): RequestContext {
  const server = {
    application: () => application,
    assets: noAssets(),
    screens,
    origin: null,
    log: {request: (line: object) => lines.push(line), failure: (_: string, cause: unknown) => failures.push(cause)},
    now: () => 0,
    reference: () => 'TEST-0001',
    router: new RouteTable(routes),
    uploads: new Slots(uploadLimits),
    downloads: new Slots(downloadLimits),
    work: new Slots(workLimits),
    exports: new Slots(exportLimits),
    live: null,
    ...options,
  }
  return createContext(server, new Request(new URL(path, 'http://localhost'), init), arrival)
}

const ok = async (): Promise<Response> => textResponse('fine\n')

describe('the request log', () => {
  it('gives every request an id, which the response carries and the line names', async () => {
    lines.length = 0
    const response = await requestLog(contextOf('/notes?secret=1'), ok)
    expect(lines).toEqual([
      {method: 'GET', path: '/notes', status: 200, kind: 'page', ms: 0, request: response.headers.get('x-request-id')},
    ])
  })

  it('says what a request asked of the database, if anything', async () => {
    lines.length = 0
    const countStatements: AppOptions['countStatements'] = async work => ({
      value: await work(),
      figures: {statements: 3, waves: 2, characters: 120, waited: 1.2345},
    })
    await requestLog(contextOf('/notes', {options: {countStatements}}), ok)
    expect(lines).toMatchObject([{statements: 3, waves: 2, characters: 120, databaseMs: 1.23}])
  })
})

describe('security headers', () => {
  it('are on every response, and keep a stricter policy', async () => {
    const response = await securityHeaders(contextOf('/'), ok)
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('content-security-policy')).toContain("script-src 'self'")
    const strict = {'content-security-policy': 'sandbox'}
    const file = await securityHeaders(contextOf('/'), async () => new BufferedResponse('x', {headers: strict}))
    expect(file.headers.get('content-security-policy')).toBe('sandbox')
  })
})

describe('the host', () => {
  it('is that of the origin, or the request is misdirected', async () => {
    const options = {origin: 'https://notes.example'}
    const wrong = contextOf('/', {options})
    expect((await host(wrong, ok)).status).toBe(421)
    expect(wrong.kind).toBe('refused')
    expect((await host(contextOf('https://notes.example/', {options}), ok)).status).toBe(200)
  })
})

describe('compress', () => {
  const page = async () => new BufferedResponse('word '.repeat(1000), {headers: {'content-type': 'text/html'}})
  const takesBrotli = {init: {headers: {'accept-encoding': 'gzip, br'}}}

  it('compresses long responses, as accepted by the client', async () => {
    expect((await compress(contextOf('/', takesBrotli), page)).headers.get('content-encoding')).toBe('br')
    expect((await compress(contextOf('/'), page)).headers.get('content-encoding')).toBeNull()
    expect((await compress(contextOf('/', takesBrotli), ok)).headers.get('content-encoding')).toBeNull()
  })

  it('skips streams, fonts and compressed content', async () => {
    for (const response of [
      new Response('word '.repeat(1000), {headers: {'content-type': 'text/html'}}),
      new BufferedResponse('word '.repeat(1000), {headers: {'content-type': 'font/woff2'}}),
      new BufferedResponse('word '.repeat(1000), {headers: {'content-type': 'text/css', 'content-encoding': 'gzip'}}),
    ])
      expect(await compress(contextOf('/', takesBrotli), async () => response)).toBe(response)
  })
})

describe('not modified', () => {
  const page = async () => new BufferedResponse('page', {headers: {etag: 'W/"1"'}})

  it('responds with 304 if the client has the page', async () => {
    const response = await notModified(contextOf('/', {init: {headers: {'if-none-match': '"2", W/"1"'}}}), page)
    expect([response.status, await response.text()]).toEqual([304, ''])
    expect((await notModified(contextOf('/', {init: {headers: {'if-none-match': '"2"'}}}), page)).status).toBe(200)
  })

  it('responds to HEAD with the headers only', async () => {
    const response = await notModified(contextOf('/', {init: {method: 'HEAD'}}), page)
    expect([response.status, response.headers.get('etag'), await response.text()]).toEqual([200, 'W/"1"', ''])
  })
})

describe('the error handler', () => {
  it('turns a refusal into a page with its status, and logs nothing', async () => {
    failures.length = 0
    const response = await errorHandler(contextOf('/'), () => Promise.reject(new Refused('FORBIDDEN')))
    expect(response.status).toBe(403)
    expect(failures).toEqual([])
  })

  it('turns any other error into a page with a reference, and logs the cause', async () => {
    failures.length = 0
    const cause = new Error('broken')
    const response = await errorHandler(contextOf('/'), () => Promise.reject(cause))
    expect(response.status).toBe(500)
    expect(await response.text()).toContain('TEST-0001')
    expect(failures).toEqual([cause])
  })
})

describe('the address', () => {
  it('is parsed once', async () => {
    const context = contextOf('/notes?page=2&_data=x', {init: {headers: {accept: pageMediaType}}})
    await address(context, ok)
    expect(context).toMatchObject({wantsData: true, kind: 'data', address: {path: '/notes', url: '/notes?page=2'}})
  })

  it('is rejected if it is ambiguous, and redirected if it ends with a slash', async () => {
    const context = contextOf('/', {target: '/a/%2e%2e/b'})
    await expect(address(context, ok)).rejects.toMatchObject({code: 'BAD_ADDRESS'})
    expect(context.malformed).toBe(true)
    const response = await address(contextOf('/notes/'), ok)
    expect([response.status, response.headers.get('location')]).toEqual([308, '/notes'])
  })
})

describe('assets', () => {
  it('are everything under /_nonet/ that no route has', async () => {
    const routes = [route('GET', '/_nonet/live', ok)]
    for (const [path, status] of [
      ['/_nonet/none.js', 404],
      ['/_nonet/live', 200],
      ['/notes', 200],
    ] as const) {
      const context = contextOf(path, {routes})
      const response = await compose([address, assets, async ({route: found}) => found?.handle(context) ?? ok()])(
        context,
      )
      expect([path, response.status]).toEqual([path, status])
    }
  })
})

describe('the session', () => {
  it('identifies the actor, gives an anonymous browser a secret for its tokens, and sets the cookies of the handler', async () => {
    const context = contextOf('/')
    const response = await session(context, async () => {
      context.cookies.push('a=1', 'b=2')
      return ok()
    })
    expect(context.actor).toEqual({kind: 'nobody'})
    expect(context.tokenOwner?.cookie).toMatch(/^nonet-browser=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
  })
})

describe('the rate limit', () => {
  it('counts requests by client, and reports how long to wait', async () => {
    const options = {rateLimiter: new RateLimiter({now: () => 0})}
    const statuses: number[] = []
    for (let count = 0; count <= application.requestsPerMinute; count += 1)
      statuses.push((await rateLimit(contextOf('/', {options, peer: '192.0.2.1'}), ok)).status)
    expect(new Set(statuses.slice(0, -1))).toEqual(new Set([200]))
    expect(statuses.at(-1)).toBe(429)
    expect((await rateLimit(contextOf('/', {options, peer: '192.0.2.2'}), ok)).status).toBe(200)
  })
})

describe('download slots', () => {
  const stream = (type: string) =>
    new Response(new ReadableStream<Uint8Array>({pull: controller => controller.close()}), {
      headers: {'content-type': type},
    })

  it('hold a slot until the stream is read, but not for an event stream', async () => {
    const context = contextOf('/notes?_export=csv')
    await address(context, ok)
    const slots = context.server.downloads
    const download = await downloadSlots(context, async () => stream('text/csv'))
    const taken = Array.from({length: downloadLimits.each}, () => slots.take('unknown'))
    expect(taken.filter(each => each === null)).toHaveLength(1)
    await download.text()
    expect(slots.take('unknown')).not.toBeNull()
    const events = stream('text/event-stream')
    expect(await downloadSlots(contextOf('/_nonet/live'), async () => events)).toBe(events)
  })
})

describe('csrf', () => {
  it.each([
    ['GET', {'sec-fetch-site': 'cross-site'}, true],
    ['POST', {'sec-fetch-site': 'same-origin'}, true],
    ['POST', {'sec-fetch-site': 'same-site'}, false],
    ['POST', {origin: 'http://localhost'}, true],
    ['POST', {origin: 'http://evil.example', 'sec-fetch-site': 'cross-site'}, false],
    ['POST', {}, true],
    ['POST', {cookie: 'nonet=1'}, false],
    ['DELETE', {origin: 'http://evil.example'}, false],
  ] as const)('%s with %j passes: %s', async (method, headers, passes) => {
    const response = csrf(contextOf('/', {init: {method, headers}}), ok)
    if (passes) expect((await response).status).toBe(200)
    else await expect(response).rejects.toMatchObject({code: 'CROSS_SITE'})
  })
})

describe('the router', () => {
  const router = new RouteTable([
    route('GET', '/feeds/:token', (_context, {token}) => textResponse(token ?? '')),
    route('POST', '/api/*', () => textResponse('called')),
  ])

  it('finds a handler by method and path, with its parameters', async () => {
    const context = contextOf('/')
    expect(await (await router.handler('GET', '/feeds/abc')?.handle(context))?.text()).toBe('abc')
    expect(await (await router.handler('HEAD', '/feeds/abc')?.handle(context))?.text()).toBe('abc')
    expect(await (await router.handler('POST', '/api/notes/7')?.handle(context))?.text()).toBe('called')
  })

  it('responds with 405 and the methods of a path, and ignores other paths', async () => {
    const response = await router.handler('POST', '/feeds/abc')?.handle(contextOf('/'))
    expect([response?.status, response?.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    for (const path of ['/feeds', '/feeds/', '/feeds/a/b', '/api/', '/api'])
      expect([path, router.handler('GET', path)]).toEqual([path, null])
  })
})
