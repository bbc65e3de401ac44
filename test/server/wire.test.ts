/** Requests and responses at the level of the connection. */
import {connect} from 'node:net'
import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import {BufferedResponse} from '../../src/server/response.ts'
import {type Listening, listen} from '../../src/server/serve.ts'

let listening: Listening
let cancelled = 0
/** The bytes received of bodies that were never completed. */
const brokenOff: number[] = []

async function respond(request: Request): Promise<Response> {
  const path = new URL(request.url).pathname
  if (path === '/cookies') {
    const answered = new BufferedResponse('two\n', {headers: {'content-type': 'text/plain'}})
    answered.headers.append('set-cookie', 'a=1')
    answered.headers.append('set-cookie', 'b=2')
    return answered
  }
  if (path === '/read') {
    let size = 0
    try {
      for await (const chunk of request.body ?? []) size += chunk.length
    } catch {
      brokenOff.push(size)
    }
    return new BufferedResponse(`${size}\n`)
  }
  if (path === '/stop') {
    for await (const _ of request.body ?? []) break
    return new BufferedResponse('enough\n', {status: 413})
  }
  if (path === '/endless') return new Response(endless())
  if (path === '/nothing') return new BufferedResponse(null, {status: 303, headers: {location: '/'}})
  return new BufferedResponse(`${request.method} ${request.url} ${request.headers.get('x-word')}\n`)
}

function endless(): ReadableStream<Uint8Array> {
  return new ReadableStream({
    pull: controller => controller.enqueue(new Uint8Array(65_536)),
    cancel: () => {
      cancelled += 1
    },
  })
}

beforeAll(async () => {
  listening = await listen({fetch: respond}, {port: 0, host: '127.0.0.1'})
})

afterAll(() => listening.stop(100))

/** The whole response to these bytes, sent one after the other, until the other side closes the connection. */
function said(words: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    const socket = connect(Number(new URL(listening.url).port), '127.0.0.1', async () => {
      for (const each of words) {
        socket.write(each)
        await new Promise(next => setTimeout(next, 5))
      }
    })
    socket.on('data', chunk => {
      text += chunk
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(text))
  })
}

describe('on the wire', () => {
  it('a request has its own headers and body, and a response its length and its cookies', async () => {
    const response = await fetch(`${listening.url}/x?y=1`, {headers: {'x-word': 'hello'}})
    expect(await response.text()).toBe(`GET ${listening.url}/x?y=1 hello\n`)
    expect(response.headers.get('content-length')).toBe(String(`GET ${listening.url}/x?y=1 hello\n`.length))
    const cookies = await fetch(`${listening.url}/cookies`)
    expect(cookies.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
    const nothing = await fetch(`${listening.url}/nothing`, {redirect: 'manual'})
    expect([nothing.status, nothing.headers.get('content-length'), await nothing.text()]).toEqual([303, '0', ''])
  })

  it.each([
    ['no host', 'GET / HTTP/1.0\r\n\r\n'],
    ['an invalid host', 'GET / HTTP/1.1\r\nHost: a/b\r\nConnection: close\r\n\r\n'],
    ['a user in the host', 'GET / HTTP/1.1\r\nHost: me@there\r\nConnection: close\r\n\r\n'],
    ['two hosts', 'GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\nConnection: close\r\n\r\n'],
  ])('is rejected with %s', async (_, words) => {
    expect(await said([words])).toMatch(/^HTTP\/1\.1 400 /)
  })

  it('bodies arrive completely', async () => {
    const body = new Uint8Array(3_000_000)
    const response = await fetch(`${listening.url}/read`, {method: 'POST', body})
    expect(await response.text()).toBe('3000000\n')
  })

  it('a body arrives in chunks, at its own pace, or is empty', async () => {
    const words = ['POST /read HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 5000\r\n\r\n']
    expect(await said([...words, ...Array.from({length: 5}, () => 'x'.repeat(1000))])).toContain('5000\n')
    const empty = await fetch(`${listening.url}/read`, {method: 'POST', body: ''})
    expect(await empty.text()).toBe('0\n')
  })

  it.each([
    ['a length', 'Content-Length: 1000', 'x'.repeat(300)],
    ['chunks', 'Transfer-Encoding: chunked', `12c\r\n${'x'.repeat(300)}\r\n`],
  ])('a body with %s that is cut off is an error for its reader, and never complete', async (_, header, part) => {
    const before = brokenOff.length
    const socket = connect(Number(new URL(listening.url).port), '127.0.0.1')
    socket.write(`POST /read HTTP/1.1\r\nHost: localhost\r\n${header}\r\n\r\n${part}`, () =>
      setTimeout(() => socket.destroy(), 50),
    )
    await expect.poll(() => brokenOff.length).toBe(before + 1)
    expect(brokenOff.at(-1)).toBe(300)
  })

  it('a response is read even if the body was not, and the connection is closed then', async () => {
    const head = 'POST /stop HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\n'
    const text = await said([head + 'x'.repeat(100_000)])
    expect(text).toMatch(/^HTTP\/1\.1 413 /)
    expect(text).toMatch(/connection: close/i)
    expect(text).toContain('enough')
  })

  it('a stream ends when the client is gone', async () => {
    const abort = new AbortController()
    const response = await fetch(`${listening.url}/endless`, {signal: abort.signal})
    const reader = response.body?.getReader()
    await reader?.read()
    abort.abort()
    await expect.poll(() => cancelled).toBe(1)
  })
})
