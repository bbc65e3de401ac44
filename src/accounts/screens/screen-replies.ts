/** Replies of account screens: signed in, signed out, refused with field problems, or asked to wait. */

import {nobody} from '../../engine/base/actor.ts'
import {waitText} from '../../engine/display/dates.ts'
import type {Problem} from '../../engine/page/common.ts'
import {type Form, type PageReply, type RedirectReply, Refused, type Reply} from '../../engine/reply.ts'
import type {FormFieldData} from '../../features/forms/data.ts'
import type {Messages} from '../../messages/index.ts'
import {userEntity} from '../../points/entities/own-fields.ts'
import {readId} from '../../points/entities/values/id.ts'
import {errorEntry, fieldMessage, fill, refusal as ownRefusal} from '../../points/errors/run.ts'
import {browserLength} from '../account-rows.ts'
import type {Accounts} from '../accounts.ts'
import type {EntryData, EntryForm} from '../data.ts'
import type {StartedSession} from '../sessions.ts'
import {startPath} from '../sso/single-sign-on.ts'
import type {PersonProblem, Refusal} from '../validate-person.ts'

export function messagesOf(accounts: Accounts): Messages['people'] {
  return accounts.messages(accounts.engine().specification.limits.settings.LANGUAGE).people
}

/** The page again, with these problems. */
type ShowAgain = (problems: readonly Problem[]) => PageReply | Promise<PageReply>

export function signedIn(accounts: Accounts, started: StartedSession, to: string): RedirectReply {
  return {kind: 'redirect', to, ...sessionReply(accounts, started)}
}

/** The parts of a reply to a person who has just signed in. */
export function sessionReply(
  accounts: Accounts,
  {token, actor, browser, isShared = false}: StartedSession,
): Required<Pick<RedirectReply, 'as' | 'session'>> {
  const maxAge = isShared ? null : accounts.engine().specification.limits.settings.SESSION_MAX
  const known = browser === undefined ? null : {secret: browser, maxAge: browserLength / 1000}
  return {as: actor, session: {kind: 'started', token, maxAge, browser: known}}
}

export function signedOut(to: string): RedirectReply {
  return {kind: 'redirect', to, as: nobody, session: {kind: 'ended'}}
}

/** The page again with its problems; if it has to wait, with how long. */
export async function refusedReply(accounts: Accounts, refusal: Refusal, show: ShowAgain): Promise<Reply> {
  if (refusal.kind === 'ended') throw new Refused('LINK_ENDED')
  if (refusal.kind === 'wait') return waitReply(accounts, refusal.wait, show)
  const page = await show(refusal.problems.map(each => problemOf(accounts, each)))
  return {...page, status: errorOf(accounts, refusal.problems[0]?.code ?? '').status}
}

export async function waitReply(accounts: Accounts, millis: number, show: ShowAgain): Promise<Reply> {
  const {errors, limits} = accounts.engine().specification
  const wait = waitText(millis, limits.settings.LANGUAGE)
  const {status, message} = ownRefusal(errors, 'TOO_MANY_REQUESTS', {wait})
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
  const {password, current, newPassword, email, name, roles, code} = messagesOf(accounts)
  const labels: Readonly<Record<string, string>> = {password, current, new: newPassword, email, name, roles, code}
  return labels[field] ?? field
}

/** Rules of the document refuse with their own codes. */
function errorOf(accounts: Accounts, code: string): {readonly status: number; readonly message: string} {
  return errorEntry(accounts.engine().specification.errors, code) ?? {status: 422, message: code}
}

/** The text of a field, to show it again. Passwords are never sent back. */
export function sentText(form: Form, name: string): string {
  return form.text(name) ?? ''
}

/** The id of the row that a form is about. */
export function idIn(form: Form): string {
  const id = readId(form.text('id') ?? '')
  if (id === null) throw new Refused('NOT_FOUND')
  return id
}

