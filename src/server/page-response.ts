/** From a reply to an HTTP response: as a document, or as the data of the page, from the same page value. */

import type {Page, Redirection, Shell} from '../contract/page.ts'
import {pageMediaType} from '../contract/page.ts'
import type {Actor} from '../engine/actor.ts'
import {isOwnPath} from '../engine/address.ts'
import type {Application} from '../engine/application.ts'
import type {DownloadReply, PageReply, RedirectReply, Reply, TokenOwner} from '../engine/reply.ts'
import {renderPage} from '../frontend/entry.server.tsx'
import type {ScreenComponents} from '../frontend/screen.ts'
import {htmlDocument, weakTag} from './html.ts'
import {issueToken} from './idempotency.ts'
import type {LinkedAssets} from './middleware/assets.ts'
import type {Incoming} from './request.ts'
import {Answer} from './response.ts'

export interface Frame {
  readonly application: Application
  readonly assets: LinkedAssets
  readonly screens: ScreenComponents
  readonly actor: Actor
  readonly url: string
  readonly request: Incoming
  readonly wantsData: boolean
  /** Whose request it is, for what is counted: a person, or an address. */
  readonly client: string
  /** A part of the page cannot be drawn: the cause goes to the log, under the reference that comes back. */
  readonly failed: (cause: unknown) => string
  /** What the actor has been told and has not read yet. */
  readonly notifications?: Shell['notifications'] | null
  /** The page takes actions: its forms get a one-time token. */
  readonly acts: boolean
  readonly tokenOwner: TokenOwner
}

export interface Target {
  readonly url: string
  readonly reply: PageReply
  readonly acts: boolean
}

export async function respond(reply: Reply, frame: Frame, target: Target | null = null): Promise<Answer> {
  const response =
    reply.kind === 'page'
      ? await respondPage(reply, frame)
      : reply.kind === 'download'
        ? respondDownload(reply, frame)
        : respondRedirect(reply, frame, target)
  response.cookies.push(...(reply.cookies ?? []), ...(target?.reply.cookies ?? []))
  const owned = (reply.kind === 'page' && frame.acts) || (target?.acts && frame.wantsData)
  if (owned && frame.tokenOwner.cookie !== null) response.cookies.push(frame.tokenOwner.cookie)
  for (const [name, value] of Object.entries(reply.headers ?? {})) response.headers[name.toLowerCase()] = value
  return response
}

function pageOf(reply: PageReply, frame: Frame, at: {url: string; acts: boolean} = frame): Page {
  // What is for the answer's headers alone, secrets among it, is no part of the page.
  const {kind, cookies, headers, as: actor, tokenOwner, ...content} = reply
  const book = frame.application.behind(at.url.split('?')[0] ?? '', content.screen, frame.actor)
  return {
    ...content,
    build: frame.assets.build,
    url: at.url,
    shell: shellOf(frame),
    ...(book === null ? {} : {specification: book}),
    ...(at.acts ? {once: issueToken(frame.tokenOwner)} : {}),
  }
}

function shellOf({application, actor, notifications}: Frame): Shell {
  const shell = application.shell(actor)
  return notifications ? {...shell, notifications} : shell
}

async function respondPage(reply: PageReply, frame: Frame): Promise<Answer> {
  const page = pageOf(reply, frame)
  return frame.wantsData ? respondData(page, reply.status) : await respondHtml(page, frame)
}

async function respondHtml(page: Page, frame: Frame): Promise<Answer> {
  const html = htmlDocument(page, await renderPage(page, frame.screens, frame.failed), frame.assets)
  const {once, status} = page
  const headers: Record<string, string> = {
    'content-type': 'text/html; charset=utf-8',
    // What is somebody's own is not kept whole for Back, where it would show after they have signed out.
    'cache-control': frame.actor.kind === 'person' ? 'private, no-store' : 'private, no-cache',
    vary: 'Accept, Cookie, Accept-Encoding',
  }
  // A page with a one-time token must never be answered from a cache: two tabs would share the token.
  if (once === undefined) headers['etag'] = weakTag(html)
  return new Answer(html, {status, headers, made: true})
}

function respondData(value: Page | Redirection, status: number): Answer {
  const headers = {
    'content-type': pageMediaType,
    'cache-control': 'private, no-store',
    vary: 'Accept, Cookie, Accept-Encoding',
  }
  return new Answer(JSON.stringify(value), {status, headers, made: true})
}

/** Made for whoever asked, and kept nowhere. */
function respondDownload({name, type, size, bytes}: DownloadReply, {request}: Frame): Answer {
  const headers = {
    'content-type': type,
    'content-length': String(size),
    'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
    'cache-control': 'private, no-store',
    vary: 'Accept, Cookie',
  }
  if (request.method !== 'HEAD') return new Answer(bytes, {headers})
  void bytes.cancel()
  return new Answer(null, {headers})
}

function respondRedirect(reply: RedirectReply, frame: Frame, target: Target | null): Answer {
  if (!isOwnPath(reply.to)) throw new Error(`a redirect may not lead to ${JSON.stringify(reply.to)}`)
  const status = frame.request.method === 'POST' ? 303 : 302
  if (!frame.wantsData) return redirectTo(reply.to, status)
  const page = target ? pageOf(target.reply, frame, target) : undefined
  return respondData(
    {build: frame.assets.build, status, redirect: target?.url ?? reply.to, ...(page ? {page} : {})},
    200,
  )
}

export function redirectTo(to: string, status: 302 | 303 | 308): Answer {
  return new Answer(null, {
    status,
    headers: {location: to, 'cache-control': 'private, no-store', vary: 'Accept, Cookie'},
  })
}

/** Missing files get a few bytes, not a page that nobody would see. */
export function smallMissing(request: Incoming): Answer {
  const headers = {'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store'}
  return new Answer(request.method === 'HEAD' ? null : 'not found\n', {status: 404, headers})
}
