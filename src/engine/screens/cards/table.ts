/** A card that lists a few records. */
import {list} from '../../list/list.ts'
import {type ListScreen, nothingAsked} from '../../list/request.ts'
import {hrefOf, recordLink, withKey} from '../record-links.ts'
import {shownField} from '../shown-field.ts'
import {behind} from './behind.ts'
import type {LoadCard} from './card-kind.ts'

const usual = 5

export const loadTable: LoadCard = async (reader, place) => {
  const {card, world, visit} = place
  const screen: ListScreen = {
    ...behind(card, world, visit.actor),
    size: card.shows.kind === 'list' ? (card.shows.limit ?? usual) : usual,
  }
  const link = recordLink(world.screens, screen.entity, visit.actor)
  const columns = screen.columns.flatMap(path => shownField(world.specification, screen.entity, path) ?? [])
  const {rows, next} = await list(reader, reader.sight, {screen: withKey(screen, link), asked: nothingAsked})
  const width = screen.columns.length
  const records = rows.map(({id, cells}) => ({id, href: hrefOf(cells[width], link), cells: cells.slice(0, width)}))
  return {as: 'table', columns, records, more: next !== null, empty: world.words.dashboards.nothingNow}
}
