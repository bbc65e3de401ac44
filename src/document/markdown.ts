/** One Markdown file → its blocks in order, with source lines. Only the block level is parsed; texts are unchanged. */

import MarkdownIt from 'markdown-it'
import {type Finding, finding} from './finding.ts'
import type {AlmostBullet, Block, Bullet, Lines, RawRow, RawTable, Source, Text} from './raw.ts'
import {swallowedTable} from './spelling-tables.ts'
import {indentOf, joinedText, rowOf} from './text.ts'

/** The parser stops at deeper nesting, and the document gets a finding. */
const maxNesting = 64

/** The parser counts two levels per list, the list and its item; the text inside has levels too. */
export const mostLists = maxNesting / 2 - 2
export const mostQuotations = maxNesting - 3

let made: Markdown | undefined

function markdown(): Markdown {
  if (made) return made
  made = newMarkdown({html: false})
  made.core.ruler.enableOnly(['normalize', 'block'])
  return made.set({maxNesting})
}

export type MarkdownToken = ReturnType<Markdown['parse']>[number]

export interface Heading {
  readonly kind: 'heading'
  readonly level: number
  readonly text: Text
  readonly endLine: number
}

/** Comments are hidden by every Markdown viewer and ignored here. */
export interface Comment extends Lines {
  readonly kind: 'comment'
}

interface ReadBlocks {
  readonly blocks: readonly (Heading | Comment | Block)[]
  readonly findings: readonly Finding[]
}

/** An unclosed comment would hide the rest of the file; it is reported, and the rest is still read. */
const mostUnclosed = 20

export function readBlocks(source: Source): ReadBlocks {
  const told: Finding[] = []
  let lines = source.lines
  for (let unclosed = 0; unclosed < mostUnclosed; unclosed += 1) {
    const tokens = markdown().parse(lines.join('\n'), {})
    const found = findUnclosed(tokens, {...source, lines})
    if (!found) return readTokens(tokens, {...source, lines}, told)
    told.push(found)
    lines = lines.with(found.line - 1, '')
  }
  return readTokens(markdown().parse(lines.join('\n'), {}), {...source, lines}, told)
}

function readTokens(tokens: readonly MarkdownToken[], source: Source, told: readonly Finding[]): ReadBlocks {
  const findings: Finding[] = [...told, ...nestingFindings(tokens, source)]
  const blocks: (Heading | Comment | Block)[] = []
  for (let index = 0; index < tokens.length; ) {
    const token = tokens[index]
    if (!token) break
    const end = closingIndex(tokens, index)
    for (const block of readBlock(source, tokens.slice(index, end + 1), findings)) blocks.push(block)
    index = end + 1
  }
  return {blocks, findings}
}

function findUnclosed(tokens: readonly MarkdownToken[], source: Source): Finding | null {
  const token = tokens.find(each => isUnclosedComment(each) || isUnclosedFence(each, source))
  if (!token) return null
  const place = linesOf(source, token)
  if (token.type === 'fence')
    return finding('N013', place, {
      message: 'This code block is never closed, so it hides the rest of the file.',
      hint: `Close it with a line that is only \`${token.markup}\`.`,
    })
  const end = (source.lines[place.line - 1] ?? '').trimEnd().length + 1
  return finding('N024', place, {
    message: 'This comment is never closed, so it hides the rest of the file.',
    hint: 'Close it with `-->`.',
    fix: {line: place.line, column: end, endLine: place.line, endColumn: end, text: ' -->'},
  })
}

function isUnclosedComment({type, meta}: MarkdownToken): boolean {
  return type === 'comment' && meta?.closed === false
}

