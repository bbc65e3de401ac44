/**
 * Recognises a table by its header row, with columns in any order and letter case, and returns its rows by column name.
 */

import {type Finding, finding} from './finding.ts'
import {type Block, type PointNumber, type RawRow, type RawTable, replacing, type Text} from './raw.ts'
import {didYouMean, nearest, suggestFor} from './spelling.ts'

export interface TableKind<Column extends string> {
  /** Its name in messages. */
  readonly called: string
  readonly required: readonly Column[]
  readonly optional: readonly Column[]
}

/** Allowed in every table: documentation for readers. */
const documentation = ['meaning', 'notes']

export type Cells<Column extends string> = Readonly<Record<Column, Text>>

export interface TableRow<Column extends string> {
  readonly row: RawRow
  readonly cells: Cells<Column>
}

function columnsOf(kind: TableKind<string>): readonly string[] {
  return [...kind.required, ...kind.optional]
}

/** The kind with the most columns in common, and the fewest missing; null if nothing matches. */
export function tableKind<Kind extends TableKind<string>>(table: RawTable, kinds: readonly Kind[]): Kind | null {
  const has = columnsIn(table)
  const shared = (kind: Kind) => columnsOf(kind).filter(has).length
  const lacking = (kind: Kind) => kind.required.filter(column => !has(column)).length
  const [best] = kinds.toSorted((a, b) => shared(b) - shared(a) || lacking(a) - lacking(b))
  return best && shared(best) > 0 ? best : null
}

function columnsIn({header}: RawTable): (column: string) => boolean {
  const names = new Set(header.cells.map(nameOf))
  return column => names.has(column.toLowerCase())
}

/** The kind of an almost correct table: it must have at least two columns in common. */
export function shares<Kind extends TableKind<string>>(table: RawTable, kinds: readonly Kind[]): Kind | null {
  const kind = tableKind(table, kinds)
  return kind && columnsOf(kind).filter(columnsIn(table)).length >= 2 ? kind : null
}

export function unknownTable(table: RawTable, kinds: readonly TableKind<string>[]): Finding {
  const known = kinds.map(kind => `\`| ${kind.required.join(' | ')} |\` (${kind.called})`).join(' or ')
  return finding('N016', table.header, {
    message: 'Unknown table.',
    hint: known ? `Tables here have the columns ${known}.` : 'This point has no tables. Write it as prose.',
  })
}

/** All rows of the tables in some blocks, if only one kind of table is allowed. */
export function readTables<Column extends string>(
  blocks: readonly Block[],
  kind: TableKind<Column>,
  findings: Finding[],
): TableRow<Column>[] {
  return blocks.flatMap(block => {
    if (block.kind !== 'table') return []
    if (tableKind(block, [kind])) return tableRows(block, kind, findings)
    findings.push(unknownTable(block, [kind]))
    return []
  })
}

export function tableRows<Column extends string>(
  table: RawTable,
  kind: TableKind<Column>,
  findings: Finding[],
): TableRow<Column>[] {
  const places = columnPlaces(table, kind, findings)
  const missing = kind.required.filter(column => !places.has(column))
  for (const column of missing) findings.push(missingColumn(table, kind, column))
  if (missing.length > 0) return []
  return table.rows
    .filter(row => row.cells.some(cell => cell.text !== ''))
    .map(row => ({row, cells: cellsOf(row, kind, places)}))
}

function columnPlaces<Column extends string>(
  table: RawTable,
  kind: TableKind<Column>,
  findings: Finding[],
): Map<Column, number> {
  const known = [...kind.required, ...kind.optional]
  const named = new Set(table.header.cells.map(nameOf))
  const lacking = known.filter(column => !named.has(column.toLowerCase()))
  const places = new Map<Column, number>()
  const seen = new Set<string>()
  for (const [index, cell] of table.header.cells.entries()) {
    const name = nameOf(cell)
    const column = known.find(each => each.toLowerCase() === name)
    if (seen.has(name)) findings.push(columnTwice(cell))
    else if (column) places.set(column, index)
    else if (!documentation.includes(name)) {
      const meant = columnMeant(cell, {lacking, kind})
      // Read as intended, so that one mistake is one finding.
      if (meant !== null) places.set(meant, index)
      findings.push(unknownColumn(cell, known, meant))
    }
    seen.add(name)
  }
  return places
}

interface Lacking<Column extends string> {
  readonly lacking: readonly Column[]
  readonly kind: TableKind<Column>
}

