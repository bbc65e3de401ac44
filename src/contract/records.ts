/** The data of screens that show records: lists, records and forms. Types only. */
import type {Core} from '../feel/core.ts'
import type {Type} from '../feel/type.ts'
import type {Problem} from './page.ts'

export interface ShownField {
  readonly key: string
  readonly label: string
  readonly help: string
  /** `who` is the name of the person that the record itself is. */
  readonly look: 'text' | 'long' | 'number' | 'time' | 'state' | 'person' | 'who' | 'yes/no'
  /** The tone of each state. */
  readonly tones?: Readonly<Record<string, string>>
  /** It alone is what the record is called. */
  readonly names?: true
}

export interface ShownCell {
  readonly text: string
  /** The word of a state, the id of a person: whatever the look goes by. Lists leave it out where it goes by the text. */
  readonly value?: unknown
  /** Where it is shown by itself, on the page of another record. */
  readonly href?: string
  /** Files, to be fetched one by one. */
  readonly links?: readonly {readonly text: string; readonly href: string; readonly size?: string}[]
}

export interface ShownRecord {
  readonly id: string
  /** Where it is shown by itself, if anywhere. */
  readonly href: string | null
  readonly cells: readonly ShownCell[]
}

export interface ListData {
  readonly heading: string
  /** Where it was reached from, where that is not the menu. */
  readonly back: {readonly label: string; readonly href: string} | null
  /** What else stands in the address and stays there. */
  readonly keep: readonly {readonly name: string; readonly value: string}[]
  readonly columns: readonly (ShownField & {readonly sort: SortLink | null})[]
  readonly records: readonly ListedRecord[]
  /** What the records are grouped by; null where they are not. */
  readonly groups: readonly ShownCell[] | null
  readonly filters: readonly FilterData[]
  readonly page: {readonly next: string | null; readonly previous: string | null}
  readonly count: {readonly exact: number} | {readonly moreThan: number}
  /** What one record is called, and several. */
  readonly called: {readonly one: string; readonly several: string}
  readonly search: {readonly text: string} | null
  /** What is said where nothing is there, and whether something was left out by a search or a filter. */
  readonly empty: string
  readonly narrowed: boolean
  readonly create: {readonly label: string; readonly href: string} | null
  readonly choose: ChooseData
  /** What can be done with several at once: whatever fits at least one of the records of the page. */
  readonly bulk: readonly BulkAction[]
  /** Views that the person keeps. */
  readonly views: readonly {
    readonly id: string
    readonly name: string
    readonly href: string
    readonly current: boolean
  }[]
  readonly mayKeep: boolean
  /** Where it comes as a file, and where records come in from one. */
  readonly exported: string | null
  readonly imports: string | null
  /** What was tried on several and refused. */
  readonly problems: readonly Problem[]
}

export interface BulkAction {
  readonly name: string
  readonly label: string
  readonly tone: Tone
  /** It is asked first on a page of its own, at this address with `_bulk=name` and a `_record` for each: what it needs, or whether it is meant. */
  readonly asks: boolean
}

export interface ListedRecord extends ShownRecord {
  readonly version: number
  /** The names of the bulk actions that fit this record: what may be done with several is what fits each of them. */
  readonly actions: readonly string[]
  /** Which of the groups it belongs to. */
  readonly group: number | null
}

/** What a person may choose about a list. */
export interface ChooseData {
  readonly columns: readonly {readonly key: string; readonly label: string; readonly shown: boolean}[]
  readonly sizes: readonly number[]
  readonly size: number
  /** Rows stand close. */
  readonly close: boolean
  /** What else is asked, and stays. */
  readonly keep: readonly {readonly name: string; readonly value: string}[]
}

/** A filter as a control: `low` and `high` are the ends of a range. */
export interface FilterData {
  readonly key: string
  readonly label: string
  readonly control: 'select' | 'text' | 'range' | 'dates'
  readonly value: string
  readonly options: readonly {readonly value: string; readonly label: string}[]
  readonly low?: string
  readonly high?: string
}

export interface SortLink {
  readonly href: string
  readonly now: 'ascending' | 'descending' | 'none'
}

