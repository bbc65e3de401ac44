/** Writes the statements of one page: ranges of an index, the first of which are read until the page is full. */
import {sql} from 'kysely'
import type {Core} from '../../feel/core.ts'
import {type Sql, type SqlContext, toOrder, toPredicate, toValue} from '../../feel/sql/to-sql.ts'
import {limitTo} from '../../store/sql.ts'
import {tableOf} from '../query/select.ts'
import {and, askedLast, askedOnly, orOf} from '../query/sql-conditions.ts'
import type {Conditions} from './conditions.ts'
import {besidePlace, type KeysetPlace, type KeysetRange, keysetRanges, type RangeOrder} from './keyset.ts'
import {
  type ReferenceOrder,
  type ReferenceRange,
  referenceRanges,
  type Tabled,
  type Way,
  wayBack,
} from './reference-order.ts'
import type {SortKey} from './sort-keys.ts'

/** Everything needed to write the statements of a page. */
export interface PageQuery {
  readonly entity: string
  /** Its `this` is the row `r`. */
  readonly context: SqlContext
  readonly conditions: Conditions
  readonly keys: readonly SortKey[]
  /** The same keys, if the first is a field of another record. */
  readonly other: ReferenceOrder | null
  /** Conditions of which one holds on every record, each the beginning of an index that continues with the order. */
  readonly leads: readonly Core[]
  /** Conditions on the first key that bound a scan. */
  readonly bounds: readonly Core[]
  /** The key values of the record next to the page. */
  readonly place: KeysetPlace | null
  readonly forward: boolean
  readonly limit: number
  /** Counting stops here. */
  readonly stop: number
}

/** Sort keys with a direction, for `order by`. */
interface Directed {
  readonly forward: boolean
  /** Its `this` is the row that has the keys. */
  readonly context: SqlContext
}

/** A value to sort by, in one direction. */
interface OrderTerm {
  readonly by: Sql
  readonly descending: boolean
}

export const orderBy = (terms: readonly OrderTerm[]): Sql =>
  sql.join(terms.map(({by, descending}) => (descending ? sql`${by} desc` : by)))

/** The keys of one range, some of which may be constant. */
function pieceOrder(order: readonly RangeOrder[], directed: Directed): OrderTerm[] {
  return order.flatMap((each, index) => termsOf(each, {...directed, next: order.slice(index + 1)}))
}

/** All keys, with no assumptions about their values. */
export function wholeOrder(keys: readonly SortKey[], {forward, context}: Directed): OrderTerm[] {
  return keys.flatMap(key => termsOf({key, how: forward ? 'empty last' : 'empty first'}, {forward, context}))
}

function termsOf(
  {key, how}: RangeOrder,
  {forward, context, next = []}: Directed & {readonly next?: readonly RangeOrder[]},
): OrderTerm[] {
  const isDown = (each: SortKey) => each.descending === forward
  if (how === 'fixed') {
    // Redundant, but PostgreSQL does not recognise otherwise that the index continues in the right order.
    const free = next.find(each => each.how !== 'fixed')?.key ?? key
    return [{by: sql.ref(`${aliasOf(context)}.${key.plain?.column}`), descending: isDown(free)}]
  }
  const value = {by: toOrder(key.core, context), descending: isDown(key)}
  if (how === 'never empty' || key.filled) return [value]
  return [{by: sql`((${toValue(key.core, context).sql}) is null)`, descending: how === 'empty first'}, value]
}

/** SQLite uses the prefix of an index only if a range is given: this one contains all values. */
function stretch([first]: readonly RangeOrder[], {context}: Directed): Sql[] {
  const plain = first?.how === 'never empty' ? first.key.plain : null
  if (!plain || context.database !== 'sqlite') return []
  const column = sql.ref(`${aliasOf(context)}.${plain.column}`)
  return [sql`${column} >= ${plain.numeric ? sql`-9e999` : sql`''`}`, sql`${column} < x''`]
}

function aliasOf({this: here}: SqlContext): string {
  if (here === undefined || !('alias' in here)) throw new Error('an order is that of a row')
  return here.alias
}

