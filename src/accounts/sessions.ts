/** Sessions: the rows of `nonet_session`, the actor of a token, and how sessions start and end. */
import {sql} from 'kysely'
import {type Actor, nobody, type PersonActor} from '../engine/base/actor.ts'
import type {Engine} from '../engine/engine.ts'
import type {RequestSender} from '../engine/reply.ts'
import {isList} from '../feel/value.ts'
import {userEntity} from '../points/entities/own-fields.ts'
import {type Db, queryRows} from '../store/sql.ts'
import {StoreError} from '../store/store-error.ts'
import {type Accounts, hour, instantAt, millisOf} from './accounts.ts'
import {personBy} from './audited-access.ts'
import {isSecret, newSecret, secretDigest} from './secret.ts'

interface NewSessionRow {
  readonly token: string
  readonly person: string
  readonly agent: string
  readonly address: string
  readonly isShared: boolean
}

async function insertSession(db: Db, session: NewSessionRow, now: number): Promise<void> {
  const at = instantAt(now)
  const {token, person, agent, address, isShared} = session
  await sql`insert into nonet_session (token, person, made, seen, agent, address, shared)
    values (${token}, ${person}, ${at}, ${at}, ${agent}, ${address}, ${isShared ? 1 : null})`.execute(db)
}

/** A session is valid if it was last used, and started, after these times. */
interface SessionLimits {
  readonly seen: number
  readonly made: number
  /** The same on a shared device. */
  readonly shared: {readonly seen: number; readonly made: number}
}

/** Of `nonet_session as s`. */
function isValid({seen, made, shared}: SessionLimits) {
  return sql`(s.seen > ${instantAt(seen)} and s.made > ${instantAt(made)} and
    (s.shared is null or (s.seen > ${instantAt(shared.seen)} and s.made > ${instantAt(shared.made)})))`
}

/** A session with the current permissions of its person. */
interface SessionRow {
  readonly person: string
  readonly seen: number
  readonly isShared: boolean
  readonly name: string
  readonly roles: unknown
  readonly language: string | null
}

/**
 * One statement for session and person, so that a change of roles, name or right to sign in takes effect with the next request. Written in SQL,
 * because there is no actor yet who could query the engine.
 */
async function findSession(db: Db, token: string, lasting: SessionLimits): Promise<SessionRow | null> {
  const {seen: idle, made, shared: short} = lasting
  const [row] = await queryRows(db)`
    select s.person, s.seen, s.shared, u.name, u.roles, l.language from nonet_session as s join "user" as u on u.id = s.person
    left join nonet_language as l on l.person = s.person
    where s.token = ${token} and s.seen > ${instantAt(idle)} and s.made > ${instantAt(made)} and u.active
    and (s.shared is null or (s.seen > ${instantAt(short.seen)} and s.made > ${instantAt(short.made)}))`
  if (!row) return null
  const [person, seen, shared, name, roles, language] = row
  const chosen = language === null || language === undefined ? null : String(language)
  return {
    person: String(person),
    seen: millisOf(seen),
    isShared: shared !== null,
    name: String(name),
    roles,
    language: chosen,
  }
}

async function touchSession(db: Db, token: string, now: number): Promise<void> {
  await sql`update nonet_session set seen = ${instantAt(now)} where token = ${token}`.execute(db)
}

export interface ListedSession {
  readonly token: string
  readonly made: number
  readonly seen: number
  readonly agent: string
  readonly address: string
  readonly isShared: boolean
}

export async function sessionsOf(db: Db, person: string, limits: SessionLimits): Promise<ListedSession[]> {
  const {rows} = await sql<Record<'token' | 'made' | 'seen' | 'agent' | 'address' | 'shared', unknown>>`
    select s.token, s.made, s.seen, s.agent, s.address, s.shared from nonet_session as s
    where s.person = ${person} and ${isValid(limits)} order by s.seen desc, s.token limit 100`.execute(db)
  return rows.map(row => ({
    token: String(row.token),
    made: millisOf(row.made),
    seen: millisOf(row.seen),
    agent: String(row.agent),
    address: String(row.address),
    isShared: row.shared !== null,
  }))
}

