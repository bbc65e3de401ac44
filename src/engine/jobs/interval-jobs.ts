/**
 * Jobs that run at an interval, one run at a time: the daily cleanup, and completing changes that can no longer be
 * undone.
 */

import {type RawBuilder, sql} from 'kysely'
import {entityReferredTo} from '../../points/entities/lookup.ts'
import type {Entities} from '../../points/entities/model.ts'
import {columnName, pairsName, tableName} from '../../points/entities/table-names.ts'
import {fileEntity} from '../../points/entities/values/references.ts'
import {type Db, instantAt, limitTo, queryRows} from '../../store/sql.ts'
import type {Store} from '../../store/store.ts'
import {StoreError} from '../../store/store-error.ts'
import {engineItself, type PersonActor} from '../base/actor.ts'
import type {Engine} from '../engine.ts'
import type {FileStore} from '../files/file-store.ts'
import {contentOfLogo} from '../files/logo.ts'
import {heldKind, notifyPerson} from '../notifications/notify.ts'
import {type Deliverer, drop, dueInTransaction, isAnyDue, type OutboxRow} from '../outbox/outbox.ts'
import type {NewNotification, WriteContext} from '../transaction/context.ts'
import {settleUndo} from '../write/undo.ts'

/** A job that runs at an interval, one run at a time, until it is stopped. */
export interface IntervalJob {
  /** Resolves when the current run ends, or after so many milliseconds. */
  stop(patience?: number): Promise<void>
}

interface IntervalOptions {
  /** Milliseconds from the end of a run to the start of the next. */
  readonly every: number
  /** Milliseconds before the first run; 0 by default. */
  readonly after?: number
  /** True if there is more to do: the next run then starts without a pause. */
  readonly work: () => Promise<boolean>
  readonly failed: (cause: unknown) => void
}

export function startInterval({every, after, work, failed}: IntervalOptions): IntervalJob {
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  let failures = 0
  async function once(): Promise<void> {
    let more = false
    try {
      more = await work()
      failures = 0
    } catch (cause) {
      failures += 1
      // A run that outlasts the patience of a stop finds the database closed.
      const isLate = stopped && cause instanceof StoreError && cause.code === 'CLOSED'
      if (!isLate) failed(cause)
    }
    if (!stopped) timer = setTimeout(next, more ? 0 : pauseAfter(failures, every)).unref()
  }
  let running = Promise.resolve()
  function next(): void {
    running = once()
  }
  if (after === undefined) next()
  else timer = setTimeout(next, after).unref()
  return {
    async stop(patience) {
      stopped = true
      clearTimeout(timer)
      if (patience === undefined) return running
      await Promise.race([running, new Promise(resolve => setTimeout(resolve, patience).unref())])
    },
  }
}

/** Milliseconds between attempts, at most, while a job fails. */
const longestPause = 30_000

/** Doubles with each failure in a row: a database that is down is neither asked nor reported every second. */
function pauseAfter(failures: number, every: number): number {
  return failures === 0 ? every : Math.max(every, Math.min(longestPause, every * 2 ** failures))
}

/* Daily cleanup: uploaded files that no record refers to, and old notifications. */

// Removes unreferenced files older than a day: left by a crash or a rejected change, or removed from their record. Safe
// during uploads, and with several processes.

export const day = 24 * 60 * 60 * 1000

interface Sweeping {
  readonly store: Store
  readonly entities: Entities
  readonly files: FileStore
}

interface Swept {
  /** File records that no field refers to. */
  readonly records: number
  readonly contents: number
  readonly unkept: number
}

export async function sweepFiles({store, entities, files}: Sweeping, now: number): Promise<Swept> {
  const before = now - day
  const records = await sweepRecords(store, entities, before)
  const contents = await sweepContents(store, files, before)
  return {records, contents, unkept: await files.forgetUnkept(before)}
}

const filesAtOnce = 1000

async function sweepRecords(store: Store, entities: Entities, before: number): Promise<number> {
  const table = sql.table(tableName(fileEntity))
  const unlinked = linksTo(entities).map(link => sql`not exists (${link})`)
  const old = sql`f.created < ${new Date(before).toISOString()}`
  let [count, last] = [0, filesAtOnce]
  while (last === filesAtOnce) {
    last = await store.transaction(async db => {
      const {rows} =
        await sql`delete from ${table} where id in (select f.id from ${table} as f where ${sql.join([old, ...unlinked], sql` and `)} ${limitTo(filesAtOnce)}) returning id`.execute(
          db,
        )
      return rows.length
    })
    count += last
  }
  return count
}

