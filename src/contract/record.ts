/** The data of a record, and how its fields and cells are shown anywhere. */

import type {ActionTone, LinkData, MarkData, Problem} from './common.ts'
import type {FormFieldData} from './form.ts'

/* Text that people wrote as Markdown, as a tree of few kinds of nodes: no HTML, no styles, and no links but those that are safe. Types only. */

export type RichText = readonly RichNode[]

export type RichNode = string | RichElement | RichLink

export interface RichElement {
  readonly tag: RichTag
  readonly children: RichText
}

/** `href` is an address of the web or of a mailbox, or one of this application. */
export interface RichLink {
  readonly tag: 'a'
  readonly href: string
  readonly children: RichText
}

export type RichTag =
  | 'p'
  | 'h3'
  | 'h4'
  | 'h5'
  | 'h6'
  | 'strong'
  | 'em'
  | 's'
  | 'code'
  | 'pre'
  | 'ul'
  | 'ol'
  | 'li'
  | 'blockquote'
  | 'hr'
  | 'br'
  | 'table'
  | 'thead'
  | 'tbody'
  | 'tr'
  | 'th'
  | 'td'

export interface ShownField {
  readonly key: string
  readonly label: string
  readonly help: string
  /** `who` is the name of the person that the record itself is. */
  readonly display: 'text' | 'long' | 'rich' | 'number' | 'time' | 'state' | 'person' | 'who' | 'yes/no' | 'span'
  /** The tone of each state. */
  readonly tones?: Readonly<Record<string, string>>
  /** The colour and icon of each word, where the document gives them. */
  readonly marks?: Readonly<Record<string, MarkData>>
  /** The field with the number of days of a span. */
  readonly count?: string
  /** It alone is what the record is called. */
  readonly isName?: true
}

export interface ShownCell {
  readonly text: string
  /** The word of a state, the id of a person: whatever the look goes by. Lists leave it out where it goes by the text. */
  readonly value?: unknown
  /** The record page, for a cell that shows another record. */
  readonly href?: string
  /** Rich text, where all of it is shown; `text` is its beginning. */
  readonly rich?: RichText
  /** Files, to be fetched one by one. */
  readonly links?: readonly FileLink[]
  /** What is said beside it: the number of days of a span. */
  readonly note?: string
  /** The colour and icon of the record it names. */
  readonly mark?: MarkData
}

export interface FileLink {
  readonly text: string
  readonly href: string
  readonly size?: string
  /** The address of an image to show beside the name. */
  readonly thumbnail?: string
}

export interface ShownRecord {
  readonly id: string
  /** The record page, if there is one. */
  readonly href: string | null
  readonly cells: readonly ShownCell[]
}

/** Something that can be done with the record now, and what it asks for. */
export interface ActionData {
  readonly name: string
  readonly label: string
  /** The likely next step leads; what ends in a refusal stops. */
  readonly tone: ActionTone
  /** The page with the same form, for browsers without JavaScript. */
  readonly href: string
  readonly inputs: readonly FormFieldData[]
  /** It was tried and refused: its form is open, with these problems. */
  readonly problems: readonly Problem[]
  readonly open: boolean
  /** Its page shows what would follow: it is opened in place of a dialog. */
  readonly onPage?: boolean
}

export interface RecordData {
  readonly heading: string
  /** The document's own prose about the screen. */
  readonly html?: string
  readonly version: number
  readonly actions: readonly ActionData[]
  /** The addresses for editing and deleting, if the person may. */
  readonly edit: string | null
  readonly remove: string | null
  /** A form for what belongs to it, with this record filled in, and its displays. */
  readonly links?: readonly LinkData[]
  /** What deleting it means, said before it is done. */
  readonly deleteWarning: string
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
  /** Comments and changes in one list, newest first. */
  readonly history: readonly HistoryData[]
  /** The reference where it could not be read; otherwise null. */
  readonly historyFailed: string | null
  readonly addComment: AddData | null
}

/** A record alone, to be read from afar: on a door, in a hall. Nothing on it leads elsewhere. */
export interface DisplayData extends Pick<RecordData, 'heading' | 'fields' | 'cells' | 'related'> {
  /** The classes of the colour of all of it. */
  readonly tone: string
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
  /** What was done; empty where the state that it came to says it. */
  readonly what: string
  /** The state it came to. */
  readonly state: {readonly label: string; readonly tone: string} | null
  /** The comment on it. */
  readonly comment: string | null
  /** The same in pieces, where it mentions people the reader may see. */
  readonly parts?: readonly CommentPart[]
  /** The address of the form that changes it, if the person may. */
  readonly edit?: string
  /** The address for removing it, if the person may. */
  readonly remove?: string
  /** The same as Markdown, where it was written so. */
  readonly rich?: RichText
}

/** A piece of text, or a person as they are called now. */
export type CommentPart = string | {readonly id: string; readonly name: string}
