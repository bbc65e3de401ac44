/** The data of a timeline: a row for each, bars over days or hours. Places are counted in units from the beginning. Types only. */
import type {ListData} from './list.ts'
import type {BarDrawing, PeriodData} from './period.ts'
import type {ShownField} from './record.ts'

export interface TimelineData extends PeriodData {
  /** How much is shown: it decides how wide a day is. */
  readonly view: 'day' | 'week' | 'month' | 'quarter' | 'year'
  /** The months above the days; empty where days are named one by one. */
  readonly bands: readonly TimelineBand[]
  /** Days or hours, in order; together they are as long as the table. */
  readonly heads: readonly TimelineHead[]
  /** Days off that are named above the rows, each with the room until the next one. */
  readonly named: readonly NamedDays[]
  /** Where now is, in units; null in another stretch, and where whole days are shown. */
  readonly now: number | null
  readonly origin: TimelineOrigin
  /** The row of the viewer, above all others. */
  readonly own: TimelineRow | null
  readonly groups: readonly TimelineGroup[]
  /** What bars say of their records, in the order of their `texts`. */
  readonly columns: readonly ShownField[]
  /** Whether rows are people, with their initials. */
  readonly people: boolean
  readonly count: ListData['count']
  readonly entityName: ListData['entityName']
  readonly page: ListData['page']
}

/** What a place means: the first day, the minute of it where the table begins, and the minutes of a unit. */
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
  /** Empty where there is no room for it. */
  readonly text: string
  /** For screen readers. */
  readonly label: string
  readonly units: number
  readonly now: boolean
  readonly off: boolean
  /** Off by name, for all rows. */
  readonly free?: boolean
}

export interface NamedDays {
  readonly start: number
  readonly end: number
  readonly text: string
  /** For whom; empty where it is for all rows. */
  readonly whose: string
}

export interface TimelineGroup {
  readonly key: string
  /** Null where rows are not grouped. */
  readonly label: string | null
  /** Opens or closes it. */
  readonly href: string
  /** Its rows are not shown. */
  readonly folded: boolean
  /** How many of its rows have something now; null in another stretch of time. */
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
  /** Days of this row that are off or closed, in order. */
  readonly marks: readonly MarkedDay[]
  /** The form for a new record in this row; null where the viewer may not create one. */
  readonly create: string | null
}

export interface MarkedDay {
  readonly start: number
  readonly end: number
  readonly kind: 'off' | 'closed'
  readonly text: string
}

export interface TimelineBar extends BarDrawing {
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
  readonly when: string
  /** One for each column of the timeline. */
  readonly texts: readonly string[]
  readonly state: {readonly label: string; readonly tone: string} | null
  /** The viewer may change its dates: the version that they see. */
  readonly movable: number | null
}
