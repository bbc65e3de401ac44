/** What everything about people needs: the records, a clock, the post, and the address that people type. */
import type {Engine} from '../engine/engine.ts'
import type {Mailer} from '../mail/mailer.ts'

export interface PeopleWorld {
  /** Asked each time, because a document under work is swapped for its next version. */
  readonly engine: () => Engine
  readonly mailer: Mailer
  /** Milliseconds; tests control it. */
  readonly now: () => number
  /** For links in mails. Never taken from a request, in which anybody can write anything. */
  readonly origin: () => string
  /** Whether the sign-in page offers the demonstration's people. */
  readonly demo: boolean
  /** Told of what failed behind an answer that had gone out already. */
  readonly failed: (cause: unknown) => void
}

/** Where a request comes from, as far as people care. */
export interface Sender {
  /** By which attempts are counted. */
  readonly address: string
  /** What the browser calls itself. */
  readonly agent: string
  /** The digest of the session that came with the request. */
  readonly session: string | null
}

export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour

/** Instants as both databases take them, and as they give them back. */
export function instantAt(millis: number): string {
  return new Date(millis).toISOString()
}

export function millisOf(stored: unknown): number {
  return Date.parse(String(stored).replace(' ', 'T').replace(/\+00$/, 'Z'))
}
