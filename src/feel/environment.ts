/**
 * What an evaluation is given from outside: the records, the acting person, the clock, the zone and the working
 * week. Nothing else reaches an expression.
 */
import type {DateTime} from './calendar.ts'
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
  /** WORKING_WEEK: 1 is Monday, 7 is Sunday. */
  readonly workingWeek: readonly number[]
  /** Told when an evaluation was given up because it would have done too much. */
  readonly exceeded?: () => void
}
