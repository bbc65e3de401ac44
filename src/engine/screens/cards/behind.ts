/** The records behind a card, as a list: its own columns, or those of the list that people know with what it counts. */
import type {Card} from '../../../points/screens/model.ts'
import type {Actor} from '../../actor.ts'
import type {ListScreen, Path} from '../../list/request.ts'
import {listScreen} from '../list-screen.ts'
import {screenOf} from '../record-links.ts'
import type {RecordWorld} from '../world.ts'

export function behind({shows}: Card, {screens, specification}: RecordWorld, actor: Actor): ListScreen {
  const {entity} = shows
  const known = screenOf(screens, 'list', {entity, actor})
  const usual = listScreen({shows: {kind: 'list', entity}, details: known?.details ?? null}, specification)
  const own = shows.kind === 'list' ? shows : {columns: [], sort: []}
  return {
    ...usual,
    condition: shows.where?.core ?? null,
    columns: own.columns.length > 0 ? own.columns : withCounted(usual.columns, shows),
    sort: own.sort.length > 0 ? own.sort : usual.sort,
    groupBy: null,
  }
}

/** What a figure adds up, and what it goes by, is seen in the records behind it. */
function withCounted(columns: readonly Path[], shows: Card['shows']): readonly Path[] {
  const counted = shows.kind === 'figure' ? [shows.by?.path, shows.sum] : []
  const known = new Set(columns.map(path => path.join('.')))
  return [...columns, ...counted.flatMap(path => (path && !known.has(path.join('.')) ? [path] : []))]
}
