/** A request as the application reads it: what Node's server and `fetch` have in common, and no more. */
import type {IncomingMessage} from 'node:http'

export interface Incoming {
  readonly method: string
  /** With scheme and host, as far as the request itself tells them. The path is as it was sent. */
  readonly url: string
  readonly headers: {get(name: string): string | null; has(name: string): boolean}
  readonly body: AsyncIterable<Uint8Array> | null
}

/** Milliseconds that the next piece of a body may take. */
const bodyPatience = 30_000

/** Null where the request line and `Host` do not name one host and one path: nobody knows where such a request was meant to go. */
export function incomingOf(message: IncomingMessage, patience: number = bodyPatience): Incoming | null {
  const {host = ''} = message.headers
  if (!/^(?:\[[0-9a-f:.]+\]|[\w.-]+)(?::\d{1,5})?$/i.test(host) || !URL.canParse(`http://${host}`)) return null
  const target = originForm(message.url ?? '', host)
  return target === null ? null : new FromNode(message, `${host}${target}`, patience)
}

/** A path and query; `http://host/path` is the same where it names the host of the header, and refused where it does not. */
function originForm(target: string, host: string): string | null {
  if (target.startsWith('/')) return target
  const [, authority, rest = ''] = /^https?:\/\/([^/?#]+)(.*)$/i.exec(target) ?? []
  if (authority?.toLowerCase() !== host.toLowerCase()) return null
  return rest.startsWith('/') ? rest : `/${rest}`
}

/** The path and query of a request, as they were sent: a parsed URL would already have resolved dots and encodings. */
export function targetOf({url}: Incoming): string {
  return url.slice(url.indexOf('/', url.indexOf('//') + 2))
}

class FromNode implements Incoming {
  readonly method: string
  readonly url: string
  readonly headers: Incoming['headers']
  private readonly message: IncomingMessage

  private readonly patience: number

  constructor(message: IncomingMessage, place: string, patience: number) {
    const secure = 'encrypted' in message.socket && message.socket.encrypted === true
    this.method = message.method ?? 'GET'
    this.url = `${secure ? 'https' : 'http'}://${place}`
    this.message = message
    this.patience = patience
    this.headers = {get: name => headerOf(message, name), has: name => headerOf(message, name) !== null}
  }

  /** Stopping before the end leaves the connection as it is: the answer has to go out on it. */
  get body(): AsyncIterable<Uint8Array> | null {
    return this.method === 'GET' || this.method === 'HEAD' ? null : bytesOf(this.message, this.patience)
  }
}

/** What Node's own iterator gives, without the dozen promises and listeners that it takes for a form of a few bytes. */
async function* bytesOf(message: IncomingMessage, patience: number): AsyncGenerator<Uint8Array> {
  let goOn = () => {}
  let stalled = false
  const stall = () => {
    stalled = true
    goOn()
  }
  const events = ['readable', 'end', 'error', 'close'] as const
  const heard = () => goOn()
  for (const event of events) message.on(event, heard)
  try {
    while (!message.readableEnded) {
      const chunk: Uint8Array | null = message.read()
      if (chunk) yield chunk
      else if (message.errored) throw message.errored
      else if (message.closed) throw new Error('The request broke off.')
      else if (stalled) throw new Error('The request stalled.')
      else {
        const timer = setTimeout(stall, patience)
        await new Promise<void>(resolve => (goOn = resolve))
        clearTimeout(timer)
      }
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
