/**
 * Whom a provider may let in, and with which roles: people it has let in before, people with the proved address of a
 * record, and people that point 6 names, as members of a group or of the provider's domains. Nobody else.
 */
import {engineItself} from '../../engine/base/actor.ts'
import type {Engine} from '../../engine/engine.ts'
import type {RequestSender} from '../../engine/reply.ts'
import {endAccess} from '../../engine/transaction/access.ts'
import type {ChangedRecord, Input} from '../../engine/transaction/change.ts'
import type {WriteContext} from '../../engine/transaction/context.ts'
import {hasSecondFactor} from '../../engine/transaction/proof.ts'
import {writeOne} from '../../engine/write/write.ts'
import {userEntity} from '../../points/entities/own-fields.ts'
import type {Roles} from '../../points/roles/model.ts'
import {endLink, endLinks, findPayload, insertLink, provedAddress, readHash, writeProved} from '../account-rows.ts'
import {type Accounts, minute, type Person, personByEmail, personById, readEmail} from '../accounts.ts'
import {noteSignIn, personBy, reportFailedSignIn} from '../audited-access.ts'
import {passkeysOf} from '../factors/passkey-rows.ts'
import {proveFactor} from '../factors/second-factor.ts'
import {mayUsePassword} from '../passwords-allowed.ts'
import {groupsOfPerson} from '../scim/directory-rows.ts'
import {newSecret} from '../secret.ts'
import {
  beginSession,
  endSessionsOf,
  removeOldSessions,
  type StartedSession,
  sessionLimits,
  startedSession,
} from '../sessions.ts'
import {confirmPassword} from '../sign-in.ts'
import {changedRecord} from '../validate-person.ts'
import {
  connectIdentity,
  hasProvider,
  isSomeoneElse,
  noteConnection,
  noteProviderSession,
  personOfIdentity,
} from './identities.ts'
import type {ProviderIdentity} from './provider-client.ts'
import type {Provider} from './providers.ts'

/** Why someone whom the provider knows does not get in; each has a text on the sign-in page. */
export type EntryRefusal =
  | 'no access'
  | 'not verified'
  | 'inactive'
  | 'someone else'
  /** They enter in another way, and connect this one where they have proved who they are. */
  | 'connect first'
  | 'incomplete'

export type EntryResult =
  | {readonly kind: 'in'; readonly entered: StartedSession}
  /** The address has an account with a password: its owner connects the two with it, at this one-time secret. */
  | {readonly kind: 'proof'; readonly secret: string}
  | {readonly kind: 'refused'; readonly why: EntryRefusal}

interface ProviderEntry {
  readonly provider: Provider
  readonly identity: ProviderIdentity
  readonly sender: RequestSender
  /** The person whose password has been given, at this link. */
  readonly proved?: {readonly person: string; readonly secret: string}
}

/** Milliseconds to give the password in. */
const proofWindow = 10 * minute

export async function enter(accounts: Accounts, arrival: ProviderEntry): Promise<EntryResult> {
  const engine = accounts.engine()
  const {provider, identity, sender} = arrival
  const [token, now] = [newSecret(), accounts.now()]
  let entering: EntryResult = {kind: 'refused', why: 'incomplete'}
  const outcome = await engine.unitOfWork(engineItself, async writing => {
    const found = await findPerson(accounts, writing, arrival)
    if (found.kind !== 'person') {
      entering = found
      return []
    }
    const {person, changed} = found.person
      ? await withRoles(writing, found.person, provider, identity)
      : await newPerson(writing, {provider, identity})
    if (!person) {
      entering = {kind: 'refused', why: 'no access'}
      return []
    }
    const {db} = writing
    await noteSignIn(engine, db, person.id, {with: 'provider', provider: provider.name})
    await connectIdentity(db, {...identity, person: person.id}, now)
    await endLinks(db, 'invitation', person.id)
    await removeOldSessions(db, sessionLimits(engine, now))
    await beginSession(db, {person: person.id, sender, token}, now)
    await noteProviderSession(db, token, identity)
    if (arrival.proved) {
      await writeProved(db, person.id, person.email)
      await endLink(db, {kind: 'connect', secret: arrival.proved.secret})
      await noteConnection(accounts, db, {by: personBy(person.id), person, name: provider.name, what: 'added'})
    }
    entering = {kind: 'in', entered: startedSession(engine, person, token)}
    return changed
  })
  // What a new person lacks, another field that is required for instance, only someone who may create people can add.
  const result: EntryResult = outcome.ok ? entering : {kind: 'refused', why: 'incomplete'}
  if (result.kind === 'refused')
    reportFailedSignIn(accounts, null, {with: 'provider', provider: provider.name, why: result.why})
  return result
}