/** By its spelling, by its name in other languages, or because it is the only one missing. */
function columnMeant<Column extends string>(cell: Text, {lacking, kind}: Lacking<Column>): Column | null {
  const near = nearest(cell.text, lacking)
  const elsewhere = lacking.find(column => calledElsewhere.get(column.toLowerCase())?.includes(nameOf(cell)))
  const required = lacking.filter(column => kind.required.includes(column))
  return lacking.find(column => column === near) ?? elsewhere ?? (required.length === 1 ? (required[0] ?? null) : null)
}

const calledElsewhere: ReadonlyMap<string, readonly string[]> = new Map([
  ['required', ['mandatory', 'obligatory', 'compulsory', 'not null', 'needed', 'must', 'pflicht', 'pflichtfeld']],
  ['default', ['initial', 'initial value', 'preset', 'standard', 'vorgabe']],
  ['type', ['kind', 'datatype', 'data type', 'typ']],
  ['field', ['name', 'attribute', 'property', 'column', 'feld']],
  ['must hold', ['condition', 'check', 'constraint', 'assertion', 'expression', 'bedingung']],
  ['when', ['if', 'guard', 'precondition', 'condition', 'only if', 'wenn']],
  ['who', ['role', 'roles', 'by', 'actor', 'actors', 'allowed', 'wer']],
  ['then', ['effect', 'effects', 'does', 'do', 'dann']],
  ['asks', ['input', 'inputs', 'parameters', 'needs']],
  ['for', ['role', 'roles', 'who', 'audience', 'visible for', 'access']],
  ['route', ['path', 'url', 'address']],
  ['shows', ['view', 'content', 'displays', 'type', 'kind']],
  ['screen', ['page', 'view', 'name']],
  ['on', ['entity', 'object', 'target', 'about']],
  ['may', ['can', 'permission', 'permissions', 'rights', 'allowed', 'actions']],
  ['where', ['condition', 'if', 'when', 'filter', 'only']],
  ['joins by', ['join', 'joins', 'how', 'registration']],
  ['code', ['error', 'name', 'key', 'id']],
  ['message', ['text', 'meaning', 'description', 'says']],
  ['status', ['http', 'http status', 'http code']],
  ['value', ['is', 'amount', 'wert']],
  ['error', ['code', 'message', 'error code', 'fehler']],
])

function cellsOf<Column extends string>(
  row: RawRow,
  kind: TableKind<Column>,
  places: Map<Column, number>,
): Cells<Column> {
  const empty: Text = {file: row.file, line: row.line, column: row.column, text: '', pieces: []}
  const columns = [...kind.required, ...kind.optional]
  return Object.fromEntries(
    columns.map(column => [column, row.cells[places.get(column) ?? -1] ?? empty]),
  ) as Cells<Column>
}

function nameOf(cell: Text): string {
  return cell.text.toLowerCase()
}

function unknownColumn(cell: Text, known: readonly string[], meant: string | null): Finding {
  const columns = [...new Set([...known, 'Meaning', 'Notes'])]
  const suggested = meant === null ? suggestFor(cell, columns) : {hint: didYouMean(meant), fix: replacing(cell, meant)}
  return finding('N014', cell, {
    message: cell.text === '' ? 'This column has no name.' : `Unknown column \`${cell.text}\`.`,
    ...suggested,
    hint: suggested.hint || `Columns here: ${columns.join(', ')}.`,
  })
}

function missingColumn(table: RawTable, kind: TableKind<string>, column: string): Finding {
  return finding('N015', table.header, {
    message: `The table of ${kind.called} needs a column \`${column}\`.`,
    hint: `Write its header as \`| ${columnsOf(kind).join(' | ')} |\`; ${kind.required.join(', ')} ${kind.required.length === 1 ? 'is' : 'are'} required.`,
  })
}

function columnTwice(cell: Text): Finding {
  return finding('N017', cell, {
    message: `Duplicate column \`${cell.text}\`.`,
    hint: 'Remove one of them.',
  })
}

// The declarations of each point, as needed to recognise an almost correct heading, table or bullet.

interface PointGrammar {
  /** Words that the heading of the point usually has. */
  readonly words: RegExp
  readonly tables: readonly TableKind<string>[]
  /** Keys of its bullets. */
  readonly keys: readonly string[]
}

export type Grammar = Readonly<Record<PointNumber, PointGrammar>>

const nothing: PointGrammar = {words: /^\b$/, tables: [], keys: []}

export const noGrammar: Grammar = {
  1: nothing,
  2: nothing,
  3: nothing,
  4: nothing,
  5: nothing,
  6: nothing,
  7: nothing,
  8: nothing,
  9: nothing,
}
