/**
 * The spelling of regular expressions in XPath, where it differs from the engine's: the flag `x`, and Unicode blocks
 * (`\p{IsBasicLatin}`). What cannot be said to the engine is null.
 */
import {own} from '../own.ts'

/** The blocks that people write; XPath knows some hundred more. */
const blocks: Readonly<Record<string, string>> = {
  BasicLatin: '\\x{0}-\\x{7F}',
  'Latin-1Supplement': '\\x{80}-\\x{FF}',
  'LatinExtended-A': '\\x{100}-\\x{17F}',
  'LatinExtended-B': '\\x{180}-\\x{24F}',
  Greek: '\\x{370}-\\x{3FF}',
  Cyrillic: '\\x{400}-\\x{4FF}',
  Hebrew: '\\x{590}-\\x{5FF}',
  Arabic: '\\x{600}-\\x{6FF}',
  GeneralPunctuation: '\\x{2000}-\\x{206F}',
  CurrencySymbols: '\\x{20A0}-\\x{20CF}',
}

const CLASS = /\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]/g
const BLOCK = /\\(p|P)\{Is([^}]*)\}/g

/** Flag `x`: white space is for the reader, except inside a class. */
const withoutSpace = (source: string): string =>
  source.replace(/\\\S|\[(?:\\[\s\S]|[^\]\\])*\]|\s+/g, piece => (/^\s/.test(piece) ? '' : piece))

/** A class taken from a class (`[a-z-[aeiou]]`) has no spelling in the engine. */
const subtracts = (source: string): boolean =>
  [...source.matchAll(CLASS)].some(([piece]) => piece.startsWith('[') && /-\[/.test(piece))

function withBlocks(source: string): string | null {
  let unknown = false
  const inClass = new Set([...source.matchAll(CLASS)].flatMap(({0: piece, index}) => span(piece, index)))
  const result = source.replace(BLOCK, (_, letter: string, name: string, at: number) => {
    const range = own(blocks, name)
    if (range === undefined || (inClass.has(at) && letter === 'P')) unknown = true
    return inClass.has(at) ? (range ?? '') : `[${letter === 'P' ? '^' : ''}${range ?? ''}]`
  })
  return unknown ? null : result
}

/** The places inside a class; an escape outside of one is a piece of its own. */
const span = (piece: string, index: number): number[] =>
  piece.startsWith('[') ? Array.from({length: piece.length}, (_, i) => index + i) : []

export function toEngine(source: string, flags: string): string | null {
  const plain = flags.includes('x') ? withoutSpace(source) : source
  return subtracts(plain) ? null : withBlocks(plain)
}
