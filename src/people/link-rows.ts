/** The rows of `nonet_token`: one-time links that stand for somebody until they are used or too old. */
import {sql} from 'kysely'
import type {Db} from '../store/database.ts'
import {digestOf, isSecret} from './secret.ts'
import {instantAt, millisOf} from './world.ts'

export type LinkKind = 'reset' | 'invitation' | 'set-up' | 'sign-up' | 'address'

export interface NewLink {
  readonly kind: LinkKind
  readonly person: string | null
  readonly until: number
  readonly secret: string
  /** What it will do, as JSON. */
  readonly payload?: string
}

export async function insertLink(db: Db, {kind, person, until, secret, payload}: NewLink, now: number): Promise<void> {
  await sql`delete from nonet_token where until <= ${instantAt(now)}`.execute(db)
  await sql`insert into nonet_token (token, kind, person, until, payload)
    values (${digestOf(secret)}, ${kind}, ${person}, ${instantAt(until)}, ${payload ?? null})`.execute(db)
}

/** The person it stands for: null for the first one, who does not exist yet; undefined where there is no such link. */
export async function findLink(
  db: Db,
  {kind, secret}: {kind: LinkKind; secret: string},
  now: number,
): Promise<string | null | undefined> {
  if (!isSecret(secret)) return undefined
  const {rows} = await sql<{person: unknown}>`select person from nonet_token
    where token = ${digestOf(secret)} and kind = ${kind} and until > ${instantAt(now)}`.execute(db)
  const [row] = rows
  if (!row) return undefined
  return row.person === null ? null : String(row.person)
}

/** What a link will do; null where there is no such link. */
export async function findPayload(
  db: Db,
  {kind, secret}: {kind: LinkKind; secret: string},
  now: number,
): Promise<{readonly person: string | null; readonly payload: unknown} | null> {
  if (!isSecret(secret)) return null
  const {rows} = await sql<{person: unknown; payload: unknown}>`select person, payload from nonet_token
    where token = ${digestOf(secret)} and kind = ${kind} and until > ${instantAt(now)}`.execute(db)
  const [row] = rows
  if (!row) return null
  return {person: row.person === null ? null : String(row.person), payload: JSON.parse(String(row.payload))}
}

export async function endLink(db: Db, secret: string): Promise<void> {
  await sql`delete from nonet_token where token = ${digestOf(secret)}`.execute(db)
}

/** When one link of a kind is used, the others of the same person are void too. */
export async function endLinks(db: Db, kind: LinkKind, person: string | null): Promise<void> {
  const whose = person === null ? sql`person is null` : sql`person = ${person}`
  await sql`delete from nonet_token where kind = ${kind} and ${whose}`.execute(db)
}

export async function invitedPeople(db: Db, now: number): Promise<ReadonlyMap<string, number>> {
  const {rows} = await sql<{person: unknown; until: unknown}>`select person, max(until) as until from nonet_token
    where kind = 'invitation' and until > ${instantAt(now)} group by person order by max(until) desc limit 200`.execute(
    db,
  )
  return new Map(rows.map(row => [String(row.person), millisOf(row.until)]))
}
