/** The first records on one side of a place, found by walking the index of the order: a select of ids for each piece of it. */
import {sql} from 'kysely'
import {type Sql, toPredicate} from '../../feel/sql/to-sql.ts'
import {limitTo} from '../../store/sql.ts'
import {tableOf} from '../select.ts'
import {and, orOf} from './logic-sql.ts'
import {orderBy, wholeOrder} from './order-sql.ts'
import {mostPieces, otherPieceSqls} from './other-walk.ts'
import type {PageQuery} from './page-asked.ts'
import {pieceParts, pieceSql} from './piece-sql.ts'
import type {Tabled} from './route.ts'
import {besidePlace, type Segment, segmentsOf} from './segments.ts'

/** No more than a page of them, told by the columns of the order alone. */
export function walkedIds(reading: Tabled, query: PageQuery): Sql {
  const {keys, forward, context, limit, other} = query
  const terms = wholeOrder(keys, {forward, context})
  const names = terms.map((_, index) => sql.ref(`k${index}`))
  const columns = sql.join([sql`r.id as id`, ...terms.map(({by}, index) => sql`${by} as ${names[index] ?? by}`)])
  const pieces =
    other === null ? ownPieces(reading, query, columns) : otherPieceSqls(reading, query, {order: other, columns})
  if (pieces === null || pieces.length === 0) return sortedIds(reading, query)
  const all = pieces.map((piece, index) => sql`select * from (${piece}) as ${sql.ref(`p${index}`)}`)
  const order = orderBy(terms.map(({descending}, index) => ({by: names[index] ?? sql`id`, descending})))
  return sql`(select u.id from (${sql.join(all, sql` union all `)}) as u order by ${order} ${limitTo(limit)})`
}

function ownPieces(reading: Tabled, query: PageQuery, columns: Sql): readonly Sql[] | null {
  const {keys, place, forward, leads} = query
  if (keys[0]?.plain === null) return null
  const segments = segmentsOf(keys, place, forward)
  if (segments.length > mostPieces) return null
  const led = segments.length * leads.length <= mostPieces ? leads : []
  const all: readonly Segment[] =
    led.length === 0
      ? segments
      : led.flatMap(lead => segments.map(segment => ({...segment, where: [lead, ...segment.where]})))
  return all.map(segment => pieceSql(reading, query, {segment, columns}))
}

/** Where one piece of one index is all that is walked, its records need not be looked up a second time. */
export function onlyWalk(query: PageQuery): {where: Sql; order: Sql} | null {
  const {keys, place, forward, leads, other} = query
  if (leads.length > 0 || other !== null || keys[0]?.plain === null) return null
  const [piece, ...others] = segmentsOf(keys, place, forward)
  return piece && others.length === 0 ? pieceParts(query, piece) : null
}

/** An order that no index answers: every record is looked at. */
function sortedIds(reading: Tabled, query: PageQuery): Sql {
  const {entity, keys, forward, limit, context, conditions} = query
  const beside = besideSql(query)
  const where = and([conditions.checked, ...(beside === null ? [] : [beside])])
  return sql`(select r.id as id from ${sql.table(tableOf(reading, entity))} as r
    where ${where} order by ${orderBy(wholeOrder(keys, {forward, context}))} ${limitTo(limit)})`
}

/** Null where there is no place. It is asked of records at hand: nothing is found by it. */
export function besideSql({keys, place, forward, context}: PageQuery): Sql | null {
  if (place === null) return null
  const atHand = {...context, atHand: true}
  return orOf(besidePlace(keys, place, forward).map(way => and(way.map(core => toPredicate(core, atHand)))))
}
