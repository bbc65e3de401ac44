/** From a screen's reply to a response: an HTML document or the page's data, from the same page value. */
import {isOwnPath} from '../engine/address.ts'
import {
  type Page,
  pageMediaType,
  partsHeader,
  type Redirection,
  type Shell,
  withoutQuery,
} from '../engine/page/frame.ts'
import type {DownloadReply, PageReply, RedirectReply, Reply} from '../engine/reply.ts'
import type {DoneChange} from '../engine/transaction/context.ts'
import {renderPage} from '../web/entry.server.tsx'
import {logFailure, type RequestContext} from './context.ts'
import {missing} from './fallback-pages.ts'
import {htmlDocument, inlineJson, weakTag} from './html.ts'
import {issueToken} from './idempotency.ts'
import {publicOriginOf} from './middleware/host.ts'
import {ownOf, policyOf, renderOwn} from './own-parts.ts'
import {knownParts, PageParts} from './page-parts.ts'
import {BufferedResponse, redirectTo} from './response.ts'
import {plainShell, wholeShell} from './shell.ts'
import {doneData, recallFor, tellNextPage} from './undo-notice.ts'

/** The target page of a redirect, if it is sent with the redirect. */
export interface TargetPage {
  readonly url: string
  readonly reply: PageReply
  readonly acts: boolean
}

interface RespondOptions {
  /** The page accepts actions: its forms get a one-time token. */
  readonly acts?: boolean
  readonly target?: TargetPage | null
  /** The page shows the current state, not the outcome of an action, so it can follow changes. */
  readonly follows?: boolean
  /** For an error page, whose shell must not fail for the same reason. */
  readonly aboutError?: boolean
}

export async function respond(context: RequestContext, reply: Reply, options: RespondOptions = {}): Promise<Response> {
  const {acts = false, target = null} = options
  context.cookies.push(...(reply.cookies ?? []), ...(target?.reply.cookies ?? []))
  const response = await responseTo(context, reply, options)
  const issues = (reply.kind === 'page' && acts) || (target?.acts && context.wantsData)
  if (issues && context.tokenOwner?.cookie) context.cookies.push(context.tokenOwner.cookie)
  for (const [name, value] of Object.entries(reply.headers ?? {})) response.headers.set(name, value)
  // Removes what the browser has cached for another person, so that Back does not show it.
  if (reply.kind !== 'download' && reply.session) response.headers.set('clear-site-data', '"cache"')
  return response
}

async function responseTo(
  context: RequestContext,
  reply: Reply,
  {acts = false, target = null, follows = false, aboutError = false}: RespondOptions,
): Promise<Response> {
  if (reply.kind === 'download') return downloadResponse(context, reply)
  if (reply.kind === 'redirect') return redirectResponse(context, reply, target)
  const shell = await (aboutError ? shellForError(context) : notedShell(context))
  const done = follows && !context.wantsData ? await recallFor(context) : null
  const written = writtenPage(context, reply, {url: context.address.url, acts, shell, follows, done})
  return context.wantsData ? dataResponse(missingData(context, written), reply.status) : htmlResponse(context, written)
}

/** Open pages follow what their shell shows, too. */
async function notedShell(context: RequestContext): Promise<Shell> {
  const {accounts} = context.server
  const {pageReads} = context
  if (!accounts || !pageReads) return wholeShell(context)
  const {value, tables, statements} = await accounts.engine().store.noteReads(() => wholeShell(context))
  context.pageReads = {
    tables: pageReads.tables.union(tables),
    statements: pageReads.statements.union(statements),
  }
  return value
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
  readonly shell: Shell
}

interface WrittenPage {
  readonly page: Page
  readonly parts: PageParts
  /** What differs every time, and the digests of the parts: a separate JSON object. */
  readonly marks: string
}

/** Without the parts that the browser has. */
function missingData({request}: RequestContext, {parts, marks}: WrittenPage): Buffer<ArrayBuffer> {
  return parts.written(marks, knownParts(request))
}

