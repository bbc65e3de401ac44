/** The data of what is shown beside a form: its summary, and the calendar in which the dates of a period are chosen. */

import type {CalendarHours, CheckData, FigureData, MarkData} from '../../engine/page/common.ts'

/** The summary next to the form: the record as it would be, and the consequences. Texts are ready to display. */
export interface SummaryData {
  readonly label: string
  /** Shown instead of everything else, until something is filled in. */
  readonly hint: string
  /** `3` and `days`. */
  readonly amount: {readonly number: string; readonly unit: string} | null
  readonly chosen: {readonly text: string; readonly mark?: MarkData} | null
  readonly dates: string | null
  readonly back: string | null
  readonly figures: readonly SummaryFigure[]
  /** The day of the chosen row, if the strip has times; without a row and day, a prompt to choose them. */
  readonly day?: DayStripData | {readonly prompt: string}
  /** The dates of a series, one by one. */
  readonly series?: SeriesData
  readonly others: SamePeriodData | null
  readonly checksLabel: string
  readonly checks: readonly SummaryCheck[]
  readonly nextLabel: string
  readonly next: readonly NextStep[]
  /** The message of an action that is currently blocked; null if it is not. */
  readonly blocked: string | null
  /** The button that updates the summary without JavaScript; empty if the form has none. */
  readonly check: string
}

export interface SummaryFigure extends FigureData {
  /** `Days left: 3.5 (now 6.5)`. */
  readonly sentence: string
}

/** Who else has entries on the same days. */
export interface SamePeriodData {
  readonly label: string
  /** The value that the others share with the person, such as the team. */
  readonly note: string
  /** The individual days, if there are few. */
  readonly days: readonly {readonly key: string; readonly label: string; readonly people: readonly PersonData[]}[]
  readonly records: readonly {readonly id: string; readonly person: PersonData; readonly when: string}[]
  /** For records that are left out: "and 3 more". */
  readonly more: string | null
  readonly empty: string
  readonly people: boolean
}

export interface PersonData {
  readonly id: string
  readonly name: string
}

export interface SummaryCheck extends CheckData {
  /** "Met", "Note" or "Not possible", for screen readers. */
  readonly sign: string
  /** Other dates, and other values of fields that the document names, with which the rule would hold. */
  readonly fixes: readonly FixData[]
}

/** A button that fills in other values. */
export interface FixData {
  readonly label: string
  readonly values: Readonly<Record<string, string>>
}

export interface SeriesData {
  readonly label: string
  /** `8 dates, 1 of them taken`. */
  readonly count: string
  readonly dates: readonly {
    readonly key: string
    readonly text: string
    /** The text for a taken date; empty for others. */
    readonly taken: string
  }[]
  /** For dates that are left out: "and 3 more". */
  readonly more: string | null
  /** All of them, for the calendar of the form. */
  readonly days: readonly string[]
}

/**
 * One day of the booked resource, such as a room: taken and free times, and the time of the record. Times are minutes
 * of the day.
 */
export interface DayStripData {
  /** The name of the row: `Elbe`. */
  readonly label: string
  /** `Wed 18 Mar`. */
  readonly day: string
  readonly date: string
  readonly hours: CalendarHours
  readonly taken: readonly TakenTime[]
  readonly free: readonly FreeGap[]
  /** When nothing can be taken. */
  readonly closed: readonly FreeGap[]
  readonly chosen: ChosenTimeData | null
  /** The fields that a choice fills in. */
  readonly fields: {readonly from: string; readonly to: string}
  /** The duration of the record, or an hour. */
  readonly length: number
}

export interface TakenTime {
  readonly id: string
  readonly begins: number
  readonly ends: number
  /** `10:00–11:00`. */
  readonly when: string
  readonly text: string
  /** Not decided yet. */
  readonly requested: boolean
}

export interface FreeGap {
  readonly begins: number
  readonly ends: number
  /** `Free 11:00–14:00`, `Closed`. */
  readonly text: string
}

export interface ChosenTimeData {
  readonly begins: number
  readonly ends: number
  readonly when: string
  /** `Selected time`, or a note that another record is there. */
  readonly text: string
  readonly clashes: boolean
}

/** The steps after sending: who decides, and the final state. */
export interface NextStep {
  readonly person: PersonData | null
  readonly title: string
  readonly text: string
}

/** The days of some months, and how the calendar of a period shows them. */
export interface PeriodCalendarData {
  readonly from: string
  readonly to: string
  readonly halfDays: readonly [string, string] | null
  /** The range of days in this data; others are requested at the address, with `_days` and a day. */
  readonly first: string
  readonly last: string
  readonly lookup: string
  readonly today: string
  /** 1 is Monday, 7 is Sunday. */
  readonly workingWeek: readonly number[]
  /** Keyed by date; only days with details. */
  readonly days: Readonly<Record<string, CalendarDayData>>
  /** The text about closed days without a calendar. */
  readonly closed: string
  readonly texts: CalendarTexts
}

export interface CalendarDayData {
  readonly off?: string
  readonly closed?: string
  /** The person's own records. */
  readonly own?: string
  /** It is only requested. */
  readonly requested?: true
  /** The names of others. */
  readonly others?: readonly string[]
  /** One more reaches the limit of the strip. */
  readonly full?: string
}

export interface CalendarTexts {
  readonly part: string
  readonly allDay: string
  readonly morning: string
  readonly afternoon: string
  readonly own: string
  readonly off: string
  readonly closed: string
  readonly others: string
  readonly full: string
  readonly extend: string
  readonly today: string
  readonly previousMonth: string
  readonly nextMonth: string
  readonly months: string
  readonly noDay: string
  readonly names: DateNames
}

/**
 * The formatting of dates, so that the browser need not load a date format, which takes a phone a tenth of a second.
 */
export interface DateNames {
  /** Starting with Monday. */
  readonly weekdays: readonly string[]
  readonly shortWeekdays: readonly string[]
  readonly months: readonly string[]
  readonly shortMonths: readonly string[]
  /** `{day} {shortMonth}`, with any of `{weekday}`, `{day}`, `{month}`, `{shortMonth}` and `{year}`. */
  readonly dayPattern: string
  readonly fullPattern: string
  readonly monthPattern: string
}