/** The records of one range of an order, filtered until a page is full. */

interface Piece {
  readonly segment: KeysetRange
  readonly columns: Sql
  /** Further conditions that find the records. */
  readonly more?: readonly Sql[]
}

function rangeSql(reading: Tabled, query: PageQuery, {segment, columns, more = []}: Piece): Sql {
  const {where, order} = rangeParts(query, segment, more.length > 0)
  return sql`select ${columns} from ${sql.table(tableOf(reading, query.entity))} as r
    where ${and([...more, where])} order by ${order} ${limitTo(query.limit)}`
}

/** `led`: another condition already finds the records, so theirs need not use an index. */
function rangeParts(query: PageQuery, segment: KeysetRange, led = false): {where: Sql; order: Sql} {
  const {context, conditions, bounds, forward} = query
  const isMixed = segment.order.some(({key}) => key.plain === null)
  const range = [
    ...[...segment.where, ...bounds].map(core => toPredicate(core, context)),
    ...(isMixed ? stretch(segment.order, {forward, context}) : []),
  ]
  const checked = led ? askedOnly(conditions.checked, context) : askedLast(conditions.checked, context)
  const order = orderBy(pieceOrder(segment.order, {forward, context}))
  return {where: and([...range, checked]), order}
}

/**
 * The first records in an order by fields of other records, as one statement: scans the other records by their index,
 * and takes at most a page of records for each.
 */

/** More ranges than this cost more than the index saves. */
const mostPieces = 32

/** A select of these columns of the row `r` for each range; null if there would be too many. */
function referenceRangeSqls(reading: Tabled, query: PageQuery, {order, columns}: ScanQuery): readonly Sql[] | null {
  const pieces = referenceRanges(order, query.place, query.forward).filter(({inner}) => inner.length > 0)
  const several = pieces.reduce((sum, {inner}) => sum + inner.length, 0)
  if (several > mostPieces) return null
  return pieces.flatMap(piece =>
    piece.route.length === 0
      ? ownSqls(reading, query, {piece, columns})
      : [byOther(reading, query, {piece, columns, each: eachOf(reading, query, piece)})],
  )
}

interface ScanQuery {
  readonly order: ReferenceOrder
  readonly columns: Sql
}

interface WantedPiece {
  readonly piece: ReferenceRange
  readonly columns: Sql
}

function ownSqls(reading: Tabled, query: PageQuery, {piece: {outer, inner}, columns}: WantedPiece): Sql[] {
  return inner.map(segment => {
    const whole = {where: [...outer.where, ...segment.where], order: [...outer.order, ...segment.order]}
    return rangeSql(reading, query, {segment: whole, columns})
  })
}

interface Each {
  readonly way: Way
  /** The first records that refer to one other record, at most a page of each range. */
  readonly rows: (columns: Sql) => Sql
}

function eachOf(reading: Tabled, query: PageQuery, {route, inner}: ReferenceRange): Each {
  const way = wayBack(reading, route, sql.ref('o.id'))
  const more = [sql`${sql.ref(`r.${route[0]?.column}`)} = ${way.end}`]
  return {way, rows: columns => unionOf(inner.map(segment => rangeSql(reading, query, {segment, columns, more})))}
}

function byOther(reading: Tabled, query: PageQuery, {piece, columns, each}: WantedPiece & {each: Each}): Sql {
  const {context, forward, limit, entity} = query
  const {way, rows} = each
  const there = {...context, this: {alias: 'o'}}
  const others = sql`${sql.table(tableOf(reading, farthest(piece)))} as o${way.joins}`
  const range = stretch(piece.outer.order, {forward, context: there})
  const where = [...piece.outer.where.map(core => toPredicate(core, there)), ...range, ...way.where]
  const order = orderBy([
    ...pieceOrder(piece.outer.order, {forward, context: there}),
    ...wholeOrder(piece.rest, {forward, context}),
  ])
  const table = sql.table(tableOf(reading, entity))
  // SQLite evaluates every column before it sorts, so only the ids are sorted.
  if (reading.database === 'sqlite')
    return sql`select ${columns} from (select r.id as id from ${others} cross join ${table} as r
      where ${and([...where, sql`r.id in (${rows(sql`r.id`)})`])} order by ${order} ${limitTo(limit)}) as q
      cross join ${table} as r where r.id = q.id`
  return sql`select ${columns} from ${others} cross join lateral (${rows(sql`r.*`)}) as r
    where ${and(where)} order by ${order} ${limitTo(limit)}`
}

