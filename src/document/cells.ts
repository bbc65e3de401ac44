/** Splits one source line of a table into its cells, as GitHub's tables do: an escaped pipe does not separate. */
import type {Place} from './finding.ts'
import type {Row} from './raw.ts'
import {textOf} from './text.ts'

export interface RowSource {
  readonly file: string
  readonly line: number
  readonly source: string
}

export function rowOf(row: RowSource): Row {
  const cells = splitCells(row.source).map(({from, to}) =>
    textOf([{file: row.file, line: row.line, column: from + 1, source: row.source.slice(from, to)}]),
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
