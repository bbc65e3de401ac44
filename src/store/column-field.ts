/** A field together with the column that its type wants. */
import type {Field} from '../points/entities/model.ts'
import type {Column} from './schema.ts'

export interface ColumnField {
  readonly field: Field
  readonly column: Column
  /** The entity whose id it holds. */
  readonly references: string | null
  /** Where the numbers begin that it gets for itself. */
  readonly counter: number | null
}
