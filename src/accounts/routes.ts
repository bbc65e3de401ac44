/**
 * The screens about people, laid around an application: signing in and up, passwords, invitations, one's account. They are the
 * engine's own, at addresses of their own, whatever the document says.
 */

import type {Shell} from '../contract/page.ts'
import {type Actor, nobody, personOf} from '../engine/actor.ts'
import type {Application, Opened} from '../engine/application.ts'
import type {OpenScreen} from '../engine/reply.ts'
import {findScreen} from '../points/screens/run.ts'
import type {Specification} from '../points/specification.ts'
import type {Incoming} from '../server/request.ts'
import {accountScreen} from './account-screen.ts'
import {invitationsScreen, withInvitations} from './invitations-screen.ts'
import {choosePasswordScreen, forgotScreen, joinScreen, newAddressScreen, setUpScreen} from './link-screens.ts'
import {notificationsScreen} from './notifications-screen.ts'
import {resumable, type SigningIn, signInFirstScreen} from './require-sign-in.ts'
import {PeopleContext, type PeopleOptions} from './screen-replies.ts'
import {signInScreen, signOutScreen, signUpScreen} from './sign-in-screens.ts'
import {isAtMachine, RoleSwitcher} from './view-as.ts'

/** A screen for this request and actor; null where there is none for them. */
type Screens = Readonly<Record<string, (context: PeopleContext, actor: Actor) => OpenScreen | null>>

const screens: Screens = {
  '/sign-in': signInScreen,
  '/sign-up': signUpScreen,
  '/sign-up/:token': joinScreen,
  '/sign-out': signOutScreen,
  '/forgot-password': forgotScreen,
  '/reset-password': context => choosePasswordScreen(context, 'reset'),
  '/invitations': invitationsScreen,
  '/invitations/:token': context => choosePasswordScreen(context, 'invitation'),
  '/account': accountScreen,
  '/account/:token': newAddressScreen,
  '/notifications': notificationsScreen,
  '/set-up/:token': setUpScreen,
}

/** Those that are somebody's own, and the passwords that they ask for again. */
const ownScreens: Readonly<Record<string, readonly string[]>> = {
  '/account': ['current', 'now'],
  '/invitations': [],
  '/notifications': [],
}

/** Where they are, for whoever must keep out of their way. */
export const accountPaths: readonly string[] = Object.keys(screens)

export function peopleAround(
  options: PeopleOptions,
): (application: Application, request: Incoming, peer: string | null) => Application {
  return (application, request, peer) => {
    const {specification} = options.world.engine()
    const context = new PeopleContext(options, {request, peer, application})
    const theirs = (path: string, actor: Actor) => withInvitations(context, application.open(path, actor), path, actor)
    const closed = {context, application, specification, open: theirs}
    const open = (path: string, actor: Actor) =>
      (actor.kind === 'nobody' ? ownForNobody(closed, path) : resumable(openOwn(context, path, actor))) ??
      (actor.kind === 'nobody' ? openForNobody(closed, path) : resumable(theirs(path, actor)))
    const around = {...application, shell: (actor: Actor) => withPerson(application.shell(actor), context, actor), open}
    return options.dev && isAtMachine(request, peer) ? withSwitcher(around, new RoleSwitcher(context)) : around
  }
}

function withSwitcher(application: Application, switcher: RoleSwitcher): Application {
  return {
    ...application,
    shell: actor => switcher.shell(application.shell(actor), actor),
    open: (path, actor) => switcher.open(application.open(path, actor)),
  }
}

function openOwn(context: PeopleContext, path: string, actor: Actor): Opened | null {
  const [, first = '', token, ...more] = path.split('/')
  if (more.length > 0) return null
  const route = token === undefined ? `/${first}` : `/${first}/:token`
  const screen = Object.hasOwn(screens, route) ? screens[route]?.(context, actor) : null
  return screen ? {screen, parameters: token === undefined ? {} : {token}} : null
}

/** Whoever has not signed in does so first; the others are open to everybody. */
function ownForNobody({context, specification}: Closed, path: string): Opened | null {
  const secret = Object.hasOwn(ownScreens, path) ? ownScreens[path] : undefined
  if (!secret) return openOwn(context, path, nobody)
  const there = openOwn(context, path, anybodyOf(specification))
  const open = (at: string, actor: Actor) => openOwn(context, at, actor)
  return there && signInFirstScreen({context, open, fills: there.screen.again !== undefined, secret})
}

interface Closed extends Omit<SigningIn, 'fills'> {
  readonly application: Application
  readonly specification: Specification
}

/** A screen that needs somebody leads to signing in and back; for somebody whom it is not for, it does not exist. */
function openForNobody(closed: Closed, path: string): Opened | null {
  const {application, specification} = closed
  const anybody = anybodyOf(specification)
  const there = application.open(path, anybody)
  const first = () => signInFirstScreen({...closed, fills: there?.screen.again !== undefined})
  const open = findScreen(specification.screens, path, null)
  if (!open && findScreen(specification.screens, path, personOf(anybody))) return first()
  return closed.open(path, nobody) ?? (there ? first() : null)
}

/** Nobody in particular, who may see whatever some role may. */
function anybodyOf({roles}: Specification): Actor {
  return {kind: 'person', id: '', name: '', roles: [...roles.roles.keys()]}
}

function withPerson(shell: Shell, {words}: PeopleContext, actor: Actor): Shell {
  const person = personOf(actor)
  if (!person) return {...shell, signIn: {label: words.signIn, href: '/sign-in', icon: 'person'}}
  return {...shell, person: {id: person.id, name: person.name, is: person.roles.join(', '), href: '/account'}}
}
