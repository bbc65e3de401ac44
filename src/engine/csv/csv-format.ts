/**
 * The CSV format (RFC 4180): parsing with line numbers and limits, and writing. Cells that a spreadsheet would execute
 * are escaped reversibly.
 */
import {setImmediate as othersToo} from 'node:timers/promises'
import type {OwnCode} from '../../points/errors/own.ts'

// Errors of the format itself.

type CsvCode = OwnCode & `CSV_${string}`

interface CsvErrorDetails {
  readonly line?: number
  readonly values?: Readonly<Record<string, string>>
  readonly cause?: unknown
}

export class CsvError extends Error {
  readonly code: CsvCode
  readonly line: number
  readonly values: Readonly<Record<string, string>>

  constructor(code: CsvCode, {line = 1, values = {}, cause}: CsvErrorDetails = {}) {
    super(code, cause === undefined ? {} : {cause})
    this.code = code
    this.line = line
    this.values = values
  }
}

// Parsing: a stream of bytes into a stream of rows, within limits. Independent of entities and fields.

export interface CsvRow {
  /** The first line of the row in the file, counted from 1. */
  readonly line: number
  readonly cells: readonly string[]
}

export interface CsvLimits {
  /** Characters of one row. */
  readonly row: number
  readonly columns: number
}

const usualLimits: CsvLimits = {row: 4 * 1024 * 1024, columns: 500}

const [lf, cr, quote, comma] = [10, 13, 34, 44]

export async function* csvRows(
  bytes: AsyncIterable<Uint8Array>,
  limits: CsvLimits = usualLimits,
): AsyncGenerator<CsvRow> {
  const parser = new Parser(limits)
  for await (const text of decoded(pieces(bytes))) {
    parser.push(text)
    yield* parser.take()
    // Yields, so that a long file does not block other requests.
    await othersToo()
  }
  parser.end()
  yield* parser.take()
}

const largestPiece = 64 * 1024

async function* pieces(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes)
    for (let at = 0; at < chunk.length; at += largestPiece) yield chunk.subarray(at, at + largestPiece)
}

/** Removes the byte order mark that spreadsheets write. */
async function* decoded(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', {fatal: true})
  const decode = (chunk?: Uint8Array) => {
    try {
      return chunk ? decoder.decode(chunk, {stream: true}) : decoder.decode()
    } catch (cause) {
      throw new CsvError('CSV_NOT_UTF8', {cause})
    }
  }
  for await (const chunk of bytes) yield decode(chunk)
  yield decode()
}

type ParserState = 'start' | 'plain' | 'quoted' | 'closed'

class Parser {
  private readonly limits: CsvLimits
  private separator = 0
  private readonly header = new HeaderScan()
  /** The text read before the separator was known. */
  private held: string[] = []
  private heldLength = 0
  private rows: CsvRow[] = []
  private cells: string[] = []
  private cell = ''
  private length = 0
  private state: ParserState = 'start'
  private line = 1
  private rowLine = 1
  private afterCr = false

  constructor(limits: CsvLimits) {
    this.limits = limits
  }

  take(): CsvRow[] {
    const {rows} = this
    this.rows = []
    return rows
  }

  push(text: string): void {
    if (this.separator === 0) this.hold(text)
    else this.read(text)
  }

  private hold(text: string): void {
    this.held.push(text)
    this.heldLength += text.length
    if (this.header.scan(text)) this.begin()
    else if (this.heldLength > this.limits.row) this.fail('CSV_TOO_LONG')
  }

  end(): void {
    if (this.separator === 0) this.begin()
    if (this.state === 'quoted') this.fail('CSV_QUOTES')
    this.endRow()
  }

  private begin(): void {
    this.separator = this.header.separator()
    for (const text of this.held) this.read(text)
    this.held = []
  }

  private read(text: string): void {
    for (let at = 0; at < text.length; ) at = this.state === 'quoted' ? this.inQuotes(text, at) : this.outside(text, at)
  }

  /** Never scans beyond the next quotation mark, so that a text of only quotation marks takes linear time. */
  private inQuotes(text: string, from: number): number {
    const end = text.indexOf('"', from)
    const inside = text.slice(from, end < 0 ? text.length : end)
    this.add(inside)
    for (let at = inside.indexOf('\n'); at >= 0; at = inside.indexOf('\n', at + 1)) this.line += 1
    if (end < 0) return text.length
    this.state = 'closed'
    return end + 1
  }

