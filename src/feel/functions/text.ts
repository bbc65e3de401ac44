/** Functions on texts that do not exist in the browser, and conversions. Positions count code points, from 1. */

import {RE2JS} from 're2js'
import {MOST_TEXT} from '../arithmetic.ts'
import {DateTime, epochOf, inZone, offsetAt} from '../calendar.ts'
import {type Num, parseNum, round, toInteger} from '../decimal.ts'
import type {Environment} from '../environment.ts'
import {formatDateTime, formatValue} from '../format.ts'
import {isNum, type List, own, type Value} from '../value.ts'
import {type Declarations, run} from './declaration.ts'
import {MOST_ITEMS} from './lists.ts'

/*
 * Functions with regular expressions in XPath syntax, on a linear-time engine. They do not exist in the browser. SQLite calls these functions;
 * PostgreSQL runs the programs of the same engine, because its own engine finds other matches.
 */

// Translates XPath syntax to the engine's where they differ: the flag `x`, and Unicode blocks (`\p{IsBasicLatin}`).
// Null if the engine has no equivalent.

/** The common blocks; XPath defines some hundred more. */
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

/** Flag `x`: white space is ignored, except inside a class. */
const withoutSpace = (source: string): string =>
  source.replace(/\\\S|\[(?:\\[\s\S]|[^\]\\])*\]|\s+/g, piece => (/^\s/.test(piece) ? '' : piece))

/** Class subtraction (`[a-z-[aeiou]]`) cannot be expressed in the engine. */
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

/** The positions inside a class; an escape outside of one is a separate piece. */
const span = (piece: string, index: number): number[] =>
  piece.startsWith('[') ? Array.from({length: piece.length}, (_, i) => index + i) : []

function toEngine(source: string, flags: string): string | null {
  const plain = flags.includes('x') ? withoutSpace(source) : source
  return subtracts(plain) ? null : withBlocks(plain)
}

const MOST_PATTERN = 1000
const MOST_PROGRAM = 20_000
const MOST_REMEMBERED = 200

const remembered = new Map<string, RE2JS | null>()

/** Null if the pattern or a flag is invalid. */
export function pattern(source: string, flags: string): RE2JS | null {
  const key = `${flags}/${source}`
  const known = remembered.get(key)
  if (known !== undefined) return known
  if (remembered.size >= MOST_REMEMBERED) remembered.clear()
  const made = compile(source, flags)
  remembered.set(key, made)
  return made
}

const flagValues: Readonly<Record<string, number>> = {
  i: RE2JS.CASE_INSENSITIVE,
  s: RE2JS.DOTALL,
  m: RE2JS.MULTILINE,
  x: 0,
}

function compile(source: string, flags: string): RE2JS | null {
  if (source.length > MOST_PATTERN || repeats(source) > MOST_PROGRAM || !/^[ismx]*$/.test(flags)) return null
  const spelled = toEngine(source, flags)
  if (spelled === null) return null
  const bits = [...flags].reduce((all, flag) => all | (flagValues[flag] ?? 0), 0)
  try {
    const made = RE2JS.compile(spelled, bits)
    return made.programSize() > MOST_PROGRAM ? null : made
  } catch {
    // The engine throws for a malformed pattern.
    return null
  }
}

/** An upper bound of the unrolled repetitions; nested ones multiply. Checked before any work is done. */
function repeats(source: string): number {
  return [...source.matchAll(/\{(\d+)(?:,(\d*))?\}/g)].reduce(
    (all, [, low, high]) => all * Math.max(1, Number(high || low)),
    source.length,
  )
}

const isReplacement = (text: string): boolean => /^(?:[^\\$]|\\[\\$]|\$\d)*$/s.test(text)

/** `$1` is a group, with as many digits as there are groups; `\$` and `\\` are literals. */
function expand(replacement: string, groups: readonly (string | undefined)[]): string {
  return replacement.replace(/\\([\\$])|\$(\d+)/g, (_, literal?: string, digits?: string) => {
    if (literal !== undefined || digits === undefined) return literal ?? ''
    let length = digits.length
    while (length > 1 && Number(digits.slice(0, length)) >= groups.length) length--
    return (groups[Number(digits.slice(0, length))] ?? '') + digits.slice(length)
  })
}

export function replace(input: string, engine: RE2JS, replacement: string): string | null {
  if (!isReplacement(replacement)) return null
  let result = ''
  let at = 0
  for (const match of engine.matchAll(input)) {
    const start = match.index ?? 0
    result += input.slice(at, start) + expand(replacement, match)
    at = start + match[0].length
    if (result.length > MOST_TEXT) return null
  }
  return result + input.slice(at)
}

export function split(input: string, engine: RE2JS): List | null {
  const parts: string[] = []
  let at = 0
  for (const match of engine.matchAll(input)) {
    if (match[0] === '') continue
    const start = match.index ?? 0
    parts.push(input.slice(at, start))
    at = start + match[0].length
    if (parts.length >= MOST_ITEMS) return null
  }
  return [...parts, input.slice(at)]
}

