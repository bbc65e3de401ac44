/** The rows of point 4 by which somebody with some roles may perform an action. */
import type {Entity} from '../../points/entities/model.ts'
import type {Specification} from '../../points/specification.ts'
import type {Transition, Who} from '../../points/states/model.ts'
import {either} from '../core-build.ts'
import {fromCore} from '../write/actions/conditions.ts'
import type {Roles} from './grant-reasons.ts'
import {type Ask, lineAt, type Reason} from './reason.ts'

/** Null where the entity has no such action. */
export function actionReasons(
  specification: Specification,
  roles: Roles,
  {entity, action}: {entity: Entity; action: string},
): readonly Reason[] | null {
  const declared = specification.actions.actions.get(entity.name)?.get(action)
  return declared?.rows.map(row => rowReason(specification, roles, {entity, row})) ?? null
}

function rowReason(
  specification: Specification,
  roles: Roles,
  {entity, row}: {entity: Entity; row: Transition},
): Reason {
  const asks: Ask[] = [whoAsk(row.who, roles)]
  if (row.from !== null) asks.push({said: `the state is ${row.from.join(' or ')}`, is: fromCore(row, entity)})
  // What an action asks for is known only when it is sent.
  if (row.when && !row.when.readsInputs) asks.push({said: row.when.text.text, is: row.when.core ?? false})
  const {file, line, column} = row
  return {file, line, column, quoted: lineAt(specification, row), asks, fields: null}
}

function whoAsk(who: readonly Who[], roles: Roles): Ask {
  const named = who.some(each => each.kind === 'role' && isOneOf(each.role, roles))
  if (named) return {said: 'one of their roles is named', is: true}
  const paths = roles === null ? [] : who.flatMap(each => (each.kind === 'person' ? [each.isMe] : []))
  if (paths.length > 0) return {said: 'they are the person that the line names', is: either(paths)}
  return {said: 'one of their roles is named', is: false}
}

function isOneOf(role: string, roles: Roles): boolean {
  return role === 'everyone' || (roles !== null && (role === 'signed in' || roles.includes(role)))
}
