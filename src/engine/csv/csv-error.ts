/** What can be wrong with a CSV file as such, before any field is looked at. */

export const csvMessages = {
  CSV_NOT_UTF8: 'This file is not written in UTF-8. Save it as “CSV UTF-8” and try again.',
  CSV_QUOTES: 'A quotation mark is missing here, or there is one too many.',
  CSV_TOO_LONG: 'This row is longer than {most} characters; a quotation mark may be missing.',
  CSV_COLUMNS: 'There are more than {most} columns.',
  CSV_NO_HEADER: 'The first row must name the fields, and there is none.',
  CSV_TWICE: 'This field has a column already.',
  CSV_CELLS: 'This row has {count} cells, and the first row has {columns}.',
  CSV_ROWS: 'There are more than {most} rows.',
} as const satisfies Record<string, string>

export type CsvCode = keyof typeof csvMessages

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
