/**
 * Splits an order into ranges that an index can answer one by one: equal values first, then one open end, and null at
 * the end. The ranges before or after a place cover all records on that side.
 */
import type {Core} from '../../feel/core.ts'
import {encodeValue} from '../../feel/format.ts'
import type {Type} from '../../feel/type.ts'
import type {Value} from '../../feel/value.ts'
import {readId} from '../../points/entities/values/id.ts'
import {compared, conjunction, either, parameterCore, valueCore} from '../base/core-build.ts'
import {emptyCore, presentCore} from '../permissions/visible-paths.ts'
import {readPlain} from '../query/plain-value.ts'
import type {SortKey} from './sort-keys.ts'

/**
 * The key values of the record next to a page: null, one of few values, or a parameter. Nulls and the few values
 * determine the ranges, so they are part of the plan; everything else is bound.
 */
export type KeysetPlace = readonly (Core | null)[]

/** `values`: from a cursor, one per key. */
export function keysetPlace(keys: readonly SortKey[], values: readonly Value[]): KeysetPlace {
  return keys.map(({core, plain}, index) => {
    const value = values[index] ?? null
    if (value === null) return null
    return plain?.values ? valueCore(core.type, value) : parameterCore(placeName(index), core.type)
  })
}

export const placeName = (index: number): string => `place ${index}`

/** The value that a key is compared with. */
export const coreAt = (place: KeysetPlace, key: SortKey, index: number): Core => place[index] ?? nothing(key)
const nothing = ({core}: SortKey): Core => valueCore(core.type, null)

export interface KeysetRange {
  readonly where: readonly Core[]
  readonly order: readonly RangeOrder[]
}

/** `fixed`: the key is constant within the range, so its direction does not matter. */
export interface RangeOrder {
  readonly key: SortKey
  readonly how: 'fixed' | 'never empty' | 'empty last' | 'empty first'
}

/** `place`: null to start at the beginning. */
export function keysetRanges(keys: readonly SortKey[], place: KeysetPlace | null, forward: boolean): KeysetRange[] {
  const [key, ...rest] = keys
  // The last key is the record itself, which is on neither side.
  if (key === undefined) return place === null ? [{where: [], order: []}] : []
  if (key.plain === null) return [sortedSegment(keys, place, forward)]
  const inner = place === null ? null : place.slice(1)
  const at = place === null ? undefined : (place[0] ?? null)
  const same = (value: Core | null, from: KeysetPlace | null): KeysetRange[] =>
    keysetRanges(rest, from, forward).map(segment => within(key, value, segment))
  const stations = key.plain?.values
  if (stations)
    return stationSegments({key, stations, at, forward}, (value, isHere) =>
      same(value === null ? null : valueCore(key.core.type, value), isHere ? inner : null),
    )
  const open = [openSegment({key, rest, at, forward})]
  const empty = key.filled ? [] : same(null, at === null ? inner : null)
  if (at === undefined) return forward ? [...open, ...empty] : [...empty, ...open]
  if (at === null) return forward ? empty : [...empty, ...open]
  return [...same(at, inner), ...open, ...(forward ? empty : [])]
}

interface KeysetContext {
  readonly key: SortKey
  /** The value at the place; undefined if there is no place. */
  readonly at: Core | null | undefined
  readonly forward: boolean
}

/** For few values: one range per value, starting at the place. */
function stationSegments(
  {key, stations, at, forward}: KeysetContext & {readonly stations: readonly Value[]},
  segments: (value: Value, isHere: boolean) => KeysetRange[],
): KeysetRange[] {
  const filled = key.descending ? stations.toReversed() : stations
  const all = key.filled ? filled : [...filled, null]
  const ordered = forward ? all : all.toReversed()
  const here = at?.op === 'value' ? at.value : null
  const start = at === undefined ? 0 : ordered.findIndex(value => Object.is(value, here))
  if (start < 0) return []
  return ordered.slice(start).flatMap((value, index) => segments(value, at !== undefined && index === 0))
}

function within(key: SortKey, value: Core | null, segment: KeysetRange): KeysetRange {
  return {
    where: [compared(key.core, '=', value ?? nothing(key)), ...segment.where],
    order: [{key, how: 'fixed'}, ...segment.order],
  }
}

/** All values on that side that are not null. */
function openSegment({key, rest, at, forward}: KeysetContext & {readonly rest: readonly SortKey[]}): KeysetRange {
  const held = at === undefined || at === null
  const where = !held ? [beyond(key, at, forward)] : key.filled ? [] : [presentCore(key.core)]
  const empty = forward ? 'empty last' : 'empty first'
  return {where, order: [{key, how: 'never empty'}, ...rest.map(each => ({key: each, how: empty}) as const)]}
}

/** Keys without an index are sorted within the records that are equal so far. */
function sortedSegment(keys: readonly SortKey[], place: KeysetPlace | null, forward: boolean): KeysetRange {
  const how = forward ? 'empty last' : 'empty first'
  const where = place === null ? [] : [either(besidePlace(keys, place, forward).map(conjunction))]
  return {where, order: keys.map(key => ({key, how}))}
}

function beyond({core, descending}: SortKey, value: Core, forward: boolean): Core {
  return compared(core, descending === forward ? '<' : '>', value)
}

/** The same side as one condition, for orders without an index. */
export function besidePlace(keys: readonly SortKey[], place: KeysetPlace, forward: boolean): readonly Core[][] {
  return keys.flatMap((key, index) => {
    const before = keys.slice(0, index).map((each, i) => compared(each.core, '=', coreAt(place, each, i)))
    return beyondOrEmpty(key, place[index] ?? null, forward).map(each => [...before, each])
  })
}

function beyondOrEmpty(key: SortKey, value: Core | null, forward: boolean): Core[] {
  if (value === null) return forward ? [] : [presentCore(key.core)]
  const open = beyond(key, value, forward)
  return forward && !key.filled ? [open, emptyCore(key.core)] : [open]
}

/**
 * A cursor: a record's place in an order, as text for an address. It contains the values sorted by, so it stays valid
 * after the record is deleted. Cursors are validated when read: they are neither secret nor trusted.
 */

const longest = 8000

/** `values`: one per key, the id last. */
export function writeCursor(values: readonly Value[]): string {
  return Buffer.from(JSON.stringify(values.map(encodeValue))).toString('base64url')
}

/** Null if it does not match this order. */
export function readCursor(text: string, keys: readonly SortKey[]): readonly Value[] | null {
  const json = text.length <= longest ? parsed(text) : null
  if (!Array.isArray(json) || json.length !== keys.length) return null
  const values = keys.map((key, index) => readCursorValue(key.core.type, json[index] ?? null))
  const known = values.filter(value => value !== undefined)
  const id = known.at(-1)
  return known.length === keys.length && typeof id === 'string' && readId(id) === id ? known : null
}

function parsed(text: string): unknown {
  if (!/^[\w-]+$/.test(text)) return null
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
  } catch {
    return null
  }
}

/** Accepts only values that `writeCursor` would write for this type; undefined for anything else. */
function readCursorValue(type: Type, json: unknown): Value | undefined {
  if (json === null) return null
  if (typeof json !== 'string' && typeof json !== 'number' && typeof json !== 'boolean') return undefined
  const value = readPlain(type, json)
  return value !== undefined && encodeValue(value) === json ? value : undefined
}
