/**
 * The tables that statements read and write, and the listeners of commits. Both are derived from the text of the
 * statements, so that none is missed.
 */
import {AsyncLocalStorage} from 'node:async_hooks'
import {isId} from './ids.ts'

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
export function writtenBy({writes}: StatementTables, parameters: readonly unknown[]): readonly string[] {
  if (!writes.includes(personal)) return writes
  const ids = parameters.filter(each => typeof each === 'string' && isId(each)).map(String)
  // A statement without a person concerns everyone, such as the cleanup of old notifications.
  return ids.length === 0 ? writes : [...writes.filter(each => each !== personal), ...ids.map(notificationsOf)]
}

/** The tables written by a commit; null if unknown, which may be any of them. */
export type CommitListener = (tables: ReadonlySet<string> | null) => void

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
    this.#unfollow ??= this.#follow(tables => this.tell(tables))
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size === 0) this.stop()
    }
  }

  tell(tables: ReadonlySet<string> | null): void {
    if (tables === null || tables.size > 0) for (const listener of this.#listeners) listener(tables)
  }

  stop(): void {
    this.#unfollow?.()
    this.#unfollow = null
  }
}

/** Records the tables that some work reads, however deep its statements are. */
export class ReadNotes {
  readonly #current = new AsyncLocalStorage<Set<string>>()

  async of<T>(work: () => Promise<T>): Promise<NotedReads<T>> {
    const tables = new Set<string>()
    return {value: await this.#current.run(tables, work), tables}
  }

  get wanted(): Set<string> | undefined {
    return this.#current.getStore()
  }
}

export interface NotedReads<T> {
  readonly value: T
  readonly tables: ReadonlySet<string>
}