/** An invalid pattern literal, with its flags. */
const unreadable =
  (flagsAt: number) =>
  (args: readonly (Value | undefined)[]): number | null => {
    const [source, flags] = [args[1], args[flagsAt] ?? '']
    return typeof source === 'string' && typeof flags === 'string' && pattern(source, flags) === null ? 1 : null
  }

export const patternFunctions = {
  matches: {
    signatures: ['(input: text, pattern: text, flags?: text): boolean'],
    sql: true,
    mistaken: unreadable(2),
    evaluating: run<[string, string, string | null]>(
      ([input, source, flags]) => pattern(source, flags ?? '')?.test(input) ?? null,
    ),
  },
  replace: {
    signatures: ['(input: text, pattern: text, replacement: text, flags?: text): text'],
    sql: true,
    mistaken: unreadable(3),
    evaluating: run<[string, string, string, string | null]>(([input, source, replacement, flags]) => {
      const engine = pattern(source, flags ?? '')
      return engine === null ? null : replace(input, engine, replacement)
    }),
  },
  split: {
    signatures: ['(string: text, delimiter: text): list of text'],
    sql: true,
    mistaken: unreadable(2),
    evaluating: run<[string, string]>(([input, delimiter]) => {
      const engine = pattern(delimiter, '')
      return engine === null ? null : split(input, engine)
    }),
  },
} as const satisfies Declarations

const cut = (n: Num): number | null => {
  const whole = round(n, 0, 'down')
  return whole === null ? null : toInteger(whole)
}

/** Null outside the bounds of the text. */
function substring(text: string, start: Num, length: Num | null): string | null {
  const points = Array.from(text)
  const from = cut(start)
  const count = length === null ? points.length : cut(length)
  if (from === null || count === null || from === 0 || count < 1 || Math.abs(from) > points.length) return null
  const first = from > 0 ? from - 1 : points.length + from
  return points.slice(first, first + count).join('')
}

function before(text: string, match: string): string {
  const at = text.indexOf(match)
  return at < 0 ? '' : text.slice(0, at)
}

function after(text: string, match: string): string {
  const at = text.indexOf(match)
  return at < 0 ? '' : text.slice(at + match.length)
}

function joinTexts(list: List, delimiter: string | null): string | null {
  const texts: string[] = []
  let length = 0
  for (const item of list) {
    if (item === null) continue
    if (typeof item !== 'string') return null
    length += item.length + (delimiter?.length ?? 0)
    if (length > MOST_TEXT) return null
    texts.push(item)
  }
  return texts.join(delimiter ?? '')
}

export const textPartFunctions = {
  substring: {
    signatures: ['(string: text, start position: number, length?: number): text'],
    sql: true,
    evaluating: run<[string, Num, Num | null]>(([text, start, length]) => substring(text, start, length)),
  },
  'substring before': {
    signatures: ['(string: text, match: text): text'],
    sql: true,
    evaluating: run<[string, string]>(([text, match]) => before(text, match)),
  },
  'substring after': {
    signatures: ['(string: text, match: text): text'],
    sql: true,
    evaluating: run<[string, string]>(([text, match]) => after(text, match)),
  },
  'string join': {
    signatures: ['(list: list of text, delimiter?: text): text'],
    sql: true,
    evaluating: run<[List, string | null]>(([list, delimiter]) => joinTexts(list, delimiter)),
  },
} as const satisfies Declarations

// Conversions: text to number, and anything to text.

const separators = new Set([' ', ',', '.'])

/** `number("1.000,5", ".", ",")`; without separators, the notation of expressions. */
export function numberFrom(text: string, grouping: string | null, point: string | null): Num | null {
  if (grouping !== null && (!separators.has(grouping) || grouping === point)) return null
  if (point !== null && point !== ',' && point !== '.') return null
  const joined = grouping === null ? text : text.replaceAll(grouping, '')
  const plain = point === ',' ? joined.replace('.', '?').replace(',', '.') : joined
  return /^-?(\d+(\.\d+)?|\.\d+)([eE][-+]?\d+)?$/.test(plain) ? parseNum(plain) : null
}

/** An instant of a document is formatted in TIME_ZONE, with its offset at that time. */
function textFrom(value: Value, {zone}: Environment): string | null {
  if (zone === undefined || !(value instanceof DateTime)) return formatValue(value)
  const shown = inZone(value, offsetAt(zone, epochOf(value)))
  return shown === null ? null : formatDateTime(shown)
}

export const conversionFunctions = {
  number: {
    signatures: [
      '(from: text / number): number',
      '(from: text, grouping separator: text, decimal separator: text): number',
    ],
    sql: true,
    nulls: true,
    evaluating: run<[Value, (string | null)?, (string | null)?]>(([from, grouping, point]) => {
      if (isNum(from)) return grouping === undefined ? from : null
      return typeof from === 'string' ? numberFrom(from, grouping ?? null, point ?? null) : null
    }),
  },
  string: {
    signatures: ['(from: scalar): text'],
    sql: true,
    evaluating: run<[Value]>(([value], environment) => textFrom(value, environment)),
  },
} as const satisfies Declarations
