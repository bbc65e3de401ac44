import type {ScreenCondition} from '../paths.ts'

/** The bookings of a list's records: a record is free if none of its bookings overlaps the period. */
export interface FreeTime {
  readonly entity: string
  readonly from: string
  readonly to: string
  /** The field that refers to the record of the list. */
  readonly per: string
  /** The condition on the bookings that count. */
  readonly where: ScreenCondition | null
  /** A condition on the record of the list; its inputs, named like the two fields, are the ends of the period. */
  readonly available: ScreenCondition | null
}
