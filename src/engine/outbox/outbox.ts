/**
 * The outbox: rows are written in the transaction that causes them, and delivered at least once with growing pauses.
 */
import {sql} from 'kysely'
import type {Json} from '../../feel/core.ts'
import {type DatabaseName, type Db, instantAt, limitTo, millisOf} from '../../store/sql.ts'
import type {Store} from '../../store/store.ts'

// Rows. One process at a time leases a row. An attempt counts when its outcome is known; until then it is unfinished.
// Both numbers identify a lease, so that a late outcome of an earlier lease changes nothing.

export interface OutboxMessage {
  /** The key by which a receiver can recognise repetitions. */
  readonly id: string
  /** Selects the courier. */
  readonly kind: string
  readonly name: string
  readonly event: string
  readonly entity: string
  readonly record: string
  readonly action: string
  readonly payload: Json
  /** The version of the record, for calls: they are delivered in this order. */
  readonly version?: number
}

/** Calls of point 7. */
export const callKind = 'call'
/** Effects of own code. */
export const effectKind = 'effect'
export type OutgoingKind = typeof callKind | typeof effectKind

export const isOutgoing = (kind: unknown): kind is OutgoingKind => kind === callKind || kind === effectKind

/** What the document sends, and people with the roles of `failed calls` see. */
const outgoingKinds: readonly OutgoingKind[] = [callKind, effectKind]
const areOutgoing = sql`kind in (${sql.join(outgoingKinds)})`

export interface OutboxRow extends OutboxMessage {
  /** Milliseconds. */
  readonly at: number
  readonly due: number
  readonly state: 'waiting' | 'dead'
  /** Attempts with a known outcome. */
  readonly attempts: number
  /** Since the last known outcome: the attempt in progress, and those that ended with their process. */
  readonly unfinished: number
  readonly problem: string | null
}

/** `due`: the earliest delivery; immediately by default. */
export async function post(db: Db, letter: OutboxMessage, now: number, due = now): Promise<void> {
  await postAll(db, [letter], {now, due})
}

const lettersAtOnce = 500

export async function postAll(
  db: Db,
  letters: readonly OutboxMessage[],
  {now, due}: {readonly now: number; readonly due: number},
): Promise<void> {
  const [at, from] = [instantAt(now), instantAt(due)]
  const rows = letters.map(
    ({id, kind, name, event, entity, record, action, payload, version = null}) =>
      sql`(${id}, ${at}, ${kind}, ${name}, ${event}, ${entity}, ${record}, ${action}, ${JSON.stringify(payload)}, ${version}, 'waiting', 0, 0, ${from}, null)`,
  )
  for (let start = 0; start < rows.length; start += lettersAtOnce)
    await sql`insert into nonet_outbox (id, at, kind, name, event, entity, record, action, payload, version, state, attempts, unfinished, due, problem)
      values ${sql.join(rows.slice(start, start + lettersAtOnce))}`.execute(db)
}

interface TakeOptions {
  readonly database: DatabaseName
  readonly kinds: readonly string[]
  /** Only rows of this name. */
  readonly name?: string | undefined
  readonly now: number
  readonly most: number
  /** Milliseconds after which others may take it again; longer for suspects. */
  readonly lease: number
  /** Only rows that may crash the process that delivers them, or only others. */
  readonly suspects?: boolean | undefined
}

type Which = Pick<TakeOptions, 'kinds' | 'name' | 'now' | 'suspects'>

/**
 * From this many unfinished attempts on, a row is a suspect: its delivery may have crashed the process. It is delivered
 * alone, so that no other row is blamed.
 */
const suspectFrom = 3

/**
 * The rows that may be taken now. A call waits for the earlier ones of the same name about the same record, unless they
 * were given up.
 */
function isDue({kinds, name, now, suspects}: Which) {
  const named = name === undefined ? sql`` : sql`and o.name = ${name}`
  const marked = sql`coalesce(o.unfinished, 0) >= ${suspectFrom}`
  const suspected = suspects === undefined ? sql`` : suspects ? sql`and ${marked}` : sql`and not ${marked}`
  return sql`o.state = 'waiting' and o.kind in (${sql.join(kinds)}) ${named} ${suspected} and o.due <= ${instantAt(now)}
    and (o.kind not in (${sql.join(outgoingKinds)}) or not exists (select 1 from nonet_outbox as e
      where e.entity = o.entity and e.record = o.record and e.name = o.name and e.kind = o.kind and e.state = 'waiting'
        and (e.version < o.version or (e.version = o.version and e.id < o.id))))`
}

export async function isAnyDue(db: Db, which: Which): Promise<boolean> {
  if (which.kinds.length === 0) return false
  const {rows} = await sql`select 1 from nonet_outbox as o where ${isDue(which)} limit 1`.execute(db)
  return rows.length > 0
}

