/** Recognises a table by its header row, columns in any order and letter case, and gives its rows by column name. */
import {type Finding, finding} from './finding.ts'
import {suggest} from './near.ts'
import type {Block, Row, Table, Text} from './raw.ts'

export interface TableKind<Column extends string> {
  /** How authors know it, for messages. */
  readonly called: string
  readonly required: readonly Column[]
  readonly optional: readonly Column[]
}

/** Allowed in every table: documentation for readers. */
const documentation = ['meaning', 'notes']

export type Cells<Column extends string> = Readonly<Record<Column, Text>>

export interface TableRow<Column extends string> {
  readonly row: Row
  readonly cells: Cells<Column>
}

export function columnsOf(kind: TableKind<string>): readonly string[] {
  return [...kind.required, ...kind.optional]
}

/** The kind whose columns a table shares most of, and lacks fewest of; null where it shares none. */
export function kindOf<Kind extends TableKind<string>>(table: Table, kinds: readonly Kind[]): Kind | null {
  const header = new Set(table.header.cells.map(nameOf))
  const has = (column: string) => header.has(column.toLowerCase())
  const shared = (kind: Kind) => columnsOf(kind).filter(has).length
  const lacking = (kind: Kind) => kind.required.filter(column => !has(column)).length
  const [best] = kinds.toSorted((a, b) => shared(b) - shared(a) || lacking(a) - lacking(b))
  return best && shared(best) > 0 ? best : null
}

export function unknownTable(table: Table, kinds: readonly TableKind<string>[]): Finding {
  const known = kinds.map(kind => `"${kind.called}" (${kind.required.join(' | ')} …)`).join(' or ')
  return finding('N016', table.header, {
    message: 'No table with these columns is known here.',
    hint: known ? `Here stands ${known}.` : 'This point has no tables; write it as prose.',
  })
}

/** All rows of the tables among some blocks, where only one kind of table has a meaning. */
export function readTables<Column extends string>(
  blocks: readonly Block[],
  kind: TableKind<Column>,
  findings: Finding[],
): TableRow<Column>[] {
  return blocks.flatMap(block => {
    if (block.kind !== 'table') return []
    if (kindOf(block, [kind])) return readRows(block, kind, findings)
    findings.push(unknownTable(block, [kind]))
    return []
  })
}

export function readRows<Column extends string>(
  table: Table,
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
  table: Table,
  kind: TableKind<Column>,
  findings: Finding[],
): Map<Column, number> {
  const known = [...kind.required, ...kind.optional]
  const places = new Map<Column, number>()
  const seen = new Set<string>()
  for (const [index, cell] of table.header.cells.entries()) {
    const name = nameOf(cell)
    const column = known.find(each => each.toLowerCase() === name)
    if (seen.has(name)) findings.push(columnTwice(cell))
    else if (column) places.set(column, index)
    else if (!documentation.includes(name)) findings.push(unknownColumn(cell, known))
    seen.add(name)
  }
  return places
}

function cellsOf<Column extends string>(row: Row, kind: TableKind<Column>, places: Map<Column, number>): Cells<Column> {
  const empty: Text = {file: row.file, line: row.line, column: row.column, text: '', pieces: []}
  const columns = [...kind.required, ...kind.optional]
  return Object.fromEntries(
    columns.map(column => [column, row.cells[places.get(column) ?? -1] ?? empty]),
  ) as Cells<Column>
}

function nameOf(cell: Text): string {
  return cell.text.toLowerCase()
}

function unknownColumn(cell: Text, known: readonly string[]): Finding {
  return finding('N014', cell, {
    message: `The column "${cell.text}" is not known in this table.`,
    hint: suggest(cell.text, [...known, 'Meaning', 'Notes']) || `Known are: ${known.join(', ')}, Meaning, Notes.`,
  })
}

function missingColumn(table: Table, kind: TableKind<string>, column: string): Finding {
  return finding('N015', table.header, {
    message: `The table "${kind.called}" has no column "${column}".`,
    hint: `Its columns are ${columnsOf(kind).join(' | ')}; needed are ${kind.required.join(', ')}.`,
  })
}

function columnTwice(cell: Text): Finding {
  return finding('N017', cell, {
    message: `The column "${cell.text}" stands in this table twice.`,
    hint: 'Remove one of them.',
  })
}
