/**
 * The statements of a list: how many records there are, up to a bound, and which are on the page. Where records are few
 * they are gathered and sorted; where there are many the order's index is walked from the place on. Only records
 * of the page have their cells worked out.
 */
import {sql} from 'kysely'
import type {Core} from '../../feel/core.ts'
import {type Sql, type SqlContext, type SqlValue, toOrder, toPredicate, toValue} from '../../feel/sql/to-sql.ts'
import type {Value} from '../../feel/value.ts'
import {type Reading, tableOf} from '../select.ts'
import {and, askedLast, type Conditions} from './conditions.ts'
import {besidePlace, type Segment, type SegmentOrder, segmentsOf} from './segments.ts'
import type {SortKey} from './sort-keys.ts'

/** The row of the statement that `this` is. */
export const row = 'r'

export interface PageQuery {
  readonly entity: string
  readonly context: SqlContext
  readonly conditions: Conditions
  readonly keys: readonly SortKey[]
  /** Conditions of which one holds on every record, each the beginning of an index that goes on with the order. */
  readonly leads: readonly Core[]
  /** Conditions on the first key, within which a walk may stay. */
  readonly bounds: readonly Core[]
  /** The values of the record beside which the page is. */
  readonly place: readonly Value[] | null
  readonly forward: boolean
  readonly limit: number
  /** Counting stops here. */
  readonly stop: number
}

export type Tabled = Pick<Reading, 'tables' | 'database'>

/** More pieces than this are more work than the order saves. */
const mostSegments = 32

/** One number, `n`. */
export function countSql(reading: Tabled, query: Pick<PageQuery, 'entity' | 'conditions' | 'stop'>): Sql {
  const {entity, conditions, stop} = query
  const [only, ...others] = conditions.branches
  // Where records cannot be found twice, it need not be known which they are.
  if (only && others.length === 0)
    return sql`select count(*) as n from (select 1 from ${sql.table(tableOf(reading, entity))} as r where ${only} limit ${stop + 1}) as f`
  return sql`select count(*) as n from ${foundIds(reading, query)} as f`
}

/** Each branch stops by itself; where none had to, they are all the records there are. */
function foundIds(reading: Tabled, query: Pick<PageQuery, 'entity' | 'conditions' | 'stop'>): Sql {
  const {entity, conditions, stop} = query
  const each = conditions.branches.map(
    (branch, index) => sql`select ${sql.ref(`b${index}`)}.id from (
      select r.id as id from ${sql.table(tableOf(reading, entity))} as r where ${branch} limit ${stop + 1}
    ) as ${sql.ref(`b${index}`)}`,
  )
  return sql`(${sql.join(each, sql` union `)})`
}

/** The columns of the records of the page. */
export function pageSql(
  reading: Tabled,
  query: PageQuery,
  {columns, joins, few}: {columns: readonly SqlValue[]; joins: Sql; few: boolean},
): Sql {
  const {entity, keys, place, forward, limit, context} = query
  const walk = few || reading.database !== 'sqlite' ? null : onlyWalk(query)
  if (walk)
    return sql`select ${listed(columns)} from ${sql.table(tableOf(reading, entity))} as r ${joins}
      where ${walk.where} order by ${walk.order} limit ${limit}`
  const picked = few ? foundIds(reading, query) : walkedIds(reading, query)
  const beside = place === null ? sql`` : sql` and ${besideSql(keys, place, {forward, context})}`
  const order = keys.flatMap(key => orderSql({key, how: forward ? 'empty last' : 'empty first'}, {forward, context}))
  return sql`select ${listed(columns)}
    from ${picked} as p cross join ${eachById(reading, entity, joins)}${beside} order by ${sql.join(order)} limit ${limit}`
}

/** Records that a condition on a key finds at once: nothing is gathered before, and everything else is asked of them alone. */
export function keyedSql(
  reading: Tabled,
  {entity, context, conditions, keys, limit}: PageQuery,
  {columns, joins, key}: {columns: readonly SqlValue[]; joins: Sql; key: Core},
): Sql {
  const order = keys.flatMap(each => orderSql({key: each, how: 'empty last'}, {forward: true, context}))
  const where = and([toPredicate(key, context), askedLast(conditions.checked, context)])
  return sql`select ${listed(columns)} from ${sql.table(tableOf(reading, entity))} as r ${joins}
    where ${where} order by ${sql.join(order)} limit ${limit}`
}

