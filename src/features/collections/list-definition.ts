/** The definition of each list from the document; by default, its columns are the first fields. */

import type {ListDefinition} from '../../engine/query/list-query.ts'
import {shownFields} from '../../points/entities/lookup.ts'
import {bulletOf} from '../../points/screens/bullets/bullet.ts'
import {columns, filters, groupBy, search, sort, where} from '../../points/screens/bullets/shared.ts'
import {fieldPath} from '../../points/screens/field-paths.ts'
import type {Screen} from '../../points/screens/model.ts'
import {entityShown} from '../../points/screens/run.ts'
import type {Specification} from '../../points/specification.ts'
import {free} from './bullets.ts'

const fewColumns = 6

/** A screen's declaration of a list; without details, the defaults. */
export interface SaidOfList {
  readonly shows: Screen['shows']
  readonly details: object | null
}

export function listDefinition({details, shows}: SaidOfList, {entities, limits}: Specification): ListDefinition {
  const entity = entityShown({shows})
  const declared = entities.entities.get(entity)
  const plain = (declared ? shownFields(declared) : []).filter(
    field => field.type.storage.kind === 'column' || field.computed !== null || field.span !== undefined,
  )
  const said = details && {details}
  const named = bulletOf(said, columns)
  return {
    entity,
    condition: bulletOf(said, where),
    where: null,
    columns: named.length > 0 ? named : plain.slice(0, fewColumns).map(field => [field.name]),
    sort: bulletOf(said, sort),
    filters: bulletOf(said, filters),
    search: bulletOf(said, search),
    groupBy: bulletOf(said, groupBy),
    free: bulletOf(said, free),
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
  const paths = screen.kind.arrangedBy(screen).map(({written}) => fieldPath(written))
  if (paths.length === 0) return []
  const shown = routedScreen(screen, specification)
  // These are not sorted by columns: records are placed by their fields.
  return [{...shown, columns: [], filters: [...shown.filters, ...paths]}]
}
