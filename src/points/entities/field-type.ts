/**
 * What every field type answers about itself. A type reads its words from a document and gives a `FieldUse`: itself
 * with its options, and everything that is decided by it. Nobody else asks a type for its name to decide something.
 */

import type {Json} from '../../feel/core.ts'
import type {Num} from '../../feel/decimal.ts'
import type {Representation} from '../../feel/sql/tables.ts'
import type {Type} from '../../feel/type.ts'
import type {Reference, Value} from '../../feel/value.ts'
import type {OwnCode} from '../errors/own.ts'
import {readId} from './values/id.ts'

export interface FieldType {
  /** How authors know it: `text`, `one of`. */
  readonly name: string
  /** How it is written, for hints and for the reference. */
  readonly examples: readonly string[]
  /** What other languages call it, so that a hint can name ours. */
  readonly elsewhere: readonly string[]
  /** Null where these are not this type's words at all. */
  read(written: string, settings: TypeSettings): ReadType | null
  /** How a computed value is shown, where it is of this type's kind. */
  shows(type: Type): FieldUse | null
}

/** What point 9 says that a type needs to know. */
export interface TypeSettings {
  readonly currency: string
}

/** A problem's `offset` is where in the written type it stands. */
export type ReadType =
  | {readonly ok: true; readonly use: FieldUse}
  | {readonly ok: false; readonly message: string; readonly hint: string; readonly offset: number}

export type Database = 'sqlite' | 'postgres'

/** What drivers are given. They give back the same, or the database's own text of it; see `fromColumn`. */
export type Stored = null | boolean | bigint | string

/** A type as a field uses it: `text 3..120`. Values are never `''`; an empty text is null, an empty list is `[]`. */
export interface FieldUse {
  readonly name: string
  /** In one canonical way, so that equal uses are written alike. */
  readonly written: string
  readonly type: Type
  readonly keeps: Keeps
  readonly may: May
  readonly control: Control
  readonly filter: Filter
  readonly sort: Sort
  /** Whether a search looks into it. */
  readonly search: boolean
  /** Whether it can stand for its record where `named by` is not said. */
  readonly names: boolean
  readonly extent: Extent
  /** What the value is where nothing was given and there is no default: null, or `[]`. */
  readonly empty: Value

  /** A condition of SQL that every value in the column fulfils (or is null), for `check (…)`; `column` is quoted. */
  check(column: string, database: Database): string | null
  /** A value written plainly in the column Default (`normal`, `no`); undefined where it is an expression. */
  literal(written: string): Value | undefined
  /** What a form sends for the field: nothing, one text, or several. */
  fromForm(texts: readonly string[], locale: Locale): ValidationResult
  fromCsv(text: string, locale: Locale): ValidationResult
  fromJson(json: Json, locale: Locale): ValidationResult
  /** The value of an expression as this type keeps it: rounded to its places, in its bounds. */
  fit(value: Value): ValidationResult
  /** For people. */
  toText(value: Value, locale: Locale): string
  /** What the control holds. `fromForm` reads it back, if not always to the second. */
  toForm(value: Value, locale: Locale): readonly string[]
  toCsv(value: Value, locale: Locale): string
  toJson(value: Value): Json
  toColumn(value: Value, database: Database): Stored
  /** Takes what the drivers give: whole numbers as number, bigint or digits; PostgreSQL's own texts of the rest. */
  fromColumn(stored: unknown, database: Database): Value
  /** A value of another type that means one of this one: a day is its midnight. Null where it means none. */
  takes(value: Value, locale: Locale): ValidationResult | null
  /** What becomes of stored values of an earlier use of the same field. */
  changeFrom(earlier: FieldUse, renamed: RenamedEntities): Change
}

/** Where a field's values are. A `column` has the field's name; null stands for empty. */
export type Keeps =
  | {
      readonly kind: 'column'
      readonly sqlite: string
      readonly postgres: string
      readonly holds: Representation
      /** The entity whose id it holds. */
      readonly references: string | null
      /** The database or engine fills it from a counter that begins here. */
      readonly counter: number | null
    }
  /** `many Tag`: a table of pairs. */
  | {readonly kind: 'pairs'; readonly entity: string}
  /** `list of Comment by ticket`: nothing of its own, but the other side of a reference. */
  | {readonly kind: 'other side'; readonly entity: string; readonly by: string}
  | {readonly kind: 'nothing'}

