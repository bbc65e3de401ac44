/**
 * One-time tokens. Each belongs to the session or anonymous browser its page was made for. The token proves this itself, so nothing is stored when a
 * page is shown. The first request with a token binds it to one page, one action and one body.
 */
import {createHmac, randomBytes, timingSafeEqual} from 'node:crypto'
import {RepeatedRequest} from '../engine/idempotency.ts'
import {type Form, type Idempotency, Refused, type Reply} from '../engine/reply.ts'
import type {RequestContext, TokenOwner} from './context.ts'

const nonceLength = 22
const tokenLength = 2 * nonceLength
const longestToken = 200

function mac(secret: string, purpose: string, text: string): string {
  return createHmac('sha256', secret).update(`${purpose}\n${text}`).digest('base64url')
}

/** Nonce and signature, 128 bits each. */
export function issueToken({secret}: Pick<TokenOwner, 'secret'>): string {
  const nonce = randomBytes(16).toString('base64url')
  return `${nonce}${mac(secret, 'token', nonce).slice(0, nonceLength)}`
}

/** A page with several forms appends a suffix to its token for each of them, after a hyphen. */
function isOwn(secret: string, token: string): boolean {
  if (token.length > longestToken || !/^[\w-]{44}(-|$)/.test(token)) return false
  const proof = mac(secret, 'token', token.slice(0, nonceLength)).slice(0, nonceLength)
  return timingSafeEqual(Buffer.from(token.slice(nonceLength, tokenLength)), Buffer.from(proof))
}

/**
 * Null if the form has no token: then it is carried out every time it is sent. Key and fingerprint are computed with the sender's secret, because the
 * body may contain a password that must not be recoverable from what is stored.
 */
export function idempotencyOf({secret}: Pick<TokenOwner, 'secret'>, form: Form, url: string): Idempotency | null {
  const token = form.text('_once') ?? ''
  if (token === '') return null
  if (!isOwn(secret, token)) return {kind: 'foreign'}
  const body = form.fields.flatMap(({name, value}) => {
    if (name === '_once') return []
    return [typeof value === 'string' ? [name, value] : [name, value.name, value.content, value.size]]
  })
  return {
    kind: 'own',
    key: mac(secret, 'key', token),
    fingerprint: mac(secret, 'request', JSON.stringify([url, body])),
  }
}

/**
 * A repetition leads where the first request led. A refusal or an error may be caused by the first request, or come after the change was saved, so the
 * outcome is looked up again.
 */
export async function onlyOnce(
  {server: {recall}}: RequestContext,
  idempotency: Idempotency | null,
  work: () => Reply | Promise<Reply>,
): Promise<Reply> {
  const earlier = async (): Promise<Reply | null> => {
    const to = idempotency?.kind === 'own' ? ((await recall?.(idempotency)) ?? null) : null
    return to === null ? null : {kind: 'redirect', to}
  }
  const before = await earlier()
  if (before) return before
  try {
    const reply = await work()
    return (reply.kind === 'page' && reply.status >= 400 ? await earlier() : null) ?? reply
  } catch (error) {
    if (error instanceof RepeatedRequest) return {kind: 'redirect', to: error.to}
    if (error instanceof Refused && error.code === 'ALREADY_SENT') throw error
    // The error itself is reported, not that the database is still down.
    const overtaken = await earlier().catch(() => null)
    if (overtaken) return overtaken
    throw error
  }
}
