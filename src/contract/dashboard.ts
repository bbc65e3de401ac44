/** The data of a dashboard: cards with figures, charts and short lists. Charts are laid out on the server. */
import type {LinkData} from './common.ts'
import type {ShownField, ShownRecord} from './record.ts'
import type {TimelineData, TimelineRow} from './timeline.ts'

export interface DashboardData {
  readonly heading: string
  /** Today, where people are greeted; else empty. */
  readonly day: string
  /** What the document says about it, as HTML; empty where it says nothing. */
  readonly html: string
  readonly cards: readonly CardData[]
  /** What to do in an installation without records, on the start page of people who may do it. */
  readonly firstSteps?: FirstSteps
}

export interface FirstSteps {
  readonly heading: string
  readonly steps: readonly {
    readonly name: string
    readonly text: string
    readonly href: string
    readonly done: boolean
    /** The form for the first record. */
    readonly create: LinkData
  }[]
}

export interface CardData {
  readonly name: string
  /** The records behind it. */
  readonly href: string
  readonly body: CardBody
}

export type CardBody =
  | {readonly as: 'number'; readonly text: string; readonly unit: string}
  | ({readonly as: 'bars'; readonly groups: readonly BarGroup[]; readonly more: boolean} & Measured)
  | ({readonly as: 'columns'; readonly groups: readonly GroupData[]; readonly drawing: TimeChart} & Measured)
  | ({readonly as: 'line'; readonly groups: readonly GroupData[]; readonly drawing: TimeChart} & Measured)
  | ({readonly as: 'donut'; readonly groups: readonly SliceData[]; readonly total: string} & Measured)
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
      /** Those after it, where the card shows several. */
      readonly following: readonly FollowingRecord[]
      readonly empty: string
    }
  | {
      readonly as: 'people'
      readonly people: readonly PersonNow[]
      /** Who follows, and when; empty where no one does. */
      readonly following: string
      readonly more: MoreRecords
      readonly empty: string
    }
  | ({readonly as: 'strip'} & WeeksData)
  /** It could not be read; the others are fine. */
  | {readonly as: 'failed'; readonly reference: string}

/** This and the next weeks as rows of bars, the viewer's own row first. */
export interface WeeksData extends Pick<TimelineData, 'bands' | 'heads' | 'own' | 'people' | 'legend'> {
  readonly rows: readonly TimelineRow[]
  /** The timeline of the same records; null if the viewer may open none. */
  readonly timeline: LinkData | null
}

/** What a chart counts or adds up: `days`; and the time it covers, where it goes along time. */
export interface Measured {
  readonly unit: string
  readonly period?: string
}

/** How many there are in all, where that is more than the card shows. */
export type MoreRecords = {readonly count: string} | null

/** A record in one or two lines. */
export interface CardRow {
  readonly id: string
  readonly href: string | null
  readonly title: string
  /** Whose record it is, where the title begins with the name of a person. */
  readonly person: {readonly id: string; readonly name: string} | null
  readonly texts: readonly string[]
  readonly state: {readonly label: string; readonly tone: string} | null
  /** The pages of what the viewer may do with it now. */
  readonly actions: readonly LinkData[]
}

export interface NextRecord extends Omit<CardRow, 'actions'> {
  /** The days until it begins; null where it has begun. */
  readonly days: number | null
  /** The day on which it begins, or on which it ends where it has begun. */
  readonly day: string
  /** Of a card that shows several: the first day as on a page of a calendar. */
  readonly date: {readonly month: string; readonly number: string; readonly when: string} | null
}

/** One line: when it begins, and what it is called. */
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
  /** When they are back. */
  readonly back: string
}

/** Parts of a whole; the first is what the card is about. */
export interface WholeData {
  readonly parts: readonly PartData[]
  readonly total: string
}

export interface PartData {
  readonly label: string
  readonly text: string
  readonly percent: string
  /** Of a ring, its arc; of a meter, where it begins and how long it is, in hundredths. */
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
  /** The records of this group; null where several groups are one. */
  readonly href: string | null
}

export interface BarGroup extends GroupData {
  /** Of the longest, in hundredths. */
  readonly share: number
  readonly tone: string | null
}

export interface SliceData extends GroupData {
  /** Of the whole, as people read it. */
  readonly percent: string
  readonly path: string
  readonly tone: string | null
}

/** A chart along time, in a field of `width` by `height`. */
export interface TimeChart {
  readonly width: number
  readonly height: number
  readonly lines: readonly {readonly y: number; readonly text: string}[]
  readonly labels: readonly {readonly x: number; readonly text: string}[]
  /** One for each group. */
  readonly marks: readonly {
    readonly x: number
    readonly y: number
    readonly width: number
    readonly height: number
    readonly now: boolean
  }[]
  /** Of a line; empty for columns. */
  readonly path: string
  readonly area: string
}
