/**
 * Where the application is, as browsers name it, and which requests may change something. Both follow from `--origin` and from the headers of
 * the request at hand; nothing is remembered from one request to the next.
 */
import type {Incoming} from '../request.ts'

export interface RequestSource {
  readonly fetchSite: string | null
  readonly origin: string | null
  readonly hasCookies: boolean
}

/** Whether a request comes from a page of this application. Decided from headers alone, before the body is read. */
export function maySend(sender: RequestSource, publicOrigin: string): boolean {
  if (sender.fetchSite !== null) return sender.fetchSite === 'same-origin' || sender.fetchSite === 'none'
  if (sender.origin !== null) return sender.origin === publicOrigin
  return !sender.hasCookies
}

/** The origin in people's address bar: the one of `--origin`, else the one the request itself names. */
export function publicOriginOf(request: Incoming, told: string | null): string {
  return told ?? new URL(request.url).origin
}

/**
 * Whether a request is for the host of `--origin`. A page of another site can make its own name lead here (DNS rebinding) and would be
 * same-origin with us, so other names are not answered. A trusted proxy may have changed `Host` and says what it was.
 */
export function isForHost(request: Incoming, told: string | null, trustProxy: boolean): boolean {
  if (told === null) return true
  const forwarded = trustProxy ? request.headers.get('x-forwarded-host') : null
  const host = forwarded?.split(',').at(-1)?.trim() ?? new URL(request.url).host
  const {protocol, host: expected} = new URL(told)
  // The scheme decides which port goes without saying: behind a proxy it is that of the origin.
  return URL.canParse(`${protocol}//${host}`) && new URL(`${protocol}//${host}`).host === expected
}

/** The own machine, by a name that no other machine can have. */
export function isLoopback(origin: string): boolean {
  return /^https?:\/\/(localhost|[^/:@]+\.localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/.test(origin)
}
