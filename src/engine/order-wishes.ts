/** Which indexes an order by what other records have wishes for: the others' own, each reference on the way, and what follows in the list itself. */
import type {Entities} from '../points/entities/model.ts'
import {sqlTables} from '../points/entities/table-names.ts'
import type {RequiredIndex} from '../store/document-schema.ts'
import {operator} from './actor.ts'
import {grantsBy, noGrants} from './grants.ts'
import {innerKeys, otherOrder} from './list/other-order.ts'
import type {Sorting} from './list/request.ts'
import {type SortKey, sortKeys} from './list/sort-keys.ts'
import {Permissions} from './sight.ts'

export type OrderWishes = (entity: string, sort: readonly Sorting[]) => RequiredIndex[]

/** As whoever sees everything sorts: whoever sees less is sorted by fewer of the same keys. */
export function orderWishes(entities: Entities): OrderWishes {
  const tables = sqlTables(entities)
  const sight = new Permissions(entities, grantsBy(noGrants)).of(operator)
  return (entity, sort) => {
    const other = otherOrder(sortKeys(sight, tables, {entity, sort}), tables)
    const [first, ...more] = other?.route ?? []
    if (other === null || first === undefined) return []
    return [
      {entity: other.entity, fields: fieldsOf(other.outer)},
      ...more.map(step => ({entity: step.entity, fields: [step.reference.field, 'id']})),
      {entity, fields: [first.reference.field, ...fieldsOf(innerKeys(other))]},
    ].filter(({fields}) => fields[0] !== 'id')
  }
}

/** Columns that an index can go through, with the id at the end. */
function fieldsOf(keys: readonly SortKey[]): readonly string[] {
  const end = keys.findIndex(({plain, core}) => plain === null || isId(core))
  const some = end === -1 ? keys : keys.slice(0, end)
  return [...some.flatMap(({core}) => (core.op === 'field' ? [core.field] : [])), 'id']
}

const isId = (core: SortKey['core']): boolean => core.op === 'field' && core.field === 'id'