/** Every column or pair table that can refer to the file `f`. */
function linksTo({entities}: Entities): RawBuilder<unknown>[] {
  return [...entities.values()].flatMap(entity => {
    const table = tableName(entity.name)
    return [...entity.fields.values()]
      .filter(field => field.computed === null && entityReferredTo(field) === fileEntity)
      .map(({name, type}) =>
        type.storage.kind === 'pairs'
          ? sql`select 1 from ${sql.table(pairsName(table, name))} as l where l.target = f.id`
          : sql`select 1 from ${sql.table(table)} as l where ${sql.ref(`l.${columnName(name)}`)} = f.id`,
      )
  })
}

const askedAtOnce = 5000

async function sweepContents(store: Store, files: FileStore, before: number): Promise<number> {
  let [count, some] = [0, [] as string[]]
  const remove = async () => {
    const wanted = await store.read(db => wantedAmong(db, some))
    for (const content of some) if (!wanted.has(content) && (await files.remove(content, before))) count += 1
    some = []
  }
  for await (const content of files.contents(before)) if (some.push(content) === askedAtOnce) await remove()
  if (some.length > 0) await remove()
  return count
}

async function wantedAmong(db: Db, contents: readonly string[]): Promise<ReadonlySet<string>> {
  const {rows} = await sql<{
    content: unknown
  }>`select content from ${sql.table(tableName(fileEntity))} where content in (${sql.join(contents)})`.execute(db)
  const logo = await contentOfLogo(db)
  return new Set([...rows.map(({content}) => String(content)), ...(logo === null ? [] : [logo])])
}

// Old notifications, read or not; the history of the record remains.

const keptFor = 90 * 24 * 60 * 60_000
const atOnce = 1000

export async function sweepNotifications(store: Store, now: number): Promise<number> {
  const before = instantAt(now - keptFor)
  for (let count = 0; ; ) {
    const {numAffectedRows} = await store.transaction(db =>
      sql`delete from nonet_notification where id in
        (select id from nonet_notification where at < ${before} order by at ${limitTo(atOnce)})`.execute(db),
    )
    count += Number(numAffectedRows ?? 0)
    if (Number(numAffectedRows ?? 0) < atOnce) return count
  }
}

/*
 * Completes a change that can no longer be undone: writes the held notifications, and erases data that was to be
 * erased.
 */

/** Per transaction. */
const mostTogether = 100

/**
 * Writes held notifications, many in one transaction. If one fails, none is written: the outbox then delivers each on
 * its own and postpones the failing one. Returns whether there may be more.
 */
export async function writeHeldNotifications(engine: Engine, now: number): Promise<boolean> {
  const {store} = engine
  if (!(await store.readOne(db => isAnyDue(db, {kinds: [heldKind], now})))) return false
  let count = 0
  await engine.unitOfWork(engineItself, async context => {
    const rows = await dueInTransaction(context.db, {database: store.database, kind: heldKind, now, most: mostTogether})
    for (const row of rows) await writeHeld(context, row)
    if (rows.length > 0)
      await drop(
        context.db,
        rows.map(({id}) => id),
      )
    count = rows.length
    return []
  })
  return count === mostTogether
}

/** Delivers one held notification. */
export function heldNotifications(engine: () => Engine): Deliverer {
  return async row => {
    await engine().unitOfWork(engineItself, async context => {
      await writeHeld(context, row)
      return []
    })
    return 'delivered'
  }
}

/** Idempotent. */
async function writeHeld(context: WriteContext, {payload}: OutboxRow): Promise<void> {
  // As written by `heldNotification`.
  const {by, ...notification} = payload as unknown as NewNotification & {by: Omit<PersonActor, 'kind'> | null}
  const {event, person} = notification
  const told = await queryRows(context.db)`
    select 1 from nonet_notification where event = ${event} and person = ${person}`
  if (told.length > 0) return
  await notifyPerson({...context, actor: by ? {...by, kind: 'person'} : engineItself}, notification)
}

/** Returns whether there may be more. Checking is cheap; completing takes a write transaction. */
export async function endUndo(engine: Engine, now: number): Promise<boolean> {
  const {rows} = await engine.store.readOne(db =>
    sql`select 1 from nonet_undo where until < ${instantAt(now - 3000)} limit 1`.execute(db),
  )
  if (rows.length === 0) return false
  await engine.unitOfWork(engineItself, async context => {
    await settleUndo(context)
    return []
  })
  return true
}
