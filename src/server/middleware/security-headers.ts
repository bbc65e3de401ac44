/** Headers on every response, whatever it carries; a response with a stricter policy of its own keeps it. */
import type {Middleware} from '../context.ts'
import {isLoopback} from './host.ts'

/** `blob:` images are previews of files that a person has chosen: only our own scripts can make them, and an image runs nothing. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob:",
  "font-src 'self'",
  "manifest-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** For a page that needs one thing more. */
export function policyWith(directive: string): string {
  return `${policy}; ${directive}`
}

export const secureHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': policy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
  'x-frame-options': 'DENY',
}

/** A year: browsers that have been here once come over TLS alone. Subdomains are not ours to decide about. */
const strictTransport = 'max-age=31536000'

export const securityHeaders: Middleware = async ({server: {origin}}, next) => {
  const response = await next()
  for (const [name, value] of Object.entries(secureHeaders))
    if (!response.headers.has(name)) response.headers.set(name, value)
  if (origin?.startsWith('https:') && !isLoopback(origin))
    response.headers.set('strict-transport-security', strictTransport)
  return response
}
