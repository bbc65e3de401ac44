/**
 * What a document keeps, as plain data: its entities and fields in the words of the document, and the tables that
 * follow. It is stored beside the records when it is applied, and compared with the next one.
 */
import type {Representation} from '../feel/sql/tables.ts'
import type {DatabaseName} from './sql.ts'

export interface Schema {
  /** Of this description itself, for later versions of it. */
  readonly format: 1
  /** What types needed to know from point 9 when they were read. */
  readonly settings: {readonly currency: string}
  readonly entities: readonly EntitySchema[]
  readonly tables: readonly Table[]
}

export interface EntitySchema {
  readonly name: string
  readonly was: string | null
  readonly table: string
  readonly fields: readonly FieldSchema[]
}

export interface FieldSchema {
  readonly name: string
  readonly was: string | null
  /** The type in its one canonical writing, from which it can be read again. */
  readonly written: string
  readonly required: boolean
  /** As the document writes it. */
  readonly default: string | null
  readonly keeps: FieldKeeps
}

export type FieldKeeps =
  | {readonly kind: 'column'; readonly column: string}
  | {readonly kind: 'pairs'; readonly table: string}
  | {readonly kind: 'nothing'}

export interface Table {
  readonly name: string
  readonly columns: readonly TableColumn[]
  readonly key: readonly string[]
  readonly foreignKeys: readonly ForeignKey[]
  readonly checks: readonly TableCheck[]
  readonly indexes: readonly Index[]
  readonly counters: readonly Counter[]
}

export interface TableColumn {
  readonly name: string
  /** The column's SQL type in each database. */
  readonly sqlite: string
  readonly postgres: string
  readonly holds: Representation
  readonly required: boolean
}

export interface ForeignKey {
  readonly name: string
  readonly column: string
  /** The table whose id it holds. */
  readonly table: string
  /** What happens to this row when the other is deleted. */
  readonly whenDeleted: 'refuse' | 'delete'
}

/** A condition with the column's name left open as `{column}`, so that a rename changes nothing about it. */
export interface TableCheck {
  readonly name: string
  readonly column: string
  readonly condition: Readonly<Record<DatabaseName, string | null>>
}

export interface Index {
  readonly name: string
  readonly unique: boolean
  readonly columns: readonly IndexColumn[]
}

/** In a unique index, empty equals empty as in expressions, unless everything is empty; so it matters who may be. */
export interface IndexColumn {
  readonly name: string
  readonly optional: boolean
}

/** The next number of a `serial`. */
export interface Counter {
  readonly name: string
  readonly column: string
  readonly from: number
}

export const emptySchema: Schema = {format: 1, settings: {currency: 'EUR'}, entities: [], tables: []}

export function tableOf(schema: Schema, name: string): Table {
  const table = schema.tables.find(each => each.name === name)
  if (!table) throw new Error(`The schema has no table ${name}.`)
  return table
}

export function columnOf(table: Table, name: string): TableColumn {
  const column = table.columns.find(each => each.name === name)
  if (!column) throw new Error(`The table ${table.name} has no column ${name}.`)
  return column
}
