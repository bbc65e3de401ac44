/** Types that the data of several screens share. */

/**
 * Light, dark or as the system says is kept in a cookie, so that the first paint is right and nothing flashes. It is not secret and harms
 * nobody: with script the browser writes it itself, at once, and a person who leaves the page in the next moment keeps what they chose.
 */
export const themes = ['light', 'dark', 'system'] as const
export type Theme = (typeof themes)[number]

const name = 'nonet-theme'
/** As long as browsers keep one at most. */
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

/** A number of a record: what it is, and what the change makes of it. */
export interface FigureData {
  readonly key: string
  readonly label: string
  readonly text: string
  /** What the decision makes of it. */
  readonly after: string | null
  readonly of: string | null
  /** In percent of the whole, from the left: what stays, and what the decision takes or adds. */
  readonly meter: {readonly stays: number; readonly changes: number} | null
}

/** A rule of point 5, with its outcome. */
export interface CheckData {
  readonly text: string
  /** `blocks`: an action offered here would be refused. `warns`: it does not hold, but nothing here depends on it. */
  readonly outcome: 'holds' | 'warns' | 'blocks'
  /** The figures behind a rule that is met: "Days left: 12". */
  readonly note?: string
}

/** The icons that the browser's script has. Others come with the page, as their path. */
export type IconName =
  | 'file'
  | 'about'
  | 'plus'
  | 'menu'
  | 'earlier'
  | 'later'
  | 'fold'
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
  | 'upload'
  | 'image'

/** The hours of a day or a week. */
export interface CalendarHours {
  /** The first hour shown, and what each is called. */
  readonly first: number
  readonly labels: readonly string[]
  /** In minutes from the beginning of the first day; null in another week. */
  readonly now: number | null
}
