/** Point 6: roles, how people join them, and what they may do. */
import type {Place} from '../../document/finding.ts'
import type {Text} from '../../document/raw.ts'
import type {Core} from '../../feel/core.ts'

export const joiningWays = ['sign-up', 'invitation', 'nobody'] as const
export type JoiningWay = (typeof joiningWays)[number]

export interface Role extends Place {
  readonly name: string
  readonly was: string | null
  readonly meaning: string
  readonly joinsBy: JoiningWay
}

export const acts = ['create', 'read', 'update', 'delete', 'export'] as const
export type Act = (typeof acts)[number]

/** Everybody, also without signing in; and everybody who has signed in, whatever their roles. */
export const audiences = ['everyone', 'signed in'] as const

/** One role, one entity: a row of the table that names several becomes several of these. */
export interface RoleGrant extends Place {
  /** A role, or one of the audiences. */
  readonly role: string
  readonly acts: ReadonlySet<Act>
  readonly entity: string
  readonly where: GrantCondition | null
  /** Null: all of them. */
  readonly fields: ReadonlySet<string> | null
}

export interface GrantCondition {
  readonly text: Text
  /** Null where the expression is wrong; it has its finding, and the grant covers nothing. */
  readonly core: Core | null
}

export interface Roles {
  /** Whether the document says nothing: then one role, Member, signs up and may do all. */
  readonly open: boolean
  readonly roles: ReadonlyMap<string, Role>
  readonly grants: readonly RoleGrant[]
}
