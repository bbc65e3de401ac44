/** Signing in, up and out on screens of own code: the steps of the built-in pages, with the author's form. */
import {type Actor, nobody, type PersonActor, personOf} from '../../../engine/base/actor.ts'
import type {LinkData, Problem} from '../../../engine/page/common.ts'
import type {ActionHandler, Form, PageReply, Reply, Visit} from '../../../engine/reply.ts'
import type {FormFieldData} from '../../../features/forms/data.ts'
import type {AccountDeed} from '../../../points/screens/own/model.ts'
import type {Accounts} from '../../accounts.ts'
import {type PreparedPassword, prepareNewPassword} from '../../own-account.ts'
import {endOwnSession} from '../../sessions.ts'
import {signIn} from '../../sign-in.ts'
import {requestSignUp, signUp, signUpRoles} from '../../sign-up.ts'
import {answersIn, refusedPerson, requiredEntries} from '../../validate-person.ts'
import {
  emailField,
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
import {factorPage} from './second-factor.ts'
import {allWaysPath, backOf, factorHandler, isShared, sharedField, visitorPasskey, withReturn} from './sign-in.ts'

export interface OwnEntry {
  /** Whether the person may do it now. */
  readonly isOffered: (deed: AccountDeed, actor: Actor) => boolean
  /** Those of the built-in form, with what was sent. */
  readonly fields: (deed: AccountDeed, form: Form | null) => Promise<readonly FormFieldData[]>
  /** Other ways to sign in, and what helps people who cannot. */
  readonly links: (deed: AccountDeed, visit: Visit) => Promise<readonly LinkData[]>
  readonly act: (deed: AccountDeed, sent: SentEntry) => Promise<Reply>
  /** The second step of signing in, on the same page. */
  readonly secondFactor: (to: string | null) => ActionHandler
  /** Of one's own account, beside other fields of the person; empty for none. */
  readonly newPassword: {
    readonly field: () => FormFieldData
    readonly prepare: (self: PersonActor, password: string) => Promise<PreparedPassword>
  }
}

interface SentEntry {
  readonly visit: Visit
  readonly form: Form
  /** Where it leads, unless the person wanted to go elsewhere. */
  readonly to: string | null
  /** The page again. */
  readonly again: (problems: readonly Problem[]) => Promise<PageReply>
}

/** After signing out there may be nothing to see without signing in. */
const afterEntry = (visit: Visit, to: string | null, usual = '/'): string =>
  visit.query.has('return') ? backOf(visit) : (to ?? usual)

export function ownEntry(accounts: Accounts): OwnEntry {
  const entry: OwnEntry = {
    isOffered(deed, actor) {
      const isPerson = personOf(actor) !== null
      if (deed === 'sign out') return isPerson
      return !isPerson && (deed === 'sign in' || signUpRoles(accounts).length > 0)
    },
    async fields(deed, form) {
      if (deed === 'sign out') return []
      const email = form ? sentText(form, 'email') : ''
      if (deed === 'sign in') return [emailField(accounts, email), passwordField(accounts), ...sharedField(accounts)]
      const roles = signUpRoles(accounts)
      const [first = ''] = roles
      return [
        nameField(accounts, form ? sentText(form, 'name') : ''),
        emailField(accounts, email),
        ...(accounts.mails ? [] : [newPasswordField(accounts)]),
        ...(await requiredEntries(accounts, nobody, form ? answersIn(accounts, form) : undefined)),
        ...(roles.length > 1 ? [roleField(accounts, roles, form?.text('role') ?? first)] : []),
      ]
    },
    async links(deed, visit) {
      if (deed !== 'sign in') return []
      const words = messagesOf(accounts)
      const back = backOf(visit)
      const hasPasskeys = (await visitorPasskey(accounts)).passkey !== undefined
      // The people of a demonstration are on the page of all ways.
      const hasMore = accounts.demo || hasPasskeys || Boolean(accounts.passwordsFor)
      return [
        ...(providerLinks(accounts, back).providers ?? []).map(({label, href}) => ({label, href})),
        {label: words.forgotten, href: withReturn('/forgot-password', back)},
        ...(hasMore ? [{label: words.otherWays, href: allWaysPath(back)}] : []),
      ]
    },
    async act(deed, {visit, form, to: declared, again}) {
      const {sender} = visit
      const to = afterEntry(visit, declared, deed === 'sign out' ? '/sign-in' : '/')
      if (deed === 'sign out') {
        await endOwnSession(accounts, sender.session)
        return signedOut(to)
      }
      const shown = async (problems: readonly Problem[]) => again(withLabels(problems, await entry.fields(deed, null)))
      const password = sentText(form, 'password')
      if (deed === 'sign in') {
        const given = {email: sentText(form, 'email'), password}
        const answer = await signIn(accounts, given, sender, {isShared: isShared(accounts, form)})
        if (answer.kind === 'in') return signedIn(accounts, answer.entered, to)
        if (answer.kind === 'factor') return factorPage(accounts, {secret: answer.secret})
        if (answer.kind === 'wait') return waitReply(accounts, answer.wait, shown)
        return refusedReply(accounts, refusedPerson('SIGN_IN_FAILED'), shown)
      }
      const newcomer = {
        name: sentText(form, 'name'),
        email: sentText(form, 'email'),
        role: form.text('role'),
        answers: answersIn(accounts, form),
      }
      if (accounts.mails) {
        const refusal = await requestSignUp(accounts, newcomer, sender)
        return refusal ? refusedReply(accounts, refusal, shown) : {kind: 'redirect', to: '/sign-up?done=sent'}
      }
      const answer = await signUp(accounts, {...newcomer, password}, sender)
      return answer.kind === 'in' ? signedIn(accounts, answer.entered, to) : refusedReply(accounts, answer, shown)
    },
    newPassword: {
      field: () => ({...newPasswordField(accounts, messagesOf(accounts).newPassword), required: false}),
      prepare: (self, password) => prepareNewPassword(accounts, self, password),
    },
    secondFactor: to => factorHandler(accounts, visit => entered => signedIn(accounts, entered, afterEntry(visit, to))),
  }
  return entry
}
