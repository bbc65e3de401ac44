/**
 * Makes a `FieldType` of what a type's file says. A type only speaks of values that are there and are its own; what
 * holds for all of them (nothing was given, a value of the wrong kind, the defaults) is said here once.
 */
import type {Json} from '../../feel/core.ts'
import {encode} from '../../feel/json.ts'
import type {Type} from '../../feel/type.ts'
import {kindOf, type Value} from '../../feel/value.ts'
import {changeBetween} from './change.ts'
import type {
  Control,
  Database,
  Extent,
  FieldType,
  FieldUse,
  Filter,
  Judged,
  Keeps,
  Locale,
  May,
  Sort,
  Stored,
  TypeSettings,
} from './field-type.ts'
import {accepted, refused} from './judged.ts'

/** What a type with its options says about itself. `V` are its values. */
export interface Behaviour<V extends Value> {
  readonly written: string
  readonly type: Type
  readonly keeps: Keeps
  readonly may?: Partial<May>
  readonly control: Control
  readonly filter: Filter
  readonly sort: Sort
  readonly search?: boolean
  readonly names?: boolean
  readonly extent: {readonly set: string} & Partial<Extent>
  readonly empty?: Value
  is(value: Value): value is V
  check?(column: string, database: Database): string | null
  literal?(written: string): Value | undefined
  /** One text that is not blank, from a form. */
  fromText(text: string, locale: Locale): Judged
  /** Instead of `fromText`, where a form sends several texts or none means something. */
  fromForm?(texts: readonly string[], locale: Locale): Judged
  /** As `fromText` where not said. */
  fromCsv?(text: string, locale: Locale): Judged
  fromJson(json: Json, locale: Locale): Judged
  /** A value of the right kind, not null. */
  fit(value: V): Judged
  /** A value of another kind that nevertheless means one of ours. */
  adapt?(value: Value): Judged
  /** A stored value of another type that nevertheless means one of ours, by the clocks and words of the locale. */
  takes?(value: Value, locale: Locale): Judged | null
  toText(value: V, locale: Locale): string
  toForm?(value: V, locale: Locale): readonly string[]
  toCsv(value: V, locale: Locale): string
  toJson?(value: V): Json
  toColumn(value: V, database: Database): Stored
  fromColumn(stored: unknown, database: Database): Value
}

export type ReadOptions<Options> =
  | {readonly ok: true; readonly options: Options}
  /** `part`: the words that are wrong, where they are not all. */
  | {readonly ok: false; readonly message: string; readonly hint: string; readonly part?: string}

export interface TypeDefinition<Options, V extends Value> {
  readonly name: string
  readonly examples: readonly string[]
  readonly elsewhere?: readonly string[]
  read(written: string, settings: TypeSettings): ReadOptions<Options> | null
  use(options: Options): Behaviour<V>
  shows?(type: Type): {readonly options: Options} | null
}

export interface DefinedType<Options> extends FieldType {
  use(options: Options): FieldUse
}

export function defineType<Options, V extends Value>(definition: TypeDefinition<Options, V>): DefinedType<Options> {
  const {name, examples, elsewhere = []} = definition
  const use = (options: Options) => makeUse(name, definition.use(options))
  return {
    name,
    examples,
    elsewhere,
    use,
    read(written, settings) {
      const read = definition.read(written, settings)
      if (read === null || read.ok) return read === null ? null : {ok: true, use: use(read.options)}
      const {ok, message, hint, part} = read
      return {ok, message, hint, offset: part === undefined ? 0 : Math.max(0, written.lastIndexOf(part))}
    },
    shows(type) {
      const shown = definition.shows?.(type) ?? null
      return shown === null ? null : use(shown.options)
    },
  }
}

const byDefault: Extent = {
  set: '',
  within: [],
  least: null,
  most: null,
  places: 0,
  words: null,
  renamed: new Map(),
  entity: null,
  plain: true,
}

function makeUse<V extends Value>(name: string, behaviour: Behaviour<V>): FieldUse {
  const {written, type, keeps, control, filter, sort, search = false, names = false, empty = null} = behaviour
  const use: FieldUse = {
    name,
    written,
    type,
    keeps,
    control,
    filter,
    sort,
    search,
    names,
    empty,
    may: {required: true, default: true, unique: true, ...behaviour.may},
    extent: {...byDefault, ...behaviour.extent},
    check: (column, database) => behaviour.check?.(column, database) ?? null,
    literal: text => behaviour.literal?.(text),
    ...reading(name, behaviour, empty),
    ...writing(name, behaviour),
    takes: (value, locale) => behaviour.takes?.(value, locale) ?? null,
    changeFrom: (earlier, renamed) => changeBetween(earlier, use, renamed),
  }
  return use
}

type Reading = Pick<FieldUse, 'fromForm' | 'fromCsv' | 'fromJson' | 'fit' | 'fromColumn'>

function reading<V extends Value>(name: string, behaviour: Behaviour<V>, empty: Value): Reading {
  const nothing = accepted(empty)
  const isBlank = (text: string) => text.trim() === ''
  return {
    fromForm(texts, locale) {
      if (behaviour.fromForm) return behaviour.fromForm(texts, locale)
      if (texts.length > 1) return refused('SENT_TWICE')
      const [text = ''] = texts
      return isBlank(text) ? nothing : behaviour.fromText(text, locale)
    },
    fromCsv(text, locale) {
      if (isBlank(text)) return nothing
      return behaviour.fromCsv ? behaviour.fromCsv(text, locale) : behaviour.fromText(text, locale)
    },
    fromJson: (json, locale) => (json === null ? nothing : behaviour.fromJson(json, locale)),
    fit(value) {
      if (value === null) return nothing
      if (behaviour.is(value)) return behaviour.fit(value)
      return behaviour.adapt?.(value) ?? unusable(name, value)
    },
    fromColumn: (stored, database) =>
      stored === null || stored === undefined ? empty : behaviour.fromColumn(stored, database),
  }
}

type Writing = Pick<FieldUse, 'toText' | 'toForm' | 'toCsv' | 'toJson' | 'toColumn'>

function writing<V extends Value>(name: string, behaviour: Behaviour<V>): Writing {
  const own = (value: Value): V => (behaviour.is(value) ? value : unusable(name, value))
  return {
    toText: (value, locale) => (value === null ? '' : behaviour.toText(own(value), locale)),
    toForm(value, locale) {
      if (value === null) return []
      return behaviour.toForm?.(own(value), locale) ?? [behaviour.toCsv(own(value), locale)]
    },
    toCsv: (value, locale) => (value === null ? '' : behaviour.toCsv(own(value), locale)),
    toJson: value => (value === null ? null : (behaviour.toJson?.(own(value)) ?? encode(value))),
    toColumn: (value, database) => (value === null ? null : behaviour.toColumn(own(value), database)),
  }
}

/** Expressions are typed and columns are ours, so this is our mistake and nobody's input. */
function unusable(name: string, value: Value): never {
  throw new TypeError(`A value of the kind "${kindOf(value)}" reached a field of the type "${name}".`)
}
