/** What people can do with their own account. Whatever the document grants, they may change their name, address and password. */

import {sql} from 'kysely'
import {engineItself, type PersonActor} from '../engine/actor.ts'
import {compared, meCore, thisCore} from '../engine/core-build.ts'
import {setWantsMail, wantsMail} from '../engine/notifications/notification-rows.ts'
import type {Grants} from '../engine/permissions/grants.ts'
import {Permissions} from '../engine/permissions/visibility.ts'
import type {RequestSender} from '../engine/reply.ts'
import {ChangeRejected, type ChangeRequest, type Input} from '../engine/write/change.ts'
import type {WriteContext} from '../engine/write/context.ts'
import type {Repeatable} from '../engine/write/idempotency.ts'
import {writeOne} from '../engine/write/write.ts'
import {movedMail, newAddressMail} from '../mail/account-mail.ts'
import {userEntity} from '../points/entities/own-fields.ts'
import type {Db} from '../store/sql.ts'
import {
  endLinks,
  endPasswordLinks,
  findLink,
  findPayload,
  forgetBrowsers,
  insertLink,
  readHash,
  writeHash,
} from './account-rows.ts'
import {type Accounts, day, findById, type Person, personById, readEmail} from './accounts.ts'
import {hashPassword} from './passwords.ts'
import {newSecret} from './secret.ts'
import {
  endSessionsOf,
  isOpenSession,
  type ListedSession,
  type StartedSession,
  sessionLimits,
  sessionsOf,
  startedSession,
} from './sessions.ts'
import {confirmPassword, replacePassword} from './sign-in.ts'
import {
  changedRecord,
  type PersonProblem,
  problemsOf,
  type Refusal,
  refused,
  validateNewPassword,
} from './validate-person.ts'

export interface OwnAccount {
  readonly name: string
  readonly email: string
  readonly version: number
  /** Demo people have none and cannot get one. */
  readonly hasPassword: boolean
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
    const hasPassword = (await readHash(reader.db, self.id)) !== null
    const sessions = await sessionsOf(reader.db, self.id, sessionLimits(engine, accounts.now()))
    const mails = reader.mailsNotices && engine.notifies
    return {name, email, version, hasPassword, sessions, wantsMail: mails ? await wantsMail(reader.db, self.id) : null}
  })
}

export async function setMailPreference(accounts: Accounts, self: PersonActor, wants: boolean): Promise<void> {
  await accounts.engine().store.transaction(db => setWantsMail(db, self.id, {wants, now: accounts.now()}))
}

