/**
 * Where a date and time meets the clocks: in a document it is an instant, read by the clocks of TIME_ZONE; without a
 * zone (`nonet feel`) it stays as it was written.
 */
import {CalendarDate, DateTime, epochOf, fromEpoch, inZone, Time} from './calendar.ts'
import type {Environment} from './environment.ts'

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
