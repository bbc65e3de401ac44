/** The items of a list of records for which a condition holds, so that an index finds them. */

import {sql} from 'kysely'
import {
  type CompareCore,
  type Core,
  type FieldCore,
  type FilterCore,
  mentions,
  namesMe,
  type QuantifiedCore,
  termsOf,
} from '../core.ts'
import type {ListRows, RecordRow, SqlCompiler} from './compiler.ts'
import type {Sql, Term} from './dialect.ts'
import {fieldOfRow, fieldTable, fromTable, idOf} from './records.ts'
import {relate} from './relate.ts'

type FilteredList = Pick<FilterCore | QuantifiedCore, 'list' | 'variable' | 'condition'>

export function filterRows({list, variable, condition}: FilteredList, at: SqlCompiler): ListRows {
  const rows = at.rows(list)
  const inside = at.withVariable(variable, rows.item)
  const {item} = rows
  const parts = termsOf(condition)
  const led = 'row' in item && list.op === 'all' ? leadOf(parts, {variable, row: item.row}, inside) : undefined
  if (led === undefined) return {...rows, where: [...rows.where, inside.holds(condition)]}
  const others = parts.filter(part => part !== led.part)
  if (at.dialect.name === 'postgres')
    return {...rows, where: [...rows.where, referredIn(led), ...others.map(part => inside.holds(part))]}
  const from = sql.join([...led.rows, rows.from], sql` cross join `)
  // Without an index, which each of the records found first would use again.
  const checked = others.map(part => (isCoarse(part) ? sql`+(${inside.holds(part)})` : inside.holds(part)))
  return {...rows, from, where: [...rows.where, ...led.where, sql`${led.link} = ${led.id}`, ...checked]}
}

/** An array, which is evaluated once and then searched by the index of the reference. */
const referredIn = ({rows, where, link, id}: LeadingRows): Sql =>
  sql`(${link} = any(array(select ${id} from ${sql.join(rows, sql` cross join `)} where ${sql.join(where, sql` and `)})))`

interface FilteredItem {
  readonly variable: string
  readonly row: RecordRow
}

/** The records that a path of the item leads through, from its end. */
interface LeadingRows {
  readonly part: Core
  readonly rows: readonly Sql[]
  readonly where: readonly Sql[]
  /** The item's reference, and the id of the record that it leads to. */
  readonly link: Sql
  readonly id: Sql
}

/**
 * `Request[person.team = this.person.team and status = "approved"]`: the people of the team, then the requests of each
 * by index. Otherwise SQLite would go through all requests with the status, because it does not know how many there are,
 * and PostgreSQL through all that its other indexes find, looking up the person of each. Only if no other condition
 * finds few records.
 */
function leadOf(parts: readonly Core[], item: FilteredItem, at: SqlCompiler): LeadingRows | undefined {
  if (parts.some(part => isSelective(part, item.variable))) return undefined
  for (const part of parts) {
    const found = part.op === 'compare' ? throughPath(part, item, at) : undefined
    if (found) return {part, ...found}
  }
  return undefined
}

/** A field of the item that equals a value. */
function isSelective(core: Core, variable: string): boolean {
  const isOwn = (side: Core) => side.op === 'field' && side.of.op === 'variable' && side.of.name === variable
  return core.op === 'compare' && core.by === '=' && (isOwn(core.left) || isOwn(core.right)) && !isCoarse(core)
}

/** A condition on a choice, on a boolean or for an empty field: these occur on many records. */
function isCoarse(core: Core): boolean {
  const {kind} = (core.op === 'compare' ? core.left : core.op === 'in' ? core.value : core).type
  const isNothing = (side: Core) => side.op === 'value' && side.value === null
  return kind === 'choice' || kind === 'boolean' || (core.op === 'compare' && [core.left, core.right].some(isNothing))
}

/** For a path of the item that equals what does not depend on it, and is not known. */
function throughPath(core: CompareCore, item: FilteredItem, at: SqlCompiler): Omit<LeadingRows, 'part'> | undefined {
  const {left, right, by, words} = core
  const path = [left, right].find(side => isPathOf(side, item, at))
  const other = path === left ? right : left
  if (path?.op !== 'field' || by !== '=' || words !== undefined) return undefined
  if (mentions(other, item.variable) || namesMe(other) || at.known(other) !== undefined) return undefined
  const value = at.value(other)
  // Null would also match where the path ends early.
  if (value.nullable && !isComplete(path.of, at)) return undefined
  const rows: Sql[] = []
  const where: Sql[] = []
  let end: Core = path
  let matches = (held: Term): Sql => equals(held, value, at)
  for (; end.op === 'field' && end.of.op === 'field'; end = end.of) {
    const row = {entity: end.entity, alias: at.alias()}
    where.push(matches(fieldOfRow(row, end.field, at)))
    rows.push(fromTable(row, at))
    matches = held => sql`${held.sql} = ${idOf(row, at).sql}`
    if (end.of.of.op === 'field') continue
    return {rows, where, link: fieldOfRow(item.row, end.of.field, at).sql, id: idOf(row, at).sql}
  }
  return undefined
}

/** PostgreSQL has an index for both alternatives of a null-safe equality of ids, which are short. */
function equals(held: Term, value: Term, {dialect}: SqlCompiler): Sql {
  const isId = held.form.as === 'id' && value.form.as === 'id'
  if (dialect.name === 'postgres' && isId && held.nullable && value.nullable)
    return dialect.holdsSame(held.sql, value.sql)
  return relate('=', held, value, {dialect, asked: 'only true'}).sql
}

/** A path of stored references of the item, and a stored field of the last one. */
function isPathOf(core: Core, {variable}: FilteredItem, at: SqlCompiler): core is FieldCore {
  const isStored = (of: FieldCore) => of.field !== 'id' && fieldTable(of.entity, of.field, at).kind === 'column'
  const startsAtItem = (of: Core): boolean =>
    of.op === 'field' ? isStored(of) && startsAtItem(of.of) : of.op === 'variable' && of.name === variable
  return core.op === 'field' && core.of.op === 'field' && startsAtItem(core)
}

/** Every reference of the path is required. */
function isComplete(core: Core, at: SqlCompiler): boolean {
  if (core.op !== 'field') return true
  const kept = fieldTable(core.entity, core.field, at)
  return kept.kind === 'column' && kept.required && isComplete(core.of, at)
}
