/** Reads demonstration data with separate, plain code, and resolves the dates of its cells for a given day. */
import {readFileSync} from 'node:fs'

export type Row = Readonly<Record<string, string>>

const folder = new URL('../../apps/time-off/', import.meta.url)
export const demoText = (name: string): string => readFileSync(new URL(`demo/${name}.csv`, folder), 'utf8')
export const documentText = (): string => readFileSync(new URL('app.md', folder), 'utf8')

/** Plain RFC 4180: a cell with a quote, a comma or a line end is quoted. */
export function readCsv(text: string): Row[] {
  const [header = [], ...records] = recordsOf(text)
  return records.map(cells => {
    if (cells.length !== header.length) throw new Error(`${cells.length} cells under ${header.length}: ${cells.join()}`)
    return Object.fromEntries(header.map((name, index) => [name, cells[index] ?? '']))
  })
}

function recordsOf(text: string): string[][] {
  const records: string[][] = [[]]
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/y
  while (cell.lastIndex < text.length) {
    const at = cell.lastIndex
    const [, quoted, plain = '', end] = cell.exec(text) ?? []
    if (end === undefined) throw new Error(`No cell can be read at ${at}.`)
    records.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain)
    if (end === '\r\n') records.push([])
  }
  return records.slice(0, -1)
}

const dayFields = new Set([
  ...['first_day', 'last_day', 'day', 'joined', 'created', 'decided_at', 'asked_at', 'at'],
  ...['starts', 'ends', 'arrived_at', 'due', 'resolved_at', 'expected', 'ordered_on'],
])
const yearIn = /\{year([+-]\d+)?\}/g
const ofMonth = /^month( end)?([+-]\d+)?( \d\d:\d\d)?$/
const relative =
  /^(?:(today|workday)|(monday|tuesday|wednesday|thursday|friday|saturday|sunday))([+-]\d+)?( \d\d:\d\d)?$/
const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']

/**
 * The row on a given day, in one of its alternatives: dates as `2026-11-15`, dates with a time as `2026-11-15 14:05`.
 */
export function onDay(row: Row, today: string, alternative = 0): Row {
  const resolved: Record<string, string> = {...row}
  for (const [name, field] of told(row)) {
    const each = alternativesOf(row[name] ?? '')
    resolved[name] = resolveCell(field, each[Math.min(alternative, each.length - 1)] ?? '', today)
  }
  return resolved
}

const alternativesIn = /^\{(.+\|.+)\}( \d\d:\d\d)?$/

/** `{monday+1|tuesday+1} 08:00` is two cells. */
function alternativesOf(cell: string): string[] {
  const [, written, time = ''] = alternativesIn.exec(cell) ?? []
  return written === undefined ? [cell] : written.split('|').map(each => each + time)
}

/** The number of alternatives of a row. */
export const alternatives = (row: Row): number =>
  Math.max(...Object.values(row).map(cell => alternativesOf(cell).length))

const toldCells = new WeakMap<Row, readonly (readonly [name: string, field: string])[]>()

/** The cells that depend on the day, and the field of each. */
function told(row: Row): readonly (readonly [name: string, field: string])[] {
  const known = toldCells.get(row)
  if (known !== undefined) return known
  const fields = Object.keys(row).map(name => [name, /^(before|after)$/.test(name) ? (row.field ?? '') : name] as const)
  const cells = fields.filter(([name, field]) => dayFields.has(field) || /\{year|\|/.test(row[name] ?? ''))
  toldCells.set(row, cells)
  return cells
}

function resolveCell(field: string, cell: string, today: string): string {
  if (cell.includes('{year'))
    return cell.replace(yearIn, (_, shift) => String(Number(today.slice(0, 4)) + Number(shift ?? 0)))
  const [month, end, months = '0', clock = ''] = (dayFields.has(field) ? ofMonth.exec(cell) : null) ?? []
  if (month !== undefined) {
    const [year, number] = [Number(today.slice(0, 4)), Number(today.slice(5, 7)) - 1 + Number(months)]
    return new Date(Date.UTC(year, end ? number + 1 : number, end ? 0 : 1)).toISOString().slice(0, 10) + clock
  }
  const found = dayFields.has(field) ? relative.exec(cell) : null
  if (found === null) return cell
  const [, fromToday, weekday = '', number = '0', time = ''] = found
  if (fromToday === 'workday') return workday(today, Number(number)) + time
  if (fromToday) return addDays(today, Number(number)) + time
  return addDays(today, weekdays.indexOf(weekday) + 1 - weekdayOf(numberOf(today)) + 7 * Number(number)) + time
}

const millisOfDay = 86_400_000

/** Counts days from Monday to Friday. */
function workday(today: string, count: number): string {
  const days = Array.from({length: 7 + 2 * Math.abs(count)}, (_, index) =>
    addDays(today, Math.sign(count) * (index + 1)),
  )
  return count === 0 ? today : (days.filter(day => weekdayOf(numberOf(day)) < 6)[Math.abs(count) - 1] ?? '')
}

/** Days since 1970. */
export const numberOf = (day: string): number => Date.parse(day) / millisOfDay

export const addDays = (day: string, days: number): string =>
  new Date((numberOf(day) + days) * millisOfDay).toISOString().slice(0, 10)

/** Monday is 1, Sunday 7. The first of January 1970 was a Thursday. */
export const weekdayOf = (day: number): number => ((day + 3) % 7) + 1

/** Every day of some years. */
export function daysFrom(first: string, count: number): string[] {
  return Array.from({length: count}, (_, index) => addDays(first, index))
}
