/**
 * The table of operations: how each node becomes SQL as a value, as a truth, as a failure, and as a list; with the
 * functions and the logical operators.
 */

import {sql} from 'kysely'
import type {CallCore, Core, IfCore, LogicCore, QuantifiedCore} from '../core.ts'
import type {listFunctions} from '../functions/lists.ts'
import type {SqlFunctionName} from '../functions/table.ts'
import {aggregateSql} from './aggregates.ts'
import {arithmeticValue, negateValue} from './arithmetic.ts'
import {compareFails, compareHolds, compareValue, inHolds, inValue} from './comparison.ts'
import type {ListRows, SqlCompiler} from './compiler.ts'
import {aligned, widest} from './convert.ts'
import {dateSql, propertyValue} from './date-functions.ts'
import {condition, joined, type Sql, type Term, term} from './dialect.ts'
import {filterRows} from './filters.ts'
import {ifRows, listCall, listFunctionNames} from './list-functions.ts'
import {numberSql} from './numbers.ts'
import {
  allRows,
  atValue,
  exists,
  fieldTable,
  fieldValue,
  fromTable,
  idOf,
  knownRows,
  listRows,
  mapRows,
  relationRows,
  wordRows,
} from './records.ts'
import {conversionSql, patternSql, textSql} from './text-functions.ts'

/** The value of a node that is not known yet. */
export function valueTerm(core: Core, at: SqlCompiler): Term {
  switch (core.op) {
    case 'this':
    case 'me':
    case 'old':
    case 'variable':
      return referenceOrItem(core, at)
    case 'field':
      return fieldValue(core, at)
    case 'property':
      return propertyValue(core, at)
    case 'at':
      return atValue(core, at)
    case 'some':
    case 'every':
      return quantifiedValue(core, at)
    case 'if':
      return ifValue(core, at)
    case 'and':
    case 'or':
      return logicValue(core, at)
    case 'not':
      return notValue(core.of, at)
    case 'compare':
      return compareValue(core, at)
    case 'arithmetic':
      return arithmeticValue(core, at)
    case 'negate':
      return negateValue(core, at)
    case 'in':
      return inValue(core, at)
    case 'call':
      return callValue(core, at)
    default:
      return refuseListValue(at)
  }
}

function referenceOrItem(core: Core & {op: 'this' | 'me' | 'old' | 'variable'}, at: SqlCompiler): Term {
  const row = at.rowOf(core)
  if (row !== undefined) return idOf(row, at)
  if (core.op === 'variable') return at.variable(core.name)
  throw new Error(`Nothing is bound to “${core.op}” here.`)
}

export const refuseListValue = (at: SqlCompiler): never =>
  at.refuse({
    code: 'N091',
    message: 'The result is a list, and a single value is needed here.',
    hint: 'Use `count(…)`, `some … satisfies`, or one item of it.',
  })

/** True if the condition is true. */
export function truths(core: Core, at: SqlCompiler): Sql {
  switch (core.op) {
    case 'and':
    case 'or':
      return logicHolds(core, at)
    case 'not':
      return at.fails(core.of)
    case 'compare':
      return compareHolds(core, at)
    case 'in':
      return inHolds(core, at)
    case 'some':
    case 'every':
      return quantifiedHolds(core, at)
    default:
      return at.value(core).sql
  }
}

/** True if the condition is false. */
export function failures(core: Core, at: SqlCompiler): Sql {
  switch (core.op) {
    case 'and':
    case 'or':
      return logicFails(core, at)
    case 'not':
      return at.holds(core.of)
    case 'compare':
      return compareFails(core, at)
    default:
      return sql`(not ${at.value(core).sql})`
  }
}

export function listRowsOf(core: Core, at: SqlCompiler): ListRows {
  const known = at.known(core)
  if (known !== undefined && 'value' in known) return knownRows(known.value, core, at)
  switch (core.op) {
    case 'all':
      return allRows(core.entity, at)
    case 'relation':
      return relationRows(core, at)
    case 'filter':
      return filterRows(core, at)
    case 'map':
      return mapRows(core, at)
    case 'list':
      return listRows(core, at)
    case 'field':
      return fieldRows(core, at)
    case 'call':
      return callRows(core, at)
    case 'if':
      return ifRows(core, at)
    default:
      return refuseListValue(at)
  }
}

/** An `any of` field, or a computed list. */
function fieldRows(core: Core & {op: 'field'}, at: SqlCompiler): ListRows {
  const kept = fieldTable(core.entity, core.field, at)
  if (kept.kind === 'column') return wordRows(fieldValue(core, at), at)
  const row = at.rowOf(core.of)
  if (kept.kind !== 'computed') return refuseListValue(at)
  if (row !== undefined) return at.rebase({alias: row.alias}).rows(kept.core)
  const binding = at.bindingOf(core.of)
  if (binding !== undefined && 'fields' in binding && binding.fields !== undefined)
    return at.rebase(binding).rows(kept.core)
  return isOfRecords(kept.core) ? rowsThrough(core, kept.core, at) : refuseListValue(at)
}

/** A list of records, or of their fields. */
function isOfRecords(core: Core): boolean {
  if (core.op === 'filter' || core.op === 'map') return isOfRecords(core.list)
  return core.op === 'all' || core.op === 'relation'
}

