/**
 * Tables that Markdown does not recognise: in a code block, separated by tabs, without the line under the header, or
 * split by a comment. Each is read as the intended table, with a finding that explains how to write it.
 */

import {type Finding, type Fix, finding} from './finding.ts'
import type {Block, Lines, RawRow, RawTable, Source} from './raw.ts'
import {shares, type TableKind} from './table.ts'
import {joinedText, rowOf} from './text.ts'

export interface NearTable {
  readonly table: RawTable
  readonly finding: Finding
}

/** Null if it is prose or code. `kinds`: the tables of the point. */
export function nearTable(block: Block, source: Source, kinds: readonly TableKind<string>[]): NearTable | null {
  if (block.kind === 'fence') return inFence(block, source, kinds)
  if (block.kind !== 'prose') return null
  if (block.code) return indented(block, source, kinds)
  return block.paragraph ? (withoutDelimiter(block, source, kinds) ?? tabbed(block, source, kinds)) : null
}

function linesIn(source: Source, {line, endLine}: {line: number; endLine: number}) {
  return source.lines.slice(line - 1, endLine).map((text, index) => ({line: line + index, text}))
}

type TableLine = ReturnType<typeof linesIn>[number]

const isDelimiter = (text: string): boolean => /^[\s|:-]*-[\s|:-]*$/.test(text)

function tableOf(source: Source, written: readonly TableLine[], row: (line: TableLine) => RawRow): RawTable | null {
  const [first, ...rest] = written.filter(({text}) => text.trim() !== '')
  const last = written.at(-1)
  if (!first || !last) return null
  const rows = rest.filter(({text}) => !isDelimiter(text)).map(row)
  const place = {file: source.file, line: first.line, column: 1}
  return {kind: 'table', ...place, endLine: last.line, header: row(first), rows}
}

const barred =
  (source: Source) =>
  ({line, text}: TableLine): RawRow =>
    rowOf({file: source.file, line, source: text})

const named = ({called}: TableKind<string>): string => `This looks like the table of ${called}`

function inFence(
  block: Block & {kind: 'fence'},
  source: Source,
  kinds: readonly TableKind<string>[],
): NearTable | null {
  const inside = linesIn(source, {line: block.line + 1, endLine: Math.max(block.line, block.endLine - 1)})
  const table = tableOf(source, inside, barred(source))
  const kind = table && shares(table, kinds)
  if (!table || !kind) return null
  return {
    table,
    finding: finding('N012', block, {
      message: `${named(kind)}, but it is inside a code block, so it is not read.`,
      hint: 'Remove the lines that open and close the code block.',
      fix: replacingLines(
        source,
        block,
        inside.map(({text}) => text),
      ),
    }),
  }
}

function indented(block: Lines, source: Source, kinds: readonly TableKind<string>[]): NearTable | null {
  const written = linesIn(source, block)
  const table = tableOf(source, written, barred(source))
  const kind = table && shares(table, kinds)
  if (!table || !kind) return null
  return {
    table,
    finding: finding('N012', block, {
      message: `${named(kind)}, but its lines are indented, which makes it a code block.`,
      hint: 'Start its lines at the margin.',
      fix: replacingLines(
        source,
        block,
        written.map(({text}) => text.trimStart()),
      ),
    }),
  }
}

