/**
 * Notices connections that no longer carry data. When a host disappears or an address moves, nothing arrives: not even
 * that the connection is gone. A statement that has not been answered for a while may also be a long one, so the server
 * is asked, on a new connection, whether it still works on it (decision 149).
 */
import type {Client, PoolClient} from 'pg'
import {driverError} from '../store-error.ts'

/** A process of the server, by its id and start: another server may use the same id. */
export type ServerProcess = string

/** The id and start of one's own process, as a `ServerProcess`. */
const named = `pid || ' ' || backend_start`
export const ownProcess = `select ${named} from pg_stat_activity where pid = pg_backend_pid()`

/** Milliseconds. */
export interface SilencePatience {
  /** Without an answer, until the server is asked. */
  readonly before: number
  /** Between two questions; it grows with the time waited. */
  readonly between: number
  /** Without an answer, until a connection is given up because the server does not answer questions either. */
  readonly most: number
}

export const usualSilence: SilencePatience = {before: 2000, between: 1000, most: 15_000}

interface PendingStatement {
  readonly client: PoolClient
  /** Null until it is known. */
  readonly process: ServerProcess | null
  readonly since: number
  asksAt: number
  /** The server has said that it does not work on the statement: then its answer is on the way, or lost. */
  isAnswered: boolean
}

export class SilentConnections {
  readonly #connect: () => Promise<Client>
  readonly #patience: SilencePatience
  readonly #waiting = new Set<PendingStatement>()
  #timer: NodeJS.Timeout | null = null
  #asking = false
  #distrusted = Number.NEGATIVE_INFINITY

  /** `connect` opens the connection for a question. */
  constructor(connect: () => Promise<Client>, patience: SilencePatience) {
    this.#connect = connect
    this.#patience = patience
  }

  /** Gives the connection up, and with it the statement, if its answer does not arrive. */
  async watch<T>(client: PoolClient, process: ServerProcess | null, statement: Promise<T>): Promise<T> {
    const since = performance.now()
    const waiting: PendingStatement = {client, process, since, asksAt: since + this.#patience.before, isAnswered: false}
    this.#waiting.add(waiting)
    this.#timer ??= setInterval(() => this.#look(), this.#patience.between / 2).unref()
    try {
      return await statement
    } finally {
      this.#waiting.delete(waiting)
    }
  }

  /** Whether a connection that was last heard of at this time may have been lost together with another one. */
  mayBeLost(heard: number): boolean {
    return heard < this.#distrusted
  }

  #look(): void {
    if (this.#waiting.size === 0 && this.#timer) {
      clearInterval(this.#timer)
      this.#timer = null
    }
    const due = [...this.#waiting].filter(({asksAt}) => asksAt <= performance.now())
    if (due.length > 0 && !this.#asking) void this.#ask(due)
  }

  async #ask(due: readonly PendingStatement[]): Promise<void> {
    this.#asking = true
    try {
      const processes = due.flatMap(({process}) => process ?? [])
      const working = await this.#workingAmong(processes)
      for (const waiting of due) this.#judge(waiting, working)
    } finally {
      this.#asking = false
    }
  }

  #judge(waiting: PendingStatement, working: Working): void {
    if (!this.#waiting.has(waiting)) return
    const {process, since} = waiting
    const waited = performance.now() - since
    const isUnknown = working === 'unknown' || process === null
    const isAnswered = !isUnknown && working !== 'busy' && !working.has(process)
    const isLost = isUnknown ? waited > this.#patience.most : isAnswered && waiting.isAnswered
    if (isLost) this.#giveUp(waiting)
    waiting.isAnswered = isAnswered
    const pause = isAnswered ? 0 : waited / 4
    waiting.asksAt = performance.now() + Math.max(this.#patience.between, pause)
  }

  #giveUp({client, process, since}: PendingStatement): void {
    this.#distrusted = Math.max(this.#distrusted, since)
    // Not its end, which would wait for the answers of what was sent.
    client.connection.stream.destroy()
    if (process !== null) void this.#end(process).catch(doNothing)
  }

  async #workingAmong(processes: readonly ServerProcess[]): Promise<Working> {
    try {
      const rows = await this.#query(
        `select ${named} as process from pg_stat_activity where state = 'active' and ${named} = any($1)`,
        processes,
      )
      return new Set(rows)
    } catch (error) {
      // A server without a free connection is alive.
      return driverError(error).code === '53300' ? 'busy' : 'unknown'
    }
  }

  /** A server that does not know of the loss would keep the locks of the connection. */
  async #end(process: ServerProcess): Promise<void> {
    await this.#query(`select pg_terminate_backend(pid) as process from pg_stat_activity where ${named} = any($1)`, [
      process,
    ])
  }

  async #query(text: string, processes: readonly ServerProcess[]): Promise<ServerProcess[]> {
    const client = await this.#connect()
    try {
      const {rows} = await client.query<{process: unknown}>(text, [processes])
      return rows.map(({process}) => String(process))
    } finally {
      void client.end().catch(doNothing)
    }
  }
}

type Working = ReadonlySet<ServerProcess> | 'busy' | 'unknown'

const doNothing = (): void => {}
