/** The data of a timeline: a row for each, bars over days or hours. Places are counted in units from the beginning. Types only. */
import type {ListData} from './list.ts'
import type {PeriodData} from './period.ts'

export interface TimelineData extends PeriodData {
  /** Days or hours, in order; together they are as long as the table. */
  readonly heads: readonly TimelineHead[]
  readonly groups: readonly TimelineGroup[]
  /** Whether rows are people, with their initials. */
  readonly people: boolean
  readonly count: ListData['count']
  readonly entityName: ListData['entityName']
  readonly page: ListData['page']
}

export interface TimelineHead {
  /** A date, or an hour. */
  readonly key: string
  readonly short: string
  readonly text: string
  /** For screen readers. */
  readonly label: string
  readonly units: number
  readonly now: boolean
  readonly off: boolean
}

export interface TimelineGroup {
  readonly key: string
  /** Null where rows are not grouped. */
  readonly label: string | null
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
  /** Days of this row that are off or closed, in order. */
  readonly marks: readonly MarkedDay[]
}

export interface MarkedDay {
  readonly start: number
  readonly end: number
  readonly kind: 'off' | 'closed'
  readonly text: string
}

export interface TimelineBar {
  readonly id: string
  readonly href: string | null
  readonly start: number
  readonly end: number
  /** It began before what is shown, or goes on after it. */
  readonly before: boolean
  readonly after: boolean
  readonly text: string
  /** The full text, for screen readers and the tooltip. */
  readonly label: string
  readonly tone: string
}
