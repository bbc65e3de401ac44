/** Point 8: the error catalogue. Each entry has a code, an HTTP status and a message. */
import type {Place} from '../../document/finding.ts'
import type {Text} from '../../document/raw.ts'

export interface CatalogueEntry {
  readonly code: string
  readonly status: number
  readonly message: string
}

export interface DeclaredEntry extends CatalogueEntry, Place {
  /** The place of the message. */
  readonly said: Text
}

export interface Errors {
  readonly declared: ReadonlyMap<string, DeclaredEntry>
  /** The texts of constants of point 9, by name. */
  readonly constants: Readonly<Record<string, string>>
  /** The language of the built-in messages. */
  readonly language: string
}
