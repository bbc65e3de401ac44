/** Signing in with an address and a password, what slows down guessing, and a new password for people who have forgotten theirs. */

import type {RequestSender} from '../engine/reply.ts'
import {hasSecondFactor} from '../engine/transaction/proof.ts'
import {resetMail} from '../mail/account-mail.ts'
import {type Db, queryRows} from '../store/sql.ts'
import {
  endLinks,
  endPasswordLinks,
  findLink,
  forgetBrowsers,
  insertLink,
  isKnownBrowser,
  provedAddress,
  readHash,
  rememberBrowser,
  writeHash,
  writeProved,
} from './account-rows.ts'
import {type Accounts, findByEmail, findById, hour, minute, type Person, readEmail} from './accounts.ts'
import {attemptWindow, countAttempt, forgiveAttempts, type Guard, mailGuard, wasAttempted} from './attempts.ts'
import {noteSignIn, personBy, reportFailedSignIn} from './audited-access.ts'
import {tellNewDevice} from './devices.ts'
import {askForFactor} from './factors/second-factor.ts'
import {tellOwner} from './owner-mails.ts'
import {hashPassword, isOutdated, isPassword} from './passwords.ts'
import {mayUsePassword} from './passwords-allowed.ts'
import {newSecret, secretDigest} from './secret.ts'
import {
  beginSession,
  endSessionsOf,
  removeOldSessions,
  type StartedSession,
  sessionLimits,
  startedSession,
} from './sessions.ts'
import {type Refusal, validateNewPassword} from './validate-person.ts'

/* Password reset: any visitor may request one, and the link in the mail sets the new password. */

/**
 * The reply and its timing are the same whether the person exists or not, because the mail is sent afterwards. Null: requested; otherwise the
 * milliseconds to wait.
 */
export async function requestPasswordReset(
  accounts: Accounts,
  email: string,
  sender: RequestSender,
): Promise<number | null> {
  const engine = accounts.engine()
  const address = readEmail(engine, email)
  const most = engine.specification.limits.settings.SIGN_IN_ATTEMPTS
  const guards: Guard[] = [
    mailGuard(`reset ${address ?? secretDigest(email)}`),
    {about: `reset from ${sender.address}`, free: most * 2, slowest: attemptWindow},
  ]
  const wait = await countAttempt(engine.store, guards, accounts.now())
  if (wait > 0) return wait
  if (address !== null) void sendReset(accounts, address).catch(accounts.failed)
  return null
}

async function sendReset(accounts: Accounts, email: string): Promise<void> {
  const engine = accounts.engine()
  const person = await findByEmail(engine, email)
  if (!person?.active || !mayUsePassword(accounts, person.email)) return
  const [secret, now] = [newSecret(), accounts.now()]
  const link = `${accounts.origin()}/reset-password?token=${secret}`
  const mail = resetMail(engine.specification, {to: person.email, name: person.name, link})
  const until = now + hour
  await engine.store.transaction(async db => {
    // A person who has put another address there must not get the account. People without an account choose their first password.
    const proved = await provedAddress(db, person)
    if (proved !== null && proved !== person.email) return
    await insertLink(db, {kind: 'reset', person: person.id, until, secret}, now)
    await accounts.post(db, {mail, about: 'reset', person: person.id, until})
  })
}

/** The person a link belongs to; null if it has expired. */
export async function linkedPerson(
  accounts: Accounts,
  kind: 'reset' | 'invitation',
  secret: string,
): Promise<Person | null> {
  const engine = accounts.engine()
  const id = await engine.store.read(db => findLink(db, {kind, secret}, accounts.now()))
  const person = typeof id === 'string' ? await findById(engine, id) : null
  return person?.active ? person : null
}

type PasswordResetResult = PasswordAccepted | Refusal

interface PasswordChoice {
  readonly kind: 'reset' | 'invitation'
  readonly secret: string
  readonly password: string
}

