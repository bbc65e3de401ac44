/** What every step of a change needs: the transaction, the document, who acts, and when. */
import type {Value} from '../feel/value.ts'
import type {Entities, Entity} from '../points/entities/model.ts'
import type {Specification} from '../points/specification.ts'
import type {Schema} from '../store/schema.ts'
import {engineItself} from './actor.ts'
import type {Grants} from './grants.ts'
import type {Rules} from './rules.ts'
import type {Reading} from './select.ts'
import {Sight} from './sight.ts'

export interface Writing extends Reading {
  readonly specification: Specification
  readonly entities: Entities
  readonly grants: Grants
  readonly rules: Rules
  /** With the names that counters really have. */
  readonly schema: Schema
  readonly newId: () => string
  /** Keeps what searches look into up to date; null values: the record is gone; null before: it is new. */
  readonly search: (
    writing: Writing,
    records: readonly {
      entity: Entity
      id: string
      before: ReadonlyMap<string, Value> | null
      values: ReadonlyMap<string, Value> | null
    }[],
  ) => Promise<void>
  /** What the actor sees. */
  readonly sight: Sight
  /** Mail is set up: whoever is told of something gets it by mail too. */
  readonly mailsNotices: boolean
  /** What has to be done outside the database once everything is decided, before the transaction is committed. */
  readonly beforeCommit: (() => Promise<void>)[]
  /** The digest of the session that stays when others of the same person are ended. */
  readonly keepsSession?: string | null
  /** The document itself is at work for the actor: its effects may do what people may not. */
  readonly asEngine?: boolean
}

/** Rules, effects and the gate itself see all records. */
export function allSeeing({entities, grants}: Pick<Writing, 'entities' | 'grants'>): Sight {
  return Sight.of(engineItself, entities, grants)
}

export function entityOf({entities}: {entities: Entities}, name: string): Entity {
  const entity = entities.entities.get(name)
  if (!entity) throw new Error(`there is no entity ${name}`)
  return entity
}

export function isTrusted({actor, asEngine}: Pick<Writing, 'actor' | 'asEngine'>): boolean {
  return asEngine === true || actor.kind === 'operator' || actor.kind === 'engine'
}
