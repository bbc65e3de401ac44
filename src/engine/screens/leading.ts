/** Records that lead to another one by a reference: those of a list, or parts in the order of their places. */
import type {Core} from '../../feel/core.ts'
import type {Entity, Field} from '../../points/entities/model.ts'
import {position} from '../../points/entities/own-fields.ts'
import {compared, fieldCore, thisCore, valueCore} from '../core-build.ts'
import type {Reader} from '../engine.ts'
import {rowsByKey} from '../list/by-key.ts'
import type {ListRow, Path, Sorting} from '../list/request.ts'

export interface RelatedTo {
  readonly entity: Entity
  readonly by: Field
}

/** Those whose field leads to the record. */
export function leadingTo({entity, by}: RelatedTo, owner: {entity: string; id: string}): Core {
  const leads = fieldCore(thisCore(entity.name), entity.name, {name: by.name, type: by.type.type})
  return compared(leads, '=', valueCore(by.type.type, owner))
}

/** As they stand in their owner. */
export const inPlace: readonly Sorting[] = [{path: [position.name], descending: false}]
/** The last one first. */
export const fromTheEnd: readonly Sorting[] = [{path: [position.name], descending: true}]

export interface WantedParts {
  readonly owner: {readonly entity: string; readonly id: string}
  readonly columns: readonly Path[]
  readonly size: number
  readonly sort?: typeof inPlace
}

/** Parts have an index of their owner and their place, so that the first are found at once however many there are. */
export function partsIn(
  reader: Reader,
  related: RelatedTo,
  {owner, columns, size, sort = inPlace}: WantedParts,
): Promise<readonly ListRow[]> {
  return rowsByKey(reader, reader.sight, {
    entity: related.entity.name,
    key: related.by.name,
    value: owner.id,
    where: id => leadingTo(related, {entity: owner.entity, id: String(id)}),
    columns,
    sort,
    size,
  })
}
