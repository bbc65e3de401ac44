/**
 * The tables that statements read and write, and the listeners of commits. Both are derived from the text of the
 * statements, so that none is missed. The write path also says which rows of records, as they were and as they are.
 */
import {AsyncLocalStorage} from 'node:async_hooks'
import type {RowImage} from './audience/decide.ts'
import {rowsWrittenBy} from './audience/written-rows.ts'
import {isId} from './ids.ts'
import type {WrittenQuery} from './sql.ts'

export interface StatementTables {
  readonly reads: readonly string[]
  readonly writes: readonly string[]
}

const written = /\b(?:insert\s+into|update|delete\s+from)\s+"?(\w+)/gi
/** A name after a comma may be a column: an extra table is harmless, a missing one would be a bug. */
const read = /(?:\b(?:from|join)\s+|,\s*(?:lateral\s+)?(?="))"?(\w+)/gi

export function tablesIn(text: string): StatementTables {
  const names = (pattern: RegExp) => [...new Set([...text.matchAll(pattern)].map(([, name = '']) => name))]
  return {reads: names(read), writes: /^\s*select\b/i.test(text) ? [] : names(written)}
}

/**
 * Notifications are the one table that everyone reads and nearly every change writes, so commits also record the people
 * concerned.
 */
const personal = 'nonet_notification'

/** The name of one person's notifications in a commit. */
export function notificationsOf(person: string): string {
  return `${personal} ${person}`
}

/** The tables written by a statement, for the listeners of its commit. */
function writtenBy({writes}: StatementTables, parameters: readonly unknown[]): readonly string[] {
  if (!writes.includes(personal)) return writes
  const ids = parameters.filter(each => typeof each === 'string' && isId(each)).map(String)
  // A statement without a person concerns everyone, such as the cleanup of old notifications.
  return ids.length === 0 ? writes : [...writes.filter(each => each !== personal), ...ids.map(notificationsOf)]
}

export interface StoreCommit {
  /** The tables that were written; null if unknown, which may be any of them. */
  readonly tables: ReadonlySet<string> | null
  /** The rows as they were and as they are, of tables of which all changed rows are known. */
  readonly rows: ReadonlyMap<string, readonly RowImage[]>
  /** The ids of the people who have made the changes. */
  readonly people: ReadonlySet<string>
}

export const unknownCommit: StoreCommit = {tables: null, rows: new Map(), people: new Set()}

/** Written by nearly every change, so the text of their statements says which rows. */
const besideRecords: ReadonlySet<string> = new Set(['history', 'search', 'state'].map(name => `nonet_${name}`))

/** With more rows a table counts as unknown. */
const mostRows = 50

/** What a transaction writes. */
export class WrittenTables {
  readonly people = new Set<string>()
  /** For each table, how many statements have written it. */
  readonly #statements = new Map<string, number>()
  /** For each table, the rows that were described, and for how many of its statements. */
  readonly #described = new Map<string, {statements: number; rows: RowImage[]}>()

  note(tables: StatementTables, {sql, parameters}: WrittenQuery): void {
    for (const table of writtenBy(tables, parameters)) {
      this.#statements.set(table, (this.#statements.get(table) ?? 0) + 1)
      const rows = besideRecords.has(table) ? rowsWrittenBy(sql, parameters) : null
      if (rows) this.describe(table, rows)
    }
  }

  /** The rows of one statement. */
  describe(table: string, rows: readonly RowImage[]): void {
    const known = this.#described.get(table) ?? {statements: 0, rows: []}
    known.statements += 1
    if (known.rows.length <= mostRows) known.rows.push(...rows.slice(0, mostRows + 1))
    this.#described.set(table, known)
  }

  get commit(): StoreCommit {
    const rows = new Map<string, readonly RowImage[]>()
    for (const [table, described] of this.#described)
      if (described.statements === this.#statements.get(table) && described.rows.length <= mostRows)
        rows.set(table, described.rows)
    return {tables: new Set(this.#statements.keys()), rows, people: this.people}
  }
}

/** Several commits as one. */
export function joinedCommits(one: StoreCommit, other: StoreCommit): StoreCommit {
  const people = one.people.union(other.people)
  if (!one.tables || !other.tables) return {...unknownCommit, people}
  const tables = one.tables.union(other.tables)
  const rows = new Map<string, readonly RowImage[]>()
  for (const table of tables) {
    const [here, there] = [one, other].map(each => (each.tables?.has(table) ? each.rows.get(table) : []))
    if (here && there && here.length + there.length <= mostRows) rows.set(table, [...here, ...there])
  }
  return {tables, rows, people}
}

export type CommitListener = (commit: StoreCommit) => void

/** Notifies listeners of commits, and follows those of other processes while there is a listener. */
export class Commits {
  readonly #listeners = new Set<CommitListener>()
  readonly #follow: (tell: CommitListener) => () => void
  #unfollow: (() => void) | null = null

  /** `follow` watches for commits of other processes until it is stopped. */
  constructor(follow: (tell: CommitListener) => () => void) {
    this.#follow = follow
  }

  listen(listener: CommitListener): () => void {
    this.#listeners.add(listener)
    this.#unfollow ??= this.#follow(commit => this.tell(commit))
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size === 0) this.stop()
    }
  }

  tell(commit: StoreCommit): void {
    if (commit.tables?.size !== 0) for (const listener of this.#listeners) listener(commit)
  }

  stop(): void {
    this.#unfollow?.()
    this.#unfollow = null
  }
}

export interface NotedStatement extends WrittenQuery {
  /** Tables that it reads through functions of the database, so that its text does not say how. */
  readonly hidden?: ReadonlySet<string>
  /** Its text with these functions written out; null if that is not known. */
  readonly writtenOut?: () => string | null
}

interface Noting {
  readonly tables: Set<string>
  readonly statements: Set<NotedStatement>
}

/** Records the tables that some work reads, and its statements, however deep they are. */
export class ReadNotes {
  readonly #current = new AsyncLocalStorage<Noting>()

  async of<T>(work: () => Promise<T>): Promise<NotedReads<T>> {
    const around = this.#current.getStore()
    const own: Noting = {tables: new Set(), statements: new Set()}
    try {
      const value = await this.#current.run(own, work)
      return {value, ...own}
    } finally {
      for (const table of own.tables) around?.tables.add(table)
      for (const statement of own.statements) around?.statements.add(statement)
    }
  }

  get isWanted(): boolean {
    return this.#current.getStore() !== undefined
  }

  note({reads}: StatementTables, statement: NotedStatement): void {
    const noting = this.#current.getStore()
    if (!noting || (reads.length === 0 && !statement.hidden)) return
    for (const table of reads) noting.tables.add(table)
    for (const table of statement.hidden ?? []) noting.tables.add(table)
    noting.statements.add(statement)
  }
}

export interface NotedReads<T> {
  readonly value: T
  readonly tables: ReadonlySet<string>
  readonly statements: ReadonlySet<NotedStatement>
}
