/**
 * The interface of field types. A type reads its text from a document and returns a `FieldUse`: the type with its
 * options and everything that depends on it. Other code asks the `FieldUse`; only few places know a type by its name.
 */

import type {Json} from '../../feel/core.ts'
import type {Num} from '../../feel/decimal.ts'
import type {Representation} from '../../feel/sql/tables.ts'
import type {Type} from '../../feel/type.ts'
import type {Reference, Value} from '../../feel/value.ts'
import {plainLanguage} from '../../messages/language.ts'
import type {OwnCode} from '../errors/own.ts'
import {readId} from './values/id.ts'

export interface FieldType {
  /** How authors know it: `text`, `one of`. */
  readonly name: string
  /** Examples for hints and for the reference. */
  readonly examples: readonly string[]
  /** Names in other languages and tools: not accepted, only used for hints. */
  readonly synonyms: readonly string[]
  /** Null if the text is not about this type. */
  read(written: string, settings: TypeSettings): ReadType | null
  /** The use that shows a computed value of this kind; null for other kinds. */
  shows(type: Type): FieldUse | null
}

/** Settings of point 9 that types need. */
export interface TypeSettings {
  readonly currency: string
}

/** `offset`: the position of the problem in the text of the type. */
export type ReadType =
  | {readonly ok: true; readonly use: FieldUse}
  | {readonly ok: false; readonly message: string; readonly hint: string; readonly offset: number}

export type Database = 'sqlite' | 'postgres'

/** The values passed to drivers. They return the same, or the database's own text of it; see `fromColumn`. */
export type Stored = null | boolean | bigint | string

/** A type with its options: `text 3..120`. Values are never `''`; an empty text is null, an empty list is `[]`. */
export interface FieldUse {
  readonly name: string
  /** Canonical, so that equal uses have equal texts. */
  readonly written: string
  readonly type: Type
  /** Where the database stores it. */
  readonly storage: FieldStorage
  readonly may: May
  readonly control: Control
  readonly display: ValueDisplay
  readonly filter: Filter
  readonly sort: Sort
  /** Whether it is searched. */
  readonly search: boolean
  /** Whether it can name its record without `named by`. */
  readonly names: boolean
  /** The values it can have: compared when a field changes its type, and described in schemas. */
  readonly valueSet: ValueSet
  /** The value without input and default: null or `[]`. */
  readonly empty: Value

  /** The SQL condition for `check (…)` that every non-null value satisfies; `column` is quoted. */
  check(column: string, database: Database): string | null
  /** A literal in the column Default (`normal`, `no`); undefined for an expression. */
  literal(written: string): Value | undefined
  /** From a form: no text, one, or several. */
  fromForm(texts: readonly string[], locale: Locale): ValidationResult
  fromCsv(text: string, locale: Locale): ValidationResult
  fromJson(json: Json, locale: Locale): ValidationResult
  /** The value of an expression as this type stores it: rounded to its places, within its bounds. */
  fit(value: Value): ValidationResult
  /** For people. */
  toText(value: Value, locale: Locale): string
  /** Where a click on the value leads outside the application: a mailbox, a telephone, a website; otherwise null. */
  toHref(value: Value): string | null
  /** The value of the form control. `fromForm` reads it back, possibly without seconds. */
  toForm(value: Value, locale: Locale): readonly string[]
  toCsv(value: Value, locale: Locale): string
  toJson(value: Value): Json
  toColumn(value: Value, database: Database): Stored
  /** Accepts what the drivers return: whole numbers as number, bigint or digits; PostgreSQL's own texts of the rest. */
  fromColumn(stored: unknown, database: Database): Value
  /** A value of another type converted to this one: a date becomes its midnight. Null if it cannot be converted. */
  takes(value: Value, locale: Locale): ValidationResult | null
  /** How stored values of an earlier type of the same field are migrated. */
  changeFrom(earlier: FieldUse, renamed: RenamedEntities): Change
}

/** Where the values of a field are stored. A `column` has the field's name; null means empty. */
export type FieldStorage =
  | {
      readonly kind: 'column'
      readonly sqlite: string
      readonly postgres: string
      readonly holds: Representation
      /** The entity whose id it holds. */
      readonly references: string | null
      /** The start of the counter that fills it. */
      readonly counter: number | null
    }
  /** `many Tag`: a table of pairs. */
  | {readonly kind: 'pairs'; readonly entity: string}
  /** `list of Comment by ticket`: nothing of its own, but the other side of a reference. */
  | {readonly kind: 'other side'; readonly entity: string; readonly by: string}
  | {readonly kind: 'nothing'}

/** What a document may declare about a field of this type. */
export interface May {
  readonly required: boolean
  readonly default: boolean
  readonly unique: boolean
}

