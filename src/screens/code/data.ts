/**
 * The data of an own screen: what its document declares, as the person may see it. Own code gets it as it is, and
 * without own code it is shown as tables and plain forms. Types only.
 */

import type {RichText, ShownField} from '../../engine/page/cells.ts'
import type {ActionTone, LinkData, Problem} from '../../engine/page/common.ts'
import type {FormFieldData} from '../../features/forms/data.ts'

export interface CodeData {
  /** The name of the screen: `Floor plan`. */
  readonly heading: string
  /** The document's text about it, as HTML. */
  readonly html?: string
  /** As the table of screens names it: `FloorPlan`. */
  readonly component: string
  /** The declared values of the address. */
  readonly address: Readonly<Record<string, CodeValue>>
  /** The rows of the table `Data`, by name. */
  readonly data: Readonly<Record<string, CodeShown>>
  /** The rows of the table `Action`, by name. */
  readonly actions: Readonly<Record<string, CodeAction>>
  /** What the values of `data` are, for tables without own code, and for the components that show values. */
  readonly tables: readonly CodeTable[]
  /** Formatted texts of single records, by the names of their tables and columns: `article.body`. */
  readonly rich?: Readonly<Record<string, RichText>>
  /** Problems of a refusal that belong to no form of the page. */
  readonly problems: readonly Problem[]
}

/**
 * As JSON: dates are ISO texts. A record is its id and name, with the columns below it: `{id, name, team: {id, name}}`.
 * Hidden and empty values are null.
 */
export type CodeValue = string | number | boolean | null | CodeNested | readonly CodeValue[]

export interface CodeNested {
  readonly [name: string]: CodeValue
}

export interface CodeRow {
  readonly id: string
  readonly version: number
  /** The declared actions that are possible on it now. */
  readonly can: readonly string[]
  /** What people read, by path (`person.team`): only where it is not the value itself. */
  readonly shown: Readonly<Record<string, string>>
  /** Its columns, and the rows of its nested lists. */
  readonly [column: string]: CodeValue | CodeRows | CodeRow['shown']
}

export interface CodeRows {
  readonly rows: readonly CodeRow[]
  /** There are more than the limit. */
  readonly more: boolean
}

export interface CodePage {
  readonly rows: readonly CodeRow[]
  /** From 1 to `pages`; `?page=`. */
  readonly page: number
  readonly pages: number
  readonly count: number
}

export interface CodeGroups {
  readonly groups: readonly {readonly value: CodeValue; readonly label: string; readonly number: number}[]
  readonly more: boolean
}

export type CodeShown = CodeRows | CodePage | CodeRow | CodeGroups | number | null

export interface CodeAction {
  /** Its name in the document: the value of `_action`. Fields have their own names beside it. */
  readonly name: string
  readonly label: string
  readonly tone: ActionTone
  /**
   * The entity of the record that it acts on: the form has the record's id as `_record` and its version as `_version`.
   * Null if it creates a record or is about no record.
   */
  readonly of: string | null
  /** Whether the person may do it at all; for a record, see `can` of its row. */
  readonly can: boolean
  /** As a new form starts. */
  readonly fields: readonly FormFieldData[]
  /** Its form was refused: shown again with what was typed, where it was sent from. */
  readonly refused: CodeRefusal | null
  /** Of signing in: other ways, and help. */
  readonly links?: readonly LinkData[]
}

export interface CodeRefusal {
  /** Null if the action is about no record. */
  readonly record: string | null
  readonly problems: readonly Problem[]
  readonly fields: readonly FormFieldData[]
}

/** One row of the table `Data`. */
export interface CodeTable {
  /** In `data`; `rooms.bookings` for a nested list. */
  readonly name: string
  readonly label: string
  readonly shows: 'rows' | 'page' | 'one' | 'number' | 'groups'
  /** The entity of its records. */
  readonly of: string
  /** Empty for figures. Keys are paths: `person.team`. */
  readonly fields: readonly ShownField[]
}
