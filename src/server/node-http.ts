/** Between Node's HTTP server and standard objects: its message as a `Request`, and a `Response` written to the connection. */

import type {IncomingMessage, ServerResponse} from 'node:http'
import {isHealthCheck} from './middleware/health.ts'
import {BufferedResponse, discard, streamOf} from './response.ts'

/* From a message of Node's HTTP server to a standard `Request`. */

/** Milliseconds to wait for the next chunk of a body. */
const bodyPatience = 30_000

interface ArrivedRequest {
  readonly request: Request
  /** Path and query exactly as sent. */
  readonly target: string
}

/** Null if the request line and `Host` do not name one host and one path, or no `Request` can have the method. */
export function arrivedRequest(message: IncomingMessage, patience: number = bodyPatience): ArrivedRequest | null {
  const {host = unnamedHost(message)} = message.headers
  // Node takes the first of several; a proxy may have taken another.
  if ((message.headersDistinct['host']?.length ?? 0) > 1) return null
  if (!/^(?:\[[0-9a-f:.]+\]|[\w.-]+)(?::\d{1,5})?$/i.test(host) || !URL.canParse(`http://${host}`)) return null
  const target = originForm(message.url ?? '', host)
  if (target === null) return null
  const secure = 'encrypted' in message.socket && message.socket.encrypted === true
  const {method = 'GET'} = message
  const hasBody = method !== 'GET' && method !== 'HEAD'
  const init: RequestInit & {duplex: 'half'} = {
    method,
    headers: headersOf(message),
    body: hasBody ? bodyStream(bodyChunks(message, patience)) : null,
    duplex: 'half',
  }
  try {
    return {request: new Request(`${secure ? 'https' : 'http'}://${host}${target}`, init), target}
  } catch {
    return null
  }
}

/** Load balancers ask for the health of a process in HTTP/1.0, which needs no `Host`. */
function unnamedHost({httpVersion, method = '', url = ''}: IncomingMessage): string {
  return httpVersion === '1.0' && isHealthCheck(method, url) ? 'localhost' : ''
}

/** A path and query. `http://host/path` is accepted only if it names the host of the header. */
function originForm(target: string, host: string): string | null {
  if (target.startsWith('/')) return target
  const [, authority, rest = ''] = /^https?:\/\/([^/?#]+)(.*)$/i.exec(target) ?? []
  if (authority?.toLowerCase() !== host.toLowerCase()) return null
  return rest.startsWith('/') ? rest : `/${rest}`
}

/** Node has joined repeated headers. */
function headersOf({headers}: IncomingMessage): Record<string, string> {
  const texts: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) texts[name] = typeof value === 'string' ? value : value.join(', ')
  return texts
}

/** Read chunk by chunk. Stopping early leaves the connection open, because the response has to be sent on it. */
function bodyStream(chunks: AsyncGenerator<Uint8Array<ArrayBuffer>>): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream(
    {
      async pull(controller) {
        const next = await chunks.next()
        if (next.done) controller.close()
        else controller.enqueue(next.value)
      },
      async cancel() {
        await chunks.return(undefined)
      },
    },
    {highWaterMark: 0},
  )
}

/** Node's iterator waits forever for the next chunk; this one gives up on a stalled body. */
async function* bodyChunks(message: IncomingMessage, patience: number): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let wake = () => {}
  let stalled = false
  const stall = () => {
    stalled = true
    wake()
  }
  const events = ['readable', 'end', 'error', 'close'] as const
  const changed = () => wake()
  for (const event of events) message.on(event, changed)
  try {
    while (!message.readableEnded) {
      const chunk: Uint8Array<ArrayBuffer> | null = message.read()
      if (chunk) yield chunk
      else if (message.errored) throw message.errored
      else if (message.closed) throw new Error('The request broke off.')
      else if (stalled) throw new Error('The request stalled.')
      else {
        const timer = setTimeout(stall, patience)
        await new Promise<void>(resolve => (wake = resolve))
        clearTimeout(timer)
      }
    }
  } finally {
    for (const event of events) message.off(event, changed)
  }
}

/* Writes a response to the connection as long as the client reads it. */

/** The unread rest of a request is drained for this long, so that the browser can read the response. */
const patience = 2000

