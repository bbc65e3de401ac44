/** The definition of each list from the document; by default, its columns are the first fields. */

import type {ListDefinition} from '../../engine/query/list-query.ts'
import type {Call} from '../../points/calls/model.ts'
import {shownFields} from '../../points/entities/lookup.ts'
import type {Card, Details, Screen} from '../../points/screens/model.ts'
import {entityShown} from '../../points/screens/run.ts'
import {pathOf} from '../../points/screens/spread.ts'
import type {Specification} from '../../points/specification.ts'
import type {Action, Transition} from '../../points/states/model.ts'

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

/** All lists of a document: their searches and sort orders determine the indexes and the search index. */
export function listsOf(specification: Specification): ListDefinition[] {
  const {screens} = specification.screens
  const lists = screens
    .filter(({shows}) => shows.kind === 'list' || shows.kind === 'inbox')
    .map(screen => routedScreen(screen, specification))
  const cards = screens.flatMap(screen => screen.cards).map(card => cardScreen(card, specification))
  const placed = screens.flatMap(screen => [
    ...placedScreen(screen, specification),
    ...inboxLists(screen, specification),
  ])
  return [...lists, ...cards, ...placed, ...specification.calls.calls.flatMap(callList)]
}

/** The list of a call. The fields in its path need the same indexes as filters. */
function callList({operation, where, keys, list}: Call): ListDefinition[] {
  if (operation.kind !== 'list') return []
  const led = keys.map(({path, through}) => (through ? [through.field] : path))
  return [
    {
      entity: operation.entity,
      condition: where,
      where: null,
      columns: [],
      sort: list.sort,
      filters: [...list.filters, ...led],
      search: list.search,
      groupBy: null,
      size: list.size,
    },
  ]
}

/** Route parameters filter the list, so they need the same indexes as filters. */
function routedScreen(screen: Screen, specification: Specification): ListDefinition {
  const shown = listDefinition(screen, specification)
  const {address} = screen
  return address.kind === 'some'
    ? {...shown, filters: [...shown.filters, ...address.filters.map(({field}) => [field])]}
    : shown
}

/** Fields that arrange records which need the same indexes as filters. */
function placedScreen(screen: Screen, specification: Specification): ListDefinition[] {
  const paths = screen.kind.arrangedBy(screen).map(({written}) => pathOf(written))
  if (paths.length === 0) return []
  const shown = routedScreen(screen, specification)
  // These are not sorted by columns: records are placed by their fields.
  return [{...shown, columns: [], filters: [...shown.filters, ...paths]}]
}

/** The strip of an inbox, the earlier records next to it, and the decided ones. */
function inboxLists(screen: Screen, specification: Specification): ListDefinition[] {
  const {strip, earlier, decided} = screen.details
  const plain = {...listDefinition({...screen, details: null}, specification), columns: []}
  const dates = strip ? [pathOf(strip.from), ...(strip.to === null ? [] : [pathOf(strip.to)])] : []
  const placed = strip && {
    ...plain,
    condition: strip.where,
    filters: [...dates, pathOf(strip.per), ...(strip.same ? [strip.same] : [])],
  }
  const others = earlier && {...plain, filters: [earlier], sort: newestFirst(screen)}
  const done = decided && decidedList(plain, decided, decisionTime(screen, specification))
  return [placed, others, done].filter(each => each !== null)
}

/** The most recent decisions first. */
export function decidedList(
  shown: ListDefinition,
  decided: NonNullable<Screen['details']['where']>,
  time: string | null,
): ListDefinition {
  const fields = time === null ? ['updated'] : [time, 'updated']
  return {...shown, condition: decided, sort: fields.map(field => ({path: [field], descending: true}))}
}

/** The field that the actions of an inbox set to `now()`; null: they set none, and the last change is the nearest to it. */
export function decisionTime({shows, details}: Screen, specification: Specification): string | null {
  const entity = entityShown({shows})
  const known = specification.actions.actions.get(entity)
  return timeSetBy(
    entity,
    details.actions.flatMap(name => known?.get(name)?.rows ?? []),
    specification,
  )
}

/**
 * The field that other actions set to `now()` when they lead to a state in which the actions of an inbox start; null:
 * they set none, and the record has waited since it was created.
 */
export function waitingTime({shows, details}: Screen, specification: Specification): string | null {
  const entity = entityShown({shows})
  const all = [...(specification.actions.actions.get(entity)?.values() ?? [])]
  const isOwn = ({name}: Action) => details.actions.includes(name)
  const starts = new Set(all.filter(isOwn).flatMap(({rows}) => rows.flatMap(({from}) => from ?? [])))
  const leading = all.filter(action => !isOwn(action)).flatMap(({rows}) => rows)
  return timeSetBy(
    entity,
    leading.filter(({to}) => to !== null && starts.has(to)),
    specification,
  )
}

function timeSetBy(entity: string, rows: readonly Transition[], {entities}: Specification): string | null {
  const set = rows
    .flatMap(({effects}) => effects)
    .find(effect => effect.kind === 'set' && effect.value.op === 'call' && effect.value.name === 'now')
  const field = set?.kind === 'set' ? entities.entities.get(entity)?.fields.get(set.field) : undefined
  return field?.type.type.kind === 'date and time' ? field.name : null
}

/** By the date of the strip, if there is one. */
export function newestFirst({details}: Screen): ListDefinition['sort'] {
  const {strip} = details
  return [{path: strip ? pathOf(strip.from) : ['created'], descending: true}]
}

/** A figure reads like a list without an order; the records behind it use the filters and search of their list. */
function cardScreen({shows}: Card, specification: Specification): ListDefinition {
  const usual = listDefinition({shows: {kind: 'list', entity: shows.entity}, details: null}, specification)
  return {...usual, condition: shows.where, ...(shows.kind === 'list' ? {sort: shows.sort} : {})}
}
