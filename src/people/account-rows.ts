/** The rows of `nonet_account`: who can sign in with a password, and its hash. */
import {sql} from 'kysely'
import type {Db} from '../store/database.ts'
import {instantAt} from './world.ts'

export async function readHash(db: Db, person: string): Promise<string | null> {
  const {rows} = await sql<{hash: unknown}>`select hash from nonet_account where person = ${person}`.execute(db)
  return rows[0] ? String(rows[0].hash) : null
}

export async function writeHash(db: Db, person: string, {hash, now}: {hash: string; now: number}): Promise<void> {
  const changed = instantAt(now)
  await sql`insert into nonet_account (person, hash, changed) values (${person}, ${hash}, ${changed})
    on conflict (person) do update set hash = ${hash}, changed = ${changed}`.execute(db)
}

/** Whether anybody at all has a password. */
export async function hasAccounts(db: Db): Promise<boolean> {
  const {rows} = await sql`select person from nonet_account limit 1`.execute(db)
  return rows.length > 0
}

/** Those of some people who have one. */
export async function withAccount(db: Db, people: readonly string[]): Promise<ReadonlySet<string>> {
  if (people.length === 0) return new Set()
  const {rows} = await sql<{
    person: unknown
  }>`select person from nonet_account where person in (${sql.join([...people])})`.execute(db)
  return new Set(rows.map(row => String(row.person)))
}
