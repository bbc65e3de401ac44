/** A person's own account: profile, password, language and sessions. */

import {type Actor, type PersonActor, personOf} from '../../../engine/base/actor.ts'
import {repeatable} from '../../../engine/idempotency.ts'
import {subscriptionsPath} from '../../../engine/links/subscribe.ts'
import type {LinkData, Problem} from '../../../engine/page/common.ts'
import {
  type ActionHandler,
  type Form,
  type OpenScreen,
  type PageReply,
  Refused,
  type Visit,
  withoutProblems,
} from '../../../engine/reply.ts'
import {requireProof} from '../../../engine/transaction/proof.ts'
import type {FormFieldData} from '../../../features/forms/data.ts'
import {dateFormat} from '../../../points/entities/values/formats.ts'
import {readId} from '../../../points/entities/values/id.ts'
import {feedFormatsOf, mayOpen} from '../../../points/screens/run.ts'
import {languageChoices} from '../../../points/translations.ts'
import type {Accounts} from '../../accounts.ts'
import type {AccountData, KeysData} from '../../data.ts'
import {mayInvite} from '../../invitations.ts'
import {listKeys, longestKeyName, makeKey, revokeKey} from '../../keys.ts'
import {
  changeOwn,
  changePassword,
  confirmSent,
  type OwnAccount,
  ownAccount,
  setLanguage,
  setMailPreference,
} from '../../own-account.ts'
import {endOwnSession} from '../../sessions.ts'
import {auditLink} from '../audit/server.ts'
import {failedCallsLink} from '../failed-calls/server.ts'
import {returnTo} from '../return-to.ts'
import {
  accountField,
  currentField,
  emailField,
  messagesOf,
  nameField,
  newPasswordField,
  refusedReply,
  sentText,
  signedIn,
  signedOut,
  withLabels,
} from '../screen-replies.ts'
import {securitySummary} from '../security/devices.ts'

export function accountScreen(accounts: Accounts, actor: Actor): OpenScreen | null {
  const self = personOf(actor)
  if (!self) return null
  return {
    load: async visit => accountPage(accounts, await accountData(accounts, self, {done: visit.query.get('done')})),
    actions: new Map<string, ActionHandler>([
      ['save', (visit, form) => save(accounts, self, {visit, form})],
      ['change password', (visit, form) => newPassword(accounts, self, {visit, form})],
      ['mail', (_visit, form) => mail(accounts, self, form)],
      ['make key', (_visit, form) => newKey(accounts, self, form)],
      ['revoke key', (_visit, form) => endKey(accounts, self, form)],
      ['language', (_visit, form) => language(accounts, self, form)],
      ['sign out', visit => signOut(accounts, visit)],
    ]),
    secrets: ['current', 'now'],
    again: async (_visit, form, {status, problems} = withoutProblems) => {
      const data = await accountData(accounts, self, typedBefore(form))
      return {...accountPage(accounts, {...data, problems: [...problems]}), status}
    },
  }
}

/** Includes the version the form was opened with, so that saving detects a change by someone else. */
function typedBefore(form: Form): AccountInput {
  if (form.text('_action') === 'mail') return {wantsMail: form.text('mail') !== null}
  if (form.text('_action') === 'make key') return {keyName: sentText(form, 'key')}
  const [name, email, version] = [form.text('name'), form.text('email'), versionIn(form)]
  return {...(name !== null && {name}), ...(email !== null && {email}), ...(version !== null && {version})}
}

function versionIn(form: Form): number | null {
  const version = form.text('_version')
  return version && /^\d{1,9}$/.test(version) ? Number(version) : null
}

function accountPage(accounts: Accounts, data: AccountData): PageReply {
  return {kind: 'page', status: 200, title: messagesOf(accounts).account, screen: 'account', data}
}

const saved = '/account?done=saved'

