/** What every step of a change needs beyond what reading needs: the transaction is one that writes. */
import type {Value} from '../../feel/value.ts'
import type {Entity} from '../../points/entities/model.ts'
import type {Schema} from '../../store/schema.ts'
import type {ReadContext} from '../read-context.ts'

export interface WriteContext extends ReadContext {
  /** With the names that counters really have. */
  readonly schema: Schema
  /** Updates what searches look into; null values: the record is gone; null before: it is new. */
  readonly search: (
    context: WriteContext,
    records: readonly {
      entity: Entity
      id: string
      before: ReadonlyMap<string, Value> | null
      values: ReadonlyMap<string, Value> | null
    }[],
  ) => Promise<void>
  /** What has to be done outside the database once everything is decided, before the transaction is committed. */
  readonly beforeCommit: (() => Promise<void>)[]
  /** The digest of the session that stays when others of the same person are ended. */
  readonly keepsSession?: string | null
  /** The document's own effects are at work for the actor: they may do what people may not. */
  readonly asEngine?: boolean
}

export function isTrusted({actor, asEngine}: Pick<ReadContext, 'actor'> & {readonly asEngine?: boolean}): boolean {
  return asEngine === true || actor.kind === 'operator' || actor.kind === 'engine'
}
