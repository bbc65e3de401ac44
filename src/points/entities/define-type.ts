/**
 * Creates a `FieldType` from a definition. A definition only handles non-null values of its own kind; the behaviour
 * common to all types (empty input, values of the wrong kind, defaults, changes of type) is implemented here.
 */

import type {Json} from '../../feel/core.ts'
import {compareNum, type Num} from '../../feel/decimal.ts'
import {encodeValue} from '../../feel/format.ts'
import type {Type} from '../../feel/type.ts'
import {equal, isList, kindOfValue, type Value} from '../../feel/value.ts'
import {
  accepted,
  type Change,
  type Control,
  type Database,
  type FieldStorage,
  type FieldType,
  type FieldUse,
  type Filter,
  invalid,
  type Locale,
  type May,
  type RenamedEntities,
  type Sort,
  type Stored,
  type TypeSettings,
  type ValidationResult,
  type ValueDisplay,
  type ValueSet,
} from './field-type.ts'

/** The behaviour of a type with its options. `V`: its values. */
export interface Behaviour<V extends Value> {
  readonly written: string
  readonly type: Type
  readonly storage: FieldStorage
  readonly may?: Partial<May>
  readonly control: Control
  readonly display: ValueDisplay
  readonly filter: Filter
  readonly sort: Sort
  readonly search?: boolean
  readonly names?: boolean
  readonly valueSet: {readonly set: string} & Partial<ValueSet>
  readonly empty?: Value
  is(value: Value): value is V
  check?(column: string, database: Database): string | null
  literal?(written: string): Value | undefined
  /** One non-blank text from a form. */
  fromText(text: string, locale: Locale): ValidationResult
  /** Instead of `fromText`, for types that take several texts or give a meaning to none. */
  fromForm?(texts: readonly string[], locale: Locale): ValidationResult
  /** Defaults to `fromText`. */
  fromCsv?(text: string, locale: Locale): ValidationResult
  fromJson(json: Json, locale: Locale): ValidationResult
  /** A non-null value of the right kind. */
  fit(value: V): ValidationResult
  /** A value of another kind that can be converted. */
  adapt?(value: Value): ValidationResult
  /** A stored value of another type that can be converted in the locale. */
  takes?(value: Value, locale: Locale): ValidationResult | null
  toText(value: V, locale: Locale): string
  toHref?(value: V): string
  toForm?(value: V, locale: Locale): readonly string[]
  toCsv(value: V, locale: Locale): string
  toJson?(value: V): Json
  toColumn(value: V, database: Database): Stored
  fromColumn(stored: unknown, database: Database): Value
}

export type OptionsResult<Options> =
  | {readonly ok: true; readonly options: Options}
  /** `part`: the wrong part of the text. */
  | {readonly ok: false; readonly message: string; readonly hint: string; readonly part?: string}

interface TypeDefinition<Options, V extends Value> {
  readonly name: string
  readonly examples: readonly string[]
  readonly synonyms?: readonly string[]
  read(written: string, settings: TypeSettings): OptionsResult<Options> | null
  use(options: Options): Behaviour<V>
  shows?(type: Type): {readonly options: Options} | null
}

interface DefinedType<Options> extends FieldType {
  use(options: Options): FieldUse
}

