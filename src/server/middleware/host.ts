/** Where the application is, as browsers name it. It follows from `--origin` and the request at hand; nothing is remembered between requests. */
import type {Middleware} from '../context.ts'
import {textResponse} from '../response.ts'

/**
 * Answers only the host of `--origin`. A page of another site can make its own name lead here (DNS rebinding) and would be same-origin with us.
 * A trusted proxy may have changed `Host` and says what it was.
 */
export const host: Middleware = async (context, next) => {
  const {origin, trustProxy = false} = context.server
  if (isForHost(context.request, origin, trustProxy)) return next()
  context.kind = 'refused'
  return textResponse(`misdirected request: this is ${origin}\n`, {status: 421})
}

function isForHost(request: Request, origin: string | null, trustProxy: boolean): boolean {
  if (origin === null) return true
  const forwarded = trustProxy ? request.headers.get('x-forwarded-host') : null
  const name = forwarded?.split(',').at(-1)?.trim() ?? new URL(request.url).host
  const {protocol, host: expected} = new URL(origin)
  // The scheme decides which port goes without saying: behind a proxy it is that of the origin.
  return URL.canParse(`${protocol}//${name}`) && new URL(`${protocol}//${name}`).host === expected
}

/** The origin in people's address bar: the one of `--origin`, else the one that the request itself names. */
export function publicOriginOf(request: Request, origin: string | null): string {
  return origin ?? new URL(request.url).origin
}

/** The own machine, by a name that no other machine can have. */
export function isLoopback(origin: string): boolean {
  return /^https?:\/\/(localhost|[^/:@]+\.localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/.test(origin)
}
