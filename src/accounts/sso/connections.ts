/**
 * The providers of a person who is signed in: connecting one more, giving one up, and proving with one that it is still
 * them. Connecting takes proof from both sides: here a moment ago, and there by signing in.
 */
import {createHmac, timingSafeEqual} from 'node:crypto'
import {sql} from 'kysely'
import {engineItself, type PersonActor} from '../../engine/base/actor.ts'
import {ChangeRejected} from '../../engine/transaction/change.ts'
import {isAdministered} from '../../engine/transaction/last-administrator.ts'
import {hasSecondFactor, isConfirmed} from '../../engine/transaction/proof.ts'
import {type Db, queryRows} from '../../store/sql.ts'
import {endLink, findPayload, insertLink, readHash} from '../account-rows.ts'
import {type Accounts, findById, instantAt, millisOf, minute, type Person} from '../accounts.ts'
import {passkeysOf} from '../factors/passkey-rows.ts'
import {mayUsePassword} from '../passwords-allowed.ts'
import {newSecret} from '../secret.ts'
import {provedEmail, withRoles} from './enter.ts'
import {connectIdentity, isSomeoneElse, noteConnection, personOfIdentity, providerOf} from './identities.ts'
import type {ProviderIdentity} from './provider-client.ts'
import type {Provider} from './providers.ts'

export interface ConnectedProvider {
  readonly issuer: string
  /** Milliseconds. */
  readonly since: number
}

export async function connectionsOf(db: Db, person: string): Promise<ConnectedProvider[]> {
  const rows = await queryRows(db)`select issuer, min(made) from nonet_identity where person = ${person}
    group by issuer order by issuer`
  return rows.map(([issuer, made]) => ({issuer: String(issuer), since: millisOf(made)}))
}

/** Who wants to connect or prove something, in which session. */
export interface OwnAttempt {
  readonly purpose: 'connect' | 'confirm'
  readonly person: string
  /** The digest of its token: an answer counts in the same session only. */
  readonly session: string
}

/** Milliseconds from the button to the provider. */
const patience = 10 * minute

/** The one-time secret with which the browser begins at the provider: no other site can begin it. Null: without proof. */
export async function beginConnecting(accounts: Accounts, self: PersonActor, provider: string): Promise<string | null> {
  const now = accounts.now()
  const {session = null} = self
  return accounts.engine().store.transaction(async (db): Promise<string | null> => {
    if (session === null || !(await isConfirmed(db, session, now))) return null
    const secret = newSecret()
    const payload = JSON.stringify({provider, session})
    await insertLink(db, {kind: 'connecting', person: self.id, until: now + patience, secret, payload}, now)
    return secret
  })
}

/** Whether this session has asked for it, a moment ago and once. */
export async function takeConnecting(
  accounts: Accounts,
  {id, session}: PersonActor,
  {secret, provider}: {readonly secret: string; readonly provider: string},
): Promise<OwnAttempt | null> {
  return accounts.engine().store.transaction(async db => {
    const found = await findPayload(db, {kind: 'connecting', secret}, accounts.now())
    if (!found) return null
    await endLink(db, {kind: 'connecting', secret})
    // Written by `beginConnecting`.
    const asked = found.payload as {readonly provider: string; readonly session: string}
    const isOwn = found.person === id && asked.session === session && asked.provider === provider
    return isOwn ? {purpose: 'connect', person: id, session: asked.session} : null
  })
}

export type ConnectionResult = 'connected' | 'taken' | 'not verified'

/** `taken`: the account there lets someone else in here. */
export async function connectProvider(
  accounts: Accounts,
  self: PersonActor,
  {provider, identity}: {readonly provider: Provider; readonly identity: ProviderIdentity},
): Promise<ConnectionResult> {
  const engine = accounts.engine()
  // Of a provider with domains, an account outside of them would outlast the one that the company gives.
  if (provider.domains.length > 0 && provedEmail(engine, provider, identity) === null) return 'not verified'
  const person = await findById(engine, self.id)
  return engine.store.transaction(async (db): Promise<ConnectionResult> => {
    const known = await personOfIdentity(db, identity)
    if (known !== null) return known === self.id ? 'connected' : 'taken'
    // A second account there would let them in, and would not be seen beside the first.
    if (await isSomeoneElse(db, self.id, identity)) return 'taken'
    await connectIdentity(db, {...identity, person: self.id}, accounts.now())
    await noteConnection(accounts, db, {by: self, person, name: provider.name, what: 'added'})
    return 'connected'
  })
}

