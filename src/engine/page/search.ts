/** The data of the global search. Types only. */
import type {LanguageData, LinkData, MarkData} from './common.ts'

export interface SearchData {
  /** The search text, as typed. */
  readonly query: string
  /** The searchable entities, as text. */
  readonly hint: string
  readonly groups: readonly FoundGroup[]
  /** The address of all results, if only one entity is shown. */
  readonly all: string | null
  /** Without a search: the forms for new records, and the languages of the product if there are several. */
  readonly create: readonly LinkData[]
  readonly languages: readonly LanguageData[]
}

/** Records of one entity. */
export interface FoundGroup {
  readonly heading: string
  readonly icon: string
  readonly records: readonly FoundRecordData[]
  readonly count: {readonly exact: number} | {readonly moreThan: number}
  /** The same search in these records only, if there are more than are shown. */
  readonly more: string | null
}

export interface FoundRecordData {
  readonly id: string
  readonly name: string
  readonly href: string | null
  /** Distinguishes it from others of that name: its number, and the columns of its list. */
  readonly about: string
  /** The date, unless its name contains it. */
  readonly date: string
  readonly state: {readonly text: string; readonly tone: string} | null
  readonly person: boolean
  /** Its own colour and icon. */
  readonly mark?: MarkData
}
