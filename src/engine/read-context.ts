/** What reading records needs: a view of the database, the document, who reads, and when. What writes takes a `WriteContext`, which has it all and a connection that can write. */
import type {Value} from '../feel/value.ts'
import type {Entities, Entity} from '../points/entities/model.ts'
import type {Specification} from '../points/specification.ts'
import {engineItself} from './actor.ts'
import type {Permissions, Visibility} from './permissions/visibility.ts'
import type {QueryContext} from './query/statement.ts'
import type {StateDisplay} from './screens/state-display.ts'

export interface ReadContext extends QueryContext {
  readonly specification: Specification
  readonly entities: Entities
  /** What every set of roles sees. */
  readonly permissions: Permissions
  /** Of the entities that have states. */
  readonly states: ReadonlyMap<string, StateDisplay>
  /** Point 5. */
  readonly rules: CheckRules
  /** What the actor sees. */
  readonly visibility: Visibility
  /** Mail is set up: notifications are sent by mail too. */
  readonly mailsNotices: boolean
  readonly newId: () => string
  /** The document's own effects are at work for the actor: they may do what people may not. */
  readonly asEngine?: boolean
}

/** Which rules a change breaks, on the records as it leaves them. */
export type CheckRules = (context: ReadContext, check: RuleCheck) => Promise<readonly BrokenRule[]>

export interface BrokenRule {
  readonly field: string | null
  readonly code: string
  readonly values: Readonly<Record<string, string>>
}

export interface RuleCheck {
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
  /** Where the record is in the form of its owner: `lines.0`. */
  readonly place?: string
  /** Nothing of the record itself was written, but parts of it, of these entities. */
  readonly byParts?: ReadonlySet<string>
}

/** For rules and effects, which see all records. */
export function allSeeing({permissions}: Pick<ReadContext, 'permissions'>): Visibility {
  return permissions.of(engineItself)
}

export function entityOf({entities}: {readonly entities: Entities}, name: string): Entity {
  const entity = entities.entities.get(name)
  if (!entity) throw new Error(`there is no entity ${name}`)
  return entity
}
