/**
 * The journal of a transaction: the net change of each record, and everything that the change does beside its records.
 * An entry is reversed if the person undoes the change, and completed when that is no longer possible: after some
 * seconds or, if the change cannot be undone at all, at its end.
 */
import type {Entity} from '../../points/entities/model.ts'
import {fileEntity} from '../../points/entities/values/references.ts'
import {columnFields, type FieldValues, pairFields} from '../query/stored.ts'
import type {ChangedRecord} from './change.ts'
import type {Journal, JournalEntry, UnitOfWork, WriteContext} from './context.ts'
import {isSame} from './history.ts'

/** What a kind of entry needs, declared where such entries are caused. The last entry of a change comes first. */
export interface SideEffect<Kind extends JournalEntry['kind']> {
  /** The change is undone. Throws `ChangeRejected` if that is no longer possible. */
  readonly undo: (context: WriteContext, entries: readonly EntryOf<Kind>[]) => Promise<void>
  /** The change can no longer be undone. */
  readonly complete: (context: WriteContext, entries: readonly EntryOf<Kind>[]) => Promise<void>
}

export type EntryOf<Kind extends JournalEntry['kind']> = Extract<JournalEntry, {readonly kind: Kind}>

/** Nothing is left to do. */
export const nothing = async (): Promise<void> => {}

/** A record before and after the transaction. */
export interface NetRecord {
  readonly entity: Entity
  readonly id: string
  readonly before: FieldValues | null
  after: FieldValues | null
  version: number
  /** The last action on the record. */
  action: string
}

/** Changes of more records than this cannot be undone. */
export const mostUndone = 200

/** Why Undo is not offered. */
type Finality =
  /** Only people undo, and only what they did on a page; not imports, for example. */
  | 'not offered'
  | 'too many records'
  /** A file that no record refers to is removed. */
  | 'files'

export class ChangeJournal implements Journal {
  readonly entries: JournalEntry[] = []
  readonly net = new Map<string, NetRecord>()
  private readonly window: number | null
  private final: Finality | null

  /**
   * `window`: how long the person can undo the change, in milliseconds. Null: no one is told what has changed, so
   * nothing of the records is kept, however many they are.
   */
  constructor(window: number | null) {
    this.window = window
    this.final = window ? null : 'not offered'
  }

  get delay(): number {
    return (this.final === null ? this.window : null) ?? 0
  }

  get canBeUndone(): boolean {
    return this.final === null && this.net.size > 0
  }

  add(entry: JournalEntry): void {
    this.entries.push(entry)
  }

  note({history}: UnitOfWork): void {
    if (this.window === null) return
    for (const {entity, id, before, after, version, action} of history) {
      const key = `${entity.name} ${id}`
      const known = this.net.get(key)
      if (known) Object.assign(known, {after, version, action})
      else this.net.set(key, {entity, id, before, after, version, action})
      if (before && after && changesFiles(entity, before, after)) this.final ??= 'files'
    }
    this.limit()
  }

  /** For a step of the transaction that may fail on its own; see `join`. */
  nested(): ChangeJournal {
    return new ChangeJournal(this.window === null ? null : this.delay)
  }

  /** Adds a step that the system performed because of the change: the person's own actions stay what is described. */
  join({net, entries, final}: ChangeJournal): void {
    for (const [key, step] of net) {
      const known = this.net.get(key)
      if (known) Object.assign(known, {after: step.after, version: step.version})
      else this.net.set(key, step)
    }
    this.entries.push(...entries)
    this.final ??= final
    this.limit()
  }

  /** The net change of a record. */
  of({entity, id}: Pick<ChangedRecord, 'entity' | 'id'>): Readonly<NetRecord> | null {
    return this.net.get(`${entity} ${id}`) ?? null
  }

  private limit(): void {
    if (this.net.size > mostUndone) this.final ??= 'too many records'
  }
}

function changesFiles(entity: Entity, before: FieldValues, after: FieldValues): boolean {
  return [...columnFields(entity), ...pairFields(entity)].some(({name, type: {storage}}) => {
    const target = storage.kind === 'pairs' ? storage.entity : storage.kind === 'column' ? storage.references : null
    return target === fileEntity && !isSame(before.get(name) ?? null, after.get(name) ?? null)
  })
}
