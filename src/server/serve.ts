/**
 * Listens, handles every readable request, refuses the others with a status and a log line, and stops gracefully: no new requests, running ones
 * finish, and what remains after a grace period is cut off.
 */
import {createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES} from 'node:http'
import type {Duplex} from 'node:stream'
import {setImmediate as nextRound} from 'node:timers/promises'
import type {App} from './app.ts'
import {type Log, loggedPath, requestId} from './log.ts'
import {secureHeaders} from './middleware/security-headers.ts'
import {arrivedRequest, type ReadingLimits, readingLimits, SlowReaders, writeResponse} from './node-http.ts'
import {BufferedResponse, discard} from './response.ts'

export interface ListenOptions {
  readonly port: number
  readonly host: string
  readonly log?: Log
  readonly reading?: ReadingLimits
}

/** The address is not available: one clear line for the operator. */
export class CannotListen extends Error {}

export interface Listening {
  readonly url: string
  /** Resolves when no connection is left; after this many milliseconds, remaining ones are closed. */
  readonly stop: (patience: number) => Promise<void>
}

export function listen(app: Pick<App, 'fetch'>, {port, host, log, reading}: ListenOptions): Promise<Listening> {
  return new Promise((resolve, reject) => {
    const edge = new HttpEdge(app, log ?? null, reading ?? readingLimits)
    const {server} = edge
    server.on('error', error => reject(explained(error, port, host)))
    server.listen(port, host, () => {
      const info = server.address()
      if (info === null || typeof info === 'string') throw new Error('a server on a port has an address')
      const name =
        info.family === 'IPv6' ? `[${host === '::' ? '::1' : info.address}]` : host === '0.0.0.0' ? '127.0.0.1' : host
      resolve({url: `http://${name}:${info.port}`, stop: patience => edge.stop(patience)})
    })
  })
}

/** Milliseconds for a refused client to close its side of the connection. */
const partingPatience = 2000
/** New connections that go before work; a client that opens them without end does not keep the server from it. */
const mostAccepted = 500
const allow = 'GET, HEAD, POST'
const plainText = {'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store'}

class HttpEdge {
  readonly server: Server
  readonly #app: Pick<App, 'fetch'>
  readonly #log: Log | null
  readonly #reading: ReadingLimits
  readonly #slow: SlowReaders<ServerResponse>
  /** Responses in progress; a connection may have several in a row. */
  readonly #answering = new Set<ServerResponse>()
  #stopping = false
  #accepted = 0
  #allAccepted: Promise<void> | null = null

  constructor(app: Pick<App, 'fetch'>, log: Log | null, reading: ReadingLimits) {
    this.#app = app
    this.#log = log
    this.#reading = reading
    this.#slow = new SlowReaders(reading, outgoing => this.#cut(outgoing))
    // A large file on a slow line takes minutes; a stalled body is given up much sooner.
    this.server = createServer({requestTimeout: 300_000, headersTimeout: 20_000}, (message, outgoing) => {
      void this.#answer(message, outgoing)
    })
    this.server.on('connection', () => {
      this.#accepted += 1
    })
    this.server.on('connect', (message: IncomingMessage, socket: Duplex) => this.#refuseTunnel(message, socket))
    this.server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => this.#unreadable(error, socket))
  }

  async #answer(message: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    this.#answering.add(outgoing)
    const gone = new AbortController()
    outgoing.once('close', () => {
      if (!outgoing.writableEnded) gone.abort()
      this.#answering.delete(outgoing)
      // A connection that was busy when the server began to stop is now idle.
      if (this.#stopping) setImmediate(() => this.server.closeIdleConnections())
    })
    try {
      const response = await this.#responseTo(message, gone.signal)
      if (outgoing.destroyed) return await discard(response)
      this.#slow.watch(outgoing)
      await writeResponse(response, message, outgoing, {last: this.#stopping})
    } catch (cause) {
      this.#log?.failure('answer', cause)
      outgoing.destroy()
    }
  }

  async #responseTo(message: IncomingMessage, gone: AbortSignal): Promise<Response> {
    const arrived = arrivedRequest(message, this.#reading.within)
    const peer = message.socket.remoteAddress ?? null
    if (arrived)
      return this.#app.fetch(arrived.request, {target: arrived.target, peer, gone, ready: () => this.#acceptAll()})
    // The one request without a path: the capabilities of the server as a whole.
    const asksForOptions = message.method === 'OPTIONS' && message.url === '*'
    const status = asksForOptions ? 204 : message.method === 'TRACE' ? 405 : 400
    const id = this.#note(message.method ?? '-', asksForOptions ? '*' : (message.url ?? ''), status)
    const text = asksForOptions ? null : `${STATUS_CODES[status]?.toLowerCase()}\n`
    const headers = {...secureHeaders, ...(text === null ? {} : plainText), ...(status === 400 ? {} : {allow})}
    return new BufferedResponse(text, {status, headers: {...headers, 'x-request-id': id}})
  }

  /**
   * Node accepts one connection in each round of its event loop, and a page can take a whole round: of a hundred clients the last one would
   * wait for the pages of all others, however quick its own is.
   */
  #acceptAll(): Promise<void> {
    this.#allAccepted ??= this.#acceptWaiting().finally(() => {
      this.#allAccepted = null
    })
    return this.#allAccepted
  }