/** `last`: without it the person, or everyone who can give roles, could not sign in any more. */
export async function disconnectProvider(
  accounts: Accounts,
  self: PersonActor,
  issuer: string,
): Promise<'done' | 'last' | 'unconfirmed'> {
  const engine = accounts.engine()
  const person = await findById(engine, self.id)
  const provider = providerOf(accounts, issuer)
  let result: 'done' | 'last' | 'unconfirmed' = 'done'
  const outcome = await engine.unitOfWork(engineItself, async writing => {
    const {db} = writing
    result = await mayDisconnect(accounts, db, {self, person, issuer})
    if (result !== 'done' || !person) return []
    const {rows} = await sql`delete from nonet_identity where person = ${self.id} and issuer = ${issuer}
      returning subject`.execute(db)
    if (rows.length === 0) return []
    await endOtherSessions(db, self, issuer)
    await noteConnection(accounts, db, {by: self, person, name: provider?.name ?? issuer, what: 'removed'})
    if (!provider) return []
    // Roles that the provider alone gives end with it, unless its directory gives them, too.
    const nothing = {groups: [], email: '', isVerified: false}
    const {changed} = await withRoles(writing, person, provider, nothing)
    if (changed.length > 0 && !(await isAdministered(writing))) throw new ChangeRejected('LAST_ADMINISTRATOR', [])
    return changed
  })
  return outcome.ok ? result : 'last'
}

async function mayDisconnect(
  accounts: Accounts,
  db: Db,
  {self, person, issuer}: {readonly self: PersonActor; readonly person: Person | null; readonly issuer: string},
): Promise<'done' | 'last' | 'unconfirmed'> {
  if (!(await isConfirmed(db, self.session ?? null, accounts.now()))) return 'unconfirmed'
  const others = (await connectionsOf(db, self.id)).filter(each => each.issuer !== issuer)
  if (others.some(each => providerOf(accounts, each.issuer) !== null)) return 'done'
  // Neither a password nor a passkey lets people in who are to use a provider.
  if (!person || !mayUsePassword(accounts, person.email)) return 'last'
  const isLeft = (await readHash(db, self.id)) !== null || (await passkeysOf(db, self.id)).length > 0
  return isLeft ? 'done' : 'last'
}

/** The present one goes on, and no longer belongs to the provider, which therefore no longer answers for its second factor. */
async function endOtherSessions(db: Db, {id, session = ''}: PersonActor, issuer: string): Promise<void> {
  const those = sql`select token from nonet_provider_session where issuer = ${issuer}`
  await sql`delete from nonet_session where person = ${id} and token <> ${session} and token in (${those})`.execute(db)
  await sql`delete from nonet_provider_session where issuer = ${issuer}
    and (token = ${session} or token not in (select token from nonet_session))`.execute(db)
}

/* Proving with a provider that it is still the same person. */

/** Milliseconds since signing in there. A provider that does not say when it was has proved nothing. */
const freshFor = 10 * minute

/**
 * What the link of a page that asks for proof holds, so that no other site can begin it: of one session, one provider
 * and ten minutes. Nothing is stored.
 */
export function provingToken(accounts: Accounts, self: PersonActor, provider: string): string {
  const {session = null} = self
  return session === null ? '' : tokenUntil(accounts.now() + patience, {session, provider})
}

function tokenUntil(until: number, {session, provider}: {readonly session: string; readonly provider: string}): string {
  const mac = createHmac('sha256', session).update(`prove\n${provider}\n${until}`).digest('base64url')
  return `${until}.${mac}`
}

export function provingAttempt(
  accounts: Accounts,
  self: PersonActor,
  {token, provider}: {readonly token: string; readonly provider: string},
): OwnAttempt | null {
  const {id, session = null} = self
  const until = Number(/^\d{1,15}(?=\.)/.exec(token)?.[0] ?? 0)
  if (session === null || until <= accounts.now()) return null
  const [given, right] = [Buffer.from(token), Buffer.from(tokenUntil(until, {session, provider}))]
  const isOwn = given.length === right.length && timingSafeEqual(given, right)
  return isOwn ? {purpose: 'confirm', person: id, session} : null
}

export async function confirmByProvider(
  accounts: Accounts,
  self: PersonActor,
  identity: ProviderIdentity,
): Promise<boolean> {
  const {store, audit} = accounts.engine()
  const now = accounts.now()
  if (identity.signedInAt === null || identity.signedInAt < now - freshFor) return false
  return store.transaction(async db => {
    // A provider alone is less than a second factor here.
    if ((await personOfIdentity(db, identity)) !== self.id || (await hasSecondFactor(db, self.id))) return false
    await sql`update nonet_session set confirmed = ${instantAt(now)}
      where token = ${self.session ?? ''} and person = ${self.id}`.execute(db)
    await audit?.note(db, {kind: 'confirmation', by: self, details: {what: 'provider'}})
    return true
  })
}
