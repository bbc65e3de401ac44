/** Records in one SQLite file: one connection writes, in turn; several read beside it. Safe with several processes. */
import {ConnectionQueue} from '../connection-queue.ts'
import type {Db} from '../sql.ts'
import {type ReadOptions, type Store, type TransactionOptions, usualPatience} from '../store.ts'
import {failureOf, StoreError} from '../store-error.ts'
import {CommitFailed, outcomeOf, retry} from '../transaction.ts'
import {GroupCommit} from './group-commit.ts'
import {SqliteConnection} from './sqlite-connection.ts'
import {identityOf, openForReading, openForWriting} from './sqlite-file.ts'

const mostReaders = 4
const mostLongReaders = 2

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
  /** Of the file that was opened: what is written to another one, or to one without a name, would be lost. */
  readonly #identity: string | null
  readonly #writable: boolean
  readonly #writers: ConnectionQueue<SqliteConnection>
  readonly #readers: ConnectionQueue<SqliteConnection>
  readonly #longReaders: ConnectionQueue<SqliteConnection>
  readonly #together = new GroupCommit(work => this.#turn(work))

  /** Without a writer, nothing is written. */
  constructor(file: string, writer: SqliteConnection | null) {
    this.address = `sqlite:${file}`
    this.#file = file
    this.#identity = identityOf(file)
    this.#writable = writer !== null
    this.#writers = new ConnectionQueue({most: 1, open: () => writer ?? readOnly(), close})
    const open = () => {
      this.#isInPlace()
      return new SqliteConnection(openForReading(file))
    }
    this.#readers = new ConnectionQueue({most: mostReaders, open, close})
    this.#longReaders = new ConnectionQueue({most: mostLongReaders, open, close})
  }

  async read<T>(work: (db: Db) => Promise<T>, {long = false}: ReadOptions = {}): Promise<T> {
    return await clearly(() => within(long ? this.#longReaders : this.#readers, begin, ({db}) => work(db)))
  }

  async glance<T>(work: (db: Db) => Promise<T>): Promise<T> {
    return await clearly(async () => {
      const connection = await this.#readers.take()
      try {
        return await work(connection.db)
      } finally {
        this.#readers.giveBack(connection)
      }
    })
  }

  /**
   * Nothing is done twice here: once `begin immediate` has succeeded no other writer can come in between, so only the
   * beginning is tried again.
   */
  async transaction<T>(work: (db: Db) => Promise<T>, {together = false}: TransactionOptions = {}): Promise<T> {
    if (together) return await clearly(() => this.#together.run(work))
    return await clearly(() => this.#turn(({db}) => work(db)))
  }

  #turn<T>(work: (connection: SqliteConnection) => Promise<T>): Promise<T> {
    return this.#write(this.#writers, beginAlone(usualPatience.within), work)
  }

  /** Checked before the work and before the commit: if the file was replaced, an acknowledged change would be lost. */
  async #write<T>(
    queue: ConnectionQueue<SqliteConnection>,
    begin: Begin,
    work: (connection: SqliteConnection) => Promise<T>,
  ): Promise<T> {
    this.#isInPlace()
    return within(queue, begin, async connection => {
      const result = await work(connection)
      this.#isInPlace()
      return result
    })
  }

  #isInPlace(): void {
    if (this.#writable && identityOf(this.#file) !== this.#identity)
      throw new StoreError('REPLACED', {detail: `(${this.#file})`})
  }

  /**
   * On a connection of its own that does not watch references, because a table that is rebuilt is missing for a moment:
   * `work` checks them. Others may be at it for minutes, so it waits for them.
   */
  async alone<T>(work: (db: Db) => Promise<T>): Promise<T> {
    if (!this.#writable) throw new StoreError('READ_ONLY')
    this.#isInPlace()
    const connection = new SqliteConnection(await openForWriting(this.#file, {references: false}))
    const queue = new ConnectionQueue({most: 1, open: () => connection, close})
    try {
      return await clearly(() => this.#write(queue, beginAlone(600_000), ({db}) => work(db)))
    } finally {
      queue.close()
    }
  }

  async close(): Promise<void> {
    for (const queue of [this.#readers, this.#longReaders, this.#writers]) queue.close()
  }
}

async function clearly<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const {during, cause} = outcomeOf(error)
    const failure = failureOf(cause)
    if (failure.kind === 'other' || cause instanceof StoreError) throw cause
    // What was written before the disk failed may be found again after a crash.
    const unknown = during === 'commit' && failure.code === 'DISK'
    throw new StoreError(unknown ? 'OUTCOME_UNKNOWN' : failure.code, {cause})
  }
}

const close = ({database}: SqliteConnection): void => database.close()

function readOnly(): never {
  throw new StoreError('READ_ONLY')
}

type Begin = (connection: SqliteConnection) => void | Promise<void>

/** Takes no lock yet, so it never waits. */
const begin: Begin = connection => connection.run('begin')

const beginAlone =
  (patience: number): Begin =>
  connection =>
    retry(async () => connection.run('begin immediate'), {
      attempts: Number.POSITIVE_INFINITY,
      within: patience,
      judge: error => (failureOf(error).kind === 'again' ? 'again' : 'stop'),
    })

/** One transaction from beginning to end; what went wrong first is what the caller hears. */
async function within<T>(
  queue: ConnectionQueue<SqliteConnection>,
  begin: Begin,
  work: (connection: SqliteConnection) => Promise<T>,
): Promise<T> {
  const connection = await queue.take()
  try {
    await begin(connection)
    const result = await undoing(connection, () => work(connection))
    await undoing(connection, () => committed(connection))
    return result
  } finally {
    queue.giveBack(connection)
  }
}

function committed(connection: SqliteConnection): void {
  try {
    connection.run('commit')
  } catch (cause) {
    throw new CommitFailed('The commit failed.', {cause})
  }
}

async function undoing<T>(connection: SqliteConnection, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    connection.undo()
    throw error
  }
}
