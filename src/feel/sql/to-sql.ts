/**
 * An expression as SQL, for SQLite and PostgreSQL: as a value, or as a condition whose truth matters only. Known values
 * are bound as parameters; nothing is written into the text.
 */

import {sql} from 'kysely'
import {fromDays, fromEpoch, splitSeconds, Time} from '../calendar.ts'
import type {Core} from '../core.ts'
import {type Num, parseNum, shift, toInteger} from '../decimal.ts'
import type {Type} from '../type.ts'
import {DaysDuration, MonthsDuration, type Value} from '../value.ts'
import type {SqlContext} from './compiler.ts'
import {asCount} from './convert.ts'
import type {Dialect, Sql, Term, TermForm} from './dialect.ts'
import {ExpressionCompiler} from './expression-compiler.ts'
import {itemTerm, selectFrom} from './records.ts'
import {sortable} from './relate.ts'

export {type AtRun, atRun, type Binding, type SqlContext} from './compiler.ts'
export type {Sql} from './dialect.ts'

/** The value, for a column of a result. Conditions are three-valued. */
export function toValue(core: Core, context: SqlContext): SqlValue {
  const compiler = ExpressionCompiler.for(context)
  return readable(compiler.value(core), core.type, compiler.dialect)
}

/** The items as rows `x`, with their order `n`. */
function itemsOf(core: Core, compiler: ExpressionCompiler): {readonly all: Sql; readonly item: SqlValue} {
  const rows = compiler.rows(core)
  const item = readable(
    itemTerm(rows.item, compiler),
    core.type.kind === 'list' ? core.type.of : core.type,
    compiler.dialect,
  )
  const present = rows.absent === undefined ? [] : [sql`(${rows.absent}) is not true`]
  return {all: selectFrom(rows, sql`${item.sql} as x, ${rows.order} as n`, compiler, present), item}
}

/** The items of a list as one value of a row; null if the list is. */
export function toListValue(core: Core, context: SqlContext): SqlValue {
  const compiler = ExpressionCompiler.for(context)
  const {all, item} = itemsOf(core, compiler)
  const sqlite = compiler.dialect.name === 'sqlite'
  const text = sqlite ? sql`cast(z.x as text)` : sql`z.x::text`
  const gathered = sqlite
    ? sql`(select json_group_array(${text} order by z.n) from ${all} as z)`
    : sql`(select coalesce(json_agg(${text} order by z.n), '[]'::json)::text from ${all} as z)`
  return {
    sql: gathered,
    read(raw) {
      const texts: unknown = JSON.parse(String(raw ?? '[]'))
      const isTruth = core.type.kind === 'list' && core.type.of.kind === 'boolean'
      return Array.isArray(texts) ? texts.map(each => item.read(isTruth && each === 'true' ? 't' : each)) : []
    },
  }
}

/** True if the condition is true, anything else otherwise: for `where`, so that indexes can be used. */
export function toPredicate(core: Core, context: SqlContext): Sql {
  return ExpressionCompiler.for(context).holds(core)
}

/** A value to sort by, so that records have the order defined by expressions. The caller handles nulls. */
export function toOrder(core: Core, context: SqlContext): Sql {
  const compiler = ExpressionCompiler.for(context)
  return sortable(compiler.value(core), core.type, compiler)
}

// The result of a statement, parsed to values. Dates and times are returned as counts, because drivers convert a
// database's dates in different ways.

export interface SqlValue {
  readonly sql: Sql
  /** Parses the driver's value for this column. */
  read(raw: unknown): Value
}

function readable(of: Term, type: Type, dialect: Dialect): SqlValue {
  const out = asCount(of, dialect)
  const number = numberIn(out.form, dialect)
  return {sql: out.sql, read: raw => (raw === null || raw === undefined ? null : read(raw, type, number))}
}

type ReadNumber = (raw: unknown) => Num | null

function numberIn(form: TermForm, dialect: Dialect): ReadNumber {
  const places = form.as === 'scaled' && dialect.name === 'sqlite' ? form.places : 0
  return raw => {
    const n = typeof raw === 'bigint' && isSafe(raw) ? Number(raw) : parseNum(String(raw))
    return n === null ? n : shift(n, -places)
  }
}

const most = BigInt(Number.MAX_SAFE_INTEGER)
const isSafe = (n: bigint): boolean => n <= most && n >= -most

function read(raw: unknown, type: Type, number: ReadNumber): Value {
  if (type.kind === 'boolean') return raw === true || raw === 't' || Number(raw) === 1
  if (type.kind === 'reference') return {entity: type.entity, id: String(raw)}
  if (type.kind === 'text' || type.kind === 'choice') return String(raw)
  const count = number(raw)
  return count === null ? null : ofCount(count, type)
}

function ofCount(count: Num, type: Type): Value {
  switch (type.kind) {
    case 'date':
      return fromDays(toInteger(count) ?? Number.NaN)
    case 'time':
      return timeOf(count)
    case 'date and time':
      return instantOf(count)
    case 'days duration':
      return new DaysDuration(count)
    case 'months duration':
      return new MonthsDuration(toInteger(count) ?? 0)
    default:
      return count
  }
}

function timeOf(seconds: Num): Time | null {
  const parts = splitSeconds(seconds)
  const second = parts === null ? null : toInteger(parts.whole)
  return parts === null || second === null ? null : new Time(second, parts.nano)
}

function instantOf(seconds: Num): Value {
  const parts = splitSeconds(seconds)
  const second = parts === null ? null : toInteger(parts.whole)
  return parts === null || second === null ? null : fromEpoch(second, parts.nano, 0)
}