/** The holder of the link chooses a password and is signed in, on this device only; with a second factor, after it. */
export async function choosePassword(
  accounts: Accounts,
  choice: PasswordChoice,
  sender: RequestSender,
): Promise<PasswordResetResult> {
  const engine = accounts.engine()
  const {kind, secret, password} = choice
  const person = await linkedPerson(accounts, kind, secret)
  if (!person || !mayUsePassword(accounts, person.email)) return {kind: 'ended'}
  const problems = await validateNewPassword(accounts, {...person, password})
  if (problems.length > 0) return {kind: 'refused', problems}
  const [hash, token, browser, now] = [await hashPassword(password), newSecret(), newSecret(), accounts.now()]
  const done = await engine.store.transaction(async db => {
    if ((await findLink(db, {kind, secret}, now)) !== person.id) return null
    await endLinks(db, 'invitation', person.id)
    await engine.audit?.note(db, {kind: 'password', by: personBy(person.id), details: {what: 'chosen', with: 'link'}})
    if ((await readHash(db, person.id)) !== null) {
      const {specification} = engine
      await tellOwner(db, {person, about: 'new password'}, {specification, post: accounts.post})
    }
    const asked = await hasSecondFactor(db, person.id)
    if (!asked) await noteSignIn(engine, db, person.id, {with: 'link'})
    const session = await replacePassword(db, {person, hash, token: asked ? null : token, browser, sender}, now)
    // It was mailed to this address, or handed over by someone who may give it.
    await writeProved(db, person.id, person.email)
    const step = await askForFactor(db, {person: person.id, isShared: false}, now)
    return {session, step}
  })
  if (!done) return {kind: 'ended'}
  if (done.step !== null) return {kind: 'factor', secret: done.step}
  return {kind: 'in', entered: {...startedSession(engine, person, token), browser, ...done.session}}
}

interface NewPassword {
  readonly person: Pick<Person, 'id' | 'email'>
  readonly hash: string
  /** Of the new session; null if it has to wait for a second factor. */
  readonly token: string | null
  readonly browser: string
  readonly sender: RequestSender
  /** They are signed in, and stay so. */
  readonly goesOn?: boolean
}

/** Every session and link of the person ends, and every browser is forgotten, except for this one. */
export async function replacePassword(
  db: Db,
  {person: {id: person, email}, hash, token, browser, sender, goesOn = false}: NewPassword,
  now: number,
): Promise<Pick<StartedSession, 'isShared'>> {
  await writeHash(db, person, {hash, proved: email, now})
  await endSessionsOf(db, person, token === null ? null : sender.session)
  await endPasswordLinks(db, person)
  await forgetBrowsers(db, person)
  if (token === null) return {isShared: false}
  await rememberBrowser(db, {person, earlier: sender.browser, secret: browser}, now)
  return {isShared: await beginSession(db, {person, sender, token, goesOn}, now)}
}

/* Sign-in with an address and a password. The reply and its timing are the same for every failure. */

/** Signed in, or asked for a second factor, which is sent with this secret. */
type PasswordAccepted =
  | {readonly kind: 'in'; readonly entered: StartedSession}
  | {readonly kind: 'factor'; readonly secret: string}

export type SignInResult =
  | PasswordAccepted
  | {readonly kind: 'wrong'}
  /** Too many attempts: milliseconds until the next one. */
  | {readonly kind: 'wait'; readonly wait: number}

interface Credentials {
  readonly email: string
  readonly password: string
}

interface SignInManner {
  /** Whether to remember the browser; a program that signs in by a call has none. */
  readonly remembers?: boolean
  /** Others use the device, too, so the session is short. */
  readonly isShared?: boolean
}

