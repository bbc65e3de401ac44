/** The data of a board: columns of cards, and where each card may go. Types only. */

import type {Problem} from './common.ts'
import type {ListData} from './list.ts'
import type {LegendEntry} from './period.ts'
import type {ShownCell, ShownField} from './record.ts'

export interface BoardData {
  readonly heading: string
  /** The document's own prose about the screen. */
  readonly html?: string
  readonly filterBar: Pick<ListData, 'search' | 'filters' | 'filtered'>
  readonly columns: readonly BoardColumn[]
  /** What cards show beside their name. */
  readonly fields: readonly ShownField[]
  /** What the colours of the cards mean; empty where they have none. */
  readonly legend: readonly LegendEntry[]
  /** The field that moving sets; null where moving is an action. */
  readonly sets: string | null
  readonly problems: readonly Problem[]
  /** What is said where there is no card at all. */
  readonly empty: string | null
}

export interface BoardColumn {
  /** The state or word; empty for cards that have none. */
  readonly value: string
  readonly label: string
  readonly tone: string
  readonly count: ListData['count']
  readonly cards: readonly BoardCard[]
  /** More cards than are shown: how many, where that is known, and where they are listed, if anywhere. */
  readonly more: {readonly count: number | null; readonly href: string | null} | null
}

export interface BoardCard {
  readonly id: string
  readonly version: number
  readonly name: string
  readonly href: string | null
  /** Classes of its colour; empty where cards have none. */
  readonly tone: string
  readonly cells: readonly ShownCell[]
  readonly moves: readonly BoardMove[]
}

export interface BoardMove {
  /** The action, or the word that is set. */
  readonly name: string
  readonly label: string
  /** The column it leads to. */
  readonly to: string
  /** It asks for something first, on the page of the record. */
  readonly needsInput: boolean
}
