/**
 * Syntax of other languages, and unmatched brackets and quotes. They are found in the text itself, because the parser
 * either accepts them with another meaning or fails at a later place.
 */

import type {ExpressionProblem, TextEdit} from '../scope.ts'

/** Strings and comments first, so that their content is not taken for code. */
const pieces = /"(?:\\[\s\S]|[^"\\])*"|\/\*[\s\S]*?\*\/|\/\/[^\n]*|"/g

/** The text with strings and comments blanked out, with all other characters at their positions. */
export function blank(text: string): string {
  return text.replace(pieces, piece =>
    piece === '"' ? piece : piece[0] === '"' ? `"${' '.repeat(piece.length - 2)}"` : ' '.repeat(piece.length),
  )
}

/** The intended spelling; without `write` the author has to decide. */
interface MeantWord {
  readonly message: string
  readonly hint?: string
  readonly write?: string
  /** Its start, if it differs from the match, and its end. */
  readonly start?: number
  readonly end?: number
}

interface FoundWord {
  readonly text: string
  readonly code: string
  readonly match: RegExpExecArray
}

interface Foreign {
  readonly find: RegExp
  /** Null if it is valid. */
  readonly meant: (found: FoundWord) => MeantWord | null
  /** Valid in the standard, so only documents reject it. */
  readonly strictly?: boolean
}

const operator =
  (write: string) =>
  ({match}: FoundWord): MeantWord => ({message: `\`${match[0]}\` is not an operator here.`, write})

const spelling =
  (write: (match: RegExpExecArray) => string) =>
  ({match}: FoundWord): MeantWord => ({message: `\`${match[0]}\` is not written like this.`, write: write(match)})

