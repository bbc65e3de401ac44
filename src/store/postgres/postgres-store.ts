/**
 * Records in PostgreSQL, with a pool of connections. Transactions are serialisable, so that rules over other records
 * hold across server processes; transactions that collide are retried.
 */

import {AsyncLocalStorage} from 'node:async_hooks'
import {Kysely, sql} from 'kysely'
import type {Client, Pool} from 'pg'
import type {RowImage} from '../audience/decide.ts'
import {type CommitListener, Commits, type NotedReads, ReadNotes, tablesIn, WrittenTables} from '../commits.ts'
import {ConnectionQueue, type Isolation, inTransaction, outcomeOf, retry, type Verdict} from '../connections.ts'
import {PostgresWithPlaceholders} from '../placeholders.ts'
import type {Db, Rows} from '../sql.ts'
import {type CountedStatements, StatementCounts} from '../statement-counts.ts'
import {
  type DefinedFunction,
  type FunctionChanges,
  type ReadOptions,
  type Store,
  type TransactionOptions,
  usualPatience,
} from '../store.ts'
import {driverError, failureOf, isTriedAgain, StoreError} from '../store-error.ts'
import {CommitNotices, channel} from './commit-notices.ts'
import {DefinedFunctions, functionChanges} from './defined-functions.ts'
import {glanceOn, readOn} from './pipelined-read.ts'
import {installPostgresFunctions} from './postgres-functions.ts'
import {type PreparingPool, preparingPool} from './prepared-statements.ts'
import {SharedReads} from './shared-read.ts'
import {type SilencePatience, SilentConnections, usualSilence} from './silent-connections.ts'

const writes: Isolation = {level: 'serializable', access: 'read write'}
/** Work that waited for its turn must see earlier commits, so every statement takes a new snapshot. */
const alone: Isolation = {level: 'read committed', access: 'read write'}

/** Advisory locks are numbers; these two are ours, in the namespace of the application id of our SQLite files. */
const space = 0x4e4f4e45
const turnLock = 1
const aloneLock = 2
/** From this attempt on, colliding transactions queue up instead of colliding again. */
const inTurnFrom = 3

/** For records; one more learns of the commits of other processes. */
const usualConnections = 10

export interface PostgresOptions {
  /** For records, opened when they are needed. Two stay open: a new one plans every statement again. */
  readonly connections?: number | undefined
  /** Milliseconds to wait for a free or new connection. */
  readonly connectionTimeout?: number
  /** When connections that do not answer are given up. */
  readonly silence?: SilencePatience
  /** Called for connections that broke while idle; they are replaced automatically. */
  readonly lost?: ((error: Error) => void) | undefined
}

/** Installs the functions that our SQL calls. */
export async function openPostgresStore(url: string, options: PostgresOptions = {}): Promise<Store> {
  return await begin(new PostgresStore(url, await poolOf(url, options), options.silence), store => store.install())
}

/** Read-only: changes nothing. */
export async function openPostgresToRead(url: string): Promise<Store> {
  const pool = await poolOf(url, {connections: 2})
  return await begin(new PostgresStore(url, pool), store => store.read(db => sql`select 1`.execute(db)))
}

async function begin(store: PostgresStore, first: (store: PostgresStore) => Promise<unknown>): Promise<Store> {
  try {
    await first(store)
  } catch (error) {
    await store.close()
    if (!(error instanceof StoreError) || error.code !== 'UNREACHABLE') throw error
    throw new StoreError('UNREACHABLE', {cause: error, detail: `${store.address}: ${reasonIn(error.cause)}.`})
  }
  return store
}

/** PostgreSQL's own words: the password, the name of the database or the host is wrong. */
function reasonIn(cause: unknown): string {
  const {message, code} = driverError(cause)
  return message === '' ? (code ?? 'no answer') : message
}

const isTrue = (text: string): boolean => text === 't'
const asWritten = (text: string): string => text

/** The driver is loaded on demand. */
async function poolOf(
  url: string,
  {connections = usualConnections, connectionTimeout = 5000, lost = () => {}}: PostgresOptions,
): Promise<Pool> {
  const {default: pg} = await import('pg')
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    // The pool hands out the one that was used last, so few are busy most of the time; the others keep memory.
    min: Math.min(2, connections),
    idleTimeoutMillis: 60_000,
    // Statements are sent without waiting for the answers of those before them.
    pipeline: true,
    connectionTimeoutMillis: connectionTimeout,
    keepAlive: true,
    // Every value as text, except booleans and nulls: the driver's own parsers round and shift values.
    types: {getTypeParser: oid => (oid === pg.types.builtins.BOOL ? isTrue : asWritten)},
    application_name: 'nonet',
  })
  pool.on('error', lost)
  // A connection that breaks between two statements would crash the process; the next statement reports the error.
  pool.on('connect', client => client.on('error', () => {}))
  return pool
}

