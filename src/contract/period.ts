/** What calendars and timelines have in common: a stretch of time, ways through it, and what narrows the records. Types only. */
import type {LinkData, Problem} from './common.ts'
import type {ListData} from './list.ts'

export interface PeriodData {
  readonly heading: string
  /** The document's own prose about the screen. */
  readonly html?: string
  /** The stretch as people say it. */
  readonly period: string
  readonly earlier: string
  readonly today: string
  readonly later: string
  /** Other ways to look at it; empty where there is only one. */
  readonly views: readonly ViewLink[]
  readonly filterBar: Pick<ListData, 'search' | 'filters' | 'filtered'>
  /** What the form that narrows must keep in the address. */
  readonly keep: readonly {readonly name: string; readonly value: string}[]
  /** What is drawn, and what it means. */
  readonly legend: readonly LegendEntry[]
  /** Shows or hides what is only requested; null where nothing is. */
  readonly requested: {readonly shown: boolean; readonly href: string} | null
  /** Days of this stretch on which nothing is possible. */
  readonly closed: readonly ClosedPeriod[]
  /** There is more in this stretch than is shown. */
  readonly more: boolean
  /** Where a calendar program gets an address for it; null for visitors. */
  readonly subscribe?: LinkData | null
  /** What is said where nothing is there; null where something is. */
  readonly empty: string | null
  /** The form for a new record; null where the viewer may not create one here. */
  readonly create: CreateData | null
  /** Why something could not be moved. */
  readonly problems: readonly Problem[]
}

/** A form that takes dates, and perhaps a row, from its address. */
export interface CreateData {
  readonly href: string
  /** The name of the form. */
  readonly label: string
  /** The names of the fields. */
  readonly from: string
  readonly to: string | null
  /** Null where the form has no field for the row: then it is for the viewer's own row. */
  readonly row: string | null
  readonly timed: boolean
}

export interface ClosedPeriod {
  readonly id: string
  readonly days: string
  /** What it is called, and for whom it is, where not for everyone. */
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
  /** Classes of its colour. */
  readonly tone: string
  /** Not decided yet: hatched. */
  readonly requested: boolean
  /** Only a part of one day. */
  readonly half: 'morning' | 'afternoon' | null
}
