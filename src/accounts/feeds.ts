/**
 * Feeds: secret addresses through which a calendar app, a feed reader or a display on a wall reads one screen on a person's behalf. The address is shown once, stored as a
 * digest, and can be revoked. It gives read access to this screen only.
 */

import {sql} from 'kysely'
import type {PersonActor} from '../engine/base/actor.ts'
import type {Engine} from '../engine/engine.ts'
import type {AddressFormat} from '../points/screens/bullets/feed.ts'
import {addressFormats} from '../points/screens/bullets/feed.ts'
import {newId} from '../store/ids.ts'
import {type Db, queryRows} from '../store/sql.ts'
import {type Accounts, instantAt, millisOf, minute} from './accounts.ts'
import {personBy} from './audited-access.ts'
import {isSecret, newSecret, secretDigest} from './secret.ts'
import {actorOfRow, noteUse} from './sessions.ts'

export const mostFeeds = 50

export interface NewFeed {
  readonly person: string
  /** Path and query of the page. */
  readonly screen: string
  readonly format: AddressFormat
  readonly name: string
}

export interface ListedFeed extends Omit<NewFeed, 'person'> {
  readonly id: string
  readonly made: number
  readonly used: number | null
}

/** The path prefix of feeds. */
export const feedsPath = '/_feeds/'

/** The path of the new feed, shown once; null if the person has too many. */
export async function makeFeed(
  engine: Engine,
  {person, screen, format, name}: NewFeed,
  now: number,
): Promise<string | null> {
  const secret = newSecret()
  const made = await engine.unit(async ({db}) => {
    const {rows} = await sql`select id from nonet_feed where person = ${person}`.execute(db)
    if (rows.length >= mostFeeds) return false
    await sql`insert into nonet_feed (token, id, person, screen, format, name, made, used)
      values (${secretDigest(secret)}, ${newId()}, ${person}, ${screen}, ${format}, ${name}, ${instantAt(now)}, ${null})`.execute(
      db,
    )
    await engine.audit?.note(db, {kind: 'feed', by: personBy(person), details: {what: 'added', name}})
    return true
  })
  return made ? `${feedsPath}${secret}.${format}` : null
}

/** Newest first. */
export async function listFeeds(db: Db, person: string): Promise<ListedFeed[]> {
  const {rows} = await sql<Record<'id' | 'screen' | 'format' | 'name' | 'made' | 'used', unknown>>`
    select id, screen, format, name, made, used from nonet_feed where person = ${person} order by made desc, id`.execute(
    db,
  )
  return rows.map(row => ({
    id: String(row.id),
    screen: String(row.screen),
    format: formatIn(row.format),
    name: String(row.name),
    made: millisOf(row.made),
    used: row.used === null ? null : millisOf(row.used),
  }))
}

const formatIn = (stored: unknown): AddressFormat => addressFormats.find(each => each === stored) ?? 'ics'

export function revokeFeed(engine: Engine, id: string, person: string): Promise<void> {
  return engine.unit(async ({db}) => {
    const {rows} = await sql<{name: unknown}>`
      delete from nonet_feed where id = ${id} and person = ${person} returning name`.execute(db)
    for (const {name} of rows)
      await engine.audit?.note(db, {kind: 'feed', by: personBy(person), details: {what: 'removed', name: String(name)}})
  })
}

export interface OpenedFeed {
  readonly actor: PersonActor
  readonly screen: string
  readonly format: AddressFormat
}

/**
 * What an address gives access to, and for whom. Read each time, so that changes to the person take effect immediately. Null if there is no such
 * feed.
 */
export async function openFeed(accounts: Accounts, secret: string): Promise<OpenedFeed | null> {
  if (!isSecret(secret)) return null
  const engine = accounts.engine()
  const [now, digest] = [accounts.now(), secretDigest(secret)]
  const [row] = await engine.store.readOne(
    db => queryRows(db)`
    select f.person, f.screen, f.format, f.used, u.name, u.roles, l.language from nonet_feed as f join "user" as u on u.id = f.person
    left join nonet_language as l on l.person = f.person
    where f.token = ${digest} and u.active`,
  )
  if (!row) return null
  const [person, screen, format, used, name, roles, language] = row
  // Precise to the minute.
  if (used === null || now - millisOf(used) >= minute)
    await noteUse(engine, db => sql`update nonet_feed set used = ${instantAt(now)} where token = ${digest}`.execute(db))
  const actor = actorOfRow(engine, {person, name, roles, language})
  return {actor, screen: String(screen), format: formatIn(format)}
}
