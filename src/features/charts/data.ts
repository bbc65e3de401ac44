/** The data of charts and of groups of records. Charts are laid out on the server. */

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
  /** Of the record or the choice that it is about. */
  readonly colour?: string
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
