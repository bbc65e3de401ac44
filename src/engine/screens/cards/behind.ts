/** The records behind a card, as a list: its own columns, or those of the list that people know. */
import type {Card} from '../../../points/screens/model.ts'
import type {Actor} from '../../actor.ts'
import type {ListScreen} from '../../list/request.ts'
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
    where: shows.where?.core ?? null,
    columns: own.columns.length > 0 ? own.columns : usual.columns,
    sort: own.sort.length > 0 ? own.sort : usual.sort,
    groupBy: null,
  }
}
