/** Sign-in, sign-up and sign-out. */

import {type Actor, nobody, personOf} from '../../../engine/base/actor.ts'
import type {Problem} from '../../../engine/page/common.ts'
import {
  type ActionHandler,
  type Form,
  type OpenScreen,
  type PageReply,
  type RedirectReply,
  Refused,
  type Reply,
  type RequestSender,
  type Visit,
} from '../../../engine/reply.ts'
import type {FormFieldData} from '../../../features/forms/data.ts'
import {accountPath} from '../../../points/screens/own/model.ts'
import {hasAccounts} from '../../account-rows.ts'
import type {Accounts} from '../../accounts.ts'
import type {PasskeyAskData} from '../../data.ts'
import {type DemoPerson, demoPeople, signInAsDemo} from '../../demo-people.ts'
import {signInWithPasskey} from '../../factors/second-factor.ts'
import {endOwnSession, type StartedSession} from '../../sessions.ts'
import {signIn} from '../../sign-in.ts'
import {requestSignUp, signUp, signUpRoles} from '../../sign-up.ts'
import {answersIn, type RequiredAnswers, refusedPerson, requiredEntries} from '../../validate-person.ts'
import {passkeyAsk, passkeyIn} from '../passkey-ask.ts'
import {returnTo} from '../return-to.ts'
import {
  accountField,
  emailField,
  entryForm,
  entryPage,
  messagesOf,
  nameField,
  newPasswordField,
  passwordField,
  providerLinks,
  refusedReply,
  roleField,
  sentText,
  signedIn,
  signedOut,
  waitReply,
  withLabels,
} from '../screen-replies.ts'
import {factorAction, factorPage, tryFactor} from './second-factor.ts'

export const backOf = (visit: Visit): string => returnTo(visit.query.get('return'))

/** A link between these screens that keeps the visitor's destination. */
export function withReturn(path: string, back: string): string {
  return back === '/' ? path : `${path}?return=${encodeURIComponent(back)}`
}

interface SignUpInput {
  readonly problems?: readonly Problem[]
  readonly email?: string
  readonly name?: string
  readonly role?: string
  readonly answers?: RequiredAnswers
}

interface SignInShown extends SignUpInput {
  /** The visitor's destination. */
  readonly back: string
  readonly demo: readonly DemoPerson[]
  readonly said?: string
  /** Why a provider has not let someone in. */
  readonly refusal?: string
  readonly kept?: string
  readonly passkey?: PasskeyAskData
  /** Also where most people may not sign in with a password. */
  readonly withPassword?: boolean
}

export function signInPage(accounts: Accounts, shown: SignInShown): PageReply {
  const words = messagesOf(accounts)
  const {specification} = accounts.engine()
  const {back, demo, problems = [], email = '', said = null, kept = null} = shown
  const joins = signUpRoles(accounts).length > 0
  const hasForm = shown.withPassword === true || (accounts.passwordsFor ?? null) === null
  const links = hasForm
    ? [{label: words.forgotten, href: withReturn('/forgot-password', back)}]
    : [
        {
          label: words.withPassword,
          href: `/sign-in?password=yes${back === '/' ? '' : `&return=${encodeURIComponent(back)}`}`,
        },
      ]
  if (joins) links.push({label: words.noAccount, href: withReturn('/sign-up', back)})
  // Browsers offer passkeys in the field whose autocompletion says so.
  const filled = shown.passkey ? 'username webauthn' : 'username'
  const fields = [emailField(accounts, email, filled), passwordField(accounts), ...sharedField(accounts)]
  return entryPage({
    heading: words.signIn,
    intro: specification.purpose.description,
    notice: said,
    ...(shown.refusal === undefined ? {} : {refusal: shown.refusal}),
    form: hasForm ? entryForm('sign in', words.signIn, {fields, problems}) : null,
    links,
    ...providerLinks(accounts, back),
    ...(shown.passkey && hasForm ? {passkey: shown.passkey} : {}),
    demo,
    pendingForm: kept,
  })
}

const sharedName = 'shared'

/** Only where the document has a length for such sessions. */
export function sharedField(accounts: Accounts): FormFieldData[] {
  if (accounts.engine().specification.limits.settings.SHARED_SESSION_LENGTH === 0) return []
  return [accountField(sharedName, messagesOf(accounts).sharedDevice, {control: 'yes/no', value: 'no'})]
}

export function isShared(accounts: Accounts, form: Form): boolean {
  const isChosen = form.fields.some(({name, value}) => name === sharedName && value === 'yes')
  return isChosen && accounts.engine().specification.limits.settings.SHARED_SESSION_LENGTH > 0
}

