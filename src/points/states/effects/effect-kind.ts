/** What every kind of effect answers about itself while the document is read. */
import type {Text} from '../../../document/raw.ts'
import type {RowContext} from '../action-context.ts'
import type {Effect} from '../model.ts'

export interface EffectKind {
  /** How it begins: `set`, `for each`. */
  readonly word: string
  readonly example: string
  /** Null where it is wrong; then there is a finding. `readEffect` reads an effect inside this one. */
  read(text: Text, context: RowContext, readEffect: (text: Text, context: RowContext) => Effect | null): Effect | null
}

/** How the name of a field is written, spaces and all. */
export const fieldName = '[a-z][a-z0-9]*(?:[ _]+[a-z0-9]+)*'
