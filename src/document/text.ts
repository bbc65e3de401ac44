/**
 * Source text → the text an author meant: code spans unwrapped, Markdown's escapes removed, with the way back to the
 * source kept in pieces. FEEL's own backslashes (`\"`, `\n`) are left alone.
 */
import type {Place} from './finding.ts'
import {type Piece, sliceOf, type Text} from './raw.ts'

const escapable = new Set('|_*<>[]#~`')

interface Line extends Place {
  readonly source: string
}

/** One text from one or several source lines; lines are joined by a space. */
export function textOf(lines: readonly Line[]): Text {
  const first = lines[0]
  if (!first) throw new Error('a text has at least one line')
  const pieces: Piece[] = []
  let text = ''
  for (const line of lines) {
    if (text !== '') text += ' '
    text = unwrapLine(line, text, pieces)
  }
  const whole = {file: first.file, line: first.line, column: first.column, text: text.trimEnd(), pieces}
  // A comment in front leaves its space behind.
  return whole.text.startsWith(' ') ? sliceOf(whole, 0) : whole
}

function unwrapLine(line: Line, before: string, pieces: Piece[]): string {
  const {source} = line
  let text = before
  let at = 0
  const take = (from: number, to: number) => {
    if (from === to) return
    const escaped = source[from - 1] === '\\' && escapable.has(source[from] ?? '')
    pieces.push({offset: text.length, line: line.line, column: line.column + from, ...(escaped ? {escaped} : {})})
    text += source.slice(from, to)
  }
  let start = 0
  while (at < source.length) {
    const character = source[at]
    if (character === '\\' && escapable.has(source[at + 1] ?? '')) {
      take(start, at)
      start = at + 1
      at += 2
    } else if (character === '<' && commentEnd(source, at) !== null) {
      take(start, at)
      at = commentEnd(source, at) ?? at
      start = at
    } else if (character === '`') {
      const span = codeSpanAt(source, at)
      take(start, at)
      if (span) {
        takeCode(source.slice(span.from, span.to), span.from, (from, to) => take(from, to))
        at = span.end
      } else {
        const end = runEnd(source, at)
        take(at, end)
        at = end
      }
      start = at
    } else at += 1
  }
  take(start, source.length)
  return text
}

/** Where a comment that begins here ends, on the same line. */
function commentEnd(source: string, at: number): number | null {
  const end = source.startsWith('<!--', at) ? source.indexOf('-->', at + 4) : -1
  return end < 0 ? null : end + 3
}

/** Inside a code span of a table cell only the pipe is escaped. */
function takeCode(code: string, offset: number, take: (from: number, to: number) => void): void {
  let start = 0
  for (let at = code.indexOf('\\|'); at >= 0; at = code.indexOf('\\|', at + 2)) {
    take(offset + start, offset + at)
    start = at + 1
  }
  take(offset + start, offset + code.length)
}

function runEnd(source: string, at: number): number {
  let end = at
  while (source[end] === '`') end += 1
  return end
}

function codeSpanAt(source: string, at: number): {from: number; to: number; end: number} | null {
  const from = runEnd(source, at)
  const length = from - at
  for (let next = source.indexOf('`', from); next >= 0; next = source.indexOf('`', next)) {
    const end = runEnd(source, next)
    if (end - next === length) return trimOneSpace(source, from, next, end)
    next = end
  }
  return null
}

function trimOneSpace(source: string, from: number, to: number, end: number) {
  const padded = to - from > 2 && source[from] === ' ' && source[to - 1] === ' '
  return padded ? {from: from + 1, to: to - 1, end} : {from, to, end}
}