  async #acceptWaiting(): Promise<void> {
    // The rest of this round accepts nothing.
    await nextRound()
    let known = -1
    for (let round = 0; known !== this.#accepted && round < mostAccepted; round += 1) {
      known = this.#accepted
      await nextRound()
    }
  }

  #note(method: string, target: string, status: number): string {
    const id = requestId(null, false)
    const path = target === '*' ? '*' : loggedPath(target, {malformed: true})
    this.#log?.request({method, path, status, kind: 'refused', ms: 0, request: id})
    return id
  }

  /** `CONNECT` asks for a tunnel, which is not supported. */
  #refuseTunnel({method = 'CONNECT'}: IncomingMessage, socket: Duplex): void {
    this.#end(socket, rawResponse(405, this.#note(method, '', 405), {allow}))
  }

  /** What Node could not parse as a request. */
  #unreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
    const underWay = [...this.#answering].filter(({req}) => req.socket === socket)
    // In the middle of another response, a refusal would be taken for part of it.
    const inTheMiddle = underWay.length > 1 || underWay.some(({headersSent}) => headersSent)
    if (error.code === 'ECONNRESET' || !socket.writable || inTheMiddle) {
      socket.destroy()
      return
    }
    const status = unreadableStatus[error.code ?? ''] ?? 400
    this.#end(socket, rawResponse(status, this.#note('-', '', status)))
  }

  /** A client that does not close its side would keep the connection for as long as it likes, and the server from stopping. */
  #end(socket: Duplex, text: string): void {
    const destroy = () => socket.destroy()
    const timer = setTimeout(destroy, Math.min(partingPatience, this.#reading.within)).unref()
    socket.once('close', () => clearTimeout(timer))
    socket.on('error', destroy)
    socket.end(text)
    socket.resume()
  }

  #cut(outgoing: ServerResponse): void {
    const id = outgoing.getHeader('x-request-id')
    this.#log?.notice?.({kind: 'cut', reason: 'the client does not read the answer', request: String(id ?? '-')})
    outgoing.destroy()
    outgoing.req.socket.destroy()
  }

  async stop(patience: number): Promise<void> {
    this.#stopping = true
    const closed = new Promise<void>(resolve => this.server.close(() => resolve()))
    this.server.closeIdleConnections()
    const timer = setTimeout(() => this.server.closeAllConnections(), patience)
    await closed
    clearTimeout(timer)
  }
}

const unreadableStatus: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

/** A response for a connection without a `ServerResponse`. */
function rawResponse(status: number, id: string, more: Readonly<Record<string, string>> = {}): string {
  const text = `${STATUS_CODES[status]?.toLowerCase() ?? 'bad request'}\n`
  const length = String(Buffer.byteLength(text))
  const headers = {...secureHeaders, ...plainText, ...more, 'x-request-id': id, 'content-length': length}
  const lines = Object.entries({...headers, connection: 'close'}).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${text}`
}

function explained(error: NodeJS.ErrnoException, port: number, host: string): Error {
  if (error.code === 'EADDRINUSE')
    return new CannotListen(`Port ${port} is already in use. Choose another with --port.`)
  if (error.code === 'EACCES')
    return new CannotListen(`Port ${port} may not be used: permission denied. Choose one above 1023.`)
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return new CannotListen(`${host} is no address of this machine.`)
  return error
}
