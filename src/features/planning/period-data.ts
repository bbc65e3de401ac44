/** The common part of calendars and timelines: a period, navigation, and filters. Types only. */
import type {LinkData, Problem} from '../../engine/page/common.ts'
import type {ListData} from '../collections/data.ts'

export interface PeriodData {
  readonly heading: string
  /** The page of the record that it is about. */
  readonly back?: LinkData | null
  /** The document's text about the screen. */
  readonly html?: string
  /** The period as text. */
  readonly period: string
  readonly earlier: string
  readonly today: string
  readonly later: string
  /** Other views; empty if there is only one. */
  readonly views: readonly ViewLink[]
  readonly filterBar: Pick<ListData, 'search' | 'filters' | 'filtered'>
  /** Parameters of the address that the filter form keeps. */
  readonly keep: readonly {readonly name: string; readonly value: string}[]
  /** The legend. */
  readonly legend: readonly LegendEntry[]
  /** Shows or hides undecided records; null if there are none. */
  readonly requested: {readonly shown: boolean; readonly href: string} | null
  /** Closed days of this period. */
  readonly closed: readonly ClosedPeriod[]
  /** Says that there are more records in this period than are shown. */
  readonly more: string | null
  /** The link to subscribe with a calendar program; null for visitors. */
  readonly subscribe?: LinkData | null
  /** The text if the period is empty; otherwise null. */
  readonly empty: string | null
  /** The form for a new record; null if the viewer may not create one here. */
  readonly create: CreateData | null
  /** Why a record could not be moved. */
  readonly problems: readonly Problem[]
}

/** A form that takes dates, and optionally a row, from its address. */
export interface CreateData {
  readonly href: string
  /** The name of the form. */
  readonly label: string
  /** The names of the fields. */
  readonly from: string
  readonly to: string | null
  /** Null if the form has no field for the row: it is then only for the viewer's own row. */
  readonly row: string | null
  readonly timed: boolean
  /** The first text that the form requires, such as a title: it can be typed where the time is chosen. */
  readonly text?: {readonly name: string; readonly label: string}
}

export interface ClosedPeriod {
  readonly id: string
  readonly days: string
  /** The name, and whom it applies to, unless it applies to everyone. */
  readonly text: string
}

export interface ViewLink {
  readonly label: string
  readonly href: string
  readonly current: boolean
}

export interface LegendEntry {
  readonly kind: 'colour' | 'requested' | 'half' | 'off' | 'closed'
  readonly text: string
  readonly tone: string
}

/** How a bar is drawn: the same in calendars, timelines, strips and boards. */
export interface BarDrawing {
  /** The CSS classes of its colour. */
  readonly tone: string
  /** Not decided yet: hatched. */
  readonly requested: boolean
  /** Part of a single day. */
  readonly half: 'morning' | 'afternoon' | null
}
