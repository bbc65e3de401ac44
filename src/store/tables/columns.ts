/** The columns of the engine’s own tables, as both databases have them. */

import type {Index, Table, TableColumn} from '../schema.ts'

export const text = {sqlite: 'TEXT', postgres: 'text COLLATE "C"', holds: {as: 'text'}, required: true} as const

export const whole = {sqlite: 'INTEGER', postgres: 'bigint', holds: {as: 'number', places: 0}, required: true} as const

export const instant = {
  sqlite: 'TEXT',
  postgres: 'timestamptz(3)',
  holds: {as: 'date and time'},
  required: true,
} as const

export const id = {sqlite: 'TEXT', postgres: 'uuid', holds: {as: 'id'}, required: true} as const

export function table(name: string, key: string, columns: readonly TableColumn[]): Table {
  return {name, columns, key: [key], foreignKeys: [], checks: [], indexes: [], counters: []}
}

export function index(name: string, columns: readonly string[]): Index {
  return {name, unique: false, columns: columns.map(column => ({name: column, optional: false}))}
}
