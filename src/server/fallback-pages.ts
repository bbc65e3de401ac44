/** The fallback pages: not found, refused, and failed. */
import {waitText} from '../engine/display/dates.ts'
import type {Back, FallbackData} from '../engine/page/frame.ts'
import {type PageReply, Refused} from '../engine/reply.ts'
import type {RequestContext} from './context.ts'
import {textResponse} from './response.ts'
import {plainShell} from './shell.ts'

/** A page this person may not see looks the same as one that does not exist. */
export function missing(context: RequestContext): PageReply {
  return fallback(context, new Refused('NOT_FOUND'), {
    screen: 'missing',
    heading: context.application.words.failures.missing,
  })
}

/** What may work on a second attempt. */
const temporary: ReadonlySet<string> = new Set([
  'UNKNOWN_ACTION',
  'CROSS_SITE',
  'BUSY',
  'UNAVAILABLE',
  'TOO_MANY_REQUESTS',
  'ALREADY_SENT',
  'STALE_FORM',
])

export function refusalPage(context: RequestContext, refusal: Refused, back: Back | null = null): PageReply {
  if (refusal.code === 'NOT_FOUND') return missing(context)
  const retry = temporary.has(refusal.code)
  const heading = context.application.words.failures.refused
  const page = fallback(context, refusal, {screen: 'refused', heading, retry, ...(back && {back})})
  return refusal instanceof TooManyRequests ? {...page, headers: refusal.headers} : page
}

/** Details are in the log, under the reference. */
export function failure(context: RequestContext, reference: string): PageReply {
  const heading = context.application.words.failures.failure
  return fallback(context, new Refused('FAILURE', {reference}), {screen: 'failure', heading, reference, retry: true})
}

const minute = 60_000

/** Asks to wait this many milliseconds. */
export class TooManyRequests extends Refused {
  readonly headers: Readonly<Record<string, string>>

  constructor({application}: Pick<RequestContext, 'application'>, millis: number) {
    super('TOO_MANY_REQUESTS', {wait: waitText(Math.max(millis, minute), application.look.language)})
    this.headers = {'retry-after': String(Math.ceil(millis / 1000))}
  }
}

export function tooManyRequests(context: RequestContext, millis: number): PageReply {
  return refusalPage(context, new TooManyRequests(context, millis))
}

/** The same without a page. */
export function tooManyInOneLine(context: RequestContext, millis: number): Response {
  const {code, values, headers} = new TooManyRequests(context, millis)
  const {status, message} = context.application.refusal(code, values)
  return textResponse(`${message}\n`, {status, headers})
}

interface FallbackParts {
  readonly screen: 'missing' | 'failure' | 'refused'
  readonly heading: string
  readonly reference?: string
  readonly retry?: boolean
  readonly back?: Back
}

function fallback(context: RequestContext, {code, values}: Refused, parts: FallbackParts): PageReply {
  const {status, message} = context.application.refusal(code, values)
  const text = splitHeading(message, parts.heading)
  const {signIn, menu} = plainShell(context)
  const items = menu.flatMap(group => group.items)
  const links = (signIn ? [signIn, ...items] : items).slice(0, 2)
  const {reference = null, retry = false, back} = parts
  const {missingPage, errorPage} = context.application.site
  const shownBy = parts.screen === 'missing' ? missingPage : errorPage
  const isBuilt = shownBy !== null && Object.hasOwn(context.server.own?.manifest().parts ?? {}, shownBy)
  const data: FallbackData = {...text, reference, retry, ...(isBuilt && {shownBy}), ...(back && {back}), links}
  return {kind: 'page', status, title: text.heading, screen: parts.screen, data}
}

/** A message that starts with the heading's own sentence would repeat it. */
function splitHeading(message: string, heading: string): {heading: string; message: string} {
  const [first = '', ...rest] = message.split(/(?<=[.!?])\s+/)
  if (rest.length > 0 && first.length <= 60) return {heading: first.replace(/\.$/, ''), message: rest.join(' ')}
  return {heading, message}
}
