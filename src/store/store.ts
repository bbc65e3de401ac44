/**
 * The store of the records. A read sees one snapshot of the database; a transaction is isolated and atomic, and durable
 * when its promise resolves.
 */
import type {RowImage} from './audience/decide.ts'
import type {FunctionText} from './audience/written-out.ts'
import type {CommitListener, NotedReads} from './commits.ts'
import {type DatabaseName, type Db, queryRows} from './sql.ts'
import type {CountedStatements} from './statement-counts.ts'

export interface Store {
  readonly database: DatabaseName
  /** The address without its password, for people. */
  readonly address: string
  /** Everything read inside sees the same snapshot. The database rejects writes. */
  read<T>(work: (db: Db) => Promise<T>, options?: ReadOptions): Promise<T>
  /** For a single statement, which needs no transaction for a consistent snapshot. */
  readOne<T>(work: (db: Db) => Promise<T>): Promise<T>
  /**
   * The reads and glances inside are one read where that is cheaper: of one snapshot, until one of them fails or
   * something is written inside.
   */
  oneRead<T>(work: () => Promise<T>): Promise<T>
  /**
   * `work` may run several times after conflicts, so it must do nothing but use `db`. Rules over other records hold,
   * because concurrent transactions are serialisable.
   */
  transaction<T>(work: (db: Db) => Promise<T>, options?: TransactionOptions): Promise<T>
  /** Exclusive across all processes, and able to change tables; only for migrations and copies. */
  exclusive<T>(work: (db: Db) => Promise<T>): Promise<T>
  /** Calls the listener after each commit, here and in other processes, until the returned function is called. */
  onCommit(listener: CommitListener): () => void
  /**
   * Describes the rows that the statement before has written, within a transaction: as they were, and as they are. For
   * tables of which each statement was described, listeners know which rows have changed.
   */
  describeRows(table: string, rows: readonly RowImage[]): void
  /** Records the tables that the work reads, and its statements. */
  noteReads<T>(work: () => Promise<T>): Promise<NotedReads<T>>
  /** Whether the database has these functions, which it gets if they are missing and its role may create them. */
  define(functions: readonly DefinedFunction[]): Promise<boolean>
  /** What `define` would change; null for a database without functions. */
  compareFunctions(functions: readonly DefinedFunction[]): Promise<FunctionChanges | null>
  /** Counts the statements of the work. */
  countStatements<T>(work: () => Promise<T>): Promise<CountedStatements<T>>
  close(): Promise<void>
}

/** A function in the schema `nonet`, with the statement that creates it; its name says all that it does. */
export interface DefinedFunction extends FunctionText {
  readonly name: string
  readonly definition: string
}

export interface FunctionChanges {
  /** The names of those that are created. */
  readonly created: readonly string[]
  /** Of versions of the document that run no more. */
  readonly dropped: readonly string[]
  /** The role of the connection, and whether it may create them. */
  readonly role: string
  readonly mayCreate: boolean
}

export interface ReadOptions {
  /**
   * An export, or the check of a file: it queues with others of its kind, so that other requests find a free
   * connection.
   */
  readonly long?: boolean
}

export interface TransactionOptions {
  /** How often the work is attempted before the store reports that it is too busy. */
  readonly attempts?: number
  /** Short enough to share a commit with other waiting transactions. */
  readonly together?: boolean
  /** The id of the person who makes the change, for the listeners of its commit. */
  readonly person?: string | undefined
}

/** Whether the database server is a standby, which can only be read until it is promoted. */
export async function isStandby(store: Store): Promise<boolean> {
  if (store.database === 'sqlite') return false
  const [row] = await store.readOne(db => queryRows(db)`select pg_is_in_recovery()`)
  return row?.[0] === true
}

/** The maximum number of attempts, and milliseconds after which none is started. */
export const usualPatience = {attempts: 12, within: 10_000} as const
