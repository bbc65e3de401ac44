/** The security page as data, with what has just been done. */
import type {PersonActor} from '../../../engine/base/actor.ts'
import type {PageReply, Visit} from '../../../engine/reply.ts'
import type {Accounts} from '../../accounts.ts'
import type {AppSetupData, NewPasskeyData, SecurityData} from '../../data.ts'
import {devicesData, openSessions} from './devices.ts'
import {factorData, recoveryCodesData} from './factor-data.ts'
import {passkeysData} from './passkey-data.ts'
import {securityPath} from './paths.ts'
import {providersData} from './providers.ts'
import {type SecurityMessages, securityMessages} from './words.ts'

interface SecurityShown {
  readonly visit: Visit
  readonly done?: string | null
  readonly setup?: AppSetupData
  readonly newPasskey?: NewPasskeyData
  readonly codes?: readonly string[]
}

export async function page(
  accounts: Accounts,
  self: PersonActor,
  {visit: {sender}, done = null, setup, newPasskey, codes}: SecurityShown,
): Promise<PageReply> {
  const words = securityMessages(accounts)
  const notices = new Map([
    ['device', words.signedOut],
    ['others', words.signedOutOthers],
    ['factor on', words.turnedOn],
    ['off', words.turnedOff],
    ['passkey added', words.passkeyAdded],
    ['passkey renamed', words.passkeyRenamed],
    ['passkey removed', words.passkeyRemoved],
    ['provider connected', words.providerConnected],
    ['provider removed', words.providerRemoved],
  ])
  const refusal = new Map([
    ['required', words.required],
    ['last passkey', words.lastPasskey],
    ['provider taken', words.providerTaken],
    ['provider not verified', words.providerNotVerified],
    ['provider failed', words.providerFailed],
    ['last provider', words.lastProvider],
  ]).get(done ?? '')
  const data: SecurityData = {
    ...headOf(words, {setup, newPasskey}),
    notice: notices.get(done ?? '') ?? null,
    ...(refusal === undefined ? {} : {refusal}),
    factor: await factorData(accounts, self, sender.session),
    setup: setup ?? null,
    passkeys: await passkeysData(accounts, self),
    providers: await providersData(accounts, self),
    newPasskey: newPasskey ?? null,
    codes: codes ? recoveryCodesData(accounts, codes) : null,
    devices: devicesData(accounts, await openSessions(accounts, self), sender.session),
  }
  return {kind: 'page', status: 200, title: data.heading, screen: 'security', data, asksOnce: newPasskey !== undefined}
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
