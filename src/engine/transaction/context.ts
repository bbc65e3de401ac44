/**
 * The contexts of a write. A `WriteContext` is a transaction that writes; a `ChangeContext` is inside one change of it,
 * and only `inUnit` creates one.
 */

import type {Json} from '../../feel/core.ts'
import type {Value} from '../../feel/value.ts'
import type {Entity} from '../../points/entities/model.ts'
import type {ProvisionalNumbers} from '../../store/ids.ts'
import type {Schema} from '../../store/schema.ts'
import type {Store} from '../../store/store.ts'
import type {AuditLog} from '../audit/audit-log.ts'
import type {Keepable} from '../files/file-store.ts'
import type {OutgoingKind} from '../outbox/outbox.ts'
import {allSeeing, type ReadContext, type RuleCheck} from '../query/read-context.ts'
import type {FieldValues} from '../query/stored.ts'
import type {WrittenRecords} from './written-records.ts'

/*
 * A unit of work: everything one change has written so far. Rules, history and effects wait until all of it is
 * written: a form with its line items, an action with its effects, or several requests. It only collects;
 * `pipeline.ts` completes it.
 */

/** A history entry. */
export interface HistoryEvent {
  /** The id of the entry, which notifications refer to. */
  readonly entry: string
  readonly entity: Entity
  readonly id: string
  readonly action: string
  readonly version: number
  readonly before: FieldValues | null
  readonly after: FieldValues | null
  /** Lists of line items that were reordered; previous positions are in the history of each item. */
  readonly ordered?: readonly string[]
  /** An action whose only effects are notifications. */
  readonly onlyNotifies?: boolean
}

export interface NewNotification {
  readonly person: string
  readonly event: string
  readonly entity: string
  readonly record: string
  readonly action: string
  /** The name of a deleted record. */
  readonly name: string | null
  /** The sentence for this recipient and the text of the action, with fields in braces. */
  readonly text?: string | null
  readonly says?: string | null
  /** The values, at that time, of the fields that the text mentions. */
  readonly values?: Readonly<Record<string, Json>> | null
}

/** A call of point 7, or an effect of own code. Its payload is built at the end of the change. */
export interface NewCall {
  readonly kind: OutgoingKind
  readonly name: string
  readonly event: string
  readonly entity: string
  readonly record: string
  readonly action: string
  /** The action's text about the record, with fields in braces. */
  readonly says: string | null
}

/** The payload of a call, and the version of the record in it. */
interface SentCall {
  readonly version: number
  readonly payload: Json
}

/** An effect that leaves the application, with the values at the time it was caused. */
type Outgoing =
  | {readonly kind: 'notification'; readonly notification: NewNotification}
  | {readonly kind: 'call'; readonly call: NewCall}
  | {readonly kind: 'address'; readonly news: AddressNews}

/** What the mails about an address are made of. `MailsAddresses` makes their texts and links. */
export type AddressNews =
  | {
      readonly kind: 'asked'
      readonly person: string
      /** The address that stays until then; the same one if it is to be proved. */
      readonly from: string
      readonly to: string
      readonly asksPassword: boolean
    }
  /** `from`: the address that was proved last. */
  | {readonly kind: 'moved'; readonly person: string; readonly from: string; readonly to: string}
  /** The address of an invited person was corrected: earlier invitations have ended. */
  | {readonly kind: 'invited'; readonly person: string}

/** Writes the mails; those of a change that can be undone wait. */
export type MailsAddresses = (context: WriteContext, news: AddressNews) => Promise<void>

/** The searchable words of a record. Null `before` for a new record; null values for a deleted one. */
interface SearchChange {
  readonly entity: Entity
  readonly id: string
  readonly before: FieldValues | null
  readonly values: FieldValues | null
}

/** The record an action is performed on, and its inputs. */
interface ActedOn {
  readonly entity: string
  readonly id: string
  readonly inputs: ReadonlyMap<string, Value>
}

interface NotedCheck {
  readonly check: RuleCheck
  /** The index of the request. */
  readonly at: number
}

/** The confirmation shown after a change, and how long it can be undone. */
export interface DoneChange {
  readonly id: string
  readonly text: string
  readonly href: string | null
  /** Milliseconds; null if it cannot be undone. */
  readonly until: number | null
}

/**
 * Something that a change does beside its records. Each kind is declared where it is caused, with how it is reversed and
 * completed (`SideEffect` in `journal.ts`). Stored as JSON for as long as the change can be undone.
 */
