/** The data of a form and of its fields. */
import type {Core} from '../feel/core.ts'
import type {Type} from '../feel/type.ts'
import type {ActionTone, LinkData, Problem} from './common.ts'

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
  /** The field with the last day, where the document shows both as one period, as in `first_day..last_day`. */
  readonly until?: string
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
}

export interface FormScreenData {
  readonly heading: string
  /** What happens when it is sent. */
  readonly intro: string
  /** The document's own words about it, as HTML made from its Markdown. */
  readonly html?: string
  readonly back: LinkData | null
  /** The records that it is about, where several were chosen. */
  readonly about: readonly {readonly id: string; readonly name: string}[]
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
