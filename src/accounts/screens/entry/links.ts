/** Password reset, invitations and first-time setup: screens that end with a new password. */

import {type Actor, operator, personOf} from '../../../engine/base/actor.ts'
import type {Problem} from '../../../engine/page/common.ts'
import type {ActionHandler, OpenScreen, PageReply, Reply, Visit} from '../../../engine/reply.ts'
import {Refused} from '../../../engine/reply.ts'
import type {Accounts, Person} from '../../accounts.ts'
import {confirmAddress, mayOpenLink, type PendingAddress, pendingAddress} from '../../own-account.ts'
import {mayUsePassword} from '../../passwords-allowed.ts'
import {isSecret} from '../../secret.ts'
import {choosePassword, linkedPerson, requestPasswordReset} from '../../sign-in.ts'
import {mayBeSetUp, pendingSignUp, setUp, signUpByLink} from '../../sign-up.ts'
import {answersIn, type RequiredAnswers, requiredEntries} from '../../validate-person.ts'
import {signInPath} from '../return-to.ts'
import {
  currentField,
  emailField,
  entryForm,
  entryPage,
  messagesOf,
  nameField,
  newPasswordField,
  providerLinks,
  refusedReply,
  sentText,
  signedIn,
  waitReply,
  withLabels,
} from '../screen-replies.ts'
import {confirmFor} from '../security/confirm.ts'
import {factorAction, factorPage} from './second-factor.ts'
import {factorHandler} from './sign-in.ts'

export function forgotScreen(accounts: Accounts): OpenScreen {
  const words = messagesOf(accounts)
  const links = [{label: words.back, href: '/sign-in'}]
  const show = (email = '', problems: readonly Problem[] = []): PageReply => {
    const fields = [emailField(accounts, email)]
    return entryPage({
      heading: words.forgotten,
      intro: words.forgottenIntro,
      form: entryForm('send link', words.sendLink, {fields, problems: withLabels(problems, fields)}),
      links,
    })
  }
  const act: ActionHandler = async (visit, form) => {
    const email = sentText(form, 'email')
    if (email.trim() === '') {
      const problems = [{code: 'REQUIRED', field: 'email', values: {}}]
      return refusedReply(accounts, {kind: 'refused', problems}, found => show(email, found))
    }
    const wait = await requestPasswordReset(accounts, email, visit.sender)
    if (wait !== null) return waitReply(accounts, wait, problems => show(email, problems))
    return {kind: 'redirect', to: '/forgot-password?done=sent'}
  }
  const sent = entryPage({heading: words.forgotten, intro: '', notice: words.sent, links})
  return {
    load: visit => (visit.query.get('done') === 'sent' ? sent : show()),
    actions: new Map([['send link', act]]),
  }
}

/** The target of a mailed link: a new password, or the first one of an invited person. */
export function choosePasswordScreen(accounts: Accounts, kind: 'reset' | 'invitation'): OpenScreen {
  const secretOf = ({query, parameters}: Visit) => (kind === 'reset' ? query.get('token') : parameters.token) ?? ''
  const linked = async (visit: Visit): Promise<Person> => {
    const person = await linkedPerson(accounts, kind, secretOf(visit))
    if (!person) throw new Refused('LINK_ENDED')
    return person
  }
  const act: ActionHandler = async (visit, form) => {
    const choice = {kind, secret: secretOf(visit), password: sentText(form, 'password')}
    const answer = await choosePassword(accounts, choice, visit.sender)
    if (answer.kind === 'in') return signedIn(accounts, answer.entered, '/')
    if (answer.kind === 'factor') return factorPage(accounts, {secret: answer.secret})
    const person = answer.kind === 'refused' ? await linked(visit) : null
    return refusedReply(accounts, answer, problems => choosePage(accounts, {kind, person, problems}))
  }
  return {
    load: async visit => choosePage(accounts, {kind, person: await linked(visit), problems: []}),
    actions: new Map([
      [kind === 'reset' ? 'reset password' : 'accept', act],
      [factorAction, factorHandler(accounts, () => entered => signedIn(accounts, entered, '/'))],
    ]),
  }
}

interface ChoosePasswordParts {
  readonly kind: 'reset' | 'invitation'
  readonly person: Person | null
  readonly problems: readonly Problem[]
}

function choosePage(accounts: Accounts, {kind, person, ...choosing}: ChoosePasswordParts): PageReply {
  const words = messagesOf(accounts)
  if (person && !mayUsePassword(accounts, person.email)) {
    if (kind === 'reset') throw new Refused('LINK_ENDED')
    return entryPage({
      heading: words.invitation(accounts.engine().specification.purpose.title),
      intro: words.invitationByProvider(person.name),
      ...providerLinks(accounts, '/'),
    })
  }
  const fields = [newPasswordField(accounts)]
  const problems = withLabels(choosing.problems, fields)
  if (kind === 'reset')
    return entryPage({
      heading: words.reset,
      intro: words.resetIntro(person?.email ?? ''),
      form: entryForm('reset password', words.savePassword, {fields, problems}),
    })
  return entryPage({
    heading: words.invitation(accounts.engine().specification.purpose.title),
    intro: words.invitationIntro(person?.name ?? ''),
    form: entryForm('accept', words.accept, {fields, problems}),
  })
}

