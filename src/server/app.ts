/** The HTTP application: every request comes through here once, and whatever happens, an answer leaves. */

import {type Actor, nobody} from '../engine/actor.ts'
import type {Application} from '../engine/application.ts'
import type {Reader} from '../engine/engine.ts'
import type {FileStore} from '../engine/files/file-store.ts'
import {type PageReply, Refused} from '../engine/reply.ts'
import {StoreError} from '../store/store-error.ts'
import {pageMediaType, type Shell} from '../ui/page.ts'
import type {Views} from '../ui/view.ts'
import {judgeAddress} from './address.ts'
import {Answer} from './answer.ts'
import {type Assets, assetsPath} from './assets.ts'
import {type Asked, answer as dispatched, failure, follow, refused} from './dispatch.ts'
import {download, filesPath} from './download.ts'
import {staticFailure} from './html.ts'
import type {Incoming} from './incoming.ts'
import type {Log} from './log.ts'
import {lookAround} from './look.ts'
import type {Once} from './once.ts'
import {type Pace, tooMany} from './pace.ts'
import {type Frame, redirectTo, respond, smallMissing, type Target} from './respond.ts'

export interface AppOptions {
  /** Asked for each request, because a document under work is swapped for its next version. */
  readonly application: () => Application
  readonly assets: Assets
  readonly views: Views
  readonly origin: string | null
  /** Who asks, from the session of the request; nobody where nobody has signed in. */
  readonly actorOf?: (request: Incoming) => Promise<Actor>
  /** What somebody has been told and not read yet, asked after the page or action is done. */
  readonly told?: (actor: Actor) => Promise<Shell['notifications'] | null>
  /** The application as this request gets it, with the screens about people; `peer` is the other end of the connection. */
  readonly around?: (application: Application, request: Incoming, peer: string | null) => Application
  /** Where uploads are kept, and how a request's actor reads records. */
  readonly files?: {readonly store: FileStore | Promise<FileStore>; readonly read: ReadAs}
  /** Counts requests; without it nobody is too fast. */
  readonly pace?: Pace
  readonly log: Log
  readonly once: Once
  readonly now: () => number
  /** A short word that stands for a failure, for people to quote. */
  readonly reference: () => string
  /** Addresses of a document under work, such as the stream of changes. */
  readonly extra?: (path: string, request: Incoming) => Answer | null
}

type ReadAs = <T>(actor: Actor, work: (reader: Reader) => Promise<T>) => Promise<T>

/** What answers requests: from the server, or from a test that makes its own. */
export interface App {
  readonly answer: (request: Incoming, env?: Env) => Promise<Answer>
  readonly request: (path: string, init?: RequestInit, env?: Env) => Promise<Response>
}

/** What the server says of a request beside the request itself. */
export interface Env {
  readonly incoming?: {
    readonly url?: string | undefined
    readonly socket: {readonly remoteAddress?: string | undefined}
  }
}

export function createApp(options: AppOptions): App {
  const answer: App['answer'] = async (request, env = {}) => {
    const started = options.now()
    const target = targetOf(request, env)
    const peer = env.incoming?.socket.remoteAddress ?? null
    const {response, kind} = await respondTo(request, {target, peer}, options)
    const path = loggedPath(target.split('?')[0] ?? '')
    options.log.request({
      method: request.method,
      path,
      status: response.status,
      kind,
      ms: Math.round((options.now() - started) * 100) / 100,
    })
    return response
  }
  return {
    answer,
    request: async (path, init, env) =>
      (await answer(new Request(new URL(path, 'http://localhost'), init), env)).leave(),
  }
}

/** The request line's own words: a parsed URL would already have resolved dots and encodings. */
function targetOf(request: Incoming, {incoming}: Env): string {
  const raw = incoming?.url
  if (raw?.startsWith('/')) return raw
  const {pathname, search} = new URL(request.url)
  return `${pathname}${search}`
}

interface Responded {
  readonly response: Answer
  readonly kind: string
}

interface Line {
  readonly target: string
  readonly peer: string | null
}

async function respondTo(request: Incoming, {target, peer}: Line, options: AppOptions): Promise<Responded> {
  const judged = judgeAddress(target)
  const frame = frameFor(request, {url: '/', peer}, options)
  if (judged.kind === 'malformed') {
    const asked: Frame = {...frame, wantsData: asksForData(request, judged.data)}
    return safely(asked, options, () => respond(refused(frame.application, nobody, new Refused('BAD_ADDRESS')), asked))
  }
  if (judged.kind === 'moved') return {response: moved(judged.to, frame, judged.data), kind: 'moved'}
  const {address} = judged
  if (address.path.startsWith(filesPath) && options.files) {
    return safely(frame, options, async () => (await fileFor(request, address.path, options)) ?? smallMissing(request))
  }
  if (address.path.startsWith(assetsPath)) {
    const asset = options.extra?.(address.path, request) ?? options.assets.respond(address.path, request)
    return {response: asset ?? smallMissing(request), kind: 'asset'}
  }
  const wantsData = asksForData(request, address.data)
  const framed: Frame = {...frame, url: address.url, wantsData}
  return safely(framed, options, async () => {
    const actor = (await options.actorOf?.(request)) ?? nobody
    const {application} = frame
    const wait = options.pace?.wait({actor, request, peer}, application.requestsPerMinute) ?? 0
    if (wait > 0) return respond(tooMany(application, actor, wait), {...framed, actor})
    const files = (await options.files?.store) ?? null
    const {origin, once} = options
    const {failed} = frame
    const asked: Asked = {request, address, application, actor, origin, once, files, failed}
    // Whoever is refused something stays who they are.
    const known: Frame = {...framed, actor}
    return respondScreen(asked, known, options).catch(error => rescue(error, known, options))
  })
}