async function save(accounts: Accounts, self: PersonActor, {visit, form}: {visit: Visit; form: Form}) {
  const [name, email] = [sentText(form, 'name'), form.text('email')]
  const change = {
    name,
    email,
    version: versionIn(form),
    password: sentText(form, 'current'),
    sender: visit.sender,
    ...repeatable(visit, saved),
  }
  const answer = await changeOwn(accounts, self, change)
  if (answer === 'confirm') return {kind: 'redirect', to: confirmSent, as: {...self, name: name.trim()}} as const
  if (answer === 'done') return {kind: 'redirect', to: saved, as: {...self, name: name.trim()}} as const
  const data = await accountData(accounts, self, email === null ? {name} : {name, email})
  return refusedReply(accounts, answer, problems =>
    accountPage(accounts, {...data, problems: withLabels(problems, data.details)}),
  )
}

async function newPassword(accounts: Accounts, self: PersonActor, {visit, form}: {visit: Visit; form: Form}) {
  const [current, password] = [sentText(form, 'now'), sentText(form, 'password')]
  const answer = await changePassword(accounts, self, {current, password, sender: visit.sender})
  if (answer.kind === 'in') return signedIn(accounts, answer.entered, '/account?done=password')
  const data = await accountData(accounts, self, {})
  const said = (problems: readonly Problem[]) => withLabels(problems.map(atNow), data.password)
  return refusedReply(accounts, answer, problems => accountPage(accounts, {...data, problems: said(problems)}))
}

/** Two fields of this page ask for the current password, each for its own form. */
function atNow(problem: Problem): Problem {
  return problem.field === 'current' ? {...problem, field: 'now'} : problem
}

async function mail(accounts: Accounts, self: PersonActor, form: Form) {
  await setMailPreference(accounts, self, form.text('mail') !== null)
  return {kind: 'redirect', to: '/account?done=saved'} as const
}

/** One of the languages the document offers; any other value changes nothing. */
async function language(accounts: Accounts, self: PersonActor, form: Form) {
  const chosen = sentText(form, 'language')
  if (!accounts.engine().specification.languages.includes(chosen)) throw new Refused('BAD_INPUT')
  await setLanguage(accounts, self, chosen)
  // The command menu leads back to the page it was opened on.
  const back = form.text('return')
  return {kind: 'redirect', to: back === null ? saved : returnTo(back), as: {...self, language: chosen}} as const
}

async function signOut(accounts: Accounts, {sender}: Visit) {
  await endOwnSession(accounts, sender.session)
  return signedOut('/sign-in')
}

const keyDays: readonly string[] = ['30', '90', '365']

/** Replies with the page itself, because the key is shown only once. */
async function newKey(accounts: Accounts, self: PersonActor, form: Form) {
  const engine = accounts.engine()
  if (engine.specification.calls.calls.length === 0) throw new Refused('UNKNOWN_ACTION')
  const name = sentText(form, 'key').trim()
  const chosen = new Set(form.fields.flatMap(each => (each.name === 'roles' ? [String(each.value)] : [])))
  if (name === '' || name.length > longestKeyName || [...chosen].some(role => !self.roles.includes(role))) {
    const data = await accountData(accounts, self, {keyName: name})
    const code = name === '' ? 'REQUIRED' : name.length > longestKeyName ? 'TOO_LONG' : 'FORBIDDEN'
    const values = {most: String(longestKeyName), count: String(name.length)}
    const refusal = {kind: 'refused', problems: [{code, field: code === 'FORBIDDEN' ? null : 'key', values}]} as const
    return refusedReply(accounts, refusal, problems => accountPage(accounts, {...data, problems: [...problems]}))
  }
  const days = form.text('days') ?? ''
  // A key that never expires is chosen as such.
  if (days !== '' && !keyDays.includes(days)) throw new Refused('NOT_A_CHOICE', {choices: keyDays.join(', ')})
  const key = {
    person: self.id,
    name,
    roles: chosen.size === 0 ? null : [...chosen],
    days: days === '' ? null : Number(days),
  }
  await engine.read(self, reader => requireProof(reader, 'keys'))
  const made = await makeKey(engine, key, accounts.now(), accounts.post)
  if (made === null) throw new Refused('TOO_MANY', {most: '50'})
  return accountPage(accounts, await accountData(accounts, self, {made}))
}

async function endKey(accounts: Accounts, self: PersonActor, form: Form) {
  const id = readId(form.text('id') ?? '')
  if (id !== null) await revokeKey(accounts.engine(), id, self)
  return {kind: 'redirect', to: '/account?done=revoked'} as const
}

