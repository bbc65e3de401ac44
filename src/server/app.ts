/** The HTTP application: every request comes through here once, and whatever happens, an answer leaves. */

import {pageMediaType} from '../contract/page.ts'
import {nobody} from '../engine/actor.ts'
import {type Address, parseAddress} from '../engine/address.ts'
import {Refused} from '../engine/reply.ts'
import {download, filesPath} from './file-download.ts'
import {loggedPath, logOf, requestId} from './log.ts'
import {assetsPath} from './middleware/assets.ts'
import {clientKey, downloadLimits, releasing, Slots, uploadLimits} from './middleware/download-slots.ts'
import {errorResponse} from './middleware/error-handler.ts'
import {isForHost, isLoopback} from './middleware/host.ts'
import {finish} from './middleware/not-modified.ts'
import {tooMany} from './middleware/rate-limit.ts'
import {tokenOwnerOf} from './middleware/session.ts'
import type {AppOptions, RunningOptions} from './options.ts'
import {type Frame, redirectTo, respond, smallMissing} from './page-response.ts'
import {type Incoming, targetOf} from './request.ts'
import {Answer} from './response.ts'
import {respondScreen} from './screen-answer.ts'
import {refused} from './screens.ts'
import {lookAround} from './theme.ts'
import {discard} from './write-response.ts'

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
  const {origin, trustProxy = false} = options
  const always = alwaysSent(origin)
  const slots = {uploads: new Slots(uploadLimits), downloads: new Slots(downloadLimits)}
  const answer: App['answer'] = async (request, env = {}) => {
    const started = options.now()
    const id = requestId(request.headers.get('x-request-id'), trustProxy)
    const raw = env.incoming?.url
    const target = raw?.startsWith('/') ? raw : targetOf(request)
    const peer = env.incoming?.socket.remoteAddress ?? null
    const own = {...options, ...slots, log: logOf(options.log, id)}
    const {
      response: made,
      kind,
      malformed = false,
    } = isForHost(request, origin, trustProxy)
      ? await respondTo(request, {target, peer}, own)
      : {response: misdirected(origin), kind: 'refused'}
    const response = await finish(made, request)
    Object.assign(response.headers, always, {'x-request-id': id})
    options.log.request({
      method: request.method,
      path: loggedPath(target, {malformed}),
      status: response.status,
      kind,
      ms: Math.round((options.now() - started) * 100) / 100,
      request: id,
    })
    return response
  }
  return {
    answer,
    request: async (path, init, env) =>
      (await answer(new Request(new URL(path, origin ?? 'http://localhost'), init), env)).leave(),
  }
}

/** A year: browsers that have been here once come over TLS alone. Subdomains are not ours to decide about. */
function alwaysSent(origin: string | null): Readonly<Record<string, string>> {
  const secure = origin?.startsWith('https:') && !isLoopback(origin)
  return secure ? {'strict-transport-security': 'max-age=31536000'} : {}
}

function misdirected(origin: string | null): Answer {
  const headers = {'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store'}
  return new Answer(`misdirected request: this is ${origin}\n`, {status: 421, headers})
}

interface Responded {
  readonly response: Answer
  readonly kind: string
  readonly malformed?: boolean
}

interface Line {
  readonly target: string
  readonly peer: string | null
}

async function respondTo(request: Incoming, {target, peer}: Line, options: RunningOptions): Promise<Responded> {
  const judged = parseAddress(target)
  const {data} = judged.kind === 'ok' ? judged.address : judged
  const wantsData = asksForData(request, data)
  const at: At = {request, peer, wantsData, url: judged.kind === 'ok' ? judged.address.url : '/', actor: nobody}
  if (judged.kind === 'moved') return {response: await moved(judged.to, frameFor(at, options)), kind: 'moved'}
  const kind = wantsData ? 'data' : 'page'
  if (judged.kind === 'malformed') {
    const response = await safely(at, options, () => badAddress(at, options))
    return {response, kind, malformed: true}
  }
  const {address} = judged
  if (address.path.startsWith(filesPath) && options.files) {
    const file = async () => (await fileFor(at, address.path, options)) ?? smallMissing(request)
    return {response: await safely(at, options, file), kind}
  }
  if (address.path.startsWith(assetsPath)) {
    const asset = () =>
      options.extra?.(address.path, request) ?? options.assets.respond(address.path, request) ?? smallMissing(request)
    return {response: await safely(at, options, asset), kind: 'asset'}
  }
  return {response: await safely(at, options, () => pageFor(at, address, options)), kind}
}

