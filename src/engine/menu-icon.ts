/** The icon of a screen in the menu: from its kind, and of a list from what its records are made of. */
import type {Entities, Entity, Field} from '../points/entities/model.ts'
import {userEntity} from '../points/entities/own-fields.ts'
import type {Screen} from '../points/screens/model.ts'

export function iconOf({route, shows, details}: Screen, entities: Entities): string {
  if (route.path === '/') return 'home'
  if (shows.kind !== 'list') return shows.kind
  if (details.actions.length > 0) return 'check'
  const entity = entities.entities.get(shows.entity)
  return (entity && iconOfRecords(entity, entities)) ?? 'list'
}

/** What goes through states is work, and a list of it a list; the rest is what the work is about. */
function iconOfRecords(entity: Entity, {entities}: Entities): string | null {
  const fields = [...entity.fields.values()]
  const kinds = fields.map(({type}) => type.type.kind)
  const days = kinds.filter(kind => kind === 'date').length
  if (entity.name === userEntity) return 'people'
  if (fields.some(({state}) => state)) return null
  if (fields.some(({type}) => type.keeps.kind === 'other side' && type.keeps.entity === userEntity)) return 'team'
  if (isWhereOf(entities.get(userEntity), entity))
    return fields.some(field => refersTo(field, userEntity)) ? 'team' : 'place'
  if (days > 0) return days > 1 ? 'period' : 'day'
  if (isOfPerson(entity) && kinds.includes('number')) return 'balance'
  return kinds.includes('reference') ? null : 'kind'
}

/** People belong to it; where one of them leads it, it is a team and no place. */
function isWhereOf(user: Entity | undefined, {name}: Entity): boolean {
  return [...(user?.fields.values() ?? [])].some(field => refersTo(field, name))
}

/** It is called by whom it belongs to. */
function isOfPerson({namedBy, fields}: Entity): boolean {
  const [first] = namedBy.parts
  const field = first?.kind === 'path' ? fields.get(first.path.join('.')) : undefined
  return field !== undefined && refersTo(field, userEntity)
}

function refersTo({type: {type}}: Field, entity: string): boolean {
  return type.kind === 'reference' && type.entity === entity
}
