/** The contexts of a write. A `WriteContext` is a transaction that writes; a `ChangeContext` is inside one change of it, and only `inUnit` makes one. */
import type {Schema} from '../../store/schema.ts'
import {allSeeing, type ReadContext} from '../read-context.ts'
import type {NewCall, SearchChange, SentCall, Undoable, UnitOfWork} from './unit.ts'

export interface WriteContext extends ReadContext {
  /** With the names that counters really have. */
  readonly schema: Schema
  /** Updates what searches look into. */
  readonly search: (context: WriteContext, records: readonly SearchChange[]) => Promise<void>
  /** What an outgoing call with this id sends of the record as the change leaves it; null where there is nothing to send. */
  readonly outgoing: (context: ChangeContext, call: NewCall, id: string) => Promise<SentCall | null>
  /** What has to be done outside the database once everything is decided, before the transaction is committed. */
  readonly beforeCommit: (() => Promise<void>)[]
  /** Gathers what the transaction does, where the person can take it back; what would leave the application waits as long. */
  readonly undo?: Undoable | null
  /** The digest of the session that stays when others of the same person are ended. */
  readonly keepsSession?: string | null
}

export interface ChangeContext extends WriteContext {
  readonly unit: UnitOfWork
  /** Which of several requests this is. */
  readonly at: number
  /** Where the record is in the form of its owner: `lines.0`; null for the record of the request itself. */
  readonly place: string | null
}

/** The document's own effects: they may do all and see all, while history tells who caused them. */
export function asEngine(context: ChangeContext): ChangeContext {
  return {...unrestricted(context), asEngine: true}
}

/** What the actor may do is decided by something else, such as the owner of a part; what they fill in is still checked as theirs. */
export function unrestricted<Context extends ReadContext>(context: Context): Context {
  return {...context, visibility: allSeeing(context)}
}

export function isTrusted({actor, asEngine}: Pick<ReadContext, 'actor' | 'asEngine'>): boolean {
  return asEngine === true || actor.kind === 'operator' || actor.kind === 'engine'
}
