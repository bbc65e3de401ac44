/** Invitations: by those who may create `User`, for people who have no password yet. */
import type {Actor} from '../engine/actor.ts'
import {type Input, Undone} from '../engine/change.ts'
import type {Engine, WithinOptions} from '../engine/engine.ts'
import {changeRecord} from '../engine/gate.ts'
import {coveredBy} from '../engine/may.ts'
import type {WriteContext} from '../engine/writing.ts'
import {userEntity} from '../points/entities/own-fields.ts'
import type {Specification} from '../points/specification.ts'
import {readHash, withAccount} from './account-rows.ts'
import {type Answers, askedInputs} from './asked-fields.ts'
import {endLinks, insertLink, invitedPeople} from './link-rows.ts'
import {invitationMail} from './mails.ts'
import {type Person, personByEmail, personById, readEmail} from './persons.ts'
import {changedBy, problemsOf, type Refusal, refused} from './problems.ts'
import {newSecret} from './secret.ts'
import {day, type PeopleWorld} from './world.ts'

export const invitationLength = 14 * day

export interface Invitation {
  readonly name: string
  readonly email: string
  readonly roles: readonly string[]
  /** What the document demands of everybody. */
  readonly answers?: Answers
}

/** Those that can be joined at all. */
export function invitableRoles({roles}: Specification): string[] {
  return [...roles.roles.values()].filter(role => role.joinsBy !== 'nobody').map(role => role.name)
}

/** Whoever may only update people would be refused as soon as they invited somebody new. */
export function mayInvite(engine: Engine, actor: Actor): boolean {
  return engine.mayEver(actor, 'create', userEntity)
}

export type Invited =
  /** Its mail is posted. */
  {readonly kind: 'invited'; readonly person: string; readonly link: string} | Refusal

/** A new person, or one who is there already and has no password: then nothing about them is changed. */
export async function invite(
  world: PeopleWorld,
  actor: Actor,
  {repeatable, ...invitation}: Invitation & Pick<WithinOptions, 'repeatable'>,
): Promise<Invited> {
  const engine = world.engine()
  const allowed = invitableRoles(engine.specification)
  // Into a role that nobody joins, only whoever runs the machine can bring somebody.
  if (actor.kind !== 'operator' && !invitation.roles.every(role => allowed.includes(role)))
    return refused('NOT_A_CHOICE', 'roles', {choices: allowed.join(', ')})
  const by = actor.kind === 'person' ? actor.name : null
  let taken = false
  let link = ''
  const outcome = await engine.within(
    actor,
    async writing => {
      const found = await findInvitable(writing, readEmail(engine, invitation.email))
      taken = found === 'taken'
      if (found === 'taken') throw new Undone('NOT_UNIQUE', [])
      const id = found?.id ?? (await addPerson(writing, invitation))
      link = await sendInvitation(world, writing, {id, by})
      return [{entity: userEntity, id, version: 1}]
    },
    repeatable ? {repeatable} : {},
  )
  if (taken) return refused('NOT_UNIQUE', 'email')
  if (!outcome.ok) return {kind: 'refused', problems: problemsOf(outcome)}
  return {kind: 'invited', person: outcome.records[0]?.id ?? '', link}
}

/** Somebody who is there is invited by those who may update them; for all others the address is just taken. */
async function findInvitable(writing: WriteContext, email: string | null): Promise<Person | null | 'taken'> {
  const person = email === null ? null : await personByEmail(writing, email)
  if (!person) return null
  const hash = await readHash(writing.db, person.id)
  const covered = await coveredBy(writing, 'update', {entity: userEntity, id: person.id})
  return person.active && hash === null && covered.any ? person : 'taken'
}

async function addPerson(
  writing: WriteContext,
  {name, email, roles, answers = new Map()}: Invitation,
): Promise<string> {
  const fields = new Map<string, Input>([
    ['name', {form: [name]}],
    ['email', {form: [email]}],
    ...askedInputs(writing.specification, answers),
  ])
  if (roles.length > 0) fields.set('roles', {value: [...roles]})
  return changedBy(await changeRecord(writing, {kind: 'create', entity: userEntity, action: 'invite', fields})).id
}

interface Sent {
  readonly id: string
  /** The name of whoever invites. */
  readonly by: string | null
}

/** A new link, by which earlier ones are void, and its mail. */
export async function sendInvitation(world: PeopleWorld, writing: WriteContext, {id, by}: Sent): Promise<string> {
  const [secret, now] = [newSecret(), world.now()]
  const link = `${world.origin()}/invitations/${secret}`
  const until = now + invitationLength
  await endLinks(writing.db, 'invitation', id)
  await insertLink(writing.db, {kind: 'invitation', person: id, until, secret}, now)
  const person = await personById(writing, id)
  if (!person) return link
  const mail = invitationMail(writing.specification, {to: person.email, name: person.name, link, by})
  await world.post(writing.db, {mail, about: 'invitation', person: id, until})
  return link
}

export interface Waiting {
  readonly name: string
  readonly email: string
  readonly until: number
}

/** Who is invited and has not come yet, as far as the actor may change them. */
export function waitingInvitations(world: PeopleWorld, actor: Actor): Promise<Waiting[]> {
  return world.engine().read(actor, async reader => {
    const invited = await invitedPeople(reader.db, world.now())
    const arrived = await withAccount(reader.db, [...invited.keys()])
    const waiting: Waiting[] = []
    for (const [id, until] of invited) {
      if (arrived.has(id) || !(await coveredBy(reader, 'update', {entity: userEntity, id})).any) continue
      const person = await personById(reader, id)
      if (person?.active) waiting.push({name: person.name, email: person.email, until})
    }
    return waiting
  })
}
