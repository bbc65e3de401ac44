/**
 * Delivers what is due, at least once each: a row is taken with a lease, carried by the courier of its kind, and removed or set
 * back. What a killed process had taken is taken again when its lease ends.
 */
import type {Store} from '../../store/store.ts'
import {mostAttempts, pauseAfter} from './back-off.ts'
import {isAnyDue, type OutboxRow, remove, setBack, take} from './rows.ts'

/** Moot: there is nothing to deliver any more. Throws where it could not be delivered. */
export type Courier = (row: OutboxRow) => Promise<'delivered' | 'moot'>

/** Trying again makes no sense: the receiver has said no. */
export class Undeliverable extends Error {}

export interface Delivery {
  readonly store: Store
  /** By kind; rows of other kinds wait. */
  readonly couriers: Readonly<Record<string, Courier>>
  /** Milliseconds; tests control it. */
  readonly now: () => number
  readonly random: () => number
  readonly failed: (failure: {readonly row: OutboxRow; readonly cause: unknown; readonly dead: boolean}) => void
  /** Milliseconds after which a courier is given up. */
  readonly patience?: number
}

/** Carried at the same time; each ends before its lease does. */
const atOnce = 8
const usualPatience = 60_000

/** How many were taken. */
export async function deliverDue(delivery: Delivery): Promise<number> {
  const {store, couriers, now, patience = usualPatience} = delivery
  const kinds = Object.keys(couriers)
  // A look costs nothing; taking costs a transaction that writes.
  if (!(await store.read(db => isAnyDue(db, {kinds, now: now()})))) return 0
  const taking = {database: store.database, kinds, now: now(), most: atOnce, lease: 2 * patience}
  const rows = await store.transaction(db => take(db, taking))
  await Promise.all(rows.map(row => deliverOne(delivery, row)))
  return rows.length
}

/** Until nothing is due. */
export async function deliverAll(delivery: Delivery): Promise<number> {
  let count = 0
  for (let taken = -1; taken !== 0; count += taken) taken = await deliverDue(delivery)
  return count
}

async function deliverOne(delivery: Delivery, row: OutboxRow): Promise<void> {
  const {store, patience = usualPatience} = delivery
  try {
    if (row.attempts > mostAttempts) throw new Undeliverable('No attempt has come to an end.')
    await within(patience, carry(delivery, row))
  } catch (cause) {
    return putBack(delivery, row, cause)
  }
  await store.transaction(db => remove(db, row))
}

async function carry({couriers}: Delivery, row: OutboxRow): Promise<void> {
  const courier = Object.hasOwn(couriers, row.kind) ? couriers[row.kind] : undefined
  if (!courier) throw new Error(`nothing delivers ${row.kind}`)
  await courier(row)
}

async function putBack({store, now, random, failed}: Delivery, row: OutboxRow, cause: unknown): Promise<void> {
  const pause = cause instanceof Undeliverable ? null : pauseAfter(row.attempts, random())
  const due = pause === null ? null : now() + pause
  await store.transaction(db => setBack(db, row, {due, problem: reasonOf(cause)}))
  failed({row, cause, dead: due === null})
}

/** What operators read; bounded, because others write it. */
function reasonOf(cause: unknown): string {
  const text = cause instanceof Error ? cause.message : String(cause)
  return (
    text
      .replace(/\p{Cc}+/gu, ' ')
      .trim()
      .slice(0, 300) || 'It failed without a reason.'
  )
}

async function within(milliseconds: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No end after ${milliseconds / 1000} seconds.`)), milliseconds)
  })
  try {
    await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
