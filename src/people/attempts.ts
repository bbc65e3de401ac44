/** Counts what is tried by guessing, in the database, so that all processes count together; and says when it may be tried again. */
import {sql} from 'kysely'
import type {Db} from '../store/database.ts'
import type {Store} from '../store/store.ts'
import {instantAt, millisOf, minute} from './world.ts'

export interface Limited {
  /** What is counted: an account, an address. */
  readonly about: string
  readonly most: number
}

export const attemptWindow = 15 * minute

/**
 * Counts one attempt on each of them, before it is made, so that a thousand at once are counted too. Where one of them is used up
 * nothing is counted, and the answer is how many milliseconds remain.
 */
export async function tryOnce(store: Store, limits: readonly Limited[], now: number): Promise<number> {
  // Whoever goes on hammering shall not even cause a write.
  const early = await store.read(db => longestWait(db, limits, now))
  if (early > 0) return early
  return store.transaction(async db => {
    const wait = await longestWait(db, limits, now)
    if (wait > 0) return wait
    await sql`delete from nonet_attempt where since <= ${instantAt(now - attemptWindow)}`.execute(db)
    for (const {about} of limits) await count(db, about, now)
    return 0
  })
}

async function longestWait(db: Db, limits: readonly Limited[], now: number): Promise<number> {
  const {rows} = await sql<Record<'about' | 'since' | 'tries', unknown>>`select about, since, tries from nonet_attempt
    where about in (${sql.join(limits.map(limit => limit.about))})`.execute(db)
  const waits = rows.map(row => {
    const most = limits.find(limit => limit.about === String(row.about))?.most ?? 0
    return Number(row.tries) >= most ? millisOf(row.since) + attemptWindow - now : 0
  })
  return Math.max(0, ...waits)
}

async function count(db: Db, about: string, now: number): Promise<void> {
  await sql`insert into nonet_attempt (about, since, tries) values (${about}, ${instantAt(now)}, 1)
    on conflict (about) do update set tries = nonet_attempt.tries + 1`.execute(db)
}

/** It was right: the account is as new, and those who share an address do not use it up by signing in. */
export async function forgiveAttempts(db: Db, {account, address}: {account: string; address: string}): Promise<void> {
  await sql`delete from nonet_attempt where about = ${account}`.execute(db)
  await sql`update nonet_attempt set tries = tries - 1 where about = ${address} and tries > 0`.execute(db)
}
