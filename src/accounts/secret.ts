/** The secrets behind sessions and one-time links. Only a digest is stored, which opens nothing. */
import {hash, randomBytes} from 'node:crypto'

/** 256 bits, in letters that need no escape in a cookie or an address. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

export function isSecret(text: string): boolean {
  return /^[\w-]{43}$/.test(text)
}

/** Secrets are random, so a fast digest without salt cannot be turned back. */
export function digestOf(secret: string): string {
  return hash('sha256', secret, 'base64url')
}