export async function signIn(
  accounts: Accounts,
  given: Credentials,
  sender: RequestSender,
  {remembers = true, isShared = false}: SignInManner = {},
): Promise<SignInResult> {
  const engine = accounts.engine()
  const email = readEmail(engine, given.email)
  const person = email === null ? null : await findByEmail(engine, email)
  // What is typed instead of an address can be anything: a database cannot store every text.
  const counted = email ?? secretDigest(given.email)
  const {guards, forgiven} = await guardsOf(accounts, {email: counted, person: person?.id ?? null, sender})
  const wait = await countAttempt(engine.store, guards, accounts.now())
  if (wait > 0) {
    reportFailedSignIn(accounts, person?.id ?? null, {what: 'too many attempts'})
    return {kind: 'wait', wait}
  }
  const hash = person && (await engine.store.read(db => readHash(db, person.id)))
  const right = await isPassword(given.password, hash)
  if (!right || !person?.active || hash === null || !mayUsePassword(accounts, person.email)) {
    reportFailedSignIn(accounts, person?.id ?? null, {with: 'password'})
    return {kind: 'wrong'}
  }
  const renewed = isOutdated(hash) ? await hashPassword(given.password) : null
  const [token, browser, now] = [newSecret(), newSecret(), accounts.now()]
  const answer = await engine.store.transaction(async (db): Promise<'in' | 'wrong' | {readonly secret: string}> => {
    // While the password was compared, it may have been replaced, or the person deactivated: that has ended all sessions.
    if ((await readHash(db, person.id)) !== hash || !(await isActive(db, person.id))) return 'wrong'
    await forgiveAttempts(db, forgiven)
    if (renewed !== null) await writeHash(db, person.id, {hash: renewed, proved: person.email, now})
    const secret = await askForFactor(db, {person: person.id, isShared}, now)
    if (secret !== null) return {secret}
    await noteSignIn(engine, db, person.id, {with: 'password'})
    await tellNewDevice(accounts, db, {person, sender, isProgram: !remembers})
    if (remembers) await rememberBrowser(db, {person: person.id, earlier: sender.browser, secret: browser}, now)
    await removeOldSessions(db, sessionLimits(engine, now))
    await beginSession(db, {person: person.id, sender, token, isShared}, now)
    return 'in'
  })
  if (answer === 'wrong') return {kind: 'wrong'}
  if (answer !== 'in') return {kind: 'factor', secret: answer.secret}
  return {kind: 'in', entered: {...startedSession(engine, person, token), browser, isShared}}
}

async function isActive(db: Db, person: string): Promise<boolean> {
  return (await queryRows(db)`select id from "user" where id = ${person} and active`).length > 0
}

/** Verifies a person's own password for changes that need more than a session; counted like signing in. */
export async function confirmPassword(
  accounts: Accounts,
  person: {readonly id: string; readonly email: string},
  given: {readonly password: string; readonly sender: RequestSender},
): Promise<'right' | 'wrong' | number> {
  const {store, specification} = accounts.engine()
  const free = specification.limits.settings.SIGN_IN_ATTEMPTS
  // Counted per session of the person: guesses elsewhere do not lock people out of their own account.
  const about = `confirm ${person.id} ${given.sender.session ?? ''}`
  const wait = await countAttempt(store, [{about, free, slowest: attemptWindow}], accounts.now())
  if (wait > 0) return wait
  const hash = await store.read(db => readHash(db, person.id))
  if (!(await isPassword(given.password, hash)) || !mayUsePassword(accounts, person.email)) return 'wrong'
  await store.transaction(db => forgiveAttempts(db, {own: [about], shared: []}))
  return 'right'
}

/** Several people may share an IP address: an office, a school. */
const peopleAtAddress = 5

/** The longest delay for an attempt on an attacked account, for senders without and with failed attempts of their own. */
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
  /** What a correct password resets. */
  readonly forgiven: Parameters<typeof forgiveAttempts>[1]
}

/**
 * In a browser that the person has used before, only its own guesses count. Elsewhere, guesses from the same address count, and all guesses at the
 * account together add a small delay, smaller for addresses without failed attempts. So no one is locked out by others for long, and a thousand
 * addresses guess no faster than one.
 */
async function guardsOf(accounts: Accounts, {email, person, sender}: SignInAttempt): Promise<AttemptGuards> {
  const {store, specification} = accounts.engine()
  const free = specification.limits.settings.SIGN_IN_ATTEMPTS
  const account = `account ${email.trim().toLowerCase().slice(0, 254)}`
  const {browser, address} = sender
  // The work is the same whether the person exists or not.
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
