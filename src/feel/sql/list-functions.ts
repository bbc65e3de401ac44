/**
 * Functions that return lists, and the choice between two lists: each is the source of one subquery, like every list.
 */
import {sql} from 'kysely'
import type {CallCore, Core, IfCore} from '../core.ts'
import {distinctRows} from './aggregates.ts'
import type {ListRows, SqlCompiler} from './compiler.ts'
import {formOf} from './constant.ts'
import {aligned, exactly, widest} from './convert.ts'
import {joined, MOST_IN_COLUMN, type Sql, scaled, type Term} from './dialect.ts'
import {exists, itemTerm, selectFrom} from './records.ts'
import {relate} from './relate.ts'
import {splitRows} from './text-functions.ts'

type ListFunctionSql = (core: CallCore, at: SqlCompiler) => ListRows

function listArgument(core: CallCore, index: number): Core {
  const found = core.args[index]
  if (found === undefined) throw new Error(`${core.name} is given ${index + 1} arguments.`)
  return found
}

const namedColumn = (alias: string, name: string): Sql => sql.id(alias, name)

/** A list that is null, without items, if one of these conditions holds. */
function absentWhere(rows: ListRows, all: readonly (Sql | undefined)[], at: SqlCompiler): ListRows {
  const known = all.filter(each => each !== undefined)
  if (known.length === 0) return rows
  const absent = joined('or', known, at.dialect.boolean(false))
  return {...rows, where: [...rows.where, sql`((${absent}) is not true)`], absent}
}

/** Concatenates lists. */
function laid(lists: readonly ListRows[], core: Core, at: SqlCompiler): ListRows {
  const items = aligned(
    lists.map(({item}) => itemTerm(item, at)),
    at.dialect,
  )
  const alias = at.alias()
  const form = items.length === 0 ? formOf(core.type.kind === 'list' ? core.type.of : core.type) : widest(items)
  const each = lists.map((rows, index) => {
    const all = selectFrom(rows, sql`${rows.order} as o, ${items[index]?.sql} as x`, at)
    return sql`select ${sql.lit(index)} as l, row_number() over (order by o) as o, x from ${all} as ${sql.id(at.alias())}`
  })
  const whole =
    each.length === 0 ? sql`select 0 as l, 0 as o, ${at.dialect.unknown(form)} as x` : sql.join(each, sql` union all `)
  const numbered = sql`select row_number() over (order by l, o) as n, x from (${whole}) as ${sql.id(at.alias())}`
  const rows: ListRows = {
    from: sql`${at.dialect.fenced(numbered)} as ${sql.id(alias)}`,
    where: lists.length === 0 ? [at.dialect.boolean(false)] : [],
    item: {term: {sql: namedColumn(alias, 'x'), form, nullable: items.some(of => of.nullable), simple: true}},
    order: namedColumn(alias, 'n'),
  }
  const absent = lists.map(each => each.absent)
  return absentWhere(rows, absent, at)
}

/** The individual arguments; a single value among them is a list of itself. */
function listsOf(core: Core, at: SqlCompiler): readonly ListRows[] {
  if (core.op !== 'list') return [at.rows(core)]
  return core.items.map(item =>
    at.rows(item.type.kind === 'list' ? item : {op: 'list', items: [item], type: core.type}),
  )
}

const concatenate: ListFunctionSql = (core, at) => laid(listsOf(listArgument(core, 0), at), core, at)

const append: ListFunctionSql = (core, at) =>
  laid([at.rows(listArgument(core, 0)), at.rows(listArgument(core, 1))], core, at)

interface Numbered extends ListRows {
  readonly x: Term
  /** The 1-based position, and the number of items. */
  readonly place: Sql
  readonly count: Sql
}

function numbered(list: Core, at: SqlCompiler): Numbered {
  const rows = at.rows(list)
  const item = itemTerm(rows.item, at)
  const alias = at.alias()
  const all = selectFrom(rows, sql`${rows.order} as o, ${item.sql} as x`, at)
  const each = sql`select row_number() over (order by o) as n, count(*) over () as z, x from ${all} as ${sql.id(at.alias())}`
  const x: Term = {sql: namedColumn(alias, 'x'), form: item.form, nullable: item.nullable, simple: true}
  return {
    from: sql`${at.dialect.fenced(each)} as ${sql.id(alias)}`,
    where: [],
    item: {term: x},
    order: namedColumn(alias, 'n'),
    ...(rows.absent === undefined ? {} : {absent: rows.absent}),
    x,
    place: namedColumn(alias, 'n'),
    count: namedColumn(alias, 'z'),
  }
}

/** Whether an item is at a 1-based position, or counted from the end. */
function isAt({place, count}: Numbered, position: Sql, at: SqlCompiler): Sql {
  const both =
    at.dialect.name === 'sqlite'
      ? sql`cast(${place} as text), cast(${place} - ${count} - 1 as text)`
      : sql`${place}, ${place} - ${count} - 1`
  return sql`(${position} in (${both}))`
}

const positionOf = (core: Core, at: SqlCompiler): Sql => exactly(at.value(core), at.dialect).sql

const reverse: ListFunctionSql = (core, at) => {
  const rows = numbered(listArgument(core, 0), at)
  return {...rows, order: sql`(- ${rows.place})`}
}

