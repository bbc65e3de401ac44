/** Setting up a second factor, and giving it up: by people who have proved a moment ago that it is them. */
import type {PersonActor} from '../../engine/base/actor.ts'
import type {Engine} from '../../engine/engine.ts'
import type {RequestSender} from '../../engine/reply.ts'
import type {Db} from '../../store/sql.ts'
import {type Accounts, findById, type Person} from '../accounts.ts'
import {attemptWindow, countAttempt} from '../attempts.ts'
import {tellOwner} from '../owner-mails.ts'
import {endSessionsOf} from '../sessions.ts'
import {isConfirmed} from './confirmation.ts'
import {
  acceptApp,
  appOf,
  hasSecondFactor,
  newRecoveryCodes,
  prepareApp,
  removeApp,
  spendAppCode,
} from './factor-rows.ts'
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
  if (requiresFactor(accounts, self)) return 'required'
  const person = await findById(accounts.engine(), self.id)
  return whenConfirmed(accounts, sender, async (db): Promise<'done'> => {
    if (!person || !(await hasSecondFactor(db, self.id))) return 'done'
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
    const details = {what: 'recovery codes created'}
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

/** By the operator, for a person who has lost their phone and their recovery codes. They are signed out everywhere. */
export async function removeFactorsOf(engine: Engine, person: Person): Promise<boolean> {
  return engine.store.transaction(async db => {
    if (!(await hasSecondFactor(db, person.id))) return false
    await removeApp(db, person.id)
    await endSessionsOf(db, person.id)
    const by = {kind: 'operator'} as const
    await engine.audit?.note(db, {kind: 'second-factor', by, about: person.id, details: {what: 'app removed'}})
    await tellOwner(db, {person, about: 'factor removed'}, engine)
    return true
  })
}
