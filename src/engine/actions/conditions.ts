/** Who, From and When of a row as conditions on the record. */
import type {Core} from '../../feel/core.ts'
import {fieldOf} from '../../points/entities/lookup.ts'
import type {Entity} from '../../points/entities/model.ts'
import type {Transition, Who} from '../../points/states/model.ts'
import type {Actor} from '../actor.ts'
import {compared, either, fieldCore, no, thisCore, valueCore, yes} from '../core-build.ts'

/** `when` is no answer yet where it depends on inputs that are not given. */
export interface RowConditions {
  readonly who: Core
  readonly from: Core
  readonly when: Core
}

export function conditionsOf(row: Transition, entity: Entity, actor: Actor): RowConditions {
  return {who: whoCore(row.who, actor), from: fromCore(row, entity), when: whenCore(row)}
}

/** A path without anybody at its end leads to nobody, also for somebody who has not signed in. */
function whoCore(who: readonly Who[], actor: Actor): Core {
  if (actor.kind === 'operator') return yes
  return either(
    who.map(each => {
      if (each.kind === 'system') return actor.kind === 'engine' ? yes : no
      if (each.kind === 'person') return actor.kind === 'person' ? each.isMe : no
      return isOneOf(each.role, actor) ? yes : no
    }),
  )
}

/** Whether there could be a record on which this actor takes the row: by a role, or as a person whom a record names. */
export function mayTake({who}: Transition, actor: Actor): boolean {
  return who.some(each =>
    each.kind === 'role' ? isOneOf(each.role, actor) : each.kind === 'person' && actor.kind === 'person',
  )
}

function isOneOf(role: string, actor: Actor): boolean {
  if (actor.kind === 'engine') return false
  if (role === 'everyone') return true
  return actor.kind === 'person' && (role === 'signed in' || actor.roles.includes(role))
}

export function stateFieldOf(entity: Entity) {
  return [...entity.fields.values()].find(field => field.state) ?? null
}

export function fromCore({from}: Transition, entity: Entity): Core {
  const field = from === null ? null : stateFieldOf(entity)
  if (from === null || field === null) return yes
  const state = fieldCore(thisCore(entity.name), entity.name, {name: field.name, type: field.type.type})
  return either(from.map(name => compared(state, '=', valueCore(field.type.type, name))))
}

/** A condition that is wrong never holds. */
export function whenCore({when}: Transition): Core {
  return when === null ? yes : (when.core ?? no)
}

export function idOf(entity: Entity): Core {
  const id = fieldOf(entity, 'id')
  return fieldCore(thisCore(entity.name), entity.name, {name: 'id', type: id?.type.type ?? {kind: 'text'}})
}
