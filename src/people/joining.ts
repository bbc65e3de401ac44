/** Becoming somebody: by signing up where a role allows it, or as the first person of all. Both act as the engine itself. */
import {engineItself, nobody} from '../engine/actor.ts'
import type {Input} from '../engine/change.ts'
import {changeRecord} from '../engine/gate.ts'
import type {WriteContext} from '../engine/writing.ts'
import {userEntity} from '../points/entities/own-fields.ts'
import type {Specification} from '../points/specification.ts'
import {hasAccounts, writeHash} from './account-rows.ts'
import {type Answers, askedInputs, judgeAnswers} from './asked-fields.ts'
import {attemptWindow, tryOnce} from './attempts.ts'
import {rememberBrowser} from './known-browsers.ts'
import {endLink, endLinks, findLink, findPayload, insertLink} from './link-rows.ts'
import {knownMail, signUpMail} from './mails.ts'
import {judgeNameAndAddress, judgeNewcomer, type Newcomer} from './newcomer.ts'
import {hashPassword} from './password-hash.ts'
import {findByEmail, personByEmail, readEmail} from './persons.ts'
import {changedBy, problemsOf, type Refusal, refused} from './problems.ts'
import {newSecret} from './secret.ts'
import {beginSession, type Entered, entered} from './sessions.ts'
import {signIn} from './sign-in.ts'
import {day, minute, type PeopleWorld, type Sender} from './world.ts'

export type Joined = {readonly kind: 'in'; readonly entered: Entered} | Refusal

/** The roles that one gets by signing up; where there are several, people choose one. */
export function signUpRoles({roles}: Specification): string[] {
  return [...roles.roles.values()].filter(role => role.joinsBy === 'sign-up').map(role => role.name)
}

export async function signUp(
  world: PeopleWorld,
  newcomer: Newcomer & {readonly role: string | null; readonly answers?: Answers},
  sender: Sender,
): Promise<Joined> {
  const engine = world.engine()
  const roles = signUpRoles(engine.specification)
  const role = newcomer.role === null ? roles[0] : roles.find(each => each === newcomer.role)
  if (role === undefined) return refused('NOT_A_CHOICE', 'role', {choices: roles.join(', ')})
  const most = engine.specification.limits.settings.SIGN_IN_ATTEMPTS
  const wait = await tryOnce(
    engine.store,
    [{about: `sign-up ${sender.address}`, free: most * 2, slowest: attemptWindow}],
    world.now(),
  )
  if (wait > 0) return {kind: 'wait', wait}
  const unseen = await judgeAnswers(engine, nobody, newcomer.answers ?? new Map())
  if (unseen.length > 0) return {kind: 'refused', problems: unseen}
  const joined = await join(world, {newcomer, sender, roles: [role]})
  return isKnown(joined) ? inInstead(world, newcomer, sender) : joined
}

/** Somebody who wants to join and has not shown yet that the address is theirs. */
interface Pending {
  readonly name: string
  readonly email: string
  readonly role: string
  readonly answers: readonly (readonly [string, readonly string[]])[]
}

export interface JoinRequest extends Omit<Newcomer, 'password'> {
  readonly role: string | null
  readonly answers?: Answers
}

const mailsForOne = 3
const mailPause = 5 * minute

/**
 * Where mails reach people: nothing is made before a link in a mail was opened, where a password is chosen too. The answer and the time it takes
 * are the same whether the address is known or not, because whatever is done is done behind it. Null: asked for.
 */
export async function askToJoin(world: PeopleWorld, request: JoinRequest, sender: Sender): Promise<Refusal | null> {
  const engine = world.engine()
  const {name, email} = request
  const answers = request.answers ?? new Map<string, readonly string[]>()
  const roles = signUpRoles(engine.specification)
  const role = request.role === null ? roles[0] : roles.find(each => each === request.role)
  if (role === undefined) return refused('NOT_A_CHOICE', 'role', {choices: roles.join(', ')})
  const problems = [
    ...judgeNameAndAddress(engine.specification, {name, email}),
    ...(await judgeAnswers(engine, nobody, answers)),
  ]
  if (problems.length > 0) return {kind: 'refused', problems}
  const address = readEmail(engine, email) ?? email
  const free = engine.specification.limits.settings.SIGN_IN_ATTEMPTS * 2
  const guards = [
    {about: `sign-up ${sender.address}`, free, slowest: attemptWindow},
    {about: `sign-up mail ${address}`, free: mailsForOne, slowest: attemptWindow, first: mailPause},
  ]
  const wait = await tryOnce(engine.store, guards, world.now())
  if (wait > 0) return {kind: 'wait', wait}
  void sendJoinLink(world, {name, email: address, role, answers: [...answers]}).catch(world.failed)
  return null
}

async function sendJoinLink(world: PeopleWorld, pending: Pending): Promise<void> {
  const engine = world.engine()
  const {specification, store} = engine
  const person = await findByEmail(engine, pending.email)
  const now = world.now()
  if (person) {
    if (!person.active) return
    const mail = knownMail(specification, {to: person.email, name: person.name, link: `${world.origin()}/sign-in`})
    await store.transaction(db => world.post(db, {mail, about: 'known', person: person.id, until: null}))
    return
  }
  const [secret, until] = [newSecret(), now + day]
  const link = `${world.origin()}/sign-up/${secret}`
  const mail = signUpMail(specification, {to: pending.email, name: pending.name, link})
  await store.transaction(async db => {
    await insertLink(db, {kind: 'sign-up', person: null, until, secret, payload: JSON.stringify(pending)}, now)
    await world.post(db, {mail, about: 'sign up', person: null, until})
  })
}

