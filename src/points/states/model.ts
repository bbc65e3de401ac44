/** Point 4: states, and the actions that lead from one to another. */
import type {Place} from '../../document/finding.ts'
import type {Text} from '../../document/raw.ts'
import type {Cells} from '../../document/table.ts'
import type {Core} from '../../feel/core.ts'
import type {DaysDuration, MonthsDuration} from '../../feel/value.ts'
import type {Field} from '../entities/model.ts'

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
  /** Who is told of what is done with a record without an action, as it is written. */
  readonly tells: Readonly<Record<PlainChange, Text | null>>
}

/** What is done with every record, without an action of the document. */
export type PlainChange = 'create' | 'update' | 'delete'

export interface State extends Place {
  readonly name: string
  readonly was: string | null
}

export type ActionColumn = 'Action' | 'From' | 'To' | 'Who' | 'When' | 'After' | 'Asks' | 'Then' | 'Error'
export type ActionRow = Cells<ActionColumn>

/** What the rows mean, once entities, roles and errors are known. */
export interface Actions {
  /** By entity, then by name, in the order of the document. */
  readonly actions: ReadonlyMap<string, ReadonlyMap<string, Action>>
  /** By entity: the people whom somebody else's plain change is told to, one person or a list of them each. */
  readonly tells: ReadonlyMap<string, Readonly<Record<PlainChange, readonly Core[]>>>
}

/** One button for people, whatever the number of its rows. */
export interface Action {
  readonly entity: string
  /** In one form: `ask_back`, also where the document writes `ask back`. */
  readonly name: string
  readonly label: string
  readonly rows: readonly Transition[]
}

/** One row: the first whose From, Who and When hold is taken. */
export interface Transition extends Place {
  /** Null: from any state, or the entity has none. */
  readonly from: readonly string[] | null
  /** Null: the state stays. */
  readonly to: string | null
  readonly who: readonly Who[]
  readonly when: Condition | null
  /** How long the record has been in its state. */
  readonly after: DaysDuration | MonthsDuration | null
  readonly asks: readonly ActionInput[]
  readonly effects: readonly Effect[]
  readonly error: string | null
}

export type Who =
  /** A role of point 6, or one of its audiences. */
  | {readonly kind: 'role'; readonly role: string}
  /** The person, or one of the people, at a path from the record: whether it is `me`. */
  | {readonly kind: 'person'; readonly isMe: Core}
  /** The engine itself. */
  | {readonly kind: 'system'}

export interface Condition {
  readonly text: Text
  /** Null where the expression is wrong; it has its finding, and never holds. */
  readonly core: Core | null
  /** Whether it can only be judged once the action's inputs are known. */
  readonly readsInputs: boolean
}

/** Something an action asks for: a field of the record, or an input of its own. */
export interface ActionInput {
  readonly field: Field
  readonly own: boolean
  readonly optional: boolean
}

/** What happens besides the state. Values are of the record as the effects before have left it. */
export type Effect = SetEffect | CreateEffect | NotifyEffect | CallEffect | ForEachEffect | EraseEffect

/** Empties the personal fields of the record, and forgets what they held. */
export interface EraseEffect {
  readonly kind: 'erase'
}

export interface SetEffect {
  readonly kind: 'set'
  readonly field: string
  readonly value: Core
}

export interface CreateEffect {
  readonly kind: 'create'
  readonly entity: string
  readonly values: readonly {readonly field: string; readonly value: Core}[]
}

export interface NotifyEffect {
  readonly kind: 'notify'
  /** One person or a list of them. */
  readonly people: Core
}

export interface CallEffect {
  readonly kind: 'call'
  readonly name: string
}

export interface ForEachEffect {
  readonly kind: 'for each'
  /** Known as an input to the expressions of the effect. */
  readonly variable: string
  readonly list: Core
  readonly effect: Effect
}
