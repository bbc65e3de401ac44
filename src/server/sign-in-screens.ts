/** Signing in, up and out. */
import {type Actor, nobody, personOf} from '../engine/actor.ts'
import type {Action, OpenScreen, PageReply, Visit} from '../engine/reply.ts'
import {Refused} from '../engine/reply.ts'
import type {Answers} from '../people/asked-fields.ts'
import {type DemoPerson, demoPeople, enterAsDemo} from '../people/demo-people.ts'
import {signUp, signUpRoles} from '../people/joining.ts'
import {leave} from '../people/sessions.ts'
import {signIn} from '../people/sign-in.ts'
import type {Problem} from '../ui/page.ts'
import {answersIn, askedEntries} from './asked-fields.ts'
import {
  emailField,
  entryForm,
  entryPage,
  nameField,
  newPasswordField,
  passwordField,
  placed,
  roleField,
} from './entry-page.ts'
import {type PeopleContext, typed} from './people-context.ts'
import {returnPath} from './return-path.ts'

const backOf = (visit: Visit): string => returnPath(visit.query.get('return'))

/** A link among these screens that does not forget where somebody wanted to go. */
function keeping(path: string, visit: Visit): string {
  const back = backOf(visit)
  return back === '/' ? path : `${path}?return=${encodeURIComponent(back)}`
}

interface Shown {
  readonly problems?: readonly Problem[]
  readonly email?: string
  readonly name?: string
  readonly role?: string
  readonly answers?: Answers
}

export function signInScreen(context: PeopleContext, actor: Actor): OpenScreen {
  const {world, words, application} = context
  const show = (visit: Visit, demo: readonly DemoPerson[], {problems = [], email = ''}: Shown = {}): PageReply => {
    const joins = signUpRoles(world.engine().specification).length > 0
    const links = [{label: words.forgotten, href: keeping('/forgot-password', visit)}]
    if (joins) links.push({label: words.noAccount, href: keeping('/sign-up', visit)})
    const fields = [emailField(context, email), passwordField(context)]
    return entryPage({
      heading: words.signIn,
      intro: application.shell(nobody).description,
      form: entryForm('sign in', words.signIn, {fields, problems}),
      links,
      demo,
    })
  }
  const act: Action = async (visit, form) => {
    const given = {email: typed(form, 'email'), password: typed(form, 'password')}
    const answer = await signIn(world, given, context.sender)
    if (answer.kind === 'in') return context.entered(answer.entered, backOf(visit))
    const demo = await demoPeople(world)
    const again = (problems: readonly Problem[]) => show(visit, demo, {problems, email: given.email})
    if (answer.kind === 'wait') return context.wait(answer.wait, again)
    return context.refused({kind: 'refused', problems: [{code: 'SIGN_IN_FAILED', field: null, values: {}}]}, again)
  }
  const lookAround: Action = async (visit, form) => {
    const entered = await enterAsDemo(world, typed(form, 'person'), context.sender)
    if (!entered) throw new Refused('UNKNOWN_ACTION')
    return context.entered(entered, backOf(visit))
  }
  return {
    load: async visit =>
      personOf(actor) ? {kind: 'redirect', to: backOf(visit)} : show(visit, await demoPeople(world)),
    actions: new Map([
      ['sign in', act],
      ['look around', lookAround],
    ]),
  }
}

/** Only where a role is joined by it. */
export function signUpScreen(context: PeopleContext, actor: Actor): OpenScreen | null {
  const {world, words} = context
  const roles = signUpRoles(world.engine().specification)
  if (roles.length === 0) return null
  const show = async (visit: Visit, {problems = [], name = '', email = '', role = '', answers}: Shown = {}) => {
    const choice = roles.length > 1 ? [roleField(context, roles, role || (roles[0] ?? ''))] : []
    const asked = await askedEntries(context, nobody, answers)
    const fields = [
      nameField(context, name),
      emailField(context, email),
      newPasswordField(context),
      ...asked,
      ...choice,
    ]
    return entryPage({
      heading: words.signUp,
      intro: words.signUpIntro,
      form: entryForm('sign up', words.signUp, {fields, problems: placed(problems, fields)}),
      links: [{label: words.haveAccount, href: keeping('/sign-in', visit)}],
    })
  }
  const act: Action = async (visit, form) => {
    const [name, email] = [typed(form, 'name'), typed(form, 'email')]
    const answers = answersIn(context, form)
    const newcomer = {name, email, password: typed(form, 'password'), role: form.text('role'), answers}
    const answer = await signUp(world, newcomer, context.sender)
    if (answer.kind === 'in') return context.entered(answer.entered, backOf(visit))
    const shown = {name, email, role: typed(form, 'role'), answers}
    return context.refused(answer, problems => show(visit, {problems, ...shown}))
  }
  return {
    load: visit => (personOf(actor) ? {kind: 'redirect', to: backOf(visit)} : show(visit)),
    actions: new Map([['sign up', act]]),
  }
}

/** Looking at this page changes nothing: only its button signs out. */
export function signOutScreen(context: PeopleContext, actor: Actor): OpenScreen {
  const {world, words} = context
  const person = personOf(actor)
  const act: Action = async () => {
    await leave(world, context.session)
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
