/**
 * One-time tokens: each belongs to the session, or the anonymous browser, that its page was made for. That is proved by the token itself, so nothing
 * is stored when a page is shown. The first request with a token ties it to one page, one action and one body.
 */
import {createHmac, randomBytes, timingSafeEqual} from 'node:crypto'
import type {Form, TokenOwner} from '../engine/reply.ts'
import type {Idempotency} from '../engine/write/idempotency.ts'

const nonceLength = 22
const tokenLength = 2 * nonceLength
const longestToken = 200

function mac(secret: string, purpose: string, text: string): string {
  return createHmac('sha256', secret).update(`${purpose}\n${text}`).digest('base64url')
}

/** Nonce and proof, 128 bits each. */
export function issueToken({secret}: Pick<TokenOwner, 'secret'>): string {
  const nonce = randomBytes(16).toString('base64url')
  return `${nonce}${mac(secret, 'token', nonce).slice(0, nonceLength)}`
}

/** A page with several forms lengthens its token for each of them, behind a hyphen. */
function isOwn(secret: string, token: string): boolean {
  if (token.length > longestToken || !/^[\w-]{44}(-|$)/.test(token)) return false
  const proof = mac(secret, 'token', token.slice(0, nonceLength)).slice(0, nonceLength)
  return timingSafeEqual(Buffer.from(token.slice(nonceLength, tokenLength)), Buffer.from(proof))
}

/**
 * Null where the form brought no token: then it is carried out as often as it is sent. Key and fingerprint are worked out with the sender's
 * secret, because the body may hold a password that must not be found out from what is stored.
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