export async function setLanguage(accounts: Accounts, self: PersonActor, language: string): Promise<void> {
  await accounts.engine().store.transaction(async db => {
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

/** `confirm`: the new address takes effect when the link mailed to it is opened. */
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
  const unsure = moves ? await unconfirmed(accounts, {...change, person: before}) : null
  if (unsure) return unsure
  if (moves && email !== null && accounts.mails) return requestEmailChange(accounts, self, {before, change, email})
  const mail = movedMail(engine.specification, {to: before.email, name: before.name, address: email ?? ''})
  const outcome = await engine.within(
    self,
    async writing => {
      const request = {...requestOf(change), id: self.id, version: change.version ?? before.version}
      const own = {...onOneself(writing, self), keepsSession: change.sender.session}
      const record = changedRecord(await writeOne(own, request))
      if (moves) await accounts.post(writing.db, {mail, about: 'moved', person: self.id, until: null})
      return [record]
    },
    change.repeatable ? {repeatable: change.repeatable} : {},
  )
  return outcome.ok ? 'done' : {kind: 'refused', problems: problemsOf(outcome)}
}

/** The account page with a note that the new address has to be confirmed. */
export const confirmSent = '/account?done=confirm'

interface EmailChange {
  readonly before: Person
  readonly change: OwnChange
  readonly email: string
}

/** The name changes immediately. Whether the address is taken is only revealed when the link is opened. */
async function requestEmailChange(
  accounts: Accounts,
  self: PersonActor,
  {before, change, email}: EmailChange,
): Promise<'confirm' | Refusal> {
  const engine = accounts.engine()
  const [secret, now] = [newSecret(), accounts.now()]
  const until = now + day
  const link = `${accounts.origin()}/account/${secret}`
  const mail = newAddressMail(engine.specification, {to: email, name: before.name, link})
  const repeatable = change.repeatable && {...change.repeatable, leadsTo: () => confirmSent}
  const outcome = await engine.within(
    self,
    async writing => {
      const request = {...requestOf({...change, email: null}), id: self.id, version: change.version ?? before.version}
      const record = changedRecord(await writeOne(onOneself(writing, self), request))
      await endLinks(writing.db, 'address', self.id)
      const payload = JSON.stringify({email})
      await insertLink(writing.db, {kind: 'address', person: self.id, until, secret, payload}, now)
      await accounts.post(writing.db, {mail, about: 'new address', person: self.id, until})
      return [record]
    },
    repeatable ? {repeatable} : {},
  )
  return outcome.ok ? 'confirm' : {kind: 'refused', problems: problemsOf(outcome)}
}

/** The new address that a link confirms; null if the link has expired. */
export async function pendingAddress(
  accounts: Accounts,
  secret: string,
): Promise<{readonly person: string; readonly email: string} | null> {
  const found = await accounts.engine().store.read(db => findPayload(db, {kind: 'address', secret}, accounts.now()))
  if (!found?.person) return null
  const {email} = found.payload as {readonly email: string}
  return {person: found.person, email}
}

/** Opening the link proves the address, so no session is needed. All other sessions of the person end. */
export async function confirmAddress(
  accounts: Accounts,
  secret: string,
  sender: RequestSender,
): Promise<'done' | Refusal> {
  const engine = accounts.engine()
  const pending = await pendingAddress(accounts, secret)
  const before = pending && (await findById(engine, pending.person))
  if (!pending || !before?.active) return {kind: 'ended'}
  const {name} = before
  const mail = movedMail(engine.specification, {to: before.email, name, address: pending.email})
  const outcome = await engine.within(engineItself, async writing => {
    if (!(await findLink(writing.db, {kind: 'address', secret}, accounts.now())))
      throw new ChangeRejected('LINK_ENDED', [])
    const fields = new Map<string, Input>([['email', {form: [pending.email]}]])
    const request: ChangeRequest = {kind: 'update', entity: userEntity, id: before.id, action: 'change account', fields}
    const record = changedRecord(await writeOne({...writing, keepsSession: sender.session}, request))
    await accounts.post(writing.db, {mail, about: 'moved', person: before.id, until: null})
    return [record]
  })
  // The address may be taken by now; the page only says that the link has expired.
  return outcome.ok ? 'done' : {kind: 'ended'}
}

async function unconfirmed(
  accounts: Accounts,
  {person, password, sender}: {person: {id: string; email: string}; password: string; sender: RequestSender},
): Promise<Refusal | null> {
  const answer = await confirmPassword(accounts, person, {password, sender})
  if (answer === 'right') return null
  return answer === 'wrong' ? refused('WRONG_PASSWORD', 'current') : {kind: 'wait', wait: answer}
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
  const problems = await validateNewPassword(engine.specification, {...person, password})
  if (problems.length > 0) return {kind: 'refused', problems}
  const unsure = await unconfirmed(accounts, {person, password: current, sender})
  if (unsure) return unsure
  const [hash, token, browser, now] = [await hashPassword(password), newSecret(), newSecret(), accounts.now()]
  const done = await engine.store.transaction(async db => {
    // Another new password may have ended this session: then the current one is another.
    if (sender.session !== null && !(await isOpenSession(db, sender.session))) return false
    await replacePassword(db, {person: self.id, hash, token, browser, sender}, now)
    return true
  })
  if (!done) return refused('WRONG_PASSWORD', 'current')
  return {kind: 'in', entered: {...startedSession(engine, person, token), browser}}
}

export async function signOutElsewhere(accounts: Accounts, self: PersonActor, here: string | null): Promise<void> {
  await accounts.engine().store.transaction(db => endSessionsOf(db, self.id, here))
}

/** A new password set by a call of point 7, in the transaction of its change. All other sessions end. */
export async function prepareNewPassword(
  accounts: Accounts,
  self: PersonActor,
  password: string,
): Promise<{
  readonly problems: readonly PersonProblem[]
  readonly write: (db: Db, session: string | null) => Promise<void>
}> {
  const engine = accounts.engine()
  const person = await findById(engine, self.id)
  const problems = person ? await validateNewPassword(engine.specification, {...person, password}) : []
  const [hash, now] = [problems.length > 0 ? '' : await hashPassword(password), accounts.now()]
  return {
    problems,
    async write(db, session) {
      await writeHash(db, self.id, {hash, now})
      await endSessionsOf(db, self.id, session)
      await endPasswordLinks(db, self.id)
      await forgetBrowsers(db, self.id)
    },
  }
}
