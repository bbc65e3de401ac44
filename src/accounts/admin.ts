/** Operator commands for people: they bypass grants but use the same write path. */
import {operator} from '../engine/base/actor.ts'
import {yes} from '../engine/base/core-build.ts'
import type {Engine} from '../engine/engine.ts'
import type {Input} from '../engine/transaction/change.ts'
import {writeOne} from '../engine/write/write.ts'
import {userEntity} from '../points/entities/own-fields.ts'
import {endLinks, endPasswordLinks, forgetBrowsers, withAccount, writeHash} from './account-rows.ts'
import {findPeople, type Person, readEmail} from './accounts.ts'
import {tellOwner} from './owner-mails.ts'
import {hashPassword} from './passwords.ts'
import {endSessionsOf} from './sessions.ts'
import {
  changedRecord,
  type NewPerson,
  type PersonProblem,
  personProblems,
  validateNewPassword,
  validateNewPerson,
} from './validate-person.ts'

export type AdminResult = {readonly ok: true} | {readonly ok: false; readonly problems: readonly PersonProblem[]}

const good: AdminResult = {ok: true}

/** A person with a password; without one, people are invited. */
export async function addWithPassword(
  engine: Engine,
  {roles, ...newcomer}: NewPerson & {readonly roles: readonly string[]},
): Promise<AdminResult> {
  const problems = await validateNewPerson({engine: () => engine}, newcomer)
  if (problems.length > 0) return {ok: false, problems}
  const hash = await hashPassword(newcomer.password)
  const fields = new Map<string, Input>([
    ['name', {form: [newcomer.name]}],
    ['email', {form: [newcomer.email]}],
    ['roles', {value: [...roles]}],
  ])
  const outcome = await engine.unitOfWork(operator, async writing => {
    const record = changedRecord(await writeOne(writing, {kind: 'create', entity: userEntity, fields}))
    await writeHash(writing.db, record.id, {hash, proved: readEmail(engine, newcomer.email) ?? '', now: Date.now()})
    return [record]
  })
  return outcome.ok ? good : {ok: false, problems: personProblems(outcome)}
}

/** Takes effect immediately: roles and the right to sign in are read with every request. */
export async function changePerson(
  engine: Engine,
  person: Person,
  change: {readonly roles?: readonly string[]; readonly active?: boolean},
): Promise<AdminResult> {
  const fields = new Map<string, Input>()
  if (change.roles !== undefined) fields.set('roles', {value: [...change.roles]})
  if (change.active !== undefined) fields.set('active', {value: change.active})
  const outcome = await engine.unitOfWork(operator, async writing => {
    const record = changedRecord(await writeOne(writing, {kind: 'update', entity: userEntity, id: person.id, fields}))
    return [record]
  })
  return outcome.ok ? good : {ok: false, problems: personProblems(outcome)}
}

/** Signs them out everywhere and invalidates all their links. */
export async function setPassword(engine: Engine, person: Person, password: string): Promise<AdminResult> {
  const problems = await validateNewPassword({engine: () => engine}, {...person, password})
  if (problems.length > 0) return {ok: false, problems}
  const hash = await hashPassword(password)
  await engine.store.transaction(async db => {
    await tellOwner(db, {person, about: 'new password'}, engine)
    await engine.audit?.note(db, {kind: 'password', by: operator, about: person.id, details: {what: 'changed'}})
    await writeHash(db, person.id, {hash, proved: person.email, now: Date.now()})
    await endSessionsOf(db, person.id)
    await forgetBrowsers(db, person.id)
    await endPasswordLinks(db, person.id)
    await endLinks(db, 'invitation', person.id)
  })
  return good
}

export interface ListedPerson extends Person {
  readonly hasPassword: boolean
}

const mostListed = 10_000

export function listPeople(engine: Engine): Promise<ListedPerson[]> {
  return engine.read(operator, async reader => {
    const people = await findPeople(reader, {where: [yes], limit: mostListed})
    const ids = people.map(person => person.id)
    const known = new Set<string>()
    // Databases limit how many values a statement takes.
    for (let start = 0; start < ids.length; start += 500)
      for (const id of await withAccount(reader.db, ids.slice(start, start + 500))) known.add(id)
    return people.map(person => ({...person, hasPassword: known.has(person.id)}))
  })
}
