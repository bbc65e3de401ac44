/**
 * A screen that needs somebody, asked for by nobody: it leads to signing in and back. What was typed and sent comes along: the page to sign
 * in answers at the same address, and after signing in the form is there again, filled in and not yet sent.
 */

import {pendingFormActions, pendingFormField} from '../contract/account.ts'
import type {Actor} from '../engine/actor.ts'
import type {Opened} from '../engine/application.ts'
import {type Action, type Form, type PageReply, Refused, type Reply, type Visit} from '../engine/reply.ts'
import {demoPeople} from './demo-people.ts'
import {packSubmission, unpackSubmission} from './pending-submission.ts'
import {returnTo, signInPath} from './return-to.ts'
import type {PeopleContext} from './screen-replies.ts'
import type {StartedSession} from './sessions.ts'
import {signInAsDemoPerson, signInPage, tryToSignIn} from './sign-in-screens.ts'

export interface SigningIn {
  readonly context: PeopleContext
  /** The screen at an address, for whoever has come in. */
  readonly open: (path: string, actor: Actor) => Opened | null
  /** Whether what was typed there can be put back. */
  readonly fills: boolean
  /** Fields with passwords, beside the one that is called so. */
  readonly secret?: readonly string[]
}

const signIn = pendingFormActions['sign in']
const asDemo = pendingFormActions['look around']

export function signInFirstScreen(signing: SigningIn): Opened {
  const leads = (visit: Visit): Reply => ({kind: 'redirect', to: signInPath(visit.url)})
  const get = (name: string): Action => {
    if (name === signIn) return (visit, form) => signedIn(signing, visit, form)
    if (name === asDemo)
      return (visit, form) => signInAsDemoPerson(signing.context, form, continueAs(signing, visit, form))
    return (visit, form) => offerSignIn(signing, visit, form)
  }
  return {screen: {load: leads, actions: {size: 1, get}, passesFilesOver: true}, parameters: {}}
}

/** Whoever loads the answer to their signing in again is in already, and finds what they typed once more. */
export function resumable(opened: Opened | null): Opened | null {
  const {screen} = opened ?? {}
  if (!opened || !screen?.again) return opened
  const again: Action = (visit, form) => filledIn(opened, visit, form)
  const get = (name: string) => screen.actions.get(name) ?? (name === signIn || name === asDemo ? again : undefined)
  return {...opened, screen: {...screen, actions: {size: screen.actions.size, get}}}
}

/** Where nothing was typed that can be put back, signing in is a page of its own. */
async function offerSignIn({context, fills, secret}: SigningIn, visit: Visit, form: Form): Promise<Reply> {
  const kept = packSubmission(form, secret)
  if (!fills || kept.kind === 'nothing') return {kind: 'redirect', to: signInPath(visit.url)}
  const demo = await demoPeople(context.world, context.words.leads)
  const {signedOut, signedOutTooLong} = context.words
  return kept.kind === 'kept'
    ? page(context, visit, {demo, said: signedOut, kept: kept.text})
    : page(context, visit, {demo, said: signedOutTooLong, kept: '[]'})
}

function signedIn(signing: SigningIn, visit: Visit, form: Form): Promise<Reply> {
  const kept = unpackSubmission(form) ? (form.text(pendingFormField) ?? '[]') : '[]'
  const again = (parts: Omit<SignInPageParts, 'kept'>) => page(signing.context, visit, {...parts, kept})
  return tryToSignIn(signing.context, form, {entered: continueAs(signing, visit, form), again})
}

type SignInPageParts = Omit<Parameters<typeof signInPage>[1], 'back'>

/** It holds what somebody typed, so nothing keeps it. */
function page(context: PeopleContext, visit: Visit, shown: SignInPageParts): PageReply {
  const headers = {'cache-control': 'private, no-store'}
  return {...signInPage(context, {...shown, back: returnTo(visit.url)}), status: 403, headers}
}

/** The same address, as the one who has come in. They are in whatever becomes of it: where it fails, asking for it says why. */
function continueAs({context, open}: SigningIn, visit: Visit, form: Form): (entered: StartedSession) => Promise<Reply> {
  return async entered => {
    const personal = context.asEntered(entered)
    const reply = await showTo(entered.actor, {open, visit, form}).catch(() => null)
    if (!reply) return {kind: 'redirect', to: visit.url, ...personal}
    return {...reply, ...personal, headers: {...reply.headers, ...personal.headers}}
  }
}

interface Continuation extends Pick<SigningIn, 'open'> {
  readonly visit: Visit
  readonly form: Form
}

async function showTo(actor: Actor, {open, visit, form}: Continuation): Promise<Reply | null> {
  const opened = open(visit.path, actor)
  return opened && filledIn(opened, {...visit, actor}, form)
}

function filledIn({screen, parameters}: Opened, visit: Visit, form: Form): Reply | Promise<Reply> {
  const decoded = Object.entries(parameters).map(([name, value]) => [name, decodeURIComponent(value)])
  const there = {...visit, parameters: Object.fromEntries(decoded)}
  const kept = unpackSubmission(form)
  if (!kept) throw new Refused('UNKNOWN_ACTION')
  return screen.again && kept.fields.length > 0 ? screen.again(there, kept) : screen.load(there)
}
