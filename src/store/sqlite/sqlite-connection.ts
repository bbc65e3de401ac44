/**
 * One connection to a SQLite file: statements are prepared once, and whole numbers are bigint in both directions so
 * that nothing is rounded. The caller that opens a connection decides its permissions.
 */

import type {DatabaseSync, SQLInputValue, StatementSync} from 'node:sqlite'
import {setTimeout} from 'node:timers/promises'
import {
  type CompiledQuery,
  type DatabaseConnection,
  DefaultQueryExecutor,
  type Dialect,
  DummyDriver,
  type QueryResult,
  SingleConnectionProvider,
  SqliteAdapter,
  SqliteIntrospector,
} from 'kysely'
import {type StatementTables, tablesIn} from '../commits.ts'
import {SqliteCompiler} from '../placeholders.ts'
import {type Db, DirectDb, type ValueRow, type WrittenQuery} from '../sql.ts'

const dialect: Dialect = {
  createAdapter: () => new SqliteAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: db => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteCompiler(),
}

/** Kysely over this connection. */
function kyselyOver(connection: SqliteConnection): Db {
  const provider = new SingleConnectionProvider(connection)
  const executor = new DefaultQueryExecutor(new SqliteCompiler(), new SqliteAdapter(), provider)
  const props = {config: {dialect}, driver: new DummyDriver(), executor, dialect}
  return new DirectDb(props, {values: query => connection.values(query), sign: '?'})
}

/** Preparing a large statement takes longer than running it, so each is prepared for how it is run. */
interface PreparedStatement {
  readonly tables: StatementTables
  whole: {readonly statement: StatementSync; readonly givesRows: boolean} | null
  /** The same for rows as lists of values. */
  values: StatementSync | null
}

const mostPrepared = 500

export interface ConnectionWatch {
  /** Called with the tables and values of each statement. */
  readonly note?: (tables: StatementTables, statement: WrittenQuery) => void
  /** Called before each statement; its result after it. */
  readonly count?: (text: string) => () => void
  /** Others get their turn between statements; not in a transaction that keeps other writers waiting. */
  readonly pauses?: boolean
}

/** Milliseconds from which a statement is followed by a pause. */
const longStatement = 10

export class SqliteConnection implements DatabaseConnection {
  readonly database: DatabaseSync
  readonly db: Db
  readonly #prepared = new Map<string, PreparedStatement>()
  readonly #note: NonNullable<ConnectionWatch['note']>
  readonly #count: NonNullable<ConnectionWatch['count']>
  readonly #pauses: boolean

  constructor(database: DatabaseSync, {note = nothing, count = () => nothing, pauses = false}: ConnectionWatch = {}) {
    this.database = database
    this.#note = note
    this.#count = count
    this.#pauses = pauses
    this.db = kyselyOver(this)
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const {statement, givesRows} = this.#whole(query.sql)
    this.#note(this.#prepare(query.sql).tables, query)
    const values = query.parameters.map(inputValue)
    const answered = this.#count(query.sql)
    try {
      // Kysely's caller declares the type of the rows.
      if (givesRows) return {rows: statement.all(...values) as Row[]}
      const {changes, lastInsertRowid} = statement.run(...values)
      return {rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid)}
    } finally {
      answered()
    }
  }

  async *streamQuery<Row>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<Row>> {
    // Not the cached statement, which would restart if it were used again in between.
    const statement = this.#fresh(query.sql)
    this.#note(tablesIn(query.sql), query)
    let rows: Row[] = []
    for (const row of statement.iterate(...query.parameters.map(inputValue))) {
      rows.push(row as Row)
      if (rows.length < chunkSize) continue
      yield {rows}
      rows = []
    }
    if (rows.length > 0) yield {rows}
  }

  /**
   * Rows as lists of values; most page reads use this. SQLite answers on this thread, so nobody else is served at the
   * same time; after a long statement, others have a tenth of its time.
   */
  values(query: WrittenQuery): ValueRow[] | Promise<ValueRow[]> {
    const started = performance.now()
    const rows = this.#valuesOf(query)
    const took = performance.now() - started
    return this.#pauses && took >= longStatement ? setTimeout(took / 10, rows) : rows
  }

  #valuesOf(query: WrittenQuery): ValueRow[] {
    const {sql, parameters} = query
    const prepared = this.#prepare(sql)
    this.#note(prepared.tables, query)
    prepared.values ??= this.#inLists(sql)
    const answered = this.#count(sql)
    try {
      // Node returns lists here, which its types do not include.
      return prepared.values.all(...parameters.map(inputValue)) as unknown as ValueRow[]
    } finally {
      answered()
    }
  }

  run(text: string): void {
    this.#whole(text).statement.run()
  }

  /** Errors are ignored: the caller must get the original error. A full disk has already rolled back. */
  undo(): void {
    try {
      if (this.database.isTransaction) this.run('rollback')
    } catch {}
  }

  /** Changes after each commit of another connection, in this process or another. */
  dataVersion(): unknown {
    return this.#whole('pragma data_version').statement.get()?.['data_version']
  }

  #prepare(text: string): PreparedStatement {
    const known = this.#prepared.get(text)
    if (known) return known
    const made: PreparedStatement = {tables: tablesIn(text), whole: null, values: null}
    if (this.#prepared.size >= mostPrepared) this.#forgetOldest()
    this.#prepared.set(text, made)
    return made
  }

  #whole(text: string): NonNullable<PreparedStatement['whole']> {
    const prepared = this.#prepare(text)
    if (prepared.whole) return prepared.whole
    const statement = this.#fresh(text)
    prepared.whole = {statement, givesRows: statement.columns().length > 0}
    return prepared.whole
  }

  #fresh(text: string): StatementSync {
    const statement = this.database.prepare(text)
    statement.setReadBigInts(true)
    return statement
  }

  #inLists(text: string): StatementSync {
    const statement = this.#fresh(text)
    statement.setReturnArrays(true)
    return statement
  }

  #forgetOldest(): void {
    const [oldest] = this.#prepared.keys()
    if (oldest !== undefined) this.#prepared.delete(oldest)
  }
}

