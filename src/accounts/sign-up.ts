/** New accounts: by sign-up if a role allows it, or as the first person. Both act as the engine itself. */

import {sql} from 'kysely'
import {engineItself} from '../engine/base/actor.ts'
import type {Engine} from '../engine/engine.ts'
import type {RequestSender} from '../engine/reply.ts'
import {type Input, problem, rejected} from '../engine/transaction/change.ts'
import type {WriteContext} from '../engine/transaction/context.ts'
import {administratorRoles} from '../engine/transaction/last-administrator.ts'
import {writeOne} from '../engine/write/write.ts'
import {knownMail, signUpMail} from '../mail/account-mail.ts'
import {userEntity} from '../points/entities/own-fields.ts'
import type {Specification} from '../points/specification.ts'
import type {Db} from '../store/sql.ts'
import {
  endLink,
  endLinks,
  findLink,
  findPayload,
  hasAccounts,
  insertLink,
  peopleWithAccounts,
  readHash,
  rememberBrowser,
  writeHash,
} from './account-rows.ts'
import {type Accounts, day, findByEmail, personByEmail, readEmail} from './accounts.ts'
import {attemptWindow, countAttempt, mailGuard} from './attempts.ts'
import {noteSignIn} from './audited-access.ts'
import {askToProveAddress} from './own-account.ts'
import {hashPassword} from './passwords.ts'
import {newSecret} from './secret.ts'
import {beginSession, endSessionsOf, rolesOfRow, type StartedSession, startedSession} from './sessions.ts'
import {signIn} from './sign-in.ts'
import {
  changedRecord,
  type NewPerson,
  type PersonProblem,
  personProblems,
  type Refusal,
  type RequiredAnswers,
  refusedPerson,
  requiredInputs,
  validateAnswers,
  validateNameAndEmail,
  validateNewPassword,
  validateNewPerson,
} from './validate-person.ts'

export type SignUpResult = {readonly kind: 'in'; readonly entered: StartedSession} | Refusal

/**
 * The roles available by sign-up; if there are several, people choose one. If sign-up is limited to some domains and no mail proves an address, no
 * one can sign up.
 */
export function signUpRoles(accounts: Pick<Accounts, 'engine' | 'mails' | 'passwordsFor'>): string[] {
  const {roles, limits} = accounts.engine().specification
  // Others enter through a provider.
  if (accounts.passwordsFor) return []
  if (limits.settings.SIGN_UP_DOMAINS.length > 0 && !accounts.mails) return []
  return [...roles.roles.values()].filter(role => role.joinsBy === 'sign-up').map(role => role.name)
}

/** An address outside SIGN_UP_DOMAINS. */
function validateDomain({limits}: Specification, email: string): PersonProblem[] {
  const domains = limits.settings.SIGN_UP_DOMAINS
  const domain = email
    .slice(email.lastIndexOf('@') + 1)
    .trim()
    .toLowerCase()
  if (domains.length === 0 || domains.includes(domain)) return []
  return [{code: 'OTHER_DOMAIN', field: 'email', values: {domains: domains.map(each => `@${each}`).join(', ')}}]
}

export async function signUp(
  accounts: Accounts,
  newcomer: NewPerson & {readonly role: string | null; readonly answers?: RequiredAnswers},
  sender: RequestSender,
): Promise<SignUpResult> {
  const engine = accounts.engine()
  const roles = signUpRoles(accounts)
  const role = newcomer.role === null ? roles[0] : roles.find(each => each === newcomer.role)
  if (role === undefined) return refusedPerson('NOT_A_CHOICE', 'role', {choices: roles.join(', ')})
  const wait = await waitToSignUp(accounts, sender)
  if (wait > 0) return {kind: 'wait', wait}
  const unseen = await validateAnswers(engine, newcomer.answers ?? new Map())
  if (unseen.length > 0) return {kind: 'refused', problems: unseen}
  const joined = await join(accounts, {newcomer, sender, roles: [role]})
  if (!isKnown(joined)) return joined
  // What else was filled in, such as another name for others, would be lost.
  if (newcomer.answers && newcomer.answers.size > 0) return refusedPerson('KNOWN_ADDRESS', 'email')
  return signInInstead(accounts, newcomer, sender)
}

