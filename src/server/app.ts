/** The HTTP application: every request comes through here once, and whatever happens, an answer leaves. */

import {pageMediaType} from '../contract/page.ts'
import {nobody} from '../engine/actor.ts'
import {Refused} from '../engine/reply.ts'
import {type Address, judgeAddress} from './address.ts'
import type {Answer} from './answer.ts'
import type {AppOptions} from './app-options.ts'
import {assetsPath} from './assets.ts'
import {refused} from './dispatch.ts'
import {download, filesPath} from './download.ts'
import {rescue} from './failing.ts'
import {finish} from './finish.ts'
import type {Incoming} from './incoming.ts'
import {lookAround} from './look.ts'
import {tooMany} from './pace.ts'
import {type Frame, redirectTo, respond, smallMissing} from './respond.ts'
import {respondScreen} from './screen-answer.ts'

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
    const {response: made, kind} = await respondTo(request, {target, peer}, options)
    const response = finish(made, request)
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
  const {data} = judged.kind === 'ok' ? judged.address : judged
  const wantsData = asksForData(request, data)
  const at: At = {request, peer, wantsData, url: judged.kind === 'ok' ? judged.address.url : '/', actor: nobody}
  if (judged.kind === 'moved') return {response: moved(judged.to, frameFor(at, options)), kind: 'moved'}
  const kind = wantsData ? 'data' : 'page'
  if (judged.kind === 'malformed') return {response: await safely(at, options, () => badAddress(at, options)), kind}
  const {address} = judged
  if (address.path.startsWith(filesPath) && options.files) {
    const file = async () => (await fileFor(request, address.path, options)) ?? smallMissing(request)
    return {response: await safely(at, options, file), kind}
  }
  if (address.path.startsWith(assetsPath)) {
    const asset = options.extra?.(address.path, request) ?? options.assets.respond(address.path, request)
    return {response: asset ?? smallMissing(request), kind: 'asset'}
  }
  return {response: await safely(at, options, () => pageFor(at, address, options)), kind}
}

function badAddress(at: At, options: AppOptions): Answer {
  const frame = frameFor(at, options)
  return respond(refused(frame.application, nobody, new Refused('BAD_ADDRESS')), frame)
}

/** The actor, the rate limit, then the page. */
async function pageFor(unknown: At, address: Address, options: AppOptions): Promise<Answer> {
  const {request, peer} = unknown
  const actor = (await options.actorOf?.(request)) ?? nobody
  const application = options.application()
  const at: At = {...unknown, actor}
  const wait = options.pace?.wait({actor, request, peer}, application.requestsPerMinute) ?? 0
  if (wait > 0) return respond(tooMany(application, actor, wait), frameFor(at, options))
  return respondScreen(address, frameFor(at, options), options)
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

interface At extends Pick<Frame, 'request' | 'wantsData' | 'url' | 'actor'> {
  readonly peer: string | null
}

function frameFor({peer, ...at}: At, options: AppOptions): Frame {
  const base = options.application()
  const application = lookAround(options.around?.(base, at.request, peer) ?? base, at.request)
  const failed = (cause: unknown) => {
    const reference = options.reference()
    options.log.failure(reference, cause)
    return reference
  }
  return {...at, application, assets: options.assets.link(application), views: options.views, failed, acts: false}
}

/** GET needs both the key and the header, or Back could show raw data; a POST is never kept, so the header is enough. */
function asksForData(request: Incoming, key: boolean): boolean {
  const accepts = (request.headers.get('accept') ?? '').includes(pageMediaType)
  return accepts && (key || request.method === 'POST')
}

function moved(to: string, frame: Frame): Answer {
  if (frame.request.method === 'POST' || !frame.wantsData) return redirectTo(to, 308)
  return respond({kind: 'redirect', to}, frame)
}

async function safely(at: At, options: AppOptions, make: () => Answer | Promise<Answer>): Promise<Answer> {
  try {
    return await make()
  } catch (error) {
    return rescue(error, frameFor(at, options), options)
  }
}
