/** The data of a calendar: the days shown, and their entries. Days are counted from the first one shown. Types only. */

import type {ShownCell, ShownField} from '../../engine/page/cells.ts'
import type {CalendarHours} from '../../engine/page/common.ts'
import type {BarDrawing, PeriodData} from './period-data.ts'

export interface CalendarData extends PeriodData {
  readonly view: 'day' | 'week' | 'month' | 'year' | 'agenda'
  readonly days: readonly CalendarDay[]
  readonly items: readonly CalendarItem[]
  /** The columns of an agenda, besides the name. */
  readonly columns: readonly ShownField[]
  /** For a day or a week with times; otherwise null. */
  readonly hours: CalendarHours | null
}

export interface CalendarDay {
  readonly date: string
  /** The day of the month, with the month at its beginning. */
  readonly text: string
  /** `Mon`, for the header of its column. */
  readonly weekday: string
  readonly label: string
  readonly today: boolean
  readonly off: boolean
  /** The name of a day off. */
  readonly note: string
  /** The day off does not apply to the viewer, but to another office, for instance. */
  readonly elsewhere?: true
  /** Why the day is closed; empty for an ordinary day. */
  readonly closed: string
  /** Outside of the month shown. */
  readonly outside: boolean
  /** The address of the day view. */
  readonly href: string
  /** The form for a new record on this day; null if the viewer may not create one. */
  readonly create: string | null
}

export interface CalendarItem extends BarDrawing {
  readonly id: string
  readonly href: string | null
  /** The first and last day, which may be outside of the range shown. */
  readonly first: number
  readonly last: number
  /** The start time, if it has one, and the time range. */
  readonly time: string
  readonly times: string
  /** The same in minutes from the start of the first day shown; null for whole days. */
  readonly minutes: {readonly begins: number; readonly ends: number} | null
  readonly text: string
  readonly label: string
  readonly state: {readonly label: string; readonly tone: string} | null
  /** Set if the viewer may change its dates: the version that they see. */
  readonly movable: number | null
  readonly cells: readonly ShownCell[]
}
