/** One structured line for each request, and for each failure what only operators may see. */
import {instantAt} from '../store/instant.ts'

export interface RequestLine {
  readonly method: string
  readonly path: string
  readonly status: number
  readonly kind: string
  readonly ms: number
}

export interface Log {
  readonly request: (line: RequestLine) => void
  readonly failure: (reference: string, cause: unknown) => void
}

export function jsonLog(write: Writing, now: () => Date): Log {
  const line = (values: object) => write(`${JSON.stringify({time: instantAt(now().getTime()), ...values})}\n`)
  return {
    request: values => line({level: 'info', ...values}),
    failure: (reference, cause) => line({level: 'error', reference, ...described(cause)}),
  }
}

type Writing = (text: string) => void

/** Milliseconds that a line waits for others. */
const patience = 20

/** Lines of one moment are written together: a write for each of them costs more than the request it tells of. */
export function gathered(write: Writing): Writing {
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
function described(cause: unknown): {error: string; stack?: string} {
  if (!(cause instanceof Error)) return {error: String(cause)}
  const because = cause.cause === undefined ? '' : ` (because of ${String(cause.cause)})`
  return {error: `${cause.name}: ${cause.message}${because}`, ...(cause.stack ? {stack: cause.stack} : {})}
}
