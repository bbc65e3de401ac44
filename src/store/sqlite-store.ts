/** Records in one SQLite file: one connection writes, in turn; several read beside it. Safe with several processes. */
import {Kysely} from 'kysely'
import {ConnectionQueue} from './connection-queue.ts'
import type {Db, Rows} from './database.ts'
import {failureOf} from './failure.ts'
import {retry} from './retry.ts'
import {SqliteConnection, sqliteDialect} from './sqlite-dialect.ts'
import {openForReading, openForWriting} from './sqlite-file.ts'
import {type Store, usualPatience} from './store.ts'
import {StoreError} from './store-error.ts'
import {inTransaction, outcomeOf} from './transaction.ts'

const mostReaders = 4

export async function openSqliteStore(file: string): Promise<Store> {
  return new SqliteStore(file, new SqliteConnection(await openForWriting(file)))
}

/** For looking alone: makes no file and refuses to write. */
export function openSqliteToRead(file: string): Store {
  openForReading(file).close()
  return new SqliteStore(file, null)
}

class SqliteStore implements Store {
  readonly database = 'sqlite'
  readonly address: string
  readonly #file: string
  readonly #writable: boolean
  readonly #writing: Kysely<Rows>
  readonly #reading: Kysely<Rows>
  readonly #queues: readonly ConnectionQueue<SqliteConnection>[]

  /** Without a writer, nothing is written. */
  constructor(file: string, writer: SqliteConnection | null) {
    this.address = `sqlite:${file}`
    this.#file = file
    this.#writable = writer !== null
    const close = ({database}: SqliteConnection) => database.close()
    const writers = new ConnectionQueue({most: 1, open: () => writer ?? readOnly(), close})
    const readers = new ConnectionQueue({
      most: mostReaders,
      open: () => new SqliteConnection(openForReading(file)),
      close,
    })
    this.#queues = [readers, writers]
    this.#writing = new Kysely({dialect: sqliteDialect({queue: writers, begin: beginning('begin immediate')})})
    this.#reading = new Kysely({dialect: sqliteDialect({queue: readers, begin: beginning('begin')})})
  }

  async read<T>(work: (db: Db) => Promise<T>): Promise<T> {
    return await this.#clearly(() => inTransaction(this.#reading, work))
  }

  /**
   * Nothing is done twice here: once `begin immediate` has succeeded no other writer can come in between, so only the
   * beginning is tried again.
   */
  async transaction<T>(work: (db: Db) => Promise<T>): Promise<T> {
    return await this.#clearly(() => inTransaction(this.#writing, work))
  }

  /**
   * On a connection of its own that does not watch references, because a table that is made anew is away for a moment:
   * `work` checks them. Others may be at it for minutes, so it waits for them.
   */
  async alone<T>(work: (db: Db) => Promise<T>): Promise<T> {
    if (!this.#writable) throw new StoreError('READ_ONLY')
    const connection = new SqliteConnection(await openForWriting(this.#file, {references: false}))
    const queue = new ConnectionQueue({most: 1, open: () => connection, close: ({database}) => database.close()})
    const db = new Kysely<Rows>({dialect: sqliteDialect({queue, begin: beginning('begin immediate', 600_000)})})
    try {
      return await this.#clearly(() => inTransaction(db, work))
    } finally {
      queue.close()
    }
  }

  async close(): Promise<void> {
    // Not by Kysely, which closes only what it has used.
    for (const queue of this.#queues) queue.close()
  }

  async #clearly<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      const {cause} = outcomeOf(error)
      const failure = failureOf(cause)
      throw failure.kind === 'other' || cause instanceof StoreError ? cause : new StoreError(failure.code, {cause})
    }
  }
}

function readOnly(): never {
  throw new StoreError('READ_ONLY')
}

function beginning(how: string, within: number = usualPatience.within) {
  return (connection: SqliteConnection): Promise<void> =>
    retry(async () => connection.run(how), {
      attempts: Number.POSITIVE_INFINITY,
      within,
      judge: error => (failureOf(error).kind === 'again' ? 'again' : 'stop'),
    })
}
