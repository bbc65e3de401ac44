/** What people can do with their own account. Whatever the document grants, they may change their name, address and password. */

import {sql} from 'kysely'
import {engineItself, type PersonActor} from '../engine/base/actor.ts'
import {compared, meCore, thisCore} from '../engine/base/core-build.ts'
import type {Engine} from '../engine/engine.ts'
import type {Repeatable} from '../engine/idempotency.ts'
import {setWantsMail, wantsMail} from '../engine/notifications/notification-rows.ts'
import type {Grants} from '../engine/permissions/grants.ts'
import {Permissions} from '../engine/permissions/visibility.ts'
import type {RequestSender} from '../engine/reply.ts'
import {ChangeRejected, type ChangeRequest, type Input} from '../engine/transaction/change.ts'
import type {WriteContext} from '../engine/transaction/context.ts'
import {isConfirmed, isUnproved, ProofRequired} from '../engine/transaction/proof.ts'
import {writeOne} from '../engine/write/write.ts'
import {userEntity} from '../points/entities/own-fields.ts'
import type {Db} from '../store/sql.ts'
import {
  endLinks,
  endPasswordLinks,
  findLink,
  findPayload,
  forgetBrowsers,
  provedAddress,
  writeHash,
  writeProved,
} from './account-rows.ts'
import {type Accounts, findById, type Person, personById, readEmail} from './accounts.ts'
import {tellOwner} from './owner-mails.ts'
import {hashPassword} from './passwords.ts'
import {mayUsePassword} from './passwords-allowed.ts'
import {followAddress} from './scim/people.ts'
import {newSecret} from './secret.ts'
import {
  endSessionOf,
  endSessionsOf,
  isOpenSession,
  type ListedSession,
  type StartedSession,
  sessionLimits,
  sessionsOf,
  startedSession,
} from './sessions.ts'
import {confirmPassword, replacePassword} from './sign-in.ts'
import {issuersOf} from './sso/identities.ts'
import {
  changedRecord,
  type PersonProblem,
  personProblems,
  type Refusal,
  refusedPerson,
  validateNewPassword,
} from './validate-person.ts'

export interface OwnAccount {
  readonly name: string
  readonly email: string
  /** Whether the address has been proved, or could not be. */
  readonly isProved: boolean
  readonly version: number
  /** One that counts. Demo people have none and cannot get one. */
  readonly hasPassword: boolean
  /** The issuers of the providers with which they have signed in. */
  readonly issuers: readonly string[]
  readonly sessions: readonly ListedSession[]
  /** Whether they want notification mails; null if the application sends none. */
  readonly wantsMail: boolean | null
}

export async function ownAccount(accounts: Accounts, self: PersonActor): Promise<OwnAccount | null> {
  const engine = accounts.engine()
  return engine.read(self, async reader => {
    const person = await personById(reader, self.id)
    if (!person) return null
    const {name, email, version} = person
    const proved = await provedAddress(reader.db, person)
    const isProved = proved === null || proved === email
    const sessions = await sessionsOf(reader.db, self.id, sessionLimits(engine, accounts.now()))
    const mails = reader.mailsNotices && engine.notifies
    return {
      name,
      email,
      isProved,
      version,
      hasPassword: proved !== null && mayUsePassword(accounts, email),
      issuers: await issuersOf(reader.db, self.id),
      sessions,
      wantsMail: mails ? await wantsMail(reader.db, self.id) : null,
    }
  })
}

export async function setMailPreference(accounts: Accounts, self: PersonActor, wants: boolean): Promise<void> {
  await accounts.engine().unit(({db}) => setWantsMail(db, self.id, {wants, now: accounts.now()}))
}

export async function setLanguage(accounts: Accounts, self: PersonActor, language: string): Promise<void> {
  await accounts.engine().unit(async ({db}) => {
    await sql`insert into nonet_language (person, language) values (${self.id}, ${language})
      on conflict (person) do update set language = ${language}`.execute(db)
  })
}

export interface OwnChange {
  readonly name: string
  /** Null: unchanged. */
  readonly email: string | null
  readonly version: number | null
  /** Required to change the address, because a password reset is sent to it. */
  readonly password: string
  readonly sender: RequestSender
  readonly repeatable?: Repeatable
}

