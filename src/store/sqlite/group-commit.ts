/**
 * Group commit: transactions that wait for the same turn are made durable by one commit. Each one that fails is
 * undone alone, and each one that succeeds is reported only after it is on disk.
 */
import type {Db} from '../sql.ts'
import type {SqliteConnection} from './sqlite-connection.ts'

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

  /** `turn` begins and commits a transaction in which its work is alone. */
  constructor(turn: Turn) {
    this.#turn = turn
  }

  run<T>(work: TransactionWork<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      // What resolves it is what the work gave.
      this.#waiting.push({work, resolve: value => resolve(value as T), reject})
      if (this.#busy) return
      this.#busy = true
      // After whatever else has come in with it, so that they meet.
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
    // A full disk has undone everything: then all of them have failed.
    if (!connection.database.isTransaction) throw error
    connection.run('rollback to one')
    connection.run('release one')
    open.delete(each)
    each.reject(error)
  }
}
