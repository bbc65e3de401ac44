/**
 * Spellings of other languages, and brackets and quotes without their partner: found in the text itself, because the
 * parser either accepts them with another meaning or stumbles somewhere later.
 */
import type {Problem} from '../scope.ts'

/** Texts and comments first, so that nothing inside them is taken for code. */
const pieces = /"(?:\\[\s\S]|[^"\\])*"|\/\*[\s\S]*?\*\/|\/\/[^\n]*|"/g

/** The text with the inside of texts and comments blanked out, every other character where it was. */
export function blank(text: string): string {
  return text.replace(pieces, piece =>
    piece === '"' ? piece : piece[0] === '"' ? `"${' '.repeat(piece.length - 2)}"` : ' '.repeat(piece.length),
  )
}

interface Foreign {
  readonly find: RegExp
  readonly says: (found: string) => string
  readonly write: (found: string) => string
}

const literally = (text: string) => (): string => text

const foreign: readonly Foreign[] = [
  {find: /!==/g, says: literally('“!==” is not an operator here.'), write: literally('Write !=')},
  {find: /===?/g, says: found => `“${found}” is not an operator here.`, write: literally('Write =')},
  {find: /=>/g, says: literally('“=>” is not an operator here.'), write: literally('Write >=')},
  {find: /=</g, says: literally('“=<” is not an operator here.'), write: literally('Write <=')},
  {find: /<>/g, says: literally('“<>” is not an operator here.'), write: literally('Write !=')},
  {find: /&&?/g, says: found => `“${found}” is not an operator here.`, write: literally('Write and')},
  {find: /\|\|?/g, says: found => `“${found}” is not an operator here.`, write: literally('Write or')},
  {find: /!(?!=)/g, says: literally('“!” is not an operator here.'), write: literally('Write not(…)')},
  {find: /%/g, says: literally('“%” is not an operator here.'), write: literally('Write modulo(a, b)')},
  {
    find: /\bis\s+not\s+null\b/gi,
    says: literally('“is not null” is not written like this.'),
    write: literally('Write != null'),
  },
  {find: /\bis\s+null\b/gi, says: literally('“is null” is not written like this.'), write: literally('Write = null')},
  {
    find: /['‘’][^'‘’]*['‘’]/g,
    says: literally('Text stands in double quotes.'),
    write: found => `Write "${found.slice(1, -1)}"`,
  },
  {
    find: /[“”„][^“”„]*[“”„]/g,
    says: literally('Text stands in straight double quotes.'),
    write: found => `Write "${found.slice(1, -1)}"`,
  },
]

/** Problems with the right spelling as a hint, in the order of the text. */
export function foreignSpellings(text: string): Problem[] {
  const code = blank(text)
  const found: Problem[] = []
  for (const {find, says, write} of foreign) {
    for (const match of code.matchAll(find)) {
      const spelling = text.slice(match.index, match.index + match[0].length)
      const place = {start: match.index, end: match.index + spelling.length}
      if (found.some(other => place.start < other.end && other.start < place.end)) continue
      found.push({code: 'N052', message: says(spelling), hint: `${write(spelling)}.`, ...place})
    }
  }
  return found.sort((a, b) => a.start - b.start)
}

const closers: Readonly<Record<string, string>> = {'(': ')', '[': ']', '{': '}'}

/** A half-open range closes with the other bracket, so round and square ones may pair. */
const pairs = (open: string, close: string): boolean => (open === '{') === (close === '}')

/** Only asked when the parser stumbled: `]1..5[` is fine, though it looks unbalanced. */
export function unbalanced(text: string): Problem | null {
  const code = blank(text)
  const open: {bracket: string; at: number}[] = []
  for (const {0: bracket, index: at} of code.matchAll(/[()[\]{}]/g)) {
    if (closers[bracket] !== undefined) open.push({bracket, at})
    else {
      const last = open.pop()
      if (last === undefined || !pairs(last.bracket, bracket)) return lone(bracket, at, 'nothing opens it')
    }
  }
  const left = open.pop()
  if (left !== undefined) return lone(left.bracket, left.at, `${closers[left.bracket]} is missing`)
  const quotes = [...code.matchAll(/"/g)]
  const last = quotes.at(-1)
  return last !== undefined && quotes.length % 2 === 1 ? lone('"', last.index, 'the text is not closed') : null
}

function lone(what: string, at: number, why: string): Problem {
  const hint = why.endsWith('missing')
    ? `Add the ${why.split(' ')[0]} that belongs to it.`
    : 'Remove it, or add its partner.'
  return {code: 'N053', message: `“${what}” has no partner: ${why}.`, hint, start: at, end: at + 1}
}
