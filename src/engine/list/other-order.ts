/**
 * An order by what other records have: their name, or a field of theirs. The others come first, in the order of an index of their own, and of each of
 * them the records that lead to it; those that lead nowhere come last. A function of the keys alone; see other-walk.ts for the statement.
 */
import type {Core} from '../../feel/core.ts'
import type {Tables} from '../../feel/sql/tables.ts'
import {compared, thisCore} from '../core-build.ts'
import {routeTo, type Step} from './route.ts'
import {isEmpty} from '../seen-path.ts'
import {coreAt, type Place, type Segment, segmentsOf} from './segments.ts'
import {type SortKey, sortKey} from './sort-keys.ts'

export interface OtherOrder {
  readonly route: readonly Step[]
  /** The entity at the end of the route. */
  readonly entity: string
  /** Keys of the other record, standing there; the first is a column of it. */
  readonly outer: readonly SortKey[]
  /** All keys, standing at the record of the list. */
  readonly keys: readonly SortKey[]
}

/** Longer ways are gone by nobody, and each step multiplies the records. */
const mostSteps = 3

/** Null where the order begins with a field of the record itself, or with what no index knows. */
export function otherOrder(keys: readonly SortKey[], tables: Tables): OtherOrder | null {
  const first = keys[0]?.core
  if (first?.op !== 'field' || first.of.op === 'this') return null
  const route = routeTo(first.of, tables)
  if (route === null || route.length > mostSteps) return null
  const outer: SortKey[] = []
  for (const {core, descending} of keys) {
    const seen = standingThere(core, first.of, first.entity)
    if (seen === null) break
    outer.push(sortKey(seen, descending, tables))
  }
  if (!outer[0]?.plain) return null
  return {route, entity: first.entity, outer, keys}
}

/** The same field, seen from the record that a path leads to; null for one that is not beyond it. */
function standingThere(core: Core, record: Core, entity: string): Core | null {
  if (core.op !== 'field') return null
  if (JSON.stringify(core.of) === JSON.stringify(record)) return {...core, of: thisCore(entity)}
  const of = standingThere(core.of, record, entity)
  return of === null ? null : {...core, of}
}

/** Others in a piece of their order, and of each the records in these pieces of theirs. */
export interface OtherPiece {
  /** Empty: these are the records of the list themselves. */
  readonly route: readonly Step[]
  readonly outer: Segment
  /** The order of what the piece has together, after that of the others as far as their index knows it. */
  readonly rest: readonly SortKey[]
  readonly inner: readonly Segment[]
}

export function otherPieces(order: OtherOrder, place: Place | null, forward: boolean): OtherPiece[] {
  const {route, outer} = order
  const inner = innerKeys(order)
  const [there, here] = place === null ? [null, null] : [place.slice(0, outer.length), place.slice(outer.length)]
  const all = segmentsOf(inner, null, forward)
  const beside = segmentsOf(inner, here, forward)
  const isNowhere = there?.every(value => value === null) ?? false
  const same = there === null || !canBe(outer, there) ? [] : [sameOther(outer, there)]
  const last = forward || isNowhere ? route.flatMap((step, index) => nowhere(route, {step, index})) : []
  return [
    ...same.map(each => ({route, outer: each, rest: inner, inner: beside})),
    ...segmentsOf(outer, there, forward).map(each => ({...beyond(order, each), inner: all})),
    ...last.map(each => ({...each, rest: inner, inner: isNowhere ? beside : all})),
  ]
}

/** Keys of the record of the list that come after those of the other. */
export const innerKeys = ({keys, outer}: OtherOrder): readonly SortKey[] => keys.slice(outer.length)

/** What the index of the others does not know is asked of the records of the list, so that the index is all that is read of the others. */
function beyond({route, keys}: OtherOrder, {where, order}: Segment): Pick<OtherPiece, 'route' | 'outer' | 'rest'> {
  const end = order.findIndex(({key}) => key.plain === null)
  const known = end === -1 ? order : order.slice(0, end)
  return {route, outer: {where, order: known}, rest: keys.slice(known.length)}
}

const canBe = (keys: readonly SortKey[], place: Place): boolean =>
  keys.every((key, index) => !key.filled || place[index] !== null)

function sameOther(keys: readonly SortKey[], place: Place): Segment {
  const where = keys.map((key, index) => compared(key.core, '=', coreAt(place, key, index)))
  return {where, order: []}
}

/** Where a reference on the way may be empty, the records that get no further. */
function nowhere(
  route: readonly Step[],
  {step, index}: {step: Step; index: number},
): Pick<OtherPiece, 'route' | 'outer'>[] {
  if (step.required) return []
  const {reference, column} = step
  const key: SortKey = {
    core: reference,
    descending: false,
    filled: false,
    plain: {column, required: false, numeric: false, values: null},
  }
  return [{route: route.slice(0, index), outer: {where: [isEmpty(reference)], order: [{key, how: 'fixed'}]}}]
}
