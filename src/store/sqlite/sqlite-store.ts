/**
 * Records in one SQLite file: one connection writes, in turn; several read concurrently. Safe with several processes.
 */
import type {RowImage} from '../audience/decide.ts'
import {
  type CommitListener,
  Commits,
  type NotedReads,
  ReadNotes,
  type StatementTables,
  unknownCommit,
  WrittenTables,
} from '../commits.ts'
import {CommitFailed, ConnectionQueue, outcomeOf, retry} from '../connections.ts'
import type {Db, WrittenQuery} from '../sql.ts'
import {type CountedStatements, StatementCounts} from '../statement-counts.ts'
import {type ReadOptions, type Store, type TransactionOptions, usualPatience} from '../store.ts'
import {failureOf, StoreError} from '../store-error.ts'
import {type ConnectionWatch, GroupCommit, SqliteConnection} from './sqlite-connection.ts'
import {identityOf, openForReading, openForWriting} from './sqlite-file.ts'

const mostReaders = 4
const mostLongReaders = 2
/** Milliseconds between checks for commits of other processes. */
const lookEvery = 300

export async function openSqliteStore(file: string): Promise<Store> {
  const database = await openForWriting(file)
  return new SqliteStore(file, watch => new SqliteConnection(database, watch))
}

/** Read-only: creates no file and refuses to write. */
export function openSqliteToRead(file: string): Store {
  openForReading(file).close()
  return new SqliteStore(file, null)
}

class SqliteStore implements Store {
  readonly database = 'sqlite'
  readonly address: string
  readonly #file: string
  /** The identity of the opened file: writes to a replaced or deleted file would be lost. */
  readonly #identity: string | null
  readonly #writable: boolean
  readonly #writers: ConnectionQueue<SqliteConnection>
  readonly #readers: ConnectionQueue<SqliteConnection>
  readonly #longReaders: ConnectionQueue<SqliteConnection>
  readonly #together = new GroupCommit(work => this.#turn(work))

  readonly #reads = new ReadNotes()
  readonly #counts = new StatementCounts()
  readonly #commits = new Commits(tell => this.#follow(tell))
  readonly #writer: SqliteConnection | null
  /** What the current transaction has written. */
  #written = new WrittenTables()

  /** Read-only without a writer. */
  constructor(file: string, openWriter: ((watch: ConnectionWatch) => SqliteConnection) | null) {
    const count = (text: string) => this.#counts.send(text)
    const noteReads = (tables: StatementTables, statement: WrittenQuery) => this.#reads.note(tables, statement)
    const noteBoth = (tables: StatementTables, statement: WrittenQuery) => {
      noteReads(tables, statement)
      this.#written.note(tables, statement)
    }
    const writer = openWriter?.({note: noteBoth, count}) ?? null
    this.#writer = writer
    this.address = `sqlite:${file}`
    this.#file = file
    this.#identity = identityOf(file)
    this.#writable = writer !== null
    this.#writers = new ConnectionQueue({most: 1, open: () => writer ?? readOnly(), close})
    const open = () => {
      this.#isInPlace()
      return new SqliteConnection(openForReading(file), {note: noteReads, count, pauses: true})
    }
    this.#readers = new ConnectionQueue({most: mostReaders, open, close})
    this.#longReaders = new ConnectionQueue({most: mostLongReaders, open, close})
  }

  async read<T>(work: (db: Db) => Promise<T>, {long = false}: ReadOptions = {}): Promise<T> {
    return await clearly(() => within(long ? this.#longReaders : this.#readers, begin, ({db}) => work(db)))
  }

  async readOne<T>(work: (db: Db) => Promise<T>): Promise<T> {
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
   * Never retried as a whole: after `begin immediate` no other writer can interfere, so only the beginning is retried.
   */
  async transaction<T>(work: (db: Db) => Promise<T>, {together, person}: TransactionOptions = {}): Promise<T> {
    const once = (db: Db) => {
      if (person !== undefined) this.#written.people.add(person)
      return work(db)
    }
    if (together) return await clearly(() => this.#together.run(once))
    return await clearly(() => this.#turn(({db}) => once(db)))
  }

  async #turn<T>(work: (connection: SqliteConnection) => Promise<T>): Promise<T> {
    let written = new WrittenTables()
    const value = await this.#write(this.#writers, beginAlone(usualPatience.within), async connection => {
      this.#written = new WrittenTables()
      const worked = await work(connection)
      written = this.#written
      return worked
    })
    this.#commits.tell(written.commit)
    return value
  }

  describeRows(table: string, rows: readonly RowImage[]): void {
    this.#written.describe(table, rows)
  }

  onCommit(listener: CommitListener): () => void {
    return this.#commits.listen(listener)
  }

  noteReads<T>(work: () => Promise<T>): Promise<NotedReads<T>> {
    return this.#reads.of(work)
  }

  oneRead<T>(work: () => Promise<T>): Promise<T> {
    return work()
  }

  countStatements<T>(work: () => Promise<T>): Promise<CountedStatements<T>> {
    return this.#counts.of(work)
  }

  /** One connection writes here, so changes that it detects were made elsewhere. */
  #follow(tell: CommitListener): () => void {
    const writer = this.#writer
    if (!writer) return () => {}
    let version = writer.dataVersion()
    const timer = setInterval(() => {
      const now = writer.dataVersion()
      if (now !== version) tell(unknownCommit)
      version = now
    }, lookEvery).unref()
    return () => clearInterval(timer)
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
   * On its own connection without foreign key enforcement, because a table being rebuilt is briefly missing: `work`
   * checks references. It waits for others, which may take minutes.
   */
  async exclusive<T>(work: (db: Db) => Promise<T>): Promise<T> {
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

  async compareFunctions(): Promise<null> {
    return null
  }

  async define(): Promise<boolean> {
    return false
  }

  async close(): Promise<void> {
    this.#commits.stop()
    for (const queue of [this.#readers, this.#longReaders, this.#writers]) queue.close()
  }
}

async function clearly<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const {during, cause} = outcomeOf(error)
    const failure = failureOf(cause)
    if (!('code' in failure) || cause instanceof StoreError) throw cause
    // Data written before the disk failed may reappear after a crash.
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

/** One transaction from beginning to end; the caller gets the first error. */
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
