/** What effects work on while an action is performed. */
import type {Value} from '../../../feel/value.ts'
import type {Effect} from '../../../points/states/model.ts'
import type {PendingRecord} from '../actions/pending-record.ts'
import type {WriteContext} from '../context.ts'

export interface Acting {
  /** As the engine itself, for whoever acts. */
  readonly writing: WriteContext
  readonly record: PendingRecord
  readonly action: string
  /** One for everything that this performance of the action causes. */
  readonly event: string
  /** The names of the inputs that the action asked for. */
  readonly asked: ReadonlySet<string>
  /** Their values, and the item of a `for each` around. */
  readonly inputs: ReadonlyMap<string, Value>
  /** Who has been notified already. */
  readonly told: Set<string>
}

export type RunEffect<Kind extends Effect['kind']> = (
  effect: Extract<Effect, {kind: Kind}>,
  acting: Acting,
  run: (effect: Effect, acting: Acting) => Promise<void>,
) => Promise<void>
