/**
 * Actions of the system. A sweep finds records by the guard, in the database, and performs each in its own transaction,
 * which checks the guard again: several processes act only once, and missed runs are caught up after a restart.
 * Failures are recorded and retried later, without delaying other records.
 */

import {sql} from 'kysely'
import {toMillis} from '../../feel/calendar.ts'
import type {Action} from '../../points/states/model.ts'
import {limitTo} from '../../store/sql.ts'
import {
  type ActionFailure,
  type ActionSetback,
  actionsSetBack,
  clearSetback,
  clearSetbacksOf,
  mayBeTried,
  noteSetback,
} from '../actions/setbacks.ts'
import {engineItself} from '../base/actor.ts'
import {atOnce} from '../base/at-once.ts'
import type {Engine} from '../engine.ts'
import type {ReadContext} from '../query/read-context.ts'
import {tableOf} from '../query/select.ts'
import type {WriteContext} from '../transaction/context.ts'
import {
  applies,
  dutiesOf,
  followsChange,
  isDue,
  notYet,
  performDuty,
  type SystemRow,
  type SystemRule,
} from '../write/due-actions.ts'
import {type IntervalJob, startInterval} from './interval-jobs.ts'
import {endablePauses, noPace, type Pace, paceOf} from './job-pace.ts'
import {patienceOf, QuietSearches} from './skip-unchanged.ts'

/* Records that the system should act on, found by the conditions of a row in the database. */

export async function dueRecords(
  reader: ReadContext,
  duty: SystemRow,
  {past, most}: {past: string | null; most: number},
): Promise<string[]> {
  const further = past === null ? sql`` : sql` and r.id > ${past}`
  const {rows} = await sql<{
    id: unknown
  }>`select r.id from ${sql.table(tableOf(reader, duty.action.entity))} as r where ${applies(reader, duty)} and ${notYet(reader, duty)} and ${mayBeTried({entity: duty.action.entity, action: duty.action.name}, toMillis(reader.moment.now))}${further} order by r.id ${limitTo(most)}`.execute(
    reader.db,
  )
  return rows.map(row => String(row.id))
}

/** Stored entries whose action no longer applies, so that it can be performed again. */
async function outdated(reader: ReadContext, duties: readonly SystemRule[]): Promise<string[]> {
  const [first] = duties
  if (!first) return []
  const {entity, name} = first.action
  const still = sql.join(
    duties.map(duty => applies(reader, duty)),
    sql` or `,
  )
  const {rows} = await sql<{
    record: unknown
  }>`select a.record from nonet_acted as a where a.entity = ${entity} and a.action = ${name} and not exists (select 1 from ${sql.table(tableOf(reader, entity))} as r where r.id = a.record and (${still})) limit 1000`.execute(
    reader.db,
  )
  return rows.map(row => String(row.record))
}

/** Setbacks of records to which no row of the action applies any more. */
async function settledSetbacks(reader: ReadContext, duties: readonly SystemRule[]): Promise<string[]> {
  const [first] = duties
  if (!first) return []
  const {entity, name} = first.action
  const still = sql.join(
    duties.map(duty => sql`(${applies(reader, duty)} and ${notYet(reader, duty)})`),
    sql` or `,
  )
  const {rows} = await sql<{
    record: unknown
  }>`select s.record from nonet_setback as s where s.entity = ${entity} and s.action = ${name} and s.record <> '' and not exists (select 1 from ${sql.table(tableOf(reader, entity))} as r where cast(r.id as text) = s.record and (${still})) limit 1000`.execute(
    reader.db,
  )
  return rows.map(row => String(row.record))
}

async function forget(writing: WriteContext, {entity, name}: Action, ids: readonly string[]): Promise<void> {
  await sql`delete from nonet_acted where entity = ${entity} and action = ${name} and record in (${sql.join(ids)})`.execute(
    writing.db,
  )
}

interface Sweep {
  readonly performed: number
  /** Rules may reject what the guard allows; the record is retried later. */
  readonly refused: readonly {entity: string; id: string; action: string; code: string}[]
  /** The failures of this sweep, and when they are retried. They do not delay other records. */
  readonly setbacks: readonly ActionSetback[]
  /** Where to continue, by the index of a duty; empty when everything was checked. */
  readonly rest: ReadonlyMap<number, string>
}

interface SweepOptions {
  /** Records checked per row of the document. */
  readonly most?: number
  /** The remainder of an earlier sweep. */
  readonly rest?: ReadonlyMap<number, string>
  /** Searches of earlier sweeps that need not be repeated; without it, every search is made. */
  readonly quiet?: QuietSearches | null
  /** What earlier sweeps found outdated. */
  readonly found?: FoundOutdated
  readonly pace?: Pace
  /** Where among so many records a sweep begins: processes that begin at different places rarely meet. */
  readonly beginAt?: (count: number) => number
  /** Ends the sweep before the next record. */
  readonly isStopped?: () => boolean
}

