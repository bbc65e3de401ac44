/**
 * The names available in an expression: the entities and their fields, the current record, the acting person, constants
 * and inputs; and the result of typing.
 */
import type {FindingCode} from '../document/finding.ts'
import type {Core, Json} from './core.ts'
import type {Tree} from './syntax/tree.ts'
import type {Type} from './type.ts'

export interface FieldScope {
  readonly type: Type
  /** `list of … by …` or `many …`: the type is a list of references. */
  readonly relation?: boolean
}

export interface ConstantScope {
  readonly type: Type
  /** As written by `encodeValue` of value.ts. */
  readonly value: Json
}

export interface Scope {
  /** Maps entities to their fields. Every entity has the field `id` (a text). */
  readonly entities: ReadonlyMap<string, ReadonlyMap<string, FieldScope>>
  /** The entity of the current record, whose fields are bare names. */
  readonly entity?: string
  readonly constants?: ReadonlyMap<string, ConstantScope>
  readonly inputs?: ReadonlyMap<string, Type>
  /** The entity of the acting person, if there is one. */
  readonly me?: string
  /** The values of an address: `address.day`. */
  readonly address?: ReadonlyMap<string, Type>
  /** Whether `old` is available. */
  readonly old?: boolean
  /** `nonet feel`: no declared types, the standard's dynamic rules. */
  readonly loose?: boolean
  /** Functions of own code, which expressions cannot call, by their names. */
  readonly functions?: ReadonlyMap<string, unknown>
  /** Expressions that are already parsed. */
  readonly trees?: ParsedTrees
}

/** The trees of expressions, by their text and the names that the parser must know. */
export interface ParsedTrees {
  get(key: string): Tree | undefined
  set(key: string, tree: Tree): void
}

/** A problem in an expression; `start` and `end` are offsets into its text. */
export interface ExpressionProblem {
  readonly code: FindingCode
  readonly message: string
  readonly hint: string
  readonly start: number
  readonly end: number
  /** The replacement between two offsets. */
  readonly fix?: TextEdit | undefined
}

export interface TextEdit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** What an expression reads. Fields and relations as `Entity.field`. */
export interface Reads {
  readonly fields: ReadonlySet<string>
  readonly relations: ReadonlySet<string>
  readonly entities: ReadonlySet<string>
  readonly constants: ReadonlySet<string>
  readonly inputs: ReadonlySet<string>
  readonly me: boolean
  readonly old: boolean
  /** `now()`, `today()` */
  readonly now: boolean
}

export type Typing =
  | {readonly ok: true; readonly core: Core; readonly type: Type; readonly reads: Reads}
  | {readonly ok: false; readonly problems: readonly ExpressionProblem[]}
