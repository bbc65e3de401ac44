/**
 * The input of an evaluation: the records, the acting person, the clock, the zone and the working week. Nothing else
 * reaches an expression.
 */

import {CalendarDate, DateTime, epochOf, fromEpoch, inZone, Time} from './calendar.ts'
import type {Reference, Value} from './value.ts'

/** The records, wherever they are kept. */
export interface World {
  /** Every record of an entity, ordered by id. */
  all(entity: string): readonly Reference[]
  /** A stored or computed field of a record, or the references of a relation; null for a record that is gone. */
  field(reference: Reference, name: string): Value
}

/** Closures keep nothing of it, so one that is asked of many records may be used again with another `this`. */
export interface Environment {
  readonly world: World
  readonly this: Reference | null
  readonly me: Reference | null
  /** The record before the change; the world answers for its fields. */
  readonly old: Reference | null
  readonly inputs: ReadonlyMap<string, Value>
  /** The values of parameter nodes, by name. */
  readonly parameters?: ReadonlyMap<string, Value>
  /** The instant of the request. */
  readonly now: DateTime
  /**
   * TIME_ZONE: in a document a date and time is an instant, read and written by the clocks of this zone. Absent for
   * `nonet feel`, where a date and time stays as it was written.
   */
  readonly zone?: string
  /** What the calendars of the zone show at `now`, where it is known already. */
  readonly today?: CalendarDate
  /** WORKING_WEEK: 1 is Monday, 7 is Sunday. */
  readonly workingWeek: readonly number[]
  /** Told when an evaluation was given up because it would have done too much. */
  readonly exceeded?: () => void
}

// A date and time in its zone: in a document it is an instant, shown in TIME_ZONE; without a zone (`nonet feel`) it
// stays as written.

/** What the clocks show. */
export const wall = (at: DateTime, {zone}: Environment): DateTime | null => (zone === undefined ? at : inZone(at, zone))

/** A date and time as documents keep it: an instant in whole milliseconds. */
export function settle(at: DateTime | null, {zone}: Environment): DateTime | null {
  if (at === null || zone === undefined) return at
  const placed = at.time.zone === null ? inZone(at, zone) : at
  // Beyond what is counted exactly there are no instants, in SQL neither.
  if (placed === null || !Number.isSafeInteger(epochOf(placed))) return null
  return fromEpoch(epochOf(placed), at.time.nano - (at.time.nano % 1e6), 0)
}

export type Day = CalendarDate | DateTime

/** The date of a date, or of a date and time as the clocks show it. */
export function dayOf(at: Day, environment: Environment): CalendarDate | null {
  return at instanceof CalendarDate ? at : (wall(at, environment)?.date ?? null)
}

export const midnight = (date: CalendarDate, zone: Time['zone']): DateTime => new DateTime(date, new Time(0, 0, zone))
