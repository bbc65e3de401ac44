/** What a screen's list is made of, from the document; where it names no columns, the first few fields that say something. */
import type {Screen} from '../../points/screens/model.ts'
import type {Specification} from '../../points/specification.ts'
import type {ListScreen} from '../list/request.ts'

const fewColumns = 6

export function listScreen({details, shows}: Screen, {entities, limits}: Specification): ListScreen {
  const entity = 'entity' in shows ? shows.entity : ''
  const fields = [...(entities.entities.get(entity)?.fields.values() ?? [])]
  const plain = fields.filter(field => field.type.keeps.kind === 'column' || field.computed !== null)
  const columns = details.columns.length > 0 ? details.columns : plain.slice(0, fewColumns).map(field => [field.name])
  return {
    entity,
    where: details.where?.core ?? null,
    columns,
    sort: details.sort,
    filters: details.filters,
    search: details.search,
    groupBy: details.groupBy,
    size: limits.settings.PAGE_SIZE,
  }
}

/** All lists of a document: what they look for and sort by decides about indexes, and what searches look into. */
export function listsOf(specification: Specification): ListScreen[] {
  return specification.screens.screens
    .filter(screen => screen.shows.kind === 'list')
    .map(screen => listScreen(screen, specification))
}
