/**
 * From a request to a reply: one path for HTML and for data, for looking and for acting. The order is the security:
 * address, method, sender, screen, body, action.
 */

import type {Back, FallbackData} from '../contract/page.ts'
import type {Actor} from '../engine/actor.ts'
import type {Address} from '../engine/address.ts'
import type {Application, Opened} from '../engine/application.ts'
import type {FileStore} from '../engine/files/file-store.ts'
import {type Form, type PageReply, Refused, type Reply, type TokenOwner, type Visit} from '../engine/reply.ts'
import {Repeated} from '../engine/write/idempotency.ts'
import {formFields, formFiles, formText} from '../points/limits/settings.ts'
import {readForm} from './form.ts'
import {idempotencyOf} from './idempotency.ts'
import {maySend, publicOriginOf} from './middleware/host.ts'
import type {Recall} from './options.ts'
import type {Incoming} from './request.ts'

export interface Asked {
  readonly request: Incoming
  readonly address: Address
  readonly application: Application
  readonly actor: Actor
  readonly origin: string | null
  readonly tokenOwner: TokenOwner
  readonly recall: Recall | undefined
  /** Where uploads go; null where there is no such place. */
  readonly files: FileStore | null
  /** A slot to receive a form with files in; null where too many are being received. */
  readonly receiving: () => (() => void) | null
  readonly failed: Visit['failed']
}

export interface Answer {
  readonly reply: Reply
  /** For a method that the page does not have: those it has. */
  readonly allow?: string
  /** Whether the screen behind the page takes actions, so that its forms need a one-time token. */
  readonly acts?: boolean
}

const formLimits = {fields: formFields, text: formText, files: formFiles}

export async function answer(asked: Asked): Promise<Answer> {
  const {request, address, application, actor} = asked
  if (request.method === 'GET' || request.method === 'HEAD') return look(asked)
  if (!maySend(senderOf(request), publicOriginOf(request, asked.origin))) throw new Refused('CROSS_SITE')
  const opened = application.open(address.path, actor)
  if (!opened) return {reply: missing(application, actor)}
  if (request.method !== 'POST' || opened.screen.actions.size === 0) return methodNotAllowed(asked, opened)
  return act(asked, opened)
}

async function look(asked: Asked): Promise<Answer> {
  const {address, application, actor} = asked
  const opened = application.open(address.path, actor)
  if (!opened) return {reply: missing(application, actor)}
  return {reply: await opened.screen.load(visitOf(asked, opened)), acts: opened.screen.actions.size > 0}
}

/**
 * Files are received only where some action of the screen takes them from this person, and are kept only by the change that refers to them:
 * whatever refuses the form leaves nothing.
 */
async function act(asked: Asked, opened: Opened): Promise<Answer> {
  const {request, application, actor, files} = asked
  const {takesFiles, passesFilesOver} = opened.screen
  const taking = files && actor.kind !== 'nobody' ? (takesFiles?.(actor) ?? none) : none
  let release: (() => void) | null = null
  // A slot is taken with the first file: most forms bring none.
  const put: FileStore['put'] = async (bytes, most) => {
    release ??= asked.receiving()
    if (!release || !files) throw new Refused('BUSY')
    return files.put(bytes, most)
  }
  try {
    const sink = taking.size > 0 ? {put} : passesFilesOver ? 'passed over' : 'refused'
    const form = await readForm(request, {...formLimits, file: application.maxUpload}, sink)
    try {
      return await perform(asked, opened, {form, taking})
    } finally {
      await form.discard?.()
    }
  } finally {
    giveBack(release)
  }
}

const giveBack = (release: (() => void) | null): void => release?.()

const none: ReadonlySet<string> = new Set()

interface Performing {
  readonly form: Form
  readonly taking: ReadonlySet<string>
}

async function perform(asked: Asked, opened: Opened, {form, taking}: Performing): Promise<Answer> {
  const {application, actor} = asked
  const name = form.text('_action') ?? ''
  const action = opened.screen.actions.get(name)
  if (!action) return {reply: refused(application, actor, new Refused('UNKNOWN_ACTION'))}
  const hasFiles = form.fields.some(({value}) => typeof value !== 'string')
  if (hasFiles && !taking.has(name)) throw new Refused('NO_FILES')
  const idempotency = idempotencyOf(asked.tokenOwner, form, asked.address.url)
  const visit = {...visitOf(asked, opened), idempotency}
  try {
    return {reply: await onlyOnce(asked, {visit, work: () => action(visit, form)}), acts: true}
  } catch (error) {
    const reply = error instanceof Refused ? await sentAgain(asked, opened, {visit, form, code: error}) : null
    if (!reply) throw error
    return {reply, acts: true}
  }
}

interface OnlyOnce {
  readonly visit: Visit
  readonly work: () => Reply | Promise<Reply>
}

