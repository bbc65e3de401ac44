/** The data of a form and of its fields. */
import type {Core} from '../feel/core.ts'
import type {Type} from '../feel/type.ts'
import type {ActionTone, CalendarHours, CheckData, FigureData, LinkData, MarkData, Problem} from './common.ts'

export interface FormFieldData {
  readonly name: string
  readonly label: string
  readonly help: string
  readonly required: boolean
  /** Only this button of the form requires it, by its label. */
  readonly requiredFor?: string
  readonly control: string
  readonly attributes: Readonly<Record<string, string | number | boolean>>
  readonly options: readonly OptionData[] | null
  readonly values: readonly string[]
  /** What it is counted in: a currency. */
  readonly unit?: string
  /** Whose records it leads to. */
  readonly entity?: string
  /** Too many to offer one by one: the data of this address, with `q`, offers those that fit. */
  readonly lookup?: string
  /** What is chosen, by name, where it is not among the options. */
  readonly chosen?: OptionData
  /** The field with the last day, where the document shows both as one period, as in `first_day..last_day`. */
  readonly until?: string
  /** Its options are cards to choose from: this many at once, the others under More. */
  readonly cards?: number
  /** What is said of its options is part of a plain list of them. */
  readonly noted?: boolean
  /** People may be mentioned in it: the data of this address, with `q`, offers them. */
  readonly mentions?: string
  /** What it and its neighbours are called as one control: the dates and half days of a span. */
  readonly group?: string
  /** The files it has already. */
  readonly files?: readonly StoredFileData[]
}

export interface StoredFileData {
  readonly id: string
  readonly text: string
  readonly size: string
  /** The address of an image to show beside the name. */
  readonly thumbnail?: string
}

export interface OptionData {
  readonly value: string
  readonly label: string
  /** The colour and icon of the record it names. */
  readonly mark?: MarkData
  /** What decides between this one and the others: "6.5 days left". */
  readonly note?: string
  /** In a plain list: the label and the note. */
  readonly plain?: string
}

/** A record that a form is about: its name, and beside it when it is. */
export interface AboutRecord {
  readonly id: string
  readonly name: string
  readonly when?: string
  /** The person that the name is of. */
  readonly person?: string
}

export interface FormScreenData {
  readonly heading: string
  /** What happens when it is sent. */
  readonly intro: string
  /** The document's own words about it, as HTML made from its Markdown. */
  readonly html?: string
  readonly back: LinkData | null
  /** The records that it is about, where several were chosen. */
  readonly about: readonly AboutRecord[]
  /** How many more there are than are named. */
  readonly aboutMore?: number
  /** What is known of the record, where the form is shown without it. */
  readonly facts?: readonly {readonly label: string; readonly text: string}[]
  /** Of the record that it changes; null for a new one. */
  readonly version: number | null
  readonly fields: readonly FormFieldData[]
  readonly lineItems: readonly LineItemsData[]
  readonly problems: readonly Problem[]
  readonly conflict: ConflictData | null
  readonly actions: readonly {readonly name: string; readonly label: string; readonly tone: ActionTone}[]
  readonly cancel: string
  /** What would follow from the current input. */
  readonly hints: HintsData | null
  /** The days around the period that is filled in, where the document says what is worth knowing about them. */
  readonly calendar?: PeriodCalendarData
}

/** Records that live with the one in the form, in order; blank ones at the end are for new ones. */
export interface LineItemsData {
  readonly name: string
  readonly heading: string
  readonly rows: readonly LineItemData[]
  /** None may be added where it is false, none removed. */
  readonly mayAdd: boolean
  readonly mayRemove: boolean
  /** Their order may be changed. */
  readonly mayMove: boolean
}

/** Its fields are named `lines.0.quantity`. */
export interface LineItemData {
  readonly key: string
  readonly id: string
  readonly version: number
  readonly removed: boolean
  readonly fields: readonly FormFieldData[]
}

/** Someone else changed the record: both texts of each field that differs. */
export interface ConflictData {
  readonly who: string
  readonly when: string
  readonly fields: readonly ConflictField[]
}

export interface ConflictField {
  readonly name: string
  readonly theirs: string
  /** The version that is preselected: a field that only the other person changed is theirs. */
  readonly take: 'theirs' | 'mine'
}

export interface HintsData {
  /** What follows from what is filled in: "Days: 2.5". */
  readonly facts: readonly {
    readonly key: string
    readonly label: string
    readonly help: string
    readonly text: string
  }[]
  /** The field of the form after which it is said; at the end where none is named. */
  readonly after: string | null
  /** What would be refused. */
  readonly problems: readonly Problem[]
  /** The rules that the browser can evaluate. */
  readonly local?: LocalRules
  /** Where the document says what it shows. */
  readonly summary?: SummaryData
  /** What is said of each option, by the field and the value. */
  readonly notes?: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** Fields that do not apply to what is filled in. */
  readonly without?: readonly string[]
  /** Closed days cannot be chosen. */
  readonly blocksDays?: boolean
}

