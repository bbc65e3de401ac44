/** The data of the search across everything that a person may read. Types only. */

export interface SearchData {
  /** What was looked for, as typed. */
  readonly query: string
  /** What there is to look for, as people call it. */
  readonly hint: string
  readonly groups: readonly FoundGroup[]
}

/** Records of one entity. */
export interface FoundGroup {
  readonly heading: string
  readonly records: readonly FoundRecordData[]
  readonly count: {readonly exact: number} | {readonly moreThan: number}
  /** The list with the same search, where more were found than are shown here. */
  readonly more: string | null
}

export interface FoundRecordData {
  readonly id: string
  readonly name: string
  readonly href: string | null
  /** What tells it from others of that name: the number that people quote, and what its list shows. */
  readonly about: string
  readonly state: {readonly text: string; readonly tone: string} | null
  readonly person: boolean
}