async function endSession(db: Db, token: string): Promise<void> {
  await sql`delete from nonet_session where token = ${token}`.execute(db)
}

/** Whether it has not been ended. */
export async function isOpenSession(db: Db, token: string): Promise<boolean> {
  return (await queryRows(db)`select person from nonet_session where token = ${token}`).length > 0
}

/** The session of this person with this token digest. Returns whether there was one. */
export async function endSessionOf(db: Db, person: string, token: string): Promise<boolean> {
  const {rows} =
    await sql`delete from nonet_session where token = ${token} and person = ${person} returning token`.execute(db)
  return rows.length > 0
}

async function isSharedSession(db: Db, token: string, person: string): Promise<boolean> {
  const {rows} = await sql`select token from nonet_session
    where token = ${token} and person = ${person} and shared is not null`.execute(db)
  return rows.length > 0
}

/** All sessions of a person, optionally except the current one. */
export async function endSessionsOf(db: Db, person: string, but: string | null = null): Promise<void> {
  await sql`delete from nonet_session where person = ${person} and token <> ${but ?? ''}`.execute(db)
}

export async function removeOldSessions(db: Db, {seen, made, shared}: SessionLimits): Promise<void> {
  await sql`delete from nonet_session where seen <= ${instantAt(seen)} or made <= ${instantAt(made)}
    or (shared is not null and (seen <= ${instantAt(shared.seen)} or made <= ${instantAt(shared.made)}))`.execute(db)
}

/** The session of a person who has just signed in. The token is for their browser only. */
export interface StartedSession {
  readonly token: string
  readonly actor: Actor
  /** The browser's new secret, by which it will be recognised. */
  readonly browser?: string
  /** On a shared device the cookie ends with the browser. */
  readonly isShared?: boolean
}

/** A working day: the next person at a shared device is someone else. */
const longestShared = 12 * hour

/** A session ends this long after its last use, and this long after its start in any case. */
export function sessionLimits({specification}: Engine, now: number): SessionLimits {
  const {SESSION_LENGTH, SESSION_MAX, SHARED_SESSION_LENGTH} = specification.limits.settings
  const shared = {seen: now - SHARED_SESSION_LENGTH * 1000, made: now - longestShared}
  return {seen: now - SESSION_LENGTH * 1000, made: now - SESSION_MAX * 1000, shared}
}

export async function actorOfToken(accounts: Accounts, token: string): Promise<Actor> {
  return isSecret(token) ? actorOfSession(accounts, secretDigest(token)) : nobody
}

/** The digest of the session's token. */
export async function actorOfSession(accounts: Accounts, digest: string): Promise<Actor> {
  const [engine, now] = [accounts.engine(), accounts.now()]
  const lasting = sessionLimits(engine, now)
  const session = await engine.store.readOne(db => findSession(db, digest, lasting))
  if (!session) return nobody
  const {seen} = session.isShared ? lasting.shared : lasting
  if (now - session.seen >= Math.min(hour, (now - seen) / 4)) await noteUse(engine, db => touchSession(db, digest, now))
  const {person, name, roles, language} = session
  const actor: Actor = {kind: 'person', id: person, name, roles: rolesOfRow(engine, roles), session: digest}
  return language === null ? actor : {...actor, language}
}

const sessionsAtOnce = 200

/** The valid sessions among these token digests, with the current state of each person. Does not count as use. */
export async function validSessions(
  accounts: Accounts,
  digests: readonly string[],
): Promise<ReadonlyMap<string, PersonActor>> {
  const engine = accounts.engine()
  const limits = sessionLimits(engine, accounts.now())
  const valid = new Map<string, PersonActor>()
  for (let start = 0; start < digests.length; start += sessionsAtOnce) {
    const some = digests.slice(start, start + sessionsAtOnce)
    const {rows} = await engine.store.readOne(db =>
      sql<Record<'token' | 'person' | 'name' | 'roles' | 'language', unknown>>`
        select s.token, s.person, u.name, u.roles, l.language from nonet_session as s join "user" as u on u.id = s.person
        left join nonet_language as l on l.person = s.person
        where s.token in (${sql.join(some)}) and ${isValid(limits)} and u.active`.execute(db),
    )
    for (const {token, ...row} of rows) valid.set(String(token), actorOfRow(engine, row))
  }
  return valid
}