/** One record for each id, by its key: left alone, PostgreSQL takes some hundred ids for a reason to read the whole table. */
function eachById(reading: Tabled, entity: string, joins: Sql): Sql {
  const table = sql.table(tableOf(reading, entity))
  if (reading.database === 'sqlite') return sql`${table} as r ${joins} where r.id = p.id`
  return sql`lateral (select * from ${table} as t where t.id = p.id limit 1) as r ${joins} where true`
}

export function listed(columns: readonly SqlValue[]): Sql {
  return sql.join(columns.map((column, index) => sql`${column.sql} as ${sql.ref(`c${index}`)}`))
}

function besideSql(keys: readonly SortKey[], place: readonly Value[], {forward, context}: Directed): Sql {
  const ways = besidePlace(keys, place, forward).map(way => and(way.map(core => toPredicate(core, context))))
  return sql`(${sql.join(ways, sql` or `)})`
}

/** The first records on that side, in each piece of the order; the statement around puts the pieces together. */
function walkedIds(reading: Tabled, query: PageQuery): Sql {
  const {keys, place, forward, leads} = query
  const pieces = keys.every(({plain}) => plain !== null) ? segmentsOf(keys, place, forward) : null
  if (pieces === null || pieces.length === 0 || pieces.length > mostSegments) return sortedIds(reading, query)
  const led = pieces.length * leads.length <= mostSegments ? leads : []
  const all =
    led.length === 0 ? pieces : led.flatMap(lead => pieces.map(piece => ({...piece, where: [lead, ...piece.where]})))
  return sql`(${sql.join(
    all.map((piece, index) => segmentSql(reading, query, {piece, name: `b${index}`})),
    sql` union all `,
  )})`
}

/** Where one piece of one index is all that is walked, its records need not be looked up a second time. */
function onlyWalk(query: PageQuery): {where: Sql; order: Sql} | null {
  const {keys, place, forward, leads} = query
  if (leads.length > 0 || keys.some(({plain}) => plain === null)) return null
  const [piece, ...others] = segmentsOf(keys, place, forward) ?? []
  return piece && others.length === 0 ? pieceSql(query, piece) : null
}

/** An order that no index answers: every record is looked at. */
function sortedIds(reading: Tabled, query: PageQuery): Sql {
  const {entity, keys, place, forward, limit, context, conditions} = query
  const beside = place === null ? [] : [besideSql(keys, place, {forward, context})]
  const order = keys.flatMap(key => orderSql({key, how: forward ? 'empty last' : 'empty first'}, {forward, context}))
  return sql`(select r.id as id from ${sql.table(tableOf(reading, entity))} as r
    where ${and([conditions.checked, ...beside])} order by ${sql.join(order)} limit ${limit})`
}

function segmentSql(reading: Tabled, query: PageQuery, {piece, name}: {piece: Segment; name: string}): Sql {
  const {entity, limit} = query
  const {where, order} = pieceSql(query, piece)
  return sql`select ${sql.ref(name)}.id from (select r.id as id from ${sql.table(tableOf(reading, entity))} as r
    where ${where} order by ${order} limit ${limit}) as ${sql.ref(name)}`
}

function pieceSql(query: PageQuery, piece: Segment): {where: Sql; order: Sql} {
  const {context, conditions} = query
  const where = [
    ...[...piece.where, ...query.bounds].map(core => toPredicate(core, context)),
    askedLast(conditions.checked, context),
  ]
  const order = piece.order.flatMap((each, index) => orderSql(each, {...query, next: piece.order.slice(index + 1)}))
  return {where: and(where), order: sql.join(order)}
}

interface Directed {
  readonly forward: boolean
  readonly context: SqlContext
  readonly next?: readonly SegmentOrder[]
}

function orderSql({key, how}: SegmentOrder, {forward, context, next = []}: Directed): Sql[] {
  const descending = (each: SortKey) => each.descending === forward
  if (how === 'fixed') {
    // Said although it changes nothing: PostgreSQL does not see by itself that the index goes on in the right order.
    const free = next.find(each => each.how !== 'fixed')?.key ?? key
    return [directed(sql.ref(`${row}.${key.plain?.column}`), descending(free))]
  }
  const value = toOrder(key.core, context)
  if (how === 'never empty' || key.plain?.required) return [directed(value, descending(key))]
  return [
    directed(sql`((${toValue(key.core, context).sql}) is null)`, how === 'empty first'),
    directed(value, descending(key)),
  ]
}

const directed = (value: Sql, descending: boolean): Sql => (descending ? sql`${value} desc` : value)
