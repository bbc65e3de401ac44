/** The parts of a record, such as the lines of an order: which there are, and in which order. */

import {rowsByKey} from '../../engine/lists/list.ts'
import type {ListRow, Path, Sorting} from '../../engine/query/list-query.ts'
import type {ReadContext} from '../../engine/query/read-context.ts'
import type {Core} from '../../feel/core.ts'
import type {Entity, Field} from '../../points/entities/model.ts'
import {position} from '../../points/entities/own-fields.ts'

/** Line items in the order of their owner. */
export const inOrder: readonly Sorting[] = [{path: [position.name], descending: false}]

// Finds records that refer to another record: related records, or line items in their order.

export interface RelatedTo {
  readonly entity: Entity
  readonly by: Field
}

export interface WantedParts {
  /** A further condition. */
  readonly where?: Core | null
  readonly owner: {readonly entity: string; readonly id: string}
  readonly columns: readonly Path[]
  readonly size: number
  readonly sort?: typeof inOrder
}

/** Line items have an index by owner and position, so the first ones are found quickly however many there are. */
export function partsIn(
  reader: ReadContext,
  related: RelatedTo,
  {owner, columns, size, sort = inOrder}: WantedParts,
): Promise<readonly ListRow[]> {
  return rowsByKey(reader, reader.visibility, {
    entity: related.entity.name,
    key: keyOf(related),
    value: {entity: owner.entity, id: owner.id},
    columns,
    sort,
    size,
  })
}

/** The field that refers to the owner. */
export const keyOf = ({by}: RelatedTo) => ({name: by.name, type: by.type.type})
