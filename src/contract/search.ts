/** The data of the search across everything that a person may read. Types only. */
import type {LanguageData, LinkData, MarkData} from './common.ts'

export interface SearchData {
  /** What was looked for, as typed. */
  readonly query: string
  /** What there is to look for, as people call it. */
  readonly hint: string
  readonly groups: readonly FoundGroup[]
  /** All results, where only those of one entity are shown. */
  readonly all: string | null
  /** While nothing is looked for: the forms for new records, and the languages of the product where there are several. */
  readonly create: readonly LinkData[]
  readonly languages: readonly LanguageData[]
}

/** Records of one entity. */
export interface FoundGroup {
  readonly heading: string
  readonly icon: string
  readonly records: readonly FoundRecordData[]
  readonly count: {readonly exact: number} | {readonly moreThan: number}
  /** The same search among these records alone, where more were found than are shown here. */
  readonly more: string | null
}

export interface FoundRecordData {
  readonly id: string
  readonly name: string
  readonly href: string | null
  /** What tells it from others of that name: the number that people quote, and what its list shows. */
  readonly about: string
  /** When it is, where its name does not say so. */
  readonly date: string
  readonly state: {readonly text: string; readonly tone: string} | null
  readonly person: boolean
  /** Its own colour and icon. */
  readonly mark?: MarkData
}
