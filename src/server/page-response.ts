/** From a screen's reply to a response: as an HTML document, or as the data of the page, from the same page value. */
import {type Page, pageMediaType, type Redirection, type Shell} from '../contract/page.ts'
import {isOwnPath} from '../engine/address.ts'
import type {DownloadReply, PageReply, RedirectReply, Reply} from '../engine/reply.ts'
import {renderPage} from '../frontend/entry.server.tsx'
import {logFailure, type RequestContext} from './context.ts'
import {htmlDocument, weakTag} from './html.ts'
import {issueToken} from './idempotency.ts'
import {BufferedResponse, redirectTo} from './response.ts'
import {plainShell, wholeShell} from './shell.ts'

/** The page that a redirect leads to, where it goes out with the redirect. */
export interface TargetPage {
  readonly url: string
  readonly reply: PageReply
  readonly acts: boolean
}

interface RespondOptions {
  /** The page takes actions: its forms get a one-time token. */
  readonly acts?: boolean
  readonly target?: TargetPage | null
  /** For a page about an error, whose frame must not fail for the same reason. */
  readonly aboutError?: boolean
}

export async function respond(context: RequestContext, reply: Reply, options: RespondOptions = {}): Promise<Response> {
  const {acts = false, target = null} = options
  context.cookies.push(...(reply.cookies ?? []), ...(target?.reply.cookies ?? []))
  const response = await responseTo(context, reply, options)
  const issues = (reply.kind === 'page' && acts) || (target?.acts && context.wantsData)
  if (issues && context.tokenOwner?.cookie) context.cookies.push(context.tokenOwner.cookie)
  for (const [name, value] of Object.entries(reply.headers ?? {})) response.headers.set(name, value)
  // What the browser has cached for another person is removed, so that Back shows nothing of it.
  if (reply.kind !== 'download' && reply.session) response.headers.set('clear-site-data', '"cache"')
  return response
}

async function responseTo(
  context: RequestContext,
  reply: Reply,
  {acts = false, target = null, aboutError = false}: RespondOptions,
): Promise<Response> {
  if (reply.kind === 'download') return downloadResponse(context, reply)
  if (reply.kind === 'redirect') return redirectResponse(context, reply, target)
  const shell = await (aboutError ? shellForError(context) : wholeShell(context))
  const page = pageOf(context, reply, {url: context.address.url, acts, shell})
  return context.wantsData ? dataResponse(page, reply.status) : htmlResponse(context, page)
}

async function shellForError(context: RequestContext): Promise<Shell> {
  try {
    return await wholeShell(context)
  } catch {
    return plainShell(context)
  }
}

interface PageAt {
  readonly url: string
  readonly acts: boolean
  readonly shell: Shell
}

function pageOf(
  {application, actor, server, tokenOwner}: RequestContext,
  reply: PageReply,
  {url, acts, shell}: PageAt,
): Page {
  // What is for the response's headers alone, secrets among it, is not part of the page.
  const {kind, cookies, headers, as, session, ...content} = reply
  const book = application.behind(url.split('?')[0] ?? '', content.screen, actor)
  return {
    ...content,
    build: server.assets.link(application).build,
    url,
    shell,
    ...(book === null ? {} : {specification: book}),
    ...(acts && tokenOwner ? {once: issueToken(tokenOwner)} : {}),
  }
}

async function htmlResponse(context: RequestContext, page: Page): Promise<Response> {
  const {server, application, actor} = context
  const failed = (cause: unknown) => logFailure(context, cause)
  const html = htmlDocument(page, await renderPage(page, server.screens, failed), server.assets.link(application))
  const headers: Record<string, string> = {
    'content-type': 'text/html; charset=utf-8',
    // A person's own page is not kept whole for Back, where it would show after they have signed out.
    'cache-control': actor.kind === 'person' ? 'private, no-store' : 'private, no-cache',
    vary: 'Accept, Cookie, Accept-Encoding',
  }
  // A page with a one-time token must never be answered from a cache: two tabs would share the token.
  if (page.once === undefined) headers['etag'] = weakTag(html)
  return new BufferedResponse(html, {status: page.status, headers})
}

function dataResponse(value: Page | Redirection, status: number): Response {
  const headers = {
    'content-type': pageMediaType,
    'cache-control': 'private, no-store',
    vary: 'Accept, Cookie, Accept-Encoding',
  }
  return new BufferedResponse(JSON.stringify(value), {status, headers})
}

/** Made for the person who asked, and cached nowhere. */
function downloadResponse({request}: RequestContext, {name, type, size, bytes}: DownloadReply): Response {
  const headers = {
    'content-type': type,
    'content-length': String(size),
    'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
    'cache-control': 'private, no-store',
    vary: 'Accept, Cookie',
  }
  if (request.method !== 'HEAD') return new Response(bytes, {headers})
  void bytes.cancel()
  return new BufferedResponse(null, {headers})
}

async function redirectResponse(
  context: RequestContext,
  {to}: RedirectReply,
  target: TargetPage | null,
): Promise<Response> {
  if (!isOwnPath(to)) throw new Error(`a redirect may not lead to ${JSON.stringify(to)}`)
  const {request, wantsData, server, application} = context
  const status = request.method === 'POST' ? 303 : 302
  if (!wantsData) return redirectTo(to, status)
  const page = target && pageOf(context, target.reply, {...target, shell: await wholeShell(context)})
  const {build} = server.assets.link(application)
  return dataResponse({build, status, redirect: target?.url ?? to, ...(page ? {page} : {})}, 200)
}
