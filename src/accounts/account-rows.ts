/** The rows behind accounts: passwords, one-time links, and known browsers. */
import {sql} from 'kysely'
import {type Db, queryRows} from '../store/sql.ts'
import {day, instantAt, millisOf} from './accounts.ts'
import {isSecret, secretDigest} from './secret.ts'

/* `nonet_account`: people who can sign in with a password, and its hash. */

export async function readHash(db: Db, person: string): Promise<string | null> {
  const {rows} = await sql<{hash: unknown}>`select hash from nonet_account where person = ${person}`.execute(db)
  return rows[0] ? String(rows[0].hash) : null
}

/** `proved`: the address with which a new account begins; an existing one keeps its own. */
export async function writeHash(
  db: Db,
  person: string,
  {hash, proved, now}: {hash: string; proved: string; now: number},
): Promise<void> {
  const changed = instantAt(now)
  await sql`insert into nonet_account (person, hash, changed, proved) values (${person}, ${hash}, ${changed}, ${proved})
    on conflict (person) do update set hash = ${hash}, changed = ${changed}`.execute(db)
}

export async function writeProved(db: Db, person: string, email: string): Promise<void> {
  await sql`update nonet_account set proved = ${email} where person = ${person}`.execute(db)
}

/** The address that was proved last: empty if none was, null for people without an account. */
export async function provedAddress(
  db: Db,
  {id, email}: {readonly id: string; readonly email: string},
): Promise<string | null> {
  const {rows} = await sql<{proved: unknown}>`select proved from nonet_account where person = ${id}`.execute(db)
  const [row] = rows
  // Accounts of earlier versions do not say it.
  return row ? String(row.proved ?? email) : null
}

/** People who can sign in: with a password, through a provider, or with a passkey. */
export const peopleWithAccounts = sql`(select person from nonet_account union select person from nonet_identity
  union select person from nonet_passkey)`

export async function hasAccounts(db: Db): Promise<boolean> {
  const {rows} = await sql`select person from ${peopleWithAccounts} as a limit 1`.execute(db)
  return rows.length > 0
}

/** Those of these people who can sign in. */
export async function withAccount(db: Db, people: readonly string[]): Promise<ReadonlySet<string>> {
  if (people.length === 0) return new Set()
  const {rows} = await sql<{
    person: unknown
  }>`select person from ${peopleWithAccounts} as a where person in (${sql.join([...people])})`.execute(db)
  return new Set(rows.map(row => String(row.person)))
}

/* `nonet_token`: one-time links that belong to a person until they are used or too old, and the key of passkey questions. */

type LinkKind =
  | 'reset'
  | 'invitation'
  | 'set-up'
  | 'sign-up'
  | 'address'
  | 'action'
  | 'unsubscribe'
  | 'sso'
  | 'connect'
  | 'connecting'
  | 'second-factor'
  | 'passkey'

interface NewLinkRow {
  readonly kind: LinkKind
  readonly person: string | null
  readonly until: number
  readonly secret: string
  /** What the link will do, as JSON. */
  readonly payload?: string
}

export async function insertLink(
  db: Db,
  {kind, person, until, secret, payload}: NewLinkRow,
  now: number,
): Promise<void> {
  await endOldLinks(db, kind, now)
  await sql`insert into nonet_token (token, kind, person, until, payload)
    values (${secretDigest(secret)}, ${kind}, ${person}, ${instantAt(until)}, ${payload ?? null})`.execute(db)
}

/** Returns whether it was not there before. */
export async function insertOnce(
  db: Db,
  {kind, person, until, secret, payload}: NewLinkRow,
  now: number,
): Promise<boolean> {
  await endOldLinks(db, kind, now)
  const rows = await queryRows(db)`insert into nonet_token (token, kind, person, until, payload)
    values (${secretDigest(secret)}, ${kind}, ${person}, ${instantAt(until)}, ${payload ?? null})
    on conflict (token) do nothing returning token`
  return rows.length > 0
}

const passkeyKey = 'passkey key'

/** Null before it is made. */
export async function readPasskeyKey(db: Db): Promise<string | null> {
  const [row] = await queryRows(db)`select payload from nonet_token where kind = ${passkeyKey} order by token limit 1`
  return row ? String(JSON.parse(String(row[0]))) : null
}

/** Its name is no digest, so no link can have it. Nothing happens if it is there. */
export async function writePasskeyKey(db: Db, key: string, until: number): Promise<void> {
  await sql`insert into nonet_token (token, kind, person, until, payload)
    values (${passkeyKey}, ${passkeyKey}, null, ${instantAt(until)}, ${JSON.stringify(key)})
    on conflict (token) do nothing`.execute(db)
}

async function endOldLinks(db: Db, kind: LinkKind, now: number): Promise<void> {
  await sql`delete from nonet_token where kind = ${kind} and until <= ${instantAt(now)}`.execute(db)
}