/**
 * Sign-up by a call of point 7. The account exists immediately and no mail proves its address, so it is refused if sign-up is limited to some
 * domains. `fields` are those in the call's request; roles are not among them. A known address is refused, whatever the password.
 */
export async function signUpByCall(
  accounts: Accounts,
  {fields, password}: {readonly fields: ReadonlyMap<string, Input>; readonly password: string},
  sender: RequestSender,
): Promise<SignUpResult> {
  const engine = accounts.engine()
  const [role] = signUpRoles(accounts)
  if (role === undefined || engine.specification.limits.settings.SIGN_UP_DOMAINS.length > 0)
    return refusedPerson('FORBIDDEN')
  const wait = await waitToSignUp(accounts, sender)
  if (wait > 0) return {kind: 'wait', wait}
  const [name, email] = ['name', 'email'].map(field => textIn(fields.get(field)))
  const weak = await validateNewPassword(accounts, {name: name ?? '', email: email ?? '', password})
  const [hash, token, now] = [weak.length > 0 ? '' : await hashPassword(password), newSecret(), accounts.now()]
  const outcome = await engine.unitOfWork(engineItself, async writing => {
    const all = new Map<string, Input>([...fields, ['roles', {value: [role]}]])
    const step = await writeOne(writing, {kind: 'create', entity: userEntity, action: 'sign up', fields: all})
    // Problems of the password and of the fields are reported together.
    if (weak.length > 0) throw rejected([...(step.ok ? [] : step.problems), ...weak])
    const record = changedRecord(step)
    // With a mail server, nothing has proved it.
    const address = readEmail(engine, email ?? '') ?? ''
    await writeHash(writing.db, record.id, {hash, proved: accounts.mails ? '' : address, now})
    await noteSignIn(engine, writing.db, record.id, {with: 'sign-up'})
    if (accounts.mails) await askToProveAddress(writing, {id: record.id, email: address, asksPassword: true})
    await beginSession(writing.db, {person: record.id, sender, token}, now)
    return [record]
  })
  if (!outcome.ok) return {kind: 'refused', problems: personProblems(outcome)}
  const id = outcome.records[0]?.id ?? ''
  return {kind: 'in', entered: startedSession(engine, {id, name: name ?? '', roles: [role]}, token)}
}

function waitToSignUp(accounts: Accounts, sender: RequestSender): Promise<number> {
  const {store, specification} = accounts.engine()
  const most = specification.limits.settings.SIGN_IN_ATTEMPTS
  const guard = {about: `sign-up ${sender.address}`, free: most * 2, slowest: attemptWindow}
  return countAttempt(store, [guard], accounts.now())
}

function textIn(input: Input | undefined): string | null {
  const value = input && ('json' in input ? input.json : 'value' in input ? input.value : null)
  return typeof value === 'string' ? value : null
}

/** A person who has not yet proved that the address is theirs. */
interface PendingSignUp {
  readonly name: string
  readonly email: string
  readonly role: string
  readonly answers: readonly (readonly [string, readonly string[]])[]
}

export interface SignUpRequest extends Omit<NewPerson, 'password'> {
  readonly role: string | null
  readonly answers?: RequiredAnswers
}

/**
 * If mail is delivered, nothing is created before the link in the mail is opened, where a password is chosen too. The reply and its timing are the
 * same whether the address is known or not, because the mail is sent afterwards. Null: requested.
 */
export async function requestSignUp(
  accounts: Accounts,
  request: SignUpRequest,
  sender: RequestSender,
): Promise<Refusal | null> {
  const engine = accounts.engine()
  const {name, email} = request
  const answers = request.answers ?? new Map<string, readonly string[]>()
  const roles = signUpRoles(accounts)
  const role = request.role === null ? roles[0] : roles.find(each => each === request.role)
  if (role === undefined) return refusedPerson('NOT_A_CHOICE', 'role', {choices: roles.join(', ')})
  const problems = [
    ...validateNameAndEmail(engine.specification, {name, email}),
    ...(await validateAnswers(engine, answers)),
  ]
  const address = readEmail(engine, email) ?? email
  if (problems.length === 0) problems.push(...validateDomain(engine.specification, address))
  if (problems.length > 0) return {kind: 'refused', problems}
  const free = engine.specification.limits.settings.SIGN_IN_ATTEMPTS * 2
  const guards = [
    {about: `sign-up ${sender.address}`, free, slowest: attemptWindow},
    mailGuard(`sign-up mail ${address}`),
  ]
  const wait = await countAttempt(engine.store, guards, accounts.now())
  if (wait > 0) return {kind: 'wait', wait}
  void sendSignUpLink(accounts, {name, email: address, role, answers: [...answers]}).catch(accounts.failed)
  return null
}