/** `last`: the server is stopping and accepts no further request on this connection. */
export async function writeResponse(
  response: Response,
  message: IncomingMessage,
  outgoing: ServerResponse,
  {last = false} = {},
): Promise<void> {
  // A connection with an unread rest is not reused.
  if (last || !message.complete) outgoing.setHeader('connection', 'close')
  const content = response instanceof BufferedResponse ? response.content : null
  const stream = streamOf(response)
  try {
    outgoing.setHeaders(response.headers)
    if (!stream) setLength(outgoing, content, response.status, message.method)
    outgoing.writeHead(response.status)
  } catch (cause) {
    await discard(response)
    throw cause
  }
  if (stream) await pour(stream, outgoing)
  else outgoing.end(content)
  if (!message.complete) drain(message)
}

function setLength(
  outgoing: ServerResponse,
  content: BufferedResponse['content'],
  status: number,
  method: string | undefined,
): void {
  if (content !== null)
    outgoing.setHeader('content-length', typeof content === 'string' ? Buffer.byteLength(content) : content.byteLength)
  else if (method !== 'HEAD' && status !== 304 && status !== 204) outgoing.setHeader('content-length', 0)
}

/** At the client's speed, and only while it is connected. */
async function pour(stream: ReadableStream<Uint8Array>, outgoing: ServerResponse): Promise<void> {
  const reader = stream.getReader()
  const gone = () => void reader.cancel().catch(ignore)
  outgoing.once('close', gone)
  outgoing.flushHeaders()
  try {
    // The client may have disconnected while the response was made: then the event has passed.
    if (outgoing.destroyed || outgoing.closed) return
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      if (outgoing.destroyed) return
      if (!outgoing.write(next.value)) await drained(outgoing)
    }
    outgoing.end()
  } catch (cause) {
    // The response is incomplete: the connection is closed, so that the client does not mistake it for the whole.
    outgoing.destroy(cause instanceof Error ? cause : undefined)
  } finally {
    outgoing.off('close', gone)
    if (outgoing.destroyed) gone()
  }
}

const ignore = (): void => {}

function drained(outgoing: ServerResponse): Promise<void> {
  return new Promise(resolve => {
    const done = () => {
      outgoing.off('drain', done)
      outgoing.off('close', done)
      resolve()
    }
    outgoing.on('drain', done)
    outgoing.on('close', done)
  })
}

function drain(message: IncomingMessage): void {
  const timer = setTimeout(() => message.socket.destroySoon(), patience)
  timer.unref()
  message.once('close', () => clearTimeout(timer))
  message.resume()
}

/** A waiting response must progress by this many bytes within this many milliseconds. */
export interface ReadingLimits {
  readonly within: number
  readonly bytes: number
}

export const readingLimits: ReadingLimits = {within: 30_000, bytes: 32 * 1024}

interface Progress {
  readonly since: number
  readonly moved: number
}

/** The measured part of a response. */
interface Watched {
  /** Bytes waiting in this process. */
  readonly writableLength: number
  readonly socket: {readonly bytesWritten: number; readonly writableLength: number} | null
  once(event: 'close', done: () => void): unknown
}

/**
 * Cuts off clients that do not read what they requested. Otherwise every such response would hold its memory, file and connection for as long as the
 * client likes. A response that has nothing to send at the moment is not waiting.
 */
export class SlowReaders<Outgoing extends Watched> {
  readonly #limits: ReadingLimits
  readonly #cut: (outgoing: Outgoing) => void
  readonly #watched = new Map<Outgoing, Progress>()
  #timer: NodeJS.Timeout | null = null

  constructor(limits: ReadingLimits, cut: (outgoing: Outgoing) => void) {
    this.#limits = limits
    this.#cut = cut
  }

  watch(outgoing: Outgoing, now: number = performance.now()): void {
    this.#watched.set(outgoing, {since: now, moved: movedBy(outgoing)})
    outgoing.once('close', () => this.#watched.delete(outgoing))
    this.#timer ??= setInterval(() => this.check(performance.now()), this.#limits.within / 6).unref()
  }

  check(now: number): void {
    for (const [outgoing, progress] of this.#watched) {
      const moved = movedBy(outgoing)
      if (outgoing.writableLength === 0 || moved - progress.moved >= this.#limits.bytes) {
        this.#watched.set(outgoing, {since: now, moved})
      } else if (now - progress.since >= this.#limits.within) this.#cut(outgoing)
    }
    if (this.#watched.size > 0 || !this.#timer) return
    clearInterval(this.#timer)
    this.#timer = null
  }
}

/** What the operating system has accepted; the rest waits in this process. */
function movedBy({socket}: Watched): number {
  return socket ? socket.bytesWritten - socket.writableLength : 0
}
