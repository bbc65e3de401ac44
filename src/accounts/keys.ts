/**
 * API keys, which programs use instead of a password. A key belongs to a person and has all or some of their roles. It is shown once, stored as a
 * digest, and can be revoked. The key of an application belongs to a person created for it, who cannot sign in.
 */

import {sql} from 'kysely'
import type {AuditDetails} from '../engine/audit/audit-entry.ts'
import {type Actor, nobody, operator} from '../engine/base/actor.ts'
import type {Engine} from '../engine/engine.ts'
import type {Input} from '../engine/transaction/change.ts'
import {writeOne} from '../engine/write/write.ts'
import {userEntity} from '../points/entities/own-fields.ts'
import {newId} from '../store/ids.ts'
import {type Db, queryRows} from '../store/sql.ts'
import {type Accounts, day, findById, instantAt, millisOf, minute} from './accounts.ts'
import {personBy} from './audited-access.ts'
import {tellOwner} from './owner-mails.ts'
import {isSecret, newSecret, secretDigest} from './secret.ts'
import {noteUse, rolesOfRow} from './sessions.ts'
import {changedRecord, type PersonProblem, personProblems} from './validate-person.ts'

/** A prefix by which people and secret scanners recognise a key. */
const prefix = 'nonet_key_'

export const longestKeyName = 80
const mostKeys = 50

export interface NewKey {
  readonly person: string
  readonly name: string
  /** Null: all roles that the person has when it is used. */
  readonly roles: readonly string[] | null
  /** Null: until it is revoked. */
  readonly days: number | null
  /** Who makes it, if not the person. */
  readonly by?: Actor
}

export interface ListedKey {
  readonly id: string
  readonly person: string
  readonly name: string
  readonly roles: readonly string[] | null
  readonly made: number
  readonly until: number | null
  readonly used: number | null
}

/** The key itself, shown once; null if the person has too many. Its owner is told. */
export async function makeKey(
  engine: Engine,
  {person, name, roles, days, by}: NewKey,
  now: number,
  post?: Accounts['post'],
): Promise<string | null> {
  const secret = newSecret()
  const owner = await findById(engine, person)
  const until = days === null ? null : instantAt(now + days * day)
  const made = await engine.unit(async ({db}) => {
    await sql`delete from nonet_key where until <= ${instantAt(now)}`.execute(db)
    const {rows} = await sql`select id from nonet_key where person = ${person}`.execute(db)
    if (rows.length >= mostKeys) return false
    await sql`insert into nonet_key (token, id, person, name, roles, made, until, used)
      values (${secretDigest(secret)}, ${newId()}, ${person}, ${name}, ${roles && JSON.stringify(roles)}, ${instantAt(now)}, ${until}, ${null})`.execute(
      db,
    )
    const details: AuditDetails = {what: 'added', name, ...(roles ? {roles: roles.join(', ')} : {})}
    await engine.audit?.note(db, {kind: 'key', by: by ?? personBy(person), about: person, details})
    if (owner)
      await tellOwner(
        db,
        {person: owner, about: 'new key'},
        {specification: engine.specification, ...(post ? {post} : {})},
      )
    return true
  })
  return made ? `${prefix}${secret}` : null
}

/** Of one person, or of all; newest first. */
export async function listKeys(db: Db, now: number, person: string | null = null): Promise<ListedKey[]> {
  const whose = person === null ? sql`1 = 1` : sql`person = ${person}`
  const {rows} = await sql<Record<'id' | 'person' | 'name' | 'roles' | 'made' | 'until' | 'used', unknown>>`
    select id, person, name, roles, made, until, used from nonet_key
    where ${whose} and (until is null or until > ${instantAt(now)}) order by made desc, id limit 1000`.execute(db)
  const optional = (value: unknown): number | null => (value === null ? null : millisOf(value))
  return rows.map(row => ({
    id: String(row.id),
    person: String(row.person),
    name: String(row.name),
    roles: rolesIn(row.roles),
    made: millisOf(row.made),
    until: optional(row.until),
    used: optional(row.used),
  }))
}

function rolesIn(stored: unknown): readonly string[] | null {
  if (stored === null) return null
  const read: unknown = JSON.parse(String(stored))
  return Array.isArray(read) ? read.map(String) : []
}

/** A person's own, or any of the operator's. Returns whether the key existed. */
export function revokeKey(engine: Engine, id: string, by: Actor): Promise<boolean> {
  const whose = by.kind === 'person' ? sql`person = ${by.id}` : sql`1 = 1`
  return engine.unit(async ({db}) => {
    const {rows} = await sql<Record<'person' | 'name', unknown>>`
      delete from nonet_key where id = ${id} and ${whose} returning person, name`.execute(db)
    for (const {person, name} of rows)
      await engine.audit?.note(db, {
        kind: 'key',
        by,
        about: String(person),
        details: {what: 'removed', name: String(name)},
      })
    return rows.length > 0
  })
}

export const isKey = (text: string): boolean => text.startsWith(prefix)

/** The caller behind a key. Read with every request, so that changes to the person take effect immediately. */
export async function actorOfKey(accounts: Accounts, key: string): Promise<Actor> {
  const secret = key.slice(prefix.length)
  if (!isKey(key) || !isSecret(secret)) return nobody
  const engine = accounts.engine()
  const [now, digest] = [accounts.now(), secretDigest(secret)]
  const [row] = await engine.store.readOne(
    db => queryRows(db)`
    select k.person, k.roles as chosen, k.used, u.name, u.roles from nonet_key as k join "user" as u on u.id = k.person
    where k.token = ${digest} and (k.until is null or k.until > ${instantAt(now)}) and u.active`,
  )
  if (!row) return nobody
  const [person, some, used, name, stored] = row
  // Precise to the minute.
  if (used === null || now - millisOf(used) >= minute)
    await noteUse(engine, db => sql`update nonet_key set used = ${instantAt(now)} where token = ${digest}`.execute(db))
  const chosen = rolesIn(some)
  const roles = rolesOfRow(engine, stored).filter(role => chosen === null || chosen.includes(role))
  return {kind: 'person', id: String(person), name: String(name), roles, byKey: true}
}

export type ApplicationMade =
  | {readonly ok: true; readonly person: string}
  | {readonly ok: false; readonly problems: readonly PersonProblem[]}

/** The person an application acts as: with roles, but without a password or a real address. */
export async function makeApplication(
  engine: Engine,
  {name, roles}: {readonly name: string; readonly roles: readonly string[]},
): Promise<ApplicationMade> {
  const fields = new Map<string, Input>([
    ['name', {form: [name]}],
    ['email', {form: [`${newId()}@application.invalid`]}],
    ['roles', {value: [...roles]}],
  ])
  const outcome = await engine.unitOfWork(operator, async writing => [
    changedRecord(await writeOne(writing, {kind: 'create', entity: userEntity, fields})),
  ])
  const [record] = outcome.ok ? outcome.records : []
  if (outcome.ok && record) return {ok: true, person: record.id}
  return {ok: false, problems: outcome.ok ? [] : personProblems(outcome)}
}