/** The target of a sign-up mail. Choosing a password creates the account. Opening the page changes nothing, because mail programs open links too. */
export function joinScreen(accounts: Accounts): OpenScreen {
  const words = messagesOf(accounts)
  const pending = async ({parameters}: Visit) => {
    const found = await pendingSignUp(accounts, parameters['token'] ?? '')
    if (!found) throw new Refused('LINK_ENDED')
    return found
  }
  const show = async (visit: Visit, problems: readonly Problem[] = []): Promise<PageReply> => {
    const {name} = await pending(visit)
    const fields = [newPasswordField(accounts)]
    return entryPage({
      heading: words.invitation(accounts.engine().specification.purpose.title),
      intro: words.invitationIntro(name),
      form: entryForm('join', words.begin, {fields, problems: withLabels(problems, fields)}),
    })
  }
  const act: ActionHandler = async (visit, form) => {
    const given = {secret: visit.parameters['token'] ?? '', password: sentText(form, 'password')}
    const answer = await signUpByLink(accounts, given, visit.sender)
    if (answer.kind === 'in') return signedIn(accounts, answer.entered, '/')
    return refusedReply(accounts, answer, problems => show(visit, problems))
  }
  return {load: visit => show(visit), actions: new Map([['join', act]])}
}

/** The target of the mail to a new address. Someone else who is signed in has opened the wrong mail. */
export function newAddressScreen(accounts: Accounts, actor: Actor): OpenScreen {
  const words = messagesOf(accounts)
  const signedIn = personOf(actor)
  const pendingOf = async ({parameters}: Visit) => {
    const token = parameters['token'] ?? ''
    // Other addresses below the account never were a link.
    if (!isSecret(token)) throw new Refused('NOT_FOUND')
    const pending = await pendingAddress(accounts, token)
    if (!pending) throw new Refused('LINK_ENDED')
    return {...pending, isForOther: signedIn !== null && signedIn.id !== pending.person}
  }
  const forOther = (name: string): PageReply => {
    const {otherPerson, otherPersonIntro} = words.mailLink
    return {...entryPage({heading: otherPerson, intro: otherPersonIntro(name)}), status: 403}
  }
  const show = ({email, asks}: PendingAddress, problems: readonly Problem[] = []): PageReply => {
    const fields = asks === 'password' ? [currentField(accounts)] : []
    return entryPage({
      heading: words.confirmAddress,
      intro: words.confirmAddressIntro(email),
      form: entryForm('confirm address', words.confirm, {fields, problems: withLabels(problems, fields)}),
    })
  }
  /** Null if the person may go on. */
  const refusal = async (visit: Visit, pending: PendingAddress & {readonly isForOther: boolean}) => {
    if (pending.isForOther) return forOther(signedIn?.name ?? '')
    if (await mayOpenLink(accounts, pending, signedIn)) return null
    const to = signedIn ? confirmFor(visit.url) : signInPath(visit.url)
    return {kind: 'redirect', to} as const
  }
  const load = async (visit: Visit): Promise<Reply> => {
    const pending = await pendingOf(visit)
    return (await refusal(visit, pending)) ?? show(pending)
  }
  const act: ActionHandler = async (visit, form) => {
    const pending = await pendingOf(visit)
    const refused = await refusal(visit, pending)
    if (refused) return refused
    const secret = visit.parameters['token'] ?? ''
    const given = {secret, password: sentText(form, 'current'), self: signedIn}
    const answer = await confirmAddress(accounts, given, visit.sender)
    if (answer !== 'done') return refusedReply(accounts, answer, problems => show(pending, problems))
    return {kind: 'redirect', to: signedIn ? '/account?done=address' : '/sign-in'}
  }
  return {load, actions: new Map([['confirm address', act]])}
}

/** First-time setup. The address was printed when the application started. */
export function setUpScreen(accounts: Accounts): OpenScreen {
  const words = messagesOf(accounts)
  const show = async ({name = '', email = '', problems = [], answers}: SetUpInput = {}): Promise<PageReply> => {
    // The first person gets every role.
    const asked = await requiredEntries(accounts, operator, answers)
    const fields = [nameField(accounts, name), emailField(accounts, email), newPasswordField(accounts), ...asked]
    return entryPage({
      heading: words.setUp(accounts.engine().specification.purpose.title),
      intro: words.setUpIntro,
      form: entryForm('set up', words.begin, {fields, problems: withLabels(problems, fields)}),
    })
  }
  const act: ActionHandler = async (visit, form) => {
    const [name, email] = [sentText(form, 'name'), sentText(form, 'email')]
    const secret = visit.parameters.token ?? ''
    const answers = answersIn(accounts, form)
    const given = {name, email, password: sentText(form, 'password'), secret, answers}
    const answer = await setUp(accounts, given, visit.sender)
    if (answer.kind === 'in') return signedIn(accounts, answer.entered, '/')
    return refusedReply(accounts, answer, problems => show({name, email, problems, answers}))
  }
  return {
    load: async ({parameters}) => {
      if (!(await mayBeSetUp(accounts, parameters.token ?? ''))) throw new Refused('LINK_ENDED')
      return show()
    },
    actions: new Map([['set up', act]]),
  }
}

interface SetUpInput {
  readonly name?: string
  readonly email?: string
  readonly problems?: readonly Problem[]
  readonly answers?: RequiredAnswers
}
