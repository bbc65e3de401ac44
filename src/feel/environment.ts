/**
 * The input of an evaluation: the records, the acting person, the clock, the zone and the working week. Expressions
 * have no other input.
 */

import {CalendarDate, DateTime, epochOf, fromEpoch, inZone, Time} from './calendar.ts'
import type {Reference, Value} from './value.ts'

/** The records, wherever they are stored. */
export interface EvaluationContext {
  /** Every record of an entity, ordered by id. */
  all(entity: string): readonly Reference[]
  /** A stored or computed field of a record, or the references of a relation; null for a deleted record. */
  field(reference: Reference, name: string): Value
}

/** Closures keep no part of it, so it may be reused with another `this`. */
export interface Environment {
  readonly world: EvaluationContext
  readonly this: Reference | null
  readonly me: Reference | null
  /** The record before the change; `world` provides its fields. */
  readonly old: Reference | null
  readonly inputs: ReadonlyMap<string, Value>
  /** The values of parameter nodes, by name. */
  readonly parameters?: ReadonlyMap<string, Value>
  /** The instant of the request. */
  readonly now: DateTime
  /**
   * TIME_ZONE: in a document a date and time is an instant, parsed and formatted in this zone. Absent for `nonet feel`,
   * where a date and time stays as written.
   */
  readonly zone?: string
  /** The date in the zone at `now`, if already known. */
  readonly today?: CalendarDate
  /** WORKING_WEEK: 1 is Monday, 7 is Sunday. */
  readonly workingWeek: readonly number[]
  /** Called when an evaluation was aborted because it exceeded its bounds. */
  readonly exceeded?: () => void
}

// A date and time in its zone: in a document it is an instant, shown in TIME_ZONE; without a zone (`nonet feel`) it
// stays as written.

/** The local time. */
export const wall = (at: DateTime, {zone}: Environment): DateTime | null => (zone === undefined ? at : inZone(at, zone))

/** A date and time as stored in documents: an instant in whole milliseconds. */
export function settle(at: DateTime | null, {zone}: Environment): DateTime | null {
  if (at === null || zone === undefined) return at
  const placed = at.time.zone === null ? inZone(at, zone) : at
  // Instants beyond the exact range do not exist, in SQL neither.
  if (placed === null || !Number.isSafeInteger(epochOf(placed))) return null
  return fromEpoch(epochOf(placed), at.time.nano - (at.time.nano % 1e6), 0)
}

export type Day = CalendarDate | DateTime

/** The date of a date, or of a date and time in local time. */
export function dayOf(at: Day, environment: Environment): CalendarDate | null {
  return at instanceof CalendarDate ? at : (wall(at, environment)?.date ?? null)
}

export const midnight = (date: CalendarDate, zone: Time['zone']): DateTime => new DateTime(date, new Time(0, 0, zone))
