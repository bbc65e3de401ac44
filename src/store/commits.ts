/** Which tables statements read and write, and who is told after a commit. Both follow from the text of the statements, so nothing can be forgotten. */
import {AsyncLocalStorage} from 'node:async_hooks'
import {isId} from './ids.ts'

export interface StatementTables {
  readonly reads: readonly string[]
  readonly writes: readonly string[]
}

const written = /\b(?:insert\s+into|update|delete\s+from)\s+"?(\w+)/gi
/** A name after a comma may be a column: a table too many is looked at for nothing, one too few would be missed. */
const read = /(?:\b(?:from|join)\s+|,\s*(?:lateral\s+)?(?="))"?(\w+)/gi

export function tablesIn(text: string): StatementTables {
  const names = (pattern: RegExp) => [...new Set([...text.matchAll(pattern)].map(([, name = '']) => name))]
  return {reads: names(read), writes: /^\s*select\b/i.test(text) ? [] : names(written)}
}

/** Notifications are the one table that everyone reads and nearly every change writes, so the people concerned are noted with it. */
const personal = 'nonet_notification'

/** How a commit names the notifications of one person. */
export function notificationsOf(person: string): string {
  return `${personal} ${person}`
}

/** What a statement has written, for the listeners of its commit. */
export function writtenBy({writes}: StatementTables, parameters: readonly unknown[]): readonly string[] {
  if (!writes.includes(personal)) return writes
  const ids = parameters.filter(each => typeof each === 'string' && isId(each)).map(String)
  // One that names nobody concerns everyone: the sweep of old ones.
  return ids.length === 0 ? writes : [...writes.filter(each => each !== personal), ...ids.map(notificationsOf)]
}

/** The tables that a commit has written; null: any of them, as far as is known. */
export type CommitListener = (tables: ReadonlySet<string> | null) => void

/** Tells listeners of commits, and follows those of other processes while there is a listener. */
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

/** What a piece of work reads, however deep inside it the statements are. */
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