/** The names of the calls, or of the effects, that are due. */
export async function dueNames(db: Db, kind: OutgoingKind, now: number): Promise<string[]> {
  const which = {kinds: [kind], now}
  const {rows} = await sql<{name: unknown}>`select distinct o.name from nonet_outbox as o
    where ${isDue(which)}`.execute(db)
  return rows.map(({name}) => String(name))
}

export async function take(db: Db, {database, most, lease, ...which}: TakeOptions): Promise<OutboxRow[]> {
  const {now} = which
  // Skips rows that another process is taking, instead of waiting.
  const skipping = database === 'postgres' ? sql`for update skip locked` : sql``
  const {rows} = await sql<Record<string, unknown>>`with taken as materialized (
      select o.id from nonet_outbox as o where ${isDue(which)}
      order by o.due, o.id ${limitTo(most)} ${skipping})
    update nonet_outbox set unfinished = coalesce(unfinished, 0) + 1, due = ${instantAt(now + lease)}
    where id in (select id from taken) returning *`.execute(db)
  const taken = rows.map(rowOf)
  if (which.suspects) for (const row of taken) await extendLease(db, row, {now, lease})
  return taken
}

/**
 * Rows that are due for the first time, locked until the end of the transaction: for rows that are delivered by writing
 * in the same transaction.
 */
export async function dueInTransaction(
  db: Db,
  {database, kind, now, most}: Pick<TakeOptions, 'database' | 'now' | 'most'> & {readonly kind: string},
): Promise<OutboxRow[]> {
  const skipping = database === 'postgres' ? sql`for update skip locked` : sql``
  const {rows} = await sql<Record<string, unknown>>`select o.* from nonet_outbox as o
    where ${isDue({kinds: [kind], now})} and o.attempts = 0 and coalesce(o.unfinished, 0) = 0
    order by o.due, o.id ${limitTo(most)} ${skipping}`.execute(db)
  return rows.map(rowOf)
}

/** Not taken by another process since. */
const isTakenAs = ({id, attempts, unfinished}: OutboxRow) =>
  sql`id = ${id} and attempts = ${attempts} and unfinished = ${unfinished}`

/** So that a delivery that crashes its process is retried less and less often. */
async function extendLease(db: Db, row: OutboxRow, {now, lease}: Pick<TakeOptions, 'now' | 'lease'>): Promise<void> {
  const until = now + Math.max(lease, longestPause(row.unfinished))
  await sql`update nonet_outbox set due = ${instantAt(until)} where ${isTakenAs(row)}`.execute(db)
}

export async function removeMessage(db: Db, row: OutboxRow): Promise<void> {
  await sql`delete from nonet_outbox where ${isTakenAs(row)}`.execute(db)
}

interface Setback {
  /** The time of the next attempt; null for never. */
  readonly due: number | null
  readonly problem: string
}

/** The outcome is known, so the attempt counts. */
export async function setBack(db: Db, row: OutboxRow, {due, problem}: Setback): Promise<void> {
  const state = due === null ? 'dead' : 'waiting'
  await sql`update nonet_outbox set state = ${state}, attempts = attempts + 1, unfinished = 0,
    due = ${instantAt(due ?? row.due)}, problem = ${problem} where ${isTakenAs(row)}`.execute(db)
}

const ofCalls = (only: boolean | undefined) => (only ? sql`and ${areOutgoing}` : sql``)

/** Resets the row as if it had just been posted. `onlyCalls`: calls and effects, and no mails. */
export async function revive(
  db: Db,
  ids: readonly string[] | 'dead',
  now: number,
  onlyCalls?: boolean,
): Promise<number> {
  const which = sql`${ids === 'dead' ? sql`state = 'dead'` : sql`id in (${sql.join(ids)})`} ${ofCalls(onlyCalls)}`
  const {numAffectedRows} = await sql`update nonet_outbox
    set state = 'waiting', attempts = 0, unfinished = 0, due = ${instantAt(now)} where ${which}`.execute(db)
  return Number(numAffectedRows ?? 0)
}

