/** Security headers on every response. A response with its own stricter policy keeps it. */
import type {Middleware} from '../context.ts'
import {isLoopback} from './host.ts'

/** `blob:` images are previews of chosen files: only our own scripts can create them, and an image executes nothing. */
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

/** For a page that needs one more source. `images`: pictures of other hosts, by https. */
export function policyWith(directive: string | null, images = false): string {
  const wider = images ? policy.replace("img-src 'self' blob:", "img-src 'self' blob: https:") : policy
  return directive === null ? wider : `${wider}; ${directive}`
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

/** One year. Subdomains are not included, because they may belong to others. */
const strictTransport = 'max-age=31536000'

export const securityHeaders: Middleware = async ({server: {origin}}, next) => {
  const response = await next()
  for (const [name, value] of Object.entries(secureHeaders))
    if (!response.headers.has(name)) response.headers.set(name, value)
  if (origin?.startsWith('https:') && !isLoopback(origin))
    response.headers.set('strict-transport-security', strictTransport)
  return response
}
