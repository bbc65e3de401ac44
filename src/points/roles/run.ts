/** Point 6 at request time: the grants on an entity for a set of roles. */
import type {Core} from '../../feel/core.ts'
import type {Entities, Entity} from '../entities/model.ts'
import {type Act, includesPerson, type RoleGrant, type Roles, type RolesOfPerson} from './model.ts'

/** A grant in the form that the engine uses. */
export interface Grant {
  /** The condition on the records; null for all records. */
  readonly where: Core | null
  /** The fields; null for all fields. */
  readonly fields: ReadonlySet<string> | null
}

export interface DecidedGrants {
  readonly grants: (asking: RolesOfPerson, act: Act, entity: string) => readonly Grant[]
}

/** The roles that people can have by joining or being invited. */
export function joinableRoles({roles}: Roles): string[] {
  return [...roles.values()].filter(role => role.joinsBy !== 'nobody').map(role => role.name)
}

const everything: readonly Grant[] = [{where: null, fields: null}]

/** `rebase` rewrites a condition on a parent for its line items, which inherit its permissions. */
export function decideGrants(
  {open, grants}: Roles,
  {entities}: Entities,
  rebase: (core: Core, part: Entity) => Core,
): DecidedGrants['grants'] {
  function decide(asking: RolesOfPerson, act: Act, name: string): readonly Grant[] {
    // A document without point 6 allows everything to people who are signed in.
    if (open) return asking === null ? [] : everything
    const entity = entities.get(name)
    const own = grants.filter(grant => grant.entity === name)
    if (own.length === 0 && entity?.partOf) return withParent(asking, act, entity)
    return simplest(own.filter(grant => grant.acts.has(act) && includesPerson(grant.role, asking)).flatMap(plain))
  }

  function withParent(asking: RolesOfPerson, act: Act, part: Entity): readonly Grant[] {
    const parent = part.partOf?.entity ?? ''
    const needed: Act = act === 'read' || act === 'export' ? act : 'update'
    return decide(asking, needed, parent).map(({where}) => ({where: where && rebase(where, part), fields: null}))
  }

  return decide
}

/** A wrong condition covers nothing. */
function plain({where, fields}: RoleGrant): Grant[] {
  if (where === null) return [{where: null, fields}]
  return where.core === null ? [] : [{where: where.core, fields}]
}

/** A grant without conditions makes all others redundant. */
function simplest(grants: readonly Grant[]): readonly Grant[] {
  return grants.some(grant => grant.where === null && grant.fields === null) ? everything : grants
}
