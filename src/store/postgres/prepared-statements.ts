/**
 * Keeps the plans of large statements. PostgreSQL takes about ten times as long to plan a statement of a page as to run
 * it; one that a connection has prepared is not planned again. The statements that were used last are kept.
 */
import type {PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult} from 'kysely'
import type {Pool, PoolClient, QueryConfig} from 'pg'
import type {ValueRow} from '../sql.ts'
import {driverError} from '../store-error.ts'
import {ownProcess, type ServerProcess, type SilentConnections} from './silent-connections.ts'

/** Shorter statements are planned quickly. */
const shortest = 2000
/** Characters of the statements that a connection keeps prepared. The server needs about a hundred bytes for each. */
export const mostCharacters = 900_000

interface PreparingOptions {
  /** Statements that every connection begins with. */
  readonly settings: string
  readonly silent: SilentConnections
  /** Called for each statement; its result when it is answered. */
  readonly watch: (text: string, parameters: readonly unknown[]) => () => void
  /** Called for a statement for whose answer nothing waits. */
  readonly watchAlong: (text: string) => void
}

export interface PreparingPool extends PostgresPool {
  connect(): Promise<PreparingClient>
}

export function preparingPool(pool: Pool, {settings, ...options}: PreparingOptions): PreparingPool {
  const connections = new SharedConnections(pool)
  const clients = new WeakMap<PoolClient, PreparingClient>()
  async function connect(): Promise<PreparingClient> {
    const client = await connections.take()
    const known = clients.get(client)
    if (known && options.silent.mayBeLost(known.heard)) {
      client.release(true)
      return connect()
    }
    if (known) return known
    const made = new PreparingClient(client, options)
    clients.set(client, made)
    await made.begin(settings)
    return made
  }
  let ended: Promise<void> | null = null
  return {connect, end: () => (ended ??= pool.end())}
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
        if (driverError(error).code !== tooMany || this.#open.size === 0) throw error
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

export class PreparingClient implements PostgresPoolClient {
  readonly #client: PoolClient
  readonly #prepared: PreparedStatements
  readonly #silent: SilentConnections
  readonly #watch: PreparingOptions['watch']
  readonly #watchAlong: PreparingOptions['watchAlong']
  #process: ServerProcess | null = null
  /** When the server last answered. */
  heard = performance.now()

  constructor(client: PoolClient, {silent, watch, watchAlong}: Omit<PreparingOptions, 'settings'>) {
    this.#client = client
    this.#silent = silent
    this.#watch = watch
    this.#watchAlong = watchAlong
    this.#prepared = new PreparedStatements(name => forget(client, name))
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
    return this.#send(asked, parameters, query => this.#client.query(query))
  }

  /** Rows as lists of values. */
  async values(text: string, parameters: readonly unknown[]): Promise<ValueRow[]> {
    const {rows} = await this.#send(text, parameters, query =>
      this.#client.query<unknown[]>({...query, rowMode: 'array'}),
    )
    return rows
  }

  async #send<R>(text: string, parameters: readonly unknown[], send: (query: QueryConfig) => Promise<R>): Promise<R> {
    const values = [...parameters]
    const answered = this.#watch(text, values)
    const statement = text.length < shortest ? null : this.#prepared.of(text)
    try {
      const answer = await this.#answer(send({text, values, ...(statement ? {name: statement.name} : {})}))
      if (statement) statement.exists = true
      return answer
    } finally {
      answered()
    }
  }

  /** Ends a read, also a failed one. What is sent next on this connection comes after it. */
  endRead(): void {
    this.#watchAlong('commit')
    this.#answer(this.#client.query('commit')).catch(ignore)
    this.#client.release()
  }

  release(): void {
    this.#client.release()
  }
}

interface KnownStatement {
  readonly name: string
  /** Once it has been answered. One that failed may not exist, and to remove it would fail its transaction. */
  exists: boolean
}

/** The statements that one connection has prepared, least recently used first. */
export class PreparedStatements {
  readonly #statements = new Map<string, KnownStatement>()
  readonly #forget: (name: string) => void
  #characters = 0
  #last = 0

  /** `forget`: removes a statement from the connection. */
  constructor(forget: (name: string) => void) {
    this.#forget = forget
  }

  of(text: string): KnownStatement {
    const known = this.#statements.get(text) ?? this.#add(text)
    this.#statements.delete(text)
    this.#statements.set(text, known)
    return known
  }

  /** A name is used once: the driver takes a statement with a known name for prepared. */
  #add(text: string): KnownStatement {
    for (const [oldest, {name, exists}] of this.#statements) {
      if (this.#characters + text.length <= mostCharacters) break
      this.#statements.delete(oldest)
      this.#characters -= oldest.length
      if (exists) this.#forget(name)
    }
    this.#characters += text.length
    this.#last += 1
    return {name: `nonet_${this.#last}`, exists: false}
  }
}

/** In the driver's queue, so nothing waits for it. The driver keeps the texts of all names, and has no way to forget one. */
function forget(client: PoolClient, name: string): void {
  void client.query(`deallocate ${name}`).catch(ignore)
  const texts: unknown = Reflect.get(client.connection, 'parsedStatements')
  if (typeof texts === 'object' && texts !== null) Reflect.deleteProperty(texts, name)
}

const ignore = (): void => {}