export function actorOfRow(
  engine: Engine,
  {person, name, roles, language}: Record<'person' | 'name' | 'roles' | 'language', unknown>,
): PersonActor {
  return {
    kind: 'person',
    id: String(person),
    name: String(name),
    roles: rolesOfRow(engine, roles),
    ...(typeof language === 'string' ? {language} : {}),
  }
}

/** Records the last use of a session, a key or a feed. A failed update is harmless. */
export async function noteUse(engine: Engine, write: (db: Db) => Promise<unknown>): Promise<void> {
  try {
    await engine.store.transaction(write)
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
  }
}

/** Only roles the document still has. */
export function rolesOfRow({specification, store}: Engine, stored: unknown): readonly string[] {
  const field = specification.entities.entities.get(userEntity)?.fields.get('roles')
  const value = stored === null ? null : (field?.type.fromColumn(stored, store.database) ?? null)
  const roles = value !== null && isList(value) ? value.map(String) : []
  return roles.filter(role => specification.roles.roles.has(role))
}

/** As it is kept with a session. */
export const storedAgent = (agent: string): string => agent.slice(0, 300)

/**
 * Always a new token. The browser's previous one becomes invalid, because it may have been planted. Returns whether the
 * session is one of a shared device: a person who goes on there, with a new password, keeps a short one.
 */
export async function beginSession(
  db: Db,
  {person, sender, token, isShared = false, goesOn = false}: NewSession,
  now: number,
): Promise<boolean> {
  const isShort = isShared || (sender.session !== null && (await isSharedSession(db, sender.session, person)))
  const agent = storedAgent(sender.agent)
  const digest = secretDigest(token)
  await insertSession(db, {token: digest, person, agent, address: sender.address, isShared: isShort}, now)
  if (goesOn && sender.session !== null) await goOn(db, {from: sender.session, to: digest, person})
  if (sender.session !== null) await endSession(db, sender.session)
  return isShort
}

/** With the times of the earlier one: a new token is no new proof of who it is. */
async function goOn(db: Db, {from, to, person}: Readonly<Record<'from' | 'to' | 'person', string>>): Promise<void> {
  await sql`update nonet_session set
    made = (select o.made from nonet_session as o where o.token = ${from}),
    confirmed = (select o.confirmed from nonet_session as o where o.token = ${from})
    where token = ${to} and exists (select 1 from nonet_session as o where o.token = ${from} and o.person = ${person})`.execute(
    db,
  )
}

interface NewSession {
  readonly person: string
  readonly sender: RequestSender
  readonly token: string
  readonly isShared?: boolean
  /** The person was signed in here before, and has proved no more than a password. */
  readonly goesOn?: boolean
}

/** In its own transaction, because nothing else is written about the person. */
export async function startSession(
  accounts: Accounts,
  person: {readonly id: string; readonly name: string; readonly roles: readonly string[]},
  sender: RequestSender,
): Promise<StartedSession> {
  const engine = accounts.engine()
  const [now, token] = [accounts.now(), newSecret()]
  await engine.store.transaction(async db => {
    await removeOldSessions(db, sessionLimits(engine, now))
    await beginSession(db, {person: person.id, sender, token}, now)
  })
  return startedSession(engine, person, token)
}

export function startedSession(
  {specification}: Engine,
  {id, name, roles}: {readonly id: string; readonly name: string; readonly roles: readonly string[]},
  token: string,
): StartedSession {
  const known = roles.filter(role => specification.roles.roles.has(role))
  return {token, actor: {kind: 'person', id, name, roles: known, session: secretDigest(token)}}
}

export async function endOwnSession(accounts: Accounts, session: string | null): Promise<void> {
  const engine = accounts.engine()
  if (session === null) return
  await engine.store.transaction(async db => {
    const [row] = await queryRows(db)`select person from nonet_session where token = ${session}`
    if (row) await engine.audit?.note(db, {kind: 'sign-out', by: personBy(String(row[0]))})
    await endSession(db, session)
  })
}
