/** The router's interface for components; constant on the server. */
import type {Page} from '../../engine/page/frame.ts'
import type {PageMessages} from '../../messages/index.ts'
import type {PageResult} from './client.ts'

export interface CurrentPage {
  readonly page: Page
  readonly messages: PageMessages
  /** A new number for each new page; fresh data of the same page keeps it. */
  readonly pageKey: number
  /** Only a part of the page has changed: a filter, or the record beside the list. */
  readonly inPlace: boolean
  /** Records others have just changed, by id; a new number each time, so that the same record can be highlighted again. */
  readonly changed: {readonly ids: ReadonlySet<string>; readonly count: number} | null
}

export interface RouterStatus {
  readonly navigation:
    | {readonly state: 'idle'}
    /** `to` is the path, `search` the query of the page being loaded. */
    | {readonly state: 'loading'; readonly to: string; readonly search: string}
    | {readonly state: 'submitting'}
  /** An action could not be sent. */
  readonly failure: {readonly retry: () => void; readonly dismiss: () => void} | null
  /** The announcement for screen readers after a page change. */
  readonly announcement: string
  /** Someone else has changed the record being edited. */
  readonly overtaken: boolean
}

export interface Submission {
  readonly url: URL
  readonly form: FormData
  /** Gets the upload progress in percent. */
  readonly onProgress?: (percent: number) => void
  /** The sending component shows the refusal; the page stays, with fresh data. */
  readonly refusedInPlace?: boolean
  /** Sent from beside the page: the page stays, with fresh data, unless the response leads to another address. */
  readonly staysOnPage?: boolean
  /** Sends it again if it could not be sent; by default the same form data. */
  readonly onRetry?: () => void
  /** Called on success, before the next page is shown. Not if the response is the sign-in page. */
  readonly onSaved?: () => void
}

export type ActionOutcome =
  | {readonly kind: 'done'}
  /** Also by a server that fails: then the page is an error page. */
  | {readonly kind: 'refused'; readonly page: Page}
  /** The session has ended: the sign-in page is shown. */
  | {readonly kind: 'signed out'}
  | {readonly kind: 'unreachable'}

export interface RefreshOptions {
  /** Which records differ between the current and the fresh page, to be highlighted. */
  readonly mark?: (shown: Page, fresh: Page) => ReadonlySet<string>
}

export interface NavigateOptions {
  readonly replace?: boolean
  /** The same page with other parameters: scroll, focus and input stay. */
  readonly keepPlace?: boolean
}

export interface Router {
  /** False if the browser itself navigates: on the server and without the Navigation API. */
  readonly enabled: boolean
  readonly current: () => CurrentPage
  /** `urgent` pages are rendered synchronously, not as a transition. */
  readonly subscribe: (listener: (current: CurrentPage, urgent: boolean) => void) => () => void
  readonly status: () => RouterStatus
  readonly subscribeStatus: (listener: () => void) => () => void
  navigate(url: string, options?: NavigateOptions): void
  /** Fresh data for the current page. Returns false if the server could not be reached, or failed: then the page stays as it is. */
  refresh(options?: RefreshOptions): Promise<boolean>
  prefetch(url: string): void
  submit(submission: Submission): Promise<ActionOutcome>
  /** The data of another address, for pickers and search. */
  load(url: string, signal: AbortSignal): Promise<PageResult>
  /** The response an action of the current page would get; changes nothing. */
  preview(form: FormData, signal: AbortSignal): Promise<PageResult>
  committed(current: CurrentPage): void
  /** The page is for input: when others change its record, it says so and stays as it is. Until the returned function is called. */
  keepInput(): () => void
  /** The log reference of the last failed section; on the server only. */
  readonly failureReference: () => string | null
}
