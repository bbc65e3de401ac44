/**
 * System actions that failed or were rejected, one row of `nonet_setback` per record. They are retried with growing
 * pauses, or immediately after the record changes; the row is removed when the action succeeds or no longer applies.
 */
import {sql} from 'kysely'
import type {Sql} from '../../feel/sql/to-sql.ts'
import {type Db, instantAt, limitTo, millisOf} from '../../store/sql.ts'

/** `record` is empty if the query for records failed. */
export interface Attempted {
  readonly entity: string
  readonly action: string
  readonly record: string
}

export interface ActionSetback extends Attempted {
  /** `refused`: by a rule or a guard. `failed`: by an error. */
  readonly state: 'refused' | 'failed'
  readonly reason: string
  readonly attempts: number
  /** The times of the first and the next attempt, in milliseconds. */
  readonly since: number
  readonly due: number
}

const first = 15_000
/** A rule may soon hold; an error rarely resolves without help. */
const longest = {refused: 5 * 60_000, failed: 60 * 60_000}

/** Milliseconds between attempts, after this many failures. */
function pauseAfter(state: ActionSetback['state'], attempts: number): number {
  return Math.min(longest[state], first * 2 ** Math.min(attempts - 1, 20))
}

export interface ActionFailure {
  readonly state: ActionSetback['state']
  readonly reason: string
  readonly now: number
}

const mostReason = 500

export async function noteSetback(db: Db, at: Attempted, {state, reason, now}: ActionFailure): Promise<ActionSetback> {
  const {entity, action, record} = at
  const {rows} = await sql<{attempts: unknown; since: unknown}>`select attempts, since from nonet_setback
    where entity = ${entity} and record = ${record} and action = ${action}`.execute(db)
  const [earlier] = rows
  const attempts = Number(earlier?.attempts ?? 0) + 1
  const since = earlier ? millisOf(earlier.since) : now
  const noted = {
    ...at,
    state,
    reason: reason.slice(0, mostReason),
    attempts,
    since,
    due: now + pauseAfter(state, attempts),
  }
  await sql`insert into nonet_setback (entity, record, action, state, reason, attempts, since, tried, due)
    values (${entity}, ${record}, ${action}, ${state}, ${noted.reason}, ${attempts}, ${instantAt(since)}, ${instantAt(now)}, ${instantAt(noted.due)})
    on conflict (entity, record, action) do update set state = excluded.state, reason = excluded.reason,
      attempts = excluded.attempts, tried = excluded.tried, due = excluded.due`.execute(db)
  return noted
}

export async function clearSetback(db: Db, {entity, action, record}: Attempted): Promise<void> {
  await sql`delete from nonet_setback where entity = ${entity} and record = ${record} and action = ${action}`.execute(
    db,
  )
}

/** Whether the record `r` may be tried now: not while it waits, unless it changed after the last attempt. */
export function mayBeTried({entity, action}: Omit<Attempted, 'record'>, now: number): Sql {
  return sql`not exists (select 1 from nonet_setback as s where s.entity = ${entity} and s.record = cast(r.id as text)
    and s.action = ${action} and s.due > ${instantAt(now)} and r.updated <= s.tried)`
}

/** For each action with setbacks: when its failed query is retried. */
export async function actionsSetBack(
  db: Db,
): Promise<readonly {entity: string; action: string; searchDue: number | null}[]> {
  const {rows} = await sql<{entity: unknown; action: unknown; due: unknown}>`select entity, action,
    max(case when record = '' then due end) as due from nonet_setback group by entity, action`.execute(db)
  return rows.map(({entity, action, due}) => ({
    entity: String(entity),
    action: String(action),
    searchDue: due === null ? null : millisOf(due),
  }))
}

export async function clearSetbacksOf(db: Db, {entity, action}: Omit<Attempted, 'record'>): Promise<void> {
  await sql`delete from nonet_setback where entity = ${entity} and action = ${action}`.execute(db)
}

/** The oldest failures first. */
export async function listSetbacks(db: Db, most: number): Promise<ActionSetback[]> {
  const {rows} = await sql<
    Record<string, unknown>
  >`select * from nonet_setback order by since, entity, action, record ${limitTo(most)}`.execute(db)
  return rows.map(row => ({
    entity: String(row['entity']),
    action: String(row['action']),
    record: String(row['record']),
    state: row['state'] === 'refused' ? 'refused' : 'failed',
    reason: String(row['reason']),
    attempts: Number(row['attempts']),
    since: millisOf(row['since']),
    due: millisOf(row['due']),
  }))
}

/** Retries everything with the next sweep. */
export async function retrySetbacks(db: Db, now: number): Promise<number> {
  const {numAffectedRows} = await sql`update nonet_setback set due = ${instantAt(now)}`.execute(db)
  return Number(numAffectedRows ?? 0)
}
