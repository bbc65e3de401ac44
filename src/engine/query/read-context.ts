/**
 * The context for reading records: a database connection, the document, the actor and the time. Functions that write
 * take a `WriteContext`, which only a transaction that writes has.
 */
import type {Value} from '../../feel/value.ts'
import type {Entities, Entity} from '../../points/entities/model.ts'
import type {Specification} from '../../points/specification.ts'
import {engineItself} from '../base/actor.ts'
import type {EntityReads} from '../base/entity-reads.ts'
import type {CompiledSentences} from '../base/sentence-templates.ts'
import type {StateDisplay} from '../base/state-display.ts'
import type {Permissions, Visibility} from '../permissions/visibility.ts'
import type {QueryContext} from './statement.ts'

export interface ReadContext extends QueryContext {
  readonly specification: Specification
  readonly entities: Entities
  /** The visibility of every set of roles. */
  readonly permissions: Permissions
  /** For the entities that have states. */
  readonly states: ReadonlyMap<string, StateDisplay>
  /** The reads of each entity's expressions. */
  readonly reads: ReadonlyMap<string, EntityReads>
  /** In the language of the reader. */
  readonly sentences: CompiledSentences
  /** Point 5. */
  readonly rules: CheckRules
  /** The visibility of the actor. */
  readonly visibility: Visibility
  /** Mail is set up: notifications are sent by mail too. */
  readonly mailsNotices: boolean
  readonly newId: () => string
  /** Effects of the document run on behalf of the actor, without the actor's restrictions. */
  readonly asEngine?: boolean
  /** Mails are delivered, so that the address of an account is proved by a link before it takes effect. */
  readonly provesAddresses: boolean
  /** Of a new address of an account: it has been proved, or its person has typed their password. */
  readonly address?: 'proved' | 'password'
}

/** The rules that a change breaks, evaluated on the records at its end. */
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
  /** The prospective record, if it is not written. */
  readonly pending?: ReadonlyMap<string, Value>
  /** The inputs of the action that are not fields of the record. */
  readonly inputs?: ReadonlyMap<string, Value>
  /** The position of the record in its owner's form: `lines.0`. */
  readonly place?: string
  /** Only line items of these entities were written, not the record itself. */
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