async function fileFor(request: Incoming, path: string, {files, actorOf}: AppOptions): Promise<Answer | null> {
  if (!files) return null
  const actor = (await actorOf?.(request)) ?? nobody
  return download(request, path, {files: await files.store, read: work => files.read(actor, work)})
}

/** Secrets in addresses open doors; a log is read by more people than they are meant for. */
function loggedPath(path: string): string {
  return path.replace(/^\/(invitations|set-up)\/.+/, '/$1/…')
}

function frameFor(request: Incoming, {url, peer}: {url: string; peer: string | null}, options: AppOptions): Frame {
  const base = options.application()
  const application = lookAround(options.around?.(base, request, peer) ?? base, request)
  return {
    application,
    assets: options.assets.link(application),
    views: options.views,
    actor: nobody,
    url,
    request,
    wantsData: false,
    failed: cause => {
      const reference = options.reference()
      options.log.failure(reference, cause)
      return reference
    },
    acts: false,
  }
}

/** GET needs both the key and the header, or Back could show raw data; a POST is never kept, so the header is enough. */
function asksForData(request: Incoming, key: boolean): boolean {
  const accepts = (request.headers.get('accept') ?? '').includes(pageMediaType)
  return accepts && (key || request.method === 'POST')
}

function moved(to: string, frame: Frame, data: boolean): Answer {
  if (frame.request.method === 'POST' || !asksForData(frame.request, data)) return redirectTo(to, 308)
  return respond({kind: 'redirect', to}, {...frame, wantsData: true})
}

async function respondScreen(asked: Asked, frame: Frame, options: AppOptions): Promise<Answer> {
  const {reply, allow, acts = false} = await dispatched(asked)
  if (reply.kind === 'page' && reply.status === 404 && isFile(asked.request, asked.address.path))
    return smallMissing(asked.request)
  const target =
    reply.kind === 'redirect' && frame.wantsData && asked.request.method === 'POST'
      ? await targetPage({...asked, actor: reply.as ?? asked.actor}, reply.to)
      : null
  const actor = reply.kind === 'download' ? frame.actor : (reply.as ?? frame.actor)
  const notifications = (await options.told?.(actor)) ?? null
  const response = respond(reply, {...frame, acts, actor, notifications}, target)
  if (allow) response.headers['allow'] = allow
  return response
}

const mostRedirects = 5

/** The action has happened whatever becomes of its target: where that fails, the browser asks for it and sees why. */
async function targetPage(asked: Asked, to: string): Promise<Target | null> {
  try {
    return await followed(asked, to)
  } catch {
    return null
  }
}

async function followed(asked: Asked, to: string): Promise<Target | null> {
  let next = to
  for (let hops = 0; hops < mostRedirects; hops += 1) {
    const judged = judgeAddress(next)
    if (judged.kind !== 'ok') return null
    const {reply, acts = false} = await follow(asked, judged.address)
    if (reply.kind === 'page') return {url: judged.address.url, reply, acts}
    if (reply.kind === 'download') return null
    next = reply.to
  }
  return null
}

/** Browsers say what they want a file for; other programs show it by the name they ask for. */
function isFile(request: Incoming, path: string): boolean {
  const use = request.headers.get('sec-fetch-dest')
  if (use !== null && use !== 'empty') return use !== 'document' && use !== 'iframe'
  return /\.(?:js|mjs|css|map|png|jpe?g|gif|svg|ico|webp|avif|woff2?|txt|xml|json|webmanifest)$/i.test(path)
}

async function safely(frame: Frame, options: AppOptions, make: () => Answer | Promise<Answer>): Promise<Responded> {
  const kind = frame.wantsData ? 'data' : 'page'
  try {
    return {response: await make(), kind}
  } catch (error) {
    return {response: rescue(error, frame, options), kind}
  }
}

/** A store that is too busy has changed nothing: that is worth trying again, and no failure. */
function refusalIn(error: unknown): Refused | null {
  if (error instanceof Refused) return error
  const busy = error instanceof StoreError && (error.code === 'BUSY' || error.code === 'CONFLICT')
  return busy ? new Refused('BUSY', {}, error) : null
}

function rescue(error: unknown, frame: Frame, options: AppOptions): Answer {
  const reference = options.reference()
  try {
    const refusal = refusalIn(error)
    if (refusal) return respond(refused(frame.application, frame.actor, refusal), frame)
    options.log.failure(reference, error)
    const page: PageReply = failure(frame.application, frame.actor, reference)
    return respond(page, frame)
  } catch (second) {
    options.log.failure(reference, second)
    const headers = {'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store'}
    return new Answer(staticFailure(reference), {status: 500, headers})
  }
}
