/** Types that the data of several screens share. */

export interface Problem {
  readonly field: string | null
  /** The field's name for people, where the message does not say it. */
  readonly label?: string
  readonly message: string
}

export type ActionTone = 'lead' | 'plain' | 'stop'

export interface LinkData {
  readonly label: string
  readonly href: string
}
