/** The edge of the server: which requests are answered and how, the content of the log, slow readers, and stopping. */
import {mkdirSync, rmdirSync, writeFileSync} from 'node:fs'
import {Agent, request as httpRequest} from 'node:http'
import {connect, type Socket} from 'node:net'
import {join} from 'node:path'
import {setFlagsFromString} from 'node:v8'
import {runInNewContext} from 'node:vm'
import {describe, expect, it, onTestFinished} from 'vitest'
import type {App} from '../../src/server/app.ts'
import {Assets} from '../../src/server/assets.ts'
import {jsonLog, type Log, loggedPath} from '../../src/server/log.ts'
import {compressFor} from '../../src/server/middleware/compress.ts'
import {SlowReaders} from '../../src/server/node-http.ts'
import {BufferedResponse} from '../../src/server/response.ts'
import {type Listening, type ListenOptions, listen} from '../../src/server/serve.ts'
import {StoreError} from '../../src/store/store-error.ts'
import {newFolder} from '../kit/cli.ts'
import {createFixture} from '../kit/fixture.ts'
import {request, sameOrigin, urlencoded} from '../kit/http.ts'
import {Client, peopleFixture} from '../kit/people.ts'
import {sqlite} from '../kit/store-databases.ts'

interface Edge {
  readonly listening: Listening
  readonly lines: Readonly<Record<string, unknown>>[]
}

async function edgeOf(app: Pick<App, 'fetch'>, options: Partial<ListenOptions> = {}): Promise<Edge> {
  const lines: Readonly<Record<string, unknown>>[] = []
  const log: Log = jsonLog(
    text => lines.push(JSON.parse(text)),
    () => new Date(),
  )
  const listening = await listen(app, {port: 0, host: '127.0.0.1', log, ...options})
  onTestFinished(() => listening.stop(10))
  return {listening, lines}
}

const portOf = ({url}: Listening): number => Number(new URL(url).port)

/** The whole response to these bytes until the connection ends. */
function said(listening: Listening, words: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    const socket = connect(portOf(listening), '127.0.0.1', () => socket.write(words))
    socket.on('data', chunk => {
      text += chunk
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(text))
  })
}

const secret = 'Zk3vQ9-xT0aLm2_pRw7sYd5uHc8eJb1nGf4iKo6qVtE'

