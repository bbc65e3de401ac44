/** Point 4: states, and the actions that lead from one to another. */

import type {PlacedName} from '../../document/bullets.ts'
import type {Place} from '../../document/finding.ts'
import type {Text} from '../../document/raw.ts'
import type {Cells} from '../../document/table.ts'
import type {Core} from '../../feel/core.ts'
import type {DaysDuration, MonthsDuration} from '../../feel/value.ts'
import type {Field} from '../entities/model.ts'
import type {Sentence} from '../template.ts'

export interface States {
  /** Keyed by entity. */
  readonly machines: ReadonlyMap<string, Machine>
  /** `### Request approve mail`, as written in the document. */
  readonly mails: readonly WrittenMail[]
  /** `### User end employment form`, as written in the document. */
  readonly forms: readonly WrittenForm[]
}

export interface WrittenForm {
  readonly heading: Text
  readonly entity: Text
  readonly action: Text
  readonly text: Text | null
  readonly previews: readonly PlacedName[] | null
  readonly destructive: Text | null
}

export interface WrittenMail {
  readonly heading: Text
  readonly entity: Text
  readonly action: Text
  readonly subject: Text | null
  readonly text: Text | null
  readonly shows: readonly PlacedName[]
  readonly offers: readonly PlacedName[]
  readonly strip: Text | null
}

/** The states and actions of one entity. `states` is empty if no action changes a state. */
export interface Machine extends Place {
  readonly entity: string
  readonly heading: Text
  /** The field that holds the state. */
  readonly field: string
  readonly states: readonly State[]
  readonly starts: string | null
  readonly final: readonly string[]
  readonly rows: readonly ActionRow[]
  /** Who is notified of plain changes, as written in the document. */
  readonly tells: Readonly<Record<PlainChange, Text | null>>
}

/** A change to a record without an action of the document. */
export type PlainChange = 'create' | 'update' | 'delete'

export interface State extends Place {
  readonly name: string
  readonly was: string | null
}

export type ActionColumn =
  | 'Action'
  | 'From'
  | 'To'
  | 'Who'
  | 'When'
  | 'After'
  | 'Asks'
  | 'Then'
  | 'Error'
  | 'Label'
  | 'Says'
export type ActionRow = Cells<ActionColumn>

/** The compiled rows, once entities, roles and errors are known. */
export interface Actions {
  /** Keyed by entity, then by name, in the order of the document. */
  readonly actions: ReadonlyMap<string, ReadonlyMap<string, Action>>
  /** Keyed by entity: the recipients of notifications about plain changes by other people, and their text. */
  readonly tells: ReadonlyMap<string, Tells>
}

/** One button, however many rows the action has. */
export interface Action {
  readonly entity: string
  /** In canonical form: `ask_back`, even if the document writes `ask back`. */
  readonly name: string
  /** The text of its button. */
  readonly label: string
  /** The same in the language of the document, for what is the same for all readers. */
  readonly originalLabel: string
  readonly rows: readonly Transition[]
  /** Null for a mail with the sentence and a link to the record. */
  readonly mail: ActionMail | null
  /** Null for a form with the inputs alone. */
  readonly form: ActionFormText | null
}

export interface ActionFormText {
  /** Above the inputs, about the record as it is. */
  readonly text: Sentence | null
  /** Fields as the action would leave them, shown with the other records it would change before it is performed. */
  readonly previews: readonly (readonly string[])[] | null
  /** Fields of other entities, whose values are compared before and after, for each record that the action would change. */
  readonly compares: ReadonlyMap<string, readonly (readonly string[])[]>
  /** It ends something, which its states do not say. */
  readonly isDestructive: boolean
}

/** The mail of an action, for everyone the action notifies. */
export interface ActionMail extends Place {
  readonly subject: Sentence | null
  readonly text: Sentence | null
  /** Paths starting at the record. */
  readonly shows: readonly {readonly path: readonly string[]; readonly place: Text}[]
  /** Actions of the same entity, by their names. */
  readonly offers: readonly {readonly action: string; readonly place: Text}[]
  /** Set if the document asks for the strip of the entity's inbox; null for a mail without one. */
  readonly strip: Text | null
}

/** One row of an action. The first row whose From, Who and When hold is used. */
export interface Transition extends Place {
  /** Null for any state, or if the entity has no states. */
  readonly from: readonly string[] | null
  /** Only used by a form for a new record, in the step that creates the record. */
  readonly creates: boolean
  /** Null if the state does not change. */
  readonly to: string | null
  readonly who: readonly Who[]
  readonly when: Condition | null
  /** How long the record must have been in its state. */
  readonly after: DaysDuration | MonthsDuration | null
  /** How long the system waits until it acts again on the same record; null to act once. */
  readonly every: DaysDuration | MonthsDuration | null
  readonly asks: readonly ActionInput[]
  readonly effects: readonly Effect[]
  /** The past-tense sentence without its subject: `approved {person}’s {kind}`. */
  readonly says: Sentence | null
  readonly error: string | null
}

export type Who =
  /** A role of point 6, or one of its audiences. */
  | {readonly kind: 'role'; readonly role: string}
  /** A person or people found through a path; `isMe` is the condition that `me` is one of them. */
  | {readonly kind: 'person'; readonly isMe: Core}
  /** The engine itself. */
  | {readonly kind: 'system'}

export interface Condition {
  readonly text: Text
  /** Null if the expression is wrong; it then has a finding and never holds. */
  readonly core: Core | null
  /** Whether it can only be evaluated once the action's inputs are known. */
  readonly readsInputs: boolean
  /** Whether it reads `old`: it is then about a change, and evaluated with the change. */
  readonly readsOld: boolean
}

/** An input of an action: a field of the record, or an input of the action alone (`own`). */
export interface ActionInput {
  readonly field: Field
  readonly own: boolean
  readonly optional: boolean
}

/** The effects of an action besides the state change. Expressions see the record as the previous effects left it. */
export type Effect =
  | SetEffect
  | CreateEffect
  | ChangeEffect
  | NotifyEffect
  | CallEffect
  | CodeEffect
  | ForEachEffect
  | EraseEffect

/** Clears the personal fields of the record, including in its history. */
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

/** `change b(room: room)`: another record, the item of a `for each`. */
export interface ChangeEffect extends Omit<CreateEffect, 'kind'> {
  readonly kind: 'change'
  readonly variable: string
}

/** Without a text, the notification lists the changes. */
export type Tells = Readonly<Record<PlainChange, readonly Omit<NotifyEffect, 'kind'>[]>>

export interface NotifyEffect {
  readonly kind: 'notify'
  /** One person or a list of them. */
  readonly people: Core
  /** The text of the notification; null for the action's sentence. */
  readonly text: Sentence | null
  /** The people as written; null for the owner, who is notified without being named. */
  readonly place: Text | null
}

export interface CallEffect {
  readonly kind: 'call'
  readonly name: string
}

/** An effect of own code. */
export interface CodeEffect {
  readonly kind: 'run'
  readonly name: string
}

export interface ForEachEffect {
  readonly kind: 'for each'
  /** Available as an input in the expressions of the effect. */
  readonly variable: string
  readonly list: Core
  readonly effect: Effect
}

export type SingleEffect = Exclude<Effect, ForEachEffect>

/** The effects of a row, with those of each `for each`. */
export function singleEffects({effects}: Pick<Transition, 'effects'>): SingleEffect[] {
  const singles = (effect: Effect): SingleEffect[] => (effect.kind === 'for each' ? singles(effect.effect) : [effect])
  return effects.flatMap(singles)
}
