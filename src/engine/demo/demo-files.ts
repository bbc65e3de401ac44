/** The CSV files of the demonstration data, one per entity and `History.csv`, with dates relative to today. */

import {createReadStream, existsSync} from 'node:fs'
import {readdir} from 'node:fs/promises'
import {join} from 'node:path'
import {sql} from 'kysely'
import {type CalendarDate, DateTime, fromDays, toDays, toMillis} from '../../feel/calendar.ts'
import {formatDate} from '../../feel/format.ts'
import {isReference, type Value} from '../../feel/value.ts'
import {errors} from '../../messages/en/errors.ts'
import {entityReferredTo, fieldOf} from '../../points/entities/lookup.ts'
import type {Entities, Entity, Field} from '../../points/entities/model.ts'
import {ownFields} from '../../points/entities/own-fields.ts'
import type {OwnCode} from '../../points/errors/own.ts'
import {fill} from '../../points/errors/run.ts'
import {weekdays} from '../../points/limits/value.ts'
import type {RequestTime} from '../base/request-time.ts'
import {CsvError, type CsvRow, csvRows, restored} from '../csv/csv-format.ts'
import {type CsvColumn, readHeader} from '../csv/import-rows.ts'
import {findAll, listening, localeOf} from '../query/lookup.ts'
import type {WriteContext} from '../transaction/context.ts'
import {type FieldChange, insertHistory} from '../transaction/history.ts'

// Relative dates: `today-3`, `workday+1` (the next day from Monday to Friday), `tuesday-3 14:05` (the Tuesday of the week three weeks before this one), `month-1` and
// `month end-1` (the first and last day of the month before this one), and `{year-1}` anywhere. `{tuesday+3|wednesday+3}` holds alternatives: the second is used on days on which the rules reject the
// first. Other text is unchanged.

/** The day on which the data is loaded, and the alternative to use, counted from 0. */
export interface Loading {
  readonly today: CalendarDate
  readonly alternative: number
}

export function freshCell(text: string, {type}: Field, {today, alternative}: Loading): string {
  const dated = chosen(inYears(text, today), alternative)
  const {kind} = type.type
  return kind === 'date' || kind === 'date and time' ? freshDate(dated, kind === 'date and time', today) : dated
}

function inYears(text: string, today: CalendarDate): string {
  return text.replace(/\{year(?:([+-])(\d{1,3}))?\}/g, (_, sign: string | undefined, count = '0') =>
    String(today.year + Number(`${sign ?? '+'}${count}`)),
  )
}

const alternatives = /\{([^{}|]*(?:\|[^{}|]*)+)\}/g

/** A cell with fewer alternatives than its row keeps its last one. */
function chosen(text: string, alternative: number): string {
  return text.replace(alternatives, (_, written: string) => {
    const each = written.split('|')
    return each[Math.min(alternative, each.length - 1)] ?? ''
  })
}

/** The number of alternatives of a row; 1 if it has none. */
export function alternativesIn(cells: readonly string[], today: CalendarDate): number {
  const counts = cells.flatMap(cell =>
    [...inYears(cell, today).matchAll(alternatives)].map(([, written = '']) => written.split('|').length),
  )
  return Math.max(1, ...counts)
}

const relative = new RegExp(
  `^(today|workday|month|month end|${weekdays.join('|')})(?:([+-]\\d{1,4}))?(?: (\\d{1,2}:\\d{2}))?$`,
  'i',
)

function freshDate(text: string, withTime: boolean, today: CalendarDate): string {
  const match = relative.exec(text.trim())
  if (!match) return text
  const [, word = '', count = '0', time] = match
  const day = fromDays(dayMeant(word.toLowerCase(), Number(count), today))
  if (!day) return text
  return withTime ? `${formatDate(day)} ${time ?? '00:00'}` : formatDate(day)
}

function dayMeant(word: string, count: number, date: CalendarDate): number {
  const today = toDays(date)
  if (word === 'today') return today + count
  if (word === 'workday') return workday(today, count)
  if (word === 'month') return monthStart(date, count)
  if (word === 'month end') return monthStart(date, count + 1) - 1
  // 1 January 1970 was a Thursday.
  const monday = today - ((((today + 3) % 7) + 7) % 7)
  return monday + weekdays.findIndex(day => day.toLowerCase() === word) + 7 * count
}

/** The day that many days from Monday to Friday after a day, or before it. */
function workday(today: number, count: number): number {
  let day = today
  for (let left = Math.abs(count); left > 0; ) {
    day += Math.sign(count)
    // 1 January 1970 was a Thursday.
    if ((((day + 3) % 7) + 7) % 7 < 5) left -= 1
  }
  return day
}