async function keysData(
  accounts: Accounts,
  self: PersonActor,
  {made, keyName = ''}: Pick<AccountInput, 'made' | 'keyName'>,
): Promise<KeysData | null> {
  const engine = accounts.engine()
  if (engine.specification.calls.calls.length === 0) return null
  const {LANGUAGE, TIME_ZONE} = engine.specification.limits.settings
  const format = dateFormat(LANGUAGE, {dateStyle: 'medium', timeZone: TIME_ZONE})
  const date = (millis: number | null): string | null => (millis === null ? null : format.format(millis))
  const keys = await engine.store.read(db => listKeys(db, accounts.now(), self.id))
  const listed = keys.map(({id, name, roles, made: at, used, until}) => ({
    id,
    name,
    roles,
    made: format.format(at),
    used: date(used),
    until: date(until),
  }))
  return {listed, roles: self.roles, made: made ?? null, name: keyName}
}

interface AccountInput {
  readonly made?: string
  readonly keyName?: string
  readonly done?: string | null
  readonly name?: string
  readonly email?: string
  readonly version?: number
  readonly wantsMail?: boolean
}

async function accountData(accounts: Accounts, self: PersonActor, shown: AccountInput): Promise<AccountData> {
  const words = messagesOf(accounts)
  const account = await ownAccount(accounts, self)
  if (!account) throw new Refused('NOT_FOUND')
  const said = new Map([
    ['saved', words.saved],
    ['confirm', words.confirmSent],
    ['address', words.addressConfirmed],
    ['password', words.passwordChanged],
    ['revoked', words.keyRevoked],
  ])
  return {
    version: shown.version ?? account.version,
    ...fieldsFor(accounts, account, shown),
    ...providersOf(accounts, account.issuers),
    problems: [],
    wantsMail: shown.wantsMail ?? account.wantsMail,
    languages: languageField(accounts),
    notice: said.get(shown.done ?? '') ?? null,
    security: await securitySummary(accounts, self, account.sessions),
    mayInvite: mayInvite(accounts.engine(), self),
    subscriptions: subscriptionsOf(accounts, self),
    failedCalls: failedCallsLink(accounts, self),
    auditLog: auditLink(accounts, self),
    keys: await keysData(accounts, self, shown),
  }
}

function providersOf(accounts: Accounts, issuers: readonly string[]): Pick<AccountData, 'signsInWith'> {
  const clients = accounts.sso?.clients ?? []
  const labels = issuers.map(
    issuer => clients.find(({provider}) => provider.issuer === issuer)?.provider.label ?? issuer,
  )
  return labels.length === 0 ? {} : {signsInWith: messagesOf(accounts).providerAccount(labels.join(', '))}
}

/** Only if there is anything to subscribe to. */
function subscriptionsOf(accounts: Accounts, self: PersonActor): LinkData | null {
  const {screens, limits} = accounts.engine().specification
  const some = screens.screens.some(screen => feedFormatsOf(screen).length > 0 && mayOpen(screen, self))
  return some ? {label: accounts.messages(limits.settings.LANGUAGE).feeds.heading, href: subscriptionsPath} : null
}

/** Empty if the document offers only one language. */
function languageField(accounts: Accounts): FormFieldData[] {
  const choices = languageChoices(accounts.engine().specification)
  if (choices.length === 0) return []
  const options = choices.map(({value, label}) => ({value, label, language: value}))
  const value = choices.find(({chosen}) => chosen)?.value ?? ''
  return [accountField('language', messagesOf(accounts).language, {control: 'choice', options, none: null, value})]
}

function fieldsFor(accounts: Accounts, account: OwnAccount, {name, email}: AccountInput) {
  const words = messagesOf(accounts)
  const itsName = nameField(accounts, name ?? account.name)
  if (!account.hasPassword) return {details: [itsName], password: []}
  return {
    details: [
      itsName,
      {...emailField(accounts, email ?? account.email), help: account.isProved ? '' : words.unprovedHelp},
      currentField(accounts, words.currentHelp),
    ],
    password: [{...currentField(accounts), name: 'now'}, newPasswordField(accounts, words.newPassword)],
  }
}
