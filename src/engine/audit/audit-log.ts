/**
 * The audit log of an installation. An entry is written in the transaction of what it tells; its place in the chain
 * follows after the commit, so that transactions do not wait for each other (decision 174).
 */
import {AsyncLocalStorage} from 'node:async_hooks'
import {newId} from '../../store/ids.ts'
import type {Db} from '../../store/sql.ts'
import type {Store} from '../../store/store.ts'
import type {Actor} from '../base/actor.ts'
import {type Collector, removeOldEntries, sealEntries, sendEntries} from './audit-chain.ts'
import {type AuditEvent, type AuditOrigin, auditEntry, insertEntry} from './audit-entry.ts'

interface AuditOptions {
  readonly store: Store
  /** Milliseconds; tests control it. */
  readonly clock: () => number
}

/** Milliseconds in which the same refusal of the same sender is written once. */
const quietFor = 60_000
/** Senders whose refusals are counted at a time. */
const mostCounted = 10_000

interface Repeated {
  readonly until: number
  count: number
}

export class AuditLog {
  private readonly options: AuditOptions
  private readonly origin = new AsyncLocalStorage<AuditOrigin>()
  private readonly repeated = new Map<string, Repeated>()

  constructor(options: AuditOptions) {
    this.options = options
  }

  /** Entries that the work writes have this origin. */
  during<T>(origin: AuditOrigin, work: () => T): T {
    return this.origin.run(origin, work)
  }

  /** In the transaction of what happened. */
  async note(db: Db, event: AuditEvent): Promise<void> {
    const {clock} = this.options
    await insertEntry(db, auditEntry(event, {id: newId(), now: clock(), origin: this.origin.getStore() ?? null}))
  }

  /** For what has no transaction of its own, such as a failure. */
  async report(event: AuditEvent): Promise<void> {
    await this.options.store.transaction(db => this.note(db, event))
  }

  /**
   * A refusal that a program can cause as often as it likes: the same one of the same sender is written once in a
   * minute, with the number of those since the one before.
   */
  async reportRefusal(event: AuditEvent): Promise<void> {
    const now = this.options.clock()
    const {kind, by, about} = event
    const key = JSON.stringify([kind, senderOf(by), about, this.origin.getStore()?.address, event.details])
    const known = this.repeated.get(key)
    if (known && known.until > now) {
      known.count += 1
      return
    }
    if (this.repeated.size >= mostCounted) this.repeated.clear()
    this.repeated.set(key, {until: now + quietFor, count: 0})
    const times = known?.count ?? 0
    const details = times > 0 ? {...event.details, repeated: String(times)} : (event.details ?? {})
    await this.report({...event, outcome: 'refused', details})
  }

  /**
   * Gives entries their places in the chain, also those of other processes, such as commands. `all`: also looks for
   * entries that were written long before the last one.
   */
  seal({all = false} = {}): Promise<number> {
    return sealEntries(this.options.store, {all})
  }

  /** Hands entries of the chain to a log collector. */
  send(collector: Collector): Promise<number> {
    return sendEntries(this.options.store, collector)
  }

  /** Removes what is older than this many seconds. */
  removeOld(length: number): Promise<number> {
    const now = this.options.clock()
    return removeOldEntries(this.options.store, {before: now - length * 1000, now})
  }
}

const senderOf = (by: Actor): string => (by.kind === 'person' ? by.id : by.kind)
