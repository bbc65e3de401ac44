/**
 * People of a directory: they are created, changed and deactivated by the one write path. A person who leaves
 * the directory is deactivated, and keeps what they own. Roles come from point 6 alone.
 */
import {engineItself} from '../../engine/base/actor.ts'
import {type ChangedRecord, ChangeRejected, type Input} from '../../engine/transaction/change.ts'
import {unrestricted, type WriteContext} from '../../engine/transaction/context.ts'
import {isAdministered} from '../../engine/transaction/last-administrator.ts'
import {writeOne} from '../../engine/write/write.ts'
import {userEntity} from '../../points/entities/own-fields.ts'
import {readId} from '../../points/entities/values/id.ts'
import {errorEntry, fill} from '../../points/errors/run.ts'
import type {Db} from '../../store/sql.ts'
import {readHash} from '../account-rows.ts'
import {type Accounts, type Person, personByEmail, personById, readEmail} from '../accounts.ts'
import {type RolesConcerned, rolesThrough} from '../sso/enter.ts'
import {issuersOf} from '../sso/identities.ts'
import {changedRecord, personProblems} from '../validate-person.ts'
import {directoryOfPerson, groupsOfPerson, knownByName, removePerson, writePerson} from './directory-rows.ts'
import {isObject} from './filter.ts'
import {invalidValue, ScimError, taken, unknownResource} from './scim-error.ts'
import type {Attributes} from './shapes.ts'
import type {Directory} from './tokens.ts'

export interface DirectoryAccess {
  readonly accounts: Accounts
  readonly directory: Directory
}

/** In one transaction. What is refused is told in the language of the document. */
export async function writeAs<T>(
  {accounts}: DirectoryAccess,
  work: (writing: WriteContext, changed: ChangedRecord[]) => Promise<T>,
): Promise<T> {
  const engine = accounts.engine()
  const {errors} = engine.specification
  let result: {readonly value: T} | null = null
  const outcome = await engine.unitOfWork(engineItself, async writing => {
    const changed: ChangedRecord[] = []
    result = {value: await work(writing, changed)}
    return changed
  })
  const done = result as {readonly value: T} | null
  if (outcome.ok && done) return done.value
  const problems = outcome.ok ? [] : personProblems(outcome)
  const isTaken = problems.some(({code}) => code === 'NOT_UNIQUE')
  const isBusy = problems.some(({code}) => code === 'BUSY')
  const said = problems.map(({field, code, values}) => {
    const text = fill(errorEntry(errors, code)?.message ?? code, values)
    return field === null ? text : `${field}: ${text}`
  })
  if (isTaken) throw taken(said.join(' '))
  throw new ScimError(isBusy ? 503 : 400, isBusy ? null : 'invalidValue', said.join(' '))
}

const longestName = 200

/** What people are called here. */
export function nameIn(body: Attributes): string {
  const {displayName, userName} = body
  const {formatted, givenName, familyName} = isObject(body['name']) ? body['name'] : {}
  const parts = [givenName, familyName].filter(part => typeof part === 'string' && part.trim() !== '').join(' ')
  const names = [displayName, formatted, parts, userName]
  const name = names.find(each => typeof each === 'string' && each.trim() !== '')
  return String(name ?? '')
    .trim()
    .slice(0, longestName)
}

/** The primary address, or the first one; the user name, if it is one. */
export function emailIn(body: Attributes): string | null {
  const emails = Array.isArray(body['emails']) ? body['emails'].filter(isObject) : []
  const chosen = emails.find(({primary}) => primary === true) ?? emails.find(({type}) => type === 'work') ?? emails[0]
  const text = chosen?.['value'] ?? body['userName']
  return typeof text === 'string' && /^[^\s@]+@[^\s@]+$/.test(text) ? text : null
}

/** The id of the person. */
export async function createPerson(access: DirectoryAccess, body: Attributes): Promise<string> {
  const {accounts, directory} = access
  const {provider} = directory
  const {userName} = body
  if (typeof userName !== 'string' || userName.trim() === '') throw invalidValue('userName is required.')
  const email = emailIn(body)
  if (email === null) throw invalidValue('A person needs an address: in emails, or as userName.')
  return writeAs(access, async (writing, changed) => {
    if ((await knownByName(writing.db, {provider, userName})) !== null) throw taken(`${userName} is taken.`)
    const address = readEmail(accounts.engine(), email)
    const there = address === null ? null : await personByEmail(writing, address)
    const known = there && (await directoryOfPerson(writing.db, there.id))
    // Who has left the directory comes back as who they were.
    const isBack = there !== null && known?.provider === provider && !known.isThere
    if (there && !isBack) throw taken(`${email} is taken.`)
    const fields = new Map<string, Input>([
      ['name', {form: [nameIn(body)]}],
      ['email', {form: [email]}],
    ])
    const record = isBack
      ? {id: there.id}
      : changedRecord(await writeOne(writing, {kind: 'create', entity: userEntity, action: 'directory', fields}))
    await writePerson(writing.db, {person: record.id, provider, body, now: accounts.now()})
    await settlePerson(access, writing, {id: record.id, body: {active: true, ...body}, changed})
    return record.id
  })
}

export async function changeDirectoryPerson(
  access: DirectoryAccess,
  id: string,
  next: (db: Db) => Promise<Attributes>,
): Promise<void> {
  const {accounts, directory} = access
  const {provider} = directory
  await writeAs(access, async (writing, changed) => {
    const body = await next(writing.db)
    const {userName} = body
    if (typeof userName !== 'string' || userName.trim() === '') throw invalidValue('userName is required.')
    const other = await knownByName(writing.db, {provider, userName})
    if (other !== null && other !== id) throw taken(`${userName} is taken.`)
    await writePerson(writing.db, {person: id, provider, body, now: accounts.now()})
    await settlePerson(access, writing, {id, body, changed, concerns: ofDomain})
  })
}

