/** Pages and actions: the screen at a path, shown by GET and acted on by POST, one way for HTML and for data. */

import {accountsIn} from '../accounts/accounts.ts'
import {ownEntry} from '../accounts/screens/entry/own-entry.ts'
import {askForProof, openOrSignIn} from '../accounts/screens/entry/require-sign-in.ts'
import {confirmFor} from '../accounts/screens/security/confirm.ts'
import {securityPath} from '../accounts/screens/security/paths.ts'
import {factorPaths} from '../accounts/screens/security/server.ts'
import {viewAsActions} from '../accounts/screens/view-as.ts'
import {type Address, parseAddress} from '../engine/address.ts'
import type {Opened} from '../engine/application/application.ts'
import {type Actor, personOf} from '../engine/base/actor.ts'
import {atOnce} from '../engine/base/at-once.ts'
import type {FileStore} from '../engine/files/file-store.ts'
import {asksForExport, withoutExport} from '../engine/page/address.ts'
import {type Form, type OpenScreen, Refused, type Reply, type Visit} from '../engine/reply.ts'
import {noActions} from '../engine/screen-context.ts'
import type {DoneChange} from '../engine/transaction/context.ts'
import {ProofRequired} from '../engine/transaction/proof.ts'
import {formFields, formFiles, formText} from '../points/limits/settings.ts'
import {clientKey, logFailure, type RequestContext} from './context.ts'
import {missing, refusalPage} from './fallback-pages.ts'
import {readForm} from './form.ts'
import {idempotencyOf, onlyOnce} from './idempotency.ts'
import {applyLanguage} from './middleware/language.ts'
import {dueFactor} from './middleware/second-factor.ts'
import {changeSession} from './middleware/session.ts'
import {beginTurn, isGone} from './middleware/turns.ts'
import {respond, type TargetPage} from './page-response.ts'
import {fileNotFound} from './response.ts'
import {offersViewAs, shellAhead} from './shell.ts'

/* The screen at a path for the actor of the request: from the route table or the document. */

interface OpenedScreen extends Opened {
  /** Whether the page accepts actions, so that its forms need a one-time token. */
  readonly acts: boolean
}

interface ScreenReply {
  readonly reply: Reply
  /** The allowed methods, if the page does not support the requested one. */
  readonly allow?: string
  readonly acts?: boolean
}

/** The only answer to people who have to set up a second factor first. */
const ledToFactor: OpenedScreen = {
  parameters: {},
  acts: false,
  screen: {
    load: () => toFactor,
    actions: {size: 1, get: () => () => toFactor},
    ignoresFiles: true,
  },
}
const toFactor: Reply = {kind: 'redirect', to: `${securityPath}?done=required`}

/** Null if there is no such page for this actor. */
function openScreen(context: RequestContext, path: string): OpenedScreen | null {
  const {server, application, actor} = context
  if (context.factorDue.kind === 'now' && !factorPaths.includes(path)) return ledToFactor
  const find = (at: string, as: Actor) => server.router.screen(at, as, application) ?? application.open(at, as)
  const accounts = server.accounts && accountsIn(server.accounts, application.look.language)
  const opened = accounts ? openOrSignIn(accounts, find, path, actor) : find(path, actor)
  return opened && {...opened, acts: opened.screen.actions.size > 0 || actionsEverywhere(context).size > 0}
}

/** The actions available on every page, also on one that does not exist for this actor. */
function actionsEverywhere(context: RequestContext): OpenScreen['actions'] {
  const {accounts} = context.server
  return accounts && offersViewAs(context) ? viewAsActions(accounts) : noActions
}

export function visitOf(context: RequestContext, {parameters}: Opened, {path, query, url}: Address): Visit {
  const {actor, sender, application} = context
  const {accounts} = context.server
  const decoded = Object.entries(parameters).map(([name, value]) => [name, decodeURIComponent(value)])
  return {
    path,
    query,
    url,
    parameters: Object.fromEntries(decoded),
    ...(context.wantsData ? {asData: true} : {}),
    actor,
    sender,
    gone: context.gone,
    failed: cause => logFailure(context, cause),
    ...(context.opened ? {opened: record => context.opened?.push(record)} : {}),
    ...(accounts && {additions: {entry: () => ownEntry(accountsIn(accounts, application.look.language))}}),
    idempotency: null,
  }
}

/* An action: a form sent to the address of its page. The body is read only after the screen is known to accept actions from this actor. */

const formLimits = {fields: formFields, text: formText, files: formFiles}

