/** How account screens reply: signed in, signed out, refused with problems at their fields, or asked to wait. */
import type {Problem} from '../../contract/common.ts'
import {nobody} from '../../engine/actor.ts'
import {isOwnPath, parseAddress} from '../../engine/address.ts'
import {type Form, type PageReply, type RedirectReply, Refused, type Reply} from '../../engine/reply.ts'
import {type Messages, messagesFor} from '../../messages/index.ts'
import {userEntity} from '../../points/entities/own-fields.ts'
import {entryOf, fieldMessage, fill, refusal as ownRefusal} from '../../points/errors/run.ts'
import {browserLength} from '../account-rows.ts'
import {type Accounts, minute} from '../accounts.ts'
import type {StartedSession} from '../sessions.ts'
import type {PersonProblem, Refusal} from '../validate-person.ts'

export function messagesOf(accounts: Accounts): Messages['people'] {
  return messagesFor(accounts.engine().specification.limits.settings.LANGUAGE).people
}

/** The page again, with these problems. */
type ShowAgain = (problems: readonly Problem[]) => PageReply | Promise<PageReply>

export function signedIn(accounts: Accounts, started: StartedSession, to: string): RedirectReply {
  return {kind: 'redirect', to, ...sessionReply(accounts, started)}
}

/** The parts of a reply that make it the reply to a person who has just signed in. */
export function sessionReply(
  accounts: Accounts,
  {token, actor, browser}: StartedSession,
): Required<Pick<RedirectReply, 'as' | 'session'>> {
  const maxAge = accounts.engine().specification.limits.settings.SESSION_MAX
  const known = browser === undefined ? null : {secret: browser, maxAge: browserLength / 1000}
  return {as: actor, session: {kind: 'started', token, maxAge, browser: known}}
}

export function signedOut(to: string): RedirectReply {
  return {kind: 'redirect', to, as: nobody, session: {kind: 'ended'}}
}

/** The page again, with its problems; one that has to wait says how long. */
export async function refusedReply(accounts: Accounts, refusal: Refusal, show: ShowAgain): Promise<Reply> {
  if (refusal.kind === 'ended') throw new Refused('LINK_ENDED')
  if (refusal.kind === 'wait') return waitReply(accounts, refusal.wait, show)
  const page = await show(refusal.problems.map(each => problemOf(accounts, each)))
  return {...page, status: errorOf(accounts, refusal.problems[0]?.code ?? '').status}
}

export async function waitReply(accounts: Accounts, millis: number, show: ShowAgain): Promise<Reply> {
  const {seconds: inSeconds, minutes} = messagesOf(accounts)
  const wait = millis < minute ? inSeconds(Math.ceil(millis / 1000)) : minutes(Math.ceil(millis / minute))
  const {status, message} = ownRefusal(accounts.engine().specification.errors, 'TOO_MANY_REQUESTS', {wait})
  const seconds = String(Math.ceil(millis / 1000))
  return {...(await show([{field: null, message}])), status, headers: {'retry-after': seconds}}
}

function problemOf(accounts: Accounts, {field, code, values}: PersonProblem): Problem {
  const {entities, errors} = accounts.engine().specification
  if (field === null) return {field, message: fill(errorOf(accounts, code).message, values)}
  const own = entities.entities.get(userEntity)?.fields.get(field)
  const about = own ? {label: own.label, control: own.type.control.control} : {label: labelOf(accounts, field)}
  return {field, message: fieldMessage(errors, {code, values}, about).message}
}

/** The label of a field that only account screens have. */
function labelOf(accounts: Accounts, field: string): string {
  const {password, current, newPassword, email, name, roles} = messagesOf(accounts)
  const labels: Readonly<Record<string, string>> = {password, current, new: newPassword, email, name, roles}
  return labels[field] ?? field
}

/** Rules of the document refuse with codes of its own. */
function errorOf(accounts: Accounts, code: string): {readonly status: number; readonly message: string} {
  return entryOf(accounts.engine().specification.errors, code) ?? {status: 422, message: code}
}

/** The text of a field, to show it again; passwords are never given back. */
export function typed(form: Form, name: string): string {
  return form.text(name) ?? ''
}

/* Where people go after signing in: back to the page they wanted, and never to another site. */

const nowhere = 'http://nowhere.invalid'

/** The screens that one leaves behind by signing in. */
const entries = /^\/(sign-in|sign-up|sign-out|forgot-password|reset-password|set-up|invitations)(\/|\?|$)/

export function returnTo(asked: string | null): string {
  if (asked === null || !isOwnPath(asked) || !URL.canParse(asked, nowhere)) return '/'
  const url = new URL(asked, nowhere)
  if (url.origin !== nowhere) return '/'
  const path = `${url.pathname}${url.search}`
  const sound = isOwnPath(path) && parseAddress(path).kind === 'ok'
  return sound && !entries.test(path) ? path : '/'
}

export function signInPath(back: string): string {
  const path = returnTo(back)
  return path === '/' ? '/sign-in' : `/sign-in?return=${encodeURIComponent(path)}`
}
