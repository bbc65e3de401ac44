/** A computed field as a function of PostgreSQL, for statements that call it; see field-functions.ts. */
import type {Core} from '../core.ts'
import type {TermForm} from './dialect.ts'
import type {Parameter} from './parameter.ts'

export interface FieldFunction {
  /** Contains a digest of its definition, so that versions of a document do not disturb each other. */
  readonly name: string
  /** The statement that creates it. */
  readonly definition: string
  /** Its expression over the row `"r"` of the table; the arguments after the id are `$2` and so on. */
  readonly value: string
  readonly table: string
  /** Its arguments after the id, such as today. */
  readonly parameters: readonly FunctionArgument[]
  readonly form: TermForm
  readonly nullable: boolean
}

export interface FunctionArgument {
  readonly parameter: Parameter
  readonly form: TermForm
}

export interface KnownFunctions {
  /** Null for a computed field that is written out. */
  of(core: Core, entity: string): FieldFunction | null
}
