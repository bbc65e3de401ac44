/**
 * One read for all that a page reads, on one connection and of one snapshot: the statements of its parts are sent
 * together. A part that fails is read again with a read of its own; the transaction answers no one after a failure.
 */
import {AsyncLocalStorage} from 'node:async_hooks'
import type {Db} from '../sql.ts'
import {driverError, StoreError} from '../store-error.ts'
import {beginRead, type OpenRead} from './pipelined-read.ts'
import type {PreparingClient} from './prepared-statements.ts'

export class SharedReads {
  readonly #connect: () => Promise<PreparingClient>
  readonly #current = new AsyncLocalStorage<SharedRead>()

  constructor(connect: () => Promise<PreparingClient>) {
    this.#connect = connect
  }

  /** The reads within the work share one, until a part of it fails or writes. */
  async within<T>(work: () => Promise<T>): Promise<T> {
    if (this.#current.getStore()) return work()
    const shared = new SharedRead(this.#connect)
    try {
      return await this.#current.run(shared, work)
    } finally {
      shared.end()
    }
  }

  /** Null outside `within`, and once the sharing has ended. */
  get current(): SharedRead | null {
    const shared = this.#current.getStore()
    return shared && !shared.isOver ? shared : null
  }
}

/** The transaction has failed before, or the read was ended. */
function isOfAnother(error: unknown): boolean {
  return driverError(error).code === '25P02' || (error instanceof StoreError && error.code === 'CLOSED')
}

class SharedRead {
  readonly #connect: () => Promise<PreparingClient>
  #open: Promise<OpenRead> | null = null
  isOver = false

  constructor(connect: () => Promise<PreparingClient>) {
    this.#connect = connect
  }

  /** `alone`: a read of its own, if another part fails or writes while this one is read. */
  async read<T>(work: (db: Db) => Promise<T>, alone: () => Promise<T>): Promise<T> {
    this.#open ??= this.#connect().then(beginRead)
    let isBroken = () => true
    try {
      const opened = await this.#open
      isBroken = opened.isBroken
      return await opened.through(work)
    } catch (error) {
      if (isBroken()) this.end()
      if (this.isOver && isOfAnother(error)) return alone()
      throw error
    }
  }

  /** Later reads are their own. */
  end(): void {
    if (this.isOver) return
    this.isOver = true
    // What could not be opened was reported to who asked for it.
    this.#open?.then(({end}) => end()).catch(() => {})
  }
}
