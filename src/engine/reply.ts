/** The input and output of a screen: a visit or a submitted form, and a page or a redirect. */

import type {OwnCode} from '../points/errors/own.ts'
import type {FeedFormat} from '../points/screens/bullets/feed.ts'
import type {Actor} from './base/actor.ts'
import type {Feed} from './feeds/feed.ts'
import type {SentFile} from './files/file-store.ts'
import type {Problem} from './page/common.ts'
import type {PageFrame, ScreenContent} from './page/frame.ts'
import type {DoneChange, WriteContext} from './transaction/context.ts'

/** `foreign`: the token belongs to another session, so the request must not change anything. */
export type Idempotency =
  | {readonly kind: 'own'; readonly key: string; readonly fingerprint: string}
  | {readonly kind: 'foreign'}

export interface Visit {
  /** The raw path: parameters are decoded individually. */
  readonly path: string
  readonly query: URLSearchParams
  /** Path and query as the browser shows them. */
  readonly url: string
  readonly parameters: Readonly<Record<string, string>>
  /** It is navigated in the browser, so a redirect to another site cannot be followed. */
  readonly asData?: boolean
  readonly actor: Actor
  /** Logs the cause when only a section of the page failed, and returns the log reference. */
  readonly failed: (cause: unknown) => string
  /** Identifies repetitions of this request; null if it has no one-time token. */
  readonly idempotency: Idempotency | null
  readonly sender: RequestSender
  /** Aborted when the client has left before it got its response, which then need not be made. */
  readonly gone?: AbortSignal | null
  /** Called with the record shown when a person opens the page, but not for prefetching or background refreshes. */
  readonly opened?: (record: string) => void
  /** Runs in the transaction of this visit's change, after it. */
  readonly alongside?: (context: WriteContext) => Promise<void>
  readonly additions?: PageAdditions
  /** Called after the commit of this visit's change, with its confirmation. */
  readonly done?: (done: DoneChange) => void
}

/** What others add to pages; the features that make these pages say what, and pass their data through it. */
// biome-ignore lint/suspicious/noEmptyInterface: features add to it.
export interface PageAdditions {}

/** The sender of a request. */
export interface RequestSender {
  /** The network address used for rate limits. */
  readonly address: string
  /** The user agent. */
  readonly agent: string
  /** The digest of the session token in the request. */
  readonly session: string | null
  /** The digest of the cookie that identifies a browser. */
  readonly browser: string | null
}

/** A session that starts or ends with a reply; the server turns it into cookies. Ages are in seconds. */
export type SessionChange =
  | {
      readonly kind: 'started'
      readonly token: string
      /** Null: until the browser is closed. */
      readonly maxAge: number | null
      readonly browser: {readonly secret: string; readonly maxAge: number} | null
    }
  | {readonly kind: 'ended'}

export interface PageReplyFrame
  extends Pick<PageFrame, 'description' | 'image' | 'bare' | 'signsIn' | 'unattended' | 'remembered'> {
  readonly kind: 'page'
  readonly status: number
  readonly title: string
  readonly cookies?: readonly string[]
  readonly headers?: Readonly<Record<string, string>>
  /** The new actor, if the action signed a person in and shows the page at once. */
  readonly as?: Actor
  readonly session?: SessionChange
  /** It holds a question that is another one each time: an update would take it away while it is answered. */
  readonly asksOnce?: boolean
}

export type PageReply = PageReplyFrame & ScreenContent

export interface RedirectReply {
  readonly kind: 'redirect'
  /** An address of this application: a path with an optional query. */
  readonly to: string
  readonly cookies?: readonly string[]
  readonly headers?: Readonly<Record<string, string>>
  /** The new actor, if the action signed a person in or out. */
  readonly as?: Actor
  readonly session?: SessionChange
}

/** A file generated for the person. */
export interface DownloadReply {
  readonly kind: 'download'
  readonly name: string
  readonly type: string
  readonly size: number
  readonly bytes: ReadableStream<Uint8Array>
  readonly cookies?: readonly string[]
  readonly headers?: Readonly<Record<string, string>>
}

export type Reply = PageReply | RedirectReply | DownloadReply

/** The only text with this name. Several would be ambiguous. */
export function onlyText(fields: Form['fields'], name: string): string | null {
  const [text = null, ...more] = textsIn(fields, name)
  if (more.length > 0) throw new Refused('BAD_INPUT')
  return text
}

export function textsIn(fields: Form['fields'], name: string): string[] {
  return fields.flatMap(each => (each.name === name && typeof each.value === 'string' ? [each.value] : []))
}

/** The fields of a form as sent, in order, including reserved names (`_action`, `_once`, `_version`). */
export interface Form {
  readonly fields: readonly {readonly name: string; readonly value: string | SentFile}[]
  /** Null if missing; a form with several of this name is rejected. */
  readonly text: (name: string) => string | null
  /** The bytes of an uploaded file. */
  readonly open: (file: SentFile) => AsyncIterable<Uint8Array>
  /** Removes the files that were not kept. */
  readonly discard?: () => Promise<void>
}

export type ActionHandler = (visit: Visit, form: Form) => Reply | Promise<Reply>

export interface OpenScreen {
  readonly load: (visit: Visit) => Reply | Promise<Reply>
  /** By name; a screen that only redirects may accept every action. */
  readonly actions: Pick<ReadonlyMap<string, ActionHandler>, 'get' | 'size'>
  /**
   * The actions that may upload files, for this actor. Known before a form is parsed, so that other uploads are never
   * stored.
   */
  readonly takesFiles?: (actor: Actor) => ReadonlySet<string>
  /** Ignores the files of a form and reads only its texts. */
  readonly ignoresFiles?: boolean
  /** Shows the page with the typed values and does nothing else; even `_action` is ignored. */
  readonly again?: (visit: Visit, form: Form, shown?: ShownAgain) => Reply | Promise<Reply>
  /** The same records as a feed; omitted if there is no feed. */
  readonly feed?: ScreenFeed
  /** A display: it can be shown at a secret address, on a device where no one is signed in. */
  readonly onDevices?: {readonly name: string}
  /** Names of password fields, besides `password`: they are never carried through signing in. */
  readonly secrets?: readonly string[]
}

export interface ScreenFeed {
  /** The name of the screen. */
  readonly name: string
  readonly formats: readonly FeedFormat[]
  /** With the permissions of the visit's actor and the filters of its address. */
  readonly load: (visit: Visit) => Promise<Feed>
}

/** Why a rejected page is shown again. */
export interface ShownAgain {
  readonly status: number
  readonly problems: readonly Problem[]
}

export const withoutProblems: ShownAgain = {status: 200, problems: []}

/** Aborts a request: the code determines the status and message, and the cause is only logged. */
export class Refused extends Error {
  readonly code: OwnCode
  readonly values: Readonly<Record<string, string>>

  constructor(code: OwnCode, values: Readonly<Record<string, string>> = {}, cause?: unknown) {
    super(code, {cause})
    this.code = code
    this.values = values
  }
}
