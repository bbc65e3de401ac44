/** Types that the data of several screens share. */

export interface Problem {
  readonly field: string | null
  /** The field's name for people, where the message does not say it. */
  readonly label?: string
  readonly message: string
}

/** The look of a value or a record: a hue by name, and an icon as the data of an SVG path. */
export interface MarkData {
  readonly colour?: string
  readonly icon?: string
}

export type ActionTone = 'lead' | 'plain' | 'stop'

export interface LinkData {
  readonly label: string
  readonly href: string
}

export interface LanguageData {
  readonly value: string
  /** In its own words. */
  readonly label: string
  readonly chosen: boolean
}
