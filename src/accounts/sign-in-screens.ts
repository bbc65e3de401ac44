/** Signing in, up and out. */

import type {Problem} from '../contract/common.ts'
import {type Actor, nobody, personOf} from '../engine/actor.ts'
import {
  type Action,
  type Form,
  type OpenScreen,
  type PageReply,
  Refused,
  type Reply,
  type Visit,
} from '../engine/reply.ts'
import {type DemoPerson, demoPeople, signInAsDemo} from './demo-people.ts'
import {
  emailField,
  entryForm,
  entryPage,
  nameField,
  newPasswordField,
  passwordField,
  roleField,
  withLabels,
} from './entry-form.ts'
import {answersIn, type RequiredAnswers, requiredEntries} from './required-fields.ts'
import {returnTo} from './return-to.ts'
import {type PeopleContext, typed} from './screen-replies.ts'
import {endOwnSession, type StartedSession} from './sessions.ts'
import {signIn} from './sign-in.ts'
import {requestSignUp, signUp, signUpRoles} from './sign-up.ts'

const backOf = (visit: Visit): string => returnTo(visit.query.get('return'))

/** A link among these screens that does not forget where somebody wanted to go. */
function withReturn(path: string, back: string): string {
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
  /** Where somebody wanted to go. */
  readonly back: string
  readonly demo: readonly DemoPerson[]
  readonly said?: string
  readonly kept?: string
}

export function signInPage(context: PeopleContext, shown: SignInShown): PageReply {
  const {world, words, application} = context
  const {back, demo, problems = [], email = '', said = null, kept = null} = shown
  const joins = signUpRoles(world.engine().specification).length > 0
  const links = [{label: words.forgotten, href: withReturn('/forgot-password', back)}]
  if (joins) links.push({label: words.noAccount, href: withReturn('/sign-up', back)})
  const fields = [emailField(context, email), passwordField(context)]
  return entryPage({
    heading: words.signIn,
    intro: application.shell(nobody).description,
    notice: said,
    form: entryForm('sign in', words.signIn, {fields, problems}),
    links,
    demo,
    pendingForm: kept,
  })
}

/** Whoever is in goes on; whoever is not gets the page again, with what was wrong. */
interface SignInOutcomes {
  readonly entered: (entered: StartedSession) => Reply | Promise<Reply>
  readonly again: (parts: Pick<SignInShown, 'demo' | 'problems' | 'email'>) => PageReply
}

export async function tryToSignIn(
  context: PeopleContext,
  form: Form,
  {entered, again}: SignInOutcomes,
): Promise<Reply> {
  const {world} = context
  const given = {email: typed(form, 'email'), password: typed(form, 'password')}
  const answer = await signIn(world, given, context.sender)
  if (answer.kind === 'in') return entered(answer.entered)
  const demo = await demoPeople(world, context.words.leads)
  const show = (problems: readonly Problem[]) => again({demo, problems, email: given.email})
  if (answer.kind === 'wait') return context.wait(answer.wait, show)
  return context.refused({kind: 'refused', problems: [{code: 'SIGN_IN_FAILED', field: null, values: {}}]}, show)
}

export async function signInAsDemoPerson(
  context: PeopleContext,
  form: Form,
  entered: SignInOutcomes['entered'],
): Promise<Reply> {
  const found = await signInAsDemo(context.world, typed(form, 'person'), context.sender)
  if (!found) throw new Refused('UNKNOWN_ACTION')
  return entered(found)
}

export function signInScreen(context: PeopleContext, actor: Actor): OpenScreen {
  const {world} = context
  const entering = (visit: Visit) => (entered: StartedSession) => context.entered(entered, backOf(visit))
  const act: Action = (visit, form) =>
    tryToSignIn(context, form, {
      entered: entering(visit),
      again: parts => signInPage(context, {back: backOf(visit), ...parts}),
    })
  return {
    load: async visit =>
      personOf(actor)
        ? {kind: 'redirect', to: backOf(visit)}
        : signInPage(context, {back: backOf(visit), demo: await demoPeople(world, context.words.leads)}),
    actions: new Map([
      ['sign in', act],
      ['look around', (visit, form) => signInAsDemoPerson(context, form, entering(visit))],
    ]),
  }
}

/** Only where a role is joined by it. */
export function signUpScreen(context: PeopleContext, actor: Actor): OpenScreen | null {
  const {world, words} = context
  const roles = signUpRoles(world.engine().specification)
  if (roles.length === 0) return null
  const show = async (visit: Visit, {problems = [], name = '', email = '', role = '', answers}: SignUpInput = {}) => {
    const choice = roles.length > 1 ? [roleField(context, roles, role || (roles[0] ?? ''))] : []
    const asked = await requiredEntries(context, nobody, answers)
    const password = world.mails ? [] : [newPasswordField(context)]
    const fields = [nameField(context, name), emailField(context, email), ...password, ...asked, ...choice]
    return entryPage({
      heading: words.signUp,
      intro: world.mails ? words.signUpByMailIntro : words.signUpIntro,
      form: entryForm('sign up', words.signUp, {fields, problems: withLabels(problems, fields)}),
      links: [{label: words.haveAccount, href: withReturn('/sign-in', backOf(visit))}],
    })
  }
  const act: Action = async (visit, form) => {
    const [name, email] = [typed(form, 'name'), typed(form, 'email')]
    const answers = answersIn(context, form)
    const shown = {name, email, role: typed(form, 'role'), answers}
    const again = (problems: readonly Problem[]) => show(visit, {problems, ...shown})
    const newcomer = {name, email, role: form.text('role'), answers}
    if (world.mails) {
      const refusal = await requestSignUp(world, newcomer, context.sender)
      return refusal ? context.refused(refusal, again) : {kind: 'redirect', to: '/sign-up?done=sent'}
    }
    const answer = await signUp(world, {...newcomer, password: typed(form, 'password')}, context.sender)
    return answer.kind === 'in' ? context.entered(answer.entered, backOf(visit)) : context.refused(answer, again)
  }
  const sent = entryPage({
    heading: words.signUp,
    intro: '',
    notice: words.signUpSent,
    links: [{label: words.back, href: '/sign-in'}],
  })
  const load = (visit: Visit) => (world.mails && visit.query.get('done') === 'sent' ? sent : show(visit))
  return {
    load: visit => (personOf(actor) ? {kind: 'redirect', to: backOf(visit)} : load(visit)),
    actions: new Map([['sign up', act]]),
  }
}

/** Looking at this page changes nothing: only its button signs out. */
export function signOutScreen(context: PeopleContext, actor: Actor): OpenScreen {
  const {world, words} = context
  const person = personOf(actor)
  const act: Action = async () => {
    await endOwnSession(world, context.session)
    return context.left(nobody, '/sign-in')
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
