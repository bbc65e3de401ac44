/** The data of a record, and how its fields and cells are displayed anywhere. */

import type {ValueDisplay} from '../../points/entities/field-type.ts'
import type {MarkData} from './common.ts'

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
  | 'h2'
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

/** By the type of the field, or by its meaning: `who` is the name of the person that the record itself represents. */
export type FieldDisplay = ValueDisplay | 'state' | 'person' | 'who' | 'span'

export interface ShownField {
  readonly key: string
  readonly label: string
  readonly help: string
  readonly display: FieldDisplay
  /** The tone of each state. */
  readonly tones?: Readonly<Record<string, string>>
  /** The colour and icon of each value, if the document defines them. */
  readonly marks?: Readonly<Record<string, MarkData>>
  /** The field with the number of days of a span. */
  readonly count?: string
  /** It alone is the record's name. */
  readonly isName?: true
  /** The part of own code that shows its values: `fields/Colour`. */
  readonly shownBy?: string
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
  /** The text on paper, if it differs: a date with its year. */
  readonly paper?: string
  /** A text to copy: the labels of its button. */
  readonly copies?: {readonly copy: string; readonly copied: string}
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