/** The line under the header is missing, or has another number of cells. */
function withoutDelimiter(block: Lines, source: Source, kinds: readonly TableKind<string>[]): NearTable | null {
  const written = linesIn(source, block)
  const [first, second] = written
  const table = tableOf(source, written, barred(source))
  if (!first || !second || !table) return null
  const starts = [first, second].every(({text}) => text.trim().startsWith('|'))
  if (!starts && !(written.every(({text}) => text.includes('|')) && shares(table, kinds))) return null
  const cells = table.header.cells.length
  const delimiter = `|${'---|'.repeat(cells)}`
  const wrong = isDelimiter(second.text)
  return {
    table,
    finding: finding('N012', block, {
      message: wrong
        ? 'This table cannot be read: the line under the header must have one cell for each column.'
        : 'This table cannot be read: there is no line under the header.',
      hint: `Write ${cells > 20 ? '`---` for each column' : `\`${delimiter}\``} as the second line.`,
      fix: {
        line: second.line,
        column: 1,
        endLine: second.line,
        endColumn: wrong ? second.text.length + 1 : 1,
        text: wrong ? delimiter : `${delimiter}\n`,
      },
    }),
  }
}

function tabbed(block: Lines, source: Source, kinds: readonly TableKind<string>[]): NearTable | null {
  const written = linesIn(source, block)
  if (written.length < 2 || !written.every(({text}) => text.includes('\t'))) return null
  const table = tableOf(source, written, line => rowOfTabs(source, line))
  const kind = table && shares(table, kinds)
  if (!table || !kind) return null
  const rows = [table.header, ...table.rows].map(({cells}) => `| ${cells.map(({text}) => text).join(' | ')} |`)
  return {
    table,
    finding: finding('N012', block, {
      message: `${named(kind)}, but its columns are separated by tabs.`,
      hint: 'Separate the columns with bars: `| Code | Message |`, and write `|---|---|` under the header.',
      fix: replacingLines(source, block, [
        rows[0] ?? '',
        `|${'---|'.repeat(table.header.cells.length)}`,
        ...rows.slice(1),
      ]),
    }),
  }
}

function rowOfTabs({file}: Source, {line, text}: TableLine): RawRow {
  const cells = [...text.matchAll(/[^\t]+/g)].map(({0: cell, index}) =>
    joinedText([{file, line, column: index + 1, source: cell.trim()}]),
  )
  return {file, line, column: 1, cells}
}

/** A table directly under a bullet, which Markdown reads as text of the bullet. */
export function swallowedTable(bullet: Lines, source: Source): NearTable | null {
  const inside = linesIn(source, {line: bullet.line + 1, endLine: bullet.endLine})
  const at = inside.findIndex(({text}) => text.trimStart().startsWith('|'))
  const first = inside[at]
  const table = at < 0 ? null : tableOf(source, inside.slice(at), barred(source))
  if (!first || !table) return null
  const place = {file: source.file, line: first.line, column: first.text.length - first.text.trimStart().length + 1}
  return {
    table,
    finding: finding('N012', place, {
      message: 'This table is read as part of the bullet above it.',
      hint: 'Put an empty line before the table.',
      fix: {line: first.line, column: 1, endLine: first.line, endColumn: 1, text: '\n'},
    }),
  }
}

/** Rows that a comment separates from their table. */
export function cutOff(table: RawTable, comment: Lines, rest: Block, source: Source): NearTable | null {
  const follows = comment.line === table.endLine + 1 && rest.line === comment.endLine + 1
  const written = linesIn(source, rest)
  if (!follows || rest.kind !== 'prose' || !written.every(({text}) => text.trim().startsWith('|'))) return null
  const hidden = linesIn(source, comment).map(({text}) => text)
  return {
    table: {...table, endLine: rest.endLine, rows: [...table.rows, ...written.map(barred(source))]},
    finding: finding('N012', rest, {
      message: 'The comment above ends the table, so this row is not part of it.',
      hint: 'Move the comment below the table.',
      fix: replacingLines(source, {line: comment.line, endLine: rest.endLine}, [
        ...written.map(({text}) => text),
        '',
        ...hidden,
      ]),
    }),
  }
}

/** Rows below an empty line, which ends the table. */
export function belowEmptyLine(table: RawTable, rest: Block, source: Source): NearTable | null {
  const gap = linesIn(source, {line: table.endLine + 1, endLine: rest.line - 1})
  const written = linesIn(source, rest)
  if (rest.kind !== 'prose' || !rest.paragraph || gap.some(({text}) => text.trim() !== '')) return null
  if (!written.every(({text}) => text.trim().startsWith('|') && !isDelimiter(text))) return null
  const rows = written.map(barred(source))
  if (rows.some(({cells}) => cells.length !== table.header.cells.length)) return null
  return {
    table: {...table, endLine: rest.endLine, rows: [...table.rows, ...rows]},
    finding: finding('N012', rest, {
      message: 'The empty line above ends the table, so this row is not part of it.',
      hint: 'Remove the empty line.',
      fix: {line: table.endLine + 1, column: 1, endLine: rest.line, endColumn: 1, text: ''},
    }),
  }
}

function replacingLines(source: Source, at: {line: number; endLine: number}, by: readonly string[]): Fix {
  const endColumn = (source.lines[at.endLine - 1] ?? '').length + 1
  return {line: at.line, column: 1, endLine: at.endLine, endColumn, text: by.join('\n')}
}
