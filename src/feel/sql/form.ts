/**
 * The form a value has inside a statement. Values in columns have the form of their column; computed numbers,
 * dates, times and durations are counts, so that both databases calculate with them in the same way.
 *
 *             SQLite                          PostgreSQL
 *   boolean   0, 1                            boolean
 *   text      TEXT                            text
 *   id        TEXT                            uuid
 *   date      TEXT 2026-01-31                 date
 *   time      TEXT 23:59:59                   time(0)
 *   instant   TEXT 2026-01-31T23:59:59.000Z   timestamptz(3)
 *   words     TEXT, a JSON array              jsonb
 *   scaled    INTEGER, × 10^places            bigint where places is 0, else numeric
 *   exact     TEXT, canonical digits          numeric
 *
 * A date counts days since 1970, an instant and a duration seconds, a time seconds of its day.
 */

export type Form =
  | {readonly as: 'boolean' | 'text' | 'id' | 'date' | 'time' | 'instant' | 'words' | 'exact'}
  /** `limit`: no scaled value is farther from zero, so native arithmetic provably stays within 64 bits. */
  | {readonly as: 'scaled'; readonly places: number; readonly limit: bigint}

export type ScaledForm = Form & {readonly as: 'scaled'}

export const booleanForm: Form = {as: 'boolean'}
export const textForm: Form = {as: 'text'}
export const idForm: Form = {as: 'id'}
export const exactForm: Form = {as: 'exact'}

export const scaled = (places: number, limit: bigint): ScaledForm => ({as: 'scaled', places, limit})

/** Both databases calculate in 64 bits. */
export const MOST = 2n ** 63n - 1n
/** A number column holds no more than JavaScript counts exactly. */
export const MOST_IN_COLUMN = 2n ** 53n - 1n
/** Digits after the point that a scaled number may have before it becomes exact. */
export const MOST_PLACES = 15

/** Days from 1970 to the farthest date a column can hold, and so on for times and instants. */
export const dateCount = scaled(0, 2_932_897n)
export const timeCount = scaled(0, 86_399n)
export const instantCount = scaled(3, 253_402_300_800_000n)

export const pow10 = (n: number): bigint => 10n ** BigInt(n)
export const fits = (limit: bigint): boolean => limit < MOST
export const sameForm = (a: Form, b: Form): boolean =>
  a.as === b.as && (a.as !== 'scaled' || b.as !== 'scaled' || a.places === b.places)
