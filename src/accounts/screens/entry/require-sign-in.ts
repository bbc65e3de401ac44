/**
 * A screen that needs a person leads anonymous visitors to sign-in and back. A submitted form is preserved: the sign-in page appears at the same
 * address, and afterwards the form is filled in again, not yet sent.
 */

import type {Opened} from '../../../engine/application/application.ts'
import {type Actor, nobody, type PersonActor, personOf} from '../../../engine/base/actor.ts'
import {
  type ActionHandler,
  type Form,
  onlyText,
  type PageReply,
  Refused,
  type Reply,
  type Visit,
} from '../../../engine/reply.ts'
import {noFile} from '../../../features/forms/form-input.ts'
import {keptText} from '../../../points/limits/settings.ts'
import {findScreen} from '../../../points/screens/run.ts'
import type {Specification} from '../../../points/specification.ts'
import type {Accounts} from '../../accounts.ts'
import {pendingFormActions, pendingFormField} from '../../data.ts'
import {demoPeople} from '../../demo-people.ts'
import {secretDigest} from '../../secret.ts'
import type {StartedSession} from '../../sessions.ts'
import {withInvitations} from '../people-screens.ts'
import {onlyProviderPath, returnTo, signInPath} from '../return-to.ts'
import {messagesOf, sessionReply} from '../screen-replies.ts'
import {confirmFor, confirmPageAt, tryToConfirm} from '../security/confirm.ts'
import {factorPage, tryFactor} from './second-factor.ts'
import {signInAsDemoPerson, signInPage, tryPasskey, tryToSignIn, visitorPasskey} from './sign-in.ts'

/** The screen at a path for an actor. */
type FindScreen = (path: string, actor: Actor) => Opened | null

/** The screen for this actor. If only people may open it, an anonymous visitor gets the sign-in screen first. */
export function openOrSignIn(accounts: Accounts, find: FindScreen, path: string, actor: Actor): Opened | null {
  const {specification} = accounts.engine()
  const open: FindScreen = (at, as) => withInvitations(accounts, find(at, as), at, as)
  if (actor.kind !== 'nobody') return resumable(accounts, open(path, actor), personOf(actor))
  const forPeople = find(path, everyRole(specification))
  const first = (there: Opened) => signInFirst({accounts, open, there})
  // A screen of the document that is for people only takes precedence over a public page at the same path.
  const declared = (as: Actor) => findScreen(specification.screens, path, personOf(as)) !== null
  if (forPeople && !declared(nobody) && declared(everyRole(specification))) return first(forPeople)
  return open(path, nobody) ?? (forPeople ? first(forPeople) : null)
}

/** A fictitious person with every role, who sees each screen that anyone can see. */
function everyRole({roles}: Specification): Actor {
  return {kind: 'person', id: '', name: '', roles: [...roles.roles.keys()]}
}

interface SigningIn {
  readonly accounts: Accounts
  readonly open: FindScreen
  /** The screen as people with some role see it. */
  readonly there: Opened
}

const signIn = pendingFormActions['sign in']
const withFactor = pendingFormActions['second factor']
const withPasskey = pendingFormActions['passkey']
const asDemo = pendingFormActions['look around']

function signInFirst(signing: SigningIn): Opened {
  const {accounts} = signing
  const leads = (visit: Visit): Reply => {
    const straight = visit.asData ? null : onlyProviderPath(accounts, visit.url)
    return {kind: 'redirect', to: straight ?? signInPath(visit.url)}
  }
  const get = (name: string): ActionHandler => {
    if (name === signIn) return (visit, form) => signInHere(signing, visit, form)
    if (name === withFactor) return (visit, form) => factorHere(signing, visit, form)
    if (name === withPasskey) return (visit, form) => passkeyHere(signing, visit, form)
    if (name === asDemo)
      return (visit, form) =>
        signInAsDemoPerson(accounts, {form, sender: visit.sender}, continueAs(signing, visit, form))
    return (visit, form) => offerSignIn(signing, visit, form)
  }
  return {screen: {load: leads, actions: {size: 1, get}, ignoresFiles: true}, parameters: {}}
}