/** `confirm`: the address takes effect when the link mailed to it is opened. */
export async function changeOwn(
  accounts: Accounts,
  self: PersonActor,
  change: OwnChange,
): Promise<'done' | 'confirm' | Refusal> {
  const engine = accounts.engine()
  const before = await findById(engine, self.id)
  if (!before) return {kind: 'ended'}
  const email = change.email === null ? before.email : readEmail(engine, change.email)
  const moves = email !== before.email
  const proves = !moves && change.password !== '' && !(await isProved(engine, before))
  const unsure = moves || proves ? await unconfirmed(accounts, {...change, person: before}) : null
  if (unsure) return unsure
  const {repeatable, sender} = change
  const isLater = (moves || proves) && email !== null && accounts.mails
  const leadsTo = isLater ? {leadsTo: () => confirmSent} : {}
  const outcome = await engine.unitOfWork(
    self,
    async writing => {
      const request = {...requestOf(change), id: self.id, version: change.version ?? before.version}
      const own = {...onOneself(writing, self), keepsSession: sender.session, address: 'password'} as const
      const record = changedRecord(await writeOne(own, request))
      if (proves) await proveAgain(accounts, own, before)
      const hasMoved = (await personById(writing, self.id))?.email !== before.email
      return hasMoved ? [record, ...(await followAddress(accounts, writing, self.id))] : [record]
    },
    repeatable ? {repeatable: {...repeatable, ...leadsTo}} : {},
  )
  if (!outcome.ok) return {kind: 'refused', problems: personProblems(outcome)}
  return isLater ? 'confirm' : 'done'
}

function isProved(engine: Engine, person: Person): Promise<boolean> {
  return engine.store.read(async db => (await provedAddress(db, person)) === person.email)
}

/** The address stays, and was never proved. Without a mail server, the password has to do. */
async function proveAgain(accounts: Accounts, writing: WriteContext, {id, email}: Person): Promise<void> {
  if (accounts.mails) await askToProveAddress(writing, {id, email, asksPassword: false})
  else await writeProved(writing.db, id, email)
}

/** Sends a link to the address that the person has. */
export async function askToProveAddress(
  writing: WriteContext,
  {id, email, asksPassword}: {readonly id: string; readonly email: string; readonly asksPassword: boolean},
): Promise<void> {
  const news = {kind: 'asked', person: id, from: email, to: email, asksPassword} as const
  await writing.mailsAddresses(writing, news)
}

/** The account page with a note that the new address has to be confirmed. */
export const confirmSent = '/account?done=confirm'

export interface PendingAddress {
  readonly person: string
  readonly email: string
  /**
   * Null if the link is enough. Otherwise someone else has set the address, or the person without their password: those
   * whose password does not count open the link where they are signed in, and have proved that it is them.
   */
  readonly asks: 'password' | 'session' | null
}

/** The new address that a link confirms; null if the link has expired. */
export async function pendingAddress(accounts: Accounts, secret: string): Promise<PendingAddress | null> {
  const engine = accounts.engine()
  const found = await engine.store.read(db => findPayload(db, {kind: 'address', secret}, accounts.now()))
  const person = found?.person ? await findById(engine, found.person) : null
  if (!found || !person) return null
  const {email, asksPassword = false} = found.payload as {readonly email: string; readonly asksPassword?: boolean}
  const proof = mayUsePassword(accounts, person.email) ? 'password' : 'session'
  return {person: person.id, email, asks: asksPassword ? proof : null}
}

/** Whether the session is enough for what the link asks for. */
export async function mayOpenLink(
  accounts: Accounts,
  {person, asks}: PendingAddress,
  self: PersonActor | null,
): Promise<boolean> {
  if (asks !== 'session') return true
  if (self?.id !== person) return false
  return accounts.engine().store.read(async db => !(await isUnproved(db, self, accounts.now())))
}

/** Opening the link proves the address. All other sessions of the person end. */
export async function confirmAddress(
  accounts: Accounts,
  {secret, password, self}: {readonly secret: string; readonly password: string; readonly self: PersonActor | null},
  sender: RequestSender,
): Promise<'done' | Refusal> {
  const engine = accounts.engine()
  const pending = await pendingAddress(accounts, secret)
  const found = pending && (await findById(engine, pending.person))
  if (!pending || !found?.active) return {kind: 'ended'}
  if (!(await mayOpenLink(accounts, pending, self))) throw new ProofRequired()
  // Not per session: a visitor with the link can send one that does not exist with each guess.
  const guessing = {person: found, password, sender: {...sender, session: null}}
  const unsure = pending.asks === 'password' ? await unconfirmed(accounts, guessing) : null
  if (unsure) return unsure
  const {person: id, email} = pending
  const outcome = await engine.unitOfWork(engineItself, async writing => {
    const {db} = writing
    const person = await personById(writing, id)
    if (!person?.active || !(await findLink(db, {kind: 'address', secret}, accounts.now())))
      throw new ChangeRejected('LINK_ENDED', [])
    await endLinks(db, 'address', id)
    const fields = new Map<string, Input>([['email', {form: [email]}]])
    const request: ChangeRequest = {kind: 'update', entity: userEntity, id, action: 'change account', fields}
    const own = {...writing, keepsSession: sender.session, address: 'proved'} as const
    const record = changedRecord(await writeOne(own, request))
    await writeProved(db, id, email)
    return [record, ...(await followAddress(accounts, writing, id))]
  })
  if (outcome.ok) return 'done'
  // The address may be taken by now; the page only says that the link has expired.
  return outcome.code === 'LAST_ADMINISTRATOR' ? {kind: 'refused', problems: personProblems(outcome)} : {kind: 'ended'}
}

