/** The data of a record, and how its fields and cells are displayed anywhere. */

import type {FormFieldData} from '../../features/forms/data.ts'
import type {ActionTone, LinkData, MarkData, Problem} from './common.ts'

/* Markdown text as a tree of a few kinds of nodes: no HTML, no styles, and only safe links. Types only. */

export type RichText = readonly RichNode[]

export type RichNode = string | RichElement | RichLink

export interface RichElement {
  readonly tag: RichTag
  readonly children: RichText
}

/** `href` is a web or mail address, or an address of this application. */
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
  /** `who` is the name of the person that the record itself represents. */
  readonly display: 'text' | 'long' | 'rich' | 'number' | 'time' | 'state' | 'person' | 'who' | 'yes/no' | 'span'
  /** The tone of each state. */
  readonly tones?: Readonly<Record<string, string>>
  /** The colour and icon of each value, if the document defines them. */
  readonly marks?: Readonly<Record<string, MarkData>>
  /** The field with the number of days of a span. */
  readonly count?: string
  /** It alone is the record's name. */
  readonly isName?: true
}

export interface ShownCell {
  readonly text: string
  /**
   * The value that determines the appearance, such as a state or the id of a person. Lists leave it out if the text
   * suffices.
   */
  readonly value?: unknown
  /** The record page, for a cell that shows another record. */
  readonly href?: string
  /** Rich text, if shown in full; `text` is its beginning. */
  readonly rich?: RichText
  /** Files, to be fetched individually. */
  readonly links?: readonly FileLink[]
  /** A note next to it: the number of days of a span. */
  readonly note?: string
  /** The colour and icon of the record it names. */
  readonly mark?: MarkData
}

export interface FileLink {
  readonly text: string
  readonly href: string
  readonly size?: string
  /** The address of an image to show next to the name. */
  readonly thumbnail?: string
}

export interface ShownRecord {
  readonly id: string
  /** The record page, if there is one. */
  readonly href: string | null
  readonly cells: readonly ShownCell[]
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

export interface RecordData {
  readonly heading: string
  /** The document's text about the screen. */
  readonly html?: string
  readonly version: number
  readonly actions: readonly ActionData[]
  /** The addresses for editing and deleting, if the person may. */
  readonly edit: string | null
  readonly remove: string | null
  /** Links to forms for related records, with this record filled in, to calendars and timelines about it, and to its displays. */
  readonly links?: readonly LinkData[]
  /** Why its owner cannot change it any more. */
  readonly note?: string
  /** Asks whether to delete it, if the person may. */
  readonly deletion: DeletionData | null
  /** Problems that belong to no action's form. */
  readonly problems: readonly Problem[]
  readonly back: LinkData | null
  /** The number that identifies it to people, if its address uses one. */
  readonly number?: string
  /** The path of its states; empty if it has none. */
  readonly path: readonly StepData[]
  readonly fields: readonly ShownField[]
  readonly cells: readonly ShownCell[]
  readonly related: readonly RelatedData[]
  /** Comments and changes in one list, newest first. */
  readonly history: readonly HistoryData[]
  /** The log reference if it could not be read; otherwise null. */
  readonly historyFailed: string | null
  readonly addComments: readonly AddData[]
}

/** A record alone, readable from a distance, such as on a door or in a hall. It has no links. */
export interface DisplayData extends Pick<RecordData, 'heading' | 'fields' | 'cells' | 'related'> {
  /** The CSS classes of its colour. */
  readonly tone: string
}

export interface StepData {
  readonly label: string
  readonly at: 'done' | 'now' | 'ahead'
  readonly tone: string
}

export interface RelatedData {
  readonly heading: string
  /** Shown if there are no records. */
  readonly empty: string
  readonly columns: readonly ShownField[]
  readonly records: readonly ShownRecord[]
  readonly add: AddData | null
  /** The log reference if these could not be read; otherwise null. */
  readonly failed: string | null
}

/** A small form that creates a record related to the one shown. */
export interface AddData {
  readonly action: string
  /** The plural of the new records. */
  readonly several: string
  readonly label: string
  /** The text of its button. */
  readonly button: string
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
  /** Who acted, in the text: a name, “You” or “Someone”. Empty if no person acted and `what` is a sentence of its own. */
  readonly by: string
  /** The action, continuing `by`; empty if the new state says enough. */
  readonly what: string
  /** The resulting state. */
  readonly state: {readonly label: string; readonly tone: string} | null
  /** The comment on it. */
  readonly comment: string | null
  /** The same in pieces, if it mentions people the reader may see. */
  readonly parts?: readonly CommentPart[]
  /** The address of the form that edits it, if the person may. */
  readonly edit?: string
  /** The address for removing it, if the person may. */
  readonly remove?: string
  /** The same as rich text, if it was written in Markdown. */
  readonly rich?: RichText
}

/** A piece of text, or a person by their current name. */
export type CommentPart = string | {readonly id: string; readonly name: string}
