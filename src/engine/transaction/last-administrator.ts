/**
 * Nobody may take the roles from the last person who can give them: afterwards only an operator could let anyone in again. Only what people
 * do is refused; operators and system actions are not.
 */
import {sql} from 'kysely'
import {fieldOf} from '../../points/entities/lookup.ts'
import {userEntity} from '../../points/entities/own-fields.ts'
import {columnName} from '../../points/entities/table-names.ts'
import type {Roles} from '../../points/roles/model.ts'
import type {ReadContext} from '../query/read-context.ts'
import {tableOfEntity} from '../query/statement.ts'
import type {FieldValues} from '../query/stored.ts'
import type {ChangeProblem} from './change.ts'
import type {ChangeContext} from './context.ts'

export async function lastAdministrator(context: ChangeContext): Promise<ChangeProblem[]> {
  const {actor, unit, specification, at} = context
  const people = unit.search.filter(({entity}) => entity.name === userEntity)
  if (actor.kind !== 'person' || people.length === 0) return []
  const roles = administratorRoles(specification.roles)
  const lost = people.filter(({before, values}) => administers(before, roles) && !administers(values, roles))
  if (lost.length === 0 || (await isAnyLeft(context, roles))) return []
  return [{code: 'LAST_ADMINISTRATOR', field: null, values: {}, at}]
}

/** The same for those who act for no person, such as a directory: whether someone is left who can give roles. */
export async function isAdministered(context: ReadContext): Promise<boolean> {
  return isAnyLeft(context, administratorRoles(context.specification.roles))
}

/** Before a person is deleted: whether there is nobody else. */
export async function isLastAdministrator(
  context: ReadContext,
  {id, before}: {readonly id: string; readonly before: FieldValues},
): Promise<boolean> {
  const roles = administratorRoles(context.specification.roles)
  return context.actor.kind === 'person' && administers(before, roles) && !(await isAnyLeft(context, roles, id))
}

function administers(values: FieldValues | null, roles: ReadonlySet<string>): boolean {
  return values?.get('active') === true && hasOne(values.get('roles'), roles)
}

/** Roles that may change the roles of every person. */
export function administratorRoles({grants}: Roles): ReadonlySet<string> {
  const giving = grants.filter(
    ({entity, acts, where, fields}) =>
      entity === userEntity && acts.has('update') && where === null && (fields === null || fields.has('roles')),
  )
  return new Set(giving.map(({role}) => role))
}

function hasOne(value: unknown, roles: ReadonlySet<string>): boolean {
  return Array.isArray(value) && value.some(role => roles.has(String(role)))
}

/** Read one by one: roles are a list in a column, for which expressions have no form. */
async function isAnyLeft(context: ReadContext, roles: ReadonlySet<string>, except = ''): Promise<boolean> {
  const {db, database, entities} = context
  const user = entities.entities.get(userEntity)
  const field = user && fieldOf(user, 'roles')
  if (!field) return true
  const {rows} = await sql<{id: unknown; roles: unknown}>`select id, ${sql.ref(columnName('roles'))} as roles
    from ${sql.table(tableOfEntity(context, userEntity))} where ${sql.ref(columnName('active'))} = ${database === 'sqlite' ? 1 : true}`.execute(
    db,
  )
  return rows.some(row => row.id !== except && hasOne(field.type.fromColumn(row.roles, database), roles))
}