async function runAction(context: RequestContext): Promise<ScreenReply> {
  const {request, address} = context
  const everywhere = actionsEverywhere(context).size > 0
  const opened = openScreen(context, address.path) ?? (everywhere ? nowhere : null)
  if (!opened) return {reply: missing(context)}
  if (request.method === 'POST' && (everywhere || opened.screen.actions.size > 0)) return receive(context, opened)
  const allow = opened.screen.actions.size > 0 ? 'GET, HEAD, POST' : 'GET, HEAD'
  return {reply: refusalPage(context, new Refused('NO_ACTIONS')), allow}
}

/** A page that does not exist for this actor and accepts only the actions available on every page. */
const nowhere: Opened = {
  parameters: {},
  screen: {
    load: () => {
      throw new Refused('NOT_FOUND')
    },
    actions: new Map(),
  },
}

const noFiles: ReadonlySet<string> = new Set()

/** Milliseconds until a form with files is refused because of the others that are being received. */
const uploadPatience = 2000

/**
 * Files are received only if an action of the screen accepts them from this actor, and are stored only by the change that refers to them. A refused
 * form leaves nothing behind.
 */
async function receive(context: RequestContext, opened: Opened): Promise<ScreenReply> {
  const {request, application, server, actor} = context
  const files = (await server.files?.store) ?? null
  const takesFiles = (files && actor.kind !== 'nobody' && opened.screen.takesFiles?.(actor)) || noFiles
  let release: (() => void) | null = null
  // A slot is taken with the first file: most forms contain none.
  const put: FileStore['put'] = async (bytes, most) => {
    release ??= await server.uploads.takeWithin(clientKey(context), uploadPatience)
    if (!release || !files) throw new Refused('BUSY')
    return files.put(bytes, most)
  }
  try {
    const sink = takesFiles.size > 0 ? {put} : opened.screen.ignoresFiles ? 'ignored' : 'refused'
    const form = await readForm(request, {...formLimits, file: application.maxUpload}, sink)
    try {
      await beginTurn(context)
      return await perform(context, opened, {form, takesFiles})
    } finally {
      await form.discard?.()
    }
  } finally {
    giveBack(release)
  }
}

const giveBack = (release: (() => void) | null): void => release?.()

interface ReceivedForm {
  readonly form: Form
  /** The actions that accept files. */
  readonly takesFiles: ReadonlySet<string>
}

async function perform(
  context: RequestContext,
  opened: Opened,
  {form, takesFiles}: ReceivedForm,
): Promise<ScreenReply> {
  const {address, tokenOwner} = context
  const name = form.text('_action') ?? ''
  const action = actionsEverywhere(context).get(name) ?? opened.screen.actions.get(name)
  if (!action) return {reply: refusalPage(context, new Refused('UNKNOWN_ACTION'))}
  const hasFiles = form.fields.some(({value}) => typeof value !== 'string')
  if (hasFiles && !takesFiles.has(name)) throw new Refused('NO_FILES')
  const idempotency = tokenOwner && idempotencyOf(tokenOwner, form, address.url)
  const done = (change: DoneChange) => {
    context.done = change
  }
  const visit = {...visitOf(context, opened, address), idempotency, done}
  try {
    return {reply: await onlyOnce(context, idempotency, () => action(visit, form)), acts: true}
  } catch (error) {
    if (error instanceof ProofRequired) return {reply: await proofFirst(context, opened, {visit, form})}
    const reply = error instanceof Refused ? await showAgain(context, opened.screen, {visit, form, error}) : null
    if (!reply) throw error
    return {reply, acts: true}
  }
}

async function proofFirst(
  {server, application, actor}: RequestContext,
  opened: Opened,
  {visit, form}: {readonly visit: Visit; readonly form: Form},
): Promise<Reply> {
  const self = personOf(actor)
  if (!server.accounts || !self) throw new Refused('PROOF_REQUIRED')
  return askForProof(accountsIn(server.accounts, application.look.language), opened, {self, visit, form})
}

interface RefusedForm {
  readonly visit: Visit
  readonly form: Form
  readonly error: Refused
}

/** A form whose one-time token cannot be used comes back with everything that was typed and a valid token. */
async function showAgain(
  {application}: RequestContext,
  screen: OpenScreen,
  {visit, form, error}: RefusedForm,
): Promise<Reply | null> {
  if (!screen.again || (error.code !== 'ALREADY_SENT' && error.code !== 'STALE_FORM')) return null
  const {status, message} = application.refusal(error.code, error.values)
  return screen.again({...visit, idempotency: null}, form, {status, problems: [{field: null, message}]})
}

