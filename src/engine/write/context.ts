/** The contexts of a write. A `WriteContext` is a transaction that writes; a `ChangeContext` is inside one change of it, and only `inUnit` makes one. */

import type {Json} from '../../feel/core.ts'
import type {Value} from '../../feel/value.ts'
import type {Entity} from '../../points/entities/model.ts'
import type {Schema} from '../../store/schema.ts'
import type {Db} from '../../store/sql.ts'
import type {FieldValues} from '../query/stored.ts'
import {allSeeing, type ReadContext, type RuleCheck} from '../read-context.ts'

/*
 * A unit of work: what one change has written so far. Rules, history and effects wait until all of it is written: a form with its line items, an action
 * with its effects, several requests together. It only collects; `pipeline.ts` settles it.
 */

/** One entry of history. */
export interface HistoryEvent {
  /** The id of the entry: notifications name it. */
  readonly entry: string
  readonly entity: Entity
  readonly id: string
  readonly action: string
  readonly version: number
  readonly before: FieldValues | null
  readonly after: FieldValues | null
  /** Lists of parts that are in another order now; where each was is in the history of the part. */
  readonly ordered?: readonly string[]
}

export interface NewNotification {
  readonly person: string
  readonly event: string
  readonly entity: string
  readonly record: string
  readonly action: string
  /** What a record was called that is gone now. */
  readonly name: string | null
  /** The sentence for this person, and what the action says; with fields in braces. */
  readonly text?: string | null
  readonly says?: string | null
}

/** A call of point 7; what it sends is decided at the end of the change. */
export interface NewCall {
  readonly name: string
  readonly event: string
  readonly entity: string
  readonly record: string
  readonly action: string
  /** What the action says of the record, with fields in braces. */
  readonly says: string | null
}

/** What a call sends, and the version of the record that it tells of. */
interface SentCall {
  readonly version: number
  readonly payload: Json
}

/** An effect that leaves the application, with the values of the moment in which it was caused. */
type Outgoing =
  | {readonly kind: 'notification'; readonly notification: NewNotification}
  | {readonly kind: 'call'; readonly call: NewCall}

/** The words of a record that searches look into; null before: it is new; null values: it is gone. */
interface SearchChange {
  readonly entity: Entity
  readonly id: string
  readonly before: FieldValues | null
  readonly values: FieldValues | null
}

/** The record that an action is performed on, and what it asked for. */
interface ActedOn {
  readonly entity: string
  readonly id: string
  readonly inputs: ReadonlyMap<string, Value>
}

interface NotedCheck {
  readonly check: RuleCheck
  /** Which of the requests. */
  readonly at: number
}

/** Since when a record was in the state that it has left. */
export interface LeftState {
  readonly entity: string
  readonly id: string
  readonly state: string
  /** Null: since the record was created. */
  readonly since: string | null
}

/** What the person is told of a change, and how long they can take it back. */
export interface DoneChange {
  readonly id: string
  readonly text: string
  readonly href: string | null
  /** Milliseconds; null where it cannot be undone. */
  readonly until: number | null
}

/** What a transaction does, where the person can take it back for some seconds. */
export interface Undoable {
  /** Milliseconds. */
  readonly window: number
  /** Whether what would leave the application waits as long. */
  readonly holds: boolean
  /** Rows of the outbox that wait. */
  readonly held: string[]
  /** Records whose personal data is forgotten then. */
  readonly forgotten: {readonly entity: string; readonly id: string}[]
  note(unit: UnitOfWork): void
  /** Called before the record leaves the state. */
  leave(context: {readonly db: Db}, left: Omit<LeftState, 'since'>): Promise<void>
}

export class UnitOfWork {
  readonly history: HistoryEvent[] = []
  readonly search: SearchChange[] = []
  readonly outgoing: Outgoing[] = []
  /** Records whose personal data is to be forgotten, this change's own entries included. */
  readonly forgotten: {readonly entity: Entity; readonly id: string}[] = []
  acted: ActedOn | null = null
  private readonly noted = new Map<string, NotedCheck>()

  /** In the order in which the records were first written. */
  get checks(): readonly NotedCheck[] {
    return [...this.noted.values()]
  }

  /** Several changes of one record are one: from what was before the first, by the last action. What is gone keeps no rules. */
  check(check: RuleCheck, at: number): void {
    const key = `${check.entity} ${check.id}`
    const first = this.noted.get(key)
    if (check.kind === 'delete') this.noted.delete(key)
    else this.noted.set(key, first ? {check: joined(first.check, check), at: first.at} : {check, at})
  }
}

function joined(first: RuleCheck, next: RuleCheck): RuleCheck {
  if (first.byParts && next.byParts) return {...first, byParts: first.byParts.union(next.byParts)}
  // A record that was written itself is checked by all its rules anyway.
  if (next.byParts) return first
  return first.byParts ? next : {...next, kind: first.kind, before: first.before}
}

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
