/** The seam of point 5: judges a change on the world as it leaves it, inside its transaction. */
import type {Value} from '../feel/value.ts'
import type {ChangeProblem} from './change.ts'
import {ownersOf} from './owners.ts'
import type {ReadContext} from './read-context.ts'
import type {Values} from './stored.ts'

export interface JudgedChange {
  readonly kind: 'create' | 'update' | 'delete'
  readonly entity: string
  readonly id: string
  readonly action: string
  /** The stored fields before the change; null for a new record. */
  readonly before: ReadonlyMap<string, Value> | null
  /** The record as the change would make it, where it is not written. */
  readonly pending?: ReadonlyMap<string, Value>
  /** What the action asked for beyond fields of the record. */
  readonly inputs?: ReadonlyMap<string, Value>
  /** Where the record stands in the form of its owner: `lines.0`. */
  readonly place?: string
  /** Nothing of the record itself was written, but parts of it, of these entities. */
  readonly byParts?: ReadonlySet<string>
}

export type Rules = (writing: ReadContext, change: JudgedChange) => Promise<readonly Omit<ChangeProblem, 'at'>[]>

/** The rules of a record and, where it is part of another, those of its owner about its parts. */
export async function judgeWrite(
  writing: ReadContext,
  change: JudgedChange,
  after: Values | null,
): Promise<readonly Omit<ChangeProblem, 'at'>[]> {
  const problems = [...(await writing.rules(writing, change))]
  for (const owner of await ownersOf(writing, {entity: change.entity, before: change.before, after})) {
    const broken = await writing.rules(writing, owner)
    problems.push(...broken.map(each => ({...each, field: null})))
  }
  return problems
}

/** For a document without rules of its own: what point 3 says of types, lengths and uniqueness is judged elsewhere. */
export const noRules: Rules = async () => []
