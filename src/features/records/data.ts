/** The data of a record on its page, and beside a list. Types only. */

import type {RichText, ShownCell, ShownField, ShownRecord} from '../../engine/page/cells.ts'
import type {LinkData, Problem} from '../../engine/page/common.ts'
import type {ActionData, DeletionData, FormFieldData} from '../forms/data.ts'

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
