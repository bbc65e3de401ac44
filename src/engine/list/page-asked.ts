/** What a page is asked for, when all is known but the words of the statements. */
import type {Core} from '../../feel/core.ts'
import type {SqlContext} from '../../feel/sql/to-sql.ts'
import type {Conditions} from './conditions.ts'
import type {OtherOrder} from './other-order.ts'
import type {Place} from './segments.ts'
import type {SortKey} from './sort-keys.ts'

export interface PageQuery {
  readonly entity: string
  /** Its `this` is the row `r`. */
  readonly context: SqlContext
  readonly conditions: Conditions
  readonly keys: readonly SortKey[]
  /** The same keys, where the first is a field of another record. */
  readonly other: OtherOrder | null
  /** Conditions of which one holds on every record, each the beginning of an index that goes on with the order. */
  readonly leads: readonly Core[]
  /** Conditions on the first key, within which a walk may stay. */
  readonly bounds: readonly Core[]
  /** What the record has beside which the page is. */
  readonly place: Place | null
  readonly forward: boolean
  readonly limit: number
  /** Counting stops here. */
  readonly stop: number
}