/** `entered` with the new session, `asked` for a second factor, or the page again with its problems. */
interface SignInOutcomes {
  readonly entered: (entered: StartedSession) => Reply | Promise<Reply>
  readonly asked: (secret: string) => Reply | Promise<Reply>
  readonly again: (parts: Pick<SignInShown, 'demo' | 'problems' | 'email' | 'passkey'>) => PageReply
}

export async function tryToSignIn(
  accounts: Accounts,
  {form, sender}: {readonly form: Form; readonly sender: RequestSender},
  {entered, asked, again}: SignInOutcomes,
): Promise<Reply> {
  const given = {email: sentText(form, 'email'), password: sentText(form, 'password')}
  const answer = await signIn(accounts, given, sender, {isShared: isShared(accounts, form)})
  if (answer.kind === 'in') return entered(answer.entered)
  if (answer.kind === 'factor') return asked(answer.secret)
  const show = await shownAgain(accounts, given.email, again)
  if (answer.kind === 'wait') return waitReply(accounts, answer.wait, show)
  return refusedReply(accounts, refusedPerson('SIGN_IN_FAILED'), show)
}

async function shownAgain(
  accounts: Accounts,
  email: string,
  again: SignInOutcomes['again'],
): Promise<(problems: readonly Problem[]) => PageReply> {
  const demo = await demoPeople(accounts, messagesOf(accounts).leads)
  const ask = await visitorPasskey(accounts)
  return problems => again({demo, problems, email, ...ask})
}

const passkeyAction = 'passkey'

/** Where the sign-in page has a form at all, for those who may use one. */
export const visitorPasskey = (accounts: Accounts) => passkeyAsk(accounts, {person: null, action: passkeyAction})

export async function tryPasskey(
  accounts: Accounts,
  {form, sender}: {readonly form: Form; readonly sender: RequestSender},
  {entered, again}: Pick<SignInOutcomes, 'entered' | 'again'>,
): Promise<Reply> {
  const answer = passkeyIn(form)
  if (!answer) throw new Refused('UNKNOWN_ACTION')
  const result = await signInWithPasskey(accounts, {answer, isShared: isShared(accounts, form)}, sender)
  if (result.kind === 'in') return entered(result.entered)
  const show = await shownAgain(accounts, '', again)
  return result.kind === 'wait'
    ? waitReply(accounts, result.wait, show)
    : refusedReply(accounts, refusedPerson('WRONG_PASSKEY'), show)
}

export async function signInAsDemoPerson(
  accounts: Accounts,
  {form, sender}: {readonly form: Form; readonly sender: RequestSender},
  entered: SignInOutcomes['entered'],
): Promise<Reply> {
  const found = await signInAsDemo(accounts, sentText(form, 'person'), sender)
  if (!found) throw new Refused('UNKNOWN_ACTION')
  return entered(found)
}

/** The built-in page, where the document has a sign-in page of its own: with providers, passkeys and passwords. */
export const allWaysPath = (back: string): string =>
  `/sign-in?ways=all${back === '/' ? '' : `&return=${encodeURIComponent(back)}`}`

/** A page of the document in place of a built-in one; null if there is none. Messages from mails and providers are on the built-in one. */
function ownPage(accounts: Accounts, deed: 'sign in' | 'sign up', {query}: Visit): RedirectReply | null {
  const path = accountPath(accounts.engine().specification.screens.screens, deed)
  if (path === null || ['ways', 'notice', 'password', 'done'].some(name => query.has(name))) return null
  return {kind: 'redirect', to: withReturn(path, returnTo(query.get('return')))}
}

export function signInScreen(accounts: Accounts, actor: Actor): OpenScreen {
  const entering = (visit: Visit) => (entered: StartedSession) => signedIn(accounts, entered, backOf(visit))
  const act: ActionHandler = (visit, form) =>
    tryToSignIn(
      accounts,
      {form, sender: visit.sender},
      {
        entered: entering(visit),
        asked: secret => factorPage(accounts, {secret}),
        again: parts => signInPage(accounts, {back: backOf(visit), withPassword: true, ...parts}),
      },
    )
  return {
    load: async visit =>
      personOf(actor)
        ? {kind: 'redirect', to: backOf(visit)}
        : (ownPage(accounts, 'sign in', visit) ??
          signInPage(accounts, {
            back: backOf(visit),
            withPassword: visit.query.get('password') === 'yes',
            ...(await firstSteps(accounts)),
            ...(await visitorPasskey(accounts)),
            ...refusalOf(accounts, visit),
          })),
    actions: new Map([
      ['sign in', act],
      [factorAction, factorHandler(accounts, entering)],
      [
        passkeyAction,
        (visit, form) =>
          tryPasskey(
            accounts,
            {form, sender: visit.sender},
            {entered: entering(visit), again: parts => signInPage(accounts, {back: backOf(visit), ...parts})},
          ),
      ],
      ['look around', (visit, form) => signInAsDemoPerson(accounts, {form, sender: visit.sender}, entering(visit))],
    ]),
  }
}

