/** Point 3: entities and their fields. */

import type {PlacedName} from '../../document/bullets.ts'
import type {Place} from '../../document/finding.ts'
import type {Block, Text} from '../../document/raw.ts'
import type {Core} from '../../feel/core.ts'
import type {Reads} from '../../feel/scope.ts'
import type {Type} from '../../feel/type.ts'
import type {FieldUse} from './field-type.ts'

export interface Entities {
  /** In the order of the document, always including `User`. */
  readonly entities: ReadonlyMap<string, Entity>
  /** Of own code, by their names. */
  readonly functions: ReadonlyMap<string, DocumentFunction>
}

export interface Entity extends Place {
  readonly name: string
  /** For people: `Leave kind`, `Leave kinds`. */
  readonly label: string
  readonly plural: string
  readonly was: string | null
  /** Declared fields in order, including the state field; the built-in fields of every entity are in own-fields.ts. */
  readonly fields: ReadonlyMap<string, Field>
  /** Names of rows that could not be read. They have findings, so uses of these names are not reported. */
  readonly unread: ReadonlySet<string>
  readonly namedBy: NamedBy
  /** The field with the owner of the record, if the document names it; `ownerOf` finds it otherwise. */
  readonly owner: string | null
  /** The name of a record for its owner; null if it is the same. */
  readonly namedForOwner: NamedBy | null
  /** Of `User`: what people see under their own name; null for their roles. */
  readonly describedBy: NamedBy | null
  /** Combinations of fields that are unique together; a single unique field is marked on the field. */
  readonly unique: readonly (readonly string[])[]
  readonly partOf: PartOf | null
  /** Fields with personal data: removed, also from history, when the record is deleted or erased. */
  readonly personal: readonly string[]
  /** Two dates as one value, by the name of the span. */
  readonly spans: ReadonlyMap<string, Span>
  /** Its own fields that give its records a colour and an icon. */
  readonly colour: string | null
  readonly icon: string | null
  /** The names of its records are common nouns, written in lower case inside a sentence: “requested holiday”. */
  readonly commonNouns: boolean
  /** The text about it in the document. */
  readonly prose: readonly Block[]
  /** The places of its bullets; null for built-in entities. */
  readonly source: EntitySource | null
}

export interface EntitySource {
  readonly heading: Text
  readonly namedBy: Text | null
  readonly owner: Text | null
  readonly namedForOwner: Text | null
  readonly describedBy: Text | null
  readonly unique: Text | null
  readonly partOf: Text | null
  readonly personal: Text | null
  readonly span: Text | null
  readonly colour: Text | null
  readonly icon: Text | null
}

/** How a value of a choice or a state is shown; null for the default. */
export interface ValueLook {
  readonly label: string | null
  readonly colour: string | null
  /** The name of an icon. */
  readonly icon: string | null
}

/** `dates = first_day..last_day`: two fields that people read, sort, filter and fill in as one. */
export interface Span extends Place {
  readonly name: string
  readonly label: string
  readonly from: string
  readonly to: string
  /** Two boolean fields: the first day starts at midday, the last day ends at midday. */
  readonly halfDays: readonly [string, string] | null
  /** A number of days, shown with the dates. */
  readonly count: string | null
  /** A number of hours, shown instead of the days if set. */
  readonly hours: string | null
  /** These dates are taken as well as those of another span, such as the approved dates while others are requested. */
  readonly alsoBooked: boolean
}

/** The owner of its records, and the field that refers to it. */
export interface PartOf {
  readonly entity: string
  readonly field: string
}

/** The name of a record: texts and paths in turn. Without parts, the label of the entity is used. */
export interface NamedBy {
  readonly parts: readonly NamePart[]
}

export type NamePart =
  | {readonly kind: 'text'; readonly text: string}
  | {readonly kind: 'path'; readonly path: readonly string[]}

export interface Field extends Place {
  /** In canonical form: `ask_back`, even if the document writes `ask back`. */
  readonly name: string
  readonly label: string
  readonly was: string | null
  readonly type: FieldUse
  readonly required: boolean
  readonly unique: boolean
  readonly default: Expression | null
  /** A condition on the records that a reference may refer to. Null: all of them. */
  readonly offers: Expression | null
  /** The expression of a computed field, which has no column. */
  readonly computed: Expression | null
  /** Whether it is the state field of point 4. */
  readonly state: boolean
  /** People cannot fill it in: only its default and effects write it. */
  readonly setByEngine: boolean
  /** Roles that may nevertheless fill it in for a new record: `set by: HR when created`. */
  readonly filledBy?: readonly PlacedName[]
  /** The field from which it is derived as an address segment: `set by: slug of title`. */
  readonly slugOf?: string | null
  /** The function that computes it at each write: `set by: price(hours, seats)`. */
  readonly setBy?: SetByFunction
  /** How its values are shown, if the document defines it. */
  readonly looks?: ReadonlyMap<string, ValueLook>
  /** Set if it represents two dates. Its own value is then the first of them. */
  readonly span?: Span
  readonly meaning: string
  /** The components of own code that show its values, and that edit them. */
  readonly shownBy?: Text
  readonly editedBy?: Text
  /** The cells it was read from; null for built-in fields. */
  readonly source: FieldSource | null
}

export interface FieldSource {
  readonly field: Text
  readonly type: Text
  readonly required: Text
  readonly default: Text
  readonly unique: Text
}

/** An expression of the document; `core` is null if it is wrong, and a finding is then reported. */
export interface Expression {
  readonly text: Text
  readonly core: Core | null
  readonly reads: Reads | null
}

/** A function of own code: what it takes and gives. */
export interface DocumentFunction extends Place {
  readonly name: string
  readonly takes: readonly FunctionValue[]
  readonly gives: Type
}

export interface FunctionValue {
  readonly name: string
  readonly type: Type
}

/** `Set by: price(hours, room.seats)`. */
export interface SetByFunction {
  readonly name: string
  readonly text: Text
  readonly written: readonly Text[]
  /** In the order of what the function takes; null if one is wrong, which is reported. */
  readonly args: readonly Core[] | null
}