export type JournalEntry =
  /** A row of the outbox that leaves the application when the change can no longer be undone. */
  | {readonly kind: 'letter'; readonly id: string}
  /** Personal data that is erased when the change can no longer be undone. */
  | {readonly kind: 'erasure'; readonly entity: string; readonly id: string}
  /** A state that a record left, and when it had entered it; null if it had been in it since it was created. */
  | {
      readonly kind: 'state'
      readonly entity: string
      readonly id: string
      readonly state: string
      readonly since: string | null
    }
  /** When the system had last performed an action on a record before the change; null if it had not. */
  | {
      readonly kind: 'performed'
      readonly entity: string
      readonly id: string
      readonly action: string
      readonly at: string | null
    }
  /** A notification that was unread before the change. */
  | {readonly kind: 'seen'; readonly notification: string; readonly person: string}
  /** A link that the change has made; its mail waits as a letter. */
  | {readonly kind: 'link'; readonly token: string}
  /** The address that a person had proved before the change; null if an earlier version has not noted it. */
  | {readonly kind: 'proved'; readonly person: string; readonly email: string | null}
  /** A row that gave a person access, and that the change has removed. */
  | {
      readonly kind: 'access'
      readonly table: string
      readonly row: Readonly<Record<string, string | null>>
      /** When the person had chosen their password; null without one. */
      readonly chosen: string | null
    }

/** A call of an author's function, with its values by their names. */
export interface FunctionCall {
  readonly name: string
  readonly values: Readonly<Record<string, Json>>
}

/** What the functions give, in the order of the calls. Rejected with `FunctionFailed`, whose reason is in the log. */
export type CallFunctions = (calls: readonly FunctionCall[]) => Promise<readonly Json[]>

/** Own code has thrown, or has given something else than it declares. */
export class FunctionFailed extends Error {}

/** It has not answered in time: another call would wait as long, and hold the transaction. */
export class FunctionStopped extends FunctionFailed {}

/** Collects what a transaction does beside its records. */
export interface Journal {
  /** Milliseconds for which what leaves the application is held back; 0 if the change cannot be undone. */
  readonly delay: number
  add(entry: JournalEntry): void
  note(unit: UnitOfWork): void
}

export class UnitOfWork {
  readonly history: HistoryEvent[] = []
  readonly search: SearchChange[] = []
  readonly outgoing: Outgoing[] = []
  /** Records whose personal data is to be erased, including the entries of this change. */
  readonly forgotten: {readonly entity: Entity; readonly id: string}[] = []
  acted: ActedOn | null = null
  private readonly noted = new Map<string, NotedCheck>()

  /** In the order in which the records were first written. */
  get checks(): readonly NotedCheck[] {
    return [...this.noted.values()]
  }

  /**
   * Several changes of one record are merged: the values before the first change, and the last action. Deleted records
   * are not checked.
   */
  check(check: RuleCheck, at: number): void {
    const key = `${check.entity} ${check.id}`
    const first = this.noted.get(key)
    if (check.kind === 'delete') this.noted.delete(key)
    else this.noted.set(key, first ? {check: joined(first.check, check), at: first.at} : {check, at})
  }
}

function joined(first: RuleCheck, next: RuleCheck): RuleCheck {
  if (first.byParts && next.byParts) return {...first, byParts: first.byParts.union(next.byParts)}
  // A record that was itself written is checked against all its rules anyway.
  if (next.byParts) return first
  return first.byParts ? next : {...next, kind: first.kind, before: first.before}
}

export interface WriteContext extends ReadContext {
  readonly written: WrittenRecords
  /** With the actual names of counters. */
  readonly schema: Schema
  /** For the listeners of the commit, after each statement that writes rows. */
  readonly describeRows: Store['describeRows']
  /** Updates the search index. */
  readonly search: (context: WriteContext, records: readonly SearchChange[]) => Promise<void>
  /**
   * Builds the payload of an outgoing call from the record at the end of the change; null if there is nothing to send.
   */
  readonly outgoing: (context: ChangeContext, call: NewCall, id: string) => Promise<SentCall | null>
  /** Numbers of a rehearsal; null where numbers are assigned. */
  readonly provisional: ProvisionalNumbers | null
  /** Work outside the database that runs after all decisions and before the commit. */
  readonly beforeCommit: Keepable[]
  /** What the transaction does beside its records. */
  readonly journal: Journal
  /** Null where own code does not run. */
  readonly functions: CallFunctions | null
  /** Writes the mails about addresses of people. */
  readonly mailsAddresses: MailsAddresses
  /** Null if none is kept. */
  readonly audit: AuditLog | null
  /** New addresses that take effect when they are proved. */
  readonly askedAddresses: string[]
  /** The digest of the session to keep when the person's other sessions are ended. */
  readonly keepsSession?: string | null
}

export interface ChangeContext extends WriteContext {
  readonly unit: UnitOfWork
  /** The index of the request. */
  readonly at: number
  /** The position of the record in its owner's form, such as `lines.0`; null for the record of the request. */
  readonly place: string | null
}

/**
 * For effects of the document: they may read and write everything, while the history records the actor who caused them.
 */
export function asEngine(context: ChangeContext): ChangeContext {
  return {...unrestricted(context), asEngine: true}
}

/**
 * Lifts permissions that are decided elsewhere, such as by the owner of a line item. Input is still validated as the
 * actor's.
 */
export function unrestricted<Context extends ReadContext>(context: Context): Context {
  return {...context, visibility: allSeeing(context)}
}

export function isTrusted({actor, asEngine}: Pick<ReadContext, 'actor' | 'asEngine'>): boolean {
  return asEngine === true || actor.kind === 'operator' || actor.kind === 'engine'
}
