/**
 * The rows of an imported file: its header, its cells as input for a change, the records they refer to, and its
 * problems.
 */

import {sql} from 'kysely'
import {Time} from '../../feel/calendar.ts'
import {compareNum, type Num, toInteger} from '../../feel/decimal.ts'
import {DaysDuration, isList, isReference, type Reference, type Value} from '../../feel/value.ts'
import {plainLocale, type ValueSet} from '../../points/entities/field-type.ts'
import {entityReferredTo, isSerial} from '../../points/entities/lookup.ts'
import type {Entity, Field} from '../../points/entities/model.ts'
import {canonicalName, inSentence} from '../../points/entities/names.ts'
import {ownFields} from '../../points/entities/own-fields.ts'
import {allFields} from '../../points/entities/scope.ts'
import {fileEntity} from '../../points/entities/values/references.ts'
import type {OwnCode} from '../../points/errors/own.ts'
import {fieldMessage} from '../../points/errors/run.ts'
import type {Specification} from '../../points/specification.ts'
import {findAll, keyTexts, localeOf} from '../query/lookup.ts'
import type {ReadContext} from '../query/read-context.ts'
import {tableOf} from '../query/select.ts'
import type {Input} from '../transaction/change.ts'
import {isTrusted} from '../transaction/context.ts'
import {defaultValue} from '../write/validate-input.ts'
import {byteOrderMark, type CsvError, type CsvRow, csvLine, restored} from './csv-format.ts'

/* The template of an import: the labels of the columns, and a row of valid example values. */

/** `texts`: an example text for this field. */
export async function templateCsv(
  reader: ReadContext,
  fields: readonly Field[],
  texts: (label: string) => string,
): Promise<string> {
  const cells: string[] = []
  for (const field of fields) cells.push(await exampleOf(reader, field, texts))
  return `${byteOrderMark}${csvLine(fields.map(({label}) => label))}${csvLine(cells)}`
}

/** Its default, the first option, or any value of its type; optional fields without a default are left empty. */
async function exampleOf(reader: ReadContext, field: Field, texts: (label: string) => string): Promise<string> {
  const target = entityReferredTo(field)
  if (target !== null) return (await keyTexts(reader, reader.visibility, target)).at(0) ?? ''
  const usual = await defaultValue(reader, field)
  const standard = isList(usual) && usual.length === 0 ? null : usual
  if (standard === null && !field.required) return ''
  const value = standard ?? anyValue(field, reader, texts)
  return value === null ? '' : field.type.toCsv(value, localeOf(reader.moment))
}

function anyValue(
  {label, type: {type, valueSet}}: Field,
  {moment}: ReadContext,
  texts: (label: string) => string,
): Value {
  if (valueSet.words !== null) return type.kind === 'list' ? valueSet.words.slice(0, 1) : (valueSet.words[0] ?? null)
  switch (type.kind) {
    case 'date':
      return moment.local.date
    case 'date and time':
      return moment.now
    case 'time':
      return new Time(9 * hour)
    case 'days duration':
      return new DaysDuration(hour)
    case 'boolean':
      return true
    case 'number':
      return numberIn(valueSet)
    case 'text':
      return exampleTexts[valueSet.set] ?? textIn(valueSet, texts(label))
    default:
      return null
  }
}

/** In seconds. */
const hour = 3600

/** By the set of values of their type. */
const exampleTexts: Readonly<Record<string, string>> = {
  email: 'name@example.com',
  phone: '+44 20 7946 0000',
  url: 'https://example.com',
  icon: 'star',
}

/** 1, or the bound that excludes it. */
function numberIn({least, most}: ValueSet): Num {
  if (least !== null && compareNum(least, 1) > 0) return least
  return most !== null && compareNum(most, 1) < 0 ? most : 1
}

/** The bounds of a text are those of its length. */
function textIn({least, most}: ValueSet, text: string): string {
  const [shortest, longest] = [toInteger(least ?? 0) ?? 0, most === null ? null : toInteger(most)]
  return (longest === null ? text : text.slice(0, longest).trim()).padEnd(shortest, '.')
}

// Problems of a file: line, column, code and message of each up to a limit, and their number.

export interface ImportProblem {
  readonly line: number
  /** The name of the column in the file; null if it concerns the whole row. */
  readonly column: string | null
  /** The beginning of the cell; null if it concerns the whole row. */
  readonly value: string | null
  readonly code: string
  readonly message: string
}

interface FoundProblem {
  readonly line: number
  readonly column: string | null
  readonly code: string
  readonly values?: Readonly<Record<string, string>>
  readonly value?: string | null
}

const mostListed = 100
const longestValue = 80

/** The cell of the field that has a problem. */
export function cellIn(fields: ReadonlyMap<string, Input>, field: string | null): string | null {
  const input = field === null ? undefined : fields.get(field)
  return input && 'csv' in input ? input.csv : null
}

export class ProblemList {
  readonly listed: ImportProblem[] = []
  total = 0
  private readonly specification: Specification

  constructor(specification: Specification) {
    this.specification = specification
  }