/** Whoever holds the link, as they said; null where it has ended. */
export async function pendingJoin(world: PeopleWorld, secret: string): Promise<Pending | null> {
  const found = await world.engine().store.read(db => findPayload(db, {kind: 'sign-up', secret}, world.now()))
  return found === null ? null : (found.payload as Pending)
}

/** The link was opened: the address is theirs, and with a password they are in. */
export async function joinByLink(
  world: PeopleWorld,
  {secret, password}: {readonly secret: string; readonly password: string},
  sender: Sender,
): Promise<Joined> {
  const pending = await pendingJoin(world, secret)
  const roles = signUpRoles(world.engine().specification)
  if (!pending || !roles.includes(pending.role)) return {kind: 'ended'}
  const newcomer = {name: pending.name, email: pending.email, password, answers: new Map(pending.answers)}
  const joined = await join(world, {newcomer, sender, roles: [pending.role], link: secret})
  return isKnown(joined) ? {kind: 'ended'} : joined
}

/** Sent twice, or forgotten that one has been here: the right password is as good as signing in. */
async function inInstead(world: PeopleWorld, newcomer: Newcomer, sender: Sender): Promise<Joined> {
  const answer = await signIn(world, newcomer, sender)
  return answer.kind === 'wrong' ? refused('KNOWN_ADDRESS', 'email') : answer
}

function isKnown(joined: Joined): boolean {
  if (joined.kind !== 'refused') return false
  return joined.problems.every(({field, code}) => field === 'email' && code === 'NOT_UNIQUE')
}

/** A link for the first person of all; null where somebody has an account. */
export async function setUpLink(world: PeopleWorld): Promise<string | null> {
  const {store} = world.engine()
  const [secret, now] = [newSecret(), world.now()]
  const made = await store.transaction(async db => {
    if (await hasAccounts(db)) return false
    await insertLink(db, {kind: 'set-up', person: null, until: now + day, secret}, now)
    return true
  })
  return made ? `${world.origin()}/set-up/${secret}` : null
}

export async function mayBeSetUp(world: PeopleWorld, secret: string): Promise<boolean> {
  const now = world.now()
  return world.engine().store.read(async db => {
    const found = await findLink(db, {kind: 'set-up', secret}, now)
    return found === null && !(await hasAccounts(db))
  })
}

export async function setUp(
  world: PeopleWorld,
  newcomer: Newcomer & {readonly secret: string; readonly answers?: Answers},
  sender: Sender,
): Promise<Joined> {
  if (!(await mayBeSetUp(world, newcomer.secret))) return {kind: 'ended'}
  const roles = [...world.engine().specification.roles.roles.keys()]
  const {secret} = newcomer
  return join(world, {newcomer, sender, roles, first: secret})
}

interface Join {
  readonly newcomer: Newcomer & {readonly answers?: Answers}
  readonly sender: Sender
  readonly roles: readonly string[]
  /** The secret of the first person's link. */
  readonly first?: string
  /** The secret of a link by which an address was proved. */
  readonly link?: string
}

async function join(world: PeopleWorld, {newcomer, sender, roles, first, link}: Join): Promise<Joined> {
  const engine = world.engine()
  const {name, email, password} = newcomer
  const problems = await judgeNewcomer(engine.specification, {name, email, password})
  if (problems.length > 0) return {kind: 'refused', problems}
  const [hash, token, browser, now] = [await hashPassword(password), newSecret(), newSecret(), world.now()]
  let ended = false
  const outcome = await engine.within(engineItself, async writing => {
    ended = first !== undefined && !(await isFirst(writing, first, now))
    if (ended) return []
    if (link !== undefined) await endLink(writing.db, link)
    const record = await write(writing, {newcomer, roles, adopts: first !== undefined})
    await writeHash(writing.db, record.id, {hash, now})
    await rememberBrowser(writing.db, {person: record.id, earlier: sender.browser, secret: browser}, now)
    await beginSession(writing.db, {person: record.id, sender, token}, now)
    return [record]
  })
  if (ended) return {kind: 'ended'}
  if (!outcome.ok) return {kind: 'refused', problems: problemsOf(outcome)}
  const id = outcome.records[0]?.id ?? ''
  return {kind: 'in', entered: {...entered(engine, {id, name: name.trim(), roles}, token), browser}}
}

/** Looked at again inside the transaction, in which two who come at once become one. */
async function isFirst({db}: WriteContext, secret: string, now: number): Promise<boolean> {
  if ((await findLink(db, {kind: 'set-up', secret}, now)) !== null || (await hasAccounts(db))) return false
  await endLinks(db, 'set-up', null)
  return true
}

/** The first person may be among records that were brought in before anybody could sign in. */
async function write(
  writing: WriteContext,
  {newcomer, roles, adopts}: {newcomer: Join['newcomer']; roles: readonly string[]; adopts: boolean},
) {
  const fields = new Map<string, Input>([
    ['name', {form: [newcomer.name]}],
    ['email', {form: [newcomer.email]}],
    ['roles', {value: [...roles]}],
    ...askedInputs(writing.specification, newcomer.answers ?? new Map()),
  ])
  const known = adopts ? await personByEmail(writing, newcomer.email.trim().toLowerCase()) : null
  const action = adopts ? 'set up' : 'sign up'
  if (known)
    return changedBy(await changeRecord(writing, {kind: 'update', entity: userEntity, id: known.id, action, fields}))
  return changedBy(await changeRecord(writing, {kind: 'create', entity: userEntity, action, fields}))
}
