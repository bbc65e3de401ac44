/** The data of a dashboard: cards with figures, charts and short lists. Charts are laid out on the server. */

import type {ShownField, ShownRecord} from '../../engine/page/cells.ts'
import type {FirstSteps, LinkData} from '../../engine/page/common.ts'
import type {TimelineData, TimelineRow} from '../planning/timeline-data.ts'

export interface DashboardData {
  readonly heading: string
  /** Today's date, if there is a greeting; otherwise empty. */
  readonly day: string
  /** The document's text about it, as HTML; may be empty. */
  readonly html: string
  readonly cards: readonly CardData[]
  /** The first steps in an installation without records, on the start page of people who may take them. */
  readonly firstSteps?: FirstSteps
}

export interface CardData {
  readonly name: string
  /** The records behind it. */
  readonly href: string
  readonly body: CardBody
}

export type CardBody =
  | {readonly as: 'number'; readonly text: string; readonly unit: string}
  | BarsData
  | ColumnsData
  | LineData
  | DonutData
  | ({readonly as: 'ring'} & WholeData)
  | {readonly as: 'meters'; readonly meters: readonly MeterData[]}
  | {
      readonly as: 'table'
      readonly columns: readonly ShownField[]
      readonly records: readonly ShownRecord[]
      readonly more: MoreRecords
      readonly empty: string
    }
  | {readonly as: 'rows'; readonly rows: readonly CardRow[]; readonly more: MoreRecords; readonly empty: string}
  | {
      readonly as: 'next'
      readonly next: NextRecord | null
      /** The records after it, if the card shows several. */
      readonly following: readonly FollowingRecord[]
      readonly empty: string
    }
  | {
      readonly as: 'people'
      readonly people: readonly PersonNow[]
      /** Who is next, and when; empty if there is no one. */
      readonly following: string
      /** How many people there are, if the card does not show all of them. */
      readonly more: MoreRecords
      /** The timeline of the same records, which shows everyone; null if the viewer may open none. */
      readonly timeline: LinkData | null
      readonly empty: string
    }
  | ({readonly as: 'strip'} & WeeksData)
  /** It could not be read; other cards are unaffected. */
  | {readonly as: 'failed'; readonly reference: string}

/** The coming weeks as rows of bars, the viewer's own row first. */
export interface WeeksData extends Pick<TimelineData, 'bands' | 'heads' | 'own' | 'people' | 'legend'> {
  readonly rows: readonly TimelineRow[]
  /** The timeline of the same records; null if the viewer may open none. */
  readonly timeline: LinkData | null
}

export interface BarsData extends Measured {
  readonly as: 'bars'
  readonly groups: readonly BarGroup[]
  readonly more: boolean
}

/** Along time. */
export type TimeData = ColumnsData | LineData

export interface ColumnsData extends DrawnData {
  readonly as: 'columns'
}

export interface LineData extends DrawnData {
  readonly as: 'line'
}

interface DrawnData extends Measured {
  readonly groups: readonly GroupData[]
  readonly drawing: TimeChart
}

export interface DonutData extends Measured {
  readonly as: 'donut'
  readonly groups: readonly SliceData[]
  readonly total: string
}

/** The unit of a chart, such as `days`, and the period it covers, for charts along time. */
export interface Measured {
  readonly unit: string
  readonly period?: string
}

/** The total number of records, if it is larger than the card shows. */
export type MoreRecords = {readonly count: string} | null

/** A record in one or two lines. */
export interface CardRow {
  readonly id: string
  readonly href: string | null
  readonly title: string
  /** The person of the record, if the title starts with a person's name. */
  readonly person: {readonly id: string; readonly name: string} | null
  readonly texts: readonly string[]
  /** The colour of the first of its columns that has one. */
  readonly colour?: string
  readonly state: {readonly label: string; readonly tone: string} | null
  /** Links to the actions that the viewer may perform on it now. */
  readonly actions: readonly LinkData[]
}

export interface NextRecord extends Omit<CardRow, 'actions'> {
  /** The days until it starts; null if it has started. */
  readonly days: number | null
  /** The day on which it starts, or on which it ends if it has started. */
  readonly day: string
  /** For a card that shows several: the first day as on a calendar page. */
  readonly date: {readonly month: string; readonly number: string; readonly when: string} | null
}

/** One line: the start and the name. */
export interface FollowingRecord {
  readonly id: string
  readonly href: string | null
  readonly title: string
  /** `8 Dec` and `Tue`. */
  readonly day: string
  readonly weekday: string
}

export interface PersonNow {
  readonly id: string
  readonly name: string
  readonly href: string | null
  readonly texts: readonly string[]
  /** When they return. */
  readonly back: string
}

/** Parts of a whole; the first is the subject of the card. */
export interface WholeData {
  readonly parts: readonly PartData[]
  readonly total: string
}

export interface PartData {
  readonly label: string
  readonly text: string
  readonly percent: string
  /** For a ring, its arc; for a meter, its start and length in hundredths. */
  readonly path: string
  readonly start: number
  readonly share: number
}

export interface MeterData extends WholeData {
  readonly label: string
  readonly href: string | null
}

export interface GroupData {
  readonly label: string
  readonly text: string
  readonly value: number
  /** The records of this group; null if it combines several groups. */
  readonly href: string | null
}

export interface BarGroup extends GroupData {
  /** Relative to the longest, in hundredths. */
  readonly share: number
  readonly tone: string | null
}

export interface SliceData extends GroupData {
  /** Of the whole, as text. */
  readonly percent: string
  readonly path: string
  readonly tone: string | null
}

/** A chart along time, with a size of `width` by `height`. */
export interface TimeChart {
  readonly width: number
  readonly height: number
  readonly lines: readonly {readonly y: number; readonly text: string}[]
  readonly labels: readonly {readonly x: number; readonly text: string}[]
  /** One per group. */
  readonly marks: readonly {
    readonly x: number
    readonly y: number
    readonly width: number
    readonly height: number
    readonly now: boolean
  }[]
  /** For a line; empty for columns. */
  readonly path: string
  readonly area: string
}
