/** The raw document: the structure of the Markdown, before points interpret it. Every piece of text has its place. */
import type {Fix, Place} from './finding.ts'

/** The source position of part of a text; texts no longer contain escapes, code spans and line ends. */
export interface TextPiece {
  readonly offset: number
  readonly line: number
  readonly column: number
  /** A backslash precedes it in the source. */
  readonly escaped?: boolean
}

export interface Text extends Place {
  readonly text: string
  readonly pieces: readonly TextPiece[]
}

export interface RawRow extends Place {
  readonly cells: readonly Text[]
}

/** The source lines of a block, first and last, counted from 1; prose is shown from these. */
export interface Lines extends Place {
  readonly endLine: number
}

export interface RawTable extends Lines {
  readonly kind: 'table'
  readonly header: RawRow
  readonly rows: readonly RawRow[]
}

export interface Bullet extends Lines {
  readonly kind: 'bullet'
  readonly key: Text
  readonly value: Text
  /** After the end of its last line. */
  readonly endColumn: number
  /** The items of a nested list. */
  readonly nested: readonly string[]
  /** Those of the nested list that look like settings themselves. */
  readonly almost?: readonly AlmostBullet[]
}

/** A line that is almost a bullet: `- **Columns:** number`, `columns: number`. */
export interface AlmostBullet extends Place {
  readonly key: string
  readonly fix: Fix
}

export interface Fence extends Lines {
  readonly kind: 'fence'
  readonly info: string
  readonly content: string
}

/** Paragraphs, quotations, lists without keys, deeper headings: kept and shown, never a declaration. */
export interface Prose extends Lines {
  readonly kind: 'prose'
  readonly paragraph: boolean
  /** Indented far enough that Markdown shows it as code. */
  readonly code?: boolean
  readonly almost?: readonly AlmostBullet[]
}

export type Block = RawTable | Bullet | Fence | Prose

/** A point's own blocks (heading null) or those under one of its `###` headings. */
export interface RawSection extends Place {
  readonly heading: Text | null
  readonly blocks: readonly Block[]
}

export interface RawPoint {
  readonly number: PointNumber
  /** The `## n. …` headings, one for each file that contains part of this point. */
  readonly headings: readonly Text[]
  readonly sections: readonly RawSection[]
}

export const pointNumbers = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const
export type PointNumber = (typeof pointNumbers)[number]

export interface Source {
  readonly file: string
  readonly lines: readonly string[]
}

export interface RawDocument {
  readonly title: Text | null
  readonly points: Readonly<Record<PointNumber, RawPoint>>
  readonly sources: readonly Source[]
}

/** The source position of an offset inside a text, for findings about a part of a cell. */
export function placeIn(text: Text, offset: number): Place {
  let found: TextPiece = {offset: 0, line: text.line, column: text.column}
  for (const piece of text.pieces) {
    if (piece.offset > offset) break
    found = piece
  }
  return {file: text.file, line: found.line, column: found.column + (offset - found.offset)}
}

/** Part of a text between two offsets, without surrounding spaces, with all places kept. */
export function sliceOf(text: Text, from: number, to = text.text.length): Text {
  const cut = text.text.slice(from, to)
  const start = from + cut.length - cut.trimStart().length
  const trimmed = cut.trim()
  const {file, line, column} = placeIn(text, start)
  const escaped = text.pieces.some(piece => piece.offset === start && piece.escaped)
  const first: TextPiece = {offset: 0, line, column, ...(escaped ? {escaped} : {})}
  const inside = text.pieces
    .filter(piece => piece.offset > start && piece.offset < start + trimmed.length)
    .map(piece => ({...piece, offset: piece.offset - start}))
  return {file, line, column, text: trimmed, pieces: [first, ...inside]}
}

/** The fix that replaces a text, or part of it. */
export function replacing(text: Text, by: string, from = 0, to = text.text.length): Fix {
  const start = placeIn(text, from)
  const last = to > from ? placeIn(text, to - 1) : {...start, column: start.column - 1}
  const escaped = text.pieces.some(piece => piece.offset === from && piece.escaped)
  return {
    line: start.line,
    column: start.column - (escaped ? 1 : 0),
    endLine: last.line,
    endColumn: last.column + 1,
    text: by.replaceAll('|', '\\|'),
  }
}

/** A point that declares nothing is open: it runs with the default of the language. */
export function isOpen(point: RawPoint): boolean {
  return point.sections.every(section => section.blocks.every(block => block.kind === 'prose'))
}

/** The Markdown of some blocks as written by the author, block by block. */
export function sourceOf(document: RawDocument, blocks: readonly Block[]): string {
  const byFile = new Map(document.sources.map(source => [source.file, source.lines]))
  return blocks
    .map(block => (byFile.get(block.file) ?? []).slice(block.line - 1, block.endLine).join('\n'))
    .join('\n\n')
}
