/** Invitations: by people who may create `User`, for people who have no password yet. */

import {type Actor, engineItself, personOf} from '../engine/base/actor.ts'
import {compared, either, valueCore} from '../engine/base/core-build.ts'
import type {Engine, WithinOptions} from '../engine/engine.ts'
import {allSeeing, entityOf, type ReadContext} from '../engine/query/read-context.ts'
import {readStored} from '../engine/query/stored.ts'
import {abilities} from '../engine/records/abilities.ts'
import {endLinksOf} from '../engine/transaction/access.ts'
import {mayGiveRoles} from '../engine/transaction/addresses.ts'
import {ChangeRejected, type Input} from '../engine/transaction/change.ts'
import type {WriteContext} from '../engine/transaction/context.ts'
import {requireProof} from '../engine/transaction/proof.ts'
import {writeOne} from '../engine/write/write.ts'
import type {DateTime} from '../feel/calendar.ts'
import {invitationMail} from '../mail/account-mail.ts'
import {userEntity} from '../points/entities/own-fields.ts'
import {joinableRoles} from '../points/roles/run.ts'
import {askedAddress, insertLink, invitedAmong, invitedPeople, readHash, withAccount} from './account-rows.ts'
import {
  type Accounts,
  day,
  findPeople,
  type Person,
  personByEmail,
  personById,
  readEmail,
  userField,
} from './accounts.ts'
import {newSecret, secretDigest} from './secret.ts'
import {endSessionsOf} from './sessions.ts'
import {
  changedRecord,
  personProblems,
  type Refusal,
  type RequiredAnswers,
  refusedPerson,
  requiredInputs,
} from './validate-person.ts'

/** Long enough for someone who is set up weeks before their first day. */
export const invitationLength = 60 * day

interface Invitation {
  readonly name: string
  readonly email: string
  readonly roles: readonly string[]
  /** The fields that the document requires of every person. */
  readonly answers?: RequiredAnswers
}

/** A person who may only update people would be refused when inviting a new one. */
export function mayInvite(engine: Engine, actor: Actor): boolean {
  return engine.abilities(actor, userEntity).ever('create')
}

type InvitationResult =
  /** Whether the mail was queued. */
  {readonly kind: 'invited'; readonly person: string; readonly link: string} | Refusal

/** A new person, or an existing one without a password, who is not changed. */
export async function invite(
  accounts: Accounts,
  actor: Actor,
  {repeatable, ...invitation}: Invitation & Pick<WithinOptions, 'repeatable'>,
): Promise<InvitationResult> {
  const engine = accounts.engine()
  const allowed = joinableRoles(engine.specification.roles)
  // Only the operator can invite into a role that no one can join.
  if (actor.kind !== 'operator' && !invitation.roles.every(role => allowed.includes(role)))
    return refusedPerson('NOT_A_CHOICE', 'roles', {choices: allowed.join(', ')})
  const by = actor.kind === 'person' ? actor.name : null
  let taken = false
  let link = ''
  const outcome = await engine.unitOfWork(
    actor,
    async writing => {
      const found = await findInvitable(writing, readEmail(engine, invitation.email))
      taken = found === 'taken'
      if (found === 'taken') throw new ChangeRejected('NOT_UNIQUE', [])
      const id = found?.id ?? (await addPerson(writing, invitation))
      link = await sendInvitation(accounts, writing, {id, by})
      return [{entity: userEntity, id, version: 1}]
    },
    repeatable ? {repeatable} : {},
  )
  if (taken) return refusedPerson('NOT_UNIQUE', 'email')
  if (!outcome.ok) return {kind: 'refused', problems: personProblems(outcome)}
  return {kind: 'invited', person: outcome.records[0]?.id ?? '', link}
}

/** People who may update an existing person can invite them; for everyone else the address is taken. */
async function findInvitable(writing: WriteContext, email: string | null): Promise<Person | null | 'taken'> {
  const person = email === null ? null : await personByEmail(writing, email)
  if (!person) return null
  const hash = await readHash(writing.db, person.id)
  const may = await abilities(writing, userEntity).can(person.id, {act: 'update'})
  return person.active && hash === null && may ? person : 'taken'
}

async function addPerson(
  writing: WriteContext,
  {name, email, roles, answers = new Map()}: Invitation,
): Promise<string> {
  const fields = new Map<string, Input>([
    ['name', {form: [name]}],
    ['email', {form: [email]}],
    ...requiredInputs(writing.specification, answers),
  ])
  if (roles.length > 0) fields.set('roles', {value: [...roles]})
  return changedRecord(await writeOne(writing, {kind: 'create', entity: userEntity, action: 'invite', fields})).id
}

