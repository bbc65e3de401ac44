/** The data of a list. */

import type {ShownCell, ShownField, ShownRecord} from '../../engine/page/cells.ts'
import type {ActionTone, LinkData, OptionData, Problem} from '../../engine/page/common.ts'
import type {FormScreenData} from '../forms/data.ts'
import type {RecordData} from '../records/data.ts'

/** The query parameter for the record opened next to the list. */
export const openedKey = '_open'

/** The query parameter or form field for all records of the list, on every page. */
export const allKey = '_all'

/** The maximum number of records changed at once. */
export const mostAtOnce = 1000

/** The query parameter for the text typed to find a filter. */
export const suggestKey = '_suggest'

/** The query parameter for the cell whose control is requested: `id.field`. */
export const cellKey = '_cell'

export interface ListData {
  readonly heading: string
  /** The document's text about the screen. */
  readonly html?: string
  /** The previous page, if it is not in the menu. */
  readonly back: {readonly label: string; readonly href: string} | null
  /** Other parameters of the address, which are preserved. */
  readonly keep: readonly {readonly name: string; readonly value: string}[]
  readonly columns: readonly ListColumn[]
  readonly records: readonly ListedRecord[]
  /** The groups of the records; null if they are not grouped. */
  readonly groups: readonly ShownCell[] | null
  readonly filters: readonly FilterData[]
  /** Set if the address requests them. */
  readonly suggested?: readonly SuggestedFilter[]
  readonly page: {readonly next: string | null; readonly previous: string | null}
  readonly count: {readonly exact: number} | {readonly moreThan: number}
  /** The sum of the first summed column, if its records are on several pages and not too many. */
  readonly sum?: number
  /** The singular and plural of its records. */
  readonly entityName: {readonly one: string; readonly several: string}
  readonly search: {readonly text: string} | null
  /** The text of an empty list, and whether a search or filter is active. */
  readonly empty: string
  readonly filtered: boolean
  /** The search and the filters in words, if no record matches them. */
  readonly filteredBy?: readonly string[]
  readonly create: {readonly label: string; readonly href: string} | null
  readonly viewOptions: ViewOptions
  /** Bulk actions that apply to at least one record of the page. */
  readonly bulk: readonly BulkAction[]
  /** Set if the address requests all of them. */
  readonly every?: EveryRecord
  /** Saved views of the person. */
  readonly views: readonly {
    readonly id: string
    readonly name: string
    readonly href: string
    readonly current: boolean
    /** The number of its records; null if it was not counted. */
    readonly count: ListData['count'] | null
  }[]
  /** The total number of records, next to saved views. */
  readonly total: ListData['count'] | null
  readonly maySaveView: boolean
  /** The addresses of the export and the import. */
  readonly exportHref: string | null
  /** Link to subscribe, if it has a feed. */
  readonly subscribe?: LinkData | null
  readonly importHref: string | null
  /** The label of the import, if it offers more than a file. */
  readonly importLabel?: string
  /** The problems of a rejected bulk action. */
  readonly problems: readonly Problem[]
  /** The screen that a record is opened with next to the list, if it can be. */
  readonly opens: PanelData['screen'] | null
  /** The opened record, or a form for it. */
  readonly panel: PanelData | null
}

export interface ListColumn extends ShownField {
  readonly sort: SortLink | null
  /** Set if its values are summed: the unit or currency of the sum. */
  readonly sums?: {readonly called: string; readonly currency?: string}
}

/** All records of the list: the actions that apply to each of them. */
export interface EveryRecord {
  readonly count: number
  /** The names of the bulk actions that apply to every record. */
  readonly actions: readonly string[]
  /** The sum of the first summed column. */
  readonly sum: number | null
}

export type PanelData = PanelFrame &
  ({readonly screen: 'record'; readonly data: RecordData} | {readonly screen: 'form'; readonly data: FormScreenData})

export interface PanelFrame {
  readonly id: string
  /** The page of the record. */
  readonly href: string | null
  /** The list without the record. */
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
  /**
   * It is confirmed on its own page first, at this address with `_bulk=name` and a `_record` for each: with its inputs,
   * or a confirmation.
   */
  readonly asks: boolean
  /** The resulting state, if it is always the same. */
  readonly to?: StateTarget | null
}

export interface ListedRecord extends ShownRecord {
  readonly version: number
  /**
   * The names of the bulk actions that apply to this record: an action on several records must apply to each of them.
   */
  readonly actions: readonly string[]
  /** The keys of the columns whose cells this person may edit in place. */
  readonly edits?: readonly string[]
  /** A link to the form that books this record for the requested time. */
  readonly offer?: LinkData
  /** The index of its group. */
  readonly group: number | null
}

/** The view options of a list. */
export interface ViewOptions {
  readonly columns: readonly {
    readonly key: string
    readonly label: string
    readonly shown: boolean
    /** Shown by default. */
    readonly usual: boolean
  }[]
  readonly sizes: readonly number[]
  readonly size: number
  readonly usualSize: number
  /** Whether rows are compact. */
  readonly compact: boolean
  /** Other parameters, which are kept. */
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
  /**
   * Too many records for a list: this address, with `q`, returns this filter with the matching ones. A name may also be
   * sent as typed.
   */
  readonly lookup?: string
  /** Its label and control for people without JavaScript. Only the server has it: JSON leaves functions out. */
  readonly plainHtml?: () => string
  /** The entity of its records. */
  readonly entity?: string
  /** The main filter of the list: its controls are always shown. */
  readonly isMain?: true
  /** Ends to choose with one click: now, or some time from the beginning that is chosen. */
  readonly shortcuts?: readonly RangeShortcut[]
}

export interface RangeShortcut {
  readonly label: string
  readonly low: string
  readonly high: string
  readonly current: boolean
}

/** A complete filter, and the number of matching records. */
export interface SuggestedFilter {
  readonly key: string
  readonly label: string
  /** As written in the address. */
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

/** The page without filters. */
export function addressKeeping(path: string, keep: ListData['keep']): string {
  const kept = new URLSearchParams(keep.map(({name, value}) => [name, value])).toString()
  return kept === '' ? path : `${path}?${kept}`
}