async function sendSignUpLink(accounts: Accounts, pending: PendingSignUp): Promise<void> {
  const engine = accounts.engine()
  const {specification, store} = engine
  const person = await findByEmail(engine, pending.email)
  const now = accounts.now()
  if (person) {
    if (!person.active) return
    const mail = knownMail(specification, {to: person.email, link: `${accounts.origin()}/sign-in`})
    await store.transaction(db => accounts.post(db, {mail, about: 'known', person: person.id, until: null}))
    return
  }
  const [secret, until] = [newSecret(), now + day]
  const link = `${accounts.origin()}/sign-up/${secret}`
  const mail = signUpMail(specification, {to: pending.email, link})
  await store.transaction(async db => {
    await insertLink(db, {kind: 'sign-up', person: null, until, secret, payload: JSON.stringify(pending)}, now)
    await accounts.post(db, {mail, about: 'sign up', person: null, until})
  })
}

/** What the holder of the link entered; null if it has expired. */
export async function pendingSignUp(accounts: Accounts, secret: string): Promise<PendingSignUp | null> {
  const found = await accounts.engine().store.read(db => findPayload(db, {kind: 'sign-up', secret}, accounts.now()))
  return found === null ? null : (found.payload as PendingSignUp)
}

/** The link was opened, which proves the address. Choosing a password signs the person in. */
export async function signUpByLink(
  accounts: Accounts,
  {secret, password}: {readonly secret: string; readonly password: string},
  sender: RequestSender,
): Promise<SignUpResult> {
  const pending = await pendingSignUp(accounts, secret)
  const roles = signUpRoles(accounts)
  if (!pending || !roles.includes(pending.role)) return {kind: 'ended'}
  if (validateDomain(accounts.engine().specification, pending.email).length > 0) return {kind: 'ended'}
  const newcomer = {name: pending.name, email: pending.email, password, answers: new Map(pending.answers)}
  const joined = await join(accounts, {newcomer, sender, roles: [pending.role], link: secret})
  return isKnown(joined) ? {kind: 'ended'} : joined
}

/** A form sent twice, or a forgotten account: the correct password signs in. */
async function signInInstead(accounts: Accounts, newcomer: NewPerson, sender: RequestSender): Promise<SignUpResult> {
  const answer = await signIn(accounts, newcomer, sender)
  // A second factor is asked for at sign-in.
  return answer.kind === 'wrong' || answer.kind === 'factor' ? refusedPerson('KNOWN_ADDRESS', 'email') : answer
}

function isKnown(joined: SignUpResult): boolean {
  if (joined.kind !== 'refused') return false
  return joined.problems.every(({field, code}) => field === 'email' && code === 'NOT_UNIQUE')
}

/**
 * Whether a person with an account may give people their roles; in documents where no role may, whether there is an
 * account. Until then the set-up link works: visitors who sign up do not take it away.
 */
async function isAdministered(engine: Engine, db: Db): Promise<boolean> {
  const {specification} = engine
  const roles = administratorRoles(specification.roles)
  if (specification.roles.open || [...specification.roles.roles.keys()].every(role => !roles.has(role)))
    return hasAccounts(db)
  const {rows} = await sql<{roles: unknown}>`select u.roles from "user" as u
    where u.active and u.id in ${peopleWithAccounts}`.execute(db)
  return rows.some(row => rolesOfRow(engine, row.roles).some(role => roles.has(role)))
}

/** A set-up link for the first administrator; null if there is one. */
export async function setUpLink(accounts: Accounts): Promise<string | null> {
  const engine = accounts.engine()
  const [secret, now] = [newSecret(), accounts.now()]
  const made = await engine.store.transaction(async db => {
    if (await isAdministered(engine, db)) return false
    await insertLink(db, {kind: 'set-up', person: null, until: now + day, secret}, now)
    return true
  })
  return made ? `${accounts.origin()}/set-up/${secret}` : null
}

