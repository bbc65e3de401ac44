/** The common part of both databases' connections: the queue, retries, and transactions. */

import type {Kysely} from 'kysely'
import type {Db, Rows} from './sql.ts'
import {driverError, StoreError} from './store-error.ts'

/* Retries with growing pauses, and one PostgreSQL transaction that distinguishes a failed commit from failed work. */

// Retries with growing pauses and a limit. Independent of databases.

export type Verdict = 'again' | 'stop'

interface Patience {
  /** The maximum number of attempts. */
  readonly attempts: number
  /** Milliseconds after which no further attempt is started. */
  readonly within: number
  readonly judge: (error: unknown, attempt: number) => Verdict
  /** For tests; real time and randomness by default. */
  readonly wait?: (milliseconds: number) => Promise<void>
  readonly random?: () => number
  readonly now?: () => number
}

export async function retry<T>(work: (attempt: number) => Promise<T>, patience: Patience): Promise<T> {
  const {wait = sleep, random = Math.random, now = Date.now} = patience
  const begun = now()
  for (let attempt = 1; ; attempt++) {
    try {
      return await work(attempt)
    } catch (error) {
      const over = attempt >= patience.attempts || now() - begun >= patience.within
      if (over || patience.judge(error, attempt) === 'stop') throw error
      await wait(pause(attempt, random()))
    }
  }
}

/** Doubles each time, up to a quarter of a second, with jitter. */
function pause(attempt: number, chance: number): number {
  const most = Math.min(250, 4 * 2 ** Math.min(attempt, 6))
  return 1 + most * chance
}

const sleep = (milliseconds: number): Promise<void> => new Promise(resolve => setTimeout(resolve, milliseconds))

// Transactions.

/** The commit itself failed, so the change may or may not have been made; the cause is the database's error. */
export class CommitFailed extends Error {}

export interface Isolation {
  readonly level: 'serializable' | 'repeatable read' | 'read committed'
  readonly access: 'read only' | 'read write'
}

export async function inTransaction<T>(
  db: Kysely<Rows>,
  work: (db: Db) => Promise<T>,
  {level, access}: Isolation,
): Promise<T> {
  const transaction = await begun(db, {level, access})
  let result: T
  try {
    result = await work(transaction)
  } catch (error) {
    // The caller gets the first error; a broken connection has already rolled back.
    await transaction.rollback().execute().catch(ignore)
    throw error
  }
  try {
    await transaction.commit().execute()
  } catch (cause) {
    await transaction.rollback().execute().catch(ignore)
    throw new CommitFailed('The commit failed.', {cause})
  }
  return result
}

/** A standby refuses to begin what may write, as something that PostgreSQL does not support. */
async function begun(db: Kysely<Rows>, {level, access}: Isolation) {
  try {
    return await db.startTransaction().setIsolationLevel(level).setAccessMode(access).execute()
  } catch (cause) {
    throw driverError(cause).code === '0A000' ? new StoreError('READ_ONLY', {cause}) : cause
  }
}

const ignore = (): void => {}

export function outcomeOf(error: unknown): {readonly during: 'work' | 'commit'; readonly cause: unknown} {
  if (error instanceof CommitFailed) return {during: 'commit', cause: error.cause}
  return {during: 'work', cause: error}
}

/* Connections and their queue: first come, first served, opened on demand. */

interface WaitingCaller<Connection> {
  readonly resolve: (connection: Connection) => void
  readonly reject: (error: Error) => void
}

interface QueueOptions<Connection> {
  readonly most: number
  readonly open: () => Connection
  readonly close: (connection: Connection) => void
}

export class ConnectionQueue<Connection> {
  readonly #options: QueueOptions<Connection>
  readonly #idle: Connection[] = []
  readonly #all = new Set<Connection>()
  readonly #waiting: WaitingCaller<Connection>[] = []
  #closed = false

  constructor(options: QueueOptions<Connection>) {
    this.#options = options
  }

  async take(): Promise<Connection> {
    if (this.#closed) throw new StoreError('CLOSED')
    const idle = this.#idle.pop()
    if (idle !== undefined) return idle
    const opened = this.#all.size < this.#options.most ? this.#openIfNeeded() : null
    if (opened !== null) return opened
    return new Promise((resolve, reject) => this.#waiting.push({resolve, reject}))
  }

  giveBack(connection: Connection): void {
    const next = this.#waiting.shift()
    if (next) next.resolve(connection)
    else if (this.#closed) this.#close(connection)
    else this.#idle.push(connection)
  }

  /** Connections in use are closed when they are returned; waiting callers get an error. */
  close(): void {
    this.#closed = true
    for (const {reject} of this.#waiting.splice(0)) reject(new StoreError('CLOSED'))
    for (const connection of this.#idle.splice(0)) this.#close(connection)
  }

  /** If another one cannot be opened, the existing ones are shared. */
  #openIfNeeded(): Connection | null {
    try {
      return this.#open()
    } catch (error) {
      if (this.#all.size === 0) throw error
      return null
    }
  }

  #open(): Connection {
    const connection = this.#options.open()
    this.#all.add(connection)
    return connection
  }

  #close(connection: Connection): void {
    this.#all.delete(connection)
    this.#options.close(connection)
  }
}