const patienceOfReads = {attempts: 3, within: 10_000}

class PostgresStore implements Store {
  readonly database = 'postgres'
  readonly address: string
  readonly #pool: PreparingPool
  /** For writes, whose statements wait for each other. */
  readonly #db: Kysely<Rows>
  /** Long reads use only part of the pool. */
  readonly #longReads: ConnectionQueue<'turn'>
  readonly #shared: SharedReads
  readonly #reads = new ReadNotes()
  readonly #counts = new StatementCounts()
  readonly #functions = new DefinedFunctions()
  /** Not in a store that is only read. */
  #isInstalled = false
  readonly #notices: CommitNotices
  readonly #commits: Commits
  /** What a transaction has written so far. */
  readonly #written = new AsyncLocalStorage<WrittenTables>()

  constructor(url: string, pool: Pool, silence = usualSilence) {
    this.address = withoutPassword(url)
    const notify = (text: string) => sql`select pg_notify(${channel}, ${text})`.execute(this.#db)
    this.#notices = new CommitNotices({url, notify, silence})
    this.#commits = new Commits(tell => this.#notices.listen(tell))
    this.#longReads = new ConnectionQueue({
      most: Math.max(1, Math.floor(pool.options.max / 4)),
      open: () => 'turn',
      close: () => {},
    })
    this.#pool = preparingPool(pool, {
      settings: [...settings, ...planning].join('; '),
      silent: new SilentConnections(() => connectToAsk(url, silence), silence),
      watch: (text, parameters) => {
        this.#note(text, parameters)
        return this.#counts.send(text)
      },
      watchAlong: text => this.#counts.sendAlong(text),
    })
    this.#shared = new SharedReads(() => this.#pool.connect())
    this.#db = new Kysely({dialect: new PostgresWithPlaceholders({pool: this.#pool})})
  }

  #note(text: string, parameters: readonly unknown[]): void {
    const written = this.#written.getStore()
    if (!this.#reads.isWanted && !written) return
    const tables = tablesIn(text)
    const hidden = this.#functions.tablesIn(text)
    const more = hidden.size > 0 ? {hidden, writtenOut: () => this.#functions.writtenOut(text)} : {}
    this.#reads.note(tables, {sql: text, parameters, ...more})
    written?.note(tables, {sql: text, parameters})
  }

  onCommit(listener: CommitListener): () => void {
    return this.#commits.listen(listener)
  }

  noteReads<T>(work: () => Promise<T>): Promise<NotedReads<T>> {
    return this.#reads.of(work)
  }

  countStatements<T>(work: () => Promise<T>): Promise<CountedStatements<T>> {
    return this.#counts.of(work)
  }

  async read<T>(work: (db: Db) => Promise<T>, {long = false}: ReadOptions = {}): Promise<T> {
    if (!long) return await this.#read(work)
    this.#shared.current?.end()
    const turn = await this.#longReads.take()
    try {
      return await this.#read(work)
    } finally {
      this.#longReads.giveBack(turn)
    }
  }

  async #read<T>(work: (db: Db) => Promise<T>): Promise<T> {
    const alone = async () => readOn(await this.#pool.connect(), work)
    return await this.#again(() => this.#shared.current?.read(work, alone) ?? alone(), patienceOfReads)
  }

  async readOne<T>(work: (db: Db) => Promise<T>): Promise<T> {
    const alone = async () => glanceOn(await this.#pool.connect(), work)
    return await this.#again(() => this.#shared.current?.read(work, alone) ?? alone(), patienceOfReads)
  }

  oneRead<T>(work: () => Promise<T>): Promise<T> {
    return this.#shared.within(work)
  }

  async transaction<T>(work: (db: Db) => Promise<T>, options: TransactionOptions = {}): Promise<T> {
    this.#shared.current?.end()
    let written = new WrittenTables()
    const value = await this.#again(
      attempt =>
        this.#db.connection().execute(connection => {
          written = new WrittenTables()
          if (options.person !== undefined) written.people.add(options.person)
          const once = () => this.#written.run(written, () => inTransaction(connection, work, writes))
          return attempt < inTurnFrom ? once() : inTurn(connection, once)
        }),
      {...usualPatience, ...options, judge: judgeTransaction},
    )
    const {commit} = written
    this.#commits.tell(commit)
    this.#notices.send(commit)
    return value
  }

  describeRows(table: string, rows: readonly RowImage[]): void {
    this.#written.getStore()?.describe(table, rows)
  }

  async exclusive<T>(work: (db: Db) => Promise<T>): Promise<T> {
    this.#shared.current?.end()
    const once = () =>
      inTransaction(
        this.#db,
        async db => {
          // Others may hold the lock for minutes; waiting for a table in use is limited.
          await sql`set local lock_timeout = 0`.execute(db)
          await sql`select pg_advisory_xact_lock(${space}, ${aloneLock})`.execute(db)
          await sql`set local lock_timeout = '30s'`.execute(db)
          return await work(db)
        },
        alone,
      )
    return await this.#again(once, {attempts: 3, within: 60_000})
  }

  async define(functions: readonly DefinedFunction[]): Promise<boolean> {
    return await this.#functions.define(this, {functions, mayCreate: this.#isInstalled})
  }

  async compareFunctions(functions: readonly DefinedFunction[]): Promise<FunctionChanges> {
    return await this.readOne(db => functionChanges(db, functions))
  }

  async install(): Promise<void> {
    try {
      await this.#again(() => installPostgresFunctions(this.#db), {attempts: 3, within: 10_000})
    } catch (error) {
      throw error instanceof StoreError && error.code === 'NOT_PERMITTED' ? mayNotInstall(error) : error
    }
    this.#isInstalled = true
  }

  async close(): Promise<void> {
    this.#commits.stop()
    await this.#notices.flush()
    this.#longReads.close()
    // It ends the pool only if it has written: reads have connections of the pool without it.
    await this.#db.destroy()
    await this.#pool.end()
  }

  async #again<T>(
    work: (attempt: number) => Promise<T>,
    patience: {attempts: number; within: number; judge?: typeof judgeTransaction},
  ): Promise<T> {
    try {
      return await retry(work, {judge, ...patience})
    } catch (error) {
      if (this.#isInstalled && (await this.#functions.restore(this, outcomeOf(error).cause)))
        return await this.#again(work, patience)
      throw clear(error)
    }
  }
}

