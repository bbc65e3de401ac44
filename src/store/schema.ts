/**
 * The storage of a document as plain data: its entities and fields by name, and the resulting tables. It is stored with
 * the records when it is applied, and compared with the next one.
 */
import type {Representation} from '../feel/sql/tables.ts'
import type {DatabaseName} from './sql.ts'

export interface Schema {
  /** The version of this description. */
  readonly format: 1
  /** Settings of point 9 that types needed when they were read. */
  readonly settings: {readonly currency: string}
  readonly entities: readonly EntitySchema[]
  readonly tables: readonly Table[]
  /** The fields of each entity whose words are in the search index. Missing in descriptions of earlier versions. */
  readonly searched?: readonly (readonly [entity: string, fields: readonly string[]])[]
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
  /** The type in canonical notation, from which it can be parsed again. */
  readonly written: string
  readonly required: boolean
  /** As written in the document. */
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
  /** The referenced table. */
  readonly table: string
  /** The effect on this row when the referenced one is deleted. */
  readonly whenDeleted: 'refuse' | 'delete'
}

/** A condition with the placeholder `{column}`, so that a rename does not change it. */
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

/**
 * In a unique index, null equals null as in expressions, unless all are null; so it matters which columns are optional.
 */
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

export function schemaTable(schema: Schema, name: string): Table {
  const table = schema.tables.find(each => each.name === name)
  if (!table) throw new Error(`The schema has no table ${name}.`)
  return table
}

export function columnOf(table: Table, name: string): TableColumn {
  const column = table.columns.find(each => each.name === name)
  if (!column) throw new Error(`The table ${table.name} has no column ${name}.`)
  return column
}
