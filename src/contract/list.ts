/** The data of a list. */
import type {ActionTone, LinkData, Problem} from './common.ts'
import type {FormScreenData, OptionData} from './form.ts'
import type {RecordData, ShownCell, ShownField, ShownRecord} from './record.ts'

/** In the address of a list: the record that is opened beside it. */
export const openedKey = '_open'

/** In the address of a list, or sent with an action: all records that the list finds, on whatever page. */
export const allKey = '_all'

/** More records than this are not changed at once. */
export const mostAtOnce = 1000

/** In the address of a list: what was typed to find a filter. */
export const suggestKey = '_suggest'

/** In the address of a list: `id.field` of the cell whose control is asked for. */
export const cellKey = '_cell'

export interface ListData {
  readonly heading: string
  /** The document's own prose about the screen. */
  readonly html?: string
  /** Where it was reached from, where that is not the menu. */
  readonly back: {readonly label: string; readonly href: string} | null
  /** Other parameters of the address, which are preserved. */
  readonly keep: readonly {readonly name: string; readonly value: string}[]
  readonly columns: readonly ListColumn[]
  readonly records: readonly ListedRecord[]
  /** What the records are grouped by; null where they are not. */
  readonly groups: readonly ShownCell[] | null
  readonly filters: readonly FilterData[]
  /** Where the address asks for them. */
  readonly suggested?: readonly SuggestedFilter[]
  readonly page: {readonly next: string | null; readonly previous: string | null}
  readonly count: {readonly exact: number} | {readonly moreThan: number}
  /** What one record is called, and several. */
  readonly entityName: {readonly one: string; readonly several: string}
  readonly search: {readonly text: string} | null
  /** What is said where nothing is there, and whether something was left out by a search or a filter. */
  readonly empty: string
  readonly filtered: boolean
  readonly create: {readonly label: string; readonly href: string} | null
  readonly viewOptions: ViewOptions
  /** What can be done with several at once: whatever fits at least one of the records of the page. */
  readonly bulk: readonly BulkAction[]
  /** Where the address asks for all of them. */
  readonly every?: EveryRecord
  /** Views that the person keeps. */
  readonly views: readonly {
    readonly id: string
    readonly name: string
    readonly href: string
    readonly current: boolean
    /** How many records it shows; null where nothing was counted. */
    readonly count: ListData['count'] | null
  }[]
  /** How many there are in all, beside saved views. */
  readonly total: ListData['count'] | null
  readonly maySaveView: boolean
  /** Where it comes as a file, and where records come in from one. */
  readonly exportHref: string | null
  /** Where a reader gets an address for it, where it has a feed. */
  readonly subscribe?: LinkData | null
  readonly importHref: string | null
  /** What that is called, where it is more than a file. */
  readonly importLabel?: string
  /** What was tried on several and refused. */
  readonly problems: readonly Problem[]
  /** Whether records can be opened beside the list. */
  readonly opens: boolean
  /** The record that is opened beside it, or a form for it. */
  readonly panel: PanelData | null
}

export interface ListColumn extends ShownField {
  readonly sort: SortLink | null
  /** Its values are added up: what the sum is counted in, or its currency. */
  readonly sums?: {readonly called: string; readonly currency?: string}
}

/** All records that the list finds: what may be done with each of them. */
export interface EveryRecord {
  readonly count: number
  /** The names of the bulk actions that fit every record. */
  readonly actions: readonly string[]
  /** The sum of the first column that is added up. */
  readonly sum: number | null
}

export type PanelData = PanelFrame &
  ({readonly screen: 'record'; readonly data: RecordData} | {readonly screen: 'form'; readonly data: FormScreenData})

export interface PanelFrame {
  readonly id: string
  /** The page of the record. */
  readonly href: string | null
  /** The list alone. */
  readonly close: string
  readonly previous: string | null
  readonly next: string | null
}

export interface StateTarget {
  readonly word: string
  readonly label: string
}

export interface BulkAction {
  readonly name: string
  readonly label: string
  readonly tone: ActionTone
  /** It is asked first on a page of its own, at this address with `_bulk=name` and a `_record` for each: what it needs, or whether it is meant. */
  readonly asks: boolean
  /** The state it leads to, where that is always the same. */
  readonly to?: StateTarget | null
}

export interface ListedRecord extends ShownRecord {
  readonly version: number
  /** The names of the bulk actions that fit this record: what may be done with several is what fits each of them. */
  readonly actions: readonly string[]
  /** The keys of the columns whose cells this person may edit in place. */
  readonly edits?: readonly string[]
  /** A form for what takes up its time, with this record and the time that was asked for. */
  readonly offer?: LinkData
  /** Which of the groups it belongs to. */
  readonly group: number | null
}

/** What a person may choose about a list. */
export interface ViewOptions {
  readonly columns: readonly {
    readonly key: string
    readonly label: string
    readonly shown: boolean
    /** Shown where the person chose nothing. */
    readonly usual: boolean
  }[]
  readonly sizes: readonly number[]
  readonly size: number
  readonly usualSize: number
  /** Whether rows are compact. */
  readonly compact: boolean
  /** What else is asked, and stays. */
  readonly keep: readonly {readonly name: string; readonly value: string}[]
}

/** A filter as a control: `low` and `high` are the ends of a range. */
export interface FilterData {
  readonly key: string
  readonly label: string
  readonly control: 'select' | 'text' | 'range' | 'dates' | 'times'
  readonly value: string
  readonly options: readonly OptionData[]
  readonly low?: string
  readonly high?: string
  /** Too many to offer one by one: the data of this address, with `q`, has this filter with those that fit. A name may be sent as it is typed. */
  readonly lookup?: string
  /** Whose records it is about. */
  readonly entity?: string
  /** It is what the list is for: its controls are shown at once, and stay. */
  readonly isMain?: true
}

/** A complete filter, and how many records the list would show with it. */
export interface SuggestedFilter {
  readonly key: string
  readonly label: string
  /** As the address writes it. */
  readonly value: string
  readonly text: string
  readonly count: ListData['count']
  /** The person that it names. */
  readonly person?: string
}

export interface SortLink {
  readonly href: string
  readonly now: 'ascending' | 'descending' | 'none'
}
