/** Point 6: roles, how people join them, and their permissions. */
import type {Place} from '../../document/finding.ts'
import type {Text} from '../../document/raw.ts'
import type {Core} from '../../feel/core.ts'

export const joiningWays = ['sign-up', 'invitation', 'nobody'] as const
export type JoiningWay = (typeof joiningWays)[number]

/** A way into a role through a provider of single sign-on: as a member of a group, or (null) as anyone of its domains. */
export interface ProviderJoining {
  readonly provider: string
  readonly group: string | null
}

export interface Role extends Place {
  readonly name: string
  readonly was: string | null
  readonly meaning: string
  readonly joinsBy: JoiningWay
  readonly through: readonly ProviderJoining[]
}

export const acts = ['create', 'read', 'update', 'delete', 'export'] as const
export type Act = (typeof acts)[number]

/** `everyone` includes people who have not signed in; `signed in` includes all roles. */
export const audiences = ['everyone', 'signed in'] as const

/** The roles of a person who has signed in; null before sign-in. */
export type RolesOfPerson = readonly string[] | null

/** Whether a role or an audience includes a person with these roles. */
export function includesPerson(role: string, roles: RolesOfPerson): boolean {
  return role === 'everyone' || (roles !== null && (role === 'signed in' || roles.includes(role)))
}

/** One role and one entity: a row that names several becomes several grants. */
export interface RoleGrant extends Place {
  /** A role, or one of the audiences. */
  readonly role: string
  readonly acts: ReadonlySet<Act>
  readonly entity: string
  readonly where: GrantCondition | null
  /** Null: all fields. */
  readonly fields: ReadonlySet<string> | null
}

export interface GrantCondition {
  readonly text: Text
  /** Null if the expression is wrong; it then has a finding, and the grant covers nothing. */
  readonly core: Core | null
}

/** What people may have to prove again that it is them for. */
export const sensitiveSteps = ['roles', 'keys', 'exports', 'erasing', 'settings'] as const
export type SensitiveStep = (typeof sensitiveSteps)[number]

/** The bullets under the heading of point 6. */
export interface RoleSettings {
  /** The roles that see the audit log; null: none is kept for people. */
  readonly auditLog: readonly string[] | null
  /** Whose people need a second factor; null: nobody has to have one. */
  readonly secondFactor: RequiredFactor | null
  /** Before these steps everyone proves again that it is them; null: before all, those who have a second factor. */
  readonly askAgain: readonly SensitiveStep[] | null
}

export interface RequiredFactor {
  readonly roles: readonly string[]
  /** Days in which a person can still set it up. */
  readonly days: number
}

export interface Roles extends RoleSettings {
  /** Whether point 6 is empty: then people sign up as Member, the only role, which may do everything. */
  readonly open: boolean
  readonly roles: ReadonlyMap<string, Role>
  readonly grants: readonly RoleGrant[]
}