function isUnclosedFence(token: MarkdownToken, source: Source): boolean {
  if (token.type !== 'fence' || token.level > 0) return false
  const lines = linesOf(source, token)
  const last = (source.lines[(token.map?.[1] ?? 1) - 1] ?? '').trim()
  return lines.endLine === lines.line || !last.startsWith(token.markup) || last.replace(/[`~]/g, '') !== ''
}

function closingIndex(tokens: readonly MarkdownToken[], open: number): number {
  let depth = 0
  for (let index = open; index < tokens.length; index += 1) {
    depth += tokens[index]?.nesting ?? 0
    if (depth <= 0) return index
  }
  return tokens.length - 1
}

function readBlock(
  source: Source,
  tokens: readonly MarkdownToken[],
  findings: Finding[],
): (Heading | Comment | Block)[] {
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
      return [{kind: 'fence', ...linesOf(source, token), info: token.info.trim(), content: token.content}]
    case 'comment':
      return [{kind: 'comment', ...linesOf(source, token)}]
    default:
      return [readProse(source, token)]
  }
}

function linesOf(source: Source, token: MarkdownToken | undefined) {
  const [start = 0, after = start + 1] = token?.map ?? []
  let end = Math.max(after, start + 1)
  while (end > start + 1 && (source.lines[end - 1] ?? '').trim() === '') end -= 1
  const line = source.lines[start] ?? ''
  return {file: source.file, line: start + 1, column: indentOf(line) + 1, endLine: end}
}

function readHeading(source: Source, token: MarkdownToken): Heading {
  const {file, line, endLine} = linesOf(source, token)
  const written = source.lines[line - 1] ?? ''
  const start = /^\s*#*\s*/.exec(written)?.[0].length ?? 0
  const text = written.slice(start).replace(/\s+#+\s*$/, '')
  return {
    kind: 'heading',
    level: Number(token.tag.slice(1)),
    text: joinedText([{file, line, column: start + 1, source: text.trimEnd()}]),
    endLine,
  }
}

function readTable(source: Source, tokens: readonly MarkdownToken[], findings: Finding[]): RawTable {
  const rows = tokens.filter(token => token.type === 'tr_open').map(token => readRow(source, token))
  const [header, ...body] = rows
  const lines = linesOf(source, tokens[0])
  const head: RawRow = header ?? {...lines, cells: []}
  return {kind: 'table', ...lines, header: head, rows: body.map(row => fittingRow(row, head, {source, findings}))}
}

function readRow(source: Source, token: MarkdownToken): RawRow {
  const line = token.map?.[0] ?? 0
  return rowOf({file: source.file, line: line + 1, source: source.lines[line] ?? ''})
}

interface BlockContext {
  readonly source: Source
  readonly findings: Finding[]
}

/** A row with more cells than the header would lose some of them. */
function fittingRow(row: RawRow, header: RawRow, {source, findings}: BlockContext): RawRow {
  const extra = row.cells[header.cells.length]
  if (!extra) return row
  const line = source.lines[row.line - 1] ?? ''
  const meant = withOr(line, row, header)
  if (meant) {
    const [at = 0] = barsTwice(line)
    findings.push(
      finding(
        'N011',
        {file: row.file, line: row.line, column: at + 1},
        {
          message: '`||` splits this cell in three, because a bar ends a cell.',
          hint: 'Write `or`.',
          fix: {line: row.line, column: at + 1, endLine: row.line, endColumn: at + 3, text: 'or'},
        },
      ),
    )
    return meant
  }
  const end = header.cells.at(-1) ? line.trimEnd().length + 1 : 1
  const isEmpty = row.cells.slice(header.cells.length).every(cell => cell.text === '')
  findings.push(
    finding('N011', extra, {
      message: `This row has ${row.cells.length} cells, but the table has ${header.cells.length} columns.`,
      hint: 'Remove the extra cells, or write a bar that belongs to the text as `\\|`.',
      fix: isEmpty ? {line: row.line, column: extra.column, endLine: row.line, endColumn: end, text: ''} : undefined,
    }),
  )
  return row
}

/** Adjacent bars: `||` of another language, or an empty cell. */
function barsTwice(line: string): number[] {
  return [...line.matchAll(/\|\|/g)].map(({index}) => index)
}

/** The row with `or` for each `||`, if it then matches the header. */
function withOr(line: string, {file, line: number}: RawRow, header: RawRow): RawRow | null {
  const row = rowOf({file, line: number, source: line.replaceAll('||', 'or')})
  return barsTwice(line).length > 0 && row.cells.length === header.cells.length ? row : null
}

const keyed = /^([a-z][a-z /-]{0,38}?)\s*:(?=\s|$)\s*/

function readBulletList(source: Source, tokens: readonly MarkdownToken[], findings: Finding[]): Block[] {
  const blocks: Block[] = []
  for (const [index, token] of tokens.entries()) {
    if (token.type !== 'list_item_open' || token.level !== 1) continue
    const inside = tokens.slice(index + 1, closingIndex(tokens, index))
    const bullet = readBullet(source, token, inside)
    const swallowed = bullet && swallowedTable(bullet, source)
    if (swallowed) findings.push(swallowed.finding)
    blocks.push(
      bullet ?? {kind: 'prose', paragraph: false, ...linesOf(source, token), ...readAlmostBullet(source, inside[0])},
    )
    if (swallowed) blocks.push(swallowed.table)
  }
  return blocks.some(block => block.kind === 'bullet') ? blocks : [wholeList(source, tokens, blocks)]
}

function wholeList(source: Source, tokens: readonly MarkdownToken[], items: readonly Block[]): Block {
  const almost = items.flatMap(item => (item.kind === 'prose' ? (item.almost ?? []) : []))
  return {kind: 'prose', paragraph: false, ...linesOf(source, tokens[0]), ...(almost.length > 0 ? {almost} : {})}
}

const marker = /^\s*[-*+]\s+/

function readBullet(source: Source, item: MarkdownToken, inside: readonly MarkdownToken[]): Bullet | null {
  const [inner] = inside
  if (inner?.type !== 'paragraph_open') return null
  const lines = linesOf(source, inner)
  const first = source.lines[lines.line - 1] ?? ''
  const start = marker.exec(first)?.[0].length ?? 0
  const match = keyed.exec(first.slice(start))
  if (!match) return null
  const name = match[1] ?? ''
  const place = {file: source.file, line: lines.line}
  const key = joinedText([{...place, column: start + 1, source: name}])
  const whole = linesOf(source, item)
  return {
    kind: 'bullet',
    ...whole,
    column: start + 1,
    endColumn: (source.lines[whole.endLine - 1] ?? '').length + 1,
    key,
    value: bulletValue(source, lines, start + match[0].length),
    nested: nestedItems(source, inside),
    ...almostNested(source, inside),
  }
}

function nestedItems(source: Source, inside: readonly MarkdownToken[]): string[] {
  const items = inside.filter(({type, level}) => type === 'list_item_open' && level === 3)
  return items.map(item => (source.lines[item.map?.[0] ?? 0] ?? '').replace(marker, '').trim())
}

/** `Columns: …`, `**columns:** …`, `` `columns`: … ``, `columns = …` */
const nearlyKeyed = /^[*_`]*([A-Za-z][A-Za-z /-]{0,38}?)[*_`]*\s*[:=](?!=)[*_`]*(?:\s+|$)/

/** `columns: …` without a dash, with a typographic one, or without the space after it. */
const withoutMarker = /^\s*(?:[-–—−•·]\s*)?([a-z][a-z /-]{0,38}?)\s*:\s+(?=\S)/

function readAlmostBullet(source: Source, inner: MarkdownToken | undefined): {almost?: readonly AlmostBullet[]} {
  if (inner?.type !== 'paragraph_open') return {}
  const {file, line} = linesOf(source, inner)
  const written = source.lines[line - 1] ?? ''
  const start = marker.exec(written)?.[0].length ?? 0
  const match = nearlyKeyed.exec(written.slice(start))
  if (!match) return {}
  const key = (match[1] ?? '').toLowerCase().trim()
  const range = {line, column: start + 1, endLine: line, endColumn: start + match[0].length + 1}
  return {almost: [{file, line, column: start + 1, key, fix: {...range, text: `${key}: `}}]}
}

function almostAt({file}: Source, line: number, written: string, pattern: RegExp): AlmostBullet | null {
  const match = pattern.exec(written)
  if (!match) return null
  const key = (match[1] ?? '').trim()
  const column = match[0].indexOf(key) + 1
  const fix = {line, column: 1, endLine: line, endColumn: match[0].length + 1, text: `- ${key}: `}
  return {file, line, column, key, fix}
}

/** The lines of a paragraph that look like settings, from its first one on; or of a list that is indented too far. */
function almostLines(source: Source, {line, endLine}: Lines, code: boolean): {almost?: readonly AlmostBullet[]} {
  const written = source.lines.slice(line - 1, endLine)
  const found = written.map((text, index) =>
    almostAt(source, line + index, text, code ? indentedBullet : withoutMarker),
  )
  const end = found.indexOf(null)
  const almost = found.slice(0, end < 0 ? found.length : end).filter(each => each !== null)
  return almost.length > 0 ? {almost} : {}
}

const indentedBullet = /^\s*[-*+]\s+([a-z][a-z /-]{0,38}?)\s*:\s+(?=\S)/

/** Settings that are indented below another one, which makes them part of its text. */
function almostNested(source: Source, inside: readonly MarkdownToken[]): {almost?: readonly AlmostBullet[]} {
  const almost = inside
    .filter(({type, level}) => type === 'list_item_open' && level === 3)
    .map(({map}) => almostAt(source, (map?.[0] ?? 0) + 1, source.lines[map?.[0] ?? 0] ?? '', indentedBullet))
    .filter(each => each !== null)
  return almost.length > 0 ? {almost} : {}
}

function bulletValue(source: Source, lines: {line: number; endLine: number}, start: number): Text {
  const own = source.lines.slice(lines.line - 1, lines.endLine)
  const table = own.findIndex((written, index) => index > 0 && written.trimStart().startsWith('|'))
  const parts = own.slice(0, table < 0 ? own.length : table).map((written, index) => {
    const from = index === 0 ? start : indentOf(written)
    return {file: source.file, line: lines.line + index, column: from + 1, source: written.slice(from).trimEnd()}
  })
  return joinedText(parts)
}

function readProse(source: Source, token: MarkdownToken): Block {
  const code = token.type === 'code_block'
  const paragraph = token.type === 'paragraph_open'
  const lines = linesOf(source, token)
  const almost = code || paragraph ? almostLines(source, lines, code) : {}
  return {kind: 'prose', paragraph, ...lines, ...(code ? {code} : {}), ...almost}
}

function nestingFindings(tokens: readonly MarkdownToken[], source: Source): Finding[] {
  const deep = tokens.findIndex(token => token.level >= maxNesting - 1)
  if (deep < 0) return []
  const at = tokens.slice(0, deep + 1).findLast(token => token.map)
  return [
    finding('N004', linesOf(source, at), {
      message: `Lists are nested more than ${mostLists} deep here, or quotations more than ${mostQuotations} deep. What is deeper is not read.`,
      hint: 'Nest less deeply. Only tables and bullets at the margin declare something.',
    }),
  ]
}

// The Markdown parser, shared with the rendering of prose. HTML is text, except comments, which are dropped.

export type Markdown = InstanceType<typeof MarkdownIt>

export function newMarkdown(options: NonNullable<ConstructorParameters<typeof MarkdownIt>[0]>): Markdown {
  const made = new MarkdownIt(options)
  made.block.ruler.before('table', 'comment', blockComment, {alt: ['paragraph', 'reference', 'blockquote', 'list']})
  made.inline.ruler.before('escape', 'comment', inlineComment)
  made.renderer.rules['comment'] = () => ''
  return made
}

type BlockRule = Parameters<Markdown['block']['ruler']['push']>[1]
type InlineRule = Parameters<Markdown['inline']['ruler']['push']>[1]

/**
 * As in CommonMark: from `<!--` at the beginning of a line to the end of the line with `-->`, or to the end of the
 * text.
 */
const blockComment: BlockRule = (state, startLine, endLine, silent) => {
  const begin = (state.bMarks[startLine] ?? 0) + (state.tShift[startLine] ?? 0)
  if ((state.sCount[startLine] ?? 0) - state.blkIndent >= 4 || !state.src.startsWith('<!--', begin)) return false
  if (silent) return true
  let line = startLine
  const closes = () => {
    const from = line === startLine ? begin + 4 : (state.bMarks[line] ?? 0)
    return state.src.slice(from, state.eMarks[line]).includes('-->')
  }
  while (line < endLine && !closes()) line += 1
  const closed = line < endLine
  state.line = closed ? line + 1 : endLine
  const token = state.push('comment', '', 0)
  token.map = [startLine, state.line]
  token.meta = {closed}
  return true
}

const inlineComment: InlineRule = (state, silent) => {
  if (!state.src.startsWith('<!--', state.pos)) return false
  const end = state.src.indexOf('-->', state.pos + 4)
  if (end < 0 || end + 3 > state.posMax) return false
  if (!silent) state.push('comment', '', 0)
  state.pos = end + 3
  return true
}