interface InvitationMailFacts {
  readonly id: string
  /** The inviting person's name. */
  readonly by: string | null
  /** The inviting person, where the engine writes for them. */
  readonly actor?: Actor
}

/** A new link and its mail. Earlier links become invalid. */
export async function sendInvitation(
  accounts: Pick<Accounts, 'now' | 'origin' | 'post'>,
  writing: WriteContext,
  {id, by, actor = writing.actor}: InvitationMailFacts,
): Promise<string> {
  const [secret, now] = [newSecret(), accounts.now()]
  const link = `${accounts.origin()}/invitations/${secret}`
  const until = now + invitationLength
  await requireProof(writing, 'roles')
  await endLinksOf(writing, id, 'invitation')
  await insertLink(writing.db, {kind: 'invitation', person: id, until, secret}, now)
  writing.journal.add({kind: 'link', token: secretDigest(secret)})
  await writing.audit?.note(writing.db, {kind: 'invitation', by: actor, about: id, details: {what: 'sent'}})
  const person = await personById(writing, id)
  if (!person) return link
  const mail = invitationMail(writing.specification, {to: person.email, name: person.name, link, by})
  await accounts.post(writing.db, {mail, about: 'invitation', person: id, until}, writing.journal)
  return link
}

interface PendingInvitation {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly until: number
}

/** Invited people who have not accepted yet, if the actor may change them. */
export function pendingInvitations(accounts: Accounts, actor: Actor): Promise<PendingInvitation[]> {
  return accounts.engine().read(actor, async reader => {
    const invited = await invitedPeople(reader.db, accounts.now())
    const arrived = await withAccount(reader.db, [...invited.keys()])
    const waiting: PendingInvitation[] = []
    for (const [id, until] of invited) {
      if (arrived.has(id) || !(await abilities(reader, userEntity).can(id, {act: 'update'}))) continue
      const person = await personById(reader, id)
      if (person?.active) waiting.push({id, name: person.name, email: person.email, until})
    }
    return waiting
  })
}

/** Whether a person can sign in; null if the actor may not change that person. */
export type AccountState =
  /** `asked`: the address that waits to be proved, if the actor may change the address. */
  | {readonly kind: 'open'; readonly asked: string | null; readonly mayBeSignedOut: boolean}
  | ({readonly kind: 'invited'; readonly until: number} & Invitable)
  | ({readonly kind: 'none'} & Invitable)
  /** May not sign in. */
  | {readonly kind: 'ended'}

interface Invitable {
  /** The actor may see the link: a person who may correct the address could receive it anyway. */
  readonly mayHaveLink: boolean
}

export function accountState(accounts: Accounts, actor: Actor, id: string): Promise<AccountState | null> {
  return accounts.engine().read(actor, reader => stateOf(accounts, reader, id))
}

/** The states of several people, for actors who may change people. */
export async function accountStates(
  accounts: Accounts,
  actor: Actor,
  ids: readonly string[],
): Promise<ReadonlyMap<string, AccountState['kind']>> {
  const engine = accounts.engine()
  if (ids.length === 0 || !engine.abilities(actor, userEntity).ever('update')) return new Map()
  return engine.read(actor, async reader => {
    const open = await withAccount(reader.db, ids)
    const invited = await invitedAmong(reader.db, ids, accounts.now())
    const states = new Map<string, AccountState['kind']>()
    const own = userField(reader, 'id')
    const people = await findPeople(reader, {
      where: [either(ids.map(id => compared(own, '=', valueCore(own.type, id))))],
      limit: ids.length,
    })
    for (const {id, active} of people)
      states.set(id, !active ? 'ended' : open.has(id) ? 'open' : invited.has(id) ? 'invited' : 'none')
    return states
  })
}

async function stateOf(accounts: Accounts, reader: ReadContext, id: string): Promise<AccountState | null> {
  const person = await personById(reader, id)
  const granted = await abilities(reader, userEntity).on(id, 'update')
  if (!person || !granted.any) return null
  if (!person.active) return {kind: 'ended'}
  const isSelf = personOf(reader.actor)?.id === id
  if ((await withAccount(reader.db, [id])).has(id)) {
    const asked = granted.covers('email') ? await askedAddress(reader.db, id, accounts.now()) : null
    // Less than ending their access altogether. Their own sessions are on the security page.
    return {kind: 'open', asked, mayBeSignedOut: granted.covers('active') && !isSelf}
  }
  // No one invites themselves: this person is signed in.
  if (isSelf) return {kind: 'open', asked: null, mayBeSignedOut: false}
  const until = (await invitedAmong(reader.db, [id], accounts.now())).get(id)
  const user = await readStored(reader, entityOf(reader, userEntity), id, allSeeing(reader).records(userEntity))
  const mayHaveLink = granted.covers('email') && user !== null && (await mayGiveRoles(reader, id, user))
  return until === undefined ? {kind: 'none', mayHaveLink} : {kind: 'invited', until, mayHaveLink}
}

