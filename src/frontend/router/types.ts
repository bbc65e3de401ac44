/** What the router offers to components; on the server it is a constant. */
import type {Page} from '../../contract/page.ts'
import type {PageMessages} from '../../messages/index.ts'
import type {PageResult} from './client.ts'

export interface CurrentPage {
  readonly page: Page
  readonly messages: PageMessages
  /** Another number for each page that was not there before; fresh data of the same page keeps it. */
  readonly pageKey: number
  /** The records that other people have just changed, by id; another number each time, so that the same record can be marked again. */
  readonly changed: {readonly ids: ReadonlySet<string>; readonly count: number} | null
}

export interface RouterStatus {
  readonly navigation:
    | {readonly state: 'idle'}
    /** `to` is the path, `search` the query of the page that is on its way. */
    | {readonly state: 'loading'; readonly to: string; readonly search: string}
    | {readonly state: 'submitting'}
  /** An action could not be sent. */
  readonly failure: {readonly retry: () => void; readonly dismiss: () => void} | null
  /** What screen readers are told after a page change. */
  readonly announcement: string
  /** Another person has changed the record that is being edited on this page. */
  readonly overtaken: boolean
}

export interface Submission {
  readonly url: URL
  readonly form: FormData
  /** Gets the percentage of files sent. */
  readonly onProgress?: (percent: number) => void
  /** The component that sends it shows why it was refused; the page stays, with fresh data. */
  readonly refusedInPlace?: boolean
  /** It was sent from beside the page: the page stays, with fresh data, unless the answer leads elsewhere. */
  readonly staysOnPage?: boolean
  /** Called when it is done, before the page that follows is shown. Not where the answer is the page to sign in. */
  readonly onSaved?: () => void
}

export type ActionOutcome =
  | {readonly kind: 'done'}
  | {readonly kind: 'refused'; readonly page: Page}
  | {readonly kind: 'failed'}
  | {readonly kind: 'unreachable'}

export interface RefreshOptions {
  /** Which records differ between the page shown and the fresh one, to be marked for a moment. */
  readonly mark?: (shown: Page, fresh: Page) => ReadonlySet<string>
}

export interface NavigateOptions {
  readonly replace?: boolean
  /** The same page, asked for differently: scroll, focus and what was typed stay as they are. */
  readonly keepPlace?: boolean
}

export interface Router {
  /** False where the browser itself navigates: on the server and without the Navigation API. */
  readonly enabled: boolean
  readonly current: () => CurrentPage
  /** `urgent` pages are rendered at once, not as a transition. */
  readonly subscribe: (listener: (current: CurrentPage, urgent: boolean) => void) => () => void
  readonly status: () => RouterStatus
  readonly subscribeStatus: (listener: () => void) => () => void
  navigate(url: string, options?: NavigateOptions): void
  refresh(options?: RefreshOptions): Promise<void>
  prefetch(url: string): void
  submit(submission: Submission): Promise<ActionOutcome>
  /** The data of another address, for pickers and search. */
  load(url: string, signal: AbortSignal): Promise<PageResult>
  /** What an action of the page shown would answer; changes nothing. */
  preview(form: FormData, signal: AbortSignal): Promise<PageResult>
  committed(current: CurrentPage): void
  /** Under which the log has the section that failed last; on the server alone. */
  readonly failureReference: () => string | null
}
