/** Records in one piece of an order, each asked whether it fits, until a page is full. */
import {sql} from 'kysely'
import {type Sql, toPredicate} from '../../feel/sql/to-sql.ts'
import {limitTo} from '../../store/sql.ts'
import {tableOf} from '../select.ts'
import {and, askedLast, askedOnly} from './logic-sql.ts'
import {orderBy, pieceOrder, stretch} from './order-sql.ts'
import type {PageQuery} from './page-asked.ts'
import type {Tabled} from './route.ts'
import type {Segment} from './segments.ts'

export interface Piece {
  readonly segment: Segment
  readonly columns: Sql
  /** What else leads to them. */
  readonly more?: readonly Sql[]
}

export function pieceSql(reading: Tabled, query: PageQuery, {segment, columns, more = []}: Piece): Sql {
  const {where, order} = pieceParts(query, segment, more.length > 0)
  return sql`select ${columns} from ${sql.table(tableOf(reading, query.entity))} as r
    where ${and([...more, where])} order by ${order} ${limitTo(query.limit)}`
}

/** `led`: something else leads to the records, so that no condition of theirs has to. */
export function pieceParts(query: PageQuery, segment: Segment, led = false): {where: Sql; order: Sql} {
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