/** Something that can be done with the record now, and what it asks for. */
export interface ActionData {
  readonly name: string
  readonly label: string
  /** The likely next step leads; what ends in a refusal stops. */
  readonly tone: Tone
  /** The page that asks the same, for whoever has no script. */
  readonly href: string
  readonly asks: readonly FormFieldData[]
  /** It was tried and refused: its form is open, with these problems. */
  readonly problems: readonly Problem[]
  readonly open: boolean
}

export type Tone = 'lead' | 'plain' | 'stop'

export interface RecordData {
  readonly heading: string
  readonly version: number
  readonly actions: readonly ActionData[]
  /** Where it is edited and deleted, by whoever may. */
  readonly edit: string | null
  readonly remove: string | null
  /** What was refused and belongs to no action's form. */
  readonly problems: readonly Problem[]
  readonly back: LinkData | null
  /** What people quote it by, where its address goes by a number. */
  readonly number?: string
  /** The way of its states; empty where it has none. */
  readonly path: readonly StepData[]
  readonly fields: readonly ShownField[]
  readonly cells: readonly ShownCell[]
  readonly related: readonly RelatedData[]
  /** What people said about it stands among what happened to it: the newest first. */
  readonly history: readonly HistoryData[]
  /** The reference where it could not be read; otherwise null. */
  readonly historyFailed: string | null
  readonly talk: AddData | null
}

export interface LinkData {
  readonly label: string
  readonly href: string
}

export interface StepData {
  readonly label: string
  readonly at: 'done' | 'now' | 'ahead'
  readonly tone: string
}

export interface RelatedData {
  readonly heading: string
  readonly columns: readonly ShownField[]
  readonly records: readonly ShownRecord[]
  readonly add: AddData | null
  /** The reference where these could not be read; otherwise null. */
  readonly failed: string | null
}

/** A small form that makes a record which belongs to the one shown. */
export interface AddData {
  readonly action: string
  /** What several of them are called. */
  readonly several: string
  readonly label: string
  readonly fields: readonly FormFieldData[]
  readonly problems: readonly Problem[]
  readonly open: boolean
}

export interface HistoryData {
  readonly id: string
  readonly at: string
  readonly when: string
  readonly exact: string
  readonly who: {readonly id: string; readonly name: string} | null
  /** What is said where there is no name. */
  readonly nobody: string
  readonly what: string
  /** The state it came to. */
  readonly state: {readonly label: string; readonly tone: string} | null
  /** What somebody said with it. */
  readonly said: string | null
}

export interface FormFieldData {
  readonly name: string
  readonly label: string
  readonly help: string
  readonly required: boolean
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
  /** The files it has already. */
  readonly files?: readonly {readonly id: string; readonly text: string; readonly size: string}[]
}

export interface OptionData {
  readonly value: string
  readonly label: string
}

export interface FormData {
  readonly heading: string
  /** What happens when it is sent. */
  readonly intro: string
  readonly back: LinkData | null
  /** The records that it is about, where several were chosen. */
  readonly about: readonly {readonly id: string; readonly name: string}[]
  /** Of the record that it changes; null for a new one. */
  readonly version: number | null
  readonly fields: readonly FormFieldData[]
  readonly parts: readonly PartsData[]
  readonly problems: readonly Problem[]
  readonly conflict: ConflictData | null
  readonly actions: readonly {readonly name: string; readonly label: string; readonly tone: Tone}[]
  readonly cancel: string
  /** What would follow from what stands in it. */
  readonly hints: HintsData | null
}

/** Records that live with the one in the form, in order; blank ones at the end are for new ones. */
export interface PartsData {
  readonly name: string
  readonly heading: string
  readonly rows: readonly PartData[]
  /** None may be added where it is false, none removed. */
  readonly mayAdd: boolean
  readonly mayRemove: boolean
  /** Their order may be changed. */
  readonly mayMove: boolean
}

/** Its fields are named `lines.0.quantity`. */
export interface PartData {
  readonly key: string
  readonly id: string
  readonly version: number
  readonly removed: boolean
  readonly fields: readonly FormFieldData[]
}

/** Somebody else changed the record meanwhile: for each field that differs, both texts. */
export interface ConflictData {
  readonly who: string
  readonly when: string
  readonly fields: readonly ConflictField[]
}

export interface ConflictField {
  readonly name: string
  readonly theirs: string
  /** Whose stays unless somebody says otherwise: a field that only they changed is theirs. */
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
  /** What the browser can judge by itself. */
  readonly local?: LocalRules
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
