/** Two documents that store the same records under other names and with other types; see `store-victim.ts`. */
import type {Specification} from '../../src/points/specification.ts'
import {entitiesOf, entity, type Values} from './store-document.ts'

export interface VictimDocument {
  readonly entity: string
  readonly specification: Specification
  /** The record with this number. */
  values(number: number): Values
}

export const victimDocuments: readonly VictimDocument[] = [
  {
    entity: 'Ticket',
    specification: entitiesOf(
      entity('Ticket', ['title | text 0..50 | yes', 'size | number', 'state | one of low, high | yes | low']),
    ),
    values: number => ({title: `title ${number}`, size: number, state: number % 2 ? 'low' : 'high'}),
  },
  {
    entity: 'Case',
    specification: entitiesOf(
      entity('Case (was Ticket)', [
        'name (was title) | text | yes',
        'size | decimal 2',
        'state | one of small (was low), high | yes | small',
        'extra | text 0..9 | yes | "more"',
      ]),
    ),
    values: number => ({name: `title ${number}`, size: number, state: number % 2 ? 'small' : 'high', extra: 'more'}),
  },
]
