/** One file's Markdown → its blocks in order, with source lines. Only the block level is read; texts stay as written. */

import MarkdownIt from 'markdown-it'
import {indentOf, rowOf} from './cells.ts'
import {type Finding, finding, type Place} from './finding.ts'
import type {Block, Bullet, Row, Source, Table, Text} from './raw.ts'
import {textOf} from './text.ts'

/** Deeper nesting than this is nobody's specification; the parser stops there and we say so. */
const maxNesting = 64

/** A list is two levels to the parser, itself and its item; the words inside have levels too. */
export const mostLists = maxNesting / 2 - 2
export const mostQuotations = maxNesting - 3

let made: Markdown | undefined

function markdown(): Markdown {
  if (made) return made
  made = new MarkdownIt({html: false})
  made.core.ruler.enableOnly(['normalize', 'block'])
  return made.set({maxNesting})
}

type Markdown = InstanceType<typeof MarkdownIt>
type Token = ReturnType<Markdown['parse']>[number]

export interface Heading {
  readonly kind: 'heading'
  readonly level: number
  readonly text: Text
  readonly endLine: number
}

export interface ReadBlocks {
  readonly blocks: readonly (Heading | Block)[]
  readonly findings: readonly Finding[]
}

export function readBlocks(source: Source): ReadBlocks {
  const tokens = markdown().parse(source.lines.join('\n'), {})
  const findings: Finding[] = nestingFindings(tokens, source)
  const blocks: (Heading | Block)[] = []
  for (let index = 0; index < tokens.length; ) {
    const token = tokens[index]
    if (!token) break
    const end = closingIndex(tokens, index)
    for (const block of readBlock(source, tokens.slice(index, end + 1), findings)) blocks.push(block)
    index = end + 1
  }
  return {blocks, findings}
}

function closingIndex(tokens: readonly Token[], open: number): number {
  let depth = 0
  for (let index = open; index < tokens.length; index += 1) {
    depth += tokens[index]?.nesting ?? 0
    if (depth <= 0) return index
  }
  return tokens.length - 1
}

function readBlock(source: Source, tokens: readonly Token[], findings: Finding[]): (Heading | Block)[] {
  const token = tokens[0]
  if (!token?.map) return []
  switch (token.type) {
    case 'heading_open':
      return [readHeading(source, token)]
    case 'table_open':
      return [readTable(source, tokens, findings)]
    case 'bullet_list_open':
      return readBulletList(source, tokens, findings)
    case 'fence':
      return [readFence(source, token, findings)]
    default:
      return [readProse(source, token, findings)]
  }
}

function linesOf(source: Source, token: Token | undefined) {
  const [start = 0, after = start + 1] = token?.map ?? []
  let end = Math.max(after, start + 1)
  while (end > start + 1 && (source.lines[end - 1] ?? '').trim() === '') end -= 1
  const line = source.lines[start] ?? ''
  return {file: source.file, line: start + 1, column: indentOf(line) + 1, endLine: end}
}

