/** The data that helps to decide about a record: in an inbox, and on the page of the record. */

import type {ShownCell, ShownField} from '../../engine/page/cells.ts'
import type {CheckData, FigureData, MarkData} from '../../engine/page/common.ts'
import type {ActionData} from '../forms/data.ts'
import type {StripData} from '../planning/timeline-data.ts'
import type {RecordData} from '../records/data.ts'

/** A record on its own page. */
export interface RecordPageData extends RecordData {
  /** While it waits for a decision, if the document names the inbox for that. */
  readonly reasons?: ReasonsData
}

export interface ReasonsData {
  readonly figures: readonly FigureData[]
  readonly strip: StripData | null
  readonly checks: readonly CheckData[]
  readonly earlier: readonly EarlierRecord[]
  readonly coming: readonly EarlierRecord[]
}

export interface EarlierRecord {
  readonly id: string
  readonly href: string | null
  readonly text: string
  /** The colour and icon of the first column that has one, and what it says. */
  readonly mark: {readonly mark: MarkData; readonly text: string} | null
  /** The first number among the columns of the inbox. */
  readonly number: string
  readonly state: {readonly label: string; readonly tone: string} | null
}

export interface DecisionData extends ReasonsData {
  readonly id: string
  readonly version: number
  readonly name: string
  /** The person of the record. */
  readonly person: {readonly id: string; readonly name: string} | null
  /** The page of the record. */
  readonly href: string | null
  /** Counted from 1; null if it does not wait (any more). */
  readonly position: number | null
  readonly previous: string | null
  readonly next: string | null
  readonly fields: readonly ShownField[]
  readonly cells: readonly ShownCell[]
  readonly actions: readonly DecisionAction[]
}

export interface DecisionAction extends ActionData {
  /** Its keyboard shortcut. */
  readonly hotkey: string | null
  /** A rule refuses it now, as the checks say. */
  readonly refused?: true
  /** Said while it is chosen and not sent, and the keys that send and cancel it. */
  readonly chosen: string
  readonly chosenKeys: string
}
