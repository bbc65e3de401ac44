/** What a document's screens and permissions ask of the database beside its records: indexes, and words to search by. */
import type {Specification} from '../points/specification.ts'
import type {RequiredIndex} from '../store/document-schema.ts'
import {listsOf} from './screens/list/list-definition.ts'
import {acrossLists} from './search/across.ts'
import type {Searched} from './search/keep.ts'
import {indexWishes, searchedFields} from './wishes.ts'

export function documentWishes(specification: Specification): RequiredIndex[] {
  const {entities, roles} = specification
  const conditions = roles.grants.flatMap(({entity, where}) => (where?.core ? [{entity, where: where.core}] : []))
  return indexWishes({entities, lists: listsOf(specification), conditions})
}

export function documentSearches(specification: Specification): Searched {
  const across = acrossLists({entities: specification.entities, screens: specification.screens.screens})
  return searchedFields(specification.entities, [...listsOf(specification), ...across])
}
