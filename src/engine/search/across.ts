/**
 * The lists that a search across the product reads: for each entity with a screen, what its lists search and its
 * name. Derived from the document alone; permissions are applied when someone searches.
 */
import {fieldOf} from '../../points/entities/lookup.ts'
import type {Entities, Entity} from '../../points/entities/model.ts'
import type {Screen} from '../../points/screens/model.ts'
import type {ListDefinition, Path} from '../query/list-query.ts'

// A list without a screen: no filters, order or groups of its own.

function lookFor(asked: Pick<ListDefinition, 'entity' | 'columns'> & Partial<ListDefinition>): ListDefinition {
  return {where: null, sort: [], filters: [], search: [], groupBy: null, size: 1, ...asked}
}

/** Of one entity, before more are requested. */
const few = 6
/** Names within names. */
const deepest = 3

interface AcrossWorld {
  readonly entities: Entities
  readonly screens: readonly Screen[]
}

/** One for each entity that is shown somewhere and has words in it, in the order of the screens. */
export function acrossLists({entities, screens}: AcrossWorld): ListDefinition[] {
  const shown = new Set(screens.flatMap(({shows}) => ('entity' in shows ? [shows.entity] : [])))
  return [...shown].flatMap(name => {
    const entity = entities.entities.get(name)
    return entity ? acrossList(entity, {entities, screens}) : []
  })
}

function acrossList(entity: Entity, {entities, screens}: AcrossWorld): ListDefinition[] {
  const said = screens.flatMap(({shows, details}) =>
    'entity' in shows && shows.entity === entity.name ? details.search : [],
  )
  const search = once([...said, ...wordsInName(entities, entity)])
  const columns = entity.namedBy.parts.flatMap(part => (part.kind === 'path' ? [part.path] : []))
  return search.length > 0 ? [lookFor({entity: entity.name, columns, search, size: few})] : []
}

/** The texts that a record is called by, also through the records that name it. */
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
