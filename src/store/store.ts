/**
 * The store: where records live. A read sees one moment of the database; a transaction happens as if it were alone,
 * or not at all, and is durable when its promise resolves.
 */
import type {CommitListener, NotedReads} from './commits.ts'
import type {DatabaseName, Db} from './sql.ts'

export interface Store {
  readonly database: DatabaseName
  /** The address without its password, for people. */
  readonly address: string
  /** Everything read inside sees the same moment. Writing is refused by the database. */
  read<T>(work: (db: Db) => Promise<T>, options?: ReadOptions): Promise<T>
  /** For a single statement, which needs no transaction to see one moment. */
  glance<T>(work: (db: Db) => Promise<T>): Promise<T>
  /**
   * `work` may run several times, whenever another change came in between: it must do nothing but use `db`. Rules
   * over other records hold, because concurrent transactions end as if they had run one after the other.
   */
  transaction<T>(work: (db: Db) => Promise<T>, options?: TransactionOptions): Promise<T>
  /** One at a time across all processes, and able to change tables; for plans and copies alone. */
  alone<T>(work: (db: Db) => Promise<T>): Promise<T>
  /** Calls the listener after each commit, here and in other processes, until the function that comes back is called. */
  onCommit(listener: CommitListener): () => void
  /** Which tables the work reads. */
  noteReads<T>(work: () => Promise<T>): Promise<NotedReads<T>>
  close(): Promise<void>
}

export interface ReadOptions {
  /** An export, or the check of a file: it waits for others of its kind, so that everyone else finds a free connection. */
  readonly long?: boolean
}

export interface TransactionOptions {
  /** How often the work is attempted before the store reports that it is too busy. */
  readonly attempts?: number
  /** It takes a moment only, so that it may be made durable together with others that wait for the same turn. */
  readonly together?: boolean
}

/** Attempts at most, and milliseconds after which none is begun. */
export const usualPatience = {attempts: 12, within: 10_000} as const
