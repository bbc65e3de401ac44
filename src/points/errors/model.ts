/** Point 8: the error catalogue. A code, the status of the answer that carries it, and what it says to people. */
import type {Place} from '../../document/finding.ts'
import type {Text} from '../../document/raw.ts'

export interface CatalogueEntry {
  readonly code: string
  readonly status: number
  readonly message: string
}

export interface DeclaredEntry extends CatalogueEntry, Place {
  /** Where the message stands. */
  readonly said: Text
}

export interface Errors {
  readonly declared: ReadonlyMap<string, DeclaredEntry>
  /** Constants of point 9 as messages show them, by name. */
  readonly constants: Readonly<Record<string, string>>
  /** In which the engine's own codes speak. */
  readonly language: string
}
