/** The first row of a file → fields: by name or by label, in any letter case. */

import type {Entity, Field} from '../../points/entities/model.ts'
import {canonicalName} from '../../points/entities/names.ts'
import {allFields} from '../../points/entities/scope.ts'
import type {OwnCode} from '../../points/errors/own.ts'
import type {CsvRow} from './parse.ts'
import type {FoundProblem} from './problems.ts'
import {restored} from './write.ts'

export interface Column {
  /** As the file writes it. */
  readonly header: string
  readonly field: Field
}

export type ReadHeader =
  | {readonly ok: true; readonly columns: readonly Column[]}
  | {readonly ok: false; readonly problems: readonly HeaderProblem[]}

export interface HeaderProblem extends FoundProblem {
  readonly code: OwnCode
}

export function readHeader(entity: Entity, row: CsvRow | undefined): ReadHeader {
  if (!row) return {ok: false, problems: [{line: 1, column: null, code: 'CSV_NO_HEADER'}]}
  const columns: Column[] = []
  const problems: HeaderProblem[] = []
  for (const cell of row.cells) {
    const header = restored(cell).trim()
    const field = fieldNamed(entity, header)
    const code = refusalOf(field, columns)
    if (code !== null) problems.push({line: row.line, column: header, code})
    else if (field) columns.push({header, field})
  }
  return problems.length > 0 ? {ok: false, problems} : {ok: true, columns}
}

function refusalOf(field: Field | null, columns: readonly Column[]): OwnCode | null {
  if (!field) return 'CSV_UNKNOWN_COLUMN'
  if (columns.some(column => column.field === field)) return 'CSV_TWICE'
  return isKept(field) ? null : 'NOT_TO_FILL_IN'
}

/** What a file can hold: a column of its own, or links; not what follows from something else. */
export function isKept({computed, type}: Field): boolean {
  return computed === null && (type.keeps.kind === 'column' || type.keeps.kind === 'pairs')
}

function fieldNamed(entity: Entity, header: string): Field | null {
  const [name, label] = [canonicalName(header).toLowerCase(), header.toLowerCase()]
  const fields = allFields(entity)
  return (
    fields.find(field => field.name === name) ??
    fields.find(field => field.label.toLowerCase() === label) ??
    fieldSpelled(fields, header)
  )
}

/** `E-Mail` is `email`: the one field whose name or label has the same letters and digits. */
function fieldSpelled(fields: readonly Field[], header: string): Field | null {
  const letters = lettersOf(header)
  const [only, ...more] = fields.filter(({name, label}) => lettersOf(name) === letters || lettersOf(label) === letters)
  return letters !== '' && only && more.length === 0 ? only : null
}

const lettersOf = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
