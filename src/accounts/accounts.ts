/** What accounts work with: the records, a clock, mail and the address that people type; and people as records of `User`. */

import {sql} from 'kysely'
import {engineItself} from '../engine/base/actor.ts'
import {compared, fieldCore, thisCore, valueCore} from '../engine/base/core-build.ts'
import type {Engine} from '../engine/engine.ts'
import {allSeeing, type ReadContext} from '../engine/query/read-context.ts'
import {contextOf, tableOf} from '../engine/query/select.ts'
import {hasId} from '../engine/query/stored.ts'
import type {Journal} from '../engine/transaction/context.ts'
import type {Core} from '../feel/core.ts'
import {toPredicate} from '../feel/sql/to-sql.ts'
import {isList, type Value} from '../feel/value.ts'
import type {AccountMail} from '../mail/account-mail.ts'
import type {Messages} from '../messages/index.ts'
import {fieldOf} from '../points/entities/lookup.ts'
import type {Field} from '../points/entities/model.ts'
import {userEntity} from '../points/entities/own-fields.ts'
import {columnName} from '../points/entities/table-names.ts'
import {readId} from '../points/entities/values/id.ts'
import {type Db, limitTo} from '../store/sql.ts'
import type {SingleSignOn} from './sso/provider-client.ts'

/* People as records of `User`, looked up by the engine itself. */

export interface Person {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly roles: readonly string[]
  readonly active: boolean
  readonly version: number
}

const fields = ['id', 'name', 'email', 'roles', 'active', 'version'] as const

/** In the normalised form in which addresses are stored; null for other texts. */
export function readEmail({specification}: Engine, text: string): string | null {
  const field = specification.entities.entities.get(userEntity)?.fields.get('email')
  const judged = field?.type.fit(text)
  return judged?.ok && typeof judged.value === 'string' ? judged.value : null
}

export function findByEmail(engine: Engine, email: string): Promise<Person | null> {
  return engine.read(engineItself, reader => personByEmail(reader, email))
}

export function findById(engine: Engine, id: string): Promise<Person | null> {
  return engine.read(engineItself, reader => personById(reader, id))
}

export function personByEmail(reader: ReadContext, email: string): Promise<Person | null> {
  const type = {kind: 'text'} as const
  const own = fieldCore(thisCore(userEntity), userEntity, {name: 'email', type})
  return findOne(reader, compared(own, '=', valueCore(type, email)))
}

export async function personById(reader: ReadContext, id: string): Promise<Person | null> {
  return readId(id) === null ? null : findOne(reader, hasId(userEntity, id))
}

async function findOne(reader: ReadContext, where: Core): Promise<Person | null> {
  const [found] = await findPeople(reader, {where: [where], limit: 1})
  return found ?? null
}

/** Columns are read directly, each by its own type, because expressions have no form for a list in a column, such as roles. */
export async function findPeople(
  reader: ReadContext,
  {where, limit}: {where: readonly Core[]; limit: number},
): Promise<Person[]> {
  const context = contextOf(reader, {this: {alias: 'r'}})
  const conditions = [allSeeing(reader).records(userEntity).where, ...where].map(core => toPredicate(core, context))
  const columns = fields.map(name => sql.ref(`r.${columnName(name)}`))
  const {rows} = await sql<Record<string, unknown>>`select ${sql.join(columns)}
    from ${sql.table(tableOf(reader, userEntity))} as r
    where ${sql.join(conditions, sql` and `)} order by r.id ${limitTo(limit)}`.execute(reader.db)
  return rows.map(row => personOf(name => fieldOfUser(reader, name).type.fromColumn(row[name], reader.database)))
}

function fieldOfUser({entities}: Pick<ReadContext, 'entities'>, name: string): Field {
  const user = entities.entities.get(userEntity)
  const field = user && fieldOf(user, name)
  if (!field) throw new Error(`User has no field ${name}`)
  return field
}

export function userField(reader: Pick<ReadContext, 'entities'>, name: string): Core {
  return fieldCore(thisCore(userEntity), userEntity, {name, type: fieldOfUser(reader, name).type.type})
}

function personOf(at: (field: (typeof fields)[number]) => Value): Person {
  const roles = at('roles')
  return {
    id: String(at('id')),
    name: String(at('name')),
    email: String(at('email')),
    roles: isList(roles) ? roles.map(String) : [],
    active: at('active') === true,
    version: Number(at('version')),
  }
}

/** The records in the language the person chose, or else the language of the document. */
export async function inLanguageOf(engine: Engine, person: string): Promise<Engine> {
  if (engine.specification.languages.length === 1) return engine
  const {rows} = await engine.store.readOne(db =>
    sql<{language: unknown}>`select language from nonet_language where person = ${person}`.execute(db),
  )
  return rows[0] ? engine.in(String(rows[0].language)) : engine
}

export interface Accounts {
  /** Called each time, because `nonet dev` swaps a document for its next version. */
  readonly engine: () => Engine
  /** Queues a mail in the transaction of the change it reports; with its journal, until that can no longer be undone. */
  readonly post: (db: Db, mail: AccountMail, journal?: Journal) => Promise<void>
  /** All texts, in a language. */
  readonly messages: (language: string) => Messages
  /** Milliseconds; tests control it. */
  readonly now: () => number
  /** Whether mail is delivered. If it is, an address counts only after a link sent to it was opened. */
  readonly mails: boolean
  /** For links in mails. Never taken from request headers, which the client controls. */
  readonly origin: () => string
  /** Whether the sign-in page offers the demonstration's people. */
  readonly demo: boolean
  /** The providers with which people can sign in. */
  readonly sso?: SingleSignOn
  /** The addresses that may sign in with a password; null or undefined: all. */
  readonly passwordsFor?: readonly string[] | null
  /** Reports what failed after the response had been sent. */
  readonly failed: (cause: unknown) => void
}

/** The same accounts with the texts of a language. */
export function accountsIn(accounts: Accounts, language: string): Accounts {
  return {...accounts, engine: () => accounts.engine().in(language)}
}

export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour

export {instantAt, millisOf} from '../store/sql.ts'
