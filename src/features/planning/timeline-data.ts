/**
 * The data of a timeline: rows with bars over days or hours. Positions are counted in units from the start. Types only.
 */

import type {ShownField} from '../../engine/page/cells.ts'
import type {ListData} from '../collections/data.ts'
import type {BarDrawing, LegendEntry, PeriodData} from './period-data.ts'

export interface TimelineData extends PeriodData {
  /** The view, which determines the width of a day. */
  readonly view: 'day' | 'week' | 'month' | 'quarter' | 'year'
  /** The months above the days; empty if days are named individually. */
  readonly bands: readonly TimelineBand[]
  /** Days or hours, in order; their units add up to the width of the table. */
  readonly heads: readonly TimelineHead[]
  /** Named days off above the rows, each extending to the next one. */
  readonly named: readonly NamedDays[]
  /** The current time in units; null in another period, and if whole days are shown. */
  readonly now: number | null
  readonly origin: TimelineOrigin
  /** The viewer's row, above all others. */
  readonly own: TimelineRow | null
  readonly groups: readonly TimelineGroup[]
  /** The columns of bars, in the order of their `texts`. */
  readonly columns: readonly ShownField[]
  /** Whether rows are people, shown with their initials. */
  readonly people: boolean
  readonly count: ListData['count']
  readonly entityName: ListData['entityName']
  /** What rows with a record now are: `away`; empty if the document has no word for it. */
  readonly presentAs: string
  /** The number of rows with a record now; null in another period, and if there are several pages. */
  readonly present: number | null
  readonly page: ListData['page']
}

/** The meaning of a position: the first day, the minute at which the table starts, and the minutes of a unit. */
export interface TimelineOrigin {
  readonly date: string
  readonly minute: number
  readonly unit: number
}

export interface TimelineBand {
  readonly key: string
  readonly text: string
  readonly units: number
}

export interface TimelineHead {
  /** A date, or an hour. */
  readonly key: string
  readonly short: string
  /** Empty if there is no space for it. */
  readonly text: string
  /** For screen readers. */
  readonly label: string
  readonly units: number
  readonly now: boolean
  readonly off: boolean
  /** A named day off, for all rows. */
  readonly free?: boolean
}

export interface NamedDays {
  readonly start: number
  readonly end: number
  readonly text: string
  /** Whom it applies to; empty for all rows. */
  readonly whose: string
}

export interface TimelineGroup {
  readonly key: string
  /** Null if rows are not grouped. */
  readonly label: string | null
  /** Expands or collapses it. */
  readonly href: string
  /** Its rows are hidden. */
  readonly folded: boolean
  /** The number of its rows with an entry now; null in another period. */
  readonly present: number | null
  readonly rows: readonly TimelineRow[]
  /** Days that are closed for all of its rows. */
  readonly closed: readonly {
    readonly id: string
    readonly start: number
    readonly end: number
    readonly text: string
  }[]
}

export interface TimelineRow {
  readonly id: string
  readonly name: string
  readonly href: string | null
  readonly bars: readonly TimelineBar[]
  /** Days of this row that are off or closed, or hours in which it is not open, in order. */
  readonly marks: readonly MarkedDay[]
  /** The form for a new record in this row; null if the viewer may not create one. */
  readonly create: string | null
}

/** No work is expected, or it cannot be booked. */
export type DayKind = 'off' | 'closed'

export interface MarkedDay {
  readonly start: number
  readonly end: number
  /** `shut`: hours in which the row is not open. */
  readonly kind: DayKind | 'shut'
  readonly text: string
}

export interface TimelineBar extends BarDrawing {
  readonly id: string
  readonly href: string | null
  readonly start: number
  readonly end: number
  /** It starts before the visible range, or continues after it. */
  readonly before: boolean
  readonly after: boolean
  readonly text: string
  /** The full text, for screen readers and the tooltip. */
  readonly label: string
  readonly when: string
  /** One per column of the timeline. */
  readonly texts: readonly string[]
  readonly state: {readonly label: string; readonly tone: string} | null
  /** Set if the viewer may change its dates: the version that they see. */
  readonly movable: number | null
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
  /** The fullest days of the record, if the limit is reached on them, with their total and the other people. */
  readonly warning: {readonly days: string; readonly count: number; readonly names: readonly string[]} | null
}
