/** From a message of Node's HTTP server to a standard `Request`. */
import type {IncomingMessage} from 'node:http'

/** Milliseconds that the next piece of a body may take. */
const bodyPatience = 30_000

export interface ArrivedRequest {
  readonly request: Request
  /** Path and query exactly as they were sent. */
  readonly target: string
}

/** Null where the request line and `Host` do not name one host and one path, or the method is one that no `Request` can have. */
export function requestOf(message: IncomingMessage, patience: number = bodyPatience): ArrivedRequest | null {
  const {host = ''} = message.headers
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

/** A path and query; `http://host/path` is the same where it names the host of the header, and refused where it does not. */
function originForm(target: string, host: string): string | null {
  if (target.startsWith('/')) return target
  const [, authority, rest = ''] = /^https?:\/\/([^/?#]+)(.*)$/i.exec(target) ?? []
  if (authority?.toLowerCase() !== host.toLowerCase()) return null
  return rest.startsWith('/') ? rest : `/${rest}`
}

/** Node has joined those that came several times. */
function headersOf({headers}: IncomingMessage): Record<string, string> {
  const texts: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) texts[name] = typeof value === 'string' ? value : value.join(', ')
  return texts
}

/** Read piece by piece. Stopping before the end leaves the connection as it is: the response has to go out on it. */
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

/** Node's own iterator waits for the next piece of a body without end; this one gives up on a body that stalls. */
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
