/**
 * Text as React escapes it, for contents and for attributes alike; and as UTF-8, each of its bytes a letter of its own. One letter beyond
 * Latin-1 would make the engine keep the whole page in two bytes a letter, and turning that into bytes takes longer than anything else of it.
 */

const unusual = /["'&<>\x80-\uffff]/
const unsafe = /["'&<>]/g
const beyondAscii = /[\x80-\uffff]/
const escapes: Readonly<Record<string, string>> = {'"': '&quot;', '&': '&amp;', "'": '&#x27;', '<': '&lt;', '>': '&gt;'}

export function escaped(text: string): string {
  if (!unusual.test(text)) return text
  return asBytes(text.replace(unsafe, character => escapes[character] ?? character))
}

/** The same names stand on page after page. */
const known = new Map<string, string>()
const most = 5000
const short = 60

export function asBytes(text: string): string {
  if (!beyondAscii.test(text)) return text
  const before = known.get(text)
  if (before !== undefined) return before
  const bytes = Buffer.from(text).toString('latin1')
  if (text.length > short) return bytes
  if (known.size >= most) known.clear()
  known.set(text, bytes)
  return bytes
}

/** What React would write of a value in an attribute or between tags. */
export function written(value: unknown): string {
  if (typeof value === 'string') return escaped(value)
  return typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint'
    ? `${value}`
    : escaped(String(value))
}