  private outside(text: string, from: number): number {
    const code = text.charCodeAt(from)
    const doubled = this.afterCr && code === lf
    this.afterCr = code === cr
    if (doubled) return from + 1
    if (code === this.separator) this.endCell()
    else if (code === cr || code === lf) this.endLine()
    else if (code === quote && this.state !== 'plain') this.openQuote()
    else return this.plain(text, from)
    return from + 1
  }

  /** A second quotation mark after the closing one is an escaped quotation mark. */
  private openQuote(): void {
    if (this.state === 'closed') this.add('"')
    this.state = 'quoted'
  }

  private plain(text: string, from: number): number {
    if (this.state === 'closed') this.fail('CSV_QUOTES')
    this.state = 'plain'
    let end = from + 1
    for (; end < text.length; end++) {
      const code = text.charCodeAt(end)
      if (code === this.separator || code === cr || code === lf) break
    }
    this.add(text.slice(from, end))
    return end
  }

  private add(text: string): void {
    this.length += text.length
    if (this.length > this.limits.row) this.fail('CSV_TOO_LONG')
    this.cell += text
  }

  private endCell(): void {
    this.cells.push(this.cell)
    if (this.cells.length > this.limits.columns) this.fail('CSV_COLUMNS')
    this.cell = ''
    this.length += 1
    this.state = 'start'
  }

  private endLine(): void {
    this.endRow()
    this.line += 1
    this.rowLine = this.line
  }

  /** An empty line is not a row; a single empty cell is written in quotation marks. */
  private endRow(): void {
    if (this.cells.length > 0 || this.state !== 'start') {
      this.endCell()
      this.rows.push({line: this.rowLine, cells: this.cells})
    }
    this.cells = []
    this.length = 0
  }

  private fail(code: 'CSV_QUOTES' | 'CSV_TOO_LONG' | 'CSV_COLUMNS'): never {
    const {row, columns} = this.limits
    throw new CsvError(code, {line: this.rowLine, values: {most: String(code === 'CSV_COLUMNS' ? columns : row)}})
  }
}

const separators = [',', ';', '\t']

/**
 * Finds the end of the first row, taking quotation marks into account, and counts the possible separators. Reads every
 * character once.
 */
class HeaderScan {
  private inside = false
  private readonly counts = new Map(separators.map(mark => [mark.charCodeAt(0), 0]))

  /** True at the end of the row. */
  scan(text: string): boolean {
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (code === quote) this.inside = !this.inside
      else if (this.inside) continue
      else if (code === lf || code === cr) return true
      else this.count(code)
    }
    return false
  }

  /** Spreadsheets use semicolons in locales with a decimal comma. The comma wins a tie. */
  separator(): number {
    const [[best] = [comma]] = [...this.counts].toSorted(([, a], [, b]) => b - a)
    return best
  }

  private count(code: number): void {
    const counted = this.counts.get(code)
    if (counted !== undefined) this.counts.set(code, counted + 1)
  }
}

// Writing.

/** Excel needs it to recognise UTF-8. */
export const byteOrderMark = '\ufeff'

export function csvLine(cells: readonly string[]): string {
  const written = cells.map(cell => quoted(harmless(cell)))
  return `${written.length === 1 && written[0] === '' ? '""' : written.join(',')}\r\n`
}

function quoted(cell: string): string {
  return /[",;\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

/** Includes the full-width forms, which some spreadsheets treat like the normal ones. */
const begins = '[=+\\-@\\t\\r\\n\\uff1d\\uff0b\\uff0d\\uff20]'
const executable = new RegExp(`^'*${begins}`)
const marked = new RegExp(`^'+${begins}`)
const plainNumber = /^[-+]?\d+(?:\.\d+)?$/

/**
 * An apostrophe marks a text in spreadsheets. A text that starts with one gets another, so that the escape can be
 * undone.
 */
export function harmless(cell: string): string {
  return executable.test(cell) && !plainNumber.test(cell) ? `'${cell}` : cell
}

export function restored(cell: string): string {
  return marked.test(cell) ? cell.slice(1) : cell
}
