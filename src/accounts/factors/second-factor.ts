/** Signing in and confirming with a second factor: a code of an authenticator app, a recovery code, or a passkey. */
import type {RequestSender} from '../../engine/reply.ts'
import {hasSecondFactor} from '../../engine/transaction/proof.ts'
import type {Db} from '../../store/sql.ts'
import {endLinks, findPayload, insertLink, isKnownBrowser, rememberBrowser} from '../account-rows.ts'
import {type Accounts, findById, minute, type Person} from '../accounts.ts'
import {attemptWindow, countAttempt, forgiveAttempts, type Guard} from '../attempts.ts'
import {noteSignIn, reportFailedSignIn} from '../audited-access.ts'
import {tellNewDevice} from '../devices.ts'
import {tellOwner} from '../owner-mails.ts'
import {mayUsePassword} from '../passwords-allowed.ts'
import {newSecret} from '../secret.ts'
import {beginSession, removeOldSessions, type StartedSession, sessionLimits, startedSession} from '../sessions.ts'
import {hasApp, spendAppCode, spendRecoveryCode} from './factor-rows.ts'
import {type PasskeyAnswer, spendPasskey, verifyPasskey} from './passkeys.ts'

/** Milliseconds from the password to the code. */
const patience = 10 * minute
/** Wrong codes without a delay. */
const freeAttempts = 5

/** After the password: the one-time secret with which the code is sent; null for people without a second factor. */
export async function askForFactor(
  db: Db,
  {person, isShared}: {readonly person: string; readonly isShared: boolean},
  now: number,
): Promise<string | null> {
  if (!(await hasSecondFactor(db, person))) return null
  const secret = newSecret()
  const payload = JSON.stringify({isShared})
  await insertLink(db, {kind: 'second-factor', person, until: now + patience, secret, payload}, now)
  return secret
}

export type FactorResult =
  | {readonly kind: 'in'; readonly entered: StartedSession}
  | {readonly kind: 'wrong' | 'ended'}
  /** Too many attempts: milliseconds until the next one. */
  | {readonly kind: 'wait'; readonly wait: number}

/** The second step of signing in. */
export async function signInWithFactor(
  accounts: Accounts,
  {secret, ...proof}: FactorProof & {readonly secret: string},
  sender: RequestSender,
): Promise<FactorResult> {
  const engine = accounts.engine()
  const step = await engine.store.read(db => findPayload(db, {kind: 'second-factor', secret}, accounts.now()))
  const person = step?.person ? await findById(engine, step.person) : null
  if (!step || !person?.active) return {kind: 'ended'}
  // Written by `askForFactor`.
  const {isShared} = step.payload as {readonly isShared: boolean}
  const [token, browser] = [newSecret(), newSecret()]
  const answer = await proveFactor(accounts, person, {...proof, sender}, async db => {
    const now = accounts.now()
    // A new password, or the right to sign in that was taken away, has ended it.
    if (!(await findPayload(db, {kind: 'second-factor', secret}, now))) return 'ended'
    await endLinks(db, 'second-factor', person.id)
    await noteSignIn(engine, db, person.id, {with: 'second factor'})
    await tellNewDevice(accounts, db, {person, sender, isProgram: false})
    await rememberBrowser(db, {person: person.id, earlier: sender.browser, secret: browser}, now)
    await removeOldSessions(db, sessionLimits(engine, now))
    await beginSession(db, {person: person.id, sender, token, isShared}, now)
    return 'right'
  })
  if (typeof answer === 'number') return {kind: 'wait', wait: answer}
  if (answer !== 'right') return {kind: answer}
  return {kind: 'in', entered: {...startedSession(engine, person, token), browser, isShared}}
}

/** A code of an app, a recovery code, or the answer of a passkey. */
export interface FactorProof {
  readonly code: string
  readonly passkey: PasskeyAnswer | null
}

interface GivenProof extends FactorProof {
  readonly sender: RequestSender
}

type Proof<More> = 'right' | 'wrong' | number | More

