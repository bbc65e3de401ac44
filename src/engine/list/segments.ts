/**
 * An order cut into pieces that an index can answer one by one: equal values first, then one open end, and nothing at
 * last. Before and after a place there is a list of such pieces; together they are all the records on that side.
 */
import type {Core} from '../../feel/core.ts'
import type {Value} from '../../feel/value.ts'
import {both, compared, either, valueCore} from '../core-build.ts'
import {isEmpty, isThere} from './seen-field.ts'
import type {SortKey} from './sort-keys.ts'

export interface Segment {
  readonly where: readonly Core[]
  readonly order: readonly SegmentOrder[]
}

/** `fixed`: every record of the segment has the same there, so that its direction is of no account. */
export interface SegmentOrder {
  readonly key: SortKey
  readonly how: 'fixed' | 'never empty' | 'empty last' | 'empty first'
}

/** `values`: those of the record at the place, one for each key; null from the beginning on. */
export function segmentsOf(keys: readonly SortKey[], values: readonly Value[] | null, forward: boolean): Segment[] {
  const [key, ...rest] = keys
  // At the end of the keys stands the record itself, which is not on either side of it.
  if (key === undefined) return values === null ? [{where: [], order: []}] : []
  if (key.plain === null) return [sortedSegment(keys, values, forward)]
  const inner = values === null ? null : values.slice(1)
  const at = values === null ? undefined : (values[0] ?? null)
  const same = (value: Value, from: readonly Value[] | null): Segment[] =>
    segmentsOf(rest, from, forward).map(segment => within(key, value, segment))
  const stations = key.plain?.values
  if (stations) return stationSegments({key, stations, at, forward}, value => same(value, value === at ? inner : null))
  const open = [openSegment({key, rest, at, forward})]
  const empty = key.filled ? [] : same(null, at === null ? inner : null)
  if (at === undefined) return forward ? [...open, ...empty] : [...empty, ...open]
  if (at === null) return forward ? empty : [...empty, ...open]
  return [...same(at, inner), ...open, ...(forward ? empty : [])]
}

interface At {
  readonly key: SortKey
  /** The value at the place; undefined where there is no place. */
  readonly at: Value | undefined
  readonly forward: boolean
}

/** Few values: a piece for each, from the one at the place on. */
function stationSegments(
  {key, stations, at, forward}: At & {readonly stations: readonly Value[]},
  segments: (value: Value) => Segment[],
): Segment[] {
  const filled = key.descending ? stations.toReversed() : stations
  const all = key.filled ? filled : [...filled, null]
  const ordered = forward ? all : all.toReversed()
  const start = at === undefined ? 0 : ordered.indexOf(at)
  return start < 0 ? [] : ordered.slice(start).flatMap(segments)
}

function within(key: SortKey, value: Value, segment: Segment): Segment {
  return {
    where: [compared(key.core, '=', valueCore(key.core.type, value)), ...segment.where],
    order: [{key, how: 'fixed'}, ...segment.order],
  }
}

/** Everything on that side that is not empty. */
function openSegment({key, rest, at, forward}: At & {readonly rest: readonly SortKey[]}): Segment {
  const held = at === undefined || at === null
  const where = !held ? [beyond(key, at, forward)] : key.filled ? [] : [isThere(key.core)]
  const empty = forward ? 'empty last' : 'empty first'
  return {where, order: [{key, how: 'never empty'}, ...rest.map(each => ({key: each, how: empty}) as const)]}
}

/** From a key on that no index knows, records are sorted among those that are equal so far. */
function sortedSegment(keys: readonly SortKey[], values: readonly Value[] | null, forward: boolean): Segment {
  const how = forward ? 'empty last' : 'empty first'
  const where = values === null ? [] : [either(besidePlace(keys, values, forward).map(both))]
  return {where, order: keys.map(key => ({key, how}))}
}

function beyond({core, descending}: SortKey, value: Value, forward: boolean): Core {
  return compared(core, descending === forward ? '<' : '>', valueCore(core.type, value))
}

/** The same side as one condition, for orders that no index answers. */
export function besidePlace(keys: readonly SortKey[], values: readonly Value[], forward: boolean): readonly Core[][] {
  return keys.flatMap((key, index) => {
    const before = keys
      .slice(0, index)
      .map((each, i) => compared(each.core, '=', valueCore(each.core.type, values[i] ?? null)))
    return beyondOrEmpty(key, values[index] ?? null, forward).map(each => [...before, each])
  })
}

function beyondOrEmpty(key: SortKey, value: Value, forward: boolean): Core[] {
  if (value === null) return forward ? [] : [isThere(key.core)]
  const open = beyond(key, value, forward)
  return forward && !key.filled ? [open, isEmpty(key.core)] : [open]
}
