/** The data of a gallery: a card for each record. Types only. */
import type {ShownCell, ShownField} from '../../engine/page/cells.ts'
import type {ActionTone, LinkData, MarkData, Problem} from '../../engine/page/common.ts'
import type {ListData, StateTarget, SuggestedFilter} from '../../features/collections/data.ts'

export interface GalleryData
  extends Pick<ListData, 'heading' | 'html' | 'back' | 'count' | 'entityName' | 'page' | 'create' | 'filteredBy'> {
  readonly filterBar: Pick<ListData, 'search' | 'filters' | 'filtered'>
  /** Set if the address requests them. */
  readonly suggested?: readonly SuggestedFilter[]
  /** The state of the records; null if they have none. */
  readonly state: ShownField | null
  /** What cards say besides the name and the state. */
  readonly fields: readonly ShownField[]
  readonly cards: readonly GalleryCard[]
  readonly problems: readonly Problem[]
  /** The text if there are no cards, and no filters. */
  readonly empty: string
}

export interface GalleryCard {
  readonly id: string
  readonly version: number
  readonly name: string
  readonly href: string | null
  /** The address of its picture; null if it has none, or one that the viewer may not see. */
  readonly picture: string | null
  /** The colour and icon of the record, in place of a picture. */
  readonly mark: MarkData | null
  readonly state: ShownCell | null
  readonly cells: readonly ShownCell[]
  readonly actions: readonly CardAction[]
  /** A link to the form that books this record for the requested time. */
  readonly offer: LinkData | null
}

export interface CardAction {
  readonly name: string
  readonly label: string
  readonly tone: ActionTone
  /** The page of the record, which asks for more first. */
  readonly href: string | null
  /** The resulting state, if it is always the same. */
  readonly to: StateTarget | null
}