describe('a request that names no page', () => {
  it.each([
    ['S20: OPTIONS *', 'OPTIONS * HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n', 204],
    ['S20: CONNECT', 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n', 405],
    ['S20: an absolute form of nothing', 'GET http:// HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n', 400],
    ['S20: a word', 'GET nowhere HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n', 400],
    ['S20: GET *', 'GET * HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n', 400],
    ['S20: another host', 'GET http://evil.example/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n', 400],
    ['S20: a host with no such port', 'GET / HTTP/1.1\r\nHost: localhost:99999\r\nConnection: close\r\n\r\n', 400],
    ['S20: no request at all', 'hello\r\n\r\n', 400],
    ['S20: endless headers', `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`, 431],
  ])('%s gets a response and a log line', async (_, words, status) => {
    const {listening, lines} = await edgeOf(createFixture().app)
    const text = await said(listening, words)
    expect(text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    const id = /^x-request-id: (\S+)\r$/im.exec(text)?.[1]
    expect(lines).toMatchObject([{level: 'info', kind: 'refused', status, request: id}])
    expect((await fetch(`${listening.url}/plain`)).status).toBe(200)
  })

  it('S9: in absolute form has no special effect: own forms are accepted, those of other sites rejected', async () => {
    const {app} = createFixture()
    const {listening} = await edgeOf(app)
    const host = `127.0.0.1:${portOf(listening)}`
    for (const target of [`http://${host}`, `http://${host}/plain`, `HTTP://${host}?x=1`, 'http://evil.example'])
      await said(listening, `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
    const post = (origin: string) =>
      fetch(`${listening.url}/form`, {
        method: 'POST',
        redirect: 'manual',
        headers: {...urlencoded, origin, cookie: 'a=b'},
        body: '_action=stay',
      })
    expect((await post(`http://${host}`)).status).toBe(303)
    expect((await post('http://evil.example')).status).toBe(403)
    expect((await post('http:')).status).toBe(403)
  })
})

describe('with a public origin', () => {
  const {app, world} = createFixture({origin: 'https://time.example.com'})
  const asked = (headers: Record<string, string>) => {
    const url = `http://${headers['host'] ?? 'time.example.com'}/plain`
    return app.fetch(new Request(url, {headers}))
  }

  it.each([
    ['time.example.com', 200],
    ['TIME.example.com', 200],
    ['time.example.com:443', 200],
    ['time.example.com:8443', 421],
    ['evil.example', 421],
    ['127.0.0.1:3000', 421],
    ['time.example.com.evil.example', 421],
  ])('S25: a request for the host %s gets %i', async (host, status) => {
    world.logged.requests.length = 0
    expect((await asked({host})).status).toBe(status)
    expect(world.logged.requests).toMatchObject([{status}])
  })

  it('the health of the application is told under every host name, without a line in the log', async () => {
    world.logged.requests.length = 0
    const probe = (path: string) => app.fetch(new Request(`http://10.0.0.7:3000${path}`))
    const healthy = await probe('/_health')
    expect([healthy.status, await healthy.text(), healthy.headers.get('cache-control')]).toEqual([
      200,
      'ok\n',
      'no-store',
    ])
    expect(world.logged.requests).toEqual([])
    expect((await probe('/_health/more')).status).toBe(421)
  })

  it('O12: a process is alive without its database, but not ready', async () => {
    const failing = createFixture({isOutdated: () => Promise.reject(new StoreError('UNREACHABLE'))})
    const statuses = async (one: typeof failing) =>
      Promise.all(
        ['/_health/live', '/_health/ready', '/_health'].map(async path => (await one.app.request(path)).status),
      )
    expect(await statuses(failing)).toEqual([200, 503, 503])
    expect(await statuses(createFixture())).toEqual([200, 200, 200])
  })

  it('O8: a process whose database can only be read is not ready', async () => {
    const standby = createFixture({isReadOnly: async () => true})
    expect((await standby.app.request('/_health')).status).toBe(503)
    expect(standby.world.logged.failures).toMatchObject([{reference: 'health', cause: {code: 'READ_ONLY'}}])
  })

  it.each([
    ['GET /_health HTTP/1.0\r\n\r\n', 200],
    ['GET /_health/live?a HTTP/1.0\r\n\r\n', 200],
    ['HEAD /_health/ready HTTP/1.0\r\n\r\n', 200],
    ['POST /_health HTTP/1.0\r\nContent-Length: 0\r\n\r\n', 400],
    ['GET /_healthy HTTP/1.0\r\n\r\n', 400],
    ['GET / HTTP/1.0\r\n\r\n', 400],
    ['GET /_health HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
  ])('O5: %j without a host gets %i', async (words, status) => {
    const {listening} = await edgeOf(createFixture().app)
    expect(await said(listening, words)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  })

  it('a database that does not answer makes it 503, with a line in the log', async () => {
    const failing = createFixture({isOutdated: () => Promise.reject(new StoreError('UNREACHABLE'))})
    const response = await failing.app.request('/_health')
    expect([response.status, await response.text()]).toEqual([503, 'unavailable\n'])
    expect(failing.world.logged.failures).toMatchObject([{reference: 'health'}])
  })

  it('S25: X-Forwarded-Host counts only from a trusted proxy', async () => {
    const headers = {host: '127.0.0.1:3000', 'x-forwarded-host': 'time.example.com'}
    expect((await asked(headers)).status).toBe(421)
    const trusting = createFixture({origin: 'https://time.example.com', trustProxy: true})
    const to = (sent: Record<string, string>) => new Request('http://127.0.0.1:3000/plain', {headers: sent})
    expect((await trusting.app.fetch(to(headers))).status).toBe(200)
    const forged = {...headers, 'x-forwarded-host': 'time.example.com, evil.example'}
    expect((await trusting.app.fetch(to(forged))).status).toBe(421)
  })

  it('S17: that is https, HSTS is sent with every response', async () => {
    for (const path of ['/plain', '/nowhere', '/_nonet/none.js', '/fail', '//x'])
      expect((await request({app, world}, path)).headers.get('strict-transport-security')).toBe('max-age=31536000')
    for (const origin of ['http://time.example.com', 'https://localhost:3000'])
      expect((await request(createFixture({origin}), '/plain')).headers.get('strict-transport-security')).toBeNull()
    expect((await request(createFixture(), '/plain')).headers.get('strict-transport-security')).toBeNull()
  })
})

describe('the log', () => {
  it.each([
    [`/invitations/${secret}`, '/invitations/…'],
    [`//invitations/${secret}`, '/…'],
    [`/invitations/${secret}%`, '/…'],
    [`/Invitations/${secret}/`, '/Invitations/…'],
    [`/%69nvitations/${secret}`, '/%69nvitations/…'],
    [`/x/../set-up/${secret}`, '/x/…'],
    [`/reset-password?token=${secret}`, '/reset-password'],
    [`/reset-password%3Ftoken=${secret}`, '/…'],
    [`/reset-password%2Ftoken=${secret}`, '/…'],
    [`/feed/${secret}.ics`, '/feed/…'],
    [`/invitations/${secret.slice(0, 20)}`, '/invitations/…'],
    [`/${secret}`, '/…'],
    [`/plain/${secret}\\`, '/plain/…'],
    ['/requests/01890a5d-ac96-774b-bcce-b302099a8057', '/requests/01890a5d-ac96-774b-bcce-b302099a8057'],
    ['/requests-of-people-who-have-left', '/requests-of-people-who-have-left'],
  ])('S8: shows no more of %s than %s', async (target, path) => {
    const {app, world} = createFixture()
    await app.fetch(new Request('http://localhost/'), {target})
    expect(world.logged.requests).toMatchObject([{path}])
    expect(JSON.stringify(world.logged)).not.toContain(secret.slice(0, 20))
  })

  it('S8: keeps the secret of an address out of error messages too', () => {
    const lines: string[] = []
    const log = jsonLog(
      text => lines.push(text),
      () => new Date(),
    )
    const cause = new Error(`no way to /invitations/${secret}`, {cause: new Error(`token ${secret}`)})
    log.failure('TEST', cause, 'request-1')
    log.failure('TEST', secret)
    expect(lines.join('')).not.toContain(secret)
    expect(lines[0]).toContain('no way to /invitations/…')
    expect(loggedPath('')).toBe('/')
  })

  it('has one id for everything during a request, which the response carries', async () => {
    const fixture = createFixture()
    const response = await request(fixture, '/fail')
    const id = response.headers.get('x-request-id')
    expect(id).toMatch(/^[0-9a-f-]{36}$/)
    expect(fixture.world.logged.requests).toMatchObject([{path: '/fail', request: id}])
    expect(fixture.world.logged.failures).toMatchObject([{request: id}])
    expect((await request(fixture, '/fail')).headers.get('x-request-id')).not.toBe(id)
  })

  it('accepts an external id only from a trusted proxy, and only if it is well-formed', async () => {
    const sent = async (trustProxy: boolean, id: string) =>
      (await request(createFixture({trustProxy}), '/plain', {headers: {'x-request-id': id}})).headers.get(
        'x-request-id',
      )
    expect(await sent(true, 'edge-0123.abcd_42')).toBe('edge-0123.abcd_42')
    expect(await sent(false, 'edge-0123.abcd_42')).not.toBe('edge-0123.abcd_42')
    for (const id of ['short', 'a'.repeat(65), '{"level":"error"}', 'with space in it', '../../etc/passwd'])
      expect(await sent(true, id)).toMatch(/^[0-9a-f-]{36}$/)
  })
})

describe('memory', () => {
  it('S10: does not grow with the content of requests', async () => {
    const fixture = await peopleFixture({address: await sqlite.make()})
    const visitor = new Client(fixture)
    const ask = async (turn: number) => {
      const text = `${turn}`.padEnd(64 * 1024, `${turn} `)
      visitor.headers = {
        'user-agent': text,
        'x-forwarded-for': text,
        'accept-language': text,
        accept: `text/html, ${text}`,
        referer: text,
        'sec-fetch-dest': text,
        cookie: `nonet=${turn}; look=${text}`,
      }
      await (await visitor.get(`/sign-in?return=${turn}`)).text()
    }
    for (let turn = 0; turn < 20; turn += 1) await ask(turn)
    const before = heapUsed()
    for (let turn = 20; turn < 220; turn += 1) await ask(turn)
    // 200 times 450 kB were sent.
    expect(heapUsed() - before).toBeLessThan(15 * 1024 ** 2)
  })
})

/** After garbage collection. */
function heapUsed(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return process.memoryUsage().heapUsed
}

describe('a form', () => {
  it.each([
    '_action=stay&_action=save&name=x',
    '_action=save&_once=abcdefgh&_once=abcdefgi&name=x',
    '_action=save&name=a&name=b',
  ])('S19: with a duplicate field (%s) is rejected and changes nothing', async body => {
    const fixture = createFixture()
    const response = await request(fixture, '/form', {
      method: 'POST',
      headers: {...sameOrigin, ...urlencoded},
      body,
    })
    expect(response.status).toBe(400)
    expect(fixture.world).toMatchObject({count: 0, saved: []})
  })
})

describe('assets', () => {
  it('S24: that cannot be read at the start are logged, and read on request', () => {
    const folder = newFolder()
    const manifest = {build: 'b', scripts: {}, dev: '', style: '', font: '', files: ['a.woff2']}
    writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest))
    // A folder cannot be read as a file, like any file when descriptors have run out.
    mkdirSync(join(folder, 'a.woff2'))
    const assets = new Assets(folder)
    expect(assets.readAll()).toBeInstanceOf(Error)
    rmdirSync(join(folder, 'a.woff2'))
    writeFileSync(join(folder, 'a.woff2'), 'font')
    expect(assets.readAll()).toBeNull()
    const asked = new Request('http://localhost/')
    expect(assets.respond('/_nonet/a.woff2', asked)?.status).toBe(200)
  })
})

describe('compression', () => {
  it('B7: does not block the event loop', async () => {
    const text = Array.from({length: 200_000}, (_, index) => `${index * 7919} `).join('')
    for (const accepted of ['br', 'gzip']) {
      let turns = 0
      const timer = setInterval(() => (turns += 1), 1)
      const {encoding} = await compressFor(text, accepted)
      clearInterval(timer)
      expect(encoding).toBe(accepted)
      expect(turns).toBeGreaterThan(1)
    }
  })
})

/** Connects, sends a request and reads nothing. */
function asksAndReadsNothing(listening: Listening, path: string): Promise<Socket> {
  return new Promise(resolve => {
    const socket = connect(portOf(listening), '127.0.0.1', () => {
      socket.pause()
      socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
      resolve(socket)
    })
    socket.on('error', () => {})
    onTestFinished(() => void socket.destroy())
  })
}

describe('a response that nobody reads', () => {
  let cancelled = 0
  const piece = new Uint8Array(1024 * 1024)
  const streamed = () =>
    new ReadableStream<Uint8Array>({
      pull: controller => controller.enqueue(piece),
      cancel: () => {
        cancelled += 1
      },
    })
  const app: Pick<App, 'fetch'> = {
    fetch: async ({url}) => {
      const path = new URL(url).pathname
      if (path === '/stream') return new Response(streamed())
      return new BufferedResponse(new Uint8Array(64 * 1024 * 1024))
    },
  }
  const reading = {within: 300, bytes: 32 * 1024}

  it.each(['/stream', '/whole'])('S15: is cut off after a while, and its memory freed (%s)', async path => {
    const before = cancelled
    const {listening, lines} = await edgeOf(app, {reading})
    const socket = await asksAndReadsNothing(listening, path)
    await expect.poll(() => lines.filter(({kind}) => kind === 'cut'), {timeout: 5000}).toHaveLength(1)
    if (path === '/stream') await expect.poll(() => cancelled).toBe(before + 1)
    const ended = new Promise(resolve => socket.on('close', resolve))
    socket.resume()
    await ended
  })

  it('S15: a slow reader that keeps reading, and an idle stream, are left alone', () => {
    const response = (writableLength: number) => ({
      writableLength,
      socket: {bytesWritten: writableLength, writableLength},
      once: () => {},
    })
    const [stalled, trickling, slow, quiet] = [response(1e6), response(1e6), response(1e6), response(0)]
    const cut = new Set<object>()
    const readers = new SlowReaders<ReturnType<typeof response>>({within: 30_000, bytes: 32 * 1024}, each =>
      cut.add(each),
    )
    for (const each of [stalled, trickling, slow, quiet]) readers.watch(each, 0)
    for (let now = 5000; now <= 120_000; now += 5000) {
      trickling.socket.bytesWritten += 1000
      slow.socket.bytesWritten += 8 * 1024
      readers.check(now)
      expect([...cut]).toEqual(now < 30_000 ? [] : [stalled, trickling])
    }
  })
})

describe('a refused client that keeps its side of the connection open', () => {
  it.each([
    ['a tunnel', 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n', /^HTTP\/1\.1 405 /],
    ['what is not HTTP', 'HELO example.com\r\n\r\n', /^HTTP\/1\.1 400 /],
  ])('is disconnected, and does not keep the server from stopping: %s', async (_name, words, answer) => {
    const {app} = createFixture()
    const {listening} = await edgeOf(app, {reading: {within: 50, bytes: 1}})
    const socket = connect({port: portOf(listening), host: '127.0.0.1', allowHalfOpen: true})
    onTestFinished(() => void socket.destroy())
    let text = ''
    socket.on('data', chunk => {
      text += chunk
    })
    socket.write(words)
    await expect.poll(() => text).toMatch(answer)
    await listening.stop(10)
    expect(socket.writableEnded).toBe(false)
  })
})

describe('a body that stops arriving', () => {
  it('is given up after a while, and its connection is closed', async () => {
    const {app} = createFixture()
    const {listening} = await edgeOf(app, {reading: {within: 200, bytes: 1}})
    const head = 'POST /form HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: same-origin\r\n'
    const type = 'Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000\r\n\r\n'
    const text = await said(listening, `${head}${type}_action=stay`)
    expect(text).toMatch(/^HTTP\/1\.1 400 /)
    expect(text).toMatch(/connection: close/i)
  })
})

describe('stopping', () => {
  /** `/slow` is answered when it is released. */
  function slowly(): Pick<App, 'fetch'> & {begun: Promise<void>; release: () => void} {
    const [begun, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    return {
      begun: begun.promise,
      release: released.resolve,
      fetch: async ({url}) => {
        if (!url.endsWith('/quick')) begun.resolve()
        if (url.endsWith('/slow')) await released.promise
        if (url.endsWith('/never')) await new Promise(() => {})
        return new BufferedResponse('done\n')
      },
    }
  }

  function asked(agent: Agent, url: string): Promise<{status: number; connection: string | undefined}> {
    return new Promise((resolve, reject) => {
      httpRequest(url, {agent}, response => {
        response.resume()
        response.on('end', () => resolve({status: response.statusCode ?? 0, connection: response.headers.connection}))
      })
        .on('error', reject)
        .end()
    })
  }

  it('S26: finishes requests in progress, closes kept-alive connections, and is then done', async () => {
    const app = slowly()
    const {listening} = await edgeOf(app)
    const agent = new Agent({keepAlive: true, maxSockets: 1})
    onTestFinished(() => agent.destroy())
    expect((await asked(agent, `${listening.url}/quick`)).connection).toBe('keep-alive')
    const slow = asked(agent, `${listening.url}/slow`)
    await app.begun
    // Far longer than a test may take: it does not wait for the timeout.
    const stopped = listening.stop(600_000)
    app.release()
    expect(await slow).toEqual({status: 200, connection: 'close'})
    await stopped
    await expect(asked(agent, `${listening.url}/quick`)).rejects.toThrow(/ECONNREFUSED|ECONNRESET|socket hang up/)
  })

  it('S26: a client that keeps sending on one connection is closed after one more response', async () => {
    const app = slowly()
    const {listening} = await edgeOf(app)
    const host = `127.0.0.1:${portOf(listening)}`
    let text = ''
    const socket = connect(portOf(listening), '127.0.0.1')
    socket.on('data', chunk => {
      text += chunk
    })
    const ask = (path: string) => socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`)
    // Answered once the server has the connection and its first request: only then is it asked to stop.
    ask('/quick')
    await expect.poll(() => text).toContain('done')
    ask('/slow')
    await app.begun
    text = ''
    const stopped = listening.stop(600_000)
    const closed = new Promise(resolve => socket.on('close', resolve))
    for (let more = 0; more < 50; more += 1) ask('/quick')
    app.release()
    await Promise.all([closed, stopped])
    expect(text.match(/HTTP\/1\.1 200/g)).toHaveLength(1)
    expect(text).toMatch(/connection: close/i)
  })

  it('S26: cuts off the rest after its timeout', async () => {
    const app = slowly()
    const {listening} = await edgeOf(app)
    const never = asked(new Agent(), `${listening.url}/never`).catch(error => String(error))
    await app.begun
    await listening.stop(100)
    expect(await never).toMatch(/socket hang up|ECONNRESET/)
  })
})
