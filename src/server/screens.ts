/** Pages: the screens of the document and the engine's own, one way for HTML and for data. */
import {type Address, parseAddress} from '../engine/address.ts'
import {runAction} from './actions.ts'
import type {RequestContext} from './context.ts'
import {missing} from './fallback-pages.ts'
import {changeSession} from './middleware/session.ts'
import {openScreen, type ScreenReply, visitOf} from './open-screen.ts'
import {respond, type TargetPage} from './page-response.ts'
import {fileNotFound} from './response.ts'

/** GET and HEAD load the screen of the path; any other method is an action on it. */
export async function screens(context: RequestContext): Promise<Response> {
  const {request, address, wantsData} = context
  const reads = request.method === 'GET' || request.method === 'HEAD'
  context.opened = request.method === 'HEAD' || isInAdvance(request) ? null : []
  const {reply, allow, acts = false} = reads ? await load(context, address) : await runAction(context)
  if (reply.kind === 'page' && reply.status === 404 && isFile(request, address.path)) return fileNotFound(request)
  if (reply.kind !== 'download') changeSession(context, reply)
  const leads = reply.kind === 'redirect' && wantsData && request.method === 'POST'
  const target = leads ? await targetPage(context, reply.to) : null
  const response = await respond(context, reply, {acts, target, follows: reads})
  if (allow) response.headers.set('allow', allow)
  return response
}

export async function load(context: RequestContext, address: Address): Promise<ScreenReply> {
  context.loadedAt = context.server.accounts?.now() ?? 0
  const opened = openScreen(context, address.path)
  if (!opened) return {reply: missing(context)}
  return {reply: await opened.screen.load(visitOf(context, opened, address)), acts: opened.acts}
}

/** A page that is fetched before anyone has asked to see it. */
function isInAdvance({headers}: Request): boolean {
  return /^prefetch\b/.test(headers.get('sec-purpose') ?? headers.get('purpose') ?? '')
}

const mostRedirects = 5

/** The action is done whatever becomes of its target: where that fails, the browser asks for it and shows why. */
async function targetPage(context: RequestContext, to: string): Promise<TargetPage | null> {
  try {
    return await follow(context, to)
  } catch {
    return null
  }
}

async function follow(context: RequestContext, to: string): Promise<TargetPage | null> {
  let next = to
  for (let hops = 0; hops < mostRedirects; hops += 1) {
    const parsed = parseAddress(next)
    if (parsed.kind !== 'ok') return null
    const {reply, acts = false} = await load(context, parsed.address)
    if (reply.kind === 'page') return {url: parsed.address.url, reply, acts}
    if (reply.kind === 'download') return null
    next = reply.to
  }
  return null
}

/** Browsers say what they want a file for; other programs show it by the name they ask for. */
function isFile(request: Request, path: string): boolean {
  const use = request.headers.get('sec-fetch-dest')
  if (use !== null && use !== 'empty') return use !== 'document' && use !== 'iframe'
  return /\.(?:js|mjs|css|map|png|jpe?g|gif|svg|ico|webp|avif|woff2?|txt|xml|json|webmanifest)$/i.test(path)
}