/**
 * When a sweep first found the entry of a performed action outdated, by action and record. It is removed when the change
 * that outdated it can no longer be undone: otherwise the action would be performed again after the undo.
 */
type FoundOutdated = Map<string, ReadonlyMap<string, number>>

export async function runSystemActions(
  engine: Engine,
  {
    most = 500,
    rest = new Map(),
    quiet = null,
    found = new Map(),
    pace = noPace,
    beginAt = () => 0,
    isStopped = () => false,
  }: SweepOptions = {},
): Promise<Sweep> {
  const duties = dutiesOf(engine.specification).filter(duty => !followsChange(duty))
  const refused: Sweep['refused'][number][] = []
  const setbacks: ActionSetback[] = []
  const left = new Map<number, string>()
  let performed = 0
  const setBack = await searchesSetBack(engine, duties)
  // What was set back is tried again when its time has come, without any other change.
  const search = <T>(name: string, rows: readonly SystemRule[], work: () => Promise<readonly T[]>) =>
    atPace(pace, () =>
      quiet && !rows.some(({action}) => setBack.has(action))
        ? quiet.run(name, Math.min(...rows.map(({row}) => patienceOf(row, engine.specification.entities))), work)
        : work(),
    )
  for (const [{entity, name}, rows] of Map.groupBy(duties, duty => duty.action)) {
    const failure = await isolated(engine, {duty: rows[0], record: ''}, async () => {
      await search(`outdated ${entity} ${name}`, rows, () => forgetOutdated(engine, rows, found))
    })
    if (failure) setbacks.push(failure)
  }
  for (const [place, duty] of duties.entries()) {
    const {entity, name: action} = duty.action
    const waiting = setBack.get(duty.action) ?? null
    if (waiting !== null && waiting > toMillis(engine.moment().now)) continue
    const past = rest.get(place) ?? null
    const ids: string[] = []
    const failure = await isolated(engine, {duty, record: ''}, async () => {
      const find = () => engine.read(engineItself, reader => dueRecords(reader, duty, {past, most}))
      ids.push(...(past === null ? await search(`due ${place}`, [duty], find) : await find()))
      if (waiting !== null) await engine.store.transaction(db => clearSetback(db, {entity, action, record: ''}))
    })
    if (failure) setbacks.push(failure)
    const begin = beginAt(ids.length)
    for (const id of [...ids.slice(begin), ...ids.slice(0, begin)]) {
      if (isStopped()) return {performed, refused, setbacks, rest: left}
      const tried = await atPace(pace, () => attempt(engine, duty, id))
      if (tried.performed) performed += 1
      if (tried.code !== null) refused.push({entity, id, action, code: tried.code})
      if (tried.setback) setbacks.push(tried.setback)
    }
    const last = ids.at(-1)
    if (ids.length === most && last !== undefined) left.set(place, last)
  }
  return {performed, refused, setbacks, rest: left}
}

async function atPace<T>(pace: Pace, work: () => Promise<T>): Promise<T> {
  const began = performance.now()
  const done = await work()
  await pace.pause(performance.now() - began)
  return done
}

/** Actions that were set back, and when a failed query is retried. Removes entries of an earlier document. */
async function searchesSetBack(
  engine: Engine,
  duties: readonly SystemRule[],
): Promise<ReadonlyMap<Action, number | null>> {
  const found = await engine.store.read(db => actionsSetBack(db))
  const waiting = new Map<Action, number | null>()
  for (const {entity, action, searchDue} of found) {
    const known = duties.find(duty => duty.action.entity === entity && duty.action.name === action)
    if (!known) await engine.store.transaction(db => clearSetbacksOf(db, {entity, action}))
    else waiting.set(known.action, searchDue)
  }
  return waiting
}

interface AttemptedDuty {
  readonly performed: boolean
  readonly code: string | null
  readonly setback: ActionSetback | null
}

/** One record; a failure does not affect the others. */
async function attempt(engine: Engine, duty: SystemRule, id: string): Promise<AttemptedDuty> {
  let code: string | null = null
  const failed = await isolated(engine, {duty, record: id}, async () => {
    code = await carryOut(engine, duty, id)
  })
  const result = code as string | null
  if (failed || result === null || result === 'performed')
    return {performed: result === 'performed', code: null, setback: failed}
  const setback = await note(engine, {duty, record: id}, {state: 'refused', reason: result})
  return {performed: false, code: result, setback}
}