/** They leave the directory: their access ends, and what they own stays. */
export async function endPerson(
  access: DirectoryAccess,
  id: string,
  first: (db: Db) => Promise<unknown>,
): Promise<void> {
  const {accounts, directory} = access
  await writeAs(access, async (writing, changed) => {
    await first(writing.db)
    const person = await personById(writing, id)
    if (!person) throw unknownResource(id)
    await removePerson(writing.db, {person: id, provider: directory.provider, email: person.email, now: accounts.now()})
    await settlePerson(access, writing, {id, body: {active: false}, changed})
  })
}

interface SettledPerson {
  readonly id: string
  /** Null: only their groups have changed. */
  readonly body: Attributes | null
  readonly changed: ChangedRecord[]
  /** A provider may have given others when they signed in; without it, all are settled. */
  readonly concerns?: RolesConcerned
}

/** Those that follow an address. */
const ofDomain: RolesConcerned = group => group === null

/** The record of a person as the directory and point 6 want it. */
export async function settlePerson(
  {accounts, directory}: DirectoryAccess,
  writing: WriteContext,
  {id, body, changed, concerns}: SettledPerson,
): Promise<void> {
  const person = readId(id) === null ? null : await personById(writing, id)
  if (!person) throw unknownResource(id)
  const fields = new Map<string, Input>()
  let {email: address} = person
  if (body) {
    const [name, email] = [nameIn(body), emailIn(body)]
    // What a directory does not say does not open an account again.
    const active = typeof body['active'] === 'boolean' ? body['active'] : person.active
    if (name !== '' && name !== person.name) fields.set('name', {form: [name]})
    // A refused address must not keep the access of someone who has left.
    if (active && email !== null && email.toLowerCase() !== person.email) {
      await refuseTakeover({accounts, directory}, writing, person)
      fields.set('email', {form: [email]})
      // With a password, it waits until it is proved.
      if ((await readHash(writing.db, id)) === null) address = email.toLowerCase()
    }
    if (active !== person.active) fields.set('active', {value: active})
  }
  const roles = await rolesOf({accounts, directory}, writing, {person: {...person, email: address}, concerns})
  if (!isSame(roles, person.roles)) fields.set('roles', {value: roles})
  if (fields.size === 0) return
  const wasAdministered = await isAdministered(writing)
  const request = {kind: 'update', entity: userEntity, id, action: 'directory', fields} as const
  changed.push(changedRecord(await writeOne(writing, request)))
  if (wasAdministered && !(await isAdministered(writing))) {
    const {errors} = writing.specification
    throw new ScimError(403, null, fill(errorEntry(errors, 'LAST_ADMINISTRATOR')?.message ?? 'LAST_ADMINISTRATOR', {}))
  }
}

/**
 * Without a password, a new address takes effect at once, and its reader can choose the first one. So a directory
 * changes the address only of people who have nothing but what it gives them.
 */
async function refuseTakeover(
  access: DirectoryAccess,
  writing: WriteContext,
  {id, roles, name}: Person,
): Promise<void> {
  const {accounts, directory} = access
  if ((await readHash(writing.db, id)) !== null) return
  const issuer = accounts.sso?.find(directory.provider)?.provider.issuer
  const {roles: declared} = writing.specification.roles
  const mayGive = (role: string) => {
    const {joinsBy, through = []} = declared.get(role) ?? {}
    return joinsBy === 'sign-up' || through.some(({provider}) => provider === directory.provider)
  }
  const isElsewhere = (await issuersOf(writing.db, id)).some(each => each !== issuer)
  if (isElsewhere || !roles.every(mayGive))
    throw new ScimError(403, null, `The address of ${name} is changed here, not by a directory.`)
}

/** After someone of a directory has proved another address: roles of its domain come and go with it. */
export async function followAddress(accounts: Accounts, writing: WriteContext, id: string): Promise<ChangedRecord[]> {
  const [directory, person] = [await directoryOfPerson(writing.db, id), await personById(writing, id)]
  if (!directory || !person) return []
  const roles = await rolesOf({accounts, directory}, writing, {person, concerns: ofDomain})
  if (isSame(roles, person.roles)) return []
  const fields = new Map<string, Input>([['roles', {value: roles}]])
  const request = {kind: 'update', entity: userEntity, id, action: 'directory', fields} as const
  const wasAdministered = await isAdministered(writing)
  const changed = changedRecord(await writeOne({...unrestricted(writing), actor: engineItself}, request))
  if (wasAdministered && !(await isAdministered(writing))) throw new ChangeRejected('LAST_ADMINISTRATOR', [])
  return [changed]
}

async function rolesOf(
  {accounts, directory}: {readonly accounts: Accounts; readonly directory: Pick<Directory, 'provider'>},
  writing: WriteContext,
  {person, concerns}: {readonly person: Person; readonly concerns: RolesConcerned | undefined},
): Promise<string[]> {
  const {provider} = directory
  const known = await directoryOfPerson(writing.db, person.id)
  const groups = await groupsOfPerson(writing.db, person.id, provider)
  // Someone who was here before their directory is theirs once it has put them into a group.
  const isThere = known === null ? groups.length > 0 : known.provider === provider && known.isThere
  const domains = accounts.sso?.find(provider)?.provider.domains ?? []
  const {given, managed} = rolesThrough(
    writing.specification.roles,
    {name: provider, domains},
    {groups, email: person.email, isVerified: true},
    concerns,
  )
  const has = isThere ? given : []
  const kept = person.roles.filter(role => !managed.has(role) || has.includes(role))
  return [...kept, ...has.filter(role => !kept.includes(role))]
}

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every(each => other.includes(each))
