/** Sessions: who a token stands for at this moment, and how one begins and ends. */
import {type Actor, nobody} from '../engine/actor.ts'
import type {Engine} from '../engine/engine.ts'
import {isList} from '../feel/value.ts'
import {userEntity} from '../points/entities/own-fields.ts'
import type {Db} from '../store/database.ts'
import {StoreError} from '../store/store-error.ts'
import {digestOf, isSecret, newSecret} from './secret.ts'
import {endOldSessions, endSession, findSession, insertSession, type Lasting, touchSession} from './session-rows.ts'
import {hour, type PeopleWorld, type Sender} from './world.ts'

/** Somebody who has just signed in: the token is for their browser alone. */
export interface Entered {
  readonly token: string
  readonly actor: Actor
  /** The new secret of their browser, by which it will be known. */
  readonly browser?: string
}

/** A session ends so long after its last use, and after its beginning however it is used. */
export function lastingOf({specification}: Engine, now: number): Lasting {
  const {SESSION_LENGTH, SESSION_MAX} = specification.limits.settings
  return {seen: now - SESSION_LENGTH * 1000, made: now - SESSION_MAX * 1000}
}

export async function actorOfToken(world: PeopleWorld, token: string | null): Promise<Actor> {
  if (token === null || !isSecret(token)) return nobody
  const engine = world.engine()
  const [now, digest] = [world.now(), digestOf(token)]
  const lasting = lastingOf(engine, now)
  const session = await engine.store.glance(db => findSession(db, digest, lasting))
  if (!session) return nobody
  if (now - session.seen >= Math.min(hour, (now - lasting.seen) / 4)) await keepAlive(engine, digest, now)
  const {person, name, roles} = session
  return {kind: 'person', id: person, name, roles: rolesOf(engine, roles)}
}

/** A session lasts from its last use; that it was not noted this time does no harm. */
async function keepAlive(engine: Engine, digest: string, now: number): Promise<void> {
  try {
    await engine.store.transaction(db => touchSession(db, digest, now))
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
  }
}

/** Those of the document: a role that is gone from it means nothing any more. */
function rolesOf(engine: Engine, stored: unknown): readonly string[] {
  const known = rolesKnown.get(engine) ?? new Map<unknown, readonly string[]>()
  rolesKnown.set(engine, known)
  if (known.size > mostKnown) known.clear()
  const roles = known.get(stored) ?? rolesIn(engine, stored)
  known.set(stored, roles)
  return roles
}

/** By what is stored: few sets of roles are the roles of many. */
const rolesKnown = new WeakMap<Engine, Map<unknown, readonly string[]>>()
const mostKnown = 1000

function rolesIn({specification, store}: Engine, stored: unknown): readonly string[] {
  const field = specification.entities.entities.get(userEntity)?.fields.get('roles')
  const value = stored === null ? null : (field?.type.fromColumn(stored, store.database) ?? null)
  const roles = value !== null && isList(value) ? value.map(String) : []
  return roles.filter(role => specification.roles.roles.has(role))
}

const longestAgent = 300

/** Always a new token, and the one that the browser came with is void: nobody can have planted it. */
export async function beginSession(db: Db, {person, sender, token}: Begin, now: number): Promise<void> {
  if (sender.session !== null) await endSession(db, sender.session)
  const agent = sender.agent.slice(0, longestAgent)
  await insertSession(db, {token: digestOf(token), person, agent, address: sender.address}, now)
}

interface Begin {
  readonly person: string
  readonly sender: Sender
  readonly token: string
}

/** In a transaction of its own, for somebody whom nothing else is written about. */
export async function enter(
  world: PeopleWorld,
  person: {readonly id: string; readonly name: string; readonly roles: readonly string[]},
  sender: Sender,
): Promise<Entered> {
  const engine = world.engine()
  const [now, token] = [world.now(), newSecret()]
  await engine.store.transaction(async db => {
    await endOldSessions(db, lastingOf(engine, now))
    await beginSession(db, {person: person.id, sender, token}, now)
  })
  return entered(engine, person, token)
}

export function entered(
  {specification}: Engine,
  {id, name, roles}: {readonly id: string; readonly name: string; readonly roles: readonly string[]},
  token: string,
): Entered {
  const known = roles.filter(role => specification.roles.roles.has(role))
  return {token, actor: {kind: 'person', id, name, roles: known}}
}

export async function leave(world: PeopleWorld, session: string | null): Promise<void> {
  if (session !== null) await world.engine().store.transaction(db => endSession(db, session))
}