const indexOf: ListFunctionSql = (core, at) => {
  const rows = numbered(listArgument(core, 0), at)
  const same = relate('=', rows.x, at.value(listArgument(core, 1)), {dialect: at.dialect, asked: 'only true'})
  const place: Term = {
    sql: at.dialect.whole(rows.place),
    form: scaled(0, MOST_IN_COLUMN),
    nullable: false,
    simple: true,
  }
  return {...rows, where: [same.sql], item: {term: place}}
}

/** Null if there is no item at the position. */
const unlessThere = (of: Numbered, position: Sql, at: SqlCompiler): Sql =>
  sql`(not ${exists(of, [isAt(of, position, at)], at)})`

const remove: ListFunctionSql = (core, at) => {
  const [list, position] = [listArgument(core, 0), positionOf(listArgument(core, 1), at)]
  const rows = numbered(list, at)
  const there = unlessThere(numbered(list, at), position, at)
  return absentWhere({...rows, where: [sql`(not ${isAt(rows, position, at)})`]}, [rows.absent, there], at)
}

const insertBefore: ListFunctionSql = (core, at) => {
  const [list, position] = [listArgument(core, 0), positionOf(listArgument(core, 1), at)]
  const [rows, spot] = [numbered(list, at), numbered(list, at)]
  const [x = rows.x, item = rows.x] = aligned([rows.x, at.value(listArgument(core, 2))], at.dialect)
  const alias = at.alias()
  const old = selectFrom(rows, sql`2 * ${rows.place} as n, ${x.sql} as x`, at)
  const added = selectFrom(spot, sql`2 * ${spot.place} - 1 as n, ${item.sql} as x`, at, [isAt(spot, position, at)])
  const all = sql`select n, x from ${old} as ${sql.id(at.alias())} union all select n, x from ${added} as ${sql.id(at.alias())}`
  const there = unlessThere(numbered(list, at), position, at)
  const longer: ListRows = {
    from: sql`${at.dialect.fenced(sql`select n, x from (${all}) as ${sql.id(at.alias())}`)} as ${sql.id(alias)}`,
    where: [],
    item: {
      term: {
        sql: namedColumn(alias, 'x'),
        form: widest([x, item]),
        nullable: x.nullable || item.nullable,
        simple: true,
      },
    },
    order: namedColumn(alias, 'n'),
  }
  return absentWhere(longer, [rows.absent, there], at)
}

const sublist: ListFunctionSql = (core, at) => {
  const [list, position] = [listArgument(core, 0), positionOf(listArgument(core, 1), at)]
  const [rows, spot, again] = [numbered(list, at), numbered(list, at), numbered(list, at)]
  const start = selectFrom(spot, spot.place, at, [isAt(spot, position, at)])
  const given = core.args[2]
  const missing = unlessThere(numbered(list, at), position, at)
  const from = sql`(${rows.place} >= ${start})`
  const left = given && at.known(given)
  if (given === undefined || (left && 'value' in left && left.value === null))
    return absentWhere({...rows, where: [from]}, [rows.absent, missing], at)
  // A null length counts as omitted.
  const length = positionOf(given, at)
  const whole = at.dialect.name === 'sqlite' ? sql`cast(${length} as integer)` : length
  const within = sql`(${length} is null or ${rows.place} < ${start} + ${whole})`
  const isWhole =
    at.dialect.name === 'sqlite' ? sql`cast(${whole} as text) = ${length}` : sql`trunc(${length}) = ${length}`
  const fits = exists(again, [isAt(again, position, at), sql`${again.place} - 1 + ${whole} <= ${again.count}`], at)
  const wrong = sql`(${length} is not null and not (${isWhole} and ${whole} >= 0 and ${fits}))`
  return absentWhere({...rows, where: [from, within]}, [rows.absent, missing, wrong], at)
}

const table: Readonly<Record<string, ListFunctionSql>> = {
  'distinct values': (core, at) => distinctRows(at.rows(listArgument(core, 0)), at),
  concatenate,
  flatten: concatenate,
  append,
  union: (core, at) => distinctRows(concatenate(core, at), at),
  reverse,
  'index of': indexOf,
  remove,
  'insert before': insertBefore,
  sublist,
  split: splitRows,
}

export const listFunctionNames: readonly string[] = Object.keys(table)

export const listCall = (name: string): ListFunctionSql | undefined => table[name]

/** The list that the condition selects. */
export function ifRows(core: IfCore, at: SqlCompiler): ListRows {
  const when = at.holds(core.condition)
  const [then, otherwise] = [at.rows(core.then), at.rows(core.otherwise)]
  const chosen = laid(
    [
      {...withoutAbsent(then), where: [...then.where, when]},
      {...withoutAbsent(otherwise), where: [...otherwise.where, sql`((${when}) is not true)`]},
    ],
    core,
    at,
  )
  if (then.absent === undefined && otherwise.absent === undefined) return chosen
  const [a, b] = [then, otherwise].map(({absent}) => absent ?? at.dialect.boolean(false))
  return {...chosen, absent: sql`(case when ${when} then ${a} else ${b} end)`}
}

const withoutAbsent = ({from, where, item, order}: ListRows): ListRows => ({from, where, item, order})
