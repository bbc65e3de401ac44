/**
 * Text to Tree. Parsed by `@bpmn-io/lezer-feel`; syntax errors and unsupported constructs become problems. Never
 * throws.
 */
import {parser, trackVariables} from '@bpmn-io/lezer-feel'
import type {ExpressionProblem} from '../scope.ts'
import {MOST_DEPTH, type Node, Stumbled, SyntaxReader, stumble, type TextRange} from './reader.ts'
import {shape} from './shapes.ts'
import {blank, foreignSpellings} from './spelling.ts'
import type {Tree} from './tree.ts'

export const MOST_CHARACTERS = 10_000

export type ParseResult =
  | {readonly ok: true; readonly tree: Tree}
  | {readonly ok: false; readonly problems: readonly ExpressionProblem[]}

/**
 * `names`: those that contain a reserved word (`terms and conditions`), which the parser must know. `loose`: for `nonet
 * feel`.
 */
export function parseExpression(text: string, names: readonly string[] = [], loose = false): ParseResult {
  const whole = {start: 0, end: text.length}
  if (text.length > MOST_CHARACTERS) {
    const message = `This expression has more than ${MOST_CHARACTERS} characters.`
    return failed(stumble('N051', whole, {message, hint: 'Split it into computed fields.'}))
  }
  if (nestingOf(text) > 2 * MOST_DEPTH) {
    const message = `The expression is nested more than ${MOST_DEPTH} deep.`
    return failed(stumble('N051', whole, {message, hint: 'Split it into computed fields.'}))
  }
  const tooLong = longName(text)
  if (tooLong !== null) {
    const message = `More than ${MOST_WORDS} words follow each other without an operator.`
    return failed(stumble('N050', tooLong, {message, hint: 'If they are a text, put them in quotes.'}))
  }
  if (text.trim() === '') {
    return failed(
      stumble('N050', whole, {message: 'The expression is empty.', hint: 'Write an expression, or remove it.'}),
    )
  }
  const foreign = foreignSpellings(text, loose)
  return foreign.length > 0 ? {ok: false, problems: foreign} : read(text, names)
}

/** The maximum nesting of brackets. The parser takes quadratic time, so it is checked first. */
function nestingOf(text: string): number {
  let [open, most] = [0, 0]
  for (const char of blank(text)) {
    if (char === '(' || char === '[' || char === '{') most = Math.max(most, ++open)
    else if (char === ')' || char === ']' || char === '}') open = Math.max(0, open - 1)
  }
  return most
}

/** More than any name has. */
const MOST_WORDS = 50

/** Words that end a name. */
export const keywords: ReadonlySet<string> = new Set(
  'and between else every false for function if in instance not null of or return satisfies some then true'.split(' '),
)

/** The first name that is far too long. A name may have several words, and the parser takes quadratic time for it. */
function longName(text: string): TextRange | null {
  let [words, start] = [0, 0]
  for (const {0: token, index} of blank(text).matchAll(/[\p{L}\p{N}_]+|\S/gu)) {
    const isWord = /^[\p{L}\p{N}_]/u.test(token) && !keywords.has(token)
    if (isWord && words === 0) start = index
    words = isWord ? words + 1 : 0
    if (words > MOST_WORDS) return {start, end: index + token.length}
  }
  return null
}

const failed = ({problem}: Stumbled): ParseResult => ({ok: false, problems: [problem]})

function read(text: string, names: readonly string[]): ParseResult {
  const reader = new SyntaxReader(text, shape)
  try {
    return {ok: true, tree: reader.read(rootOf(reader.code, names))}
  } catch (error) {
    if (error instanceof Stumbled) return failed(error)
    // The parser's handling of names throws on some broken texts ("uncleared name").
    const why = {message: 'This is not a valid expression.', hint: 'Check for a missing operator or quote.'}
    return failed(stumble('N050', {start: 0, end: text.length}, why))
  }
}

function rootOf(code: string, names: readonly string[]): Node {
  if (names.length === 0) return parser.parse(code).topNode
  const known = Object.fromEntries(names.map(name => [name, 1]))
  return parser.configure({contextTracker: trackVariables(known)}).parse(code).topNode
}
