/** The text between the quotes of a literal, its escapes resolved. An escape the standard does not know stays as it is. */

const escapes: Readonly<Record<string, string>> = {n: '\n', t: '\t', r: '\r', '"': '"', "'": "'", '\\': '\\'}

const ESCAPE = /\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{6})|([ntr"'\\]))/g

export function readText(literal: string): string {
  return literal.slice(1, -1).replace(ESCAPE, (all, short?: string, long?: string, letter?: string) => {
    if (short !== undefined) return String.fromCharCode(Number.parseInt(short, 16))
    if (letter !== undefined) return escapes[letter] ?? all
    const point = Number.parseInt(long ?? '', 16)
    return point <= 0x10ffff ? String.fromCodePoint(point) : all
  })
}
