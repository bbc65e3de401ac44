/** An answer onto the wire, for as long as the client takes it. */
import type {IncomingMessage, ServerResponse} from 'node:http'
import type {Answer, Contents} from './response.ts'

/** What was not read of a request is let through for this long, so that the browser gets to read the answer. */
const patience = 2000

/** `last`: the server is stopping, and takes no further request from this connection. */
export async function send(
  answer: Answer,
  message: IncomingMessage,
  outgoing: ServerResponse,
  {last = false} = {},
): Promise<void> {
  const {contents, status} = answer
  // Nothing more is taken from a connection of which something was left unread.
  if (last || !message.complete) outgoing.setHeader('connection', 'close')
  try {
    outgoing.writeHead(status, {...answer.all(), ...lengthOf(contents, {status, method: message.method})})
  } catch (cause) {
    await discard(contents)
    throw cause
  }
  if (contents === null || typeof contents === 'string' || contents instanceof Uint8Array) outgoing.end(contents)
  else await pour(contents, outgoing)
  if (!message.complete) drain(message)
}

/** A stream holds a file open until it is read or cancelled. */
export async function discard(contents: Contents): Promise<void> {
  if (contents !== null && typeof contents === 'object' && 'cancel' in contents) await contents.cancel().catch(ignore)
}

function lengthOf(contents: Contents, {status, method}: {status: number; method: string | undefined}) {
  if (typeof contents === 'string') return {'content-length': Buffer.byteLength(contents)}
  if (contents instanceof Uint8Array) return {'content-length': contents.byteLength}
  const says = contents === null && method !== 'HEAD' && status !== 304 && status !== 204
  return says ? {'content-length': 0} : {}
}

/** As fast as it is taken, and no longer than the client is there. */
async function pour(stream: ReadableStream<Uint8Array>, outgoing: ServerResponse): Promise<void> {
  const reader = stream.getReader()
  const gone = () => void reader.cancel().catch(ignore)
  outgoing.once('close', gone)
  outgoing.flushHeaders()
  try {
    // The client may have gone while the answer was made: then the event has passed.
    if (outgoing.destroyed || outgoing.closed) return
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      if (outgoing.destroyed) return
      if (!outgoing.write(next.value)) await drained(outgoing)
    }
    outgoing.end()
  } catch (cause) {
    // Half of it has gone: the connection ends, so that nobody takes it for the whole.
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

/** An answer that waits to be read must move by this many bytes within this many milliseconds. */
export interface ReadingLimits {
  readonly within: number
  readonly bytes: number
}

export const readingLimits: ReadingLimits = {within: 30_000, bytes: 32 * 1024}

interface Progress {
  readonly since: number
  readonly moved: number
}

/** What of a response is looked at. */
export interface Watched {
  /** Bytes that wait here. */
  readonly writableLength: number
  readonly socket: {readonly bytesWritten: number; readonly writableLength: number} | null
  once(event: 'close', done: () => void): unknown
}

/**
 * Cuts off clients that do not read what they asked for. Without it, every such answer holds its memory, its file and its connection for
 * as long as the client likes. An answer that has nothing to send at the moment is not waiting.
 */
export class SlowReaders<Response extends Watched> {
  readonly #limits: ReadingLimits
  readonly #cut: (outgoing: Response) => void
  readonly #watched = new Map<Response, Progress>()
  #timer: NodeJS.Timeout | null = null

  constructor(limits: ReadingLimits, cut: (outgoing: Response) => void) {
    this.#limits = limits
    this.#cut = cut
  }

  watch(outgoing: Response, now: number = performance.now()): void {
    this.#watched.set(outgoing, {since: now, moved: movedBy(outgoing)})
    outgoing.once('close', () => this.#watched.delete(outgoing))
    this.#timer ??= setInterval(() => this.look(performance.now()), this.#limits.within / 6).unref()
  }

  look(now: number): void {
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

/** What the machine has taken of it; the rest waits here. */
function movedBy({socket}: Watched): number {
  return socket ? socket.bytesWritten - socket.writableLength : 0
}