/** The first day of a month, counted in months from the month of a date. */
function monthStart({year, month}: CalendarDate, count: number): number {
  return Date.UTC(year, month - 1 + count, 1) / 86_400_000
}

// The files, small enough to be held in memory.

const historyFile = 'History.csv'

/** A mistake in the files themselves, for their author. */
export class BadDemo extends Error {
  readonly isPlain = true
}

export interface DemoFile {
  readonly file: string
  readonly entity: Entity
  readonly columns: readonly CsvColumn[]
  readonly rows: readonly CsvRow[]
}

/** Ordered so that most records come after those they refer to. */
export async function readDemoFiles(folder: string, entities: Entities): Promise<DemoFile[]> {
  const names = (await readdir(folder)).filter(name => name.endsWith('.csv') && name !== historyFile)
  const files: DemoFile[] = []
  for (const file of names.toSorted()) files.push(await readDemoFile(folder, file, entities))
  return inOrder(files)
}

async function readDemoFile(folder: string, file: string, {entities}: Entities): Promise<DemoFile> {
  const entity = entities.get(file.replace(/\.csv$/, ''))
  if (!entity) throw new BadDemo(`${join(folder, file)}: the document has no entity of this name.`)
  const [first, ...rows] = await rowsOf(join(folder, file))
  const header = readHeader(entity, first)
  if (!header.ok) {
    const said = header.problems.map(({column, code}) => headerProblem(code, column)).join(' ')
    throw new BadDemo(`${join(folder, file)}:1: ${said}`)
  }
  const uneven = rows.find(({cells}) => cells.length !== header.columns.length)
  if (uneven) throw new BadDemo(`${join(folder, file)}:${uneven.line}: a row has as many cells as the first one.`)
  return {file, entity, columns: header.columns, rows}
}

function headerProblem(code: OwnCode, column: string | null): string {
  const message = fill(errors[code], {column: column ?? ''})
  return column === null || message.includes(column) ? message : `${column}: ${message}`
}

async function rowsOf(path: string): Promise<CsvRow[]> {
  if (!existsSync(path)) return []
  const rows: CsvRow[] = []
  try {
    for await (const row of csvRows(createReadStream(path))) rows.push(row)
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new BadDemo(`${path}:${error.line}: ${fill(errors[error.code], error.values)}`)
  }
  return rows
}

/** Circles have no such order; the loader resolves them. */
function inOrder(files: readonly DemoFile[]): DemoFile[] {
  const byName = new Map(files.map(file => [file.entity.name, file]))
  const placed = new Set<DemoFile>()
  const visit = (file: DemoFile, path: ReadonlySet<DemoFile>) => {
    if (placed.has(file) || path.has(file)) return
    for (const {field} of file.columns) {
      const needed = byName.get(entityReferredTo(field) ?? '')
      if (needed) visit(needed, new Set([...path, file]))
    }
    placed.add(file)
  }
  for (const file of files) visit(file, new Set())
  return [...placed]
}

/* `History.csv`: the history of records before the demonstration began. */

/** One row of the file: one field of one event. */
interface Told {
  readonly line: number
  readonly entity: string
  readonly record: string
  readonly at: string
  readonly by: string
  readonly action: string
  readonly field: Field | null
  readonly before: string
  readonly after: string
}

/** Adjacent rows of the same time are one event. */
export interface ToldEvent {
  readonly rows: readonly Told[]
  readonly at: string
  readonly by: string
}

/** Keyed by entity and the record's key in the files, in the order of the file, unresolved. */
export type WrittenHistory = ReadonlyMap<string, readonly Told[]>

export const recordKey = (entity: string, record: string): string => `${entity} ${record}`

const columns = ['entity', 'record', 'at', 'by', 'action', 'field', 'before', 'after'] as const

export async function readDemoHistory(folder: string, entities: Entities): Promise<WrittenHistory> {
  const path = join(folder, historyFile)
  const [header, ...rows] = await rowsOf(path)
  if (!header) return new Map()
  if (header.cells.join() !== columns.join()) throw new BadDemo(`${path}:1: the columns are ${columns.join(', ')}.`)
  const told = rows.map(({line, cells}) => toldBy(line, cells, {entities, path}))
  return Map.groupBy(told, row => recordKey(row.entity, row.record))
}

interface HistoryContext {
  readonly entities: Entities
  readonly path: string
}

function toldBy(line: number, cells: readonly string[], {entities, path}: HistoryContext): Told {
  const [entity = '', record = '', at = '', by = '', action = '', name = '', ...values] = cells.map(restored)
  const declared = entities.entities.get(entity)
  const field = declared && name !== '' ? fieldOf(declared, name) : null
  if (!declared || (name !== '' && !field)) throw new BadDemo(`${path}:${line}: there is no ${entity}.${name}.`)
  const [before = '', after = ''] = values
  return {line, entity, record, at, by, action: action.replaceAll(' ', '_'), field, before, after}
}