interface DutyPlace {
  readonly duty: SystemRule | undefined
  readonly record: string
}

/** Null on success. If even the failure cannot be stored, the database is at fault and the sweep ends. */
async function isolated(engine: Engine, place: DutyPlace, work: () => Promise<void>): Promise<ActionSetback | null> {
  try {
    await work()
    return null
  } catch (error) {
    return note(engine, place, {state: 'failed', reason: reasonOf(error)})
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const because = error.cause instanceof Error ? ` (because of ${error.cause.message})` : ''
  return `${error.name}: ${error.message}${because}`
}

async function note(
  engine: Engine,
  {duty, record}: DutyPlace,
  failure: Omit<ActionFailure, 'now'>,
): Promise<ActionSetback> {
  const {entity = '', name: action = ''} = duty?.action ?? {}
  const now = toMillis(engine.moment().now)
  return engine.store.transaction(db => noteSetback(db, {entity, action, record}, {...failure, now}))
}

/** Returns the records concerned. */
async function forgetOutdated(
  engine: Engine,
  duties: readonly SystemRule[],
  found: FoundOutdated,
): Promise<readonly string[]> {
  const [first] = duties
  if (!first) return []
  const {action} = first
  const asked = (reader: ReadContext) => atOnce([outdated(reader, duties), settledSetbacks(reader, duties)])
  const [ids, settled] = await engine.read(engineItself, asked)
  const key = `${action.entity} ${action.name}`
  const now = toMillis(engine.moment().now)
  const since = new Map(ids.map(id => [id, found.get(key)?.get(id) ?? now]))
  found.set(key, since)
  const lasting = ids.filter(id => now - (since.get(id) ?? now) >= engine.undoWindow)
  if (lasting.length === 0 && settled.length === 0) return ids
  const outcome = await engine.unitOfWork(engineItself, async writing => {
    // Checked again, because it may apply again by now.
    const still = new Set(await outdated(writing, duties))
    const gone = lasting.filter(id => still.has(id))
    if (gone.length > 0) await forget(writing, action, gone)
    for (const record of settled) await clearSetback(writing.db, {entity: action.entity, action: action.name, record})
    return []
  })
  if (!outcome.ok) throw new Error(outcome.code)
  return [...ids, ...settled]
}

/** Null if another process performed it, or it no longer applies. */
async function carryOut(engine: Engine, duty: SystemRule, id: string): Promise<string | null> {
  const {entity, name: action} = duty.action
  const outcome = await engine.unitOfWork(engineItself, async writing => {
    if (!(await isDue(writing, duty, id))) return []
    const records = await performDuty(writing, duty, id)
    await clearSetback(writing.db, {entity, action, record: id})
    return records
  })
  if (!outcome.ok) return outcome.code
  return outcome.records.length > 0 ? 'performed' : null
}

interface SystemSchedule {
  readonly every: number
  readonly after?: number
  readonly tell: (sweep: Sweep | {readonly failed: unknown}) => void
}

const randomPlace = (count: number): number => Math.floor(Math.random() * count)

/** Then it pauses, so that actions that make one another due forever do not occupy the processor. */
const mostInSuccession = 30

/**
 * Sweeps repeatedly; failures are reported and retried. The engine is requested each time, because it may be replaced.
 */
export function scheduleSystemActions(engine: () => Engine, {tell, ...times}: SystemSchedule): IntervalJob {
  let rest: Sweep['rest'] = new Map()
  let inSuccession = 0
  let isStopped = false
  const pauses = endablePauses()
  const pace = paceOf(engine, pauses.wait)
  let quiet: QuietSearches | null = null
  const found: FoundOutdated = new Map()
  const job = startInterval({
    ...times,
    async work() {
      const current = engine()
      if (quiet?.engine !== current) {
        quiet?.stop()
        quiet = new QuietSearches(current)
      }
      const beginAt = current.store.database === 'sqlite' ? undefined : randomPlace
      const options = {rest, quiet, found, pace, isStopped: () => isStopped, ...(beginAt ? {beginAt} : {})}
      const done = await runSystemActions(current, options)
      rest = done.rest
      tell(done)
      // What was performed may make more due.
      inSuccession = done.performed > 0 && inSuccession < mostInSuccession ? inSuccession + 1 : 0
      return rest.size > 0 || inSuccession > 0
    },
    failed: failed => tell({failed}),
  })
  return {
    async stop(patience) {
      isStopped = true
      pauses.end()
      await job.stop(patience)
      quiet?.stop()
    },
  }
}