const foreign: readonly Foreign[] = [
  {find: /\bif\s*\(/gi, meant: ifFunction},
  {find: /\?/g, meant: ternary},
  {find: /!==/g, meant: operator('!=')},
  {find: /===?/g, meant: operator('=')},
  {
    find: /\.(?:all|any|every|some|filter|find|map|where)\s*\(\s*\(?\s*\w+\s*\)?\s*=>/g,
    meant: () => ({
      message: 'Lists have no such functions here.',
      hint: 'Write `every l in lines satisfies l.open`, `some l in lines satisfies …`, or a filter: `lines[open]`.',
    }),
  },
  {find: /=>/g, meant: operator('>=')},
  {find: /=</g, meant: operator('<=')},
  {find: /<>/g, meant: operator('!=')},
  {find: /\bis\s+not\s+(?:null|empty|blank)\b/gi, meant: spelling(() => '!= null')},
  {find: /\bis\s+(?:null|empty|blank)\b/gi, meant: spelling(() => '= null')},
  {find: /\bis\s+not(?=\s+")/gi, meant: operator('!=')},
  {find: /\bis(?=\s+")/gi, meant: operator('=')},
  {find: /&&?/g, meant: operator('and')},
  {find: /\|\|?/g, meant: operator('or')},
  {find: /!(?!=)/g, meant: negation},
  {
    find: /\b(?:AND|OR|NOT|IN|BETWEEN|THEN|ELSE|SOME|EVERY|SATISFIES)\b/g,
    meant: spelling(([word]) => word.toLowerCase()),
  },
  {find: /\b(?:NULL|TRUE|FALSE|Null|True|False|nil|None|undefined)\b/g, meant: constantWord},
  {find: /(?<![\w.])(\d+(?:\.\d+)?)\s*%(?!\s*[\w(])/g, meant: percentage},
  {
    find: /%/g,
    meant: ({match}) => ({message: `\`${match[0]}\` is not an operator here.`, hint: 'Write `modulo(a, b)`.'}),
  },
  {
    find: /(?<![\w.])(\d{1,2})\.(\d{1,2})\.(\d{4})(?![\w.])/g,
    meant: ({match: [, day, month, year]}) => dateOf(year, month, day),
  },
  {
    find: /(?<![\w.])(\d{4})-(\d\d)-(\d\d)(?![\w.])/g,
    meant: ({match: [, year, month, day]}) => dateOf(year, month, day),
    strictly: true,
  },
  {find: /(?<![\w.])(\d{1,2})\/(\d{1,2})\/(\d{4})(?![\w.])/g, meant: slashedDate, strictly: true},
  {find: /(?<![\w.])\d{1,3}(?:\.\d{3})+,\d+(?![\w.])|(?<![\w.])\d+,\d+(?![\w.])/g, meant: decimalComma},
  {find: /(?<![\w.])[1-9]\d{0,2}(?:(?:\.\d{3}){2,}|\.000)(?![\w.,])/g, meant: dottedThousands, strictly: true},
  {find: /[€$£]\s*(\d+(?:\.\d+)?)|(?<![\w.])(\d+(?:\.\d+)?)\s*(?:[€$£]|(?:EUR|USD|GBP|CHF)\b)/g, meant: amount},
  {find: /(?<![\w.])(\d+)\s+(second|minute|hour|day|week|month|year)s?\b/g, meant: length},
  {find: /([a-z_][\w.]*)\s+like\s+"[^"]*"/gi, meant: like},
  {find: /['‘’][^'‘’]*['‘’]/g, meant: ({match, text}) => quoted(text, match, 'Texts are written in double quotes.')},
  {
    find: /[“”„][^“”„]*[“”„]/g,
    meant: ({match, text}) => quoted(text, match, 'Texts are written in straight double quotes.'),
  },
  {
    find: /;/g,
    meant: ({match, code}) =>
      bracketsIn(code, match.index) > 0 ? {message: '`;` does not separate arguments.', write: ','} : null,
  },
]

/** Problems with the right spelling as a hint, in the order of the text. */
export function foreignSpellings(text: string, loose = false): ExpressionProblem[] {
  const code = blank(text)
  const found: ExpressionProblem[] = []
  for (const {find, meant, strictly} of foreign) {
    if (strictly && loose) continue
    for (const match of code.matchAll(find)) {
      const read = meant({text, code, match})
      if (read === null) continue
      const problem = problemOf(read, match)
      if (!found.some(other => problem.start < other.end && other.start < problem.end)) found.push(problem)
    }
  }
  return found.sort((a, b) => a.start - b.start)
}

function problemOf({message, hint, write, start, end}: MeantWord, match: RegExpExecArray): ExpressionProblem {
  const place = {start: start ?? match.index, end: end ?? match.index + match[0].length}
  const fix: TextEdit | undefined = write === undefined ? undefined : {...place, text: write}
  return {code: 'N052', message, hint: hint ?? `Write \`${write}\`.`, ...place, fix}
}

/** `IF(a; b; c)`, but not `if (a) then b else c`. */
function ifFunction({text, code, match}: FoundWord): MeantWord | null {
  const open = match.index + match[0].length - 1
  const close = closingOf(code, open)
  if (close === null || /^\s*then\b/i.test(code.slice(close + 1))) return null
  const [condition, yes, no = 'null', more] = partsAt(code, open + 1, close).map(({start, end}) =>
    text.slice(start, end).trim(),
  )
  if (!condition || !yes || more !== undefined) return null
  const message = `\`${text.slice(match.index, open)}\` is not a function here.`
  return {message, write: `if ${condition} then ${yes} else ${no}`, end: close + 1}
}

/** `a ? b : c` */
function ternary({text, code, match}: FoundWord): MeantWord | null {
  const colon = code.indexOf(':', match.index)
  if (colon < 0 || bracketsIn(code, match.index) > 0 || code.indexOf('?', match.index + 1) >= 0) return null
  const [condition, yes, no] = [text.slice(0, match.index), text.slice(match.index + 1, colon), text.slice(colon + 1)]
  const write = `if ${condition.trim()} then ${yes.trim()} else ${no.trim()}`
  return {message: '`? :` is not an operator here.', write, start: 0, end: text.length}
}

function negation({text, code, match}: FoundWord): MeantWord {
  const message = '`!` is not an operator here.'
  const next = code.slice(match.index + 1)
  if (/^\s*\(/.test(next)) return {message, hint: 'Write `not(…)`.', write: 'not'}
  const [name] = /^\s*[\w.]+/.exec(next) ?? []
  const end = match.index + 1 + (name?.length ?? 0)
  return name
    ? {message, write: `not(${text.slice(match.index + 1, end).trim()})`, end}
    : {message, hint: 'Write `not(…)`.'}
}

function constantWord({match: [word]}: FoundWord): MeantWord {
  const write = /^(?:true|false)$/i.test(word) ? word.toLowerCase() : 'null'
  return {message: `\`${word}\` is not written like this.`, write}
}

function percentage({match: [found, number = '']}: FoundWord): MeantWord {
  const [whole = '', places = ''] = number.split('.')
  const digits = whole.padStart(3, '0')
  const before = digits.slice(0, -2).replace(/^0+(?=\d)/, '')
  const after = `${digits.slice(-2)}${places}`.replace(/0+$/, '')
  return {message: `\`${found}\` is not a number here.`, write: after === '' ? before : `${before}.${after}`}
}

function dateOf(year = '', month = '', day = ''): MeantWord | null {
  if (Number(month) < 1 || Number(month) > 12 || Number(day) < 1 || Number(day) > 31) return null
  const write = `date("${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}")`
  return {message: 'Dates are not written like this.', write}
}

/** 12/31/2026 and 31/12/2026 are unambiguous; 5/6/2026 is left to the author. */
function slashedDate({match: [, first = '', second = '', year = '']}: FoundWord): MeantWord | null {
  const [a, b] = [Number(first), Number(second)]
  if (a > 12 || b > 12) return a > 12 ? dateOf(year, second, first) : dateOf(year, first, second)
  return {message: 'Dates are not written like this.', hint: 'Write `date("2026-12-31")`: year, month, day.'}
}

/** Inside brackets a comma separates. */
function decimalComma({code, match}: FoundWord): MeantWord | null {
  if (bracketsIn(code, match.index) > 0) return null
  const [number] = match
  const thousand = /^[1-9]\d{0,2},\d{3}$/.test(number)
  const write = thousand ? number.replace(',', '') : number.replaceAll('.', '').replace(',', '.')
  return {message: `\`${number}\` is not written like this: decimals have a point, and thousands nothing.`, write}
}

/** `1.500` may be a number with three decimals; `1.000` is hardly meant as 1. */
function dottedThousands({match: [number]}: FoundWord): MeantWord {
  const write = number.replaceAll('.', '')
  const is = number.split('.').length > 2 ? 'no number' : `the number ${Number(number)}`
  return {message: `\`${number}\` is ${is}: a point separates decimals, and thousands are not separated.`, write}
}

function amount({match: [found, before, after]}: FoundWord): MeantWord {
  return {message: `\`${found}\` has a currency, which point 9 sets for all amounts.`, write: before ?? after ?? '0'}
}

const units: Readonly<Record<string, (count: string) => string>> = {
  second: count => `PT${count}S`,
  minute: count => `PT${count}M`,
  hour: count => `PT${count}H`,
  day: count => `P${count}D`,
  week: count => `P${Number(count) * 7}D`,
  month: count => `P${count}M`,
  year: count => `P${count}Y`,
}

function length({match: [found, count = '', unit = '']}: FoundWord): MeantWord {
  const write = `duration("${units[unit]?.(count) ?? ''}")`
  return {
    message: `\`${found}\` is not written like this in an expression.`,
    hint: `Write \`${write}\`, or name a constant: point 9 takes \`${found}\`.`,
    write,
  }
}

function like({text, match}: FoundWord): MeantWord {
  const written = text.slice(match.index, match.index + match[0].length)
  const [, before = '', inside = '', after = ''] = /"(%?)([^"]*?)(%?)"$/.exec(written) ?? []
  const call = before && after ? 'contains' : after ? 'starts with' : before ? 'ends with' : ''
  const message = '`like` is not an operator here.'
  if (/[%_]/.test(inside)) return {message, hint: 'Use `contains(…)`, `starts with(…)` or `ends with(…)`.'}
  return {message, write: call ? `${call}(${match[1]}, "${inside}")` : `${match[1]} = "${inside}"`}
}

function quoted(text: string, match: RegExpExecArray, message: string): MeantWord {
  const inside = text.slice(match.index + 1, match.index + match[0].length - 1)
  return {message, write: `"${inside}"`}
}

const closers: Readonly<Record<string, string>> = {'(': ')', '[': ']', '{': '}'}

/** A half-open range closes with the other bracket, so round and square ones may pair. */
const pairs = (open: string, close: string): boolean => (open === '{') === (close === '}')

/** Only used after a syntax error: `]1..5[` is valid, though it looks unbalanced. */
export function unbalanced(text: string): ExpressionProblem | null {
  const code = blank(text)
  const open: {bracket: string; at: number}[] = []
  for (const {0: bracket, index: at} of code.matchAll(/[()[\]{}]/g)) {
    if (closers[bracket] !== undefined) open.push({bracket, at})
    else {
      const last = open.pop()
      if (last === undefined || !pairs(last.bracket, bracket)) return lone(bracket, at)
    }
  }
  const left = open.pop()
  if (left !== undefined) return lone(left.bracket, left.at)
  const quotes = [...code.matchAll(/"/g)]
  const last = quotes.at(-1)
  if (last === undefined || quotes.length % 2 === 0) return null
  return {
    code: 'N053',
    message: 'This text is not closed.',
    hint: 'Add the missing `"`.',
    start: last.index,
    end: last.index + 1,
  }
}

function lone(bracket: string, at: number): ExpressionProblem {
  const closer = closers[bracket]
  const place = {start: at, end: at + 1}
  return closer === undefined
    ? {
        code: 'N053',
        message: `Nothing opens this \`${bracket}\`.`,
        hint: 'Remove it, or add the bracket that opens it.',
        ...place,
      }
    : {code: 'N053', message: `This \`${bracket}\` is not closed.`, hint: `Add the missing \`${closer}\`.`, ...place}
}

// Brackets in a text whose string literals are blanked out.

/** The number of open brackets at an offset. */
function bracketsIn(code: string, at: number): number {
  let depth = 0
  for (const [bracket] of code.slice(0, at).matchAll(/[()[\]{}]/g)) depth += '([{'.includes(bracket) ? 1 : -1
  return depth
}

/** The position of the closing bracket; null if it is missing. */
function closingOf(code: string, open: number): number | null {
  let depth = 0
  for (let at = open; at < code.length; at += 1) {
    if ('([{'.includes(code[at] ?? '')) depth += 1
    if (')]}'.includes(code[at] ?? '')) depth -= 1
    if (depth === 0) return at
  }
  return null
}

/** The parts between commas or semicolons at the top level of brackets. */
function partsAt(code: string, from: number, to: number): {readonly start: number; readonly end: number}[] {
  const parts: {start: number; end: number}[] = []
  let start = from
  let depth = 0
  for (let at = from; at < to; at += 1) {
    const sign = code[at] ?? ''
    if ('([{'.includes(sign)) depth += 1
    if (')]}'.includes(sign)) depth -= 1
    if (!',;'.includes(sign) || depth > 0) continue
    parts.push({start, end: at})
    start = at + 1
  }
  return [...parts, {start, end: to}]
}