const nothing = (): void => {}

/** A JavaScript number would be bound as REAL and make SQLite's arithmetic inexact. */
export function inputValue(value: unknown): SQLInputValue {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value)
  if (typeof value === 'boolean') return value ? 1n : 0n
  if (value === null || typeof value === 'string' || typeof value === 'bigint') return value
  if (typeof value === 'number' || value instanceof Uint8Array) return value
  throw new TypeError(`SQLite has no value for ${typeof value}.`)
}

/*
 * Group commit: transactions that wait for the same turn are made durable by one commit. A failing one is rolled back
 * alone, and a successful one is reported only after it is on disk.
 */

type TransactionWork<T> = (db: Db) => Promise<T>
type Turn = <T>(work: (connection: SqliteConnection) => Promise<T>) => Promise<T>

interface WaitingTransaction {
  readonly work: TransactionWork<unknown>
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
}

/** At most this many transactions share one commit. */
const mostTogether = 16

export class GroupCommit {
  readonly #turn: Turn
  #waiting: WaitingTransaction[] = []
  #busy = false

  /** `turn` begins and commits an exclusive transaction. */
  constructor(turn: Turn) {
    this.#turn = turn
  }

  run<T>(work: TransactionWork<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      // It resolves with the result of the work.
      this.#waiting.push({work, resolve: value => resolve(value as T), reject})
      if (this.#busy) return
      this.#busy = true
      // After other work of the same tick, so that they share a commit.
      setImmediate(() => void this.#go())
    })
  }

  async #go(): Promise<void> {
    while (this.#waiting.length > 0) {
      const some = this.#waiting.slice(0, mostTogether)
      this.#waiting = this.#waiting.slice(mostTogether)
      await this.#all(some)
    }
    this.#busy = false
  }

  async #all(some: readonly WaitingTransaction[]): Promise<void> {
    const done: (() => void)[] = []
    const open = new Set(some)
    try {
      await this.#turn(async connection => {
        const [only, ...others] = some
        if (only && others.length === 0) {
          const value = await only.work(connection.db)
          done.push(() => only.resolve(value))
          return
        }
        for (const each of some) await one(connection, {each, open, done})
      })
      for (const tell of done) tell()
    } catch (error) {
      for (const {reject} of open) reject(error)
    }
  }
}

interface CommitStep {
  readonly each: WaitingTransaction
  /** Transactions that were not reported yet. */
  readonly open: Set<WaitingTransaction>
  readonly done: (() => void)[]
}

async function one(connection: SqliteConnection, {each, open, done}: CommitStep): Promise<void> {
  connection.run('savepoint one')
  try {
    const value = await each.work(connection.db)
    connection.run('release one')
    done.push(() => each.resolve(value))
  } catch (error) {
    // A full disk has rolled back everything: all of them have failed.
    if (!connection.database.isTransaction) throw error
    connection.run('rollback to one')
    connection.run('release one')
    open.delete(each)
    each.reject(error)
  }
}
