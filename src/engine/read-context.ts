/** What reading records needs: a view of the database, the document, who reads, and when. Nothing that writes takes it. */
import type {Entities, Entity} from '../points/entities/model.ts'
import type {Specification} from '../points/specification.ts'
import {engineItself} from './actor.ts'
import type {Reading} from './reading.ts'
import type {Permissions, Sight} from './sight.ts'
import type {Rules} from './write/rules.ts'

export interface ReadContext extends Reading {
  readonly specification: Specification
  readonly entities: Entities
  /** What every set of roles sees. */
  readonly permissions: Permissions
  readonly rules: Rules
  /** What the actor sees. */
  readonly sight: Sight
  /** Mail is set up: notifications are sent by mail too. */
  readonly mailsNotices: boolean
  readonly newId: () => string
}

/** For rules and effects, which see all records. */
export function allSeeing({permissions}: Pick<ReadContext, 'permissions'>): Sight {
  return permissions.of(engineItself)
}

export function entityOf({entities}: {readonly entities: Entities}, name: string): Entity {
  const entity = entities.entities.get(name)
  if (!entity) throw new Error(`there is no entity ${name}`)
  return entity
}
