/** The tokens of directories: each belongs to a provider of point 6, is shown once and stored as a digest. */
import {sql} from 'kysely'
import {operator} from '../../engine/base/actor.ts'
import type {Engine} from '../../engine/engine.ts'
import {newId} from '../../store/ids.ts'
import {type Db, queryRows} from '../../store/sql.ts'
import {type Accounts, day, instantAt, millisOf, minute} from '../accounts.ts'
import {isSecret, newSecret, secretDigest} from '../secret.ts'
import {noteUse} from '../sessions.ts'

/** A prefix by which people and secret scanners recognise it, and by which it differs from a key. */
const prefix = 'nonet_scim_'

export interface Directory {
  /** The id of its token. */
  readonly id: string
  /** As in `group "people-team" of company`. */
  readonly provider: string
}

interface NewDirectory {
  readonly provider: string
  /** Null: until it is revoked. */
  readonly days: number | null
}

/** The token itself, shown once. */
export async function makeDirectory(engine: Engine, {provider, days}: NewDirectory, now: number): Promise<string> {
  const secret = newSecret()
  const until = days === null ? null : instantAt(now + days * day)
  await engine.unit(async ({db}) => {
    await sql`insert into nonet_directory (token, id, provider, made, until, used)
      values (${secretDigest(secret)}, ${newId()}, ${provider}, ${instantAt(now)}, ${until}, ${null})`.execute(db)
    await engine.audit?.note(db, {kind: 'directory', by: operator, details: {what: 'added', provider}})
  })
  return `${prefix}${secret}`
}

export interface ListedDirectory extends Directory {
  readonly made: number
  readonly until: number | null
  readonly used: number | null
}

export async function listDirectories(db: Db): Promise<ListedDirectory[]> {
  const rows = await queryRows(db)`select id, provider, made, until, used from nonet_directory order by made, id`
  const optional = (value: unknown): number | null => (value === null ? null : millisOf(value))
  return rows.map(([id, provider, made, until, used]) => ({
    ...{id: String(id), provider: String(provider), made: millisOf(made)},
    ...{until: optional(until), used: optional(used)},
  }))
}

/** Returns whether there was one. */
export function revokeDirectory(engine: Engine, id: string): Promise<boolean> {
  return engine.unit(async ({db}) => {
    const {rows} = await sql<{
      provider: unknown
    }>`delete from nonet_directory where id = ${id} returning provider`.execute(db)
    for (const {provider} of rows)
      await engine.audit?.note(db, {
        ...{kind: 'directory', by: operator},
        details: {what: 'removed', provider: String(provider)},
      })
    return rows.length > 0
  })
}

export async function hasDirectories(accounts: Accounts): Promise<boolean> {
  const rows = await accounts.engine().store.readOne(db => queryRows(db)`select id from nonet_directory limit 1`)
  return rows.length > 0
}

/** Whose token it is; null for a wrong one, and for one that has ended. */
export async function directoryOf(accounts: Accounts, token: string): Promise<Directory | null> {
  const secret = token.slice(prefix.length)
  if (!token.startsWith(prefix) || !isSecret(secret)) return null
  const engine = accounts.engine()
  const [now, digest] = [accounts.now(), secretDigest(secret)]
  const [row] = await engine.store.readOne(
    db => queryRows(db)`select id, provider, used from nonet_directory
      where token = ${digest} and (until is null or until > ${instantAt(now)})`,
  )
  if (!row) return null
  const [id, provider, used] = row
  // Precise to the minute.
  if (used === null || now - millisOf(used) >= minute)
    await noteUse(engine, db =>
      sql`update nonet_directory set used = ${instantAt(now)} where token = ${digest}`.execute(db),
    )
  return {id: String(id), provider: String(provider)}
}