async function unconfirmed(
  accounts: Accounts,
  {person, password, sender}: {person: {id: string; email: string}; password: string; sender: RequestSender},
): Promise<Refusal | null> {
  const answer = await confirmPassword(accounts, person, {password, sender})
  if (answer === 'right') return null
  return answer === 'wrong' ? refusedPerson('WRONG_PASSWORD', 'current') : {kind: 'wait', wait: answer}
}

function requestOf({name, email}: OwnChange): ChangeRequest {
  const fields = new Map<string, Input>([['name', {form: [name]}]])
  if (email !== null) fields.set('email', {form: [email]})
  return {kind: 'update', entity: userEntity, action: 'change account', fields}
}

/** Permissions for this change alone: people read their own record and change these two fields of it. */
function onOneself(writing: WriteContext, self: PersonActor): WriteContext {
  const where = compared(thisCore(userEntity), '=', meCore)
  const fields = new Set(['name', 'email'])
  const grants: Grants = (_actor, act, entity) => {
    if (entity !== userEntity || (act !== 'read' && act !== 'update')) return []
    return [{where, fields: act === 'update' ? fields : null}]
  }
  return {...writing, visibility: new Permissions(writing.entities, grants).of(self)}
}

export type PasswordChanged = {readonly kind: 'in'; readonly entered: StartedSession} | Refusal

/** Signs out all other devices and gives the current browser a new token. */
export async function changePassword(
  accounts: Accounts,
  self: PersonActor,
  {current, password, sender}: {current: string; password: string; sender: RequestSender},
): Promise<PasswordChanged> {
  const engine = accounts.engine()
  const person = await findById(engine, self.id)
  if (!person) return {kind: 'ended'}
  const problems = await validateNewPassword(accounts, {...person, password})
  if (problems.length > 0) return {kind: 'refused', problems}
  const unsure = await unconfirmed(accounts, {person, password: current, sender})
  if (unsure) return unsure
  const [hash, token, browser, now] = [await hashPassword(password), newSecret(), newSecret(), accounts.now()]
  const done = await engine.store.transaction(async db => {
    // Another new password may have ended this session: then the current one is another.
    if (sender.session !== null && !(await isOpenSession(db, sender.session))) return null
    await engine.audit?.note(db, {kind: 'password', by: self, details: {what: 'changed'}})
    await tellOwner(db, {person, about: 'new password'}, {specification: engine.specification, post: accounts.post})
    return replacePassword(db, {person, hash, token, browser, sender, goesOn: true}, now)
  })
  if (!done) return refusedPerson('WRONG_PASSWORD', 'current')
  return {kind: 'in', entered: {...startedSession(engine, person, token), browser, ...done}}
}

/** False: they have to prove first that it is them, so that a stolen session signs no one out. */
export function signOutElsewhere(accounts: Accounts, self: PersonActor, here: string | null): Promise<boolean> {
  const engine = accounts.engine()
  return engine.store.transaction(async db => {
    if (await isUnproved(db, self, accounts.now())) return false
    await endSessionsOf(db, self.id, here)
    await engine.audit?.note(db, {kind: 'sessions', by: self, details: {what: 'ended others'}})
    return true
  })
}

/** `session`: the digest of its token. */
export function signOutDevice(accounts: Accounts, self: PersonActor, session: string): Promise<boolean> {
  const engine = accounts.engine()
  return engine.store.transaction(async db => {
    if (await isUnproved(db, self, accounts.now())) return false
    if (await endSessionOf(db, self.id, session))
      await engine.audit?.note(db, {kind: 'sessions', by: self, details: {what: 'ended one'}})
    return true
  })
}

export interface PreparedPassword {
  readonly problems: readonly PersonProblem[]
  /** `session`: the one that goes on. */
  readonly write: (db: Db, session: string | null) => Promise<void>
}

/** A new password set by a call of point 7 or an own screen, in the transaction of its change. All other sessions end. */
export async function prepareNewPassword(
  accounts: Accounts,
  self: PersonActor,
  password: string,
): Promise<PreparedPassword> {
  const engine = accounts.engine()
  const person = await findById(engine, self.id)
  const problems = person ? await validateNewPassword(accounts, {...person, password}) : []
  const [hash, now] = [problems.length > 0 ? '' : await hashPassword(password), accounts.now()]
  return {
    problems,
    async write(db, session) {
      const {specification} = engine
      // Nothing asks for the present one: a stolen token could set another.
      if (!(await isConfirmed(db, session, now))) throw new ProofRequired()
      if (person) await tellOwner(db, {person, about: 'new password'}, {specification, post: accounts.post})
      await engine.audit?.note(db, {kind: 'password', by: self, details: {what: 'changed'}})
      await writeHash(db, self.id, {hash, proved: person?.email ?? '', now})
      await endSessionsOf(db, self.id, session)
      await endPasswordLinks(db, self.id)
      await forgetBrowsers(db, self.id)
    },
  }
}
