/** How an account is secured: the devices on which its person is signed in, and how they are signed out. */

import {type Actor, type PersonActor, personOf} from '../../../engine/base/actor.ts'
import type {RequestTime} from '../../../engine/base/request-time.ts'
import {exactText, whenText} from '../../../engine/display/dates.ts'
import type {Problem} from '../../../engine/page/common.ts'
import {
  type ActionHandler,
  type Form,
  type OpenScreen,
  type PageReply,
  Refused,
  type Reply,
  type Visit,
} from '../../../engine/reply.ts'
import {isConfirmed} from '../../../engine/transaction/proof.ts'
import {type Accounts, instantAt} from '../../accounts.ts'
import type {AccountData, AppSetupData, DeviceData, NewPasskeyData, SecurityData} from '../../data.ts'
import {deviceName} from '../../devices.ts'
import {
  addPasskey,
  beginAppSetup,
  finishAppSetup,
  longestPasskeyName,
  pendingApp,
  removePasskey,
  renewRecoveryCodes,
  setPasskeyName,
  turnOffFactor,
} from '../../factors/set-up.ts'
import {signOutDevice, signOutElsewhere} from '../../own-account.ts'
import {digestOf} from '../../secret.ts'
import {type ListedSession, sessionLimits, sessionsOf} from '../../sessions.ts'
import {refused} from '../../validate-person.ts'
import {passkeyIn} from '../passkey-ask.ts'
import {signInPath} from '../return-to.ts'
import {messagesOf, refusedReply, typed, waitReply} from '../screen-replies.ts'
import {confirmFor, confirmPath} from './confirm.ts'
import {
  appSetupData,
  factorData,
  finishAction,
  recoveryCodesData,
  renewAction,
  setUpAction,
  turnOffAction,
} from './factor-data.ts'
import {
  addPasskeyAction,
  createPasskeyAction,
  newPasskeyData,
  passkeysData,
  removePasskeyAction,
  renamePasskeyAction,
} from './passkey-data.ts'
import {type SecurityMessages, wordsOf} from './words.ts'

export const securityPath = '/account/security'

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
    ]),
  }
}

/** What people reach who have to set up a second factor first. */
export const factorPaths: readonly string[] = [
  securityPath,
  ...['/account/security/app', '/account/security/passkey', confirmPath, '/sign-out'],
]

export const appSetupPath = '/account/security/app'

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

const leadsTo = (to: string) => ({kind: 'redirect', to}) as const

async function setUp(accounts: Accounts, self: PersonActor, {sender}: Visit) {
  const answer = await beginAppSetup(accounts, self, sender)
  return leadsTo(answer === 'done' ? appSetupPath : confirmFor(securityPath))
}

interface SetupShown {
  readonly visit: Visit
  readonly problems: readonly Problem[]
}

async function setupPage(accounts: Accounts, self: PersonActor, {visit, problems}: SetupShown): Promise<Reply> {
  const pending = await pendingApp(accounts, self, visit.sender)
  if (pending === null) return leadsTo(securityPath)
  if (pending === 'unconfirmed') return leadsTo(confirmFor(appSetupPath))
  const setup = await appSetupData(accounts, self, {secret: pending.secret, problems})
  return page(accounts, self, {visit, setup})
}

async function finish(accounts: Accounts, self: PersonActor, {visit, form}: {visit: Visit; form: Form}) {
  const {sender} = visit
  const answer = await finishAppSetup(accounts, self, {code: typed(form, 'code'), sender})
  if (answer === 'unconfirmed') return leadsTo(confirmFor(appSetupPath))
  if (answer === 'ended') return leadsTo(securityPath)
  if (typeof answer === 'object') return page(accounts, self, {visit, codes: answer.codes, done: 'factor on'})
  const pending = await pendingApp(accounts, self, sender)
  if (pending === null || pending === 'unconfirmed') return leadsTo(securityPath)
  const again = async (problems: readonly Problem[]) =>
    page(accounts, self, {visit, setup: await appSetupData(accounts, self, {secret: pending.secret, problems})})
  return answer === 'wrong'
    ? refusedReply(accounts, refused('WRONG_CODE', 'code'), again)
    : waitReply(accounts, answer, again)
}

