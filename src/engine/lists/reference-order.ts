/**
 * The route from a record of a list to another record by references, and how a statement follows it backwards: from the
 * other record to those that refer to it, using the index of each reference. The SQL keeps the databases from choosing
 * another plan.
 */
import {sql} from 'kysely'
import type {Core, FieldCore} from '../../feel/core.ts'
import type {Tables} from '../../feel/sql/tables.ts'
import type {Sql} from '../../feel/sql/to-sql.ts'
import {compared, fieldCore, thisCore} from '../base/core-build.ts'
import {emptyCore} from '../permissions/visible-paths.ts'
import {type QueryContext, tableOf} from '../query/select.ts'
import {coreAt, type KeysetPlace, type KeysetRange, keysetRanges} from './keyset.ts'
import {type SortKey, sortKey} from './sort-keys.ts'

export type Tabled = Pick<QueryContext, 'tables' | 'database'>

/** Records of a list, found in one way. */
export interface Branch {
  /** The source of the table `r`, if another table leads to it. */
  readonly from: ((table: Sql) => Sql) | null
  readonly where: Sql
  /** It may find a record more than once. */
  readonly repeats?: boolean
}

/** One reference, from the nearer record to the farther one. */
interface ReferenceStep {
  readonly entity: string
  /** The reference, relative to the nearer record. */
  readonly reference: FieldCore
  readonly column: string
  readonly required: boolean
}

/** Null unless the path is a plain chain of references visible on every record. */
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
  /** The joins from the source of the statement up to the records one reference before the far one. */
  readonly joins: Sql
  readonly where: readonly Sql[]
  /** The value of the first reference of a record of the list. */
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

/** The offset keeps PostgreSQL from joining whole tables. */
function lateral(table: Sql, {step, end, name}: {step: ReferenceStep; end: Sql; name: string}): Sql {
  return sql`lateral (select t.id from ${table} as t where ${sql.ref(`t.${step.column}`)} = ${end} offset 0) as ${sql.ref(name)}`
}

/**
 * An order by the name or a field of another record. The other records are scanned in the order of their own index,
 * each followed by the records that refer to it; records with an empty reference come last. Depends on the keys only;
 * keyset-scan.ts writes the statement.
 */

export interface ReferenceOrder {
  readonly route: readonly ReferenceStep[]
  /** The entity at the end of the route. */
  readonly entity: string
  /** Keys relative to the other record; the first is one of its columns. */
  readonly outer: readonly SortKey[]
  /** All keys, relative to the record of the list. */
  readonly keys: readonly SortKey[]
}

/** Each step multiplies the records, and longer routes are rare. */
const mostSteps = 3

/** Null if the order begins with a field of the record itself, or with one that has no index. */
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

/** The same field relative to the record at the end of a path; null if the field is not beyond it. */
function standingThere(core: Core, record: Core, entity: string): Core | null {
  if (core.op !== 'field') return null
  if (JSON.stringify(core.of) === JSON.stringify(record)) return {...core, of: thisCore(entity)}
  const of = standingThere(core.of, record, entity)
  return of === null ? null : {...core, of}
}

/** A range of the other records, and the ranges of the records that refer to each of them. */
export interface ReferenceRange {
  /** Empty for the records of the list themselves. */
  readonly route: readonly ReferenceStep[]
  readonly outer: KeysetRange
  /** The remaining keys, after those that the index of the other records provides. */
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
    ...keysetRanges(outer, there, forward).map(each => ({...beyondOthers(order, each), inner: all})),
    ...last.map(each => ({...each, rest: inner, inner: isNowhere ? beside : all})),
  ]
}

/** Keys of the list's own records, which come after those of the other record. */
export const innerKeys = ({keys, outer}: ReferenceOrder): readonly SortKey[] => keys.slice(outer.length)

/**
 * Keys that the other records' index does not cover are read from the list's records, so that only the index of the
 * others is read.
 */
function beyondOthers(
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

/** The records whose route ends at an empty reference. */
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
  return [{route: route.slice(0, index), outer: {where: [emptyCore(reference)], order: [{key, how: 'fixed'}]}}]
}