export function defineType<Options, V extends Value>(definition: TypeDefinition<Options, V>): DefinedType<Options> {
  const {name, examples, synonyms = []} = definition
  const use = (options: Options) => makeUse(name, definition.use(options))
  return {
    name,
    examples,
    synonyms,
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

const byDefault: ValueSet = {
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
  const {
    written,
    type,
    storage,
    control,
    display,
    filter,
    sort,
    search = false,
    names = false,
    empty = null,
  } = behaviour
  const use: FieldUse = {
    name,
    written,
    type,
    storage,
    control,
    display,
    filter,
    sort,
    search,
    names,
    empty,
    may: {required: true, default: true, unique: true, ...behaviour.may},
    valueSet: {...byDefault, ...behaviour.valueSet},
    check: (column, database) => behaviour.check?.(column, database) ?? null,
    literal: text => behaviour.literal?.(text),
    ...reading(name, behaviour, empty),
    ...writing(name, behaviour),
    takes: (value, locale) => behaviour.takes?.(value, locale) ?? null,
    changeFrom: (earlier, renamed) => changeBetween(earlier, use, renamed),
  }
  return use
}

type ReadFunctions = Pick<FieldUse, 'fromForm' | 'fromCsv' | 'fromJson' | 'fit' | 'fromColumn'>

function reading<V extends Value>(name: string, behaviour: Behaviour<V>, empty: Value): ReadFunctions {
  const nothing = accepted(empty)
  const isBlank = (text: string) => text.trim() === ''
  return {
    fromForm(texts, locale) {
      if (behaviour.fromForm) return behaviour.fromForm(texts, locale)
      if (texts.length > 1) return invalid('SENT_TWICE')
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

type Writing = Pick<FieldUse, 'toText' | 'toHref' | 'toForm' | 'toCsv' | 'toJson' | 'toColumn'>

function writing<V extends Value>(name: string, behaviour: Behaviour<V>): Writing {
  const own = (value: Value): V => (behaviour.is(value) ? value : unusable(name, value))
  return {
    toText: (value, locale) => (value === null ? '' : behaviour.toText(own(value), locale)),
    toHref: value => (value === null ? null : (behaviour.toHref?.(own(value)) ?? null)),
    toForm(value, locale) {
      if (value === null) return []
      return behaviour.toForm?.(own(value), locale) ?? [behaviour.toCsv(own(value), locale)]
    },
    toCsv: (value, locale) => (value === null ? '' : behaviour.toCsv(own(value), locale)),
    toJson: value => (value === null ? null : (behaviour.toJson?.(own(value)) ?? encodeValue(value))),
    toColumn: (value, database) => (value === null ? null : behaviour.toColumn(own(value), database)),
  }
}

/** Expressions are typed and columns are ours, so this is a bug and not wrong input. */
function unusable(name: string, value: Value): never {
  throw new TypeError(`A value of the kind "${kindOfValue(value)}" reached a field of the type "${name}".`)
}

// Decides what happens to stored values when the type of a field changes, by comparing the values of both types.

function changeBetween(from: FieldUse, to: FieldUse, entities: RenamedEntities): Change {
  if (from.storage.kind !== to.storage.kind) return impossible('It is kept in another way.')
  if (from.storage.kind !== 'column' || to.storage.kind !== 'column')
    return changeOfLink(from.storage, to.storage, entities)
  if (!isSameEntity(from.valueSet.entity, to.valueSet.entity, entities))
    return impossible('It leads to another entity.')
  const sameKind = isKind(from.valueSet, to.valueSet)
  const kept = sameKind && sameColumn(from.storage, to.storage) && renamedWords(from, to) === 0
  if (!sameKind && !(from.valueSet.plain && to.valueSet.plain))
    return impossible('Its values mean nothing to the new type.')
  const convert = sameKind ? (value: Value) => refit(value, to) : throughText(from, to)
  const covers = sameKind && isWithin(from.valueSet, to.valueSet)
  if (covers && kept && isWithin(to.valueSet, from.valueSet)) return {kind: 'same'}
  return {kind: covers ? 'widening' : 'narrowing', column: kept ? 'kept' : 'rewritten', convert}
}

function changeOfLink(from: FieldStorage, to: FieldStorage, entities: RenamedEntities): Change {
  if (from.kind === 'pairs' && to.kind === 'pairs' && !isSameEntity(from.entity, to.entity, entities))
    return impossible('It leads to another entity.')
  return {kind: 'same'}
}

function impossible(why: string): Change {
  return {kind: 'impossible', why}
}

function isSameEntity(from: string | null, to: string | null, entities: RenamedEntities): boolean {
  return from === to || (from !== null && entities.get(from) === to)
}

function sameColumn(from: FieldStorage & {kind: 'column'}, to: FieldStorage & {kind: 'column'}): boolean {
  return from.sqlite === to.sqlite && from.postgres === to.postgres && storedPlaces(from) === storedPlaces(to)
}

/** SQLite stores a decimal as a whole number of its smallest unit, so other places mean other stored numbers. */
function storedPlaces({holds}: FieldStorage & {kind: 'column'}): number {
  return holds.as === 'number' ? holds.places : 0
}

function renamedWords(from: FieldUse, to: FieldUse): number {
  return [...to.valueSet.renamed.keys()].filter(word => from.valueSet.words?.includes(word)).length
}

function isKind(one: ValueSet, other: ValueSet): boolean {
  return one.set === other.set || one.within.includes(other.set)
}

/** Whether every value of one is a value of the other. */
function isWithin(inner: ValueSet, outer: ValueSet): boolean {
  const measured = isAtLeast(inner.least, outer.least) && isAtMost(inner.most, outer.most)
  return isKind(inner, outer) && measured && inner.places <= outer.places && hasWords(inner, outer)
}

function isAtLeast(inner: Num | null, outer: Num | null): boolean {
  return outer === null || (inner !== null && compareNum(inner, outer) >= 0)
}

function isAtMost(inner: Num | null, outer: Num | null): boolean {
  return outer === null || (inner !== null && compareNum(inner, outer) <= 0)
}

function hasWords(inner: ValueSet, outer: ValueSet): boolean {
  if (outer.words === null) return true
  const words = new Set([...outer.words, ...outer.renamed.keys()])
  return inner.words?.every(word => words.has(word)) === true
}

/** The value of an expression may be rounded; a stored value may not. */
function refit(value: Value, to: FieldUse): ValidationResult {
  const renamed = renameIn(value, to.valueSet.renamed)
  const fitted = to.fit(renamed)
  if (!fitted.ok || fitted.value === null || equal(fitted.value, renamed) === true) return fitted
  return invalid('TOO_PRECISE', {places: String(to.valueSet.places)})
}

function renameIn(value: Value, renamed: ReadonlyMap<string, string>): Value {
  if (isList(value)) return value.map(item => renameIn(item, renamed))
  return typeof value === 'string' ? (renamed.get(value) ?? value) : value
}

function throughText(from: FieldUse, to: FieldUse): (value: Value, locale: Locale) => ValidationResult {
  return (value, locale) =>
    to.takes(value, locale) ?? to.fromCsv(from.toCsv(renameIn(value, to.valueSet.renamed), locale), locale)
}

// Reads a type without options.

export function word(name: string): (written: string) => OptionsResult<null> | null {
  return written => {
    if (written === name) return {ok: true, options: null}
    if (!written.startsWith(`${name} `) || written.startsWith(`${name} and `)) return null
    const part = written.slice(name.length + 1)
    const message = `\`${name}\` takes no options, found \`${part}\`.`
    return {ok: false, message, hint: `Write \`${name}\` alone.`, part}
  }
}
