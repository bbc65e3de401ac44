/** The data of the import page. */

import type {FormFieldData} from '../forms/data.ts'

/** The name of the checkbox that invites new people. */
export const inviteField = '_invite'

/** The name of the role for people without one in the file. */
export const roleField = '_role'

/** The name of the choice between updating and skipping existing records. */
export const existingField = '_existing'

/** The names of the boxes of single rows, by their place below the header, and of the field that says that there are boxes. */
export const rowField = '_row'
export const rowsField = '_rows'

/** Public holidays of a country, instead of a file. */
export interface ImportHolidays {
  readonly heading: string
  readonly intro: string
  readonly fields: readonly FormFieldData[]
  readonly button: string
}

export interface ImportData {
  readonly heading: string
  readonly back: {readonly label: string; readonly href: string}
  /** The columns that a file may contain. */
  readonly fields: readonly {
    readonly name: string
    readonly label: string
    readonly help: string
    readonly required: boolean
  }[]
  /** The result for the uploaded file; null before an upload. */
  readonly report: {
    readonly ok: boolean
    readonly count: number
    readonly total: number
    readonly problems: readonly {
      readonly line: number
      readonly column: string | null
      /** The content of the cell; null if it concerns the whole row. */
      readonly value: string | null
      readonly message: string
    }[]
    /** Rows about existing records; the first of them by line and name. */
    readonly existing: {
      readonly total: number
      readonly rows: readonly {readonly line: number; readonly name: string}[]
    }
  } | null
  /** The first rows as they would be stored; empty before a file was sent. */
  readonly first: {
    readonly columns: readonly string[]
    readonly rows: readonly {
      readonly line: number
      readonly cells: readonly string[]
      readonly isExisting: boolean
      /** Why it is refused; empty where it is not. */
      readonly refused: string
    }[]
  }
  readonly existing: 'update' | 'skip'
  /** Nothing could be checked: no file or country was chosen, or all of its days exist already. */
  readonly problem?: {readonly at: 'file' | 'holidays'; readonly message: string}
  /** A template file with the columns and an example. */
  readonly template: string
  readonly holidays?: ImportHolidays
  /** The rows to be imported, each with a box, if people did not write them themselves. */
  readonly preview?: readonly string[]
  /** What is asked for people beside the file: the role of those without one, and whether each of them is invited. */
  readonly people?: readonly FormFieldData[]
  /** The validated file, to be sent again. */
  readonly text: string
  readonly entityName: {readonly one: string; readonly several: string}
  readonly maxRows: number
}
