/**
 * The context of a request: what it contains, the server's configuration, and what each middleware has found out. There is one context per request,
 * shared by all middleware and the handler.
 */

import {isIPv4, isIPv6} from 'node:net'
import type {Accounts} from '../accounts/accounts.ts'
import type {FactorDue} from '../accounts/factors/required.ts'
import type {OwnManifest} from '../code/build/own-files.ts'
import type {CodeProcesses} from '../code/process/code-processes.ts'
import type {Address} from '../engine/address.ts'
import type {Application, Opened, ScreenRoute} from '../engine/application/application.ts'
import type {PersonalMenu} from '../engine/application/menu.ts'
import {type Actor, nobody} from '../engine/base/actor.ts'
import type {CompiledCalls} from '../engine/calls/calls.ts'
import type {FileStore} from '../engine/files/file-store.ts'
import type {ReadContext} from '../engine/query/read-context.ts'
import type {Idempotency, RequestSender} from '../engine/reply.ts'
import type {DoneChange} from '../engine/transaction/context.ts'
import type {UnreadEntities} from '../screens/notifications/server.ts'
import type {NotedReads} from '../store/commits.ts'
import type {Store} from '../store/store.ts'
import {StoreError} from '../store/store-error.ts'
import type {ScreenComponents} from '../web/screen.tsx'
import type {Assets} from './assets.ts'
import type {RateLimiter, Slots} from './limits.ts'
import {type Log, logOf, requestId} from './log.ts'
import type {PublicFiles} from './public-files.ts'

/* The network address by which requests and attempts are counted: an IPv4 address, or the /64 of an IPv6 customer. */

export function addressKey(address: string | null): string {
  const text = (address ?? '').split('%')[0] ?? ''
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(text)?.[1]
  if (mapped !== undefined && isIPv4(mapped)) return mapped
  if (isIPv4(text)) return text
  return isIPv6(text) ? `${firstGroups(text).join(':')}::/64` : 'unknown'
}

function firstGroups(text: string): string[] {
  const [before = '', after] = text.split('::')
  const head = groupsOf(before)
  const tail = after === undefined ? [] : groupsOf(after)
  const missing = Math.max(0, 8 - head.length - tail.length)
  const all = after === undefined ? head : [...head, ...Array.from({length: missing}, () => '0'), ...tail]
  return all.slice(0, 4).map(group => Number.parseInt(group, 16).toString(16))
}

/** An IPv4 address at the end counts as two groups. */
function groupsOf(text: string): string[] {
  return text === '' ? [] : text.split(':').flatMap(group => (group.includes('.') ? ['0', '0'] : [group]))
}

/** The client controls `X-Forwarded-For`; only its last entry comes from the proxy, and only if there is one. */
export function clientAddress(peer: string | null, forwarded: string | null, trustProxy: boolean): string | null {
  if (!trustProxy || forwarded === null) return peer
  const last = forwarded.split(',').at(-1)?.trim() ?? ''
  const bare = /^\[(.+)\](?::\d+)?$/.exec(last)?.[1] ?? last.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
  return isIPv4(bare) || isIPv6(bare) ? bare : peer
}

/** The configuration of the HTTP application. */
export interface AppOptions {
  /** Called for each request, because `nonet dev` swaps a document for its next version. */
  readonly application: () => Application
  readonly assets: Assets
  readonly screens: ScreenComponents
  /** The public origin as configured by the operator; other hosts are refused. */
  readonly origin: string | null
  /** Whether a trusted proxy is in front, whose `X-Forwarded-*` and `X-Request-Id` headers are used. */
  readonly trustProxy?: boolean
  /** People, their sessions and account screens; without it there are only anonymous visitors. */
  readonly accounts?: Accounts
  /** The actor of a request if sessions do not decide it: for tests. */
  readonly actorOf?: (request: Request) => Promise<Actor>
  /** Where uploads are stored, and how a request's actor reads records. */
  readonly files?: {readonly store: FileStore | Promise<FileStore>; readonly read: ReadAs}
  /** Counts requests; without it there is no limit. */
  readonly rateLimiter?: RateLimiter
  /** Counts file downloads. A page may show many files, so the limit is higher than for pages. */
  readonly downloadLimiter?: RateLimiter
  readonly log: Log
  /** Where the same request led before; without it, repetitions are only recognised by the change itself. */
  readonly recall?: (request: Idempotency) => Promise<string | null>
  /** Whether the tables were changed for another document since the start. Rejects if the database does not answer. */
  readonly isOutdated?: () => Promise<boolean>
  /** Whether the database can only be read, as a standby. Rejects if it does not answer. */
  readonly isReadOnly?: () => Promise<boolean>
  /** Counts the statements of some work, for the log. */
  readonly countStatements?: Store['countStatements']
  /** A monotonic clock in milliseconds, for the log. */
  readonly now: () => number
  /** A new reference for a failure, for people to quote. */
  readonly reference: () => string
  /** Own code of the application, and the processes that render it. */
  readonly own?: OwnCodeServer
  /** Beside the document. */
  readonly publicFiles?: PublicFiles
  /** `nonet dev`: people at this machine can view every page as each role. */
  readonly dev?: boolean
  /** Sent mails, which demos and `nonet dev` show on a page. */
  readonly sentMails?: SentMailbox
  /** Routes in addition to the table. */
  readonly routes?: readonly AppRoute[]
}

