import type {AccountData, SessionData} from '../contract/account.ts'
import type {Problem} from '../contract/common.ts'
import {type Actor, nobody, personOf} from '../engine/actor.ts'
import {
  type Action,
  type Form,
  type OpenScreen,
  type PageReply,
  plainlyAgain,
  Refused,
  type Visit,
} from '../engine/reply.ts'
import {repeatable} from '../engine/write/idempotency.ts'
import {dateFormat} from '../points/entities/values/formats.ts'
import {currentField, emailField, nameField, newPasswordField, withLabels} from './entry-form.ts'
import {mayInvite} from './invitations.ts'
import {
  changeOwn,
  changePassword,
  confirmSent,
  type OwnAccount,
  ownAccount,
  setMailPreference,
  signOutElsewhere,
} from './own-account.ts'
import {type PeopleContext, typed} from './screen-replies.ts'
import {digestOf} from './secret.ts'
import {endOwnSession, type ListedSession} from './sessions.ts'

/** What people call the browser and machine behind a user agent: enough to recognise one's own. */

const browsers: readonly (readonly [RegExp, string])[] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\/|Chromium\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]

const machines: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/CrOS/, 'ChromeOS'],
  [/Linux|X11/, 'Linux'],
]

function browserName(
  agent: string,
  {another, on}: {another: string; on: (browser: string, machine: string) => string},
): string {
  const found = (list: typeof browsers) => list.find(([pattern]) => pattern.test(agent))?.[1]
  const [browser, machine] = [found(browsers), found(machines)]
  if (!browser) return machine ?? another
  return machine ? on(browser, machine) : browser
}

/** One's own account: name, address, password, and where one is signed in. */

type Self = Extract<Actor, {kind: 'person'}>

export function accountScreen(context: PeopleContext, actor: Actor): OpenScreen | null {
  const self = personOf(actor)
  if (!self) return null
  return {
    load: async visit => page(context, await dataFor(context, self, {done: visit.query.get('done')})),
    actions: new Map<string, Action>([
      ['save', (visit, form) => save(context, self, {visit, form})],
      ['change password', (_visit, form) => newPassword(context, self, form)],
      ['mail', (_visit, form) => mail(context, self, form)],
      ['sign out elsewhere', () => elsewhere(context, self)],
      ['sign out', () => signOut(context)],
    ]),
    again: async (_visit, form, {status, problems} = plainlyAgain) => {
      const data = await dataFor(context, self, typedBefore(form))
      return {...page(context, {...data, problems: [...problems]}), status}
    },
  }
}

/** With the version that it was typed for, so that saving it still finds out whether somebody else was faster. */
function typedBefore(form: Form): AccountInput {
  if (form.text('_action') === 'mail') return {wantsMail: form.text('mail') !== null}
  const [name, email, version] = [form.text('name'), form.text('email'), versionIn(form)]
  return {...(name !== null && {name}), ...(email !== null && {email}), ...(version !== null && {version})}
}

function versionIn(form: Form): number | null {
  const version = form.text('_version')
  return version && /^\d{1,9}$/.test(version) ? Number(version) : null
}

function page({words}: PeopleContext, data: AccountData): PageReply {
  return {kind: 'page', status: 200, title: words.account, screen: 'account', data}
}

const saved = '/account?done=saved'

async function save(context: PeopleContext, self: Self, {visit, form}: {visit: Visit; form: Form}) {
  const [name, email] = [typed(form, 'name'), form.text('email')]
  const change = {
    name,
    email,
    version: versionIn(form),
    password: typed(form, 'current'),
    sender: context.sender,
    ...repeatable(visit, saved),
  }
  const answer = await changeOwn(context.world, self, change)
  if (answer === 'confirm') return {kind: 'redirect', to: confirmSent, as: {...self, name: name.trim()}} as const
  if (answer === 'done') return {kind: 'redirect', to: saved, as: {...self, name: name.trim()}} as const
  const data = await dataFor(context, self, email === null ? {name} : {name, email})
  return context.refused(answer, problems => page(context, {...data, problems: withLabels(problems, data.details)}))
}

async function newPassword(context: PeopleContext, self: Self, form: Form) {
  const [current, password] = [typed(form, 'now'), typed(form, 'password')]
  const answer = await changePassword(context.world, self, {current, password, sender: context.sender})
  if (answer.kind === 'in') return context.entered(answer.entered, '/account?done=password')
  const data = await dataFor(context, self, {})
  const said = (problems: readonly Problem[]) => withLabels(problems.map(atNow), data.password)
  return context.refused(answer, problems => page(context, {...data, problems: said(problems)}))
}

/** Two fields of this page ask for the present password, each for its own form. */
function atNow(problem: Problem): Problem {
  return problem.field === 'current' ? {...problem, field: 'now'} : problem
}

async function mail({world}: PeopleContext, self: Self, form: Form) {
  await setMailPreference(world, self, form.text('mail') !== null)
  return {kind: 'redirect', to: '/account?done=saved'} as const
}

async function elsewhere(context: PeopleContext, self: Self) {
  await signOutElsewhere(context.world, self, context.session)
  return {kind: 'redirect', to: '/account?done=elsewhere'} as const
}

async function signOut(context: PeopleContext) {
  await endOwnSession(context.world, context.session)
  return context.left(nobody, '/sign-in')
}

interface AccountInput {
  readonly done?: string | null
  readonly name?: string
  readonly email?: string
  readonly version?: number
  readonly wantsMail?: boolean
}

async function dataFor(context: PeopleContext, self: Self, shown: AccountInput): Promise<AccountData> {
  const {world, words} = context
  const account = await ownAccount(world, self)
  if (!account) throw new Refused('NOT_FOUND')
  const said: Readonly<Record<string, string>> = {
    saved: words.saved,
    confirm: words.confirmSent,
    address: words.addressConfirmed,
    password: words.passwordChanged,
    elsewhere: words.signedOutElsewhere,
  }
  return {
    version: shown.version ?? account.version,
    ...fieldsFor(context, account, shown),
    problems: [],
    wantsMail: shown.wantsMail ?? account.wantsMail,
    notice: said[shown.done ?? ''] ?? null,
    sessions: account.sessions
      .map(session => shownSession(context, session))
      .toSorted((a, b) => Number(b.current) - Number(a.current)),
    mayInvite: mayInvite(world.engine(), self),
  }
}

function fieldsFor(context: PeopleContext, account: OwnAccount, {name, email}: AccountInput) {
  const {words} = context
  const itsName = nameField(context, name ?? account.name)
  if (!account.hasPassword) return {details: [itsName], password: []}
  return {
    details: [itsName, emailField(context, email ?? account.email), currentField(context, words.currentHelp)],
    password: [{...currentField(context), name: 'now'}, newPasswordField(context, words.newPassword)],
  }
}

/** The stored token is a digest, and of that the page gets a digest again: a key for drawing, and nothing else. */
function shownSession(context: PeopleContext, session: ListedSession): SessionData {
  const {LANGUAGE, TIME_ZONE} = context.world.engine().specification.limits.settings
  const format = dateFormat(LANGUAGE, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: TIME_ZONE,
  })
  return {
    key: digestOf(session.token).slice(0, 12),
    device: browserName(session.agent, context.words.browser),
    address: session.address,
    lastUsed: format.format(session.seen),
    lastUsedAt: new Date(session.seen).toISOString(),
    current: session.token === context.session,
  }
}
