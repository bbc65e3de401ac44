/** The rows of `nonet_session`: where people are signed in. */
import {sql} from 'kysely'
import {asked} from '../store/asked.ts'
import type {Db} from '../store/database.ts'
import {instantAt, millisOf} from './world.ts'

export interface NewSession {
  readonly token: string
  readonly person: string
  readonly agent: string
  readonly address: string
}

export async function insertSession(db: Db, session: NewSession, now: number): Promise<void> {
  const at = instantAt(now)
  await sql`insert into nonet_session (token, person, made, seen, agent, address)
    values (${session.token}, ${session.person}, ${at}, ${at}, ${session.agent}, ${session.address})`.execute(db)
}

/** A session lasts where it was used, and begun, after these moments. */
export interface Lasting {
  readonly seen: number
  readonly made: number
}

/** A session together with what decides what it may do, as it is now. */
export interface SessionRow {
  readonly person: string
  readonly seen: number
  readonly name: string
  readonly roles: unknown
}

/**
 * One statement for session and person: whatever becomes of a person's roles, name or right to sign in counts from the very
 * next request on. Written in SQL, because nobody is known yet who could ask the engine.
 */
export async function findSession(db: Db, token: string, lasting: Lasting): Promise<SessionRow | null> {
  const [row] = await asked(db)`
    select s.person, s.seen, u.name, u.roles from nonet_session as s join "user" as u on u.id = s.person
    where s.token = ${token} and s.seen > ${instantAt(lasting.seen)} and s.made > ${instantAt(lasting.made)} and u.active`
  if (!row) return null
  const [person, seen, name, roles] = row
  return {person: String(person), seen: millisOf(seen), name: String(name), roles}
}

export async function touchSession(db: Db, token: string, now: number): Promise<void> {
  await sql`update nonet_session set seen = ${instantAt(now)} where token = ${token}`.execute(db)
}

export interface ListedSession {
  readonly token: string
  readonly made: number
  readonly seen: number
  readonly agent: string
  readonly address: string
}

export async function sessionsOf(db: Db, person: string, {seen, made}: Lasting): Promise<ListedSession[]> {
  const {rows} = await sql<Record<'token' | 'made' | 'seen' | 'agent' | 'address', unknown>>`
    select token, made, seen, agent, address from nonet_session
    where person = ${person} and seen > ${instantAt(seen)} and made > ${instantAt(made)} order by seen desc, token limit 100`.execute(
    db,
  )
  return rows.map(row => ({
    token: String(row.token),
    made: millisOf(row.made),
    seen: millisOf(row.seen),
    agent: String(row.agent),
    address: String(row.address),
  }))
}

export async function endSession(db: Db, token: string): Promise<void> {
  await sql`delete from nonet_session where token = ${token}`.execute(db)
}

/** All of somebody's, but perhaps the one they are using. */
export async function endSessionsOf(db: Db, person: string, but: string | null = null): Promise<void> {
  await sql`delete from nonet_session where person = ${person} and token <> ${but ?? ''}`.execute(db)
}

export async function endOldSessions(db: Db, {seen, made}: Lasting): Promise<void> {
  await sql`delete from nonet_session where seen <= ${instantAt(seen)} or made <= ${instantAt(made)}`.execute(db)
}