/** The buttons of the providers. */
export function providerLinks(accounts: Accounts, back: string): Pick<EntryData, 'providers'> {
  const words = messagesOf(accounts)
  const clients = accounts.sso?.clients ?? []
  if (clients.length === 0) return {}
  const linkTo = ({provider: {name, label}}: (typeof clients)[number]) => ({
    label: words.continueWith(label),
    href: startPath(name, back),
  })
  return {providers: clients.map(linkTo)}
}

/* Pages with a single form, as data. */

type EntryPageParts = Pick<EntryData, 'heading' | 'intro'> & Partial<EntryData>

export function entryPage(parts: EntryPageParts): PageReply {
  const data: EntryData = {notice: null, form: null, links: [], demo: [], pendingForm: null, ...parts}
  return {kind: 'page', status: 200, title: parts.heading, screen: 'entry', bare: true, signsIn: true, data}
}

export function entryForm(action: string, label: string, parts: Pick<EntryForm, 'fields' | 'problems'>): EntryForm {
  return {action, label, signsOut: action === 'sign out', ...parts}
}

/** `autoComplete`: what password managers and browsers fill in. */
export function accountField(
  name: string,
  label: string,
  {autoComplete = 'off', attributes, value = '', ...more}: AccountFieldParts = {},
): FormFieldData {
  return {
    name,
    label,
    help: '',
    required: true,
    control: 'line',
    attributes: {autoComplete, ...attributes},
    options: null,
    values: [value],
    ...more,
  }
}

interface AccountFieldParts extends Partial<FormFieldData> {
  readonly autoComplete?: string
  readonly value?: string
}

export function nameField(accounts: Accounts, value = ''): FormFieldData {
  return accountField('name', messagesOf(accounts).name, {autoComplete: 'name', value})
}

/** Password managers look for `username`. */
export function emailField(accounts: Accounts, value: string, autoComplete = 'username'): FormFieldData {
  const attributes = {type: 'email', autoCapitalize: 'none', spellCheck: false}
  return accountField('email', messagesOf(accounts).email, {autoComplete, attributes, value})
}

export function passwordField(accounts: Accounts): FormFieldData {
  const label = messagesOf(accounts).password
  return accountField('password', label, {control: 'password', autoComplete: 'current-password'})
}

/** Of an authenticator app, or a recovery code, which has letters. */
export function codeField(accounts: Accounts): FormFieldData {
  const attributes = {autoCapitalize: 'none', spellCheck: false, maxLength: 40}
  return accountField('code', messagesOf(accounts).code, {autoComplete: 'one-time-code', attributes})
}

export function currentField(accounts: Accounts, help = ''): FormFieldData {
  const label = messagesOf(accounts).current
  return accountField('current', label, {control: 'password', autoComplete: 'current-password', help})
}

export function newPasswordField(accounts: Accounts, label?: string): FormFieldData {
  const messages = messagesOf(accounts)
  const help = messages.passwordHelp(accounts.engine().specification.limits.settings.PASSWORD_MIN)
  const parts = {control: 'password', autoComplete: 'new-password', help} as const
  return accountField('password', label ?? messages.password, parts)
}

export function roleField(accounts: Accounts, choices: readonly string[], value: string): FormFieldData {
  const {text} = accounts.engine().specification.translation
  const options = choices.map(choice => ({value: choice, label: text(choice)}))
  return accountField('role', messagesOf(accounts).joinAs, {control: 'choice', options, none: null, value})
}

/** Names the field of each problem for the summary, unless its message does. A problem of a field that is not in this form appears only there. */
export function withLabels(problems: readonly Problem[], fields: readonly FormFieldData[]): Problem[] {
  const labels = new Map(fields.map(each => [each.name, each.label]))
  return problems.map(each => {
    if (each.field === null) return each
    const label = labels.get(each.field)
    const isNamed = label !== undefined && each.message.toLowerCase().includes(label.toLowerCase())
    if (label !== undefined) return isNamed ? each : {...each, label}
    return {field: null, message: `${each.field.replaceAll('_', ' ')}: ${each.message}`}
  })
}
