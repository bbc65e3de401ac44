/** The answer of a screen: its page, or what an action leads to, with the page that follows where the browser would ask for it next. */
import type {Actor} from '../engine/actor.ts'
import type {Address} from '../engine/address.ts'
import {parseAddress} from '../engine/address.ts'
import {errorResponse} from './middleware/error-handler.ts'
import type {RunningOptions} from './options.ts'
import {type Frame, respond, smallMissing, type Target} from './page-response.ts'
import type {Incoming} from './request.ts'
import type {Answer} from './response.ts'
import {type Asked, answer as dispatched, follow} from './screens.ts'

export async function respondScreen(address: Address, frame: Frame, options: RunningOptions): Promise<Answer> {
  const {request, application, actor, failed} = frame
  const {origin, recall} = options
  const {tokenOwner} = frame
  try {
    const files = (await options.files?.store) ?? null
    const receiving = () => options.uploads.take(frame.client)
    const asked: Asked = {request, address, application, actor, origin, tokenOwner, recall, files, receiving, failed}
    return await respondTo(asked, frame, options)
  } catch (error) {
    const notifications = await toldAllTheSame(frame.actor, options)
    return await errorResponse(error, {...frame, notifications}, options)
  }
}

/** The page around a refusal is the one they know; where even this fails, it is told without. */
async function toldAllTheSame(
  actor: Actor,
  {told}: RunningOptions,
): Promise<Exclude<Frame['notifications'], undefined>> {
  try {
    return (await told?.(actor)) ?? null
  } catch {
    return null
  }
}

async function respondTo(asked: Asked, frame: Frame, options: RunningOptions): Promise<Answer> {
  const {reply, allow, acts = false} = await dispatched(asked)
  if (reply.kind === 'page' && reply.status === 404 && isFile(asked.request, asked.address.path))
    return smallMissing(asked.request)
  const target =
    reply.kind === 'redirect' && frame.wantsData && asked.request.method === 'POST'
      ? await targetPage({...asked, actor: reply.as ?? asked.actor}, reply.to)
      : null
  const actor = reply.kind === 'download' ? frame.actor : (reply.as ?? frame.actor)
  const notifications = (await options.told?.(actor)) ?? null
  const tokenOwner = (reply.kind === 'download' ? null : reply.tokenOwner) ?? frame.tokenOwner
  const response = await respond(reply, {...frame, acts, actor, tokenOwner, notifications}, target)
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
    const judged = parseAddress(next)
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
