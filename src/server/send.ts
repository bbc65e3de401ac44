/** An answer onto the wire. */
import type {IncomingMessage, ServerResponse} from 'node:http'
import type {Answer, Contents} from './answer.ts'

/** What was not read of a request is let through for this long, so that the browser gets to read the answer. */
const patience = 2000

export async function send(answer: Answer, message: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const {contents, status} = answer
  // Nothing more is taken from a connection of which something was left unread.
  if (!message.complete) outgoing.setHeader('connection', 'close')
  outgoing.writeHead(status, {...answer.all(), ...lengthOf(contents, {status, method: message.method})})
  if (contents === null || typeof contents === 'string' || contents instanceof Uint8Array) outgoing.end(contents)
  else await pour(contents, outgoing)
  if (!message.complete) drain(message)
}

function lengthOf(contents: Contents, {status, method}: {status: number; method: string | undefined}) {
  if (typeof contents === 'string') return {'content-length': Buffer.byteLength(contents)}
  if (contents instanceof Uint8Array) return {'content-length': contents.byteLength}
  const says = contents === null && method !== 'HEAD' && status !== 304 && status !== 204
  return says ? {'content-length': 0} : {}
}

/** As fast as it is taken, and no longer than somebody is there. */
async function pour(stream: ReadableStream<Uint8Array>, outgoing: ServerResponse): Promise<void> {
  const reader = stream.getReader()
  const gone = () => void reader.cancel().catch(ignore)
  outgoing.once('close', gone)
  outgoing.flushHeaders()
  try {
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
