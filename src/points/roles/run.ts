/** Point 6 at request time: the grants on an entity for a set of roles. */
import type {Core} from '../../feel/core.ts'
import type {Entities, Entity} from '../entities/model.ts'
import type {Act, RoleGrant, Roles} from './model.ts'

/** A grant in the form that the engine uses. */
export interface PlainGrant {
  readonly where: Core | null
  readonly fields: ReadonlySet<string> | null
}

/** The roles of a person who has signed in; null before sign-in. */
export type RolesOfPerson = readonly string[] | null

export interface DecidedGrants {
  readonly grants: (asking: RolesOfPerson, act: Act, entity: string) => readonly PlainGrant[]
}

/** The roles that people can have by joining or being invited. */
export function joinableRoles({roles}: Roles): string[] {
  return [...roles.values()].filter(role => role.joinsBy !== 'nobody').map(role => role.name)
}

const everything: readonly PlainGrant[] = [{where: null, fields: null}]

/** `standingAt` rewrites a condition on a parent for its line items, which inherit its permissions. */
export function decideGrants(
  {open, grants}: Roles,
  {entities}: Entities,
  standingAt: (core: Core, part: Entity) => Core,
): DecidedGrants['grants'] {
  function decide(asking: RolesOfPerson, act: Act, name: string): readonly PlainGrant[] {
    // A document without point 6 allows everything to people who are signed in.
    if (open) return asking === null ? [] : everything
    const entity = entities.get(name)
    const own = grants.filter(grant => grant.entity === name)
    if (own.length === 0 && entity?.partOf) return withParent(asking, act, entity)
    return simplest(own.filter(grant => grant.acts.has(act) && isFor(grant, asking)).flatMap(plain))
  }

  function withParent(asking: RolesOfPerson, act: Act, part: Entity): readonly PlainGrant[] {
    const parent = part.partOf?.entity ?? ''
    const needed: Act = act === 'read' || act === 'export' ? act : 'update'
    return decide(asking, needed, parent).map(({where}) => ({where: where && standingAt(where, part), fields: null}))
  }

  return decide
}

function isFor({role}: RoleGrant, asking: RolesOfPerson): boolean {
  if (role === 'everyone') return true
  return asking !== null && (role === 'signed in' || asking.includes(role))
}

/** A wrong condition covers nothing. */
function plain({where, fields}: RoleGrant): PlainGrant[] {
  if (where === null) return [{where: null, fields}]
  return where.core === null ? [] : [{where: where.core, fields}]
}

/** A grant without conditions makes all others redundant. */
function simplest(grants: readonly PlainGrant[]): readonly PlainGrant[] {
  return grants.some(grant => grant.where === null && grant.fields === null) ? everything : grants
}
