/** Text that people wrote as Markdown, as a tree of few kinds of nodes: no HTML, no styles, and no links but those that are safe. Types only. */

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
