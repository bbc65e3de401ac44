/** The sort keys of records: each sorting as one or more values, with null last in both directions. */
import {type Core, rebase, termsOf} from '../../feel/core.ts'
import type {Tables} from '../../feel/sql/tables.ts'
import {numberType, textType} from '../../feel/type.ts'
import type {Value} from '../../feel/value.ts'
import type {Field} from '../../points/entities/model.ts'
import {fieldCore, thisCore, valueCore} from '../base/core-build.ts'
import type {Visibility} from '../permissions/visibility.ts'
import {isNothing} from '../permissions/visible-paths.ts'
import type {ListRequest, Sorting} from '../query/list-query.ts'
import {call} from './filters.ts'

export interface SortKey {
  readonly core: Core
  readonly descending: boolean
  /** The value is never null. */
  readonly filled: boolean
  /** Set if it is a column of the record itself and visible on every record, so that an index can be used. */
  readonly plain: PlainKey | null
}

export interface PlainKey {
  readonly column: string
  readonly required: boolean
  /** Stored as a number rather than a text. */
  readonly numeric: boolean
  /** All possible values in order, if there are few. */
  readonly values: readonly Value[] | null
}

/** The maximum length of an email address. Longer texts are sorted by their beginning, to keep cursors short. */
const longestWhole = 254
const sortedLength = 200
/** Limits names that refer to records named by other records. */
const deepestName = 4
const mostKeys = 8

/** Records of a group must be adjacent, so the group is the first key. */
export function sortOf({screen, asked}: ListRequest): readonly Sorting[] {
  const sort = asked.sort.length > 0 ? asked.sort : screen.sort
  return screen.groupBy === null ? sort : [{path: screen.groupBy, descending: false}, ...sort]
}

interface Sorted {
  readonly entity: string
  readonly sort: readonly Sorting[]
  /** Holds for every record of the list. */
  readonly condition?: Core
}

export function sortedBy(visibility: Visibility, request: ListRequest): Sorted {
  const {entity, condition} = request.screen
  const sorted = {entity, sort: sortOf(request)}
  return condition ? {...sorted, condition: visibility.condition(condition.core)} : sorted
}

/** Ends with the id, in the direction of the key before it. Paths that do not exist for the actor are left out. */
export function sortKeys(visibility: Visibility, tables: Tables, {entity, sort, condition}: Sorted): SortKey[] {
  const known = condition ? termsOf(condition) : []
  const keys = sort.flatMap(({path, descending}) =>
    sortKeysAt(visibility, {entity, path, from: thisCore(entity)}, 0).map(core =>
      sortKey(given(core, known), descending, tables),
    ),
  )
  const some = keys.slice(0, mostKeys)
  const id = fieldCore(thisCore(entity), entity, {name: 'id', type: textType})
  return [...some, sortKey(id, some.at(-1)?.descending ?? false, tables)]
}

/**
 * A field that only some records show is the plain field where the list has no others: one's own requests show all their
 * dates, while those of colleagues do not. An index can then sort them.
 */
function given(core: Core, known: readonly Core[]): Core {
  if (core.op !== 'if' || !isHidden(core.otherwise)) return core
  const shown = new Set(flatAlternatives(core.condition).map(each => JSON.stringify(each)))
  const isShown = known.some(term => flatAlternatives(term).every(each => shown.has(JSON.stringify(each))))
  return isShown ? core.then : core
}

const flatAlternatives = (core: Core): readonly Core[] =>
  core.op === 'or' ? core.items.flatMap(flatAlternatives) : [core]

const isHidden = (core: Core): boolean => core.op === 'value' && core.hidden === true

interface From {
  readonly entity: string
  readonly path: readonly string[]
  readonly from: Core
}

function sortKeysAt(visibility: Visibility, {entity, path, from}: From, depth: number): Core[] {
  const seen = visibility.path(entity, path, from)
  if (seen === null || isNothing(seen.value)) return []
  const {sort} = seen.field.type
  switch (sort.sort) {
    case 'none':
      return []
    case 'name':
      return nameKeys(visibility, {entity: sort.entity, record: seen.value}, depth)
    default:
      return [isLong(seen.field) ? beginning(seen.value) : seen.value]
  }
}

/** The parts of its name, then the record itself, to separate records of the same name. */
function nameKeys(visibility: Visibility, {entity, record}: {entity: string; record: Core}, depth: number): Core[] {
  const parts = depth === deepestName ? [] : (visibility.entity(entity)?.namedBy.parts ?? [])
  const keys = parts.flatMap(part =>
    part.kind === 'path' ? sortKeysAt(visibility, {entity, path: part.path, from: record}, depth + 1) : [],
  )
  return [...keys, fieldCore(record, entity, {name: 'id', type: textType})]
}

function isLong({type}: Field): boolean {
  if (type.type.kind !== 'text' || type.name === 'id') return false
  const {most} = type.valueSet
  return most === null || Number(most) > longestWhole
}

function beginning(text: Core): Core {
  return call('substring', textType, [text, valueCore(numberType, 1), valueCore(numberType, sortedLength)])
}

export function sortKey(core: Core, descending: boolean, tables: Tables): SortKey {
  const by = writtenOut(core, tables)
  return {core: by, descending, filled: isFilled(by, tables), plain: plainKey(by, tables)}
}

/** `due = booking.starts` is sorted by the expression it is computed from, which may have an index. */
function writtenOut(core: Core, tables: Tables): Core {
  if (core.op !== 'field') return core
  const kept = tables.get(core.entity)?.fields.get(core.field)
  const of = writtenOut(core.of, tables)
  if (kept?.kind === 'computed' && isFieldPath(kept.core)) return writtenOut(rebase(kept.core, of), tables)
  return {...core, of}
}

/** Required along the whole path. */
function isFilled(core: Core, tables: Tables): boolean {
  if (core.op === 'this') return true
  if (core.op !== 'field' || !isFilled(core.of, tables)) return false
  const kept = tables.get(core.entity)?.fields.get(core.field)
  return core.field === 'id' || (kept?.kind === 'column' && kept.required)
}

const isFieldPath = (core: Core): boolean => core.op === 'field' && (core.of.op === 'this' || isFieldPath(core.of))

const numbers: ReadonlySet<string> = new Set(['boolean', 'number', 'days duration', 'months duration'])

export function plainKey(core: Core, tables: Tables): PlainKey | null {
  if (core.op !== 'field' || core.of.op !== 'this') return null
  if (core.field === 'id') return {column: 'id', required: true, numeric: false, values: null}
  const kept = tables.get(core.entity)?.fields.get(core.field)
  if (kept?.kind !== 'column') return null
  return {column: kept.column, required: kept.required, numeric: numbers.has(kept.holds.as), values: fewValues(core)}
}

function fewValues({type}: Core): readonly Value[] | null {
  if (type.kind === 'boolean') return [false, true]
  return type.kind === 'choice' ? type.words : null
}