/** A repetition leads where the first request led; what is refused may have been overtaken by the first one. */
async function onlyOnce({recall}: Asked, {visit: {idempotency}, work}: OnlyOnce): Promise<Reply> {
  const earlier = async (): Promise<Reply | null> => {
    const to = idempotency?.kind === 'own' ? ((await recall?.(idempotency)) ?? null) : null
    return to === null ? null : {kind: 'redirect', to}
  }
  const before = await earlier()
  if (before) return before
  try {
    const reply = await work()
    return (reply.kind === 'page' && reply.status >= 400 ? await earlier() : null) ?? reply
  } catch (error) {
    if (error instanceof Repeated) return {kind: 'redirect', to: error.to}
    const meanwhile = error instanceof Refused && error.code !== 'ALREADY_SENT' ? await earlier() : null
    if (meanwhile) return meanwhile
    throw error
  }
}

interface SentAgain {
  readonly visit: Visit
  readonly form: Form
  readonly code: Refused
}

/** A form whose token cannot be used comes back with everything typed, and a token that can. */
async function sentAgain(
  {application}: Asked,
  {screen}: Opened,
  {visit, form, code}: SentAgain,
): Promise<Reply | null> {
  if (!screen.again || (code.code !== 'ALREADY_SENT' && code.code !== 'STALE_FORM')) return null
  const {status, message} = application.refusal(code.code, code.values)
  return screen.again({...visit, idempotency: null}, form, {status, problems: [{field: null, message}]})
}

/** Follows a redirect inside the application, for an answer that carries its target. */
export async function follow(asked: Asked, address: Address): Promise<Answer> {
  return look({...asked, address})
}

function visitOf({address, actor, failed}: Asked, opened: Opened): Visit {
  const decoded = Object.entries(opened.parameters).map(([name, value]) => [name, decodeURIComponent(value)])
  const {path, query, url} = address
  return {path, query, url, parameters: Object.fromEntries(decoded), actor, failed, idempotency: null}
}

function senderOf({headers}: Incoming) {
  return {fetchSite: headers.get('sec-fetch-site'), origin: headers.get('origin'), hasCookies: headers.has('cookie')}
}

function methodNotAllowed({application, actor}: Asked, opened: Opened): Answer {
  const allow = opened.screen.actions.size > 0 ? 'GET, HEAD, POST' : 'GET, HEAD'
  return {reply: refused(application, actor, new Refused('NO_ACTIONS')), allow}
}

/** The fallback page for missing pages; a page that this person may not see looks the same. */
export function missing(application: Application, actor: Actor): PageReply {
  return fallback(application, actor, {
    code: new Refused('NOT_FOUND'),
    screen: 'missing',
    heading: application.words.failures.missing,
  })
}

/** What may well work when the page is asked for once more. */
const passing: ReadonlySet<string> = new Set([
  'UNKNOWN_ACTION',
  'CROSS_SITE',
  'BUSY',
  'TOO_MANY_REQUESTS',
  'ALREADY_SENT',
  'STALE_FORM',
])

export function refused(application: Application, actor: Actor, code: Refused, back: Back | null = null): PageReply {
  if (code.code === 'NOT_FOUND') return missing(application, actor)
  const retry = passing.has(code.code)
  const heading = application.words.failures.refused
  return fallback(application, actor, {code, screen: 'refused', heading, retry, ...(back && {back})})
}

/** The fallback page for errors; details are in the log, under the reference. */
export function failure(application: Application, actor: Actor, reference: string): PageReply {
  const code = new Refused('FAILURE', {reference})
  return fallback(application, actor, {
    code,
    screen: 'failure',
    heading: application.words.failures.failure,
    reference,
    retry: true,
  })
}

interface FallbackParts {
  readonly code: Refused
  readonly screen: 'missing' | 'failure' | 'refused'
  readonly heading: string
  readonly reference?: string
  readonly retry?: boolean
  readonly back?: Back
}

function fallback(application: Application, actor: Actor, parts: FallbackParts): PageReply {
  const {status, message} = application.refusal(parts.code.code, parts.code.values)
  const text = splitHeading(message, parts.heading)
  const {signIn, menu} = application.shell(actor)
  const items = menu.flatMap(group => group.items)
  const links = (signIn ? [signIn, ...items] : items).slice(0, 2)
  const {reference = null, retry = false, back} = parts
  const data: FallbackData = {...text, reference, retry, ...(back && {back}), links}
  return {kind: 'page', status, title: text.heading, screen: parts.screen, data}
}

/** A message that begins with the heading's own sentence would say it twice. */
function splitHeading(message: string, heading: string): {heading: string; message: string} {
  const [first = '', ...rest] = message.split(/(?<=[.!?])\s+/)
  if (rest.length > 0 && first.length <= 60) return {heading: first.replace(/\.$/, ''), message: rest.join(' ')}
  return {heading, message}
}
