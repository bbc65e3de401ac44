/** Cookie ↔ actor: which cookie holds a session, who it stands for, and how it is set and taken away. */

import type {Actor} from '../engine/actor.ts'
import {digestOf, isSecret} from '../people/secret.ts'
import {actorOfToken} from '../people/sessions.ts'
import type {PeopleWorld} from '../people/world.ts'
import type {Incoming} from './incoming.ts'
import {isLoopback, publicOriginOf} from './origin.ts'

/** `told`: the public origin, where somebody said it. */
export function actorBy(world: PeopleWorld, told: string | null): (request: Incoming) => Promise<Actor> {
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
  const name = nameFor(request, told)
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

/** As long as browsers keep one at most; when a session ends is decided here, not there. */
const longest = 400 * 86_400

export function sessionCookie(request: Incoming, told: string | null, token: string): string {
  return cookie(request, told, {value: token, maxAge: longest})
}

export function endedCookie(request: Incoming, told: string | null): string {
  return cookie(request, told, {value: '', maxAge: 0})
}

function cookie(request: Incoming, told: string | null, {value, maxAge}: {value: string; maxAge: number}): string {
  const secure = isPlain(request, told) ? '' : '; Secure'
  return `${nameFor(request, told)}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`
}
