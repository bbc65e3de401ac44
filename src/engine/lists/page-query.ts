/**
 * The statements of a list: the number of records, up to a limit, and the records of the page. Few records are
 * collected and sorted; for many, the index of the order is scanned from the place on. Cells are evaluated for the
 * records of the page only.
 */
import {sql} from 'kysely'
import type {Core} from '../../feel/core.ts'
import type {ComputedColumns} from '../../feel/sql/row-columns.ts'
import {type Sql, type SqlContext, type SqlValue, toPredicate} from '../../feel/sql/to-sql.ts'
import {limitTo} from '../../store/sql.ts'
import {selectedColumns, tableOf} from '../query/select.ts'
import {and, askedLast} from '../query/sql-conditions.ts'
import {besideSql, orderBy, type PageQuery, scannedIds, singleScan, wholeOrder} from './keyset-scan.ts'
import type {Branch, Tabled} from './reference-order.ts'

/** Selects one number, `n`. */
export function countSql(reading: Tabled, query: Counted): Sql {
  const [only, ...others] = query.conditions.branches
  // A single branch without duplicates needs no ids.
  if (only && others.length === 0 && !only.repeats)
    return sql`select count(*) as n from (${branchSql(reading, query, {branch: only, columns: sql`1`})}) as f`
  return sql`select count(*) as n from ${foundIds(reading, query)} as f`
}

type Counted = Pick<PageQuery, 'entity' | 'conditions' | 'stop'>

/** Each branch has its own limit; if none reaches it, the result is complete. What is checked after them has it alone. */
function foundIds(reading: Tabled, query: Counted): Sql {
  const {branches, after} = query.conditions
  const each = branches.map(
    (branch, index) =>
      sql`select ${sql.ref(`b${index}`)}.id from (${branchSql(reading, query, {branch, columns: sql`r.id`})}) as ${sql.ref(`b${index}`)}`,
  )
  const found = sql`(${sql.join(each, sql` union `)})`
  if (after === null) return found
  return sql`(select p.id from ${found} as p cross join ${eachById(reading, query.entity, sql``)} and ${after} ${limitTo(query.stop + 1)})`
}

function branchSql(
  reading: Tabled,
  {entity, stop, conditions}: Counted,
  {branch, columns}: {branch: Branch; columns: Sql},
): Sql {
  const table = sql.table(tableOf(reading, entity))
  const from = branch.from?.(table) ?? sql`${table} as r`
  const limit = conditions.after === null ? limitTo(stop + 1) : sql``
  return sql`select ${branch.repeats ? sql`distinct ` : sql``}${columns} from ${from} where ${branch.where} ${limit}`
}

/** The columns of a page, and the joins they are read from. */
export interface ShownColumns {
  readonly columns: readonly SqlValue[]
  readonly joins: Sql
  readonly shown: SqlContext
}

/** Selects the columns of the page's records, and, of few, the number of all of them. */
export function pageSql(
  reading: Tabled,
  query: PageQuery,
  {columns, joins, few, shown}: ShownColumns & {readonly few: boolean},
): Sql {
  const {entity, keys, forward, limit} = query
  const walk = few || reading.database !== 'sqlite' ? null : singleScan(query)
  if (walk)
    return sql`select ${selectedColumns(columns)} from ${sql.table(tableOf(reading, entity))} as r ${joins}
      where ${walk.where} order by ${walk.order} ${limitTo(limit)}`
  const order = orderBy(wholeOrder(keys, {forward, context: shown}))
  const [picked, more] = few ? [gatheredIds(reading, query), sql`, p.n`] : [scannedIds(reading, query), sql``]
  return sql`select ${selectedColumns(columns)}${more}
    from ${picked} as p cross join ${eachById(reading, entity, joins, shown.computed)} order by ${order} ${limitTo(limit)}`
}

/** Sorts all matching records and keeps one page. */
function gatheredIds(reading: Tabled, query: PageQuery): Sql {
  const {entity, keys, forward, limit, context} = query
  const beside = besideSql(query)
  const order = orderBy(wholeOrder(keys, {forward, context}))
  return sql`(with "found ids" as materialized (select f.id from ${foundIds(reading, query)} as f)
    select r.id, (select count(*) from "found ids") as n
    from "found ids" as p cross join ${eachById(reading, entity, sql``)}
    ${beside === null ? sql`` : sql`and ${beside}`} order by ${order} ${limitTo(limit)})`
}

export interface KeyConditions {
  /** That the key has the value. */
  readonly key: Core
  /** Checked on the records with this key. */
  readonly where: Core
}

/** The records of a key whose index also provides their order; other conditions are checked on them only. */
export function keyedSql(
  reading: Tabled,
  {entity, keys, context, conditions, limit}: PageQuery,
  {columns, joins, key, where, only, shown}: ShownColumns & KeyConditions & {readonly only: boolean},
): Sql {
  const {computed, ...plain} = context
  const found = toPredicate(key, plain)
  const others = [toPredicate(where, context), askedLast(conditions.checked, context)]
  const order = only
    ? sql``
    : sql`order by ${orderBy(wholeOrder(keys, {forward: true, context: shown}))} ${limitTo(limit)}`
  const table = sql.table(tableOf(reading, entity))
  return computed
    ? sql`select ${selectedColumns(columns)} from ${computed.in(sql`(select * from ${table} as r where ${found})`)} as r ${joins} where ${and(others)} ${order}`
    : sql`select ${selectedColumns(columns)} from ${table} as r ${joins} where ${and([found, ...others])} ${order}`
}

/** Looks up each id by its key: PostgreSQL would otherwise read the whole table for some hundred ids. */
function eachById(reading: Tabled, entity: string, joins: Sql, computed?: ComputedColumns): Sql {
  const table = sql.table(tableOf(reading, entity))
  if (reading.database === 'sqlite') return sql`${table} as r ${joins} where r.id = p.id`
  const row = sql`(select * from ${table} as t where t.id = p.id limit 1)`
  return sql`lateral ${computed?.in(row) ?? row} as r ${joins} where true`
}
