/**
 * Slows down what is tried by guessing, in the database, so that all processes count together. A few attempts are free, then each has to wait twice
 * as long as the one before, up to a bound: the door becomes slow and never closes.
 */
import {sql} from 'kysely'
import type {Db} from '../store/sql.ts'
import type {Store} from '../store/store.ts'
import {instantAt, millisOf, minute} from './accounts.ts'

export interface Guard {
  /** What is counted: an account, an address. */
  readonly about: string
  /** Attempts without a delay. */
  readonly free: number
  /** Milliseconds that an attempt has to wait at most, and the first one that has to wait at all. */
  readonly slowest: number
  readonly first?: number
}

/** After so long without another attempt everything is forgotten. */
export const attemptWindow = 15 * minute
const usualFirst = 1000

/**
 * Counts one attempt on each of them, before it is made, so that a thousand at once are counted too. Where one of them has to wait
 * nothing is counted, and the answer is for how many milliseconds.
 */
export async function countAttempt(store: Store, guards: readonly Guard[], now: number): Promise<number> {
  // An attacker who goes on hammering does not even cause a write.
  const early = await store.read(async db => longestWait(await readCounts(db, guards, now), guards))
  if (early > 0) return early
  return store.transaction(async db => {
    const counts = await readCounts(db, guards, now)
    const wait = longestWait(counts, guards)
    if (wait > 0) return wait
    await removeOld(db, now)
    for (const {about} of guards) await count(db, about, now)
    return 0
  })
}

/** Whether it was tried lately, and not rightly. */
export async function wasAttempted(store: Store, about: string, now: number): Promise<boolean> {
  const counts = await store.read(db => readCounts(db, [{about}], now))
  return counts.size > 0
}

interface AttemptCount {
  readonly tries: number
  /** Milliseconds since the last one. */
  readonly age: number
}

/** A clock that was put back makes ages negative: without their sign they pass like any others. */
async function readCounts(
  db: Db,
  guards: readonly Pick<Guard, 'about'>[],
  now: number,
): Promise<ReadonlyMap<string, AttemptCount>> {
  const {rows} = await sql<Record<'about' | 'last' | 'tries', unknown>>`select about, last, tries from nonet_guess
    where about in (${sql.join(guards.map(({about}) => about))})`.execute(db)
  const counts = rows.map((row): [string, AttemptCount] => [
    String(row.about),
    {tries: Number(row.tries), age: Math.abs(now - millisOf(row.last))},
  ])
  return new Map(counts.filter(([, {tries, age}]) => tries > 0 && age < attemptWindow))
}

function longestWait(counts: ReadonlyMap<string, AttemptCount>, guards: readonly Guard[]): number {
  const waits = guards.map(({about, free, slowest, first = usualFirst}) => {
    const {tries, age} = counts.get(about) ?? {tries: 0, age: 0}
    const delay = tries < free ? 0 : Math.min(slowest, first * 2 ** Math.min(tries - free, 30))
    return delay - age
  })
  return Math.max(0, ...waits)
}

async function removeOld(db: Db, now: number): Promise<void> {
  const [from, until] = [instantAt(now - attemptWindow), instantAt(now + attemptWindow)]
  await sql`delete from nonet_guess where last <= ${from} or last >= ${until}`.execute(db)
}

async function count(db: Db, about: string, now: number): Promise<void> {
  const last = instantAt(now)
  await sql`insert into nonet_guess (about, last, tries) values (${about}, ${last}, 1)
    on conflict (about) do update set tries = nonet_guess.tries + 1, last = ${last}`.execute(db)
}

/** It was right: what is known of the person alone is forgotten, and an address that others share is one attempt richer. */
export async function forgiveAttempts(
  db: Db,
  {own, shared}: {readonly own: readonly string[]; readonly shared: readonly string[]},
): Promise<void> {
  for (const about of own) await sql`delete from nonet_guess where about = ${about}`.execute(db)
  for (const about of shared)
    await sql`update nonet_guess set tries = tries - 1 where about = ${about} and tries > 0`.execute(db)
}