/** The entity at the end of this range's route. */
function farthest({route}: ReferenceRange): string {
  const type = route.at(-1)?.reference.type
  if (type?.kind !== 'reference') throw new Error('a way leads to a record')
  return type.entity
}

/** SQLite accepts an order and a limit only inside a subselect of a union. */
function unionOf(selects: readonly Sql[]): Sql {
  const [only, ...others] = selects
  if (only && others.length === 0) return only
  return sql.join(
    selects.map((each, index) => sql`select * from (${each}) as ${sql.ref(`b${index}`)}`),
    sql` union all `,
  )
}

/**
 * The first records before or after a place, found by scanning the index of the order: a select of ids for each range.
 */

/** At most one page, using the columns of the order only. */
export function scannedIds(reading: Tabled, query: PageQuery): Sql {
  const {keys, forward, context, limit, other} = query
  const terms = wholeOrder(keys, {forward, context})
  const names = terms.map((_, index) => sql.ref(`k${index}`))
  const columns = sql.join([sql`r.id as id`, ...terms.map(({by}, index) => sql`${by} as ${names[index] ?? by}`)])
  const pieces =
    other === null ? ownPieces(reading, query, columns) : referenceRangeSqls(reading, query, {order: other, columns})
  if (pieces === null || pieces.length === 0) return sortedIds(reading, query)
  const all = pieces.map((piece, index) => sql`select * from (${piece}) as ${sql.ref(`p${index}`)}`)
  const order = orderBy(terms.map(({descending}, index) => ({by: names[index] ?? sql`id`, descending})))
  return sql`(select u.id from (${sql.join(all, sql` union all `)}) as u order by ${order} ${limitTo(limit)})`
}

function ownPieces(reading: Tabled, query: PageQuery, columns: Sql): readonly Sql[] | null {
  const {keys, place, forward, leads} = query
  if (keys[0]?.plain === null) return null
  const segments = keysetRanges(keys, place, forward)
  if (segments.length > mostPieces) return null
  const led = segments.length * leads.length <= mostPieces ? leads : []
  const all: readonly KeysetRange[] =
    led.length === 0
      ? segments
      : led.flatMap(lead => segments.map(segment => ({...segment, where: [lead, ...segment.where]})))
  return all.map(segment => rangeSql(reading, query, {segment, columns}))
}

/** If only one range of one index is scanned, its records need no second lookup. */
export function singleScan(query: PageQuery): {where: Sql; order: Sql} | null {
  const {keys, place, forward, leads, other} = query
  if (leads.length > 0 || other !== null || keys[0]?.plain === null) return null
  const [piece, ...others] = keysetRanges(keys, place, forward)
  return piece && others.length === 0 ? rangeParts(query, piece) : null
}

/** An order without an index: reads every record. */
function sortedIds(reading: Tabled, query: PageQuery): Sql {
  const {entity, keys, forward, limit, context, conditions} = query
  const beside = besideSql(query)
  const where = and([conditions.checked, ...(beside === null ? [] : [beside])])
  return sql`(select r.id as id from ${sql.table(tableOf(reading, entity))} as r
    where ${where} order by ${orderBy(wholeOrder(keys, {forward, context}))} ${limitTo(limit)})`
}

/** Null if there is no place. Only checked on records that are already found. */
export function besideSql({keys, place, forward, context}: PageQuery): Sql | null {
  if (place === null) return null
  const atHand = {...context, atHand: true}
  return orOf(besidePlace(keys, place, forward).map(way => and(way.map(core => toPredicate(core, atHand)))))
}
