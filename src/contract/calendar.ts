/** The data of a calendar: the days shown, and what lies on them. Days are counted from the first one shown. Types only. */

import type {CalendarHours} from './common.ts'
import type {BarDrawing, PeriodData} from './period.ts'
import type {ShownCell, ShownField} from './record.ts'

export interface CalendarData extends PeriodData {
  readonly view: 'day' | 'week' | 'month' | 'year' | 'agenda'
  readonly days: readonly CalendarDay[]
  readonly items: readonly CalendarItem[]
  /** What an agenda says of each item beside its name. */
  readonly columns: readonly ShownField[]
  /** Of a day or a week in which things have times; otherwise null. */
  readonly hours: CalendarHours | null
}

export interface CalendarDay {
  readonly date: string
  /** The number of the day, with the month where one begins. */
  readonly text: string
  /** `Mon`, for the head of its column. */
  readonly weekday: string
  readonly label: string
  readonly today: boolean
  readonly off: boolean
  /** What the day is called, where it is a day off by name. */
  readonly note: string
  /** Why nothing is possible on it; empty where it is an ordinary day. */
  readonly closed: string
  /** Not of the month that is shown. */
  readonly outside: boolean
  /** The address of the day alone. */
  readonly href: string
  /** The form for a new record on this day; null where the viewer may not create one. */
  readonly create: string | null
}

export interface CalendarItem extends BarDrawing {
  readonly id: string
  readonly href: string | null
  /** The first and the last day it is on, which may lie outside of what is shown. */
  readonly first: number
  readonly last: number
  /** When it begins, where it has a time, and from when to when. */
  readonly time: string
  readonly times: string
  /** The same in minutes from the beginning of the first day shown; null for whole days. */
  readonly minutes: {readonly begins: number; readonly ends: number} | null
  readonly text: string
  readonly label: string
  readonly state: {readonly label: string; readonly tone: string} | null
  /** The viewer may change its dates: the version that they see. */
  readonly movable: number | null
  readonly cells: readonly ShownCell[]
}
