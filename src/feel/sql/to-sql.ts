/**
 * An expression as SQL, for SQLite and for PostgreSQL: as a value, or as a condition of which only the truth is
 * asked. Whatever is known now is bound as a value; nothing is ever written into the text.
 */
import {sql} from 'kysely'
import type {Core} from '../core.ts'
import type {Value} from '../value.ts'
import type {SqlContext} from './compiler.ts'
import type {Sql} from './dialect.ts'
import {ExpressionCompiler} from './expression-compiler.ts'
import {readable, type SqlValue} from './read.ts'
import {itemTerm, selectFrom} from './rows.ts'
import {sortable} from './sortable.ts'

export {type AtRun, atRun, type Binding, type SqlContext, type Used} from './compiler.ts'
export type {Sql} from './dialect.ts'
export type {SqlValue} from './read.ts'

/** The value, for a column of a result. A condition is three-valued here. */
export function toValue(core: Core, context: SqlContext): SqlValue {
  const compiler = ExpressionCompiler.for(context)
  return readable(compiler.value(core), core.type, compiler.dialect)
}

export interface SqlList {
  /** A select of the items, in their order. */
  readonly sql: Sql
  /** Reads one row. */
  read(row: {readonly x: unknown}): Value
}

/** The items of a list. One that is null has none. */
export function toList(core: Core, context: SqlContext): SqlList {
  const compiler = ExpressionCompiler.for(context)
  const rows = compiler.rows(core)
  const item = readable(
    itemTerm(rows.item, compiler),
    core.type.kind === 'list' ? core.type.of : core.type,
    compiler.dialect,
  )
  const present = rows.absent === undefined ? [] : [sql`(${rows.absent}) is not true`]
  const all = selectFrom(rows, sql`${item.sql} as x, ${rows.order} as n`, compiler, present)
  return {sql: sql`select x from ${all} as y order by n`, read: ({x}) => item.read(x)}
}

/** True where the condition is true, anything else where it is not: for `where`, where indexes can answer it. */
export function toPredicate(core: Core, context: SqlContext): Sql {
  return ExpressionCompiler.for(context).holds(core)
}

/** What the database sorts by, so that records stand in the order that expressions know. Nulls are the caller's. */
export function toOrder(core: Core, context: SqlContext): Sql {
  const compiler = ExpressionCompiler.for(context)
  return sortable(compiler.value(core), core.type, compiler)
}
