/** Signing in with an address and a password. Whatever is wrong, the response and the time it takes are the same. */
import type {RequestSender} from '../engine/reply.ts'
import {isKnownBrowser, readHash, rememberBrowser, writeHash} from './account-rows.ts'
import {type Accounts, minute} from './accounts.ts'
import {attemptWindow, countAttempt, forgiveAttempts, type Guard, wasAttempted} from './attempts.ts'
import {hashPassword, isOutdated, isPassword} from './passwords.ts'
import {findByEmail, readEmail} from './people.ts'
import {newSecret} from './secret.ts'
import {type StartedSession, startSession} from './sessions.ts'

export type SignInResult =
  | {readonly kind: 'in'; readonly entered: StartedSession}
  | {readonly kind: 'wrong'}
  /** Too often: milliseconds until it may be tried again. */
  | {readonly kind: 'wait'; readonly wait: number}

export interface Credentials {
  readonly email: string
  readonly password: string
}

/** `remembers`: whether the browser is known from now on; a program that signs in by a call has none. */
export async function signIn(
  accounts: Accounts,
  given: Credentials,
  sender: RequestSender,
  {remembers = true}: {readonly remembers?: boolean} = {},
): Promise<SignInResult> {
  const engine = accounts.engine()
  const email = readEmail(engine, given.email)
  const person = email === null ? null : await findByEmail(engine, email)
  const {guards, forgiven} = await guardsOf(accounts, {email: email ?? given.email, person: person?.id ?? null, sender})
  const wait = await countAttempt(engine.store, guards, accounts.now())
  if (wait > 0) return {kind: 'wait', wait}
  const hash = person && (await engine.store.read(db => readHash(db, person.id)))
  const right = await isPassword(given.password, hash)
  if (!right || !person?.active || hash === null) return {kind: 'wrong'}
  const renewed = isOutdated(hash) ? await hashPassword(given.password) : null
  const browser = newSecret()
  await engine.store.transaction(async db => {
    await forgiveAttempts(db, forgiven)
    if (renewed !== null) await writeHash(db, person.id, {hash: renewed, now: accounts.now()})
    if (remembers)
      await rememberBrowser(db, {person: person.id, earlier: sender.browser, secret: browser}, accounts.now())
  })
  return {kind: 'in', entered: {...(await startSession(accounts, person, sender)), browser}}
}

/** Whether it is their own password, for changes that a session alone must not make; counted like signing in. */
export async function confirmPassword(
  accounts: Accounts,
  person: {readonly id: string; readonly email: string},
  given: {readonly password: string; readonly sender: RequestSender},
): Promise<'right' | 'wrong' | number> {
  const {store, specification} = accounts.engine()
  const free = specification.limits.settings.SIGN_IN_ATTEMPTS
  // Counted for the session alone: guesses elsewhere do not lock people out of their own account.
  const about = `confirm ${person.id} ${given.sender.session ?? ''}`
  const wait = await countAttempt(store, [{about, free, slowest: attemptWindow}], accounts.now())
  if (wait > 0) return wait
  const hash = await store.read(db => readHash(db, person.id))
  if (!(await isPassword(given.password, hash))) return 'wrong'
  await store.transaction(db => forgiveAttempts(db, {own: [about], shared: []}))
  return 'right'
}

/** Several people may share an address: an office, a school. */
const peopleAtAddress = 5

/** An attempt at a guessed account waits no longer than this, where its sender has not been wrong there before, and where it has. */
const slowestForNew = 4000
const slowestForWrong = minute

const noId = '00000000-0000-0000-0000-000000000000'

interface SignInAttempt {
  readonly email: string
  readonly person: string | null
  readonly sender: RequestSender
}

interface AttemptGuards {
  readonly guards: readonly Guard[]
  /** What the right password takes back. */
  readonly forgiven: Parameters<typeof forgiveAttempts>[1]
}

/**
 * In a browser that the person has used before, only its own guesses count. Elsewhere those from the same address count, and all guesses at the
 * account together slow it down a little, for addresses that have not been wrong there less than for the others: so nobody is kept out by
 * others for longer than moments, and a thousand addresses guess no faster than one.
 */
async function guardsOf(accounts: Accounts, {email, person, sender}: SignInAttempt): Promise<AttemptGuards> {
  const {store, specification} = accounts.engine()
  const free = specification.limits.settings.SIGN_IN_ATTEMPTS
  const account = `account ${email.trim().toLowerCase().slice(0, 254)}`
  const {browser, address} = sender
  // Asked in the same way whether there is such a person or not.
  const known = browser !== null && (await store.read(db => isKnownBrowser(db, browser, person ?? noId)))
  if (known) {
    const about = `${account} by ${browser}`
    return {guards: [{about, free, slowest: attemptWindow}], forgiven: {own: [about], shared: []}}
  }
  const here = {about: `${account} from ${address}`, free, slowest: attemptWindow}
  const anywhere = {about: `address ${address}`, free: free * peopleAtAddress, slowest: attemptWindow}
  const wrong = await wasAttempted(store, here.about, accounts.now())
  const others = wrong
    ? {about: account, free, slowest: slowestForWrong}
    : {about: `${account} for the first time`, free, slowest: slowestForNew}
  return {
    guards: [here, anywhere, others],
    forgiven: {own: [here.about], shared: [anywhere.about, others.about]},
  }
}
