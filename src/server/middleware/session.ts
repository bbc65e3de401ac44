/** Cookie ↔ actor: which cookie holds a session, who it stands for, and how it is set and taken away. */

import type {Accounts} from '../../accounts/accounts.ts'
import {digestOf, isSecret, newSecret} from '../../accounts/secret.ts'
import {actorOfToken} from '../../accounts/sessions.ts'
import type {Actor} from '../../engine/actor.ts'
import type {TokenOwner} from '../../engine/reply.ts'
import type {Incoming} from '../request.ts'
import {isLoopback, publicOriginOf} from './host.ts'

/** `told`: the public origin, where somebody said it. */
export function actorBy(world: Accounts, told: string | null): (request: Incoming) => Promise<Actor> {
  return request => actorOfToken(world, tokenIn(request, told))
}

const plainName = 'nonet'
const secureName = '__Host-nonet'

/** Only on one's own machine may a cookie travel unprotected; with `__Host-` no neighbouring site can set it either. */
function isPlain(request: Incoming, told: string | null): boolean {
  const origin = publicOriginOf(request, told)
  return origin.startsWith('http:') && isLoopback(origin)
}

function nameFor(request: Incoming, told: string | null): string {
  return isPlain(request, told) ? plainName : secureName
}

export function tokenIn(request: Incoming, told: string | null): string | null {
  return secretIn(request, nameFor(request, told))
}

function secretIn(request: Incoming, name: string): string | null {
  for (const pair of (request.headers.get('cookie') ?? '').split(';')) {
    const [key, value = ''] = pair.split('=').map(part => part.trim())
    if (key === name && isSecret(value)) return value
  }
  return null
}

export function sessionIn(request: Incoming, told: string | null): string | null {
  const token = tokenIn(request, told)
  return token === null ? null : digestOf(token)
}

/** Whom the one-time tokens of this request's page belong to: the session, or else the browser. */
export function tokenOwnerOf(request: Incoming, told: string | null, actor: Actor): TokenOwner {
  const session = actor.kind === 'person' ? tokenIn(request, told) : null
  return session === null ? browserOwner(request, told) : {secret: session, cookie: null}
}

export function browserOwner(request: Incoming, told: string | null): TokenOwner {
  const known = browserIn(request, told)
  if (known !== null) return {secret: known, cookie: null}
  const secret = newSecret()
  return {secret, cookie: browserCookie(request, told, {secret, maxAge: null})}
}

export function browserIn(request: Incoming, told: string | null): string | null {
  return secretIn(request, `${nameFor(request, told)}-browser`)
}

/** Anonymous browsers keep it until they are closed. */
export function browserCookie(
  request: Incoming,
  told: string | null,
  {secret, maxAge}: {readonly secret: string; readonly maxAge: number | null},
): string {
  return cookie(request, told, {suffix: '-browser', value: secret, maxAge})
}

/** `maxAge`: seconds until the session ends at the latest. */
export function sessionCookie(
  request: Incoming,
  told: string | null,
  {token, maxAge}: {readonly token: string; readonly maxAge: number},
): string {
  return cookie(request, told, {value: token, maxAge})
}

export function endedCookie(request: Incoming, told: string | null): string {
  return cookie(request, told, {value: '', maxAge: 0})
}

interface CookieParts {
  readonly suffix?: string
  readonly value: string
  /** Seconds; null: until the browser is closed. */
  readonly maxAge: number | null
}

function cookie(request: Incoming, told: string | null, {suffix = '', value, maxAge}: CookieParts): string {
  const secure = isPlain(request, told) ? '' : '; Secure'
  const age = maxAge === null ? '' : `; Max-Age=${maxAge}`
  return `${nameFor(request, told)}${suffix}=${value}; Path=/${age}; HttpOnly; SameSite=Lax${secure}`
}
