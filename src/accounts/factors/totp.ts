/** Time-based codes of authenticator apps (RFC 6238): six digits, half a minute each, with the parameters that every app knows. */
import {createHmac, randomBytes, timingSafeEqual} from 'node:crypto'

const stepLength = 30_000
const digits = 6
/** Clocks of phones may be this many steps ahead or behind. */
const skew = 1

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** 160 bits, as RFC 4226 recommends. */
export const newTotpSecret = (): string => toBase32(randomBytes(20))

/** RFC 4648, without padding. */
export function toBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map(byte => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map(five => alphabet[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}

function fromBase32(text: string): Buffer {
  const bits = [...text].map(letter => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map(byte => Number.parseInt(byte, 2)))
}

export const stepAt = (millis: number): number => Math.floor(millis / stepLength)

export function totpAt(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const offset = digest.readUInt8(digest.length - 1) & 15
  const number = digest.readUInt32BE(offset) & 0x7fff_ffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/** The step of a code that is valid now and later than the last one that was used; null for other codes. */
export function stepOfCode(
  secret: string,
  code: string,
  {now, last}: {readonly now: number; readonly last: number},
): number | null {
  if (!/^\d{6}$/.test(code)) return null
  const current = stepAt(now)
  for (let step = Math.max(current - skew, last + 1); step <= current + skew; step += 1)
    if (timingSafeEqual(Buffer.from(totpAt(secret, step)), Buffer.from(code))) return step
  return null
}

/** What the QR code says: apps show the product and the address. */
export function totpAddress({
  secret,
  product,
  email,
}: Readonly<Record<'secret' | 'product' | 'email', string>>): string {
  // A colon separates the two.
  const issuer = encodeURIComponent(product.replaceAll(':', ' '))
  const query = `secret=${secret}&issuer=${issuer}&algorithm=SHA1&digits=${digits}&period=${stepLength / 1000}`
  return `otpauth://totp/${issuer}:${encodeURIComponent(email)}?${query}`
}