/** A new link for an existing person without a password; earlier links become invalid. Null if the person needs none. */
export async function inviteExisting(
  accounts: Accounts,
  actor: Actor,
  {id, ...options}: {readonly id: string} & Pick<WithinOptions, 'repeatable' | 'told'>,
): Promise<{readonly link: string} | null> {
  const by = actor.kind === 'person' ? actor.name : null
  let link = ''
  const outcome = await accounts.engine().unitOfWork(
    actor,
    async writing => {
      const state = await stateOf(accounts, writing, id)
      if (state?.kind !== 'none' && state?.kind !== 'invited') throw new ChangeRejected('NOT_NOW', [])
      link = await sendInvitation(accounts, writing, {id, by})
      return []
    },
    options,
  )
  return outcome.ok ? {link} : null
}

/** Ends all sessions of a person, on all devices, also those of programs that have signed in. */
export async function signOutPerson(
  accounts: Accounts,
  actor: Actor,
  {id, ...options}: {readonly id: string} & Pick<WithinOptions, 'repeatable' | 'told'>,
): Promise<boolean> {
  const {ok} = await accounts.engine().unitOfWork(
    actor,
    async writing => {
      const state = await stateOf(accounts, writing, id)
      if (state?.kind !== 'open' || !state.mayBeSignedOut) throw new ChangeRejected('NOT_NOW', [])
      await endSessionsOf(writing.db, id)
      await writing.audit?.note(writing.db, {kind: 'sessions', by: actor, about: id, details: {what: 'ended all'}})
      return []
    },
    options,
  )
  return ok
}

/** Invites the people the actor has created in this change, who cannot sign in yet. */
export async function inviteCreated(accounts: Accounts, writing: WriteContext): Promise<void> {
  const by = personOf(writing.actor)?.name ?? null
  for (const [id, {before}] of writing.written.byEntity.get(userEntity) ?? []) {
    const person = before === null ? await personById(writing, id) : null
    if (person && (await uninvited(accounts, writing, [person])).length > 0)
      await sendInvitation(accounts, writing, {id, by})
  }
}

/** As many as an import can contain. */
const most = 5000
/** One transaction per batch, so that others can write in between. */
const atOnce = 50

/** Whether people read their mails: delivered, or on the page of a demonstration. */
export const reaches = ({mails, demo}: Accounts): boolean => mails || demo

/** Before an import that invites: afterwards nothing is taken back. */
export function requireProofToInvite(accounts: Accounts, actor: Actor): Promise<void> {
  return accounts.engine().read(actor, reader => requireProof(reader, 'roles'))
}

/** Invites the people the actor has created since then with an import, who cannot sign in yet. */
export async function inviteNewPeople(accounts: Accounts, actor: Actor, since: DateTime): Promise<void> {
  const by = personOf(actor)
  if (!by) return
  const engine = accounts.engine()
  const made = await engine.read(engineItself, reader => createdBy(reader, {by: by.id, since}))
  for (let start = 0; start < made.length; start += atOnce)
    await engine.unitOfWork(engineItself, async writing => {
      for (const person of await uninvited(accounts, writing, made.slice(start, start + atOnce)))
        await sendInvitation(accounts, writing, {id: person.id, by: by.name, actor})
      return []
    })
}

function createdBy(reader: ReadContext, {by, since}: {by: string; since: DateTime}): Promise<Person[]> {
  const maker = userField(reader, 'created_by')
  const created = userField(reader, 'created')
  const where = [
    compared(maker, '=', valueCore(maker.type, {entity: userEntity, id: by})),
    compared(created, '>=', valueCore(created.type, since)),
  ]
  return findPeople(reader, {where, limit: most})
}

async function uninvited(accounts: Accounts, {db}: WriteContext, people: readonly Person[]): Promise<Person[]> {
  const ids = people.map(({id}) => id)
  const known = await withAccount(db, ids)
  const invited = await invitedAmong(db, ids, accounts.now())
  return people.filter(({id, active}) => active && !known.has(id) && !invited.has(id))
}
