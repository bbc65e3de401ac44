/** The first records of an order by what others have, as one statement: others by their index, and of each no more than fit on the page. */
import {sql} from 'kysely'
import {type Sql, toPredicate} from '../../feel/sql/to-sql.ts'
import {limitTo} from '../../store/sql.ts'
import {tableOf} from '../select.ts'
import {and} from './logic-sql.ts'
import {orderBy, pieceOrder, stretch, wholeOrder} from './order-sql.ts'
import {type OtherOrder, type OtherPiece, otherPieces} from './other-order.ts'
import type {PageQuery} from './page-asked.ts'
import {pieceSql} from './piece-sql.ts'
import {type Tabled, type Way, wayBack} from './route.ts'

/** More pieces than this are more work than the order saves. */
export const mostPieces = 32

/** A select of these columns of the row `r` for each piece; null where there would be too many. */
export function otherPieceSqls(reading: Tabled, query: PageQuery, {order, columns}: Wanted): readonly Sql[] | null {
  const pieces = otherPieces(order, query.place, query.forward).filter(({inner}) => inner.length > 0)
  const several = pieces.reduce((sum, {inner}) => sum + inner.length, 0)
  if (several > mostPieces) return null
  return pieces.flatMap(piece =>
    piece.route.length === 0
      ? ownSqls(reading, query, {piece, columns})
      : [byOther(reading, query, {piece, columns, each: eachOf(reading, query, piece)})],
  )
}

interface Wanted {
  readonly order: OtherOrder
  readonly columns: Sql
}

interface WantedPiece {
  readonly piece: OtherPiece
  readonly columns: Sql
}

function ownSqls(reading: Tabled, query: PageQuery, {piece: {outer, inner}, columns}: WantedPiece): Sql[] {
  return inner.map(segment => {
    const whole = {where: [...outer.where, ...segment.where], order: [...outer.order, ...segment.order]}
    return pieceSql(reading, query, {segment: whole, columns})
  })
}

interface Each {
  readonly way: Way
  /** The first records of one other, a page at most of each of their pieces. */
  readonly rows: (columns: Sql) => Sql
}

function eachOf(reading: Tabled, query: PageQuery, {route, inner}: OtherPiece): Each {
  const way = wayBack(reading, route, sql.ref('o.id'))
  const more = [sql`${sql.ref(`r.${route[0]?.column}`)} = ${way.end}`]
  return {way, rows: columns => together(inner.map(segment => pieceSql(reading, query, {segment, columns, more})))}
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
  // SQLite works out every column before it sorts, so that only the ids go through.
  if (reading.database === 'sqlite')
    return sql`select ${columns} from (select r.id as id from ${others} cross join ${table} as r
      where ${and([...where, sql`r.id in (${rows(sql`r.id`)})`])} order by ${order} ${limitTo(limit)}) as q
      cross join ${table} as r where r.id = q.id`
  return sql`select ${columns} from ${others} cross join lateral (${rows(sql`r.*`)}) as r
    where ${and(where)} order by ${order} ${limitTo(limit)}`
}

/** The entity at the end of the way of this piece. */
function farthest({route}: OtherPiece): string {
  const type = route.at(-1)?.reference.type
  if (type?.kind !== 'reference') throw new Error('a way leads to a record')
  return type.entity
}

/** SQLite takes an order and a limit only inside of what is put together. */
function together(selects: readonly Sql[]): Sql {
  const [only, ...others] = selects
  if (only && others.length === 0) return only
  return sql.join(
    selects.map((each, index) => sql`select * from (${each}) as ${sql.ref(`b${index}`)}`),
    sql` union all `,
  )
}