export async function drop(db: Db, ids: readonly string[] | 'all', onlyCalls?: boolean): Promise<number> {
  const which = ids === 'all' ? sql`` : sql` where id in (${sql.join(ids)}) ${ofCalls(onlyCalls)}`
  const {numAffectedRows} = await sql`delete from nonet_outbox${which}`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Failed calls and effects: those given up, and those that will be retried. */
export async function failedCalls(db: Db, most: number): Promise<OutboxRow[]> {
  const {rows} = await sql<Record<string, unknown>>`select * from nonet_outbox
    where ${areOutgoing} and (state = 'dead' or problem is not null)
    order by case when state = 'dead' then 0 else 1 end, at desc, id desc ${limitTo(most)}`.execute(db)
  return rows.map(rowOf)
}

/** Oldest first, dead rows before waiting ones. */
export async function listOutbox(db: Db, most: number): Promise<OutboxRow[]> {
  const {rows} = await sql<Record<string, unknown>>`select * from nonet_outbox
    order by case when state = 'dead' then 0 else 1 end, at, id ${limitTo(most)}`.execute(db)
  return rows.map(rowOf)
}

function rowOf(row: Record<string, unknown>): OutboxRow {
  const text = (name: string) => String(row[name])
  return {
    id: text('id'),
    at: millisOf(row['at']),
    due: millisOf(row['due']),
    kind: text('kind'),
    name: text('name'),
    event: text('event'),
    entity: text('entity'),
    record: text('record'),
    action: text('action'),
    payload: JSON.parse(text('payload')),
    ...(row['version'] === null ? {} : {version: Number(row['version'])}),
    state: row['state'] === 'dead' ? 'dead' : 'waiting',
    attempts: Number(row['attempts']),
    unfinished: Number(row['unfinished'] ?? 0),
    problem: row['problem'] === null ? null : text('problem'),
  }
}

// Retries: each pause is twice as long, with jitter, for about two days in all.

const first = 30_000
const longest = 6 * 60 * 60_000

export const mostAttempts = 20

/** Milliseconds until the next attempt after this many failures; null to give up. `chance` is from 0 to 1. */
export function pauseAfter(attempts: number, chance: number): number | null {
  if (attempts >= mostAttempts) return null
  const most = longestPause(attempts)
  return Math.round(most / 2 + (most / 2) * chance)
}

const longestPause = (attempts: number): number => Math.min(longest, first * 2 ** Math.min(attempts - 1, 20))

// Delivers at least once: a row is leased, delivered by the courier of its kind, and removed or postponed. Rows of a
// killed process are taken again when the lease ends. A row whose process crashed several times is delivered alone and
// after the others, with growing pauses, and is given up after as many attempts as a failing one.

/** Moot: there is nothing to deliver any more. Throws if the delivery fails. */
export type Deliverer = (row: OutboxRow) => Promise<'delivered' | 'moot'>

/** The receiver rejected it, so it is not retried. */
export class Undeliverable extends Error {}

/** The receiver asked for a later attempt. */
export class TryLater extends Error {
  /** Milliseconds from now. */
  readonly after: number

  constructor(message: string, after: number) {
    super(message)
    this.after = after
  }
}

/** The maximum delay that a receiver can request. */
const longestWait = 24 * 60 * 60_000

export interface Delivery {
  readonly store: Store
  /** Keyed by kind; rows of other kinds wait. */
  readonly couriers: Readonly<Record<string, Deliverer>>
  /** Only rows of this name. */
  readonly name?: string
  /** Milliseconds; tests control it. */
  readonly now: () => number
  readonly random: () => number
  readonly failed: (failure: {readonly row: OutboxRow; readonly cause: unknown; readonly dead: boolean}) => void
  /** The timeout of a courier, in milliseconds. */
  readonly patience?: number
  /** How many rows are delivered in parallel. */
  readonly atOnce?: number
}

/** Delivered in parallel; each ends before its lease does. */
const usualAtOnce = 8
const usualPatience = 60_000

/** Returns the number of rows taken. */
export async function deliverDue(delivery: Delivery): Promise<number> {
  const {atOnce = usualAtOnce} = delivery
  const rows = await takeDue(delivery, {most: atOnce, suspects: false})
  await Promise.all(rows.map(row => deliverOne(delivery, row)))
  if (rows.length === atOnce) return rows.length
  const suspects = await takeDue(delivery, {most: 1, suspects: true})
  await Promise.all(suspects.map(row => deliverOne(delivery, row)))
  return rows.length + suspects.length
}

async function takeDue(
  {store, couriers, name, now, patience = usualPatience}: Delivery,
  which: Pick<TakeOptions, 'most' | 'suspects'>,
): Promise<OutboxRow[]> {
  const due = {...which, kinds: Object.keys(couriers), name, now: now()}
  // Checking is cheap; taking rows requires a write transaction.
  if (!(await store.read(db => isAnyDue(db, due)))) return []
  return store.transaction(db => take(db, {...due, database: store.database, lease: 2 * patience}))
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
    if (row.unfinished > mostAttempts) throw new Undeliverable('No attempt has come to an end.')
    await within(patience, carry(delivery, row))
  } catch (cause) {
    return putBack(delivery, row, cause)
  }
  await store.transaction(db => removeMessage(db, row))
}

async function carry({couriers}: Delivery, row: OutboxRow): Promise<void> {
  const courier = Object.hasOwn(couriers, row.kind) ? couriers[row.kind] : undefined
  if (!courier) throw new Error(`nothing delivers ${row.kind}`)
  await courier(row)
}

async function putBack({store, now, random, failed}: Delivery, row: OutboxRow, cause: unknown): Promise<void> {
  const pause = cause instanceof Undeliverable ? null : pauseAfter(row.attempts + 1, random())
  const asked = cause instanceof TryLater ? Math.min(cause.after, longestWait) : 0
  const due = pause === null ? null : now() + Math.max(pause, asked)
  await store.transaction(db => setBack(db, row, {due, problem: reasonOf(cause)}))
  failed({row, cause, dead: due === null})
}

/** For operators; bounded, because others write it. */
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