type FoundPerson = Exclude<EntryResult, {kind: 'in'}> | {readonly kind: 'person'; readonly person: Person | null}

async function findPerson(
  accounts: Accounts,
  writing: WriteContext,
  {provider, identity, proved}: ProviderEntry,
): Promise<FoundPerson> {
  const {db} = writing
  const known = await personOfIdentity(db, identity)
  const connected = known === null ? null : await personById(writing, known)
  if (connected) return connected.active ? {kind: 'person', person: connected} : {kind: 'refused', why: 'inactive'}
  const email = provedEmail(accounts.engine(), provider, identity)
  if (email === null) return {kind: 'refused', why: 'not verified'}
  const person = await personByEmail(writing, email)
  if (!person) return {kind: 'person', person: null}
  if (!person.active) return {kind: 'refused', why: 'inactive'}
  if (await isSomeoneElse(db, person.id, identity)) return {kind: 'refused', why: 'someone else'}
  const hasPassword = (await readHash(db, person.id)) !== null
  if (proved?.person === person.id) return {kind: 'person', person}
  // An address is enough once. Who enters with passkeys or another provider connects this one on their security page.
  const isElsewhere = await hasProvider(accounts, db, person.id)
  if (!hasPassword) {
    const isIn = isElsewhere || (await passkeysOf(db, person.id)).length > 0
    return isIn ? {kind: 'refused', why: 'connect first'} : {kind: 'person', person}
  }
  if (!mayUsePassword(accounts, person.email)) {
    // No one can prove it by a password any more: sessions that began with one end. If the address was never proved,
    // someone else may have taken it: then everything ends that they could come back with.
    const isProved = accounts.mails && (await provedAddress(db, person)) === person.email
    if (isProved && isElsewhere) return {kind: 'refused', why: 'connect first'}
    await endSessionsOf(db, person.id)
    if (!isProved) await endAccess(writing, person.id, 'another owner')
    return {kind: 'person', person}
  }
  const secret = newSecret()
  const payload = JSON.stringify({provider: provider.name, identity})
  const now = accounts.now()
  await insertLink(db, {kind: 'connect', person: person.id, until: now + proofWindow, secret, payload}, now)
  return {kind: 'proof', secret}
}

/**
 * A provider with domains counts for these alone, and need not say that it has verified their addresses; one without
 * domains must say so.
 */
export function provedEmail(engine: Engine, {domains}: Provider, {email, isVerified}: ProviderIdentity): string | null {
  const address = readEmail(engine, email)
  if (address === null || (domains.length > 0 && !domains.includes(domainOf(address)))) return null
  return (isVerified ?? domains.length > 0) ? address : null
}

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase()

/* Roles. */

export type RolesConcerned = (group: string | null) => boolean

/**
 * The roles that point 6 gives to someone of a provider. `concerns`: with this group or, for null, with its domains; other
 * roles are left as they are.
 */
export function rolesThrough(
  {roles}: Roles,
  {name, domains}: Pick<Provider, 'name' | 'domains'>,
  {groups, email, isVerified}: Pick<ProviderIdentity, 'groups' | 'email' | 'isVerified'>,
  concerns: RolesConcerned = () => true,
): {readonly given: string[]; readonly managed: ReadonlySet<string>} {
  const isOfDomain = domains.includes(domainOf(email)) && isVerified !== false
  const some = [...roles.values()].filter(({through}) =>
    through.some(({provider, group}) => provider === name && concerns(group)),
  )
  const fits = ({provider, group}: {provider: string; group: string | null}) =>
    provider === name && (group === null ? isOfDomain : groups.includes(group))
  return {
    given: some.filter(({through}) => through.some(fits)).map(role => role.name),
    // A role that people can have otherwise, too, is not taken from them here.
    managed: new Set(
      some
        .filter(({joinsBy, through}) => joinsBy === 'nobody' && through.every(({provider}) => provider === name))
        .map(role => role.name),
    ),
  }
}

