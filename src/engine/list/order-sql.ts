/** Keys of an order as what follows `order by`. */
import {sql} from 'kysely'
import {type Sql, type SqlContext, toOrder, toValue} from '../../feel/sql/to-sql.ts'
import type {SegmentOrder} from './segments.ts'
import type {SortKey} from './sort-keys.ts'

export interface Directed {
  readonly forward: boolean
  /** Its `this` is the row that has the keys. */
  readonly context: SqlContext
}

/** A value that is sorted by, in one direction. */
export interface OrderTerm {
  readonly by: Sql
  readonly descending: boolean
}

export const orderBy = (terms: readonly OrderTerm[]): Sql =>
  sql.join(terms.map(({by, descending}) => (descending ? sql`${by} desc` : by)))

/** The keys of one piece, of which some may be the same throughout. */
export function pieceOrder(order: readonly SegmentOrder[], directed: Directed): OrderTerm[] {
  return order.flatMap((each, index) => termsOf(each, {...directed, next: order.slice(index + 1)}))
}

/** All keys, with nothing known about any. */
export function wholeOrder(keys: readonly SortKey[], {forward, context}: Directed): OrderTerm[] {
  return keys.flatMap(key => termsOf({key, how: forward ? 'empty last' : 'empty first'}, {forward, context}))
}

function termsOf(
  {key, how}: SegmentOrder,
  {forward, context, next = []}: Directed & {readonly next?: readonly SegmentOrder[]},
): OrderTerm[] {
  const isDown = (each: SortKey) => each.descending === forward
  if (how === 'fixed') {
    // Said although it changes nothing: PostgreSQL does not see by itself that the index goes on in the right order.
    const free = next.find(each => each.how !== 'fixed')?.key ?? key
    return [{by: sql.ref(`${aliasOf(context)}.${key.plain?.column}`), descending: isDown(free)}]
  }
  const value = {by: toOrder(key.core, context), descending: isDown(key)}
  if (how === 'never empty' || key.filled) return [value]
  return [{by: sql`((${toValue(key.core, context).sql}) is null)`, descending: how === 'empty first'}, value]
}

/** SQLite walks an index for the sake of its beginning only where it is given a stretch of it: one in which all values lie. */
export function stretch([first]: readonly SegmentOrder[], {context}: Directed): Sql[] {
  const plain = first?.how === 'never empty' ? first.key.plain : null
  if (!plain || context.database !== 'sqlite') return []
  const column = sql.ref(`${aliasOf(context)}.${plain.column}`)
  return [sql`${column} >= ${plain.numeric ? sql`-9e999` : sql`''`}`, sql`${column} < x''`]
}

function aliasOf({this: here}: SqlContext): string {
  if (here === undefined || !('alias' in here)) throw new Error('an order is that of a row')
  return here.alias
}
