/** Text as React escapes it, for contents and for attributes alike. */

const unsafe = /["'&<>]/
const each = /["'&<>]/g
const escapes: Readonly<Record<string, string>> = {'"': '&quot;', '&': '&amp;', "'": '&#x27;', '<': '&lt;', '>': '&gt;'}

export function escaped(text: string): string {
  return unsafe.test(text) ? text.replace(each, character => escapes[character] ?? character) : text
}

/** What React would write of a value in an attribute or between tags. */
export function written(value: unknown): string {
  if (typeof value === 'string') return escaped(value)
  return typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint'
    ? `${value}`
    : escaped(String(value))
}
