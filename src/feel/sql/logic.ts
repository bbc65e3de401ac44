/** `and`, `or`, `not`, `if`, and what every condition shares: its three-valued form, its truth and its failure. */
import {sql} from 'kysely'
import type {Core, IfCore, LogicCore, QuantifiedCore} from '../core.ts'
import type {Compiler} from './compiler.ts'
import {aligned, widest} from './convert.ts'
import {joined, type Sql} from './dialect.ts'
import {exists} from './rows.ts'
import {condition, type Term, term} from './term.ts'

export function logicValue(core: LogicCore, at: Compiler): Term {
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

export const logicHolds = (core: LogicCore, at: Compiler): Sql =>
  joined(
    core.op,
    core.items.map(item => at.holds(item)),
    at.dialect.boolean(core.op === 'and'),
  )

export const logicFails = (core: LogicCore, at: Compiler): Sql =>
  joined(
    core.op === 'and' ? 'or' : 'and',
    core.items.map(item => at.fails(item)),
    at.dialect.boolean(core.op === 'or'),
  )

export function notValue(of: Core, at: Compiler): Term {
  const inner = at.value(of)
  return condition(sql`(not ${inner.sql})`, inner.nullable)
}

export function ifValue(core: IfCore, at: Compiler): Term {
  const when = at.holds(core.condition)
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

/** Three-valued `or` or `and` over the items: a decisive item decides, else an unknown one leaves it unknown. */
export function quantifiedValue(core: QuantifiedCore, at: Compiler): Term {
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

export function quantifiedHolds(core: QuantifiedCore, at: Compiler): Sql {
  const rows = at.rows(core.list)
  const inside = at.withVariable(core.variable, rows.item)
  if (core.op === 'some') return exists(rows, [inside.holds(core.condition)], at)
  const each = sql`(${inside.value(core.condition).sql} is not true)`
  const none = sql`(not ${exists(rows, [each], at)})`
  return rows.absent === undefined ? none : sql`(not ${rows.absent} and ${none})`
}
