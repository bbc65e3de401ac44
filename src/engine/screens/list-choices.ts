/** What a person chooses about a list beside filters: which columns, how many records on a page, how close. It stands in the address. */

import type {ListData} from '../../contract/list.ts'
import {allFields} from '../../points/entities/scope.ts'
import type {Specification} from '../../points/specification.ts'
import type {Actor} from '../actor.ts'
import {KeptForRoles} from '../kept-for-roles.ts'
import type {ListScreen, Path} from '../list/request.ts'
import {seenField} from '../list/seen-field.ts'
import type {Sight} from '../sight.ts'
import {shownField} from './shown-field.ts'

export interface Choices {
  /** The list with what was chosen. */
  readonly shown: ListScreen
  readonly columns: ListData['choose']['columns']
  readonly sizes: readonly number[]
  readonly close: boolean
  /** What of it stands in the address. */
  readonly asked: ListData['keep']
}

interface Chosen {
  readonly specification: Specification
  readonly sight: Sight
  readonly actor: Actor
  readonly query: URLSearchParams
}

const usualSizes = [25, 50, 100, 200]
const mostColumns = 20

export function readChoices(screen: ListScreen, chosen: Chosen): Choices {
  const {query} = chosen
  const offered = offeredFor.get(screen, chosen.actor, () => offeredColumns(screen, chosen))
  const wanted = query.getAll('columns').flatMap(text => text.split(','))
  const columns = offered
    .filter(({key}) => wanted.includes(key))
    .slice(0, mostColumns)
    .map(({path}) => path)
  const sizes = [...new Set([screen.size, ...usualSizes])].toSorted((a, b) => a - b)
  const size = sizes.find(each => String(each) === query.get('size')) ?? screen.size
  const close = query.get('rows') === 'close'
  const asItIs = columns.length === 0 && size === screen.size
  const shown = asItIs ? screen : {...screen, columns: columns.length > 0 ? columns : screen.columns, size}
  const keys = new Set(shown.columns.map(path => path.join('.')))
  return {
    shown,
    columns: offered.map(({key, label}) => ({key, label, shown: keys.has(key)})),
    sizes,
    close,
    asked: [
      ...(columns.length > 0 ? [{name: 'columns', value: columns.map(path => path.join('.')).join(',')}] : []),
      ...(size === screen.size ? [] : [{name: 'size', value: String(size)}]),
      ...(close ? [{name: 'rows', value: 'close'}] : []),
    ],
  }
}

interface OfferedColumn {
  readonly path: Path
  readonly key: string
  readonly label: string
}

const offeredFor = new KeptForRoles<ListScreen, readonly OfferedColumn[]>()

/** Those of the screen in its order, then whatever else the record has that the person may see. */
function offeredColumns({entity, columns}: ListScreen, {specification, sight}: Chosen): readonly OfferedColumn[] {
  const declared = specification.entities.entities.get(entity)
  const known = new Set(columns.map(path => path.join('.')))
  const others = (declared ? allFields(declared) : [])
    .filter(({name, type, computed}) => !known.has(name) && (type.keeps.kind === 'column' || computed !== null))
    .filter(({name}) => name !== 'id' && name !== 'version')
    .map(({name}): Path => [name])
  return [...columns, ...others].flatMap(path => {
    const field = seenField(sight, entity, path) && shownField(specification, entity, path)
    return field ? [{path, key: field.key, label: labelOf(field.label, path)}] : []
  })
}

/** Two fields of one label on the way are told apart by how they are reached. */
function labelOf(label: string, path: Path): string {
  return path.length === 1 ? label : `${label} (${path.slice(0, -1).join(', ').replaceAll('_', ' ')})`
}