/** GET and HEAD load the screen of the path; any other method is an action on it. */
export async function screens(context: RequestContext): Promise<Response> {
  const {request, address, wantsData, server} = context
  const reads = request.method === 'GET' || request.method === 'HEAD'
  context.opened = request.method === 'HEAD' || isInAdvance(request) ? null : []
  if (reads) await beginTurn(context)
  const {reply: answered, allow, acts = false} = reads ? await load(context, address) : await runAction(context)
  if (answered.kind === 'download' && asksForExport(address.query))
    await server.accounts?.engine().audit?.report({kind: 'export', by: context.actor, details: {name: answered.name}})
  if (answered.kind === 'page' && answered.status === 404 && isFile(request, address.path)) return fileNotFound(request)
  const reply = await withinSession(context, answered)
  const leads = reply.kind === 'redirect' && wantsData && request.method === 'POST'
  const target = leads ? await targetPage(context, reply.to) : null
  const response = await respond(context, reply, {acts, target, follows: reads})
  if (allow) response.headers.set('allow', allow)
  return response
}

/**
 * What follows belongs to who has signed in; without the second factor that they need, it leads to its page. An action may
 * have set up the one that was due.
 */
async function withinSession(context: RequestContext, reply: Reply): Promise<Reply> {
  if (reply.kind === 'download') return reply
  changeSession(context, reply)
  const mayBeSetUp = context.request.method === 'POST' && context.factorDue.kind === 'later'
  if (!reply.as && !mayBeSetUp) return reply
  context.factorDue = await dueFactor(context)
  if (context.factorDue.kind !== 'now') return reply
  const {cookies, session} = reply
  return {...toFactor, ...(cookies ? {cookies} : {}), ...(session ? {session} : {})}
}

export async function load(context: RequestContext, address: Address): Promise<ScreenReply> {
  context.loadedAt = context.server.accounts?.now() ?? 0
  context.shellAhead = null
  const opened = openScreen(context, address.path)
  if (!opened) return {reply: missing(context)}
  const visit = visitOf(context, opened, address)
  if (asksForExport(address.query)) return {reply: await exportOf(opened, visit), acts: opened.acts}
  const reply = await noted(context, () =>
    context.application.oneRead(async () => {
      const ahead = shellAhead(context)
      context.shellAhead = ahead
      const [reply] = await atOnce([opened.screen.load(visit), ahead.settled])
      return reply
    }),
  )
  return {reply, acts: opened.acts}
}

/** What a page has read decides which changes it follows once it is open. */
async function noted<T>(context: RequestContext, work: () => Promise<T>): Promise<T> {
  const {accounts, live} = context.server
  context.pageReads = null
  if (!accounts || !live || context.actor.kind !== 'person') return work()
  const {value, ...notes} = await accounts.engine().store.noteReads(work)
  context.pageReads = notes
  return value
}

/** After proof, people ask for the file again on the page of the list. */
async function exportOf({screen}: Opened, visit: Visit): Promise<Reply> {
  try {
    return await screen.load(visit)
  } catch (error) {
    if (!(error instanceof ProofRequired)) throw error
    return {kind: 'redirect', to: confirmFor(withoutExport(visit.url))}
  }
}

/** A page that is prefetched. */
function isInAdvance({headers}: Request): boolean {
  return /^prefetch\b/.test(headers.get('sec-purpose') ?? headers.get('purpose') ?? '')
}

const mostRedirects = 5

/** The action is done whatever happens to its target: if loading that fails, it is logged, and the browser requests the page and shows why. */
async function targetPage(context: RequestContext, to: string): Promise<TargetPage | null> {
  try {
    // The action may have changed a setting: the page is shown by the document as it runs now.
    context.application = context.server.application()
    applyLanguage(context)
    return await follow(context, to)
  } catch (cause) {
    if (!(cause instanceof Refused) && !isGone(context, cause)) logFailure(context, cause)
    return null
  }
}

async function follow(context: RequestContext, to: string): Promise<TargetPage | null> {
  let next = to
  for (let hops = 0; hops < mostRedirects; hops += 1) {
    const parsed = parseAddress(next)
    // A browser that is led to a file asks for it itself.
    if (parsed.kind !== 'ok' || asksForExport(parsed.address.query)) return null
    const {reply, acts = false} = await load(context, parsed.address)
    if (reply.kind === 'page') return {url: parsed.address.url, reply, acts}
    if (reply.kind === 'download') {
      await reply.bytes.cancel()
      return null
    }
    next = reply.to
  }
  return null
}

/** Browsers name the purpose of a file; other programs are recognised by the requested name. */
function isFile(request: Request, path: string): boolean {
  const use = request.headers.get('sec-fetch-dest')
  if (use !== null && use !== 'empty') return use !== 'document' && use !== 'iframe'
  return /\.(?:js|mjs|css|map|png|jpe?g|gif|svg|ico|webp|avif|woff2?|txt|xml|json|webmanifest)$/i.test(path)
}