function readHeading(source: Source, token: Token): Heading {
  const {file, line, endLine} = linesOf(source, token)
  const written = source.lines[line - 1] ?? ''
  const start = /^\s*#*\s*/.exec(written)?.[0].length ?? 0
  const text = written.slice(start).replace(/\s+#+\s*$/, '')
  return {
    kind: 'heading',
    level: Number(token.tag.slice(1)),
    text: textOf([{file, line, column: start + 1, source: text.trimEnd()}]),
    endLine,
  }
}

function readTable(source: Source, tokens: readonly Token[], findings: Finding[]): Table {
  const rows = tokens.filter(token => token.type === 'tr_open').map(token => readRow(source, token))
  const [header, ...body] = rows
  const lines = linesOf(source, tokens[0])
  const head: Row = header ?? {...lines, cells: []}
  for (const row of body) {
    const extra = row.cells[head.cells.length]
    if (extra) findings.push(tooManyCells(row, head, extra))
  }
  return {kind: 'table', ...lines, header: head, rows: body}
}

function readRow(source: Source, token: Token): Row {
  const line = token.map?.[0] ?? 0
  return rowOf({file: source.file, line: line + 1, source: source.lines[line] ?? ''})
}

function tooManyCells(row: Row, header: Row, extra: Place): Finding {
  const counts = `${row.cells.length} cells, and the header has ${header.cells.length}`
  return finding('N011', extra, {
    message: `This row has ${counts}; what is too much would be lost.`,
    hint: 'Write a bar inside a cell as \\|, or remove the extra bar.',
  })
}

const keyed = /^([a-z][a-z /-]{0,38}?)\s*:(?=\s|$)\s*/

function readBulletList(source: Source, tokens: readonly Token[], findings: Finding[]): Block[] {
  const blocks: Block[] = []
  for (const [index, token] of tokens.entries()) {
    if (token.type !== 'list_item_open' || token.level !== 1) continue
    blocks.push(
      readBullet(source, token, tokens[index + 1]) ?? {kind: 'prose', paragraph: false, ...linesOf(source, token)},
    )
  }
  for (const block of blocks) if (block.kind === 'bullet') findings.push(...swallowedTable(source, block))
  return blocks.some(block => block.kind === 'bullet') ? blocks : [wholeList(source, tokens)]
}

/** Without an empty line between them, Markdown takes a table for more words of the bullet. */
function swallowedTable(source: Source, bullet: Bullet): Finding[] {
  const lines = source.lines.slice(bullet.line, bullet.endLine)
  const at = lines.findIndex(line => line.trimStart().startsWith('|'))
  if (at < 0) return []
  const line = lines[at] ?? ''
  return [
    finding(
      'N012',
      {file: source.file, line: bullet.line + 1 + at, column: indentOf(line) + 1},
      {
        message: 'This table stands right under a bullet, so Markdown takes it for more words of the bullet.',
        hint: 'Put an empty line before the table.',
      },
    ),
  ]
}

function wholeList(source: Source, tokens: readonly Token[]): Block {
  return {kind: 'prose', paragraph: false, ...linesOf(source, tokens[0])}
}

function readBullet(source: Source, item: Token, inner: Token | undefined): Bullet | null {
  if (inner?.type !== 'paragraph_open') return null
  const lines = linesOf(source, inner)
  const first = source.lines[lines.line - 1] ?? ''
  const start = /^\s*[-*+]\s+/.exec(first)?.[0].length ?? 0
  const match = keyed.exec(first.slice(start))
  if (!match) return null
  const name = match[1] ?? ''
  const place = {file: source.file, line: lines.line}
  const key = textOf([{...place, column: start + 1, source: name}])
  return {
    kind: 'bullet',
    ...linesOf(source, item),
    column: start + 1,
    key,
    value: bulletValue(source, lines, start + match[0].length),
  }
}

function bulletValue(source: Source, lines: {line: number; endLine: number}, start: number): Text {
  const own = source.lines.slice(lines.line - 1, lines.endLine)
  const table = own.findIndex((written, index) => index > 0 && written.trimStart().startsWith('|'))
  const parts = own.slice(0, table < 0 ? own.length : table).map((written, index) => {
    const from = index === 0 ? start : indentOf(written)
    return {file: source.file, line: lines.line + index, column: from + 1, source: written.slice(from).trimEnd()}
  })
  return textOf(parts)
}

function readFence(source: Source, token: Token, findings: Finding[]): Block {
  const lines = linesOf(source, token)
  const last = (source.lines[(token.map?.[1] ?? 1) - 1] ?? '').trim()
  if (lines.endLine === lines.line || !last.startsWith(token.markup) || last.replace(/[`~]/g, '') !== '') {
    findings.push(
      finding('N013', lines, {
        message: 'This fenced block is never closed, so it swallows the rest of the file.',
        hint: `Close it with a line of its own: ${token.markup}`,
      }),
    )
  }
  return {kind: 'fence', ...lines, info: token.info.trim(), content: token.content}
}

function readProse(source: Source, token: Token, findings: Finding[]): Block {
  const lines = linesOf(source, token)
  const paragraph = token.type === 'paragraph_open'
  const written = source.lines.slice(lines.line - 1, Math.min(lines.endLine, lines.line + 1))
  if (paragraph && written.length > 1 && written.every(line => line.trim().startsWith('|'))) {
    findings.push(
      finding('N012', lines, {
        message:
          'This looks like a table, but is none: the line under the header must have as many cells as the header.',
        hint: `Write ${delimiterFor(source, lines.line)} as the second line.`,
      }),
    )
  }
  return {kind: 'prose', paragraph, ...lines}
}

function delimiterFor(source: Source, line: number): string {
  const cells = rowOf({file: source.file, line, source: source.lines[line - 1] ?? ''}).cells.length
  return cells > 20 ? 'one --- for each cell of the header' : `|${'---|'.repeat(cells)}`
}

function nestingFindings(tokens: readonly Token[], source: Source): Finding[] {
  const deep = tokens.findIndex(token => token.level >= maxNesting - 1)
  if (deep < 0) return []
  const at = tokens.slice(0, deep + 1).findLast(token => token.map)
  return [
    finding('N004', linesOf(source, at), {
      message: `More than ${mostLists} lists or ${mostQuotations} quotations stand inside each other here; what is deeper was not read.`,
      hint: 'Nest less deeply. Only tables, bullets at the margin and fenced blocks declare something.',
    }),
  ]
}
