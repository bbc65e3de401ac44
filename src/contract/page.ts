/** A page as data: what the server sends, inlined in HTML or as JSON, and all that React needs to render it. */
import type {AccountData, EntryData, FailedCallsData, InvitationsData, SubscriptionsData} from './account.ts'
import type {BoardData} from './board.ts'
import type {CalendarData} from './calendar.ts'
import type {LinkData} from './common.ts'
import type {DashboardData} from './dashboard.ts'
import type {FormScreenData} from './form.ts'
import type {ImportData} from './import.ts'
import type {InboxData} from './inbox.ts'
import type {ListData} from './list.ts'
import type {NotificationsData} from './notifications.ts'
import type {DisplayData, RecordData} from './record.ts'
import type {SearchData} from './search.ts'
import type {SentMailsData} from './sent-mails.ts'
import type {SpecificationData} from './specification.ts'
import type {StyleGuideData} from './style-guide.ts'
import type {TimelineData} from './timeline.ts'

/** The data of each kind of screen, by its name. A new kind is one line here, one component and one engine screen. */
export interface ScreenDataByName {
  readonly page: ProseData
  readonly about: AboutData
  readonly list: ListData
  readonly inbox: InboxData
  readonly record: RecordData
  readonly display: DisplayData
  readonly form: FormScreenData
  readonly import: ImportData
  readonly timeline: TimelineData
  readonly calendar: CalendarData
  readonly board: BoardData
  readonly dashboard: DashboardData
  readonly entry: EntryData
  readonly account: AccountData
  readonly invitations: InvitationsData
  readonly subscriptions: SubscriptionsData
  readonly 'failed-calls': FailedCallsData
  readonly notifications: NotificationsData
  readonly search: SearchData
  readonly 'sent-mails': SentMailsData
  readonly specification: SpecificationData
  readonly 'style-guide': StyleGuideData
  readonly missing: FallbackData
  readonly failure: FallbackData
  readonly refused: FallbackData
}

export type ScreenName = keyof ScreenDataByName

/** A kind of screen together with its data: `screen` tells which. */
export type ScreenContent = {
  readonly [Name in ScreenName]: {readonly screen: Name; readonly data: ScreenDataByName[Name]}
}[ScreenName]

export interface PageFrame {
  /** The build of script and style that the page belongs to; another build makes the browser load the page in full, once. */
  readonly build: string
  readonly status: number
  /** Path and query, without reserved keys. */
  readonly url: string
  readonly title: string
  readonly shell: Shell
  /** Shown alone in the middle, without the menu. */
  readonly bare?: boolean
  /** The one-time token of this showing, where the page takes actions: the same token twice has one effect. */
  readonly once?: string
  /** What the person has just done, and for how long they can take it back. */
  readonly done?: DoneData
  /** The state of what the page shows, for people who have signed in: the page can be told of changes since then. */
  readonly live?: string
  /** Where the lines of the document behind this page can be read, for people who may. */
  readonly specification?: string
}

export interface DoneData {
  readonly id: string
  readonly text: string
  /** Where the record is, unless it is this page. */
  readonly href: string | null
  /** Milliseconds that are left to undo it; null where it cannot be undone. */
  readonly undo: number | null
}

export type Page = PageFrame & ScreenContent

/** Where the browser goes instead. */
export interface Redirection {
  readonly build: string
  readonly status: number
  readonly redirect: string
  /** After an action: the page at that address, so that one round trip is enough. */
  readonly page?: Page
}

export type PageAnswer = Page | Redirection

export interface Shell {
  readonly product: string
  readonly description: string
  readonly language: string
  /** The nine points for the mark: true where the document fills the point. */
  readonly points: readonly boolean[]
  readonly home: string
  readonly menu: readonly MenuGroup[]
  /** On a phone, within reach of a thumb: the addresses of some entries, and of what leads. */
  readonly quick?: readonly string[]
  /** What most people came to do: a form. */
  readonly lead?: MenuItem
  /** Where to look for something in all that the person may read, and what that is. */
  readonly search?: {readonly href: string; readonly hint: string}
  /** Unread notifications of the person. */
  readonly notifications?: {readonly unread: number; readonly href: string}
  /** In demonstrations and while the document is being written: the mails that were sent. */
  readonly sentMails?: LinkData
  /** Light or dark, where the person chose; otherwise as their system says. */
  readonly theme?: 'light' | 'dark'
  /** Who has signed in; what they are is said in the document's words. */
  readonly person?: {readonly id: string; readonly name: string; readonly is: string; readonly href: string}
  /** The sign-in link, before sign-in. */
  readonly signIn?: MenuItem
  /** Only while the document is being written: as whom the application can be looked at, and as whom it is. */
  readonly viewAs?: ViewAsData
  /** Only while the document is being written: what is wrong with the version on disk. */
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
  /** The kind of screen that it leads to. */
  readonly screen?: ScreenName
  /** How many records are there, where the document says so and the person sees any: `7`, `99+`. */
  readonly count?: string
}

export interface ShownFinding {
  readonly severity: string
  readonly where: string
  readonly code: string
  readonly message: string
  readonly hint: string
}

/** The data of the fallback pages: nothing here, something failed, or something was refused. */
export interface FallbackData {
  readonly heading: string
  readonly message: string
  readonly reference: string | null
  /** The address can be asked for again with hope. */
  readonly retry: boolean
  /** The record or the form that it came from, where that is known. */
  readonly back?: Back
  readonly links: readonly MenuItem[]
}

export interface Back {
  readonly href: string
  /** What was typed there is wanted again: the script says so where it keeps it. */
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

/** In the address of a form: the page that it was opened from, to which Cancel leads. */
export const cameFromKey = '_from'

/** An address without its query. */
export function pathOf(url: string): string {
  return url.split('?')[0] ?? ''
}

/** The address of a form, opened from a page. */
export function openedFrom(href: string, url: string): string {
  return pathOf(url) === href
    ? url
    : `${href}${href.includes('?') ? '&' : '?'}${cameFromKey}=${encodeURIComponent(url)}`
}

/** What the buttons of the role switcher send, to whatever page they are on. */
export const viewAsAction = 'view as'