const confirming = pendingFormActions['confirm']

const afterSignIn: readonly (string | undefined)[] = [signIn, withFactor, withPasskey, asDemo]

/**
 * A person who reloads the reply to signing in is already signed in and gets the filled-in form again. So does one who
 * has proved here, before a sensitive step, that it is them.
 */
function resumable(accounts: Accounts, opened: Opened | null, self: PersonActor | null): Opened | null {
  const {screen} = opened ?? {}
  if (!opened || !screen?.again) return opened
  const again: ActionHandler = (visit, form) => filledIn(opened, visit, form)
  const confirm: ActionHandler = (visit, form) =>
    self ? confirmHere(accounts, opened, {self, visit, form}) : again(visit, form)
  const more = new Map([...afterSignIn.map(name => [name, again] as const), [confirming, confirm]])
  const get = (name: string) => screen.actions.get(name) ?? more.get(name)
  return {...opened, screen: {...screen, actions: {size: screen.actions.size, get}}}
}

interface UnprovedForm {
  readonly self: PersonActor
  readonly visit: Visit
  readonly form: Form
}

/** Before a sensitive step: a page that asks for proof, and keeps what was typed where the screen can show it again. */
export async function askForProof(
  accounts: Accounts,
  {screen}: Opened,
  {self, visit, form}: UnprovedForm,
): Promise<Reply> {
  const packed = packSubmission(form, screen.secrets)
  if (!screen.again || packed.kind === 'nothing') return {kind: 'redirect', to: confirmFor(returnTo(visit.url))}
  return confirmPageAt(accounts, self, {visit, kept: packed.kind === 'kept' ? packed.text : '[]'})
}

function confirmHere(accounts: Accounts, opened: Opened, {self, visit, form}: UnprovedForm): Promise<Reply> {
  const kept = keptIn(form)
  return tryToConfirm(
    accounts,
    {self, form, visit},
    {
      confirmed: () => filledIn(opened, visit, form),
      again: problems => confirmPageAt(accounts, self, {visit, kept, problems}),
    },
  )
}

/** If nothing can be filled in again, sign-in is a separate page. */
async function offerSignIn({accounts, there}: SigningIn, visit: Visit, form: Form): Promise<Reply> {
  const packed = packSubmission(form, there.screen.secrets)
  if (!there.screen.again || packed.kind === 'nothing') return {kind: 'redirect', to: signInPath(visit.url)}
  const {leads, signedOut, signedOutTooLong} = messagesOf(accounts)
  const shown = {demo: await demoPeople(accounts, leads), ...(await visitorPasskey(accounts))}
  return packed.kind === 'kept'
    ? signInPageAt(accounts, visit, {...shown, said: signedOut, kept: packed.text})
    : signInPageAt(accounts, visit, {...shown, said: signedOutTooLong, kept: '[]'})
}

function signInHere(signing: SigningIn, visit: Visit, form: Form): Promise<Reply> {
  const {accounts} = signing
  const kept = keptIn(form)
  const again = (parts: Omit<SignInPageParts, 'kept'>) => signInPageAt(accounts, visit, {...parts, kept})
  const asked = (secret: string) => factorPageAt(accounts, {secret, kept})
  return tryToSignIn(accounts, {form, sender: visit.sender}, {entered: continueAs(signing, visit, form), asked, again})
}

function factorHere(signing: SigningIn, visit: Visit, form: Form): Promise<Reply> {
  const {accounts} = signing
  const kept = keptIn(form)
  const again = (parts: Parameters<typeof factorPage>[1]) => factorPageAt(accounts, {...parts, kept})
  return tryFactor(accounts, {form, sender: visit.sender}, {entered: continueAs(signing, visit, form), again})
}

function passkeyHere(signing: SigningIn, visit: Visit, form: Form): Promise<Reply> {
  const {accounts} = signing
  const kept = keptIn(form)
  const again = (parts: Omit<SignInPageParts, 'kept'>) => signInPageAt(accounts, visit, {...parts, kept})
  return tryPasskey(accounts, {form, sender: visit.sender}, {entered: continueAs(signing, visit, form), again})
}

