/** The input of all cross-checks: the specification, and indexes over it that several checks share. */

import {type Core, partsOf, rebase} from '../feel/core.ts'
import type {Type} from '../feel/type.ts'
import type {Entities} from '../points/entities/model.ts'
import {NameUses} from '../points/name-uses.ts'
import type {Act, Roles, RolesOfPerson} from '../points/roles/model.ts'
import {type DecidedGrants, decideGrants, type Grant} from '../points/roles/run.ts'
import type {Specification} from '../points/specification.ts'
import {Terms} from './terms.ts'

/* The acts of a role on an entity, for at least some record. */

const alwaysSeen = new Set(['id', 'version'])

/** Null: a person who has not signed in. */
export type RoleOrEveryone = string | null

export class Reach {
  private readonly grants: DecidedGrants['grants']
  /** Every role of the document. */
  readonly allRoles: readonly string[]

  constructor(roles: Roles, entities: Entities) {
    this.grants = decideGrants(roles, entities, (core, {name, partOf}) => {
      const type: Type = {kind: 'reference', entity: partOf?.entity ?? ''}
      const of: Core = {op: 'this', entity: name, type: {kind: 'reference', entity: name}}
      return rebase(core, {op: 'field', of, entity: name, field: partOf?.field ?? '', type})
    })
    this.allRoles = [...roles.roles.keys()]
  }

  granted(role: RoleOrEveryone, act: Act, entity: string): readonly Grant[] {
    return this.grants(asking(role), act, entity)
  }

  may(role: RoleOrEveryone, act: Act, entity: string): boolean {
    return this.grants(asking(role), act, entity).length > 0
  }

  /** Whether some grant covers all fields without naming any. */
  mayUnnamed(role: RoleOrEveryone, act: Act, entity: string): boolean {
    return this.grants(asking(role), act, entity).some(({fields}) => fields === null)
  }

  mayField(role: RoleOrEveryone, act: Act, {entity, field}: {entity: string; field: string}): boolean {
    return this.grants(asking(role), act, entity).some(
      ({fields}) => fields === null || fields.has(field) || alwaysSeen.has(field),
    )
  }

  /** Whether a field is read of every record that the role sees; without a field, whether it sees every record. */
  readsAlways(role: RoleOrEveryone, entity: string, field: string | null): boolean {
    const grants = this.granted(role, 'read', entity)
    const covers = ({fields}: Grant) => field === null || fields === null || fields.has(field)
    if (grants.some(grant => grant.where === null && covers(grant))) return true
    return field !== null && grants.every(covers)
  }

  /** The conditions of the grants that cover a field. */
  conditionsFor(
    role: RoleOrEveryone,
    act: Act,
    {entity, field}: {entity: string; field: string},
  ): readonly (Core | null)[] {
    const covering = this.grants(asking(role), act, entity).filter(({fields}) => fields === null || fields.has(field))
    return covering.map(({where}) => where)
  }
}

function asking(role: RoleOrEveryone): RolesOfPerson {
  return role === null || role === 'everyone' ? null : role === 'signed in' ? [] : [role]
}

// The fields and entities that an expression reads and a role may not.

/** As authors write them: `flagged`, `Person.known`, `Scorecard`. `at`: the entity that the expression belongs to. */
export function hiddenReads(core: Core, role: RoleOrEveryone, {reach, at}: {reach: Reach; at: string}): string[] {
  const found = new Set<string>()
  const field = (entity: string, name: string) => {
    if (!reach.may(role, 'read', entity)) found.add(entity)
    else if (!reach.mayField(role, 'read', {entity, field: name})) found.add(entity === at ? name : `${entity}.${name}`)
  }
  const walk = (node: Core): void => {
    if (isAboutMe(node)) return
    if (node.op === 'field' || node.op === 'relation') field(node.entity, node.field)
    const listed = node.op === 'all' || node.op === 'relation' ? entityOf(node) : null
    if (listed !== null && !reach.may(role, 'read', listed)) found.add(listed)
    for (const part of partsOf(node)) walk(part)
  }
  walk(core)
  return [...found]
}

function entityOf({type}: Core): string | null {
  return type.kind === 'list' && type.of.kind === 'reference' ? type.of.entity : null
}

/** People may know their own data. */
export function isAboutMe(core: Core): boolean {
  return core.op === 'me' || ((core.op === 'field' || core.op === 'relation') && isAboutMe(core.of))
}

export const nameOfAudience = (role: RoleOrEveryone): string => role ?? 'everyone'

export interface CrossCheckContext extends Specification {
  readonly terms: Terms
  readonly reach: Reach
  readonly mentioned: NameUses
}

export function crossCheckContext(specification: Specification): CrossCheckContext {
  const {entities, roles, document} = specification
  return {
    ...specification,
    terms: new Terms(entities),
    reach: new Reach(roles, entities),
    mentioned: new NameUses(document),
  }
}
