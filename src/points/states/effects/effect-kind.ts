/** The interface of an effect kind while the document is read. */
import type {Text} from '../../../document/raw.ts'
import type {RowContext} from '../action-context.ts'
import type {Effect} from '../model.ts'

export interface EffectKind {
  /** The first word or words: `set`, `for each`. */
  readonly word: string
  readonly example: string
  /** Null if the effect is wrong; a finding is then reported. `readEffect` reads an effect inside this one. */
  read(text: Text, context: RowContext, readEffect: (text: Text, context: RowContext) => Effect | null): Effect | null
}

/** A pattern for the name of a field, spaces included. */
export const fieldName = '[a-z][a-z0-9]*(?:[ _]+[a-z0-9]+)*'
