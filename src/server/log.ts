/** One structured line for each request, and for each failure what only operators may see. No line holds a secret of an address. */
import {randomUUID} from 'node:crypto'
import {instantAt} from '../store/sql.ts'
import {StoreError} from '../store/store-error.ts'

export interface RequestLine {
  readonly method: string
  readonly path: string
  readonly status: number
  readonly kind: string
  readonly ms: number
  /** What the request asked of the database, if anything. */
  readonly statements?: number
  readonly waves?: number
  readonly characters?: number
  readonly databaseMs?: number
  /** The id that the response carries as `X-Request-Id`. */
  readonly request: string
}

export interface Log {
  readonly request: (line: RequestLine) => void
  /** `request`: the request during which it happened, if any. */
  readonly failure: (reference: string, cause: unknown, request?: string) => void
  /** Information for operators that is not an internal error, such as a client that was cut off. */
  readonly notice?: (values: Readonly<Record<string, string | number>>) => void
  /** An error outside of any request, with the details operators need. */
  readonly fault?: (values: Readonly<Record<string, string | number>>) => void
}

export function jsonLog(write: WriteText, now: () => Date): Log {
  const line = (values: object) => write(`${JSON.stringify({time: instantAt(now().getTime()), ...values})}\n`)
  return {
    request: values => line({level: 'info', ...values}),
    failure: (reference, cause, request) =>
      line({level: 'error', reference, ...(request === undefined ? {} : {request}), ...described(cause)}),
    notice: values => line({level: 'info', ...values}),
    fault: values => line({level: 'error', ...values}),
  }
}

/** The same log, with every failure under the id of one request. */
export function logOf(log: Log, request: string): Log {
  return {...log, failure: (reference, cause) => log.failure(reference, cause, request)}
}

type WriteText = (text: string) => void

/** Milliseconds that a line waits for others. */
const patience = 20

/** Lines of one moment are written together: a write for each of them costs more than the request it tells of. */
export function gathered(write: WriteText): WriteText {
  let lines: string[] = []
  const flush = () => {
    const text = lines.join('')
    lines = []
    if (text !== '') write(text)
  }
  process.once('exit', flush)
  return line => {
    if (lines.push(line) === 1) setTimeout(flush, patience).unref()
  }
}

/** Anything can be thrown, also null or a text. */
function described(cause: unknown): {code?: string; error: string; stack?: string} {
  if (!(cause instanceof Error)) return {error: withoutSecrets(String(cause))}
  const because = cause.cause === undefined ? '' : ` (because of ${String(cause.cause)})`
  const error = withoutSecrets(`${cause.name}: ${cause.message}${because}`)
  // What happened to a database is not in our code.
  if (cause instanceof StoreError) return {code: cause.code, error}
  return {error, ...(cause.stack ? {stack: withoutSecrets(cause.stack)} : {})}
}

/** Session tokens and the secrets of links have this shape: 43 letters and digits, of both cases. */
function withoutSecrets(text: string): string {
  return text.replace(/(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[a-z])(?=[\w-]*[A-Z])[\w-]{43}(?![\w-])/g, '…')
}

/** Below these, the rest of the address is a secret, or part of one. */
const secretBelow = /^(?:invitations|set-up|reset-password|sign-up|account|mail-links|unsubscribe|_feeds)$/i
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
/** A long word with digits or capital letters is a token, wherever it is. */
const tokenLike = /(?=[a-z_-]*[A-Z\d])[\w-]{24,}/
/** A word that a document could have for the first part of its routes. */
const plainWord = /^[a-z][a-z-]{0,30}$/i

/**
 * A path for the log: secrets in addresses let people in, and a log is read by more people than they are meant for. The query never
 * is in it. Of a malformed address only the first word is: in such an address a secret may be anywhere.
 */
export function loggedPath(target: string, {malformed = false} = {}): string {
  const [, ...segments] = (target.split(/[?#]/)[0] ?? '').split('/')
  if (malformed) {
    const [first = ''] = segments
    return plainWord.test(first) && !secretBelow.test(first) ? `/${first}/…` : '/…'
  }
  const secret = segments.findIndex(segment => secretBelow.test(segment))
  const known = secret < 0 ? segments : segments.slice(0, secret + 1)
  const shown = known.map(segment => (tokenLike.test(segment) && !uuid.test(segment) ? '…' : segment))
  return `/${[...shown, ...(known.length < segments.length ? ['…'] : [])].join('/')}`
}

/** The id of a request. One from outside is taken from a trusted proxy alone, and only if it is well-formed: it goes into every line. */
export function requestId(forwarded: string | null, trustProxy: boolean): string {
  return trustProxy && forwarded !== null && /^[A-Za-z0-9][\w.-]{7,63}$/.test(forwarded) ? forwarded : randomUUID()
}
