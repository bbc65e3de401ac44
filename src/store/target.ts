/** Where a plan leads: the schema of the new document, with the behaviour of its types and what new fields begin with. */
import type {SqlContext} from '../feel/sql/to-sql.ts'
import type {FieldUse, Locale} from '../points/entities/field-type.ts'
import type {Fill} from './change.ts'
import type {Schema} from './schema.ts'

export interface Target {
  readonly schema: Schema
  readonly locale: Locale
  /** What expressions read from the clock and the calendar. */
  readonly clock: Pick<SqlContext, 'now' | 'zone' | 'workingWeek'>
  use(entity: string, field: string): FieldUse
  /** Fields of text or numbers that people know a record by: its number, and what names it. */
  namedBy(entity: string): readonly string[]
  /** What the words of a field are to people. */
  wordsOf(entity: string, field: string): 'choice' | 'state' | 'role'
  /** What existing records get in a new required field. */
  fill(entity: string, field: string): Fill
  /** A type as this document writes it. */
  later(written: string): FieldUse | null
  /** A type as an earlier document wrote it; null where this version cannot read it any more. */
  earlierUse(written: string, settings: Schema['settings']): FieldUse | null
}
