/** What a card says about its record where the document does not name it. */
import type {Path} from '../../engine/query/list-query.ts'
import {isComputedList} from '../../points/entities/lookup.ts'
import type {Entity} from '../../points/entities/model.ts'

const fewFields = 2

/** The first short fields besides those that the card shows anyway. */
export function firstFacts(entity: Entity, shown: readonly Path[]): Path[] {
  const known = new Set(shown.map(path => path[0]))
  return [...entity.fields.values()]
    .filter(field => !known.has(field.name) && (field.type.storage.kind === 'column' || field.computed !== null))
    .filter(field => !isComputedList(field))
    .filter(({type}) => type.type.kind !== 'boolean' && type.control.control !== 'area')
    .slice(0, fewFields)
    .map(({name}) => [name])
}