/** Whether the proof is right, or the milliseconds to wait. `then` runs in the transaction that uses it up. */
export async function proveFactor<More = never>(
  accounts: Accounts,
  person: Pick<Person, 'id' | 'name' | 'email'>,
  {code, passkey, sender}: GivenProof,
  then: (db: Db) => Promise<'right' | More> = async () => 'right',
): Promise<Proof<More>> {
  const {store, specification, audit} = accounts.engine()
  const now = accounts.now()
  const guard = await guardOf(accounts, person.id, sender)
  const wait = await countAttempt(store, [guard], now)
  if (wait > 0) return wait
  const answered = passkey && (await verifyPasskey(accounts, person.id, passkey))
  const answer = await store.transaction(async (db): Promise<Proof<More>> => {
    const used = answered ? await spendAnswer(db, answered, now) : await spendCode(db, person.id, code, now)
    if (used === null) return 'wrong'
    await forgiveAttempts(db, {own: [guard.about], shared: []})
    if (used === 'recovery code') {
      const details = {what: 'recovery code used'} as const
      await audit?.note(db, {kind: 'second-factor', by: {kind: 'nobody'}, about: person.id, details})
      await tellOwner(db, {person, about: 'recovery code'}, {specification, post: accounts.post})
    }
    return then(db)
  })
  if (answer === 'wrong')
    await audit?.reportRefusal({kind: 'second-factor', by: {kind: 'nobody'}, about: person.id, details: {what: 'code'}})
  return answer
}

async function spendCode(db: Db, person: string, code: string, now: number): Promise<'app' | 'recovery code' | null> {
  if (code === '' || !(await hasSecondFactor(db, person))) return null
  const plain = code.replaceAll(/[\s-]/g, '').toLowerCase().slice(0, 64)
  if ((await hasApp(db, person)) && (await spendAppCode(db, person, {code: plain, now}))) return 'app'
  return (await spendRecoveryCode(db, person, plain)) ? 'recovery code' : null
}

async function spendAnswer(
  db: Db,
  answered: Parameters<typeof spendPasskey>[1],
  now: number,
): Promise<'passkey' | null> {
  return (await spendPasskey(db, answered, now)) ? 'passkey' : null
}

/** In a browser that the person has used before, only its own guesses count; all others share one count. */
async function guardOf({engine}: Accounts, person: string, {browser}: RequestSender): Promise<Guard> {
  const isKnown = browser !== null && (await engine().store.read(db => isKnownBrowser(db, browser, person)))
  const about = isKnown ? `factor ${person} by ${browser}` : `factor ${person}`
  return {about, free: freeAttempts, slowest: attemptWindow}
}

/** Whose second step this is. */
export async function personOfStep(accounts: Accounts, secret: string): Promise<string | null> {
  const found = await accounts
    .engine()
    .store.read(db => findPayload(db, {kind: 'second-factor', secret}, accounts.now()))
  return found?.person ?? null
}

/* Signing in with a passkey alone: of a device that has checked the person. */

export async function signInWithPasskey(
  accounts: Accounts,
  {answer, isShared}: {readonly answer: PasskeyAnswer; readonly isShared: boolean},
  sender: RequestSender,
): Promise<FactorResult> {
  const engine = accounts.engine()
  const guard = {about: `passkey from ${sender.address}`, free: freeAttempts * 4, slowest: attemptWindow}
  const wait = await countAttempt(engine.store, [guard], accounts.now())
  if (wait > 0) return {kind: 'wait', wait}
  const verified = await verifyPasskey(accounts, null, answer)
  const person = verified && (await findById(engine, verified.passkey.person))
  if (!verified || !person?.active || !mayUsePassword(accounts, person.email)) {
    reportFailedSignIn(accounts, verified?.passkey.person ?? null, {with: 'passkey'})
    return {kind: 'wrong'}
  }
  const [token, browser] = [newSecret(), newSecret()]
  const isIn = await engine.store.transaction(async db => {
    const now = accounts.now()
    if (!(await spendPasskey(db, verified, now))) return false
    await forgiveAttempts(db, {own: [], shared: [guard.about]})
    await noteSignIn(engine, db, person.id, {with: 'passkey'})
    await tellNewDevice(accounts, db, {person, sender, isProgram: false})
    await rememberBrowser(db, {person: person.id, earlier: sender.browser, secret: browser}, now)
    await removeOldSessions(db, sessionLimits(engine, now))
    await beginSession(db, {person: person.id, sender, token, isShared}, now)
    return true
  })
  if (!isIn) return {kind: 'wrong'}
  return {kind: 'in', entered: {...startedSession(engine, person, token), browser, isShared}}
}