export interface OwnCodeServer {
  readonly manifest: () => OwnManifest
  readonly render: CodeProcesses['render']
}

interface SentMailbox {
  /** Newest first. */
  readonly list: () => readonly MailShown[]
  readonly find: (id: string) => MailShown | null
}

interface MailShown {
  readonly id: string
  /** Milliseconds. */
  readonly at: number
  readonly from: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

type ReadAs = <T>(actor: Actor, work: (reader: ReadContext) => Promise<T>) => Promise<T>

/** What the application adds, once per process. */
interface ServerOptions extends AppOptions {
  readonly router: RouteFinder
  readonly uploads: Slots
  readonly downloads: Slots
  /** What is worked on. */
  readonly work: Slots
  readonly exports: Slots
  /** Notifies open pages of changes; null where nobody signs in. */
  readonly live: FollowedPages | null
}

export type PageNotes = Pick<NotedReads<unknown>, 'tables' | 'statements'>

interface FollowedPages {
  /** Keeps what a page has read until its stream is opened. */
  readonly loaded: (person: {readonly id: string}, url: string, mark: string, reads: PageNotes) => void
}

export interface ShellAhead {
  /** Whom and what it is for: a page can end or begin a session. */
  readonly actor: Actor
  readonly application: Application
  readonly menu: Promise<PersonalMenu>
  /** The entities of the person's unread notifications. */
  readonly unread: Promise<UnreadEntities | null>
  /** When both are known, or have failed. */
  readonly settled: Promise<unknown>
}

/** The secret that one-time tokens are bound to, and the cookie that sets it. */
export interface TokenOwner {
  readonly secret: string
  readonly cookie: string | null
}

export interface RequestContext {
  readonly server: ServerOptions
  /** The version of the document for this request, in the person's language once it is known. */
  application: Application
  readonly request: Request
  /** Path and query exactly as sent: the URL of a `Request` has dots and encodings resolved. */
  readonly target: string
  /** The remote end of the connection. */
  readonly peer: string | null
  readonly requestId: string
  /** Aborted when the client has left before its response. */
  readonly gone: AbortSignal | null
  readonly ready: () => Promise<void>
  /** Identifies this request in every failure. */
  readonly log: Log
  /** How the log names the request. */
  kind: 'page' | 'data' | 'call' | 'asset' | 'moved' | 'refused'
  /** Whether the address could not be parsed. It may then contain a secret anywhere. */
  malformed: boolean
  address: Address
  /** The page is requested as data, not as HTML. */
  wantsData: boolean
  /** The handler in the route table, if the path has one. */
  route: RouteMatch | null
  /** The call of point 7 at this path. */
  call: ReturnType<CompiledCalls['find']>
  actor: Actor
  /** Whether the session could not be read yet, so that a visitor may be someone who has signed in. */
  isSessionUnread: boolean
  /** `now`: the person has to set up a second factor before anything else. */
  factorDue: FactorDue
  /** The references of the database's failures in this request, by code. */
  readonly storeFailures: Map<string, string>
  sender: RequestSender
  /** Known once the session is loaded. */
  tokenOwner: TokenOwner | null
  /** When the page was loaded, by the clock of the records. */
  loadedAt: number
  /** What the shell reads, asked for together with the page. */
  shellAhead: ShellAhead | null
  /** What the page has read; null until it is loaded. */
  pageReads: PageNotes | null
  /** What the request has changed, in the words shown to the person. */
  done: DoneChange | null
  /** The records the person opens; null if no one sees the page. */
  opened: string[] | null
  /** Ends the turn of this request, once it has one. */
  endTurn: (() => void) | null
  /** Set with the response. */
  readonly cookies: string[]
}

type Next = () => Promise<Response>

/** Responds, or calls `next` and returns its response, possibly changed. */
export type Middleware = (context: RequestContext, next: Next) => Promise<Response>

export type Handler = (
  context: RequestContext,
  parameters: Readonly<Record<string, string>>,
) => Response | Promise<Response>

export interface HandlerRoute {
  readonly method: string
  /** `/feeds/:token`: a segment with a colon is a parameter; `/api/*` matches everything below `/api/`. */
  readonly path: string
  readonly handle: Handler
  /** The kind its requests are counted as; null: not counted. */
  readonly countedAs: 'request' | 'download' | null
}

/** A handler that responds directly, or a built-in screen, which loads and accepts actions like any screen. */
export type AppRoute = HandlerRoute | ScreenRoute

export interface RouteMatch {
  readonly handle: (context: RequestContext) => Response | Promise<Response>
  readonly countedAs: HandlerRoute['countedAs']
}

export interface RouteFinder {
  /** Null if no handler has this path. */
  readonly handler: (method: string, path: string) => RouteMatch | null
  /** Null if there is no such screen for this actor. */
  readonly screen: (path: string, actor: Actor, application: Application) => Opened | null
}

/** Outermost first; the last one must not call `next`. */
export function compose(middleware: readonly Middleware[]): (context: RequestContext) => Promise<Response> {
  const [first, ...rest] = middleware
  if (!first) return () => Promise.reject(new Error('no middleware has answered'))
  const next = compose(rest)
  return context => first(context, () => next(context))
}

/** Facts about the connection of a request. */
export interface Arrival {
  /** Path and query as sent; if missing, those of the URL. */
  readonly target?: string | undefined
  readonly peer?: string | null
  readonly gone?: AbortSignal
  /** Resolves when others that have arrived are known, so that they get their turn, too. */
  readonly ready?: () => Promise<void>
}

export function createContext(
  server: ServerOptions,
  request: Request,
  {target, peer = null, gone, ready = async () => {}}: Arrival = {},
): RequestContext {
  const {headers, url} = request
  const id = requestId(headers.get('x-request-id'), server.trustProxy ?? false)
  const address = clientAddress(peer, headers.get('x-forwarded-for'), server.trustProxy ?? false)
  return {
    server,
    application: server.application(),
    request,
    target: target ?? url.slice(url.indexOf('/', url.indexOf('//') + 2)),
    peer,
    gone: gone ?? null,
    ready,
    requestId: id,
    log: logOf(server.log, id),
    kind: 'page',
    malformed: false,
    address: {path: '/', query: new URLSearchParams(), url: '/', data: false},
    wantsData: false,
    route: null,
    call: null,
    actor: nobody,
    isSessionUnread: false,
    factorDue: {kind: 'none'},
    storeFailures: new Map(),
    sender: {address: addressKey(address), agent: headers.get('user-agent') ?? '', session: null, browser: null},
    tokenOwner: null,
    loadedAt: 0,
    shellAhead: null,
    pageReads: null,
    done: null,
    opened: null,
    endTurn: null,
    cookies: [],
  }
}

/** The key for counting requests, uploads, downloads and turns: a person wherever they are, otherwise a network address. */
export function clientKey({actor, sender}: Pick<RequestContext, 'actor' | 'sender'>): string {
  return actor.kind === 'person' ? `person ${actor.id}` : sender.address
}

/**
 * Logs a failure and returns the reference that people can quote. A database that is lost fails every part of a page,
 * for one reason, which is logged once.
 */
export function logFailure({server, log, storeFailures}: RequestContext, cause: unknown): string {
  const known = cause instanceof StoreError ? storeFailures.get(cause.code) : undefined
  if (known !== undefined) return known
  const reference = server.reference()
  if (cause instanceof StoreError) storeFailures.set(cause.code, reference)
  log.failure(reference, cause)
  return reference
}
