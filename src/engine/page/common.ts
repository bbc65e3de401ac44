/** Types that the data of several screens share. */

/**
 * The theme is stored in a cookie, so that the first paint is right and nothing flashes. It is neither secret nor
 * sensitive: the browser's script writes it immediately, so that it is kept even if the person leaves the page right
 * away.
 */

export const themes = ['light', 'dark', 'system'] as const
export type Theme = (typeof themes)[number]

const name = 'nonet-theme'
/** The maximum that browsers keep a cookie. */
const longest = 400 * 86_400

export function themeCookie(theme: Theme): string {
  return `${name}=${theme}; Path=/; Max-Age=${theme === 'system' ? 0 : longest}; SameSite=Lax`
}

export function themeIn(cookies: string): 'light' | 'dark' | null {
  const found = /(?:^|;\s*)nonet-theme=(light|dark)(?:;|$)/.exec(cookies)?.[1]
  return found === 'light' || found === 'dark' ? found : null
}

export interface Problem {
  readonly field: string | null
  /** The label of the field, if the message does not contain it. */
  readonly label?: string
  readonly message: string
}

/** The appearance of a value or a record: the name of a hue, and an icon as SVG path data. */
export interface MarkData {
  readonly colour?: string
  readonly icon?: string
}

export type ActionTone = 'primary' | 'plain' | 'danger'

export interface LinkData {
  readonly label: string
  readonly href: string
}

export interface LanguageData {
  readonly value: string
  /** The language's own name. */
  readonly label: string
  readonly chosen: boolean
}

/** A number of a record: its value, and its value after the change. */
export interface FigureData {
  readonly key: string
  readonly label: string
  readonly text: string
  /** Its value after the decision. */
  readonly after: string | null
  readonly of: string | null
  /** In percent of the whole, from the left: the remaining part, and the part that the decision takes or adds. */
  readonly meter: {readonly stays: number; readonly changes: number} | null
  /** Where the value is that of another day: `22 available on 7 Dec (20 today)`. */
  readonly note?: string
}

/** A rule of point 5, with its outcome. */
export interface CheckData {
  readonly text: string
  /**
   * `blocks`: an action offered here would be rejected. `warns`: it does not hold, but nothing here depends on it.
   * `follows`: no rule, but what comes after the decision.
   */
  readonly outcome: 'holds' | 'warns' | 'blocks' | 'follows'
  /** The figures behind a rule that holds: "Days left: 12". */
  readonly note?: string
}

/** The icons in the browser's script. Others are sent with the page, as a path. */
export type IconName =
  | 'file'
  | 'about'
  | 'plus'
  | 'menu'
  | 'earlier'
  | 'later'
  | 'search'
  | 'check'
  | 'calendar'
  | 'person'
  | 'bell'
  | 'light'
  | 'dark'
  | 'system'
  | 'leave'
  | 'more'
  | 'remove'
  | 'up'
  | 'down'
  | 'image'

/** The hours of a day or a week. */
export interface CalendarHours {
  /** The first hour shown, and the label of each. */
  readonly first: number
  readonly labels: readonly string[]
  /** In minutes from the start of the first day; null in another week. */
  readonly now: number | null
}

export interface FirstSteps {
  readonly heading: string
  readonly steps: readonly {
    readonly name: string
    readonly text: string
    readonly href: string
    readonly done: boolean
    /** The form for the first record. */
    readonly create: LinkData
  }[]
}

export interface OptionData {
  readonly value: string
  readonly label: string
  /** The colour and icon of the record it names. */
  readonly mark?: MarkData
  /** The look of a state. */
  readonly tone?: string
  /** Helps to choose between the options: "6.5 days left". */
  readonly note?: string
  /** The form would be rejected with it. */
  readonly refused?: boolean
  /** For a plain list: the label with the note. */
  readonly plain?: string
  /** In a plain list, the options of a group are together. */
  readonly group?: string
  /** The language of the label, if it is another one. */
  readonly language?: string
}
