/** A request as the application reads it: what Node's server and `fetch` have in common, and no more. */
import type {IncomingMessage} from 'node:http'

export interface Incoming {
  readonly method: string
  /** With scheme and host, as far as the request itself tells them. */
  readonly url: string
  readonly headers: {get(name: string): string | null; has(name: string): boolean}
  readonly body: AsyncIterable<Uint8Array> | null
}

/** Null where it says no host, or one that is none: then nobody knows where it was meant to go. */
export function incomingOf(message: IncomingMessage): Incoming | null {
  const {host = ''} = message.headers
  if (!/^(?:\[[0-9a-f:.]+\]|[\w.-]+)(?::\d{1,5})?$/i.test(host)) return null
  return new FromNode(message, host)
}

class FromNode implements Incoming {
  readonly method: string
  readonly headers: Incoming['headers']
  private readonly message: IncomingMessage
  private readonly host: string

  constructor(message: IncomingMessage, host: string) {
    this.method = message.method ?? 'GET'
    this.message = message
    this.host = host
    this.headers = {get: name => headerOf(message, name), has: name => headerOf(message, name) !== null}
  }

  get url(): string {
    const {url = '/'} = this.message
    const secure = 'encrypted' in this.message.socket && this.message.socket.encrypted === true
    return url.startsWith('/') ? `${secure ? 'https' : 'http'}://${this.host}${url}` : url
  }

  /** Whoever stops reading leaves the connection as it is: the answer has to go out on it. */
  get body(): AsyncIterable<Uint8Array> | null {
    return this.method === 'GET' || this.method === 'HEAD' ? null : bytesOf(this.message)
  }
}

/** What Node's own iterator gives, without the dozen promises and listeners that it takes for a form of a few bytes. */
async function* bytesOf(message: IncomingMessage): AsyncGenerator<Uint8Array> {
  let goOn = () => {}
  const events = ['readable', 'end', 'error', 'close'] as const
  const heard = () => goOn()
  for (const event of events) message.on(event, heard)
  try {
    while (!message.readableEnded) {
      const chunk: Uint8Array | null = message.read()
      if (chunk) yield chunk
      else if (message.errored) throw message.errored
      else if (message.closed) throw new Error('The request broke off.')
      else await new Promise<void>(resolve => (goOn = resolve))
    }
  } finally {
    for (const event of events) message.off(event, heard)
  }
}

/** Node has joined those that came several times. */
function headerOf({headers}: IncomingMessage, name: string): string | null {
  const value = headers[name]
  return value === undefined ? null : typeof value === 'string' ? value : value.join(', ')
}
