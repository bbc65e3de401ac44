/** Columns in both databases, and reading what the drivers return. */
import {type Num, parseNum} from '../../../feel/decimal.ts'
import type {Representation} from '../../../feel/sql/tables.ts'
import type {FieldStorage} from '../field-type.ts'

interface ValueColumn {
  readonly sqlite: string
  readonly postgres: string
  readonly holds: Representation
  readonly references?: string
  readonly counter?: number
}

export function column({sqlite, postgres, holds, references, counter}: ValueColumn): FieldStorage {
  return {kind: 'column', sqlite, postgres, holds, references: references ?? null, counter: counter ?? null}
}

export const textColumn: FieldStorage = column({sqlite: 'TEXT', postgres: 'text COLLATE "C"', holds: {as: 'text'}})

export const wordsColumn: FieldStorage = column({sqlite: 'TEXT', postgres: 'jsonb', holds: {as: 'words'}})

export function referenceColumn(entity: string): FieldStorage {
  return column({sqlite: 'TEXT', postgres: 'uuid', holds: {as: 'id'}, references: entity})
}

export function storedText(stored: unknown): string {
  if (typeof stored === 'string') return stored
  throw new TypeError(`A column of texts gave a ${typeof stored}.`)
}

/** Drivers return whole numbers as number or bigint, and large or fractional ones as digits. */
export function storedNumber(stored: unknown): Num {
  const digits = typeof stored === 'number' || typeof stored === 'bigint' ? String(stored) : storedText(stored)
  const number = parseNum(digits)
  if (number === null) throw new TypeError('A column of numbers gave something else.')
  return number
}

/** A text literal in SQL. */
export function sqlText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
