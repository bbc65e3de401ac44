/**
 * The rows of `nonet_outbox`. They are written with the change that causes them, taken by one process at a time for as long as a
 * lease lasts, and removed when they have left. The number of attempts tells takings apart, so that a late one changes nothing.
 */
import {sql} from 'kysely'
import type {Json} from '../../feel/core.ts'
import {type DatabaseName, type Db, instantAt, limitTo, millisOf} from '../../store/sql.ts'

export interface Letter {
  /** The key by which a receiver can tell repetitions. */
  readonly id: string
  /** Who delivers it. */
  readonly kind: string
  readonly name: string
  readonly event: string
  readonly entity: string
  readonly record: string
  readonly action: string
  readonly payload: Json
}

export interface OutboxRow extends Letter {
  /** Milliseconds. */
  readonly at: number
  readonly due: number
  readonly state: 'waiting' | 'dead'
  readonly attempts: number
  readonly problem: string | null
}

export async function post(db: Db, letter: Letter, now: number): Promise<void> {
  const {id, kind, name, event, entity, record, action, payload} = letter
  const at = instantAt(now)
  await sql`insert into nonet_outbox (id, at, kind, name, event, entity, record, action, payload, state, attempts, due, problem)
    values (${id}, ${at}, ${kind}, ${name}, ${event}, ${entity}, ${record}, ${action}, ${JSON.stringify(payload)}, 'waiting', 0, ${at}, ${null})`.execute(
    db,
  )
}

export interface Taking {
  readonly database: DatabaseName
  readonly kinds: readonly string[]
  readonly now: number
  readonly most: number
  /** Milliseconds after which others may take it again. */
  readonly lease: number
}

export async function isAnyDue(db: Db, {kinds, now}: Pick<Taking, 'kinds' | 'now'>): Promise<boolean> {
  if (kinds.length === 0) return false
  const {rows} = await sql`select 1 from nonet_outbox
    where state = 'waiting' and kind in (${sql.join(kinds)}) and due <= ${instantAt(now)} limit 1`.execute(db)
  return rows.length > 0
}

export async function take(db: Db, {database, kinds, now, most, lease}: Taking): Promise<OutboxRow[]> {
  // Those that another process is just taking are left to it instead of waited for.
  const skipping = database === 'postgres' ? sql`for update skip locked` : sql``
  const {rows} = await sql<Record<string, unknown>>`with taken as materialized (
      select id from nonet_outbox where state = 'waiting' and kind in (${sql.join(kinds)}) and due <= ${instantAt(now)}
      order by due, id ${limitTo(most)} ${skipping})
    update nonet_outbox set attempts = attempts + 1, due = ${instantAt(now + lease)}
    where id in (select id from taken) returning *`.execute(db)
  return rows.map(rowOf)
}

export async function remove(db: Db, {id, attempts}: OutboxRow): Promise<void> {
  await sql`delete from nonet_outbox where id = ${id} and attempts = ${attempts}`.execute(db)
}

export interface Setback {
  /** When to try again; null: never. */
  readonly due: number | null
  readonly problem: string
}

export async function setBack(db: Db, {id, attempts, due: leased}: OutboxRow, {due, problem}: Setback): Promise<void> {
  const state = due === null ? 'dead' : 'waiting'
  await sql`update nonet_outbox set state = ${state}, due = ${instantAt(due ?? leased)}, problem = ${problem}
    where id = ${id} and attempts = ${attempts}`.execute(db)
}

/** As if it had just been posted. */
export async function revive(db: Db, ids: readonly string[] | 'dead', now: number): Promise<number> {
  const which = ids === 'dead' ? sql`state = 'dead'` : sql`id in (${sql.join(ids)})`
  const {numAffectedRows} = await sql`update nonet_outbox
    set state = 'waiting', attempts = 0, due = ${instantAt(now)} where ${which}`.execute(db)
  return Number(numAffectedRows ?? 0)
}

export async function drop(db: Db, ids: readonly string[] | 'all'): Promise<number> {
  const which = ids === 'all' ? sql`` : sql` where id in (${sql.join(ids)})`
  const {numAffectedRows} = await sql`delete from nonet_outbox${which}`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** The oldest first, dead ones before those that wait. */
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
    state: row['state'] === 'dead' ? 'dead' : 'waiting',
    attempts: Number(row['attempts']),
    problem: row['problem'] === null ? null : text('problem'),
  }
}
