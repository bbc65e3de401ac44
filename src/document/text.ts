/**
 * Source text → the intended text: code spans are unwrapped and Markdown escapes removed, and pieces keep the mapping
 * to the source. FEEL's own backslashes (`\"`, `
 * `) are kept.
 */

import {type Finding, finding, type Place} from './finding.ts'
import {placeIn, type RawRow, replacing, sliceOf, type Text, type TextPiece} from './raw.ts'

const escapable = new Set('|_*<>[]#~`')

interface TextLine extends Place {
  readonly source: string
}

/** One text from one or several source lines; lines are joined by a space. */
export function joinedText(lines: readonly TextLine[]): Text {
  const first = lines[0]
  if (!first) throw new Error('a text has at least one line')
  const pieces: TextPiece[] = []
  let text = ''
  for (const line of lines) {
    if (text !== '') text += ' '
    text = unwrapLine(line, text, pieces)
  }
  const whole = {file: first.file, line: first.line, column: first.column, text: text.trimEnd(), pieces}
  // A leading comment leaves a space behind.
  return whole.text.startsWith(' ') ? sliceOf(whole, 0) : whole
}

function unwrapLine(line: TextLine, before: string, pieces: TextPiece[]): string {
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

/** The end of a comment that starts here, on the same line. */
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

// Splits one source line of a table into its cells, like GitHub's tables: an escaped pipe does not separate.

interface RowSource {
  readonly file: string
  readonly line: number
  readonly source: string
}

export function rowOf(row: RowSource): RawRow {
  const cells = splitCells(row.source).map(({from, to}) =>
    joinedText([{file: row.file, line: row.line, column: from + 1, source: row.source.slice(from, to)}]),
  )
  const place: Place = {file: row.file, line: row.line, column: indentOf(row.source) + 1}
  return {...place, cells}
}

export function indentOf(line: string): number {
  return line.length - line.trimStart().length
}

function splitCells(line: string): {from: number; to: number}[] {
  const end = line.trimEnd().length
  const bars = barsOf(line, end)
  const starts = [indentOf(line), ...bars.map(bar => bar + 1)]
  const ends = [...bars, end]
  const cells = starts.map((from, index) => trimmed(line, from, ends[index] ?? end))
  const first = cells[0]
  if (first && first.from === first.to && cells.length > 1) cells.shift()
  const last = cells.at(-1)
  if (last && last.from === last.to && bars.at(-1) === end - 1) cells.pop()
  return cells
}

function barsOf(line: string, end: number): number[] {
  const bars: number[] = []
  for (let at = 0; at < end; at += 1) {
    if (line[at] === '|' && line[at - 1] !== '\\') bars.push(at)
  }
  return bars
}

function trimmed(line: string, from: number, to: number): {from: number; to: number} {
  let start = from
  let end = to
  while (start < end && /\s/.test(line[start] ?? '')) start += 1
  while (end > start && /\s/.test(line[end - 1] ?? '')) end -= 1
  return {from: start, to: end}
}

// Placeholders in messages: `{total}`, and its spellings in other languages: `${total}`, `{{total}}`, `%{total}`.

/** `isKnown`: whether a name would be filled in, so that other braces in prose are ignored. */
export function foreignPlaceholders(text: Text, isKnown: (name: string) => boolean): Finding[] {
  return [...text.text.matchAll(/[$%#]\{\s*([\w.]+)\s*\}|\{\{\s*([\w.]+)\s*\}\}/g)].flatMap(match => {
    const name = match[1] ?? match[2] ?? ''
    if (!isKnown(name)) return []
    return [
      finding('N508', placeIn(text, match.index), {
        message: `\`${match[0]}\` is shown with the extra characters.`,
        hint: `Write \`{${name}}\`.`,
        fix: replacing(text, `{${name}}`, match.index, match.index + match[0].length),
      }),
    ]
  })
}
