/** The data of the page on which records are brought in from a file. Types only. */

export interface ImportData {
  readonly heading: string
  readonly back: {readonly label: string; readonly href: string}
  /** What a file may hold. */
  readonly fields: readonly {
    readonly name: string
    readonly label: string
    readonly help: string
    readonly required: boolean
  }[]
  /** What would happen with the file that was sent; null before one was. */
  readonly report: {
    readonly ok: boolean
    readonly count: number
    readonly total: number
    readonly problems: readonly {
      readonly line: number
      readonly column: string | null
      /** What the cell says; null where the whole row is meant. */
      readonly value: string | null
      readonly message: string
    }[]
  } | null
  /** The file that was checked, to come along. */
  readonly text: string
  readonly entityName: {readonly one: string; readonly several: string}
  readonly maxRows: number
}
