/** Records in one SQLite file: one connection writes, in turn; several read beside it. Safe with several processes. */
import {Kysely, sql} from 'kysely'
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
  const writer = new SqliteConnection(await openForWriting(file))
  return new SqliteStore(file, () => writer)
}

/** For looking alone: makes no file and refuses to write. */
export function openSqliteToRead(file: string): Store {
  openForReading(file).close()
  return new SqliteStore(file, () => {
    throw new StoreError('READ_ONLY')
  })
}

class SqliteStore implements Store {
  readonly database = 'sqlite'
  readonly address: string
  readonly #writing: Kysely<Rows>
  readonly #reading: Kysely<Rows>
  readonly #queues: readonly ConnectionQueue<SqliteConnection>[]

  constructor(file: string, writer: () => SqliteConnection) {
    this.address = `sqlite:${file}`
    const close = ({database}: SqliteConnection) => database.close()
    const writers = new ConnectionQueue({most: 1, open: writer, close})
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

  /** References are not watched meanwhile, because a table that is rebuilt is away for a moment: `work` checks them. */
  async alone<T>(work: (db: Db) => Promise<T>): Promise<T> {
    return await this.#clearly(() =>
      this.#writing.connection().execute(async connection => {
        await sql`pragma foreign_keys = off`.execute(connection)
        try {
          return await inTransaction(connection, work)
        } finally {
          await sql`pragma foreign_keys = on`.execute(connection)
        }
      }),
    )
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

function beginning(how: string) {
  return (connection: SqliteConnection): Promise<void> =>
    retry(async () => connection.run(how), {
      attempts: Number.POSITIVE_INFINITY,
      within: usualPatience.within,
      judge: error => (failureOf(error).kind === 'again' ? 'again' : 'stop'),
    })
}
