/** Point 3: entities and their fields. */
import type {Place} from '../../document/finding.ts'
import type {Block, Text} from '../../document/raw.ts'
import type {Core} from '../../feel/core.ts'
import type {Reads} from '../../feel/scope.ts'
import type {FieldUse} from './field-type.ts'

export interface Entities {
  /** In the order of the document, `User` always among them. */
  readonly entities: ReadonlyMap<string, Entity>
}

export interface Entity extends Place {
  readonly name: string
  /** For people: `Leave kind`, `Leave kinds`. */
  readonly label: string
  readonly plural: string
  readonly was: string | null
  /** Its own fields in order, the state field among them; `ownFields` of own-fields.ts are every entity's. */
  readonly fields: ReadonlyMap<string, Field>
  /** Names of rows that could not be read and have their findings; what names them is not wrong itself. */
  readonly unread: ReadonlySet<string>
  readonly namedBy: NamedBy
  /** Fields that together occur once; those of a single field say so themselves. */
  readonly unique: readonly (readonly string[])[]
  readonly partOf: PartOf | null
  /** Fields that hold personal data: forgotten when the record is deleted or erased. */
  readonly personal: readonly string[]
  /** What the document says about it in prose. */
  readonly prose: readonly Block[]
  /** Where its bullets stand; null for what the engine declares itself. */
  readonly source: EntitySource | null
}

export interface EntitySource {
  readonly heading: Text
  readonly namedBy: Text | null
  readonly unique: Text | null
  readonly partOf: Text | null
  readonly personal: Text | null
}

/** The entity it lives with, and the field that leads there. */
export interface PartOf {
  readonly entity: string
  readonly field: string
}

/** A record's name for people: texts and paths in turn. No parts: the entity's label stands for it. */
export interface NamedBy {
  readonly parts: readonly NamePart[]
}

export type NamePart =
  | {readonly kind: 'text'; readonly text: string}
  | {readonly kind: 'path'; readonly path: readonly string[]}

export interface Field extends Place {
  /** In canonical form: `ask_back`, also where the document writes `ask back`. */
  readonly name: string
  readonly label: string
  readonly was: string | null
  readonly type: FieldUse
  readonly required: boolean
  readonly unique: boolean
  readonly default: Expression | null
  /** Which records a reference may lead to: a condition on each of them. Null: all of them. */
  readonly offers: Expression | null
  /** Its value is worked out and has no column. */
  readonly computed: Expression | null
  /** Whether it is the entity's state of point 4. */
  readonly state: boolean
  /** Nobody fills it in: only its default and effects write it. */
  readonly setByEngine: boolean
  readonly meaning: string
  /** The cells it was read from; null for what the engine declares itself. */
  readonly source: FieldSource | null
}

export interface FieldSource {
  readonly field: Text
  readonly type: Text
  readonly required: Text
  readonly default: Text
  readonly unique: Text
}

/** An expression of the document; its core is null where it is wrong, and then there is a finding. */
export interface Expression {
  readonly text: Text
  readonly core: Core | null
  readonly reads: Reads | null
}
