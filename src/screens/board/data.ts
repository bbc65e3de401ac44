/** The data of a board: columns of cards, and the columns each card may move to. Types only. */

import type {ShownCell, ShownField} from '../../engine/page/cells.ts'
import type {LinkData, Problem} from '../../engine/page/common.ts'
import type {ListData} from '../../features/collections/data.ts'
import type {LegendEntry} from '../../features/planning/period-data.ts'

export interface BoardData {
  readonly heading: string
  /** The document's text about the screen. */
  readonly html?: string
  readonly filterBar: Pick<ListData, 'search' | 'filters' | 'filtered'>
  readonly columns: readonly BoardColumn[]
  /** The fields on cards, besides the name. */
  readonly fields: readonly ShownField[]
  /** The meaning of the cards' colours; empty if they have none. */
  readonly legend: readonly LegendEntry[]
  /** The field set by moving a card; null if moving performs an action. */
  readonly sets: string | null
  readonly problems: readonly Problem[]
  /** The text if there are no cards at all. */
  readonly empty: string | null
  /** The form for a new record; null if the viewer may not open one. */
  readonly create: LinkData | null
}

export interface BoardColumn {
  /** The state or value; empty for cards without one. */
  readonly value: string
  readonly label: string
  readonly tone: string
  readonly count: ListData['count']
  readonly cards: readonly BoardCard[]
  /** The remaining cards: their number, if known, and a list that shows them, if there is one. */
  readonly more: {readonly count: number | null; readonly href: string | null} | null
}

export interface BoardCard {
  readonly id: string
  readonly version: number
  readonly name: string
  readonly href: string | null
  /** The CSS classes of its colour; empty if cards have none. */
  readonly tone: string
  readonly cells: readonly ShownCell[]
  readonly moves: readonly BoardMove[]
}

export interface BoardMove {
  /** The action, or the value that is set. */
  readonly name: string
  readonly label: string
  /** The target column. */
  readonly to: string
  /** It has inputs, which the page of the record asks for. */
  readonly needsInput: boolean
}
