/** The passkeys of a person: their actions on the security page, and the page that creates one. */
import {type Actor, type PersonActor, personOf} from '../../../engine/base/actor.ts'
import {type Form, type OpenScreen, Refused, type Reply, type Visit} from '../../../engine/reply.ts'
import {isConfirmed} from '../../../engine/transaction/proof.ts'
import type {Accounts} from '../../accounts.ts'
import {deviceName} from '../../devices.ts'
import {addPasskey, longestPasskeyName, removePasskey, setPasskeyName} from '../../factors/set-up.ts'
import {passkeyIn} from '../passkey-ask.ts'
import {signInPath} from '../return-to.ts'
import {messagesOf, sentText} from '../screen-replies.ts'
import {confirmFor} from './confirm.ts'
import {page} from './page.ts'
import {createPasskeyAction, newPasskeyData, passkeysData} from './passkey-data.ts'
import {leadTo, newPasskeyPath, securityPath} from './paths.ts'
import {securityMessages} from './words.ts'

/** Creating a passkey: the page asks the browser, whose answer its action takes. */
export function newPasskeyScreen(accounts: Accounts, actor: Actor): OpenScreen {
  const self = personOf(actor)
  if (!self) return {load: ({url}) => ({kind: 'redirect', to: signInPath(url)}), actions: new Map()}
  return {
    load: visit => newPasskeyPage(accounts, self, {visit, problem: null}),
    actions: new Map([[createPasskeyAction, (visit: Visit, form: Form) => create(accounts, self, {visit, form})]]),
  }
}

export async function startPasskey(accounts: Accounts, {sender}: Visit) {
  const {store} = accounts.engine()
  const isFresh = await store.read(db => isConfirmed(db, sender.session, accounts.now()))
  return leadTo(isFresh ? newPasskeyPath : confirmFor(newPasskeyPath))
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
  if ((await passkeysData(accounts, self)) === null) return leadTo(securityPath)
  const newPasskey = await newPasskeyData(accounts, self, {sender: visit.sender, problem})
  return newPasskey ? page(accounts, self, {visit, newPasskey}) : leadTo(securityPath)
}

const nameOf = (form: Form): string => sentText(form, 'name').trim().slice(0, longestPasskeyName)

async function create(accounts: Accounts, self: PersonActor, {visit, form}: {visit: Visit; form: Form}) {
  const words = securityMessages(accounts)
  const answer = passkeyIn(form)
  if (!answer || (await passkeysData(accounts, self)) === null) throw new Refused('UNKNOWN_ACTION')
  const name = nameOf(form) || deviceName(visit.sender.agent, messagesOf(accounts).browser)
  const added = await addPasskey(accounts, self, {name, answer, sender: visit.sender})
  if (added === 'unconfirmed') return leadTo(confirmFor(newPasskeyPath))
  if (added === 'wrong') {
    const again = await newPasskeyPage(accounts, self, {visit, problem: words.passkeyWrong})
    return again.kind === 'page' ? {...again, status: 422} : again
  }
  return added.codes
    ? page(accounts, self, {visit, codes: added.codes, done: 'passkey added'})
    : leadTo(`${securityPath}?done=passkey%20added`)
}

export async function rename(accounts: Accounts, self: PersonActor, form: Form) {
  const name = nameOf(form)
  if (name !== '') await setPasskeyName(accounts, self, {id: sentText(form, 'id'), name})
  return leadTo(`${securityPath}?done=passkey%20renamed`)
}

export async function remove(accounts: Accounts, self: PersonActor, {visit, form}: {visit: Visit; form: Form}) {
  const answer = await removePasskey(accounts, self, {id: sentText(form, 'id'), sender: visit.sender})
  if (answer === 'unconfirmed') return leadTo(confirmFor(securityPath))
  return leadTo(`${securityPath}?done=${answer === 'last' ? 'last%20passkey' : 'passkey%20removed'}`)
}