interface Entered {
  readonly person: Person | null
  readonly changed: readonly ChangedRecord[]
}

/** Roles follow the provider at each sign-in, as far as point 6 gives them through it. */
export async function withRoles(
  writing: WriteContext,
  person: Person,
  provider: Provider,
  identity: Pick<ProviderIdentity, 'groups' | 'email' | 'isVerified'>,
): Promise<Entered> {
  // A directory may know groups that the provider does not send.
  const groups = [...identity.groups, ...(await groupsOfPerson(writing.db, person.id, provider.name))]
  const {given, managed} = rolesThrough(writing.specification.roles, provider, {...identity, groups})
  const kept = person.roles.filter(role => !managed.has(role) || given.includes(role))
  const roles = [...kept, ...given.filter(role => !kept.includes(role))]
  if (roles.length === person.roles.length && roles.every(role => person.roles.includes(role)))
    return {person, changed: []}
  const fields = new Map<string, Input>([['roles', {value: roles}]])
  const request = {kind: 'update', entity: userEntity, id: person.id, action: 'sign in', fields} as const
  return {person: {...person, roles}, changed: [changedRecord(await writeOne(writing, request))]}
}

/** Null without a role: then nobody has said that they may enter. */
async function newPerson(
  writing: WriteContext,
  {provider, identity}: {readonly provider: Provider; readonly identity: ProviderIdentity},
): Promise<Entered> {
  const {given: roles} = rolesThrough(writing.specification.roles, provider, identity)
  if (roles.length === 0) return {person: null, changed: []}
  const name = identity.name || identity.email.slice(0, identity.email.lastIndexOf('@'))
  const fields = new Map<string, Input>([
    ['name', {form: [name]}],
    ['email', {form: [identity.email]}],
    ['roles', {value: roles}],
  ])
  const record = changedRecord(await writeOne(writing, {kind: 'create', entity: userEntity, action: 'sign up', fields}))
  return {person: await personById(writing, record.id), changed: [record]}
}

/* Connecting an account that has a password. */

interface PendingConnection {
  readonly person: Person
  readonly provider: string
  readonly identity: ProviderIdentity
  readonly hasFactor: boolean
}

export async function pendingConnection(accounts: Accounts, secret: string): Promise<PendingConnection | null> {
  return accounts.engine().read(engineItself, async reader => {
    const found = await findPayload(reader.db, {kind: 'connect', secret}, accounts.now())
    const person = found?.person ? await personById(reader, found.person) : null
    if (!found || !person?.active) return null
    // Written by `findPerson`.
    const {provider, identity} = found.payload as Pick<PendingConnection, 'provider' | 'identity'>
    return {person, provider, identity, hasFactor: await hasSecondFactor(reader.db, person.id)}
  })
}

/** Milliseconds to wait before the next attempt, or what follows. */
export async function connect(
  accounts: Accounts,
  {secret, password, code}: Readonly<Record<'secret' | 'password' | 'code', string>>,
  sender: RequestSender,
): Promise<EntryResult | 'wrong' | 'wrong code' | 'ended' | number> {
  const pending = await pendingConnection(accounts, secret)
  const provider = pending && accounts.sso?.find(pending.provider)?.provider
  if (!pending || !provider) return 'ended'
  const {person, identity} = pending
  // Not counted per session: a visitor who connects is not signed in, and can send a made-up one with each guess.
  const answer = await confirmPassword(accounts, person, {password, sender: {...sender, session: null}})
  if (answer !== 'right') return answer
  // The password alone is less than the account asks for.
  if (pending.hasFactor) {
    const second = await proveFactor(accounts, person, {code, passkey: null, sender})
    if (second !== 'right') return second === 'wrong' ? 'wrong code' : second
  }
  return enter(accounts, {provider, identity, sender, proved: {person: person.id, secret}})
}