function writtenPage(
  context: RequestContext,
  reply: PageReply,
  {
    acts,
    follows,
    done = null,
    ...at
  }: PageAt & {
    readonly acts: boolean
    readonly follows: boolean
    readonly done?: DoneChange | null
  },
): WrittenPage {
  const {actor, server, tokenOwner, loadedAt} = context
  const page = pageOf(context, reply, at)
  const parts = new PageParts(page)
  const live = follows && !reply.asksOnce && server.live && actor.kind === 'person' && reply.status === 200
  const mark = live ? liveMark(loadedAt, parts.state) : null
  if (mark !== null && context.pageReads && actor.kind === 'person')
    server.live?.loaded(actor, at.url, mark, context.pageReads)
  const marks = {
    ...(done ? {done: doneData(context, done, at.url)} : {}),
    ...(mark === null ? {} : {live: mark}),
    ...(acts && tokenOwner ? {once: issueToken(tokenOwner)} : {}),
  }
  return {page: {...page, ...marks}, parts, marks: inlineJson({...marks, parts: parts.digests})}
}

/** The state of a page, and the time for which it was computed: texts such as "5 minutes ago" depend on it. */
export function liveMark(at: number, state: string): string {
  return `${at.toString(36)}.${state}`
}

/** Without what differs every time. */
export function pageOf(context: RequestContext, reply: PageReply, {url, shell}: PageAt): Page {
  const {application, actor, server} = context
  // What is meant only for response headers, including secrets, is not part of the page.
  const {kind, cookies, headers, as, session, asksOnce, ...content} = reply
  const path = withoutQuery(url)
  const book = application.behind(path, content.screen, actor)
  const own = ownOf(context, content, path)
  const {build} = server.assets.link(application)
  return {
    ...content,
    ...own,
    // A page with another layout has other styles: the browser loads it as a document.
    build: own.layout === undefined ? build : `${build}.${own.layout}`,
    url,
    shell,
    ...(book === null ? {} : {specification: book}),
  }
}

async function htmlResponse(context: RequestContext, written: WrittenPage): Promise<Response> {
  const {page} = written
  const {server, application, actor} = context
  const failed = (cause: unknown) => logFailure(context, cause)
  const json = written.parts.written(written.marks)
  const rendered = await renderOwn(context, page, json)
  const answer = rendered?.answer
  if (answer?.kind === 'redirect') return redirectResponse(context, {kind: 'redirect', to: answer.to}, null)
  if (answer?.kind === 'missing') return respond(context, missing(context))
  const body = answer?.html ?? (await renderPage(page, {screens: server.screens, messages: application.words}, failed))
  const own = page.own ? {shown: page.own, onServer: rendered?.parts ?? []} : null
  const origin = page.image ? publicOriginOf(context.request, server.origin) : ''
  const html = htmlDocument(page, {json, body, assets: server.assets.link(application), own, origin})
  const policy = policyOf(context, page)
  const headers: Record<string, string> = {
    'content-type': 'text/html; charset=utf-8',
    // A personal page is not kept for Back, where it would be visible after signing out.
    'cache-control': actor.kind === 'person' ? 'private, no-store' : 'private, no-cache',
    vary: 'Accept, Cookie, Accept-Encoding',
    ...(policy === null ? {} : {'content-security-policy': policy}),
  }
  // A page with a one-time token must never come from a cache: two tabs would share the token.
  if (page.once === undefined) headers['etag'] = weakTag(html)
  return new BufferedResponse(html, {status: page.status, headers})
}

function dataResponse(json: Buffer<ArrayBuffer>, status: number): Response {
  const headers = {
    'content-type': pageMediaType,
    'cache-control': 'private, no-store',
    vary: `Accept, Cookie, Accept-Encoding, ${partsHeader}`,
  }
  return new BufferedResponse(json, {status, headers})
}

/** Made for the requesting person and never cached. */
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
  // A query is not logged.
  if (!isOwnPath(to)) throw new Error(`a redirect may not lead to ${JSON.stringify(to.split('?')[0])}`)
  const {request, wantsData, server, application} = context
  const status = request.method === 'POST' ? 303 : 302
  if (!wantsData) {
    tellNextPage(context)
    return redirectTo(to, status)
  }
  const written =
    target &&
    writtenPage(context, target.reply, {
      ...target,
      shell: await notedShell(context),
      follows: true,
      done: context.done,
    })
  const redirection: Redirection = {build: server.assets.link(application).build, status, redirect: target?.url ?? to}
  const json = JSON.stringify(redirection)
  if (!written) return dataResponse(Buffer.from(json), 200)
  const around = [Buffer.from(`${json.slice(0, -1)},"page":`), missingData(context, written), Buffer.from('}')]
  return dataResponse(Buffer.concat(around), 200)
}