/** What a document may say about a field of this type. */
export interface May {
  readonly required: boolean
  readonly default: boolean
  readonly unique: boolean
}

/** Which control edits it; the attributes are for whoever draws it. */
export interface Control {
  readonly control:
    | 'line'
    | 'area'
    | 'number'
    | 'yes/no'
    | 'date'
    | 'time'
    | 'date and time'
    | 'choice'
    | 'choices'
    | 'record'
    | 'records'
    | 'file'
    | 'none'
  readonly attributes?: Readonly<Record<string, string | number | boolean>>
  readonly words?: readonly string[]
  readonly entity?: string
}

export type Filter =
  | {readonly filter: 'text' | 'yes/no' | 'empty or not' | 'none'}
  | {readonly filter: 'range'; readonly control: Control}
  | {readonly filter: 'choice'; readonly words: readonly string[]}
  | {readonly filter: 'record'; readonly entity: string}

/** `words`: in their order; `name`: by the name of the record it leads to. */
export type Sort =
  | {readonly sort: 'value' | 'none'}
  | {readonly sort: 'words'; readonly words: readonly string[]}
  | {readonly sort: 'name'; readonly entity: string}

/** Whose language, clocks and money it is, and how records are called there. */
export interface Locale {
  readonly language: string
  readonly zone: string
  readonly currency: string
  nameOf(reference: Reference): string
  /** What a CSV file calls a record: something `find` finds it by. */
  keyOf(reference: Reference): string
  /** The record that somebody means by this text: its id, or what it is uniquely called; null where there is none. */
  find(entity: string, text: string): Reference | null
}

interface InputProblem {
  readonly code: OwnCode
  /** For the placeholders of the code's message. */
  readonly values: Readonly<Record<string, string>>
}

export type ValidationResult =
  | {readonly ok: true; readonly value: Value}
  | {readonly ok: false; readonly problems: readonly InputProblem[]}

/**
 * Which values there are, so that two uses can be compared. `set` names a kind of values, `within` the larger kinds
 * they belong to as they are; `least` and `most` count characters for texts and are values for numbers.
 */
export interface Extent {
  readonly set: string
  readonly within: readonly string[]
  readonly least: Num | null
  readonly most: Num | null
  readonly places: number
  readonly words: readonly string[] | null
  /** Words that were called otherwise before: old → new. */
  readonly renamed: ReadonlyMap<string, string>
  readonly entity: string | null
  /** Whether the CSV text of a value means the same to another type. */
  readonly plain: boolean
}

/** Entities by their earlier names: old → new. */
export type RenamedEntities = ReadonlyMap<string, string>

export type Change =
  /** Neither the column nor a value changes. */
  | {readonly kind: 'same'}
  /** Every earlier value fits (widening), or each must be looked at (narrowing). */
  | {
      readonly kind: 'widening' | 'narrowing'
      /** `kept`: the column stays, and so does every value that fits. `rewritten`: each is converted. */
      readonly column: 'kept' | 'rewritten'
      convert(value: Value, locale: Locale): ValidationResult
    }
  | {readonly kind: 'impossible'; readonly why: string}

// Short ways to say that input fits, or why it does not.

export function accepted(value: Value): ValidationResult {
  return {ok: true, value}
}

export function refused(code: OwnCode, values: Readonly<Record<string, string>> = {}): ValidationResult {
  return {ok: false, problems: [{code, values}]}
}

// Nobody's locale: exact texts, clocks of Greenwich, records by their ids. For files between machines and for plans.

export const plainLocale: Locale = {
  language: 'en',
  zone: 'UTC',
  currency: 'EUR',
  nameOf: reference => reference.id,
  keyOf: reference => reference.id,
  find: (entity, text) => {
    const id = readId(text)
    return id === null ? null : {entity, id}
  },
}
