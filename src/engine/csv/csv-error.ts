/** What can be wrong with a CSV file as such, before any field is looked at. */
import type {OwnCode} from '../../points/errors/own.ts'

export type CsvCode = OwnCode & `CSV_${string}`

interface Details {
  readonly line?: number
  readonly values?: Readonly<Record<string, string>>
  readonly cause?: unknown
}

export class CsvError extends Error {
  readonly code: CsvCode
  readonly line: number
  readonly values: Readonly<Record<string, string>>

  constructor(code: CsvCode, {line = 1, values = {}, cause}: Details = {}) {
    super(code, cause === undefined ? {} : {cause})
    this.code = code
    this.line = line
    this.values = values
  }
}
