/** The addresses of the account screens. They are reserved: no document can have screens there. */

import type {Application, ScreenRoute} from '../../engine/application/application.ts'
import {type Actor, personOf} from '../../engine/base/actor.ts'
import {subscriptionsPath} from '../../engine/links/subscribe.ts'
import type {IconName} from '../../engine/page/common.ts'
import type {Shell} from '../../engine/page/frame.ts'
import type {OpenScreen} from '../../engine/reply.ts'
import {accountPath} from '../../points/screens/own/model.ts'
import {type Accounts, accountsIn} from '../accounts.ts'
import {accountScreen} from './account/server.ts'
import {auditPath, auditScreen} from './audit/server.ts'
import {connectScreen} from './entry/connect.ts'
import {choosePasswordScreen, forgotScreen, joinScreen, newAddressScreen, setUpScreen} from './entry/links.ts'
import {signInScreen, signOutScreen, signUpScreen} from './entry/sign-in.ts'
import {failedCallsPath, failedCallsScreen} from './failed-calls/server.ts'
import {invitationsScreen} from './invitations/server.ts'
import {mailLinkScreen, unsubscribeScreen} from './mail-link-screens.ts'
import {messagesOf} from './screen-replies.ts'
import {confirmPath, confirmScreen} from './security/confirm.ts'
import {newPasskeyScreen} from './security/passkeys.ts'
import {appSetupPath, newPasskeyPath, securityPath} from './security/paths.ts'
import {appSetupScreen, securityScreen} from './security/server.ts'
import {subscriptionsScreen} from './subscriptions/server.ts'

/** Null if there is no such screen for this actor. */
export type AccountScreen = (accounts: Accounts, actor: Actor, application: Application) => OpenScreen | null

const screens: Readonly<Record<string, AccountScreen>> = {
  '/sign-in': signInScreen,
  '/sign-in/:token': connectScreen,
  '/sign-up': signUpScreen,
  '/sign-up/:token': joinScreen,
  '/sign-out': signOutScreen,
  '/forgot-password': forgotScreen,
  '/reset-password': accounts => choosePasswordScreen(accounts, 'reset'),
  '/invitations': invitationsScreen,
  '/invitations/:token': accounts => choosePasswordScreen(accounts, 'invitation'),
  '/account': accountScreen,
  [subscriptionsPath]: subscriptionsScreen,
  [failedCallsPath]: failedCallsScreen,
  [auditPath]: auditScreen,
  [securityPath]: securityScreen,
  [appSetupPath]: appSetupScreen,
  [newPasskeyPath]: newPasskeyScreen,
  [confirmPath]: confirmScreen,
  '/account/:token': newAddressScreen,
  '/mail-links/:token': mailLinkScreen,
  '/unsubscribe/:token': unsubscribeScreen,
  '/set-up/:token': setUpScreen,
}

export const accountPaths: readonly string[] = Object.keys(screens)

/** With the screens of other folders for people who are signed in, by their addresses. */
export function accountRoutes(accounts: Accounts, more: Readonly<Record<string, AccountScreen>>): ScreenRoute[] {
  return Object.entries({...screens, ...more}).map(([path, open]) => ({
    path,
    open: (actor, application) => open(accountsIn(accounts, application.look.language), actor, application),
  }))
}

/** For the shell: the signed-in person, or the link to sign in. */
export function accountShell(accounts: Accounts, actor: Actor): Pick<Shell, 'person' | 'signIn'> {
  const person = personOf(actor)
  const {screens, translation} = accounts.engine().specification
  if (!person) {
    const href = accountPath(screens.screens, 'sign in') ?? '/sign-in'
    return {signIn: {label: messagesOf(accounts).signIn, href, icon: 'person' satisfies IconName}}
  }
  const {text} = translation
  return {person: {id: person.id, name: person.name, is: person.roles.map(text).join(', '), href: '/account'}}
}
