/**
 * The rows of single sign-on: who is whom at a provider (`nonet_identity`), and which of its sessions each session here
 * belongs to (`nonet_provider_session`).
 */
import {sql} from 'kysely'
import type {PersonActor} from '../../engine/base/actor.ts'
import {type Db, queryRows} from '../../store/sql.ts'
import {type Accounts, instantAt, type Person} from '../accounts.ts'
import {tellOwner} from '../owner-mails.ts'
import {secretDigest} from '../secret.ts'
import type {ProviderIdentity} from './provider-client.ts'
import type {Provider} from './providers.ts'

type ProviderSubject = Pick<ProviderIdentity, 'issuer' | 'subject'>

export async function personOfIdentity(db: Db, {issuer, subject}: ProviderSubject): Promise<string | null> {
  const [row] = await queryRows(db)`select person from nonet_identity where issuer = ${issuer} and subject = ${subject}`
  return row ? String(row[0]) : null
}

/** Whether the provider already knows this person as someone else: an address was given to another person there. */
export async function isSomeoneElse(db: Db, person: string, {issuer, subject}: ProviderSubject): Promise<boolean> {
  const rows = await queryRows(db)`select subject from nonet_identity
    where person = ${person} and issuer = ${issuer} and subject <> ${subject}`
  return rows.length > 0
}

export async function connectIdentity(
  db: Db,
  {person, issuer, subject}: ProviderSubject & {readonly person: string},
  now: number,
): Promise<void> {
  await sql`insert into nonet_identity (issuer, subject, person, made) values (${issuer}, ${subject}, ${person}, ${instantAt(now)})
    on conflict (issuer, subject) do update set person = ${person}`.execute(db)
}

interface ConnectionNews {
  readonly by: PersonActor
  readonly person: Person | null
  readonly name: string
  readonly what: 'added' | 'removed'
}

/** In the audit log, and for the owner of the account. */
export async function noteConnection(
  accounts: Accounts,
  db: Db,
  {by, person, name, what}: ConnectionNews,
): Promise<void> {
  const {specification, audit} = accounts.engine()
  await audit?.note(db, {kind: 'provider', by, details: {what, provider: name}})
  if (person) await tellOwner(db, {person, about: `provider ${what}`}, {specification, post: accounts.post})
}

/** The issuers through which a person has signed in. */
export async function issuersOf(db: Db, person: string): Promise<string[]> {
  const rows = await queryRows(db)`select distinct issuer from nonet_identity where person = ${person} order by issuer`
  return rows.map(([issuer]) => String(issuer))
}

/** Null: none that people can sign in with now. */
export const providerOf = (accounts: Accounts, issuer: string): Provider | null =>
  accounts.sso?.clients.find(({provider}) => provider.issuer === issuer)?.provider ?? null

/** Whether the person can sign in with a provider that is set up. */
export async function hasProvider(accounts: Accounts, db: Db, person: string): Promise<boolean> {
  return (await issuersOf(db, person)).some(issuer => providerOf(accounts, issuer) !== null)
}

/** `token`: of the session here. Rows of sessions that have ended go. */
export async function noteProviderSession(
  db: Db,
  token: string,
  {issuer, subject, session}: Pick<ProviderIdentity, 'issuer' | 'subject' | 'session'>,
): Promise<void> {
  await sql`delete from nonet_provider_session where token not in (select token from nonet_session)`.execute(db)
  await sql`insert into nonet_provider_session (token, issuer, subject, session)
    values (${secretDigest(token)}, ${issuer}, ${subject}, ${session})`.execute(db)
}

/** Ends those that began with this session of the provider or, if it names none, with this person there. */
export async function endProviderSessions(
  db: Db,
  {
    issuer,
    session,
    subject,
  }: {readonly issuer: string; readonly session: string | null; readonly subject: string | null},
): Promise<void> {
  // A session whose provider did not name its own ends with the person's.
  const named = subject === null ? sql`session = ${session}` : sql`(session = ${session} or session is null)`
  const which = [...(session === null ? [] : [named]), ...(subject === null ? [] : [sql`subject = ${subject}`])]
  if (which.length === 0) return
  const rows = sql`nonet_provider_session where issuer = ${issuer} and ${sql.join(which, sql` and `)}`
  await sql`delete from nonet_session where token in (select token from ${rows})`.execute(db)
  await sql`delete from ${rows}`.execute(db)
}
