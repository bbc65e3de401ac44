/** Setting up a second factor, and giving it up: by people who have proved a moment ago that it is them. */
import type {PersonActor} from '../../engine/base/actor.ts'
import type {Engine} from '../../engine/engine.ts'
import type {RequestSender} from '../../engine/reply.ts'
import {hasSecondFactor, isConfirmed} from '../../engine/transaction/proof.ts'
import type {Db} from '../../store/sql.ts'
import {readHash} from '../account-rows.ts'
import {type Accounts, findById, type Person} from '../accounts.ts'
import {attemptWindow, countAttempt} from '../attempts.ts'
import {tellOwner} from '../owner-mails.ts'
import {endSessionsOf} from '../sessions.ts'
import {hasProvider} from '../sso/identities.ts'
import {
  acceptApp,
  appOf,
  endRecoveryCodes,
  hasApp,
  newRecoveryCodes,
  prepareApp,
  removeApp,
  spendAppCode,
} from './factor-rows.ts'
import {spendQuestion} from './passkey-questions.ts'
import {deletePasskey, findPasskey, insertPasskey, passkeysOf, renamePasskey} from './passkey-rows.ts'
import {type PasskeyAnswer, verifyNewPasskey} from './passkeys.ts'
import {requiresFactor} from './required.ts'

/** `unconfirmed`: the person has to prove first that it is them. */
type Unconfirmed = 'unconfirmed'

async function whenConfirmed<Result>(
  accounts: Accounts,
  sender: RequestSender,
  work: (db: Db, now: number) => Promise<Result>,
): Promise<Result | Unconfirmed> {
  const now = accounts.now()
  return accounts.engine().store.transaction(async (db): Promise<Result | Unconfirmed> => {
    return (await isConfirmed(db, sender.session, now)) ? work(db, now) : 'unconfirmed'
  })
}

export function beginAppSetup(
  accounts: Accounts,
  self: PersonActor,
  sender: RequestSender,
): Promise<'done' | Unconfirmed> {
  return whenConfirmed(accounts, sender, async (db): Promise<'done'> => {
    await prepareApp(db, self.id)
    return 'done'
  })
}

/** The secret of an app whose first code has not been entered; null without one. */
export function pendingApp(
  accounts: Accounts,
  self: PersonActor,
  sender: RequestSender,
): Promise<{readonly secret: string} | null | Unconfirmed> {
  return whenConfirmed(accounts, sender, async db => {
    const app = await appOf(db, self.id)
    return app?.since === null ? {secret: app.secret} : null
  })
}

const freeAttempts = 10

/** With its first code. The recovery codes are shown once; all other devices are signed out. */
export async function finishAppSetup(
  accounts: Accounts,
  self: PersonActor,
  {code, sender}: {readonly code: string; readonly sender: RequestSender},
): Promise<{readonly codes: readonly string[]} | 'wrong' | 'ended' | Unconfirmed | number> {
  const engine = accounts.engine()
  const guard = {about: `set up factor ${self.id}`, free: freeAttempts, slowest: attemptWindow}
  const wait = await countAttempt(engine.store, [guard], accounts.now())
  if (wait > 0) return wait
  const person = await findById(engine, self.id)
  if (!person) return 'ended'
  return whenConfirmed(accounts, sender, async (db, now) => {
    if ((await appOf(db, self.id))?.since !== null) return 'ended'
    if (!(await spendAppCode(db, self.id, {code: code.replaceAll(/\s/g, ''), now}))) return 'wrong'
    await acceptApp(db, self.id, now)
    const codes = await newRecoveryCodes(db, self.id)
    await endSessionsOf(db, self.id, sender.session)
    await note(accounts, db, {person, self, what: 'added'})
    return {codes}
  })
}

export async function turnOffFactor(
  accounts: Accounts,
  self: PersonActor,
  sender: RequestSender,
): Promise<'done' | 'required' | Unconfirmed> {
  const person = await findById(accounts.engine(), self.id)
  return whenConfirmed(accounts, sender, async (db): Promise<'done' | 'required'> => {
    if (requiresFactor(accounts, self) && (await passkeysOf(db, self.id)).length === 0) return 'required'
    if (!person || !(await hasApp(db, self.id))) return 'done'
    await removeApp(db, self.id)
    await note(accounts, db, {person, self, what: 'removed'})
    return 'done'
  })
}

