/** The data of an inbox: the waiting records, and one of them with the data needed to decide about it. */

import type {CheckData, MarkData, Problem} from '../../engine/page/common.ts'
import type {DecisionData} from '../../features/approvals/data.ts'
import type {ListData} from '../../features/collections/data.ts'

export interface InboxData {
  readonly heading: string
  /** The document's text about the screen. */
  readonly html?: string
  readonly filterBar: Pick<ListData, 'search' | 'filters' | 'filtered'>
  /** Waiting and decided records; empty if the document defines no decided ones. */
  readonly tabs: readonly InboxTab[]
  readonly records: readonly InboxRecord[]
  readonly count: ListData['count']
  readonly entityName: ListData['entityName']
  readonly page: ListData['page']
  readonly empty: string
  /** The inbox without an opened record. */
  readonly back: string
  /** Null if nothing waits. */
  readonly selected: DecisionData | null
  /** Whether the address contains the record: on a phone it replaces the list. */
  readonly opened: boolean
  readonly problems: readonly Problem[]
}

export interface InboxTab {
  readonly label: string
  readonly href: string
  readonly isCurrent: boolean
  /** The number of waiting records; empty for decided ones, and if none waits. */
  readonly count: string
}

/** One line of the list. */
export interface InboxRecord {
  readonly id: string
  /** The inbox with this record opened. */
  readonly href: string
  /** The name of its person, or of the record. */
  readonly name: string
  readonly person: string | null
  /** Further details: columns, and the rest of its name. */
  readonly texts: readonly string[]
  /** The colour and icon of the first of these that has one. */
  readonly mark?: MarkData
  readonly numbers: readonly {readonly label: string; readonly text: string}[]
  /** `3 days ago`: when it was created; for a decided one, when it was decided. */
  readonly age: {readonly text: string; readonly exact: string}
  readonly state: {readonly label: string; readonly tone: string} | null
  /** What it should be noticed for: a rule that prevents a decision, or a limit that it reaches. */
  readonly check: CheckData | null
}
