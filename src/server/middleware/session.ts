/** Cookie ↔ actor: which cookie holds a session, whose it is, and how it is set and removed. */
import {isSecret, newSecret, secretDigest} from '../../accounts/secret.ts'
import {actorOfSession} from '../../accounts/sessions.ts'
import {type Actor, nobody} from '../../engine/base/actor.ts'
import type {RedirectReply} from '../../engine/reply.ts'
import type {Middleware, RequestContext, TokenOwner} from '../context.ts'
import {isLoopback, publicOriginOf} from './host.ts'
import {applyLanguage} from './language.ts'

/** Finds the actor, and sets the cookies that a handler leaves in the context. */
export const session: Middleware = async (context, next) => {
  const token = secretIn(context, '')
  const browser = secretIn(context, '-browser')
  const digest = token && secretDigest(token)
  context.isSessionUnread = digest !== null
  context.actor = await actorOf(context, digest)
  context.isSessionUnread = false
  context.sender = {...context.sender, session: digest, browser: browser && secretDigest(browser)}
  context.tokenOwner =
    context.actor.kind === 'person' && token !== null ? {secret: token, cookie: null} : browserOwner(context)
  const response = await next()
  for (const cookie of context.cookies) response.headers.append('set-cookie', cookie)
  return response
}

async function actorOf(
  {server: {actorOf: given, accounts}, request}: RequestContext,
  session: string | null,
): Promise<Actor> {
  if (given) return given(request)
  return accounts && session !== null ? actorOfSession(accounts, session) : nobody
}

/** One-time tokens of anonymous visitors belong to their browser, which gets a cookie if it has none. */
function browserOwner(context: RequestContext): TokenOwner {
  const known = secretIn(context, '-browser')
  if (known !== null) return {secret: known, cookie: null}
  const secret = newSecret()
  return {secret, cookie: cookieText(context, {name: nameOf(context, '-browser'), value: secret, maxAge: null})}
}

/** The rest of the request, including its page, belongs to the person who has signed in or out. */
export function changeSession(
  context: RequestContext,
  {as, session: change}: Pick<RedirectReply, 'as' | 'session'>,
): void {
  if (as) {
    context.actor = as
    applyLanguage(context)
  }
  if (change?.kind === 'started') {
    const {token, maxAge, browser} = change
    context.cookies.push(cookieText(context, {name: nameOf(context, ''), value: token, maxAge}))
    if (browser) {
      const {secret, maxAge: age} = browser
      context.cookies.push(cookieText(context, {name: nameOf(context, '-browser'), value: secret, maxAge: age}))
    }
    context.sender = {...context.sender, session: secretDigest(token)}
    context.tokenOwner = {secret: token, cookie: null}
  }
  if (change?.kind === 'ended') {
    context.cookies.push(cookieText(context, {name: nameOf(context, ''), value: '', maxAge: 0}))
    context.sender = {...context.sender, session: null}
    context.tokenOwner = browserOwner(context)
  }
}

type CookieSuffix = '' | '-browser' | '-sso'

interface CookieParts {
  readonly name: string
  readonly value: string
  /** Seconds; null: until the browser is closed. */
  readonly maxAge: number | null
}

export function cookieText(context: RequestContext, {name, value, maxAge}: CookieParts): string {
  const secure = isPlain(context) ? '' : '; Secure'
  const age = maxAge === null ? '' : `; Max-Age=${maxAge}`
  return `${name}=${value}; Path=/${age}; HttpOnly; SameSite=Lax${secure}`
}

/* What a browser has begun with a provider, until it comes back: in several tabs, the newest first. */

/** Tabs that a browser opens again at once. */
const mostAttempts = 8

export const attemptsIn = (context: RequestContext): readonly string[] => {
  const found = valuesIn(context, '-sso').map(value => value.split('.').filter(isSecret))
  return found.find(attempts => attempts.length > 0) ?? []
}

/** `maxAge`: of the newest one, in seconds. */
export function setAttempts(context: RequestContext, attempts: readonly string[], maxAge: number): void {
  const value = attempts.slice(0, mostAttempts).join('.')
  context.cookies.push(cookieText(context, {name: nameOf(context, '-sso'), value, maxAge: value === '' ? 0 : maxAge}))
}

const secretIn = (context: RequestContext, suffix: CookieSuffix): string | null =>
  valuesIn(context, suffix).find(isSecret) ?? null

function valuesIn(context: RequestContext, suffix: CookieSuffix): string[] {
  const name = nameOf(context, suffix)
  return (context.request.headers.get('cookie') ?? '').split(';').flatMap(pair => {
    const [key, value = ''] = pair.split('=').map(part => part.trim())
    return key === name ? [value] : []
  })
}

/** With `__Host-`, no neighbouring site can set it. */
function nameOf(context: RequestContext, suffix: CookieSuffix): string {
  return `${isPlain(context) ? 'nonet' : '__Host-nonet'}${suffix}`
}

/** Only on the local machine may a cookie be sent unencrypted. */
function isPlain({request, server}: RequestContext): boolean {
  const origin = publicOriginOf(request, server.origin)
  return origin.startsWith('http:') && isLoopback(origin)
}
