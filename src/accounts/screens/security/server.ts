/** How an account is secured: the security page with its actions, and the page that sets up an authenticator app. */

import {type Actor, type PersonActor, personOf} from '../../../engine/base/actor.ts'
import type {Problem} from '../../../engine/page/common.ts'
import {type ActionHandler, type Form, type OpenScreen, Refused, type Reply, type Visit} from '../../../engine/reply.ts'
import type {Accounts} from '../../accounts.ts'
import {beginAppSetup, finishAppSetup, pendingApp, renewRecoveryCodes, turnOffFactor} from '../../factors/set-up.ts'
import {refusedPerson} from '../../validate-person.ts'
import {signInPath} from '../return-to.ts'
import {refusedReply, sentText, waitReply} from '../screen-replies.ts'
import {confirmFor, confirmPath} from './confirm.ts'
import {endDevice, endOthers} from './devices.ts'
import {appSetupData, finishAction, renewAction, setUpAction, turnOffAction} from './factor-data.ts'
import {page} from './page.ts'
import {addPasskeyAction, removePasskeyAction, renamePasskeyAction} from './passkey-data.ts'
import {remove, rename, startPasskey} from './passkeys.ts'
import {appSetupPath, leadTo, newPasskeyPath, securityPath} from './paths.ts'
import {connectAction, disconnect, disconnectAction, startConnecting} from './providers.ts'

export function securityScreen(accounts: Accounts, actor: Actor): OpenScreen {
  const self = personOf(actor)
  // `/account/:token` would otherwise match the address.
  if (!self) return {load: ({url}) => ({kind: 'redirect', to: signInPath(url)}), actions: new Map()}
  return {
    load: visit => page(accounts, self, {visit, done: visit.query.get('done')}),
    actions: new Map<string, ActionHandler>([
      ['sign out device', (_visit, form) => endDevice(accounts, self, form)],
      ['sign out others', visit => endOthers(accounts, self, visit)],
      [setUpAction, visit => setUp(accounts, self, visit)],
      [turnOffAction, visit => turnOff(accounts, self, visit)],
      [renewAction, visit => renew(accounts, self, visit)],
      [addPasskeyAction, visit => startPasskey(accounts, visit)],
      [renamePasskeyAction, (_visit, form) => rename(accounts, self, form)],
      [removePasskeyAction, (visit, form) => remove(accounts, self, {visit, form})],
      [connectAction, (_visit, form) => startConnecting(accounts, self, form)],
      [disconnectAction, (_visit, form) => disconnect(accounts, self, form)],
    ]),
  }
}

/** What people reach who have to set up a second factor first. */
export const factorPaths: readonly string[] = [
  securityPath,
  ...[appSetupPath, newPasskeyPath, confirmPath, '/sign-out'],
]

/** Setting up an authenticator app. Nothing counts before its first code. */
export function appSetupScreen(accounts: Accounts, actor: Actor): OpenScreen {
  const self = personOf(actor)
  if (!self) return {load: ({url}) => ({kind: 'redirect', to: signInPath(url)}), actions: new Map()}
  return {
    load: visit => setupPage(accounts, self, {visit, problems: []}),
    actions: new Map([[finishAction, (visit: Visit, form: Form) => finish(accounts, self, {visit, form})]]),
  }
}

/* The second factor. */

async function setUp(accounts: Accounts, self: PersonActor, {sender}: Visit) {
  const answer = await beginAppSetup(accounts, self, sender)
  return leadTo(answer === 'done' ? appSetupPath : confirmFor(securityPath))
}

interface SetupShown {
  readonly visit: Visit
  readonly problems: readonly Problem[]
}

async function setupPage(accounts: Accounts, self: PersonActor, {visit, problems}: SetupShown): Promise<Reply> {
  const pending = await pendingApp(accounts, self, visit.sender)
  if (pending === null) return leadTo(securityPath)
  if (pending === 'unconfirmed') return leadTo(confirmFor(appSetupPath))
  const setup = await appSetupData(accounts, self, {secret: pending.secret, problems})
  return page(accounts, self, {visit, setup})
}

async function finish(accounts: Accounts, self: PersonActor, {visit, form}: {visit: Visit; form: Form}) {
  const {sender} = visit
  const answer = await finishAppSetup(accounts, self, {code: sentText(form, 'code'), sender})
  if (answer === 'unconfirmed') return leadTo(confirmFor(appSetupPath))
  if (answer === 'ended') return leadTo(securityPath)
  if (typeof answer === 'object') return page(accounts, self, {visit, codes: answer.codes, done: 'factor on'})
  const pending = await pendingApp(accounts, self, sender)
  if (pending === null || pending === 'unconfirmed') return leadTo(securityPath)
  const again = async (problems: readonly Problem[]) =>
    page(accounts, self, {visit, setup: await appSetupData(accounts, self, {secret: pending.secret, problems})})
  return answer === 'wrong'
    ? refusedReply(accounts, refusedPerson('WRONG_APP_CODE', 'code'), again)
    : waitReply(accounts, answer, again)
}

async function turnOff(accounts: Accounts, self: PersonActor, {sender}: Visit) {
  const answer = await turnOffFactor(accounts, self, sender)
  if (answer === 'required') throw new Refused('FORBIDDEN')
  return leadTo(answer === 'done' ? `${securityPath}?done=off` : confirmFor(securityPath))
}

async function renew(accounts: Accounts, self: PersonActor, visit: Visit) {
  const answer = await renewRecoveryCodes(accounts, self, visit.sender)
  if (answer === 'ended') return leadTo(securityPath)
  return answer === 'unconfirmed'
    ? leadTo(confirmFor(securityPath))
    : page(accounts, self, {visit, codes: answer.codes})
}
