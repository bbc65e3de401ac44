/** The devices on which a person is signed in, and how they are signed out. */
import type {PersonActor} from '../../../engine/base/actor.ts'
import type {RequestTime} from '../../../engine/base/request-time.ts'
import {exactText, whenText} from '../../../engine/display/dates.ts'
import type {Form, Visit} from '../../../engine/reply.ts'
import {dateFormat} from '../../../points/entities/values/formats.ts'
import {type Accounts, instantAt} from '../../accounts.ts'
import type {AccountData, DeviceData, SecurityData} from '../../data.ts'
import {deviceName} from '../../devices.ts'
import {factorDue} from '../../factors/required.ts'
import {signOutDevice, signOutElsewhere} from '../../own-account.ts'
import {secretDigest} from '../../secret.ts'
import {type ListedSession, sessionLimits, sessionsOf} from '../../sessions.ts'
import {messagesOf} from '../screen-replies.ts'
import {confirmFor} from './confirm.ts'
import {leadTo, securityPath} from './paths.ts'
import {type SecurityMessages, securityMessages} from './words.ts'

/** On the account page. */
export async function securitySummary(
  accounts: Accounts,
  self: PersonActor,
  sessions: readonly ListedSession[],
): Promise<AccountData['security']> {
  const {heading, summary, requiredFactorBy} = securityMessages(accounts)
  const due = await factorDue(accounts, self, self.session ?? null)
  const reminder = due.kind === 'later' ? requiredFactorBy(dayText(accounts, due.until, {dateStyle: 'medium'})) : null
  return {text: summary(sessions.length), reminder, link: {label: heading, href: securityPath}}
}

/** Beside the name of the person on every page, so it is short. */
export const factorReminder = (accounts: Accounts, until: number): string =>
  securityMessages(accounts).factorDue(dayText(accounts, until, {day: 'numeric', month: 'short'}))

function dayText(accounts: Accounts, moment: number, style: Intl.DateTimeFormatOptions): string {
  const {LANGUAGE, TIME_ZONE} = accounts.engine().specification.limits.settings
  return dateFormat(LANGUAGE, {...style, timeZone: TIME_ZONE}).format(moment)
}

export async function endDevice(accounts: Accounts, self: PersonActor, form: Form) {
  const key = form.text('device') ?? ''
  const sessions = await openSessions(accounts, self)
  const found = sessions.find(({token}) => keyOf(token) === key)
  if (found && !(await signOutDevice(accounts, self, found.token))) return leadTo(confirmFor(securityPath))
  // A device that has been signed out before is signed out.
  return {kind: 'redirect', to: `${securityPath}?done=device`} as const
}

export async function endOthers(accounts: Accounts, self: PersonActor, {sender}: Visit) {
  if (!(await signOutElsewhere(accounts, self, sender.session))) return leadTo(confirmFor(securityPath))
  return {kind: 'redirect', to: `${securityPath}?done=others`} as const
}

export function openSessions(accounts: Accounts, self: PersonActor): Promise<readonly ListedSession[]> {
  const engine = accounts.engine()
  return engine.store.read(db => sessionsOf(db, self.id, sessionLimits(engine, accounts.now())))
}

export function devicesData(
  accounts: Accounts,
  sessions: readonly ListedSession[],
  here: string | null,
): SecurityData['devices'] {
  const words = securityMessages(accounts)
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
const keyOf = (token: string): string => secretDigest(token)