async function factorPageAt(accounts: Accounts, parts: Parameters<typeof factorPage>[1]): Promise<PageReply> {
  return {...(await factorPage(accounts, parts)), status: 403}
}

type SignInPageParts = Omit<Parameters<typeof signInPage>[1], 'back'>

/** The page contains what was typed, so it is never cached. */
function signInPageAt(accounts: Accounts, visit: Visit, parts: SignInPageParts): PageReply {
  const headers = {'cache-control': 'private, no-store'}
  return {...signInPage(accounts, {...parts, back: returnTo(visit.url)}), status: 403, headers}
}

/** The same address, as the person who has signed in. If it cannot be shown, redirect there; the session has started in any case. */
function continueAs(
  {accounts, open}: SigningIn,
  visit: Visit,
  form: Form,
): (started: StartedSession) => Promise<Reply> {
  return async started => {
    const session = sessionReply(accounts, started)
    const sender = {...visit.sender, session: secretDigest(started.token)}
    const reply = await showTo(open, {...visit, actor: started.actor, sender}, form).catch(() => null)
    return reply ? {...reply, ...session} : {kind: 'redirect', to: visit.url, ...session}
  }
}

async function showTo(open: FindScreen, visit: Visit, form: Form): Promise<Reply | null> {
  const opened = open(visit.path, visit.actor)
  return opened && filledIn(opened, visit, form)
}

function filledIn({screen, parameters}: Opened, visit: Visit, form: Form): Reply | Promise<Reply> {
  const decoded = Object.entries(parameters).map(([name, value]) => [name, decodeURIComponent(value)])
  const there = {...visit, parameters: Object.fromEntries(decoded)}
  const kept = unpackSubmission(form)
  if (!kept) throw new Refused('UNKNOWN_ACTION')
  return screen.again && kept.fields.length > 0 ? screen.again(there, kept) : screen.load(there)
}

/*
 * The form that was sent without a session. It travels through the sign-in page as one hidden field: it is not stored, not put into an address and
 * not acted on.
 */

/** A one-time token is valid for one submission, and passwords are never sent back. */
const notKept = ['_once', pendingFormField, 'password']

type PackedSubmission = {readonly kind: 'nothing' | 'too long'} | {readonly kind: 'kept'; readonly text: string}

/** Without files, which have to be chosen again. `secret` names other password fields of the form. */
export function packSubmission({fields}: Form, secret: readonly string[] = []): PackedSubmission {
  const left = [...notKept, ...secret]
  const texts = fields.flatMap(({name, value}) =>
    typeof value === 'string' && !left.includes(name) ? [[name, value] as const] : [],
  )
  if (!texts.some(([name, value]) => !name.startsWith('_') && value.trim() !== '' && value !== noFile))
    return {kind: 'nothing'}
  const text = JSON.stringify(texts)
  return Buffer.byteLength(text) > keptText ? {kind: 'too long'} : {kind: 'kept', text}
}

/** As it goes through another page. */
const keptIn = (form: Form): string => (unpackSubmission(form) ? (form.text(pendingFormField) ?? '[]') : '[]')

/** The form that a sign-in page brings back; null if it is malformed. */
function unpackSubmission(form: Form): Form | null {
  const pairs = pairsIn(form.text(pendingFormField) ?? '')
  if (!pairs) return null
  const fields = pairs.filter(([name]) => !notKept.includes(name)).map(([name, value]) => ({name, value}))
  return {fields, text: name => onlyText(fields, name), open: noBytes}
}

function pairsIn(text: string): [string, string][] | null {
  if (Buffer.byteLength(text) > keptText) return null
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) && value.every(isPair) ? value : null
  } catch {
    return null
  }
}

function isPair(value: unknown): value is [string, string] {
  return Array.isArray(value) && value.length === 2 && value.every(each => typeof each === 'string')
}

async function* noBytes(): AsyncGenerator<Uint8Array> {}
