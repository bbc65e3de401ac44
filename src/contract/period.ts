/** What calendars and timelines have in common: a stretch of time, ways through it, and what narrows the records. Types only. */
import type {LinkData} from './common.ts'
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
  /** States that occur, in the order of the document. */
  readonly legend: readonly LegendEntry[]
  /** Days of this stretch on which nothing is possible. */
  readonly closed: readonly ClosedPeriod[]
  /** There is more in this stretch than is shown. */
  readonly more: boolean
  /** Where a calendar program gets an address for it; null for visitors. */
  readonly subscribe?: LinkData | null
  /** What is said where nothing is there; null where something is. */
  readonly empty: string | null
}

export interface ClosedPeriod {
  readonly id: string
  readonly days: string
  /** What it is called, and for whom it is, where not for everybody. */
  readonly text: string
}

export interface ViewLink {
  readonly label: string
  readonly href: string
  readonly current: boolean
}

export interface LegendEntry {
  readonly text: string
  readonly tone: string
}
