/** One structured line for each request, and for each failure what only operators may see. */

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

export function jsonLog(write: (line: string) => void, now: () => Date): Log {
  const line = (values: object) => write(`${JSON.stringify({time: now().toISOString(), ...values})}\n`)
  return {
    request: values => line({level: 'info', ...values}),
    failure: (reference, cause) => line({level: 'error', reference, ...described(cause)}),
  }
}

/** Anything can be thrown, also null or a text. */
function described(cause: unknown): {error: string; stack?: string} {
  if (!(cause instanceof Error)) return {error: String(cause)}
  const because = cause.cause === undefined ? '' : ` (because of ${String(cause.cause)})`
  return {error: `${cause.name}: ${cause.message}${because}`, ...(cause.stack ? {stack: cause.stack} : {})}
}
