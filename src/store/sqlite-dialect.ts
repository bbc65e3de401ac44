/**
 * Kysely over `node:sqlite`: connections come from a queue, statements are prepared once, whole numbers travel as
 * bigint in both directions so that nothing is rounded. What a connection may do is decided where it is opened.
 */
import type {DatabaseSync, SQLInputValue, StatementSync} from 'node:sqlite'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type {ConnectionQueue} from './connection-queue.ts'

export interface SqliteConnections {
  readonly queue: ConnectionQueue<SqliteConnection>
  /** `begin` or `begin immediate`, with whatever patience that needs. */
  begin(connection: SqliteConnection): Promise<void>
}

export function sqliteDialect(connections: SqliteConnections): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new SqliteDriver(connections),
    createIntrospector: db => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

/** Kysely types its drivers by any connection; these are the only ones this driver ever hands out. */
function ours(connection: DatabaseConnection): SqliteConnection {
  if (connection instanceof SqliteConnection) return connection
  throw new TypeError('A connection of another database was given back.')
}

class SqliteDriver implements Driver {
  readonly #connections: SqliteConnections

  constructor(connections: SqliteConnections) {
    this.#connections = connections
  }

  async init(): Promise<void> {}

  acquireConnection(): Promise<DatabaseConnection> {
    return this.#connections.queue.take()
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    this.#connections.queue.giveBack(ours(connection))
  }

  beginTransaction(connection: DatabaseConnection): Promise<void> {
    return this.#connections.begin(ours(connection))
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    ours(connection).run('commit')
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // A full disk, for instance, has rolled back by itself.
    if (ours(connection).database.isTransaction) ours(connection).run('rollback')
  }

  async savepoint(connection: DatabaseConnection, name: string): Promise<void> {
    ours(connection).run(`savepoint ${quoted(name)}`)
  }

  async rollbackToSavepoint(connection: DatabaseConnection, name: string): Promise<void> {
    ours(connection).run(`rollback to ${quoted(name)}`)
  }

  async releaseSavepoint(connection: DatabaseConnection, name: string): Promise<void> {
    ours(connection).run(`release ${quoted(name)}`)
  }

  async destroy(): Promise<void> {
    this.#connections.queue.close()
  }
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

interface Prepared {
  readonly statement: StatementSync
  readonly givesRows: boolean
}

const mostPrepared = 500

export class SqliteConnection implements DatabaseConnection {
  readonly database: DatabaseSync
  readonly #prepared = new Map<string, Prepared>()

  constructor(database: DatabaseSync) {
    this.database = database
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const {statement, givesRows} = this.#prepare(query.sql)
    const values = query.parameters.map(inputValue)
    // The rows are what the statement names; Kysely's caller says how it reads them.
    if (givesRows) return {rows: statement.all(...values) as Row[]}
    const {changes, lastInsertRowid} = statement.run(...values)
    return {rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid)}
  }

  async *streamQuery<Row>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<Row>> {
    // A statement of its own: a prepared one that is asked again in between would start over.
    const statement = this.#fresh(query.sql)
    let rows: Row[] = []
    for (const row of statement.iterate(...query.parameters.map(inputValue))) {
      rows.push(row as Row)
      if (rows.length < chunkSize) continue
      yield {rows}
      rows = []
    }
    if (rows.length > 0) yield {rows}
  }

  run(text: string): void {
    this.database.exec(text)
  }

  #prepare(text: string): Prepared {
    const known = this.#prepared.get(text)
    if (known) return known
    const statement = this.#fresh(text)
    const made = {statement, givesRows: statement.columns().length > 0}
    if (this.#prepared.size >= mostPrepared) this.#forgetOldest()
    this.#prepared.set(text, made)
    return made
  }

  #fresh(text: string): StatementSync {
    const statement = this.database.prepare(text)
    statement.setReadBigInts(true)
    return statement
  }

  #forgetOldest(): void {
    const [oldest] = this.#prepared.keys()
    if (oldest !== undefined) this.#prepared.delete(oldest)
  }
}

/** A JavaScript number would be bound as REAL and make SQLite's arithmetic inexact. */
function inputValue(value: unknown): SQLInputValue {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value)
  if (typeof value === 'boolean') return value ? 1n : 0n
  if (value === null || typeof value === 'string' || typeof value === 'bigint') return value
  if (typeof value === 'number' || value instanceof Uint8Array) return value
  throw new TypeError(`SQLite has no value for ${typeof value}.`)
}
