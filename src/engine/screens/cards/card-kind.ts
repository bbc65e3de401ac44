/** What every kind of card gets and gives. */

import type {CardBody} from '../../../contract/dashboard.ts'
import type {Card, CardFigure} from '../../../points/screens/model.ts'
import type {Reader} from '../../engine.ts'
import type {Visit} from '../../reply.ts'
import type {RecordWorld} from '../world.ts'

export interface CardPlace {
  readonly card: Card
  readonly world: RecordWorld
  readonly visit: Visit
  /** The address of the records behind the card. */
  readonly href: string
}

export type LoadCard = (reader: Reader, place: CardPlace) => Promise<CardBody>

/** For the kinds that draw figures. */
export function withFigure(
  load: (reader: Reader, place: CardPlace, figure: CardFigure) => Promise<CardBody>,
): LoadCard {
  return (reader, place) => {
    const {shows} = place.card
    if (shows.kind !== 'figure') throw new Error('the check lets no list be drawn as a figure')
    return load(reader, place, shows)
  }
}
