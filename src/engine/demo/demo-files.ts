/** The CSV files of the demonstration data, one per entity and `History.csv`, with dates relative to today. */
import {createReadStream, existsSync} from 'node:fs'
import {readdir} from 'node:fs/promises'
import {join} from 'node:path'
import {type CalendarDate, fromDays, toDays} from '../../feel/calendar.ts'
import {formatDate} from '../../feel/format.ts'
import {targetOf} from '../../points/entities/lookup.ts'
import type {Entities, Entity, Field} from '../../points/entities/model.ts'
import {type OwnCode, ownErrors} from '../../points/errors/own.ts'
import {fill} from '../../points/errors/run.ts'
import {weekdays} from '../../points/limits/value.ts'
import {CsvError, type CsvRow, readRows} from '../csv/csv-format.ts'
import {type CsvColumn, readHeader} from '../csv/import-rows.ts'

// Relative dates: `today-3`, `tuesday-3 14:05` (the Tuesday of the week three weeks before this one), and `{year-1}`
// anywhere. `{tuesday+3|wednesday+3}` holds alternatives: the second one is for the days on which the rules refuse the
// first. Everything else stays as written.

/** The day on which the data is loaded, and which alternative of a row is meant, counted from 0. */
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

/** How many alternatives a row has: 1 where none is written. */
export function alternativesIn(cells: readonly string[], today: CalendarDate): number {
  const counts = cells.flatMap(cell =>
    [...inYears(cell, today).matchAll(alternatives)].map(([, written = '']) => written.split('|').length),
  )
  return Math.max(1, ...counts)
}

const relative = new RegExp(`^(today|${weekdays.join('|')})(?:([+-]\\d{1,4}))?(?: (\\d{1,2}:\\d{2}))?$`, 'i')

function freshDate(text: string, withTime: boolean, today: CalendarDate): string {
  const match = relative.exec(text.trim())
  if (!match) return text
  const [, word = '', count = '0', time] = match
  const day = fromDays(dayMeant(word.toLowerCase(), Number(count), toDays(today)))
  if (!day) return text
  return withTime ? `${formatDate(day)} ${time ?? '00:00'}` : formatDate(day)
}

function dayMeant(word: string, count: number, today: number): number {
  if (word === 'today') return today + count
  // 1 January 1970 was a Thursday.
  const monday = today - ((((today + 3) % 7) + 7) % 7)
  return monday + weekdays.findIndex(day => day.toLowerCase() === word) + 7 * count
}

// The files, small enough to be held in memory.

export const historyFile = 'History.csv'

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

/** In an order in which most records come after those they refer to. */
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
  const message = fill(ownErrors[code].message, {column: column ?? ''})
  return column === null || message.includes(column) ? message : `${column}: ${message}`
}

export async function rowsOf(path: string): Promise<CsvRow[]> {
  if (!existsSync(path)) return []
  const rows: CsvRow[] = []
  try {
    for await (const row of readRows(createReadStream(path))) rows.push(row)
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new BadDemo(`${path}:${error.line}: ${fill(ownErrors[error.code].message, error.values)}`)
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
      const needed = byName.get(targetOf(field) ?? '')
      if (needed) visit(needed, new Set([...path, file]))
    }
    placed.add(file)
  }
  for (const file of files) visit(file, new Set())
  return [...placed]
}
