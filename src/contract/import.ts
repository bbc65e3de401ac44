/** The data of the page on which records are brought in from a file. */

/** The name of the box that says whether new people are invited. */
export const inviteField = '_invite'

/** The name of the role for people without one in the file. */
export const roleField = '_role'

/** The name of the choice between updating and skipping records that are there already. */
export const existingField = '_existing'

export interface ImportPeople {
  /** Roles to choose from, for people whose row names none. */
  readonly roles: readonly {readonly value: string; readonly label: string}[]
  readonly role: string
  /** Whether each of them gets an invitation. */
  readonly invite: boolean
}

/** Public holidays of a country, in place of a file. */
export interface ImportHolidays {
  readonly heading: string
  readonly intro: string
  readonly fields: readonly {
    readonly name: string
    readonly label: string
    readonly value: string
    readonly groups: readonly {
      /** Null: its options are in no group. */
      readonly label: string | null
      readonly options: readonly {readonly value: string; readonly label: string}[]
    }[]
  }[]
  readonly button: string
}

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
    /** Rows about records that are there already; the first of them by line and name. */
    readonly existing: {
      readonly total: number
      readonly rows: readonly {readonly line: number; readonly name: string}[]
    }
  } | null
  readonly existing: 'update' | 'skip'
  /** Nothing could be checked: no file was chosen, or no country, or all of its days are there already. */
  readonly problem?: {readonly at: 'file' | 'holidays'; readonly message: string}
  /** A file with the columns and an example, to begin with. */
  readonly template: string
  readonly holidays?: ImportHolidays
  /** The first rows that would come in, where people did not write them. */
  readonly preview?: readonly string[]
  /** What is asked where the records are people. */
  readonly people?: ImportPeople
  /** The file that was checked, to come along. */
  readonly text: string
  readonly entityName: {readonly one: string; readonly several: string}
  readonly maxRows: number
}
