/** The lines of point 6 that let somebody with some roles do something with an entity. */
import type {Entity} from '../../points/entities/model.ts'
import type {Act, RoleGrant} from '../../points/roles/model.ts'
import type {Specification} from '../../points/specification.ts'
import {lineAt, type Reason} from './reason.ts'

/** Roles of somebody who has signed in; null for somebody who has not. */
export type Roles = readonly string[] | null

export interface GrantReasons {
  readonly reasons: readonly Reason[]
  /** The lines are those of what it is part of, and are asked of that record, by this field. */
  readonly whole: {readonly entity: string; readonly field: string; readonly act: Act} | null
  /** What the same people may do with it otherwise. */
  readonly otherwise: readonly Reason[]
}

export function grantReasons(
  specification: Specification,
  roles: Roles,
  asked: {act: Act; entity: Entity},
): GrantReasons {
  const {grants} = specification.roles
  const {act, entity} = asked
  const own = grants.filter(grant => grant.entity === entity.name)
  const part = own.length === 0 ? entity.partOf : null
  const whole = part && {...part, act: act === 'read' || act === 'export' ? act : ('update' as const)}
  const about = whole ? grants.filter(grant => grant.entity === whole.entity) : own
  const theirs = about.filter(grant => isFor(grant, roles))
  const needed = whole?.act ?? act
  return {
    reasons: theirs.filter(grant => grant.acts.has(needed)).map(grant => reasonOf(specification, grant)),
    whole,
    otherwise: theirs.filter(grant => !grant.acts.has(needed)).map(grant => reasonOf(specification, grant)),
  }
}

function isFor({role}: RoleGrant, roles: Roles): boolean {
  if (role === 'everyone') return true
  return roles !== null && (role === 'signed in' || roles.includes(role))
}

function reasonOf(specification: Specification, grant: RoleGrant): Reason {
  const {file, line, column, where, fields} = grant
  const asks = where === null ? [] : [{said: where.text.text, is: where.core ?? false}]
  return {file, line, column, quoted: lineAt(specification, grant), asks, fields: fields && [...fields]}
}