/** The earlier ones end. */
export function renewRecoveryCodes(
  accounts: Accounts,
  self: PersonActor,
  sender: RequestSender,
): Promise<{readonly codes: readonly string[]} | 'ended' | Unconfirmed> {
  return whenConfirmed(accounts, sender, async db => {
    if (!(await hasSecondFactor(db, self.id))) return 'ended'
    const codes = await newRecoveryCodes(db, self.id)
    const details = {what: 'recovery codes created'} as const
    await accounts.engine().audit?.note(db, {kind: 'second-factor', by: self, details})
    return {codes}
  })
}

interface FactorNews {
  readonly person: Person
  readonly self: PersonActor
  readonly what: 'added' | 'removed'
}

async function note(accounts: Accounts, db: Db, {person, self, what}: FactorNews): Promise<void> {
  const {specification, audit} = accounts.engine()
  await audit?.note(db, {kind: 'second-factor', by: self, details: {what: `app ${what}`}})
  await tellOwner(db, {person, about: `factor ${what}`}, {specification, post: accounts.post})
}

/* Passkeys. */

export const longestPasskeyName = 80
const mostPasskeys = 20

interface NewPasskey {
  readonly name: string
  readonly answer: PasskeyAnswer
  readonly sender: RequestSender
}

/** `codes`: recovery codes for the first second factor, which ends all other sessions. */
export async function addPasskey(
  accounts: Accounts,
  self: PersonActor,
  {name, answer, sender}: NewPasskey,
): Promise<{readonly codes: readonly string[] | null} | 'wrong' | Unconfirmed> {
  const person = await findById(accounts.engine(), self.id)
  const passkey = await verifyNewPasskey(accounts, self.id, answer)
  return whenConfirmed(accounts, sender, async (db, now) => {
    const existing = await passkeysOf(db, self.id)
    if (!person || !passkey || existing.length >= mostPasskeys) return 'wrong'
    if (!(await spendQuestion(db, answer.secret, now)) || (await findPasskey(db, passkey.id))) return 'wrong'
    const isFirst = !(await hasSecondFactor(db, self.id))
    await insertPasskey(db, {...passkey, person: self.id, name, made: now})
    const codes = isFirst ? await newRecoveryCodes(db, self.id) : null
    if (isFirst) await endSessionsOf(db, self.id, sender.session)
    await notePasskey(accounts, db, {person, self, what: 'added'})
    return {codes}
  })
}

/** `last`: without it the person could not sign in any more, or not as their role requires. */
export async function removePasskey(
  accounts: Accounts,
  self: PersonActor,
  {id, sender}: {readonly id: string; readonly sender: RequestSender},
): Promise<'done' | 'last' | Unconfirmed> {
  const person = await findById(accounts.engine(), self.id)
  return whenConfirmed(accounts, sender, async (db): Promise<'done' | 'last'> => {
    const isOnly = (await passkeysOf(db, self.id)).length === 1
    const isLastWay = (await readHash(db, self.id)) === null && !(await hasProvider(accounts, db, self.id))
    const isLastFactor = requiresFactor(accounts, self) && !(await hasApp(db, self.id))
    if (isOnly && (isLastWay || isLastFactor)) return 'last'
    if (!person || !(await deletePasskey(db, {id, person: self.id}))) return 'done'
    await endRecoveryCodes(db, self.id)
    await notePasskey(accounts, db, {person, self, what: 'removed'})
    return 'done'
  })
}

export async function setPasskeyName(
  accounts: Accounts,
  self: PersonActor,
  {id, name}: {readonly id: string; readonly name: string},
): Promise<void> {
  await accounts.engine().store.transaction(db => renamePasskey(db, {id, person: self.id, name}))
}

async function notePasskey(accounts: Accounts, db: Db, {person, self, what}: FactorNews): Promise<void> {
  const {specification, audit} = accounts.engine()
  await audit?.note(db, {kind: 'passkey', by: self, details: {what}})
  await tellOwner(db, {person, about: `passkey ${what}`}, {specification, post: accounts.post})
}

/** By the operator, for a person who has lost their phone and their recovery codes. They are signed out everywhere. */
export async function removeFactorsOf(engine: Engine, person: Person): Promise<boolean> {
  return engine.store.transaction(async db => {
    if (!(await hasSecondFactor(db, person.id))) return false
    for (const {id} of await passkeysOf(db, person.id)) await deletePasskey(db, {id, person: person.id})
    await removeApp(db, person.id)
    await endSessionsOf(db, person.id)
    const by = {kind: 'operator'} as const
    await engine.audit?.note(db, {kind: 'second-factor', by, about: person.id, details: {what: 'all removed'}})
    await tellOwner(db, {person, about: 'factor removed'}, engine)
    return true
  })
}