async function turnOff(accounts: Accounts, self: PersonActor, {sender}: Visit) {
  const answer = await turnOffFactor(accounts, self, sender)
  if (answer === 'required') throw new Refused('FORBIDDEN')
  return leadsTo(answer === 'done' ? `${securityPath}?done=off` : confirmFor(securityPath))
}

async function renew(accounts: Accounts, self: PersonActor, visit: Visit) {
  const answer = await renewRecoveryCodes(accounts, self, visit.sender)
  if (answer === 'ended') return leadsTo(securityPath)
  return answer === 'unconfirmed'
    ? leadsTo(confirmFor(securityPath))
    : page(accounts, self, {visit, codes: answer.codes})
}

/* Passkeys. */

export const newPasskeyPath = '/account/security/passkey'

/** Creating a passkey: the page asks the browser, whose answer its action takes. */
export function newPasskeyScreen(accounts: Accounts, actor: Actor): OpenScreen {
  const self = personOf(actor)
  if (!self) return {load: ({url}) => ({kind: 'redirect', to: signInPath(url)}), actions: new Map()}
  return {
    load: visit => newPasskeyPage(accounts, self, {visit, problem: null}),
    actions: new Map([[createPasskeyAction, (visit: Visit, form: Form) => create(accounts, self, {visit, form})]]),
  }
}

async function startPasskey(accounts: Accounts, {sender}: Visit) {
  const {store} = accounts.engine()
  const isFresh = await store.read(db => isConfirmed(db, sender.session, accounts.now()))
  return leadsTo(isFresh ? newPasskeyPath : confirmFor(newPasskeyPath))
}

interface NewPasskeyShown {
  readonly visit: Visit
  readonly problem: string | null
}

async function newPasskeyPage(
  accounts: Accounts,
  self: PersonActor,
  {visit, problem}: NewPasskeyShown,
): Promise<Reply> {
  if ((await passkeysData(accounts, self)) === null) return leadsTo(securityPath)
  const newPasskey = await newPasskeyData(accounts, self, {sender: visit.sender, problem})
  return newPasskey ? page(accounts, self, {visit, newPasskey}) : leadsTo(securityPath)
}

const nameOf = (form: Form): string => typed(form, 'name').trim().slice(0, longestPasskeyName)

async function create(accounts: Accounts, self: PersonActor, {visit, form}: {visit: Visit; form: Form}) {
  const words = wordsOf(accounts)
  const answer = passkeyIn(form)
  if (!answer || (await passkeysData(accounts, self)) === null) throw new Refused('UNKNOWN_ACTION')
  const name = nameOf(form) || deviceName(visit.sender.agent, messagesOf(accounts).browser)
  const added = await addPasskey(accounts, self, {name, answer, sender: visit.sender})
  if (added === 'unconfirmed') return leadsTo(confirmFor(newPasskeyPath))
  if (added === 'wrong') {
    const again = await newPasskeyPage(accounts, self, {visit, problem: words.passkeyWrong})
    return again.kind === 'page' ? {...again, status: 422} : again
  }
  return added.codes
    ? page(accounts, self, {visit, codes: added.codes, done: 'passkey added'})
    : leadsTo(`${securityPath}?done=passkey%20added`)
}

async function rename(accounts: Accounts, self: PersonActor, form: Form) {
  const name = nameOf(form)
  if (name !== '') await setPasskeyName(accounts, self, {id: typed(form, 'id'), name})
  return leadsTo(`${securityPath}?done=passkey%20renamed`)
}

async function remove(accounts: Accounts, self: PersonActor, {visit, form}: {visit: Visit; form: Form}) {
  const answer = await removePasskey(accounts, self, {id: typed(form, 'id'), sender: visit.sender})
  if (answer === 'unconfirmed') return leadsTo(confirmFor(securityPath))
  return leadsTo(`${securityPath}?done=${answer === 'last' ? 'last%20passkey' : 'passkey%20removed'}`)
}

/* Devices. */

/** On the account page. */
export function securitySummary(accounts: Accounts, sessions: readonly ListedSession[]): AccountData['security'] {
  const {heading, summary} = wordsOf(accounts)
  return {text: summary(sessions.length), link: {label: heading, href: securityPath}}
}

async function endDevice(accounts: Accounts, self: PersonActor, form: Form) {
  const key = form.text('device') ?? ''
  const sessions = await openSessions(accounts, self)
  const found = sessions.find(({token}) => keyOf(token) === key)
  if (found) await signOutDevice(accounts, self, found.token)
  // A device that has been signed out before is signed out.
  return {kind: 'redirect', to: `${securityPath}?done=device`} as const
}

