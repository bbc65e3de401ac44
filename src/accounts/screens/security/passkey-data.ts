/** The passkeys of a person on the security page, and the page that creates one. */
import type {PersonActor} from '../../../engine/base/actor.ts'
import type {RequestSender} from '../../../engine/reply.ts'
import {dateFormat} from '../../../points/entities/values/formats.ts'
import {readHash} from '../../account-rows.ts'
import {type Accounts, findById} from '../../accounts.ts'
import type {NewPasskeyData, PasskeysData} from '../../data.ts'
import {deviceName} from '../../devices.ts'
import {passkeysOf} from '../../factors/passkey-rows.ts'
import {askToAdd, hasPlaceForPasskeys} from '../../factors/passkeys.ts'
import {mayUsePassword} from '../../passwords-allowed.ts'
import {messagesOf} from '../screen-replies.ts'
import {securityMessages} from './words.ts'

export const addPasskeyAction = 'add passkey'
export const createPasskeyAction = 'create passkey'
export const renamePasskeyAction = 'rename passkey'
export const removePasskeyAction = 'remove passkey'

/** Null where a provider alone lets people in, where the address cannot have passkeys, and for the demonstration. */
export async function passkeysData(accounts: Accounts, self: PersonActor): Promise<PasskeysData | null> {
  const engine = accounts.engine()
  const person = await findById(engine, self.id)
  const {hash, passkeys} = await engine.store.read(async db => ({
    hash: await readHash(db, self.id),
    passkeys: await passkeysOf(db, self.id),
  }))
  const isOffered = hash !== null && person !== null && mayUsePassword(accounts, person.email)
  if (passkeys.length === 0 && !(isOffered && hasPlaceForPasskeys(accounts))) return null
  const words = securityMessages(accounts)
  const {LANGUAGE, TIME_ZONE} = engine.specification.limits.settings
  const format = dateFormat(LANGUAGE, {dateStyle: 'medium', timeZone: TIME_ZONE})
  return {
    heading: words.passkeys,
    text: words.passkeysText,
    listed: passkeys.map(({id, name, made, used}) => ({
      id,
      name,
      facts: [
        words.since(format.format(made)),
        used === null ? words.unused : words.lastUsed(format.format(used)),
      ].join(' · '),
      rename: {action: renamePasskeyAction, label: words.rename, field: words.passkeyName, save: words.save},
      remove: {action: removePasskeyAction, text: words.remove, label: words.removeOf(name)},
    })),
    add: {action: addPasskeyAction, label: words.addPasskey},
  }
}

/** Null where there can be none. */
export async function newPasskeyData(
  accounts: Accounts,
  self: PersonActor,
  {sender, problem}: {readonly sender: RequestSender; readonly problem: string | null},
): Promise<NewPasskeyData | null> {
  const person = await findById(accounts.engine(), self.id)
  const question = person && (await askToAdd(accounts, person))
  if (!question) return null
  const words = securityMessages(accounts)
  return {
    ...question,
    action: createPasskeyAction,
    name: deviceName(sender.agent, messagesOf(accounts).browser),
    nameLabel: words.passkeyName,
    label: words.createPasskey,
    problem,
    failed: words.passkeyFailed,
    script: words.passkeyScript,
    unsupported: words.passkeyUnsupported,
  }
}
