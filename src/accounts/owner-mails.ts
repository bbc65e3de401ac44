/** Mails that tell the owner of an account what was made for it, in case someone else did. */

import {postMail, securityMail} from '../mail/account-mail.ts'
import type {Specification} from '../points/specification.ts'
import type {Db} from '../store/sql.ts'
import {provedAddress} from './account-rows.ts'
import type {Accounts, Person} from './accounts.ts'

const kinds = {
  'new password': 'newPassword',
  'new key': 'newKey',
  'factor added': 'factorAdded',
  'factor removed': 'factorRemoved',
  'passkey added': 'passkeyAdded',
  'passkey removed': 'passkeyRemoved',
  'provider added': 'providerAdded',
  'provider removed': 'providerRemoved',
  'recovery code': 'recoveryCode',
} as const

interface OwnerNews {
  readonly person: Pick<Person, 'id' | 'name' | 'email'>
  readonly about: keyof typeof kinds
}

interface OwnerPost {
  readonly specification: Specification
  /** By default, the outbox. */
  readonly post?: Accounts['post']
}

const toOutbox: Accounts['post'] = (db, mail) => postMail(db, mail, {now: Date.now()})

/**
 * In the transaction of what it tells. To the address that was proved, also where the record has another one; people
 * without an account, such as applications, have none.
 */
export async function tellOwner(
  db: Db,
  {person, about}: OwnerNews,
  {specification, post = toOutbox}: OwnerPost,
): Promise<void> {
  const proved = await provedAddress(db, person)
  // An address that was never proved may belong to a stranger.
  if (!proved) return
  const mail = securityMail(specification, kinds[about], {to: proved, name: person.name})
  await post(db, {mail, about, person: person.id, until: null})
}
