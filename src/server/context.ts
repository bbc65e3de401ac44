/**
 * One request on its way through the server: what it brought, what the server was started with, and what each middleware has found out. There is one
 * context for a request, and every middleware and handler gets it.
 */

import {isIPv4, isIPv6} from 'node:net'
import type {Accounts} from '../accounts/accounts.ts'
import {type Actor, nobody} from '../engine/actor.ts'
import type {Address} from '../engine/address.ts'
import type {Application, Opened, ScreenRoute} from '../engine/application.ts'
import type {CompiledCalls} from '../engine/calls/calls.ts'
import type {FileStore} from '../engine/files/file-store.ts'
import type {ReadContext} from '../engine/read-context.ts'
import type {Idempotency, RequestSender} from '../engine/reply.ts'
import type {DoneChange} from '../engine/write/context.ts'
import type {ScreenComponents} from '../frontend/screen.ts'
import type {Assets} from './assets.ts'
import type {RateLimiter, Slots} from './limits.ts'
import {type Log, logOf, requestId} from './log.ts'

/* The network address by which requests and attempts are counted: an IPv4 address, or the /64 that one IPv6 customer has. */

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

/** An IPv4 address at the end is two groups. */
function groupsOf(text: string): string[] {
  return text === '' ? [] : text.split(':').flatMap(group => (group.includes('.') ? ['0', '0'] : [group]))
}

/**
 * The sender of a request chooses what `X-Forwarded-For` says; only its last entry comes from the proxy in front, and only where
 * there is one.
 */
export function clientAddress(peer: string | null, forwarded: string | null, trustProxy: boolean): string | null {
  if (!trustProxy || forwarded === null) return peer
  const last = forwarded.split(',').at(-1)?.trim() ?? ''
  const bare = /^\[(.+)\](?::\d+)?$/.exec(last)?.[1] ?? last.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
  return isIPv4(bare) || isIPv6(bare) ? bare : peer
}

/** What the HTTP application is started with. */
export interface AppOptions {
  /** Called for each request, because `nonet dev` swaps a document for its next version. */
  readonly application: () => Application
  readonly assets: Assets
  readonly screens: ScreenComponents
  /** The address people type, as the operator says it; other hosts are not answered. */
  readonly origin: string | null
  /** Whether a proxy of the operator's is in front, whose `X-Forwarded-*` and `X-Request-Id` are believed. */
  readonly trustProxy?: boolean
  /** People, their sessions and their screens; without it there are only anonymous visitors. */
  readonly accounts?: Accounts
  /** The actor of a request, where sessions do not decide it: for tests. */
  readonly actorOf?: (request: Request) => Promise<Actor>
  /** Where uploads are kept, and how a request's actor reads records. */
  readonly files?: {readonly store: FileStore | Promise<FileStore>; readonly read: ReadAs}
  /** Counts requests; without it there is no limit. */
  readonly rateLimiter?: RateLimiter
  /** Counts downloads of files: a page may show many, so there may be more of them than of pages. */
  readonly downloadLimiter?: RateLimiter
  readonly log: Log
  /** Where the same request led before; without it repetitions are only recognised by the change itself. */
  readonly recall?: (request: Idempotency) => Promise<string | null>
  /** Milliseconds that only go forward, for the log. */
  readonly now: () => number
  /** A new reference for a failure, for people to quote. */
  readonly reference: () => string
  /** `nonet dev`: people at the machine can view every page as each role. */
  readonly dev?: boolean
  /** Mails that were sent, in demonstrations and with `nonet dev`: a page shows them. */
  readonly sentMails?: SentMailbox
  /** Routes beside those of the table. */
  readonly routes?: readonly AppRoute[]
}