function ownField(name: string): Field {
  const field = ownFields.get(name)
  if (!field) throw new Error(`records have no ${name}`)
  return field
}

const created = ownField('created')
const createdBy = ownField('created_by')

/** The events of one record, resolved for the day of loading. */
export function eventsOn(written: readonly Told[], loading: Loading): ToldEvent[] {
  const events: Told[][] = []
  for (const row of written.map(each => freshRow(each, loading))) {
    const last = events.at(-1)
    const [other] = last ?? []
    const same = other && other.at === row.at && other.by === row.by && other.action === row.action
    if (same && last) last.push(row)
    else events.push([row])
  }
  return events.map(some => ({rows: some, at: some[0]?.at ?? '', by: some[0]?.by ?? ''}))
}

function freshRow(row: Told, loading: Loading): Told {
  const {field, before, after} = row
  const fresh = (value: string) => (field ? freshCell(value, field, loading) : value)
  return {...row, at: freshCell(row.at, created, loading), before: fresh(before), after: fresh(after)}
}

interface Divided {
  /** Past events, always including the creation of the record. */
  readonly past: readonly ToldEvent[]
  /** The values of the fields before the later events, by name. */
  readonly still: ReadonlyMap<string, string>
}

/** Later events have not happened yet, and the record keeps its values from before them. */
export function dividedAt(events: readonly ToldEvent[], moment: RequestTime): Divided {
  const now = toMillis(moment.now)
  const isLater = ({at}: ToldEvent) => {
    const judged = created.type.fromCsv(at, localeOf(moment))
    return judged.ok && judged.value instanceof DateTime && toMillis(judged.value) > now
  }
  const first = events.findIndex((event, index) => index > 0 && isLater(event))
  if (first < 0) return {past: events, still: new Map()}
  const later = events.slice(first).flatMap(({rows}) => rows)
  // The earliest of them has the value before.
  const still = later.toReversed().flatMap(({field, before}) => (field ? [[field.name, before] as const] : []))
  return {past: events.slice(0, first), still: new Map(still)}
}

interface TellHistory {
  readonly history: ReadonlyMap<string, readonly ToldEvent[]>
  /** The ids of the loaded records, by their keys. */
  readonly ids: ReadonlyMap<string, string>
}

/** Replaces the history written by loading these records. Returns the number of events. */
export async function writeDemoHistory(writing: WriteContext, {history, ids}: TellHistory): Promise<number> {
  const read = await valueReader(writing, [...history.values()].flat())
  let count = 0
  for (const [key, events] of history) {
    const id = ids.get(key)
    if (id === undefined) continue
    await sql`delete from nonet_history where record = ${id}`.execute(writing.db)
    for (const [index, event] of events.entries()) await writeEvent(writing, {event, id, version: index + 1, read})
    count += events.length
  }
  return count
}

type ReadValue = (field: Field, text: string) => Value

/** Looks up all records named in the file at once. */
async function valueReader(writing: WriteContext, events: readonly ToldEvent[]): Promise<ReadValue> {
  const {locale, wanted} = listening(writing.moment)
  for (const {rows, by} of events) {
    createdBy.type.fromCsv(by, locale)
    for (const {field, before, after} of rows) for (const text of [before, after]) field?.type.fromCsv(text, locale)
  }
  const found = {...locale, find: await findAll(writing, writing.visibility, wanted)}
  return (field, text) => {
    const judged = field.type.fromCsv(text, found)
    return judged.ok ? judged.value : null
  }
}

interface WriteEvent {
  readonly event: ToldEvent
  readonly id: string
  readonly version: number
  readonly read: ReadValue
}

async function writeEvent(writing: WriteContext, {event, id, version, read}: WriteEvent): Promise<void> {
  const [first] = event.rows
  const at = read(created, event.at)
  const by = read(createdBy, event.by)
  if (!first || !(at instanceof DateTime)) return
  const changes = event.rows.flatMap(({field, before, after}): FieldChange[] =>
    field
      ? [{field: field.name, before: jsonOf(field, read(field, before)), after: jsonOf(field, read(field, after))}]
      : [],
  )
  const person = isReference(by) ? by.id : null
  await insertHistory(writing, [
    {
      entity: first.entity,
      record: id,
      at: new Date(toMillis(at)).toISOString(),
      kind: person === null ? 'engine' : 'person',
      person,
      action: first.action,
      version,
      changes,
    },
  ])
}

function jsonOf({type}: Field, value: Value) {
  return value === null ? null : type.toJson(value)
}
