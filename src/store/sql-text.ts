/** Names and values inside SQL that cannot be bound, because statements about tables take no parameters. */

export function quoted(name: string): string {
  if (name.includes('\0')) throw new Error('A name may not contain NUL.')
  return `"${name.replaceAll('"', '""')}"`
}

export const quotedList = (names: readonly string[]): string => names.map(quoted).join(', ')

/** What a column holds, written as SQL. */
export function literal(value: null | boolean | bigint | number | string): string {
  if (value === null) return 'null'
  if (typeof value !== 'string') return String(value)
  if (value.includes('\0')) throw new Error('A text may not contain NUL.')
  return `'${value.replaceAll("'", "''")}'`
}
