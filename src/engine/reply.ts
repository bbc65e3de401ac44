/** What a screen gets and gives: a visit or a form comes in, a page or another address goes out. */

import type {Problem} from '../contract/common.ts'
import type {ScreenContent} from '../contract/page.ts'
import type {OwnCode} from '../points/errors/own.ts'
import type {FeedFormat} from '../points/screens/model.ts'
import type {Actor} from './actor.ts'
import type {Feed} from './feeds/feed.ts'
import type {SentFile} from './files/file-store.ts'
import type {DoneChange} from './write/context.ts'

/** `foreign`: the request brought a token that was given to another session, so it must change nothing. */
export type Idempotency =
  | {readonly kind: 'own'; readonly key: string; readonly fingerprint: string}
  | {readonly kind: 'foreign'}

export interface Visit {
  /** The path, decoded nowhere: parameters are decoded one by one. */
  readonly path: string
  readonly query: URLSearchParams
  /** Path and query as the browser shows them. */
  readonly url: string
  readonly parameters: Readonly<Record<string, string>>
  readonly actor: Actor
  /** A part of the page failed and the rest did not: the cause goes to the log, under the reference that comes back. */
  readonly failed: (cause: unknown) => string
  /** By which a repetition of this request is recognised; null where it brought no one-time token. */
  readonly idempotency: Idempotency | null
  readonly sender: RequestSender
  /** Called with the record that the page shows, where a person opens it: not where it is fetched in advance or compared. */
  readonly opened?: (record: string) => void
  /** Called when the change that this visit asks for is durable, with what the person is told of it. */
  readonly done?: (done: DoneChange) => void
}

/** Where a request comes from. */
export interface RequestSender {
  /** The network address by which attempts are counted. */
  readonly address: string
  /** The user agent. */
  readonly agent: string
  /** The digest of the session token that came with the request. */
  readonly session: string | null
  /** The digest of the cookie by which a browser is known. */
  readonly browser: string | null
}

/** A session that starts or ends with a reply; the server turns it into cookies. Ages are in seconds. */
export type SessionChange =
  | {
      readonly kind: 'started'
      readonly token: string
      readonly maxAge: number
      readonly browser: {readonly secret: string; readonly maxAge: number} | null
    }
  | {readonly kind: 'ended'}

export interface PageReplyFrame {
  readonly kind: 'page'
  readonly status: number
  readonly title: string
  readonly cookies?: readonly string[]
  readonly headers?: Readonly<Record<string, string>>
  /** Shown alone in the middle, without the menu: signing in, for instance. */
  readonly bare?: boolean
  /** The actor from now on, where the action signed a person in and shows the page at once. */
  readonly as?: Actor
  readonly session?: SessionChange
}

export type PageReply = PageReplyFrame & ScreenContent

export interface RedirectReply {
  readonly kind: 'redirect'
  /** An address of this application: a path, perhaps with a query. */
  readonly to: string
  readonly cookies?: readonly string[]
  readonly headers?: Readonly<Record<string, string>>
  /** The actor from now on, where the action signed a person in or out. */
  readonly as?: Actor
  readonly session?: SessionChange
}

/** A file made for the person who asks. */
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

/** The one text of this name; two of them would mean one thing to one reader and another to the next. */
export function onlyText(fields: Form['fields'], name: string): string | null {
  const [text = null, ...more] = fields.flatMap(each =>
    each.name === name && typeof each.value === 'string' ? [each.value] : [],
  )
  if (more.length > 0) throw new Refused('BAD_INPUT')
  return text
}

/** The fields of a form as sent, in order; reserved names (`_action`, `_once`, `_version`) among them. */
export interface Form {
  readonly fields: readonly {readonly name: string; readonly value: string | SentFile}[]
  /** Null where there is none; a form with several of this name is refused. */
  readonly text: (name: string) => string | null
  /** The bytes of a file that came with it. */
  readonly open: (file: SentFile) => AsyncIterable<Uint8Array>
  /** Removes the files that nothing has kept by now. */
  readonly discard?: () => Promise<void>
}

export type ActionHandler = (visit: Visit, form: Form) => Reply | Promise<Reply>

export interface OpenScreen {
  readonly load: (visit: Visit) => Reply | Promise<Reply>
  /** By name; a screen that only leads elsewhere may take every action, so that whatever was sent leads there too. */
  readonly actions: Pick<ReadonlyMap<string, ActionHandler>, 'get' | 'size'>
  /** The actions that may bring files, for this actor: known before a form is read, so that the files of others are never stored. */
  readonly takesFiles?: (actor: Actor) => ReadonlySet<string>
  /** The files of a form are passed over, and the texts beside them are read. */
  readonly passesFilesOver?: boolean
  /** Shows the page with what a person had typed on it, and does nothing else: not even `_action` among the fields is acted on. */
  readonly again?: (visit: Visit, form: Form, shown?: ShownAgain) => Reply | Promise<Reply>
  /** The same records for programs that look at them again and again; without it there is no feed. */
  readonly feed?: ScreenFeed
  /** Names of fields that hold passwords, beside `password`: they are never carried through signing in. */
  readonly secrets?: readonly string[]
}

export interface ScreenFeed {
  /** What the screen is called. */
  readonly name: string
  readonly formats: readonly FeedFormat[]
  /** With the permissions of the visit's actor and the filters of its address. */
  readonly load: (visit: Visit) => Promise<Feed>
}

/** Why a page is shown again, where it was refused. */
export interface ShownAgain {
  readonly status: number
  readonly problems: readonly Problem[]
}

export const plainlyAgain: ShownAgain = {status: 200, problems: []}

/** Thrown where going on makes no sense: the code decides status and words, the cause is for the log alone. */
export class Refused extends Error {
  readonly code: OwnCode
  readonly values: Readonly<Record<string, string>>

  constructor(code: OwnCode, values: Readonly<Record<string, string>> = {}, cause?: unknown) {
    super(code, {cause})
    this.code = code
    this.values = values
  }
}