/** The computed list of a referenced record: `request.deputies`. */
function rowsThrough({of, entity}: Core & {op: 'field'}, list: Core, at: SqlCompiler): ListRows {
  const reference = at.value(of)
  const other = {entity, alias: at.alias()}
  const rows = at.rebase({alias: other.alias}).rows(list)
  const itself = sql`${idOf(other, at).sql} = ${reference.sql}`
  return {...rows, from: sql`${fromTable(other, at)} cross join ${rows.from}`, where: [itself, ...rows.where]}
}

function callRows(core: Core & {op: 'call'}, at: SqlCompiler): ListRows {
  const call = listCall(core.name)
  if (call === undefined) throw new Error(`There is no SQL for the function ${core.name}.`)
  return call(core, at)
}

// Every function that exists in SQL, by name; a missing name does not compile.

/** Functions whose result is a list are rows, not terms. */
type ListFunctionName = keyof typeof listFunctions | 'split'

const table: Readonly<Record<Exclude<SqlFunctionName, ListFunctionName>, (core: CallCore, at: SqlCompiler) => Term>> = {
  ...textSql,
  ...numberSql,
  ...aggregateSql,
  ...dateSql,
  ...conversionSql,
  ...patternSql,
}

/** The names of all functions that SQL has. */
export const sqlNames: readonly string[] = [...Object.keys(table), ...listFunctionNames]

const functions = new Map<string, (core: CallCore, at: SqlCompiler) => Term>(Object.entries(table))

function callValue(core: CallCore, at: SqlCompiler): Term {
  const call = functions.get(core.name)
  if (call === undefined) throw new Error(`There is no SQL for the function ${core.name}.`)
  return call(core, at)
}

// `and`, `or`, `not`, `if`, and the forms common to all conditions: three-valued, truth and failure.

function logicValue(core: LogicCore, at: SqlCompiler): Term {
  const terms = core.items.map(item => at.value(item))
  const joint = joined(
    core.op,
    terms.map(of => of.sql),
    at.dialect.boolean(core.op === 'and'),
  )
  return condition(
    joint,
    terms.some(of => of.nullable),
  )
}

const logicHolds = (core: LogicCore, at: SqlCompiler): Sql =>
  joined(
    core.op,
    core.items.map(item => at.holds(item)),
    at.dialect.boolean(core.op === 'and'),
  )

const logicFails = (core: LogicCore, at: SqlCompiler): Sql =>
  joined(
    core.op === 'and' ? 'or' : 'and',
    core.items.map(item => at.fails(item)),
    at.dialect.boolean(core.op === 'or'),
  )

function notValue(of: Core, at: SqlCompiler): Term {
  const inner = at.value(of)
  return condition(sql`(not ${inner.sql})`, inner.nullable)
}

/** Whether a condition holds for a record that is already found, so that no index is needed. */
function holdsHere(core: Core, at: SqlCompiler): Sql {
  if (core.op === 'compare') return compareValue(core, at, 'only true').sql
  if (core.op !== 'and' && core.op !== 'or') return at.holds(core)
  return joined(
    core.op,
    core.items.map(item => holdsHere(item, at)),
    at.dialect.boolean(core.op === 'and'),
  )
}

function ifValue(core: IfCore, at: SqlCompiler): Term {
  const when =
    at.sharedCondition(core.condition, row => holdsHere(core.condition, row)) ?? holdsHere(core.condition, at)
  const branches = aligned([at.value(core.then), at.value(core.otherwise)], at.dialect)
  const [then, otherwise] = branches
  if (then === undefined || otherwise === undefined) throw new Error('An if has two branches.')
  const value = sql`(case when ${when} then ${then.sql} else ${otherwise.sql} end)`
  return term(
    value,
    widest(branches),
    branches.some(of => of.nullable),
  )
}

/** Three-valued `or` or `and` over the items: a decisive item decides, otherwise an unknown one makes it unknown. */
function quantifiedValue(core: QuantifiedCore, at: SqlCompiler): Term {
  const rows = at.rows(core.list)
  const inside = at.withVariable(core.variable, rows.item)
  const decided = core.op === 'some' ? inside.holds(core.condition) : inside.fails(core.condition)
  const each = inside.value(core.condition)
  const decisive = exists(rows, [decided], at)
  const [yes, no] = [at.dialect.boolean(core.op === 'some'), at.dialect.boolean(core.op !== 'some')]
  const open = each.nullable ? sql` when ${exists(rows, [sql`(${each.sql} is null)`], at)} then null` : sql``
  const absent = rows.absent === undefined ? sql`` : sql` when ${rows.absent} then null`
  const value = sql`(case${absent} when ${decisive} then ${yes}${open} else ${no} end)`
  return condition(value, each.nullable || rows.absent !== undefined)
}

function quantifiedHolds(core: QuantifiedCore, at: SqlCompiler): Sql {
  if (core.op === 'some') return exists(filterRows(core, at), [], at)
  const rows = at.rows(core.list)
  const inside = at.withVariable(core.variable, rows.item)
  const each = sql`(${inside.value(core.condition).sql} is not true)`
  const none = sql`(not ${exists(rows, [each], at)})`
  return rows.absent === undefined ? none : sql`(not ${rows.absent} and ${none})`
}
