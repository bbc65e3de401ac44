/** The data of a form and of its fields. */

import type {ActionTone, LinkData, OptionData, Problem} from '../../engine/page/common.ts'
import type {Core} from '../../feel/core.ts'
import type {Type} from '../../feel/type.ts'
import type {ControlName} from '../../points/entities/field-type.ts'
import type {PeriodCalendarData, SummaryData} from './panel-data.ts'

/** Only account screens ask for passwords. */
export type FormControl = ControlName | 'password'

export interface FormFieldData {
  readonly name: string
  readonly label: string
  readonly help: string
  readonly required: boolean
  /** Required only by this button of the form, given by its label. */
  readonly requiredFor?: string
  readonly control: FormControl
  readonly attributes: Readonly<Record<string, string | number | boolean>>
  readonly options: readonly OptionData[] | null
  readonly values: readonly string[]
  /** What no choice is called, if not a prompt to choose; null if one is always chosen. */
  readonly none?: string | null
  /** The unit, such as a currency. */
  readonly unit?: string
  /** The entity of its records. */
  readonly entity?: string
  /** Too many records for a list: this address, with `q`, returns the matching ones. */
  readonly lookup?: string
  /** The chosen record, if it is not among the options. */
  readonly chosen?: OptionData
  /** The field with the last day, if the document shows both as one period, as in `first_day..last_day`. */
  readonly until?: string
  /** Its options are cards: this many at once, the others under More. */
  readonly cards?: number
  /** The notes of its options are part of a plain list. */
  readonly noted?: boolean
  /** People may be mentioned in it: this address, with `q`, suggests them. */
  readonly mentions?: string
  /** The label of the control that combines it with others: the dates and half days of a span. */
  readonly group?: string
  /** The heading above it and the fields after it, in a long form. */
  readonly section?: string
  /** The label of the group says enough: its own is for screen readers. */
  readonly labelHidden?: boolean
  /** Its current files. */
  readonly files?: readonly StoredFileData[]
  /** The part of own code that edits it: `fields/Colour`. */
  readonly editedBy?: string
}

export interface StoredFileData {
  readonly id: string
  readonly text: string
  readonly size: string
  /** The address of an image to show next to the name. */
  readonly thumbnail?: string
}

/** A record that a form is about: its name and date. */
export interface AboutRecord {
  readonly id: string
  readonly name: string
  readonly when?: string
  /** The person the name belongs to. */
  readonly person?: string
}

export interface FormScreenData {
  readonly heading: string
  /** Explains what happens when it is sent. */
  readonly intro: string
  /** The document's text about it, as HTML rendered from Markdown. */
  readonly html?: string
  /** What is saved applies at once: there are no drafts, and the fields fill a wide screen. */
  readonly isSettings?: true
  readonly back: LinkData | null
  /** The records concerned, if several were selected. */
  readonly about: readonly AboutRecord[]
  /** What the list of records says: they change, too. */
  readonly aboutText?: string
  /** What was typed when the consequences were shown; the action is performed only if it is sent again unchanged. */
  readonly seen?: string
  /** How many more there are than are named. */
  readonly aboutMore?: number
  /** Details of the record, if the form is shown without it. */
  readonly facts?: readonly {readonly label: string; readonly text: string}[]
  /** The version of the record to change; null for a new one. */
  readonly version: number | null
  readonly fields: readonly FormFieldData[]
  readonly lineItems: readonly LineItemsData[]
  readonly problems: readonly Problem[]
  readonly conflict: ConflictData | null
  readonly actions: readonly {readonly name: string; readonly label: string; readonly tone: ActionTone}[]
  readonly cancel: string
  /** The preview for the current input. */
  readonly hints: HintsData | null
  /** The days around the selected period, if the document defines what to show about them. */
  readonly calendar?: PeriodCalendarData
}

/** Line items of the record in the form, in order; blank ones at the end are for new ones. */
export interface LineItemsData {
  readonly name: string
  readonly heading: string
  readonly rows: readonly LineItemData[]
  /** Whether line items may be added and removed. */
  readonly mayAdd: boolean
  readonly mayRemove: boolean
  /** Whether their order may be changed. */
  readonly mayMove: boolean
}

/** Its fields are named `lines.0.quantity`. */
export interface LineItemData {
  readonly key: string
  readonly id: string
  readonly version: number
  readonly removed: boolean
  /** What others filled in; empty texts in a new row. */
  readonly facts: readonly {readonly label: string; readonly text: string}[]
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
  /** The preselected version: a field that only the other person changed is theirs. */
  readonly take: 'theirs' | 'mine'
}

export interface HintsData {
  /** Values computed from the input: "Days: 2.5". */
  readonly facts: readonly {
    readonly key: string
    readonly label: string
    readonly help: string
    readonly text: string
  }[]
  /** The field of the form after which it is shown; at the end if not given. */
  readonly after: string | null
  /** The problems that would reject the form. */
  readonly problems: readonly Problem[]
  /** The rules that the browser can evaluate. */
  readonly local?: LocalRules
  /** Set if the document defines a summary. */
  readonly summary?: SummaryData
  /** The notes of options, by field and value. */
  readonly notes?: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** The options of lists with which the form would be rejected, by field: they come last. */
  readonly refused?: Readonly<Record<string, readonly string[]>>
  /** Fields that do not apply to the current input. */
  readonly without?: readonly string[]
  /** Closed days cannot be chosen. */
  readonly blocksDays?: boolean
  /** The address of the days in the calendar of a period, which depend on the person chosen in the form. */
  readonly daysAt?: string
}

/** Rules that only read fields of the form, as typed expressions; fields by their types. */
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

/** An action that can be performed on the record now, with its inputs. */
export interface ActionData {
  readonly name: string
  readonly label: string
  /** The likely next step is primary; an action that ends it without success is destructive. */
  readonly tone: ActionTone
  /** The page with the same form, for browsers without JavaScript. */
  readonly href: string
  readonly inputs: readonly FormFieldData[]
  /** It was rejected: its form is open, with these problems. */
  readonly problems: readonly Problem[]
  readonly open: boolean
  /** Its page has a preview: it is opened instead of a dialog. */
  readonly onPage?: boolean
}

export interface DeletionData {
  readonly heading: string
  /** Explains the effect of deleting it, or why it is not possible. */
  readonly warning: string
  /** False while other records use it. */
  readonly isPossible: boolean
}
