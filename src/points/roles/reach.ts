/** What people of a role may do with an entity at all: with some record, whatever the conditions of their grants. */
import type {Core} from '../../feel/core.ts'
import type {Entities} from '../entities/model.ts'
import type {Act, Roles} from './model.ts'
import {type Asking, type DecidedGrants, decideGrants} from './run.ts'

const alwaysSeen = new Set(['id', 'version'])

/** Null: somebody who has not signed in. */
export type Audience = string | null

export class Reach {
  private readonly grants: DecidedGrants['grants']
  /** Every role of the document. */
  readonly everybody: readonly string[]

  constructor(roles: Roles, entities: Entities) {
    // Conditions do not matter here, so they may stand where they are.
    this.grants = decideGrants(roles, entities, core => core)
    this.everybody = [...roles.roles.keys()]
  }

  may(role: Audience, act: Act, entity: string): boolean {
    return this.grants(asking(role), act, entity).length > 0
  }

  /** Whether some grant covers all fields, without naming any. */
  mayUnnamed(role: Audience, act: Act, entity: string): boolean {
    return this.grants(asking(role), act, entity).some(({fields}) => fields === null)
  }

  mayField(role: Audience, act: Act, {entity, field}: {entity: string; field: string}): boolean {
    return this.grants(asking(role), act, entity).some(
      ({fields}) => fields === null || fields.has(field) || alwaysSeen.has(field),
    )
  }

  /** Of the grants that cover a field, what they ask of the record. */
  conditionsFor(role: Audience, act: Act, {entity, field}: {entity: string; field: string}): readonly (Core | null)[] {
    const covering = this.grants(asking(role), act, entity).filter(({fields}) => fields === null || fields.has(field))
    return covering.map(({where}) => where)
  }
}

function asking(role: Audience): Asking {
  return role === null || role === 'everyone' ? null : role === 'signed in' ? [] : [role]
}
