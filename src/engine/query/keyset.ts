import type {Core} from '../../feel/core.ts'
import {encode} from '../../feel/format.ts'
import type {Type} from '../../feel/type.ts'
import type {Value} from '../../feel/value.ts'
import {readId} from '../../points/entities/values/id.ts'
import {both, compared, either, parameterCore, valueCore} from '../core-build.ts'
import {isEmpty, isThere} from '../permissions/visible-paths.ts'
import {readPlain} from './plain-value.ts'
import type {SortKey} from './sort-keys.ts'

/**
 * An order cut into pieces that an index can answer one by one: equal values first, then one open end, and nothing at
 * last. Before and after a place there is a list of such pieces; together they are all the records on that side.
 */

/**
 * What the record beside a page has in each key: nothing, one of few values, or a parameter. Pieces follow from what is nothing and from the few values,
 * so that these are part of a plan, and everything else is bound.
 */
export type KeysetPlace = readonly (Core | null)[]

/** `values`: of a cursor, one for each key. */
export function placeOf(keys: readonly SortKey[], values: readonly Value[]): KeysetPlace {
  return keys.map(({core, plain}, index) => {
    const value = values[index] ?? null
    if (value === null) return null
    return plain?.values ? valueCore(core.type, value) : parameterCore(placeName(index), core.type)
  })
}

export const placeName = (index: number): string => `place ${index}`

/** What a key is compared with at the place. */
export const coreAt = (place: KeysetPlace, key: SortKey, index: number): Core => place[index] ?? nothing(key)
const nothing = ({core}: SortKey): Core => valueCore(core.type, null)

export interface KeysetRange {
  readonly where: readonly Core[]
  readonly order: readonly RangeOrder[]
}

/** `fixed`: every record of the segment has the same there, so that its direction is of no account. */
export interface RangeOrder {
  readonly key: SortKey
  readonly how: 'fixed' | 'never empty' | 'empty last' | 'empty first'
}

/** `place`: null from the beginning on. */
export function keysetRanges(keys: readonly SortKey[], place: KeysetPlace | null, forward: boolean): KeysetRange[] {
  const [key, ...rest] = keys
  // The last key is the record itself, which is not on either side of it.
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
  /** The value at the place; undefined where there is no place. */
  readonly at: Core | null | undefined
  readonly forward: boolean
}

/** Few values: a piece for each, from the one at the place on. */
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

/** Everything on that side that is not empty. */
function openSegment({key, rest, at, forward}: KeysetContext & {readonly rest: readonly SortKey[]}): KeysetRange {
  const held = at === undefined || at === null
  const where = !held ? [beyond(key, at, forward)] : key.filled ? [] : [isThere(key.core)]
  const empty = forward ? 'empty last' : 'empty first'
  return {where, order: [{key, how: 'never empty'}, ...rest.map(each => ({key: each, how: empty}) as const)]}
}

/** From a key on that no index knows, records are sorted among those that are equal so far. */
function sortedSegment(keys: readonly SortKey[], place: KeysetPlace | null, forward: boolean): KeysetRange {
  const how = forward ? 'empty last' : 'empty first'
  const where = place === null ? [] : [either(besidePlace(keys, place, forward).map(both))]
  return {where, order: keys.map(key => ({key, how}))}
}

function beyond({core, descending}: SortKey, value: Core, forward: boolean): Core {
  return compared(core, descending === forward ? '<' : '>', value)
}

/** The same side as one condition, for orders that no index answers. */
export function besidePlace(keys: readonly SortKey[], place: KeysetPlace, forward: boolean): readonly Core[][] {
  return keys.flatMap((key, index) => {
    const before = keys.slice(0, index).map((each, i) => compared(each.core, '=', coreAt(place, each, i)))
    return beyondOrEmpty(key, place[index] ?? null, forward).map(each => [...before, each])
  })
}

function beyondOrEmpty(key: SortKey, value: Core | null, forward: boolean): Core[] {
  if (value === null) return forward ? [] : [isThere(key.core)]
  const open = beyond(key, value, forward)
  return forward && !key.filled ? [open, isEmpty(key.core)] : [open]
}

/**
 * A cursor: a record's place in an order, as text for an address. It names what the record is sorted by, so it stays
 * true when that record is gone. Whatever comes back is validated again: it is no secret and no authority.
 */

const longest = 8000

/** `values`: one for each key, the id being the last. */
export function writeCursor(values: readonly Value[]): string {
  return Buffer.from(JSON.stringify(values.map(encode))).toString('base64url')
}

/** Null where it does not belong to this order. */
export function readCursor(text: string, keys: readonly SortKey[]): readonly Value[] | null {
  const json = text.length <= longest ? parsed(text) : null
  if (!Array.isArray(json) || json.length !== keys.length) return null
  const values = keys.map((key, index) => read(key.core.type, json[index] ?? null))
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

/** Only what `writeCursor` would have written of such a value; undefined for anything else. */
function read(type: Type, json: unknown): Value | undefined {
  if (json === null) return null
  if (typeof json !== 'string' && typeof json !== 'number' && typeof json !== 'boolean') return undefined
  const value = readPlain(type, json)
  return value !== undefined && encode(value) === json ? value : undefined
}