export async function mayBeSetUp(accounts: Accounts, secret: string): Promise<boolean> {
  const [engine, now] = [accounts.engine(), accounts.now()]
  return engine.store.read(async db => {
    const found = await findLink(db, {kind: 'set-up', secret}, now)
    return found === null && !(await isAdministered(engine, db))
  })
}

export async function setUp(
  accounts: Accounts,
  newcomer: NewPerson & {readonly secret: string; readonly answers?: RequiredAnswers},
  sender: RequestSender,
): Promise<SignUpResult> {
  if (!(await mayBeSetUp(accounts, newcomer.secret))) return {kind: 'ended'}
  const roles = [...accounts.engine().specification.roles.roles.keys()]
  const {secret} = newcomer
  return join(accounts, {newcomer, sender, roles, first: secret})
}

interface NewAccount {
  readonly newcomer: NewPerson & {readonly answers?: RequiredAnswers}
  readonly sender: RequestSender
  readonly roles: readonly string[]
  /** The secret of the first person's link. */
  readonly first?: string
  /** The secret of a link that proved an address. */
  readonly link?: string
}

async function join(accounts: Accounts, {newcomer, sender, roles, first, link}: NewAccount): Promise<SignUpResult> {
  const engine = accounts.engine()
  const {name, email, password} = newcomer
  const problems = await validateNewPerson(accounts, {name, email, password})
  if (problems.length > 0) return {kind: 'refused', problems}
  const [hash, token, browser, now] = [await hashPassword(password), newSecret(), newSecret(), accounts.now()]
  let ended = false
  const outcome = await engine.unitOfWork(engineItself, async writing => {
    ended = first !== undefined && !(await isFirst(engine, writing, {secret: first, now}))
    if (ended) return []
    if (link !== undefined) await endLink(writing.db, {kind: 'sign-up', secret: link})
    const record = await write(writing, {newcomer, roles, adopts: first !== undefined})
    // By the link, or the operator's word; without a mail server, nothing else can prove it.
    await writeHash(writing.db, record.id, {hash, proved: readEmail(engine, email) ?? '', now})
    await noteSignIn(engine, writing.db, record.id, {with: first === undefined ? 'sign-up' : 'set-up'})
    await rememberBrowser(writing.db, {person: record.id, earlier: sender.browser, secret: browser}, now)
    await beginSession(writing.db, {person: record.id, sender, token}, now)
    return [record]
  })
  if (ended) return {kind: 'ended'}
  if (!outcome.ok) return {kind: 'refused', problems: personProblems(outcome)}
  const id = outcome.records[0]?.id ?? ''
  return {kind: 'in', entered: {...startedSession(engine, {id, name: name.trim(), roles}, token), browser}}
}

/** Checked again inside the transaction: of two concurrent attempts, only one succeeds. */
async function isFirst(
  engine: Engine,
  {db}: WriteContext,
  {secret, now}: {readonly secret: string; readonly now: number},
): Promise<boolean> {
  if ((await findLink(db, {kind: 'set-up', secret}, now)) !== null || (await isAdministered(engine, db))) return false
  await endLinks(db, 'set-up', null)
  return true
}

/** The first person may be among records imported before anyone could sign in. */
async function write(
  writing: WriteContext,
  {newcomer, roles, adopts}: {newcomer: NewAccount['newcomer']; roles: readonly string[]; adopts: boolean},
) {
  const fields = new Map<string, Input>([
    ['name', {form: [newcomer.name]}],
    ['email', {form: [newcomer.email]}],
    ['roles', {value: [...roles]}],
    ...requiredInputs(writing.specification, newcomer.answers ?? new Map()),
  ])
  const known = adopts ? await personByEmail(writing, newcomer.email.trim().toLowerCase()) : null
  const action = adopts ? 'set up' : 'sign up'
  if (!known) return changedRecord(await writeOne(writing, {kind: 'create', entity: userEntity, action, fields}))
  // A person who has signed up keeps their own password and roles.
  if ((await readHash(writing.db, known.id)) !== null) throw rejected([problem('NOT_UNIQUE', 'email')])
  await endSessionsOf(writing.db, known.id)
  await endLinks(writing.db, 'invitation', known.id)
  return changedRecord(await writeOne(writing, {kind: 'update', entity: userEntity, id: known.id, action, fields}))
}
