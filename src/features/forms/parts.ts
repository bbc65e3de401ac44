/** The parts of a record, such as the lines of an order: which there are, and in which order. */

import type {Sorting} from '../../engine/query/list-query.ts'
import type {ReadContext} from '../../engine/query/read-context.ts'
import type {RecordIn, RecordShape, Records} from '../../engine/records/records.ts'
import type {Entity, Field} from '../../points/entities/model.ts'
import {position} from '../../points/entities/own-fields.ts'

/** Line items in the order of their owner. */
export const inOrder: readonly Sorting[] = [{path: [position.name], descending: false}]

// Finds records that refer to another record: related records, or line items in their order.

export interface RelatedTo {
  readonly entity: Entity
  readonly by: Field
}

interface WantedParts {
  readonly by: Field
  readonly owner: {readonly entity: string; readonly id: string}
  readonly size: number
  readonly sort?: readonly Sorting[]
}

/** Line items have an index by owner and position, so the first ones are found quickly however many there are. */
export function partsIn<S extends RecordShape>(
  reader: ReadContext,
  parts: Records<S>,
  {by, owner: {entity, id}, size, sort = inOrder}: WantedParts,
): Promise<readonly RecordIn<Records<S>>[]> {
  return parts.allByKey(reader, {key: ownerField(by), value: {entity, id}, sort, size})
}

/** The field that refers to the owner. */
export const ownerField = ({name, type}: Field) => ({name, type: type.type})
