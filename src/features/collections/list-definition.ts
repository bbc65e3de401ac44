/** The definition of each list from the document; by default, its columns are the first fields. */

import type {ListDefinition} from '../../engine/query/list-query.ts'
import {shownFields} from '../../points/entities/lookup.ts'
import type {Details, Screen} from '../../points/screens/model.ts'
import {entityShown} from '../../points/screens/run.ts'
import {pathOf} from '../../points/screens/spread.ts'
import type {Specification} from '../../points/specification.ts'

const fewColumns = 6

/** A screen's declaration of a list; without details, the defaults. */
export interface SaidOfList {
  readonly shows: Screen['shows']
  readonly details: Details | null
}

export function listDefinition({details, shows}: SaidOfList, {entities, limits}: Specification): ListDefinition {
  const entity = entityShown({shows})
  const declared = entities.entities.get(entity)
  const plain = (declared ? shownFields(declared) : []).filter(
    field => field.type.storage.kind === 'column' || field.computed !== null || field.span !== undefined,
  )
  const columns =
    details && details.columns.length > 0 ? details.columns : plain.slice(0, fewColumns).map(field => [field.name])
  return {
    entity,
    condition: details?.where ?? null,
    where: null,
    columns,
    sort: details?.sort ?? [],
    filters: details?.filters ?? [],
    search: details?.search ?? [],
    groupBy: details?.groupBy ?? null,
    free: details?.free ?? null,
    size: limits.settings.PAGE_SIZE,
  }
}

/** Route parameters filter the list, so they need the same indexes as filters. */
export function routedScreen(screen: Screen, specification: Specification): ListDefinition {
  const shown = listDefinition(screen, specification)
  const {address} = screen
  return address.kind === 'some'
    ? {...shown, filters: [...shown.filters, ...address.filters.map(({field}) => [field])]}
    : shown
}

/** Fields that arrange records which need the same indexes as filters. */
export function placedScreen(screen: Screen, specification: Specification): ListDefinition[] {
  const paths = screen.kind.arrangedBy(screen).map(({written}) => pathOf(written))
  if (paths.length === 0) return []
  const shown = routedScreen(screen, specification)
  // These are not sorted by columns: records are placed by their fields.
  return [{...shown, columns: [], filters: [...shown.filters, ...paths]}]
}
