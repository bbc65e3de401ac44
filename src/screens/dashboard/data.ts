/** The data of a dashboard: cards with figures, charts and short lists. */

import type {ShownField, ShownRecord} from '../../engine/page/cells.ts'
import type {FirstSteps, LinkData} from '../../engine/page/common.ts'
import type {
  BarsData,
  ColumnsData,
  DonutData,
  GroupData,
  LineData,
  MeterData,
  WholeData,
} from '../../features/charts/data.ts'
import type {TimelineData, TimelineRow} from '../../features/planning/timeline-data.ts'

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
  /** The part of own code that draws it: `cards/SalesMap`. */
  readonly shownBy?: string
}

/** What own code gets of a card. */
export interface OwnCardGiven {
  readonly title: string
  /** The records behind it. */
  readonly href: string
  readonly data: number | OwnCardGroups | OwnCardRows | null
}

interface OwnCardGroups {
  readonly groups: readonly Pick<GroupData, 'label' | 'value' | 'text' | 'href'>[]
}

interface OwnCardRows {
  readonly rows: readonly {
    readonly id: string
    readonly href: string | null
    /** By column. */
    readonly values: Readonly<Record<string, unknown>>
    readonly texts: Readonly<Record<string, string>>
  }[]
  readonly more: boolean
}

declare module '../../web/screen.tsx' {
  interface OwnPartsByKind {
    readonly card: OwnCardGiven
  }
}

export type CardBody =
  /** `value`: for own code. */
  | {readonly as: 'number'; readonly text: string; readonly unit: string; readonly value?: number}
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
