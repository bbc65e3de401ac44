/** The data that helps to decide about a record: in an inbox, and on the page of the record. */

import type {RecordData} from '../../engine/page/cells.ts'
import type {CheckData, FigureData} from '../../engine/page/common.ts'
import type {LegendEntry} from '../planning/period-data.ts'
import type {TimelineHead, TimelineRow} from '../planning/timeline-data.ts'

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

export interface StripData {
  readonly period: string
  /** The hours of one day instead of days. */
  readonly hourly: boolean
  readonly heads: readonly TimelineHead[]
  readonly rows: readonly TimelineRow[]
  /** The number of rows without entries in this period, which are left out. */
  readonly more: number
  readonly people: boolean
  readonly legend: readonly LegendEntry[]
  /** The row of the record. */
  readonly own: string
  /** One per header; null on days off. */
  readonly totals: readonly ({readonly count: number; readonly reached: boolean} | null)[]
  readonly limit: number | null
  /** What people are who have such a record: `away`; may be empty. */
  readonly presentAs: string
  /** The headers that the record covers. */
  readonly covers: readonly boolean[]
  /** Days of the record on which the limit is reached, with the total and the other people. */
  readonly warnings: readonly {readonly day: string; readonly count: number; readonly names: readonly string[]}[]
}

export interface EarlierRecord {
  readonly id: string
  readonly href: string | null
  readonly text: string
  /** The first number among the columns of the inbox. */
  readonly number: string
  readonly state: {readonly label: string; readonly tone: string} | null
}