async function endOthers(accounts: Accounts, self: PersonActor, {sender}: Visit) {
  await signOutElsewhere(accounts, self, sender.session)
  return {kind: 'redirect', to: `${securityPath}?done=others`} as const
}

function openSessions(accounts: Accounts, self: PersonActor): Promise<readonly ListedSession[]> {
  const engine = accounts.engine()
  return engine.store.read(db => sessionsOf(db, self.id, sessionLimits(engine, accounts.now())))
}

interface SecurityShown {
  readonly visit: Visit
  readonly done?: string | null
  readonly setup?: AppSetupData
  readonly newPasskey?: NewPasskeyData
  readonly codes?: readonly string[]
}

async function page(
  accounts: Accounts,
  self: PersonActor,
  {visit: {sender}, done = null, setup, newPasskey, codes}: SecurityShown,
): Promise<PageReply> {
  const words = wordsOf(accounts)
  const notices = new Map([
    ['device', words.signedOut],
    ['others', words.signedOutOthers],
    ['factor on', words.turnedOn],
    ['off', words.turnedOff],
    ['required', words.required],
    ['passkey added', words.passkeyAdded],
    ['passkey renamed', words.passkeyRenamed],
    ['passkey removed', words.passkeyRemoved],
    ['last passkey', words.lastPasskey],
  ])
  const data: SecurityData = {
    ...headOf(words, {setup, newPasskey}),
    notice: notices.get(done ?? '') ?? null,
    factor: await factorData(accounts, self, sender.session),
    setup: setup ?? null,
    passkeys: await passkeysData(accounts, self),
    newPasskey: newPasskey ?? null,
    codes: codes ? recoveryCodesData(accounts, codes) : null,
    devices: devicesData(accounts, await openSessions(accounts, self), sender.session),
  }
  return {kind: 'page', status: 200, title: data.heading, screen: 'security', data}
}

/** The two pages below it lead back to it. */
function headOf(
  words: SecurityMessages,
  {setup, newPasskey}: {readonly setup: AppSetupData | undefined; readonly newPasskey: NewPasskeyData | undefined},
): Pick<SecurityData, 'heading' | 'intro' | 'back'> {
  const back = {label: words.heading, href: securityPath}
  if (setup) return {heading: words.setUpApp, intro: words.setUpIntro, back}
  if (newPasskey) return {heading: words.newPasskey, intro: words.newPasskeyIntro, back}
  return {heading: words.heading, intro: words.intro, back: {label: words.back, href: '/account'}}
}

function devicesData(
  accounts: Accounts,
  sessions: readonly ListedSession[],
  here: string | null,
): SecurityData['devices'] {
  const words = wordsOf(accounts)
  const moment = accounts.engine().moment()
  const hasOthers = sessions.some(({token}) => token !== here)
  return {
    heading: words.devices,
    intro: words.devicesIntro,
    listed: sessions
      .toSorted((a, b) => Number(b.token === here) - Number(a.token === here))
      .map(session => {
        const device = deviceName(session.agent, messagesOf(accounts).browser)
        return shownDevice(session, {device, isHere: session.token === here, words, moment})
      }),
    onlyHere: hasOthers ? null : words.onlyHere,
    signOutOthers: hasOthers ? words.signOutOthers : null,
  }
}

interface ShownDeviceParts {
  readonly device: string
  readonly isHere: boolean
  readonly words: SecurityMessages
  readonly moment: RequestTime
}

function shownDevice(session: ListedSession, {device, isHere, words, moment}: ShownDeviceParts): DeviceData {
  const at = instantAt(session.seen)
  const notes = [...(isHere ? [words.thisDevice] : []), ...(session.isShared ? [words.shared] : [])]
  return {
    key: keyOf(session.token),
    device,
    note: notes.length > 0 ? notes.join(' · ') : null,
    place: session.address,
    lastUsed: isHere ? null : {text: words.lastUsed(whenText(at, moment)), at, exact: exactText(at, moment)},
    signOut: isHere ? null : {text: words.signOut, label: words.signOutOf(device)},
  }
}

/** What the page gets instead of the stored token, which is a digest itself. */
const keyOf = (token: string): string => digestOf(token)
