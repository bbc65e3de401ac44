/** The data of screens that show records: lists, records and forms. Types only. */
import type {Problem} from './page.ts'

export interface ShownField {
  readonly key: string
  readonly label: string
  readonly help: string
  readonly look: 'text' | 'long' | 'number' | 'time' | 'state' | 'person'
  /** The tone of each state. */
  readonly tones?: Readonly<Record<string, string>>
}

export interface ShownCell {
  readonly text: string
  /** The word of a state, the id of a person: whatever the look goes by. */
  readonly value: unknown
  /** Files, to be fetched one by one. */
  readonly links?: readonly {readonly text: string; readonly href: string}[]
}

export interface ShownRecord {
  readonly id: string
  /** Where it is shown by itself, if anywhere. */
  readonly href: string | null
  readonly cells: readonly ShownCell[]
}

export interface ListData {
  readonly heading: string
  readonly columns: readonly (ShownField & {readonly sort: SortLink | null})[]
  readonly records: readonly ShownRecord[]
  readonly filters: readonly FilterData[]
  readonly page: {readonly next: string | null; readonly previous: string | null}
  readonly count: {readonly exact: number} | {readonly moreThan: number}
  /** What one record is called, and several. */
  readonly called: {readonly one: string; readonly several: string}
  readonly search: {readonly text: string} | null
  /** What is said where nothing is there, and whether something was left out by a search or a filter. */
  readonly empty: string
  readonly narrowed: boolean
  readonly create: {readonly label: string; readonly href: string} | null
}

/** A filter as a control: `low` and `high` are the ends of a range. */
export interface FilterData {
  readonly key: string
  readonly label: string
  readonly control: 'select' | 'text' | 'range' | 'dates'
  readonly value: string
  readonly options: readonly {readonly value: string; readonly label: string}[]
  readonly low?: string
  readonly high?: string
}

export interface SortLink {
  readonly href: string
  readonly now: 'ascending' | 'descending' | 'none'
}

/** Something that can be done with the record now, and what it asks for. */
export interface ActionData {
  readonly name: string
  readonly label: string
  readonly asks: readonly FormFieldData[]
  /** It was tried and refused: its form is open, with these problems. */
  readonly problems: readonly Problem[]
  readonly open: boolean
}

export interface RecordData {
  readonly heading: string
  readonly version: number
  readonly actions: readonly ActionData[]
  /** What was refused and belongs to no action's form. */
  readonly problems: readonly Problem[]
  readonly back: {readonly label: string; readonly href: string} | null
  readonly fields: readonly ShownField[]
  readonly cells: readonly ShownCell[]
  readonly related: readonly RelatedData[]
  readonly history: readonly HistoryData[]
}

export interface RelatedData {
  readonly heading: string
  readonly columns: readonly ShownField[]
  readonly records: readonly ShownRecord[]
}

export interface HistoryData {
  readonly id: string
  readonly at: string
  readonly when: string
  readonly who: string
  readonly what: string
}

export interface FormFieldData {
  readonly name: string
  readonly label: string
  readonly help: string
  readonly required: boolean
  readonly control: string
  readonly attributes: Readonly<Record<string, string | number | boolean>>
  readonly options: readonly {readonly value: string; readonly label: string}[] | null
  readonly values: readonly string[]
}

export interface FormData {
  readonly heading: string
  readonly fields: readonly FormFieldData[]
  readonly problems: readonly Problem[]
  readonly actions: readonly {readonly name: string; readonly label: string}[]
  readonly cancel: string
}