  add({line, column: header, code: found, values: given = {}, value = null}: FoundProblem): void {
    this.total += 1
    if (this.listed.length >= mostListed) return
    const column = header === null ? null : shortened(header)
    const values = this.named({column: column ?? '', value: value ?? '', ...given})
    // A form highlights the field; a list of problems names the value that was not found.
    const missing = found === 'NO_SUCH_RECORD' && given['entity'] !== undefined
    const code = missing ? (given['near'] === undefined ? 'CSV_NO_SUCH_RECORD' : 'CSV_NEAR_RECORD') : found
    const {message} = fieldMessage(this.specification.errors, {code, values}, {label: column ?? ''})
    this.listed.push({line, column, value: value === null ? null : shortened(value), code, message})
  }

  private named(values: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
    const {entities, limits} = this.specification
    const {entity: name = ''} = values
    const entity = inSentence(entities.entities.get(name)?.label ?? name, limits.settings.LANGUAGE)
    return {...values, entity, value: shortened(values['value'] ?? '')}
  }

  /** Whether another problem would be listed. */
  get hasRoom(): boolean {
    return this.listed.length < mostListed
  }

  addError({line, code, values}: CsvError): void {
    this.add({line, column: null, code, values})
  }
}

function shortened(text: string): string {
  const characters = [...text.slice(0, 2 * longestValue)]
  return characters.length > longestValue ? `${characters.slice(0, longestValue).join('')}…` : text
}

// The header: fields by name or label, case-insensitive.

export interface CsvColumn {
  /** As written in the file. */
  readonly header: string
  readonly field: Field
}

type ReadHeader =
  | {readonly ok: true; readonly columns: readonly CsvColumn[]}
  | {readonly ok: false; readonly problems: readonly HeaderProblem[]}

interface HeaderProblem extends FoundProblem {
  readonly code: OwnCode
}

export function readHeader(entity: Entity, row: CsvRow | undefined): ReadHeader {
  if (!row) return {ok: false, problems: [{line: 1, column: null, code: 'CSV_NO_HEADER'}]}
  const columns: CsvColumn[] = []
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

function refusalOf(field: Field | null, columns: readonly CsvColumn[]): OwnCode | null {
  if (!field) return 'CSV_UNKNOWN_COLUMN'
  if (columns.some(column => column.field === field)) return 'CSV_TWICE'
  return isKept(field) ? null : 'NOT_TO_FILL_IN'
}

/** Fields that a file can contain: columns and links, not computed fields. */
export function isKept({computed, type}: Field): boolean {
  return computed === null && (type.storage.kind === 'column' || type.storage.kind === 'pairs')
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

/** `E-Mail` matches `email`: the only field whose name or label has the same letters and digits. */
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

// Caches records that cells refer to; only for entities without records in this import.

const mostKept = 20_000

export class KnownRecords {
  private readonly reader: ReadContext
  private readonly coming: ReadonlySet<string>
  private readonly found = new Map<string, Reference>()

  constructor(reader: ReadContext, coming: ReadonlySet<string>) {
    this.reader = reader
    this.coming = coming
  }

  /** Null if nothing is found, or if the write path has to look it up. */
  async named(field: Field, text: string): Promise<Reference | null> {
    const entity = entityReferredTo(field)
    const one = field.type.type.kind === 'reference'
    if (entity === null || entity === fileEntity || !one || this.coming.has(entity)) return null
    const wanted = {entity, text: text.trim()}
    const key = `${entity} ${wanted.text}`
    const known = this.found.get(key)
    if (known) return known
    const find = await findAll(this.reader, this.reader.visibility, [wanted])
    const found = find(entity, wanted.text)
    if (this.found.size >= mostKept) this.found.clear()
    if (found) this.found.set(key, found)
    return found
  }
}

// Cells as input for a change.

interface RowCells {
  /** Values for fields missing in a row. */
  readonly defaults?: ReadonlyMap<string, Input>
  readonly columns: readonly CsvColumn[]
  readonly cells: readonly string[]
  readonly known: KnownRecords
}

export async function inputOf(
  reader: ReadContext,
  {columns, cells, known, defaults = new Map()}: RowCells,
): Promise<ReadonlyMap<string, Input>> {
  const fields = new Map<string, Input>(defaults)
  for (const [index, {field}] of columns.entries()) {
    const text = restored(cells[index] ?? '')
    if (text.trim() === '' && (fillsItself(field) || defaults.has(field.name))) continue
    const record = text === '' ? null : await known.named(field, text)
    if (record) fields.set(field.name, {value: record})
    else fields.set(field.name, leadsToFile(field) ? await fileInput(reader, field, text) : {csv: text})
  }
  return fields
}

/** An empty cell: a field that is never empty gets its default or number; others are set to empty. */
function fillsItself(field: Field): boolean {
  return field.required || ownFields.has(field.name) || isSerial(field)
}

const leadsToFile = (field: Field): boolean => entityReferredTo(field) === fileEntity

/** Operators may refer to files by id; for other people that would give access to other people's files. */
async function fileInput(reader: ReadContext, field: Field, text: string): Promise<Input> {
  const judged = field.type.fromCsv(text, plainLocale)
  if (!isTrusted(reader) || !judged.ok) return {csv: text}
  return (await areFiles(reader, judged.value)) ? {value: judged.value} : {csv: text}
}

async function areFiles(reader: ReadContext, value: Value): Promise<boolean> {
  const ids = (isList(value) ? value : [value]).filter(isReference).map(({id}) => id)
  if (ids.length === 0) return true
  const {rows} =
    await sql`select id from ${sql.table(tableOf(reader, fileEntity))} where id in (${sql.join(ids)})`.execute(
      reader.db,
    )
  return rows.length === ids.length
}
