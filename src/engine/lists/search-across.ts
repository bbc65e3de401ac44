/**
 * The lists that a global search reads: for each entity with a screen its name, the fields its lists search, and the
 * values its screens show: names of other records, choices, states and dates. Derived from the document only;
 * permissions are applied in each search.
 */

import {fieldOf, readableField} from '../../points/entities/lookup.ts'
import type {Entities, Entity} from '../../points/entities/model.ts'
import {pathsIn} from '../../points/entities/run.ts'
import {bulletOf} from '../../points/screens/bullets/bullet.ts'
import {columns as columnsBullet, fields, search as searchBullet} from '../../points/screens/bullets/shared.ts'
import type {Screen} from '../../points/screens/model.ts'
import {type ListDefinition, type Path, plainList} from '../query/list-query.ts'

/** Results per entity, before more are requested. */
const few = 6
/** The maximum depth of names within names. */
const deepest = 3

interface SearchContext {
  readonly entities: Entities
  readonly screens: readonly Screen[]
}

export interface AcrossList extends ListDefinition {
  /** The fields of the record's own name: matches in them come first. */
  readonly names: readonly Path[]
}

/** One for each entity that is shown somewhere and has searchable text, in the order of the screens. */
export function acrossLists({entities, screens}: SearchContext): AcrossList[] {
  const shown = new Set(screens.flatMap(({shows}) => ('entity' in shows ? [shows.entity] : [])))
  return [...shown].flatMap(name => {
    const entity = entities.entities.get(name)
    return entity ? acrossList(entity, {entities, screens}) : []
  })
}

function acrossList(entity: Entity, {entities, screens}: SearchContext): AcrossList[] {
  const own = screens.filter(({shows}) => 'entity' in shows && shows.entity === entity.name)
  const columns = pathsIn(entity.namedBy.parts)
  const shown = once([
    ...columns,
    ...own.flatMap(screen => [...bulletOf(screen, columnsBullet), ...bulletOf(screen, fields)]),
  ])
  const referred = shown.filter(path => leadsToRecord(entities, entity, path))
  const names = once(wordsInName(entities, entity))
  const search = once([
    ...own.flatMap(screen => bulletOf(screen, searchBullet)),
    ...names,
    ...referred.flatMap(path => textsAt(entities, entity, {path, depth: 0})),
  ])
  const states = [...entity.fields.values()].filter(({state}) => state).map(({name}) => [name])
  const searchValues = once([...states, ...shown, ...[...entity.spans.keys()].map(name => [name])]).filter(path =>
    isCalled(entity, path),
  )
  return search.length + searchValues.length > 0
    ? [{...plainList({entity: entity.name, columns, search, searchValues, size: few}), names}]
    : []
}

function leadsToRecord({entities}: Pick<Entities, 'entities'>, entity: Entity, [name = '', ...rest]: Path): boolean {
  const type = fieldOf(entity, name)?.type.type
  const next = type?.kind === 'reference' ? entities.get(type.entity) : undefined
  return next !== undefined && (rest.length === 0 || leadsToRecord({entities}, next, rest))
}

/** Its values have labels: a choice, a date, a span. */
function isCalled(entity: Entity, [name = '', ...rest]: Path): boolean {
  const field = rest.length === 0 ? readableField(entity, name) : null
  if (!field || field.computed !== null) return false
  const {type, filter} = field.type
  return filter.filter === 'choice' || type.kind === 'date' || type.kind === 'date and time'
}

/** The texts of a record's name, including those of records in it. */
function wordsInName(entities: Entities, entity: Entity, depth = 0): Path[] {
  if (depth >= deepest) return []
  return entity.namedBy.parts.flatMap(part =>
    part.kind === 'path' ? textsAt(entities, entity, {path: part.path, depth}) : [],
  )
}

function textsAt(entities: Entities, entity: Entity, {path, depth}: {path: Path; depth: number}): Path[] {
  const [name = '', ...rest] = path
  const field = fieldOf(entity, name)
  if (!field || field.computed !== null) return []
  const {type, search} = field.type
  const next = type.kind === 'reference' ? entities.entities.get(type.entity) : undefined
  if (rest.length > 0) return next ? under(name, textsAt(entities, next, {path: rest, depth})) : []
  if (next) return under(name, wordsInName(entities, next, depth + 1))
  return search ? [[name]] : []
}

const under = (name: string, paths: readonly Path[]): Path[] => paths.map(path => [name, ...path])

function once(paths: readonly Path[]): Path[] {
  return [...new Map(paths.map(path => [path.join('.'), path])).values()]
}