function badAddress(at: At, options: RunningOptions): Promise<Answer> {
  const frame = frameFor(at, options)
  return respond(refused(frame.application, nobody, new Refused('BAD_ADDRESS')), frame)
}

/** The actor, the rate limit, then the page. */
async function pageFor(unknown: At, address: Address, options: RunningOptions): Promise<Answer> {
  const {request, peer} = unknown
  const actor = (await options.actorOf?.(request)) ?? nobody
  const application = options.application()
  const at: At = {...unknown, actor}
  const wait = options.pace?.wait({actor, request, peer}, application.requestsPerMinute) ?? 0
  if (wait > 0) return waits(at, wait, options)
  return inSlot(at, await respondScreen(address, frameFor(at, options), options), options)
}

function waits(at: At, millis: number, options: RunningOptions): Promise<Answer> {
  const frame = frameFor(at, options)
  return respond(tooMany(frame.application, at.actor, millis), frame)
}

/** A page may show many files, so that they are counted apart from pages and may be more. */
const filesForOnePage = 5

async function fileFor(unknown: At, path: string, options: RunningOptions): Promise<Answer | null> {
  const {request, peer} = unknown
  const {files, actorOf, downloadPace} = options
  if (!files) return null
  const actor = (await actorOf?.(request)) ?? nobody
  const at: At = {...unknown, actor}
  const most = filesForOnePage * options.application().requestsPerMinute
  const wait = downloadPace?.wait({actor, request, peer}, most) ?? 0
  if (wait > 0) return waits(at, wait, options)
  const answer = await download(request, path, {files: await files.store, read: work => files.read(actor, work)})
  return answer && inSlot(at, answer, options)
}

/** Milliseconds that a download waits for an earlier one of the same client, and is then told to wait. */
const slotPatience = 5000

/** What is sent piece by piece holds a file until it is read: so many at once, and no more. */
async function inSlot(at: At, answer: Answer, options: RunningOptions): Promise<Answer> {
  const {contents, status, headers, cookies} = answer
  if (contents === null || typeof contents === 'string' || contents instanceof Uint8Array) return answer
  const release = await options.downloads.takeWithin(clientKey(at, options.trustProxy ?? false), slotPatience)
  if (!release) {
    await discard(contents)
    return waits(at, slotPatience, options)
  }
  const held = new Answer(releasing(contents, release), {status, headers})
  held.cookies.push(...cookies)
  return held
}

interface At extends Pick<Frame, 'request' | 'wantsData' | 'url' | 'actor'> {
  readonly peer: string | null
}

function frameFor({peer, ...at}: At, options: RunningOptions): Frame {
  const client = clientKey({...at, peer}, options.trustProxy ?? false)
  const base = options.application()
  const application = lookAround(options.around?.(base, at.request, peer) ?? base, at.request)
  const failed = (cause: unknown) => {
    const reference = options.reference()
    options.log.failure(reference, cause)
    return reference
  }
  const tokenOwner = tokenOwnerOf(at.request, options.origin, at.actor)
  const assets = options.assets.link(application)
  return {...at, client, application, assets, screens: options.screens, failed, acts: false, tokenOwner}
}

/** GET needs both the key and the header, or Back could show raw data; a POST is never kept, so the header is enough. */
function asksForData(request: Incoming, key: boolean): boolean {
  const accepts = (request.headers.get('accept') ?? '').includes(pageMediaType)
  return accepts && (key || request.method === 'POST')
}

async function moved(to: string, frame: Frame): Promise<Answer> {
  if (frame.request.method === 'POST' || !frame.wantsData) return redirectTo(to, 308)
  return await respond({kind: 'redirect', to}, frame)
}

async function safely(at: At, options: RunningOptions, make: () => Answer | Promise<Answer>): Promise<Answer> {
  try {
    return await make()
  } catch (error) {
    return await errorResponse(error, frameFor(at, options), options)
  }
}