/** Beside the form: the record as it would be, and what would follow from it. Texts are ready to show. */
export interface SummaryData {
  readonly label: string
  /** In place of everything else, until something is filled in. */
  readonly hint: string
  /** `3` and `days`. */
  readonly amount: {readonly number: string; readonly unit: string} | null
  readonly chosen: {readonly text: string; readonly mark?: MarkData} | null
  readonly dates: string | null
  readonly back: string | null
  readonly figures: readonly SummaryFigure[]
  /** The day of the chosen row, where the strip is of times; without its row and day, what to choose first. */
  readonly day?: DayStripData | {readonly prompt: string}
  /** The dates of a series, one by one. */
  readonly series?: SeriesData
  readonly others: SamePeriodData | null
  readonly checksLabel: string
  readonly checks: readonly SummaryCheck[]
  readonly nextLabel: string
  readonly next: readonly NextStep[]
  /** What an action that is refused at the moment says of itself; null where nothing refuses it. */
  readonly blocked: string | null
  /** The button that works it out where there is no JavaScript; empty where the form has none. */
  readonly check: string
}

export interface SummaryFigure extends FigureData {
  /** `Leaves 3.5 of 6.5`. */
  readonly sentence: string
}

/** Who else has something on the same days. */
export interface SamePeriodData {
  readonly label: string
  /** What the others share with the person: the team. */
  readonly note: string
  /** The days one by one, where they are few. */
  readonly days: readonly {readonly key: string; readonly label: string; readonly people: readonly PersonData[]}[]
  readonly records: readonly {readonly id: string; readonly person: PersonData; readonly when: string}[]
  /** Of records that are left out: "and 3 more". */
  readonly more: string | null
  readonly empty: string
  readonly people: boolean
}

export interface PersonData {
  readonly id: string
  readonly name: string
}

export interface SummaryCheck extends CheckData {
  /** "Met", "Worth knowing" or "Not possible", for screen readers. */
  readonly sign: string
  readonly fix: FixData | null
  /** Other values of fields that the document names, with which it would hold. */
  readonly instead?: readonly FixData[]
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
    /** What is said of a date that is taken; empty for others. */
    readonly taken: string
  }[]
  /** Of dates that are left out: "and 3 more". */
  readonly more: string | null
}

/** One day of what the record takes time of, such as a room: what is taken, what is free, and where the record would be. Minutes are of the day. */
export interface DayStripData {
  /** The row: `Elbe`. */
  readonly label: string
  /** `Wed 18 Mar`. */
  readonly day: string
  readonly date: string
  readonly hours: CalendarHours
  readonly taken: readonly TakenTime[]
  readonly free: readonly FreeGap[]
  readonly chosen: ChosenTimeData | null
  /** The fields that a choice fills in. */
  readonly fields: {readonly from: string; readonly to: string}
  /** How long the record is, or an hour. */
  readonly length: number
}

export interface TakenTime {
  readonly id: string
  readonly begins: number
  readonly ends: number
  /** `10:00–11:00`. */
  readonly when: string
  readonly text: string
  /** Nothing is decided yet. */
  readonly requested: boolean
}

export interface FreeGap {
  readonly begins: number
  readonly ends: number
  /** `Free 11:00–14:00`. */
  readonly text: string
}

export interface ChosenTimeData {
  readonly begins: number
  readonly ends: number
  readonly when: string
  /** `Your choice`, or that another record is there. */
  readonly text: string
  readonly clashes: boolean
}

/** What happens after sending: who decides, and where it ends. */
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
  /** The days that are known; others are asked for at the address, with `_days` and a day. */
  readonly first: string
  readonly last: string
  readonly lookup: string
  readonly today: string
  /** 1 is Monday, 7 is Sunday. */
  readonly workingWeek: readonly number[]
  /** By date; only days of which something is known. */
  readonly days: Readonly<Record<string, CalendarDayData>>
  /** What closed days are said to be where there is no calendar. */
  readonly closed: string
  readonly texts: CalendarTexts
}

export interface CalendarDayData {
  readonly off?: string
  readonly closed?: string
  /** Own records. */
  readonly own?: string
  /** Names of others. */
  readonly others?: readonly string[]
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
  readonly extend: string
  readonly today: string
  readonly previousMonth: string
  readonly nextMonth: string
  readonly months: string
  readonly noDay: string
  readonly names: DateNames
}

/** How days are written, so that the browser need not load a date format: it takes a phone a tenth of a second. */
export interface DateNames {
  /** From Monday on. */
  readonly weekdays: readonly string[]
  readonly shortWeekdays: readonly string[]
  readonly months: readonly string[]
  readonly shortMonths: readonly string[]
  /** `{day} {shortMonth}`, with any of `{weekday}`, `{day}`, `{month}`, `{shortMonth}` and `{year}`. */
  readonly dayPattern: string
  readonly fullPattern: string
  readonly monthPattern: string
}

/** Rules that read nothing but fields of the form, as typed expressions; fields by their types. */
export interface LocalRules {
  readonly types: Readonly<Record<string, Type>>
  readonly rules: readonly {
    readonly field: string | null
    readonly when: Core | null
    readonly must: Core
    readonly message: string
  }[]
  readonly zone: string
  readonly workingWeek: readonly number[]
}
