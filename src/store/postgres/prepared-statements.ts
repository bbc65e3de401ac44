/**
 * Keeps the plans of large statements. PostgreSQL takes about ten times as long to plan a statement of a page as to run
 * it; one that a connection has prepared is not planned again.
 */
import {hash} from 'node:crypto'
import type {PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult} from 'kysely'
import type {Pool, PoolClient} from 'pg'
import {partsOf} from '../store-error.ts'
import {ownProcess, type ServerProcess, type SilentConnections} from './silent-connections.ts'

/** Shorter statements are planned quickly. */
const shortest = 2000
/**
 * Characters of the statements that a connection may prepare, for each of which the server keeps about ninety bytes.
 * Afterwards the connection is replaced.
 */
const most = 3_000_000

interface PreparingOptions {
  /** Statements that every connection begins with. */
  readonly settings: string
  readonly silent: SilentConnections
  /** Called for each statement; its result when it is answered. */
  readonly count: (text: string) => () => void
}

export function preparingPool(pool: Pool, {settings, ...watch}: PreparingOptions): PostgresPool {
  const connections = new SharedConnections(pool)
  const clients = new WeakMap<PoolClient, PreparingClient>()
  async function connect(): Promise<PreparingClient> {
    const client = await connections.take()
    const known = clients.get(client)
    if (known && watch.silent.mayBeLost(known.heard)) {
      client.release(true)
      return connect()
    }
    if (known) return known
    const made = new PreparingClient(client, watch)
    clients.set(client, made)
    await made.begin(settings)
    return made
  }
  return {connect, end: () => pool.end()}
}

/** PostgreSQL's code for too many connections, of the server or of the role. */
const tooMany = '53300'
/** Milliseconds until more connections are tried again. */
const pauseOfTrying = 30_000

/** Connections of a pool. If the server allows fewer than the pool may open, the open ones are shared for a while. */
class SharedConnections {
  readonly #pool: Pool
  readonly #most: number
  readonly #open = new Set<PoolClient>()
  #waiting: NodeJS.Timeout | null = null

  constructor(pool: Pool) {
    this.#pool = pool
    this.#most = pool.options.max
    pool.on('connect', client => this.#open.add(client))
    pool.on('remove', client => this.#open.delete(client))
  }

  async take(): Promise<PoolClient> {
    for (;;)
      try {
        return await this.#pool.connect()
      } catch (error) {
        if (partsOf(error).code !== tooMany || this.#open.size === 0) throw error
        this.#share()
      }
  }

  #share(): void {
    this.#pool.options.max = this.#open.size
    this.#waiting ??= setTimeout(() => {
      this.#waiting = null
      this.#pool.options.max = this.#most
    }, pauseOfTrying).unref()
  }
}

class PreparingClient implements PostgresPoolClient {
  readonly #client: PoolClient
  /** The names of prepared statements by their texts. */
  readonly #names = new Map<string, string>()
  #prepared = 0
  readonly #silent: SilentConnections
  readonly #count: PreparingOptions['count']
  #process: ServerProcess | null = null
  /** When the server last answered. */
  heard = performance.now()

  constructor(client: PoolClient, {silent, count}: Omit<PreparingOptions, 'settings'>) {
    this.#client = client
    this.#silent = silent
    this.#count = count
  }

  async begin(settings: string): Promise<void> {
    try {
      await this.#answer(this.#client.query(settings))
      const {rows} = await this.#answer(this.#client.query<[string]>({text: ownProcess, rowMode: 'array'}))
      this.#process = rows[0]?.[0] ?? null
    } catch (error) {
      this.#client.release(true)
      throw error
    }
  }

  async #answer<T>(statement: Promise<T>): Promise<T> {
    const answer = await this.#silent.watch(this.#client, this.#process, statement)
    this.heard = performance.now()
    return answer
  }

  query<R>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
  query(asked: string | PostgresCursor<unknown>, parameters: readonly unknown[] = []): unknown {
    if (typeof asked !== 'string') throw new Error('Cursors are not configured.')
    const values = [...parameters]
    const answered = this.#count(asked)
    const statement = asked.length < shortest ? {text: asked, values} : {name: this.#nameOf(asked), text: asked, values}
    return this.#answer(this.#client.query(statement)).finally(answered)
  }

  #nameOf(text: string): string {
    const known = this.#names.get(text)
    if (known !== undefined) return known
    const name = `nonet_${hash('sha1', text)}`
    this.#names.set(text, name)
    this.#prepared += text.length
    return name
  }

  release(): void {
    this.#client.release(this.#prepared > most)
  }
}
