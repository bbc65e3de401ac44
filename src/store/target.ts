/** Where a plan leads: the schema of the new document, with the behaviour of its types and what new fields begin with. */
import type {FieldUse, Locale} from '../points/entities/field-type.ts'
import type {Fill} from './change.ts'
import type {Schema} from './schema.ts'

export interface Target {
  readonly schema: Schema
  readonly locale: Locale
  use(entity: string, field: string): FieldUse
  /** What existing records get in a new required field. */
  fill(entity: string, field: string): Fill
  /** A type as an earlier document wrote it; null where this version cannot read it any more. */
  earlierUse(written: string, settings: Schema['settings']): FieldUse | null
}