/** The form control; the attributes are for the frontend. */
export interface Control {
  /** `none`: people do not fill it in. */
  readonly control: ControlName | 'none'
  readonly attributes?: Readonly<Record<string, string | number | boolean>>
  readonly words?: readonly string[]
  /** Labels shown instead of values. */
  readonly labels?: ReadonlyMap<string, string>
  readonly entity?: string
}

/** What the engine asks of a control. In forms each has a component, and its room (`features/forms/components/control.ts`). */
interface ControlFacts {
  /** It can be edited in a cell of a list: it has one line and one value. */
  readonly fitsInCell: boolean
  /** Something is chosen, or else entered. */
  readonly isChosen: boolean
}

export const controls = {
  line: {fitsInCell: true, isChosen: false},
  area: {fitsInCell: false, isChosen: false},
  number: {fitsInCell: true, isChosen: false},
  'yes/no': {fitsInCell: true, isChosen: true},
  date: {fitsInCell: true, isChosen: false},
  time: {fitsInCell: true, isChosen: false},
  'date and time': {fitsInCell: true, isChosen: false},
  choice: {fitsInCell: true, isChosen: true},
  choices: {fitsInCell: false, isChosen: true},
  record: {fitsInCell: true, isChosen: true},
  records: {fitsInCell: false, isChosen: true},
  file: {fitsInCell: false, isChosen: true},
  none: {fitsInCell: false, isChosen: false},
} as const satisfies Readonly<Record<string, ControlFacts>>

export type ControlName = Exclude<keyof typeof controls, 'none'>

/** How its values are displayed (`web/components/cell.tsx`), unless the field says more about them: a state, a person, the dates of a span. */
export type ValueDisplay = 'text' | 'long' | 'rich' | 'number' | 'time' | 'yes/no'

export type Filter =
  | {readonly filter: 'text' | 'yes/no' | 'empty or not' | 'none'}
  | {readonly filter: 'range'; readonly control: Control}
  | {readonly filter: 'choice'; readonly words: readonly string[]}
  | {readonly filter: 'record'; readonly entity: string}

/** `words`: in the order of the choice; `name`: by the name of the referenced record. */
export type Sort =
  | {readonly sort: 'value' | 'none'}
  | {readonly sort: 'words'; readonly words: readonly string[]}
  | {readonly sort: 'name'; readonly entity: string}

/** The language, time zone and currency for texts, and the names of records. */
export interface Locale {
  readonly language: string
  readonly zone: string
  /** The current year in the zone: its dates are written without it. Without one, every date has its year. */
  readonly year?: number
  readonly currency: string
  nameOf(reference: Reference): string
  /** The text of a record in a CSV file, which `find` accepts. */
  keyOf(reference: Reference): string
  /** The record with this id or unique name; null if not found. */
  find(entity: string, text: string): Reference | null
}

interface InputProblem {
  readonly code: OwnCode
  /** The values of the message's placeholders. */
  readonly values: Readonly<Record<string, string>>
}

export type ValidationResult =
  | {readonly ok: true; readonly value: Value}
  | {readonly ok: false; readonly problems: readonly InputProblem[]}

/**
 * The set of possible values, for comparing two uses. `set` names a kind of values, `within` the larger kinds that
 * contain it; `least` and `most` are lengths for texts and values for numbers.
 */
export interface ValueSet {
  readonly set: string
  readonly within: readonly string[]
  readonly least: Num | null
  readonly most: Num | null
  readonly places: number
  readonly words: readonly string[] | null
  /** Renamed words: old → new. */
  readonly renamed: ReadonlyMap<string, string>
  readonly entity: string | null
  /** Whether other types understand the CSV text of a value. */
  readonly plain: boolean
}

/** Entities by their earlier names: old → new. */
export type RenamedEntities = ReadonlyMap<string, string>

export type Change =
  /** Neither the column nor a value changes. */
  | {readonly kind: 'same'}
  /** Every earlier value fits (widening), or each must be checked (narrowing). */
  | {
      readonly kind: 'widening' | 'narrowing'
      /** `kept`: the column stays, with every value that fits. `rewritten`: each value is converted. */
      readonly column: 'kept' | 'rewritten'
      convert(value: Value, locale: Locale): ValidationResult
    }
  | {readonly kind: 'impossible'; readonly why: string}

// Shorthands for validation results.

export function accepted(value: Value): ValidationResult {
  return {ok: true, value}
}

export function invalid(code: OwnCode, values: Readonly<Record<string, string>> = {}): ValidationResult {
  return {ok: false, problems: [{code, values}]}
}

// A neutral locale for machines: exact texts, UTC, records by id.

export const plainLocale: Locale = {
  language: plainLanguage,
  zone: 'UTC',
  currency: 'EUR',
  nameOf: reference => reference.id,
  keyOf: reference => reference.id,
  find: (entity, text) => {
    const id = readId(text)
    return id === null ? null : {entity, id}
  },
}
