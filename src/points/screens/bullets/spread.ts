/** Where the records of a screen are in time. */
import {derivedBullet} from './bullet.ts'

export interface Spread {
  readonly from: string
  /** Null if everything is on one day or at one time. */
  readonly to: string | null
  /** The field of the rows; null without rows. */
  readonly per: string | null
}

/** A kind that shows records in time says how it follows from what its screens show. */
export const spread = derivedBullet('spread', {absent: null, usual: (): Spread | null => null})