/** For each page where a password signs in. */
export function factorHandler(
  accounts: Accounts,
  entering: (visit: Visit) => (entered: StartedSession) => Reply,
): ActionHandler {
  return (visit, form) => {
    const again = (parts: Parameters<typeof factorPage>[1]) => factorPage(accounts, parts)
    return tryFactor(accounts, {form, sender: visit.sender}, {entered: entering(visit), again})
  }
}

function refusalOf(accounts: Accounts, {query}: Visit): Pick<SignInShown, 'refusal'> {
  const notices: Readonly<Record<string, string>> = messagesOf(accounts).notIn
  const notice = query.get('notice') ?? ''
  const refusal = Object.hasOwn(notices, notice) ? notices[notice] : undefined
  return refusal === undefined ? {} : {refusal}
}

/** The people of a demo; where no one has an account and no one can sign up, how the first one is created. */
async function firstSteps(accounts: Accounts): Promise<Pick<SignInShown, 'demo' | 'said'>> {
  const words = messagesOf(accounts)
  const demo = await demoPeople(accounts, words.leads)
  const isUsed = demo.length > 0 || signUpRoles(accounts).length > 0
  const hasAny = isUsed || (await accounts.engine().store.read(hasAccounts))
  return {demo, ...(hasAny ? {} : {said: words.noAccounts})}
}

/** Only if a role can be joined this way. */
export function signUpScreen(accounts: Accounts, actor: Actor): OpenScreen | null {
  const words = messagesOf(accounts)
  const roles = signUpRoles(accounts)
  if (roles.length === 0) return null
  const show = async (visit: Visit, {problems = [], name = '', email = '', role = '', answers}: SignUpInput = {}) => {
    const choice = roles.length > 1 ? [roleField(accounts, roles, role || (roles[0] ?? ''))] : []
    const asked = await requiredEntries(accounts, nobody, answers)
    const password = accounts.mails ? [] : [newPasswordField(accounts)]
    const fields = [nameField(accounts, name), emailField(accounts, email), ...password, ...asked, ...choice]
    return entryPage({
      heading: words.signUp,
      intro: accounts.mails ? words.signUpByMailIntro : words.signUpIntro,
      form: entryForm('sign up', words.signUp, {fields, problems: withLabels(problems, fields)}),
      links: [{label: words.haveAccount, href: withReturn('/sign-in', backOf(visit))}],
    })
  }
  const act: ActionHandler = async (visit, form) => {
    const [name, email] = [sentText(form, 'name'), sentText(form, 'email')]
    const answers = answersIn(accounts, form)
    const shown = {name, email, role: sentText(form, 'role'), answers}
    const again = (problems: readonly Problem[]) => show(visit, {problems, ...shown})
    const newcomer = {name, email, role: form.text('role'), answers}
    if (accounts.mails) {
      const refusal = await requestSignUp(accounts, newcomer, visit.sender)
      return refusal ? refusedReply(accounts, refusal, again) : {kind: 'redirect', to: '/sign-up?done=sent'}
    }
    const answer = await signUp(accounts, {...newcomer, password: sentText(form, 'password')}, visit.sender)
    return answer.kind === 'in'
      ? signedIn(accounts, answer.entered, backOf(visit))
      : refusedReply(accounts, answer, again)
  }
  const sent = entryPage({
    heading: words.signUp,
    intro: '',
    notice: words.signUpSent,
    links: [{label: words.back, href: '/sign-in'}],
  })
  const load = (visit: Visit) => (accounts.mails && visit.query.get('done') === 'sent' ? sent : show(visit))
  return {
    load: visit =>
      personOf(actor) ? {kind: 'redirect', to: backOf(visit)} : (ownPage(accounts, 'sign up', visit) ?? load(visit)),
    actions: new Map([['sign up', act]]),
  }
}

/** Opening this page changes nothing: only its button signs out. */
export function signOutScreen(accounts: Accounts, actor: Actor): OpenScreen {
  const words = messagesOf(accounts)
  const person = personOf(actor)
  const act: ActionHandler = async ({sender, query}) => {
    await endOwnSession(accounts, sender.session)
    return signedOut(query.has('return') ? returnTo(query.get('return')) : '/sign-in')
  }
  return {
    load: () =>
      person
        ? entryPage({
            heading: words.signOut,
            intro: words.signOutIntro(person.name),
            form: entryForm('sign out', words.signOut, {fields: [], problems: []}),
          })
        : {kind: 'redirect', to: '/sign-in'},
    actions: new Map([['sign out', act]]),
  }
}
