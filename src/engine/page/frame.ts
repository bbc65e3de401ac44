/** A page as data: sent by the server, inlined in HTML or as JSON, with everything React needs to render it. */

import type {Json} from '../../feel/core.ts'
import type {LinkData} from './common.ts'

/**
 * The data of each screen, by its name: here those of the kernel itself. `screens/kinds.ts` adds the others, so that a
 * page is a union of all of them and the kernel imports none.
 */
export interface ScreenDataByName {
  readonly page: ProseData
  readonly about: AboutData
  readonly missing: FallbackData
  readonly failure: FallbackData
  readonly refused: FallbackData
}

export type ScreenName = keyof ScreenDataByName

/** A kind of screen with its data, discriminated by `screen`. */
export type ScreenContent = {
  readonly [Name in ScreenName]: {readonly screen: Name; readonly data: ScreenDataByName[Name]}
}[ScreenName]

export interface PageFrame {
  /** The build of script and style that the page belongs to; after a new build, the browser reloads the page once. */
  readonly build: string
  readonly status: number
  /** Path and query, without reserved keys. */
  readonly url: string
  readonly title: string
  /** For search engines and previews, instead of the product's. */
  readonly description?: string
  /** The address of a picture for previews. */
  readonly image?: string
  /** The component of the author that is in place of menu and header. */
  readonly layout?: string
  /** The own code that it shows, by the names of a build. */
  readonly own?: readonly string[]
  readonly shell: Shell
  /** Shown alone, without the menu. */
  readonly bare?: boolean
  /** A person signs in here: what led to it is not done yet. */
  readonly signsIn?: boolean
  /** Nobody operates it: nothing around the screen, and it loads itself again without JavaScript. */
  readonly unattended?: boolean
  /** The command palette offers it among what was opened last. */
  readonly remembered?: boolean
  /** The one-time token of this page, if it has actions: repeating a token has no further effect. */
  readonly once?: string
  /** The person's most recent change, and how long it can be undone. */
  readonly done?: DoneData
  /** The state of the page's data, for signed-in people: the page can be notified of later changes. */
  readonly live?: string
  /** Digests of its parts by name, the shell and large members of the data: those that the browser has are left out. */
  readonly parts?: Readonly<Record<string, string>>
  /** The address of the document lines behind this page, for people who may read them. */
  readonly specification?: string
}

export interface DoneData {
  readonly id: string
  readonly text: string
  /** The address of the record, unless it is this page. */
  readonly href: string | null
  /** Milliseconds left to undo it; null if it cannot be undone. */
  readonly undo: number | null
}

export type Page = PageFrame & ScreenContent

/** Where the browser goes instead. */
export interface Redirection {
  readonly build: string
  readonly status: number
  readonly redirect: string
  /** After an action: the page at that address, to save a round trip. */
  readonly page?: Page
}

export type PageAnswer = Page | Redirection

interface ShellPerson {
  readonly id: string
  readonly name: string
  readonly is: string
  readonly href: string
  /** Fields of theirs that own code has on every page. */
  readonly values?: Readonly<Record<string, Json>>
}

export interface Shell {
  readonly product: string
  readonly description: string
  readonly language: string
  /** The locale of dates and lists in this language: `en-GB` for `en`. */
  readonly dateLocale: string
  /** TIME_ZONE: the day that it is there is today, wherever the browser is. */
  readonly zone?: string
  /** The nine points for the mark: true if the document declares the point. */
  readonly points: readonly boolean[]
  /** The company's image, shown instead of the mark, or of the mark and the name, in this size. */
  readonly logo?: {readonly src: string; readonly width: number; readonly height: number; readonly isName?: boolean}
  readonly home: string
  readonly menu: readonly MenuGroup[]
  /** On a phone, in the bottom bar: the addresses of some menu entries, and of the primary form. */
  readonly quick?: readonly string[]
  /** The primary action: a form. */
  readonly lead?: MenuItem
  /** The address of the search, and its placeholder. */
  readonly search?: {readonly href: string; readonly hint: string}
  /** Unread notifications of the person. */
  readonly notifications?: {readonly unread: number; readonly href: string}
  /** In demonstrations and while the document is being edited: the sent mails. */
  readonly sentMails?: LinkData
  /** Light or dark, if the person chose; otherwise the system's setting. */
  readonly theme?: 'light' | 'dark'
  /** The signed-in person; `is` describes them in a few words, or by their roles. */
  readonly person?: ShellPerson
  /** The sign-in link, before sign-in. */
  readonly signIn?: MenuItem
  /** Only while the document is being edited: the people to view the application as, and the current one. */
  readonly viewAs?: ViewAsData
  /** Only while the document is being edited: the findings of the version on disk. */
  readonly findings?: readonly ShownFinding[]
}

export interface ViewAsData {
  readonly label: string
  readonly now: string
  readonly choices: readonly {readonly who: string; readonly label: string; readonly is: string | null}[]
}

export interface MenuGroup {
  readonly title: string | null
  readonly items: readonly MenuItem[]
}

export interface MenuItem {
  readonly label: string
  readonly href: string
  /** The path of its icon, or the name of one that the script has. */
  readonly icon: string
  /** The kind of its screen. */
  readonly screen?: ScreenName
  /** The number of records, if the document asks for it and there are any: `7`, `99+`. */
  readonly count?: string
}

export interface ShownFinding {
  readonly severity: string
  readonly where: string
  readonly code: string
  readonly message: string
  readonly hint: string
}

/** The data of the fallback pages: not found, an error, or a rejected request. */
export interface FallbackData {
  readonly heading: string
  readonly message: string
  readonly reference: string | null
  /** Whether retrying the address makes sense. */
  readonly retry: boolean
  /** The component of the author that shows it. */
  readonly shownBy?: string
  /** The originating record or form, if known. */
  readonly back?: Back
  readonly links: readonly MenuItem[]
}

export interface Back {
  readonly href: string
  /** Input was typed there: the script says so if it still has it. */
  readonly typed: boolean
}

export interface ProseData {
  readonly heading: string
  readonly html: string
}

export interface AboutData {
  readonly product: string
  readonly description: string
  readonly html: string
  readonly audiences: readonly {readonly who: string; readonly wants: string}[]
}

export const pageMediaType = 'application/vnd.nonet.page+json'
export const dataKey = '_data'
/** A request's names and digests of the parts that the browser has: `shell.oTk… filters.2jm…`. */
export const partsHeader = 'nonet-parts'

/** The query parameter of a form for the page that it was opened from, to which Cancel leads. */
export const cameFromKey = '_from'

/**
 * The screens whose styles apply: the one that is shown, the one beside it, and the one that a click opens there. If its
 * styles came with the click, Chromium would take all fonts for new, as with any new layer, and lay out the whole list.
 */
export const styledScreens = ({screen, data}: Page): readonly (string | null | undefined)[] =>
  'panel' in data ? [screen, data.panel?.screen, data.opens] : [screen]

/** An address without its query. */
export function withoutQuery(url: string): string {
  return url.split('?')[0] ?? ''
}

/** The address of a form, opened from a page. */
export function openedFrom(href: string, url: string): string {
  if (href.includes(`${cameFromKey}=`)) return href
  return withoutQuery(url) === href
    ? url
    : `${href}${href.includes('?') ? '&' : '?'}${cameFromKey}=${encodeURIComponent(url)}`
}

/** The action of the role switcher's buttons, on every page. */
export const viewAsAction = 'view as'
