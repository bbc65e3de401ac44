/** The application's origin as browsers see it. It follows from `--origin` and the current request; nothing is remembered between requests. */
import type {Middleware} from '../context.ts'
import {textResponse} from '../response.ts'

/**
 * Responds only to the host of `--origin`. Another site can point its own name here (DNS rebinding) and would be same-origin with us. A trusted proxy
 * may have changed `Host` and reports the original.
 */
export const host: Middleware = async (context, next) => {
  const {origin, trustProxy = false} = context.server
  if (isForHost(context.request, origin, trustProxy)) return next()
  context.kind = 'refused'
  return textResponse(`misdirected request: this is ${origin}. A proxy in front must pass on the host name.\n`, {
    status: 421,
  })
}

function isForHost(request: Request, origin: string | null, trustProxy: boolean): boolean {
  if (origin === null) return true
  const forwarded = trustProxy ? request.headers.get('x-forwarded-host') : null
  const name = forwarded?.split(',').at(-1)?.trim() ?? new URL(request.url).host
  const {protocol, host: expected} = new URL(origin)
  // The scheme determines the default port: behind a proxy it is that of the origin.
  return URL.canParse(`${protocol}//${name}`) && new URL(`${protocol}//${name}`).host === expected
}

/** The origin in the address bar: that of `--origin`, otherwise the one the request names. */
export function publicOriginOf(request: Request, origin: string | null): string {
  return origin ?? new URL(request.url).origin
}

/** The local machine, by a name that no other machine can have. */
export function isLoopback(origin: string): boolean {
  return /^https?:\/\/(localhost|[^/:@]+\.localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/.test(origin)
}
