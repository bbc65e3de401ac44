/** The second factor on the security page: setting up an authenticator app, recovery codes, and turning it off. */
import encodeQR from 'qr'
import type {PersonActor} from '../../../engine/base/actor.ts'
import type {Problem} from '../../../engine/page/common.ts'
import {dateFormat} from '../../../points/entities/values/formats.ts'
import {readHash} from '../../account-rows.ts'
import {type Accounts, findById} from '../../accounts.ts'
import type {AppSetupData, FactorData, RecoveryCodesData} from '../../data.ts'
import {appOf, recoveryCodesLeft} from '../../factors/factor-rows.ts'
import {passkeysOf} from '../../factors/passkey-rows.ts'
import {factorDue, requiresFactor} from '../../factors/required.ts'
import {totpAddress} from '../../factors/totp.ts'
import {codeField, entryForm, withLabels} from '../screen-replies.ts'
import {securityMessages} from './words.ts'

export const setUpAction = 'set up app'
export const finishAction = 'confirm app'
export const turnOffAction = 'turn off factor'
export const renewAction = 'new recovery codes'

/** Recovery codes of which people are told that few are left. */
const few = 3

export async function factorData(
  accounts: Accounts,
  self: PersonActor,
  session: string | null,
): Promise<FactorData | null> {
  const {store, specification} = accounts.engine()
  const words = securityMessages(accounts)
  const {hash, app, left, hasOther} = await store.read(async db => ({
    hash: await readHash(db, self.id),
    app: await appOf(db, self.id),
    left: await recoveryCodesLeft(db, self.id),
    hasOther: (await passkeysOf(db, self.id)).length > 0,
  }))
  if (hash === null) return null
  const {LANGUAGE, TIME_ZONE} = specification.limits.settings
  const format = dateFormat(LANGUAGE, {dateStyle: 'medium', timeZone: TIME_ZONE})
  if (!app?.since) {
    const buttons = [{action: setUpAction, label: words.setUpApp, isMain: true}]
    const due = await factorDue(accounts, self, session)
    const until = due.kind === 'later' ? [words.requiredBy(format.format(due.until))] : []
    if (!hasOther) return {heading: words.factor, texts: [words.factorOff, ...until], buttons}
    const renew = {action: renewAction, label: words.newCodes, isMain: false}
    const texts = [words.factorByPasskey, words.codesLeft(left), ...(left <= few ? [words.fewCodes] : [])]
    return {heading: words.factor, texts, buttons: [...buttons.map(each => ({...each, isMain: false})), renew]}
  }
  const since = format.format(app.since)
  const isRequired = requiresFactor(accounts, self) && !hasOther
  return {
    heading: words.factor,
    texts: [words.factorOn(since), words.codesLeft(left), ...(left <= few ? [words.fewCodes] : [])],
    buttons: [
      {action: renewAction, label: words.newCodes, isMain: left <= few},
      ...(isRequired ? [] : [{action: turnOffAction, label: words.turnOff, isMain: false}]),
    ],
  }
}

/** The square of a code, as one path: a module is one unit. */
function qrPath(text: string): {readonly path: string; readonly size: number} {
  const rows = encodeQR(text, 'raw', {ecc: 'medium', border: 4})
  const path = rows.map((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')).join('')).join('')
  return {path, size: rows.length}
}

export async function appSetupData(
  accounts: Accounts,
  self: PersonActor,
  {secret, problems}: {readonly secret: string; readonly problems: readonly Problem[]},
): Promise<AppSetupData> {
  const words = securityMessages(accounts)
  const person = await findById(accounts.engine(), self.id)
  const product = accounts.engine().specification.purpose.title
  const address = totpAddress({secret, product, email: person?.email ?? ''})
  const fields = [codeField(accounts)]
  return {
    steps: words.setUpSteps,
    qr: {...qrPath(address), label: words.qrCode},
    open: {label: words.openApp, href: address},
    secret: {label: words.secretKey, text: (secret.match(/.{4}/g) ?? []).join(' ')},
    form: entryForm(finishAction, words.turnOn, {fields, problems: withLabels(problems, fields)}),
  }
}

export function recoveryCodesData(accounts: Accounts, listed: readonly string[]): RecoveryCodesData {
  const {recoveryCodes, recoveryText, copyCodes, copied, print} = securityMessages(accounts)
  return {heading: recoveryCodes, text: recoveryText, listed, copy: copyCodes, copied, print}
}
