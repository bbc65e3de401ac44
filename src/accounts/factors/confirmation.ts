/** Proving again, before a sensitive step, that it is oneself: with a code, a passkey or the password. */
import {sql} from 'kysely'
import type {PersonActor} from '../../engine/base/actor.ts'
import type {RequestSender} from '../../engine/reply.ts'
import {hasSecondFactor} from '../../engine/transaction/proof.ts'
import {readHash} from '../account-rows.ts'
import {type Accounts, findById, instantAt} from '../accounts.ts'
import {mayUsePassword} from '../passwords-allowed.ts'
import {confirmPassword} from '../sign-in.ts'
import {type FactorProof, proveFactor} from './second-factor.ts'

/** `factor`: a code or a passkey. Null: people whose password does not count, or who have none, sign in again with their provider. */
export type ProofKind = 'factor' | 'password' | null

/** With a second factor, its code: a password alone would be less than they sign in with. */
export async function proofOf(accounts: Accounts, id: string): Promise<ProofKind> {
  const engine = accounts.engine()
  const person = await findById(engine, id)
  return engine.store.read(async db => {
    if (await hasSecondFactor(db, id)) return 'factor'
    if (!person || !mayUsePassword(accounts, person.email)) return null
    return (await readHash(db, id)) === null ? null : 'password'
  })
}

/** Milliseconds to wait before the next attempt, or the answer. */
export async function confirmIdentity(
  accounts: Accounts,
  self: PersonActor,
  {password, sender, ...proof}: FactorProof & {readonly password: string; readonly sender: RequestSender},
): Promise<'right' | 'wrong' | number> {
  const {store, audit} = accounts.engine()
  const person = await findById(accounts.engine(), self.id)
  const kind = await proofOf(accounts, self.id)
  if (!person || kind === null) return 'wrong'
  const answer =
    kind === 'factor'
      ? await proveFactor(accounts, person, {...proof, sender})
      : await confirmPassword(accounts, person, {password, sender})
  if (answer !== 'right') return answer
  await store.transaction(async db => {
    await sql`update nonet_session set confirmed = ${instantAt(accounts.now())}
      where token = ${sender.session ?? ''} and person = ${self.id}`.execute(db)
    await audit?.note(db, {kind: 'confirmation', by: self, details: {what: kind}})
  })
  return 'right'
}
