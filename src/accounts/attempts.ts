/**
 * Rate limits guessing. Attempts are counted in the database, so that all processes share the count. A few attempts are free; after that each has to
 * wait twice as long as the one before, up to a maximum. Access slows down but is never blocked.
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
  /** The longest and the first delay, in milliseconds. */
  readonly slowest: number
  readonly first?: number
}

/** Attempts are forgotten after this long without another one. */
export const attemptWindow = 15 * minute
const usualFirst = 1000

/**
 * Counts an attempt on each key before it is made, so that parallel attempts count too. If one of the keys has to wait, nothing is counted and the
 * result is the number of milliseconds.
 */
export async function countAttempt(store: Store, guards: readonly Guard[], now: number): Promise<number> {
  // An attacker who keeps trying does not even cause a write.
  const early = await store.read(async db => longestWait(await readCounts(db, guards, now), guards))
  if (early > 0) return early
  return store.transaction(db => countWithin(db, guards, now))
}

/** The same in a transaction. */
export async function countWithin(db: Db, guards: readonly Guard[], now: number): Promise<number> {
  const wait = longestWait(await readCounts(db, guards, now), guards)
  if (wait > 0) return wait
  await removeOld(db, now)
  for (const {about} of guards) await count(db, about, now)
  return 0
}

/** Whether there was a failed attempt recently. */
export async function wasAttempted(store: Store, about: string, now: number): Promise<boolean> {
  const counts = await store.read(db => readCounts(db, [{about}], now))
  return counts.size > 0
}

interface AttemptCount {
  readonly tries: number
  /** Milliseconds since the last attempt. */
  readonly age: number
}

/** A clock that was set back makes ages negative; their absolute value is used. */
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

/** After a correct attempt, the person's own count is cleared, and a shared address gets one attempt back. */
export async function forgiveAttempts(
  db: Db,
  {own, shared}: {readonly own: readonly string[]; readonly shared: readonly string[]},
): Promise<void> {
  for (const about of own) await sql`delete from nonet_guess where about = ${about}`.execute(db)
  for (const about of shared)
    await sql`update nonet_guess set tries = tries - 1 where about = ${about} and tries > 0`.execute(db)
}

/** Any visitor can have mails sent to an address: after three, each waits twice as long as the one before. */
export const mailGuard = (about: string): Guard => ({about, free: 3, slowest: attemptWindow, first: 5 * minute})