/**
 * A connection lost before the commit has rolled back, so the work may be retried; a lost commit may not. What the work
 * has looked for in vain may be written by another transaction before this one writes it: PostgreSQL reports that as a
 * collision or as a constraint, depending on the index that was searched.
 */
function judgeTransaction(error: unknown, attempt: number): Verdict {
  const {during, cause} = outcomeOf(error)
  if (during === 'commit' && failureOf(cause).kind === 'lost') return 'stop'
  return isTriedAgain(cause, attempt) ? 'again' : 'stop'
}

/** Reads violate no constraint, and the plan of a document would each time. */
const judge = (error: unknown): Verdict => judgeTransaction(error, Number.POSITIVE_INFINITY)

function clear(error: unknown): unknown {
  const {during, cause} = outcomeOf(error)
  const failure = failureOf(cause)
  if (cause instanceof StoreError || !('code' in failure)) return cause
  if (failure.kind === 'lost' && during === 'commit') return new StoreError('OUTCOME_UNKNOWN', {cause})
  const detail = failure.code === 'NOT_PERMITTED' ? {detail: `${reasonIn(cause)}.`} : {}
  return new StoreError(failure.code, {cause, ...detail})
}

/** The lock is taken before the transaction begins: one taken inside would come after its snapshot. */
async function inTurn<T>(connection: Db, work: () => Promise<T>): Promise<T> {
  await sql`select pg_advisory_lock(${space}, ${turnLock})`.execute(connection)
  try {
    return await work()
  } finally {
    // A broken connection has already released the lock.
    await sql`select pg_advisory_unlock(${space}, ${turnLock})`.execute(connection).catch(() => {})
  }
}

/**
 * Texts of dates and times must not depend on the settings of the server or the role; neither must the search path: for
 * a role named like the schema of our functions, it would start there.
 */
const settings = [
  'set search_path = public',
  "set timezone = 'UTC'",
  "set datestyle = 'ISO, YMD'",
  "set bytea_output = 'hex'",
  "set lock_timeout = '30s'",
]

/**
 * For statements that are long and read little (decision 140): plans are kept and do not depend on values; nothing is
 * compiled, which takes longer than everything else; and reading by an index is as cheap as it is in memory, unless an
 * administrator has set another cost.
 */
const planning = [
  'set plan_cache_mode = force_generic_plan',
  'set jit = off',
  `select set_config(name, '1.1', false) from pg_settings where name = 'random_page_cost' and source = 'default'`,
]

/** Besides the pool, whose connections may all be lost. */
async function connectToAsk(url: string, {before}: SilencePatience): Promise<Client> {
  const {default: pg} = await import('pg')
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 2 * before,
    query_timeout: 2 * before,
    application_name: 'nonet asking',
  })
  client.on('error', () => {})
  await client.connect()
  return client
}

function mayNotInstall({cause}: StoreError): StoreError {
  const detail = `The functions of Nonet are in the schema nonet, which its role must own: ${reasonIn(cause)}.`
  return new StoreError('NOT_PERMITTED', {cause, detail})
}

function withoutPassword(url: string): string {
  const parsed = new URL(url)
  parsed.password = ''
  return parsed.href
}
