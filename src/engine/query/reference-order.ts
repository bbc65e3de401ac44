import {sql} from 'kysely'
import type {Core, FieldCore} from '../../feel/core.ts'
import type {Tables} from '../../feel/sql/tables.ts'
import type {Sql} from '../../feel/sql/to-sql.ts'
import {compared, fieldCore, thisCore} from '../core-build.ts'
import {isEmpty} from '../permissions/visible-paths.ts'
import {coreAt, type KeysetPlace, type KeysetRange, keysetRanges} from './keyset.ts'
import {type QueryContext, tableOf} from './select.ts'
import {type SortKey, sortKey} from './sort-keys.ts'

/**
 * The way from a record of a list to another one, reference by reference, and how a statement goes it backwards: from the other record to those that
 * lead to it, each step by the index of its reference. Written so that no database takes another way.
 */

export type Tabled = Pick<QueryContext, 'tables' | 'database'>

/** Records of a list, found in one way. */
export interface Branch {
  /** What the table of the list is read with, as the row `r`, where something else leads to it. */
  readonly from: ((table: Sql) => Sql) | null
  readonly where: Sql
  /** It may come to a record more than once. */
  readonly repeats?: boolean
}

/** One reference, from the nearer record to the farther one. */
interface ReferenceStep {
  readonly entity: string
  /** The reference, standing at the nearer record. */
  readonly reference: FieldCore
  readonly column: string
  readonly required: boolean
}

/** Null where the way is no plain chain of references that is seen on every record. */
export function routeTo(record: Core, tables: Tables): readonly ReferenceStep[] | null {
  if (record.op === 'this') return []
  if (record.op !== 'field' || record.type.kind !== 'reference') return null
  const before = routeTo(record.of, tables)
  const kept = tables.get(record.entity)?.fields.get(record.field)
  if (before === null || kept?.kind !== 'column') return null
  const {entity, field: name, type} = record
  const reference = fieldCore(thisCore(entity), entity, {name, type})
  return [...before, {entity, reference, column: kept.column, required: kept.required}]
}

export interface Way {
  /** What follows the source of the statement, up to the records that lead to the far one by one reference less. */
  readonly joins: Sql
  readonly where: readonly Sql[]
  /** What the first reference of a record of the list must be. */
  readonly end: Sql
}

/** `start`: the id of the far record. */
export function wayBack(reading: Tabled, route: readonly ReferenceStep[], start: Sql): Way {
  const far = route.slice(1).toReversed()
  return far.reduce<Way>((way, step, index) => nextStep(reading, way, {step, name: `w${index}`}), {
    joins: sql``,
    where: [],
    end: start,
  })
}

function nextStep(reading: Tabled, {joins, where, end}: Way, {step, name}: {step: ReferenceStep; name: string}): Way {
  const table = sql.table(tableOf(reading, step.entity))
  const next = sql.ref(`${name}.id`)
  if (reading.database === 'sqlite')
    return {
      joins: sql`${joins} cross join ${table} as ${sql.ref(name)}`,
      where: [...where, sql`${sql.ref(`${name}.${step.column}`)} = ${end}`],
      end: next,
    }
  return {joins: sql`${joins} cross join ${lateral(table, {step, end, name})}`, where, end: next}
}

/** The offset keeps PostgreSQL from joining the tables as wholes. */
function lateral(table: Sql, {step, end, name}: {step: ReferenceStep; end: Sql; name: string}): Sql {
  return sql`lateral (select t.id from ${table} as t where ${sql.ref(`t.${step.column}`)} = ${end} offset 0) as ${sql.ref(name)}`
}

/**
 * An order by what other records have: their name, or a field of theirs. The others come first, in the order of an index of their own, and of each of
 * them the records that lead to it; those that lead nowhere come last. A function of the keys alone; keyset-scan.ts writes the statement.
 */

export interface ReferenceOrder {
  readonly route: readonly ReferenceStep[]
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
export function referenceOrder(keys: readonly SortKey[], tables: Tables): ReferenceOrder | null {
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
export interface ReferenceRange {
  /** Empty: these are the records of the list themselves. */
  readonly route: readonly ReferenceStep[]
  readonly outer: KeysetRange
  /** The order of what the piece has together, after that of the others as far as their index knows it. */
  readonly rest: readonly SortKey[]
  readonly inner: readonly KeysetRange[]
}

export function referenceRanges(order: ReferenceOrder, place: KeysetPlace | null, forward: boolean): ReferenceRange[] {
  const {route, outer} = order
  const inner = innerKeys(order)
  const [there, here] = place === null ? [null, null] : [place.slice(0, outer.length), place.slice(outer.length)]
  const all = keysetRanges(inner, null, forward)
  const beside = keysetRanges(inner, here, forward)
  const isNowhere = there?.every(value => value === null) ?? false
  const same = there === null || !canBe(outer, there) ? [] : [sameOther(outer, there)]
  const last = forward || isNowhere ? route.flatMap((step, index) => nowhere(route, {step, index})) : []
  return [
    ...same.map(each => ({route, outer: each, rest: inner, inner: beside})),
    ...keysetRanges(outer, there, forward).map(each => ({...beyond(order, each), inner: all})),
    ...last.map(each => ({...each, rest: inner, inner: isNowhere ? beside : all})),
  ]
}

/** Keys of the record of the list that come after those of the other. */
export const innerKeys = ({keys, outer}: ReferenceOrder): readonly SortKey[] => keys.slice(outer.length)

/** What the index of the others does not know is asked of the records of the list, so that the index is all that is read of the others. */
function beyond(
  {route, keys}: ReferenceOrder,
  {where, order}: KeysetRange,
): Pick<ReferenceRange, 'route' | 'outer' | 'rest'> {
  const end = order.findIndex(({key}) => key.plain === null)
  const known = end === -1 ? order : order.slice(0, end)
  return {route, outer: {where, order: known}, rest: keys.slice(known.length)}
}

const canBe = (keys: readonly SortKey[], place: KeysetPlace): boolean =>
  keys.every((key, index) => !key.filled || place[index] !== null)

function sameOther(keys: readonly SortKey[], place: KeysetPlace): KeysetRange {
  const where = keys.map((key, index) => compared(key.core, '=', coreAt(place, key, index)))
  return {where, order: []}
}

/** Where a reference on the way may be empty, the records that get no further. */
function nowhere(
  route: readonly ReferenceStep[],
  {step, index}: {step: ReferenceStep; index: number},
): Pick<ReferenceRange, 'route' | 'outer'>[] {
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
