/** The data of a dashboard: cards with figures, charts and short lists. Charts are laid out on the server. */
import type {ShownField, ShownRecord} from './record.ts'

export interface DashboardData {
  readonly heading: string
  /** Today, where people are greeted; else empty. */
  readonly day: string
  /** What the document says about it, as HTML; empty where it says nothing. */
  readonly html: string
  readonly cards: readonly CardData[]
}

export interface CardData {
  readonly name: string
  /** The records behind it. */
  readonly href: string
  readonly body: CardBody
}

export type CardBody =
  | {readonly as: 'number'; readonly text: string; readonly unit: string}
  | {readonly as: 'bars'; readonly groups: readonly BarGroup[]; readonly more: boolean}
  | {readonly as: 'columns'; readonly groups: readonly GroupData[]; readonly drawing: TimeChart}
  | {readonly as: 'line'; readonly groups: readonly GroupData[]; readonly drawing: TimeChart}
  | {readonly as: 'donut'; readonly groups: readonly SliceData[]; readonly total: string}
  | {
      readonly as: 'table'
      readonly columns: readonly ShownField[]
      readonly records: readonly ShownRecord[]
      readonly more: boolean
      readonly empty: string
    }
  /** It could not be read; the others are fine. */
  | {readonly as: 'failed'; readonly reference: string}

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