/** The link's owner: null for the first person, who does not exist yet; undefined if there is no such link. */
export async function findLink(
  db: Db,
  {kind, secret}: {kind: LinkKind; secret: string},
  now: number,
): Promise<string | null | undefined> {
  if (!isSecret(secret)) return undefined
  const {rows} = await sql<{person: unknown}>`select person from nonet_token
    where token = ${secretDigest(secret)} and kind = ${kind} and until > ${instantAt(now)}`.execute(db)
  const [row] = rows
  if (!row) return undefined
  return row.person === null ? null : String(row.person)
}

/** What a link will do; null if there is no such link. */
export async function findPayload(
  db: Db,
  {kind, secret}: {kind: LinkKind; secret: string},
  now: number,
): Promise<{readonly person: string | null; readonly payload: unknown} | null> {
  if (!isSecret(secret)) return null
  const {rows} = await sql<{person: unknown; payload: unknown}>`select person, payload from nonet_token
    where token = ${secretDigest(secret)} and kind = ${kind} and until > ${instantAt(now)}`.execute(db)
  const [row] = rows
  if (!row) return null
  return {person: row.person === null ? null : String(row.person), payload: JSON.parse(String(row.payload))}
}

export async function endLink(db: Db, {kind, secret}: {kind: LinkKind; secret: string}): Promise<void> {
  await sql`delete from nonet_token where token = ${secretDigest(secret)} and kind = ${kind}`.execute(db)
}

/** Using one link of a kind invalidates the person's other links of that kind. */
export async function endLinks(db: Db, kind: LinkKind, person: string | null): Promise<void> {
  const whose = person === null ? sql`person is null` : sql`person = ${person}`
  await sql`delete from nonet_token where kind = ${kind} and ${whose}`.execute(db)
}

/**
 * A new password invalidates the links that were sent for the old one: those for choosing a password, and those that move the account to another
 * address, which a person who knew the old password may have requested.
 */
export async function endPasswordLinks(db: Db, person: string): Promise<void> {
  await endLinks(db, 'reset', person)
  await endLinks(db, 'address', person)
  await endLinks(db, 'second-factor', person)
}

/** The addresses that wait to be proved, of people who have asked for one or were given one. */
export async function askedAddress(db: Db, person: string, now: number): Promise<string | null> {
  const {rows} = await sql<{payload: unknown}>`select payload from nonet_token
    where kind = 'address' and person = ${person} and until > ${instantAt(now)}`.execute(db)
  return rows[0] ? String(JSON.parse(String(rows[0].payload)).email) : null
}

export async function invitedPeople(db: Db, now: number): Promise<ReadonlyMap<string, number>> {
  const {rows} = await sql<{person: unknown; until: unknown}>`select person, max(until) as until from nonet_token
    where kind = 'invitation' and until > ${instantAt(now)} group by person order by max(until) desc limit 200`.execute(
    db,
  )
  return new Map(rows.map(row => [String(row.person), millisOf(row.until)]))
}

/** Which of these people are invited, and until when. */
export async function invitedAmong(
  db: Db,
  people: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, number>> {
  if (people.length === 0) return new Map()
  const {rows} = await sql<{person: unknown; until: unknown}>`select person, max(until) as until from nonet_token
    where kind = 'invitation' and until > ${instantAt(now)} and person in (${sql.join(people)}) group by person`.execute(
    db,
  )
  return new Map(rows.map(row => [String(row.person), millisOf(row.until)]))
}

/*
 * `nonet_browser`: browsers a person has signed in with before, recognised by a cookie. Failed attempts by others do not slow these down. The cookie
 * grants nothing: the password is still required.
 */

export const browserLength = 400 * day
const mostBrowsers = 20

export async function isKnownBrowser(db: Db, browser: string, person: string): Promise<boolean> {
  const {rows} = await sql`select person from nonet_browser where token = ${browser} and person = ${person}`.execute(db)
  return rows.length > 0
}

interface KnownBrowser {
  readonly person: string
  /** The digest the browser sent; null if it sent none. */
  readonly earlier: string | null
  /** The new secret. The old one may have been planted, so it is never reused. */
  readonly secret: string
}

/** Other people who have signed in there remain known. */
export async function rememberBrowser(db: Db, {person, earlier, secret}: KnownBrowser, now: number): Promise<void> {
  const token = secretDigest(secret)
  const last = instantAt(now)
  await sql`delete from nonet_browser where last <= ${instantAt(now - browserLength)}`.execute(db)
  if (earlier !== null) {
    await sql`delete from nonet_browser where token = ${earlier} and person = ${person}`.execute(db)
    await sql`update nonet_browser set token = ${token} where token = ${earlier}`.execute(db)
  }
  await sql`insert into nonet_browser (token, person, last) values (${token}, ${person}, ${last})`.execute(db)
  await sql`delete from nonet_browser where person = ${person} and token not in
    (select token from nonet_browser where person = ${person} order by last desc, token limit ${sql.lit(mostBrowsers)})`.execute(
    db,
  )
}

/** After a password change, no browser is trusted any more. */
export async function forgetBrowsers(db: Db, person: string): Promise<void> {
  await sql`delete from nonet_browser where person = ${person}`.execute(db)
}
