/** Signatures after the Standard Webhooks specification: HMAC with SHA-256 over id, time and body. */
import {createHmac} from 'node:crypto'

/** Several secrets, separated by spaces, sign with each of them, so that a receiver can change to a new one. */
export function signaturesOf(
  secrets: string,
  {id, timestamp, body}: {readonly id: string; readonly timestamp: number; readonly body: string},
): string | null {
  const keys = keysIn(secrets)
  const signature = (key: Buffer) => createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return keys === null ? null : keys.map(key => `v1,${signature(key)}`).join(' ')
}

/** `whsec_` and 24 to 64 random bytes in base64; the prefix may be missing. */
export const isSigningSecret = (text: string): boolean => keysIn(text) !== null

const base64 = /^[A-Za-z0-9+/]+={0,2}$/

function keysIn(secrets: string): readonly Buffer[] | null {
  const keys = secrets
    .trim()
    .split(/\s+/)
    .map(secret => secret.replace(/^whsec_/, ''))
    .map(text => (base64.test(text) ? Buffer.from(text, 'base64') : Buffer.alloc(0)))
  return keys.every(({length}) => length >= 24 && length <= 64) ? keys : null
}