interface SentMailbox {
  /** The newest first. */
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

/** What the application itself adds, once for the process. */
interface ServerOptions extends AppOptions {
  readonly router: RouteFinder
  readonly uploads: Slots
  readonly downloads: Slots
  /** Whether open pages are told of changes. */
  readonly live: boolean
}

/** The secret that one-time tokens are tied to, and the cookie that brings it to a browser that does not have it. */
export interface TokenOwner {
  readonly secret: string
  readonly cookie: string | null
}

export interface RequestContext {
  readonly server: ServerOptions
  /** The version of the document that answers this request, in the language of the person once they are known. */
  application: Application
  readonly request: Request
  /** Path and query exactly as they were sent: the URL of a `Request` has dots and encodings resolved. */
  readonly target: string
  /** The other end of the connection. */
  readonly peer: string | null
  readonly requestId: string
  /** Names this request with every failure. */
  readonly log: Log
  /** What the log calls the request. */
  kind: 'page' | 'data' | 'call' | 'asset' | 'moved' | 'refused'
  /** Whether the address could not be read: then it may hold a secret anywhere. */
  malformed: boolean
  address: Address
  /** The page's data is wanted, not its HTML. */
  wantsData: boolean
  /** The handler in the route table, where the path has one. */
  route: RouteMatch | null
  /** The call of point 7 that has the path. */
  call: ReturnType<CompiledCalls['find']>
  actor: Actor
  sender: RequestSender
  /** Known once the session is. */
  tokenOwner: TokenOwner | null
  /** When the page was loaded, by the clock of the records. */
  loadedAt: number
  /** What the request has changed, as its person is told. */
  done: DoneChange | null
  /** The records that its person opens; null where nobody looks at the page. */
  opened: string[] | null
  /** To be set with the response. */
  readonly cookies: string[]
}

type Next = () => Promise<Response>

/** Answers, or calls `next` and returns what comes back, perhaps changed. */
export type Middleware = (context: RequestContext, next: Next) => Promise<Response>

export type Handler = (
  context: RequestContext,
  parameters: Readonly<Record<string, string>>,
) => Response | Promise<Response>

export interface HandlerRoute {
  readonly method: string
  /** `/feeds/:token`: a segment with a colon is a parameter; `/api/*` is everything below `/api/`. */
  readonly path: string
  readonly handle: Handler
  /** What its requests are counted as; null: they are not counted. */
  readonly countedAs: 'request' | 'download' | null
}

/** A handler that answers the request itself, or a screen of the engine's own, which is loaded and takes actions as every screen. */
export type AppRoute = HandlerRoute | ScreenRoute

export interface RouteMatch {
  readonly handle: (context: RequestContext) => Response | Promise<Response>
  readonly countedAs: HandlerRoute['countedAs']
}

export interface RouteFinder {
  /** Null where no handler has this path. */
  readonly handler: (method: string, path: string) => RouteMatch | null
  /** Null where there is no such screen for this actor. */
  readonly screen: (path: string, actor: Actor, application: Application) => Opened | null
}

/** The first is the outermost; the last one must not call `next`. */
export function compose(middleware: readonly Middleware[]): (context: RequestContext) => Promise<Response> {
  const [first, ...rest] = middleware
  if (!first) return () => Promise.reject(new Error('no middleware has answered'))
  const next = compose(rest)
  return context => first(context, () => next(context))
}

/** What the connection says about a request, beside the request itself. */
export interface Arrival {
  /** Path and query as they were sent; without it, those of the URL. */
  readonly target?: string | undefined
  readonly peer?: string | null
}

export function createContext(
  server: ServerOptions,
  request: Request,
  {target, peer = null}: Arrival = {},
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
    requestId: id,
    log: logOf(server.log, id),
    kind: 'page',
    malformed: false,
    address: {path: '/', query: new URLSearchParams(), url: '/', data: false},
    wantsData: false,
    route: null,
    call: null,
    actor: nobody,
    sender: {address: addressKey(address), agent: headers.get('user-agent') ?? '', session: null, browser: null},
    tokenOwner: null,
    loadedAt: 0,
    done: null,
    opened: null,
    cookies: [],
  }
}

/** By which requests, uploads and downloads are counted: a person wherever they are, else a network address. */
export function clientKey({actor, sender}: Pick<RequestContext, 'actor' | 'sender'>): string {
  return actor.kind === 'person' ? `person ${actor.id}` : sender.address
}

/** Logs what failed and returns the reference under which people can ask about it. */
export function logFailure({server, log}: RequestContext, cause: unknown): string {
  const reference = server.reference()
  log.failure(reference, cause)
  return reference
}
