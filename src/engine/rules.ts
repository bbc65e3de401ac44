/** The seam of point 5: judges a change on the world as it leaves it, inside its transaction. */
import type {Value} from '../feel/value.ts'
import type {ChangeProblem} from './change.ts'
import type {Writing} from './writing.ts'

export interface JudgedChange {
  readonly kind: 'create' | 'update' | 'delete'
  readonly entity: string
  readonly id: string
  readonly action: string
  /** The stored fields before the change; null for a new record. */
  readonly before: ReadonlyMap<string, Value> | null
  /** What the action asked for beyond fields of the record. */
  readonly inputs?: ReadonlyMap<string, Value>
}

export type Rules = (writing: Writing, change: JudgedChange) => Promise<readonly Omit<ChangeProblem, 'at'>[]>

/** For a document without rules of its own: what point 3 says of types, lengths and uniqueness is judged elsewhere. */
export const noRules: Rules = async () => []
