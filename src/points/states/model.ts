/** Point 4: states and transitions. What its rows mean beyond their states is read by whoever needs it. */
import type {Place} from '../../document/finding.ts'
import type {Text} from '../../document/raw.ts'
import type {Cells} from '../../document/table.ts'

export interface States {
  /** By the name of the entity. */
  readonly machines: ReadonlyMap<string, Machine>
}

/** What one entity can go through. An entity whose actions change no state has no states. */
export interface Machine extends Place {
  readonly entity: string
  readonly heading: Text
  /** The field that holds the state. */
  readonly field: string
  readonly states: readonly State[]
  readonly starts: string | null
  readonly final: readonly string[]
  readonly rows: readonly ActionRow[]
}

export interface State extends Place {
  readonly name: string
  readonly was: string | null
}

export type ActionColumn = 'Action' | 'From' | 'To' | 'Who' | 'When' | 'After' | 'Asks' | 'Then' | 'Error'
export type ActionRow = Cells<ActionColumn>
