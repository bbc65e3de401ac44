/** The secrets behind sessions and one-time links. Only a digest is stored, which is useless to an attacker. */
import {hash, randomBytes} from 'node:crypto'

/** 256 bits, in characters that need no escaping in a cookie or an address. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

export function isSecret(text: string): boolean {
  return /^[\w-]{43}$/.test(text)
}

/** Secrets are random, so a fast unsalted digest cannot be reversed. */
export function secretDigest(secret: string): string {
  return hash('sha256', secret, 'base64url')
}
