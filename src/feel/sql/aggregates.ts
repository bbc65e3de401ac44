/**
 * Functions that reduce a list to one value, each as one subquery. Over records they skip nulls; over list values an
 * empty list or a null item gives null, as in the standard.
 */
import {sql} from 'kysely'
import type {CallCore} from '../core.ts'
import {memberValue} from './comparison.ts'
import type {ListRows, SqlCompiler} from './compiler.ts'
import {aligned, exactly, idAsText, widest} from './convert.ts'
import {
  condition,
  exactForm,
  fitsNumber,
  once,
  type Sql,
  scaled,
  type Term,
  type TermForm,
  term,
  textForm,
} from './dialect.ts'
import {exactCall, isScaled, type ScaledTerm} from './numbers.ts'
import {exists, itemTerm, selectFrom, unlessAbsent} from './records.ts'

/** No list is longer. */
const MOST_ROWS = 100_000_000n

type Aggregate = (core: CallCore, at: SqlCompiler) => Term

function listOf(core: CallCore, at: SqlCompiler): {rows: ListRows; item: Term; records: boolean} {
  const [list] = core.args
  if (list === undefined) throw new Error(`${core.name} is given a list.`)
  const rows = at.rows(list)
  return {rows, item: itemTerm(rows.item, at), records: core.records === true}
}

const countItems: Aggregate = (core, at) => {
  const {rows, item, records} = listOf(core, at)
  const counts = records && item.nullable ? sql`count(${item.sql})` : sql`count(*)`
  const found = selectFrom(rows, at.dialect.whole(counts), at)
  return unlessAbsent(rows, term(found, scaled(0, MOST_ROWS), false), at)
}

/** An aggregate of the database, which skips nulls, adapted to the standard's handling of nulls. */
function aggregate(core: CallCore, at: SqlCompiler, use: (item: Term, rows: ListRows) => Gathered): Term {
  const {rows, item, records} = listOf(core, at)
  const {value, form, ofNothing} = use(item, rows)
  const minded = records || !item.nullable ? value : sql`case when count(*) = count(${item.sql}) then ${value} end`
  const found = selectFrom(rows, minded, at)
  if (!records || ofNothing === undefined) return unlessAbsent(rows, term(found, form, true), at)
  return unlessAbsent(rows, term(sql`coalesce(${found}, ${ofNothing})`, form, false), at)
}

interface Gathered {
  readonly value: Sql
  readonly form: TermForm
  /** The value for no records; null by default. */
  readonly ofNothing?: Sql
}

/** Added exactly and rounded once, so that the order of the rows does not matter. */
function exactSum(item: Term, at: SqlCompiler): Term {
  if (isScaled(item) && fitsNumber(item.form.limit * MOST_ROWS)) {
    const form = scaled(item.form.places, item.form.limit * MOST_ROWS)
    const added = sql`sum(${item.sql})`
    return term(form.places === 0 ? at.dialect.whole(added) : added, form, true)
  }
  if (at.dialect.name === 'sqlite' && isScaled(item) && item.simple === true) return sumOfHalves(item, at)
  const exact = exactly(item, at.dialect).sql
  const added =
    at.dialect.name === 'sqlite' ? at.dialect.call('sum', exact) : at.dialect.call('round34', sql`sum(${exact})`)
  return term(added, exactForm, true)
}

/** SQLite adds in 64 bits: split in two halves, no table is large enough to overflow. */
function sumOfHalves(item: ScaledTerm, at: SqlCompiler): Term {
  const [high, low] = [sql`sum(${item.sql} / 1000000000)`, sql`sum(${item.sql} % 1000000000)`]
  return term(at.dialect.call('total', high, low, sql.lit(item.form.places)), exactForm, true)
}

const sum: Aggregate = (core, at) =>
  aggregate(core, at, item => {
    const {sql: value, form} = exactSum(item, at)
    return {value, form, ofNothing: at.dialect.bind('0', form)}
  })

const mean: Aggregate = (core, at) =>
  aggregate(core, at, item => {
    const many = term(at.dialect.whole(sql`count(${item.sql})`), scaled(0, MOST_ROWS), false)
    return {value: exactCall('divide', [exactSum(item, at), many], at.dialect).sql, form: exactForm}
  })

const median: Aggregate = (core, at) =>
  aggregate(core, at, item => {
    const exact = exactly(item, at.dialect).sql
    const gathered =
      at.dialect.name === 'sqlite'
        ? exact
        : sql`array_agg(${exact} order by ${exact}) filter (where ${exact} is not null)`
    return {value: at.dialect.call('median', gathered), form: exactForm}
  })

/** Rounded after each step, so the order of the list matters. */
const product: Aggregate = (core, at) =>
  aggregate(core, at, (item, rows) => ({
    value: at.dialect.call('product', sql`${exactly(item, at.dialect).sql} order by ${rows.order}`),
    form: exactForm,
  }))

/** Nulls are skipped, and an empty list gives an empty text. */
const joinItems: Aggregate = (core, at) => {
  const {rows, item} = listOf(core, at)
  const given = core.args[1]
  const delimiter = given === undefined ? null : idAsText(at.value(given), at.dialect)
  const nothing = at.dialect.bind('', textForm)
  const between = delimiter === null ? nothing : sql`coalesce(${delimiter.sql}, ${nothing})`
  const each = idAsText(item, at.dialect).sql
  const name = at.dialect.name === 'sqlite' ? sql.raw('group_concat') : sql.raw('string_agg')
  const all = sql`coalesce(${name}(${each}, ${between} order by ${rows.order}), ${nothing})`
  const found = term(selectFrom(rows, all, at), textForm, false)
  // A text that is too long gives null.
  const bounded = once(found, at, text =>
    term(
      sql`(case when ${at.dialect.call('bounded', sql`${text.sql} || ${between}`)} is not null then ${text.sql} end)`,
      textForm,
      true,
    ),
  )
  return unlessAbsent(rows, bounded, at)
}

const extremeAggregate =
  (name: 'min' | 'max'): Aggregate =>
  (core, at) =>
    extremeOfValues(name, core, at) ??
    aggregate(core, at, item => {
      const each = idAsText(item, at.dialect)
      return {value: extremeOf(name, each, at), form: each.form}
    })

/** `max(first_day, 0)`: literal arguments need no subquery, which would add a level of nesting. */
function extremeOfValues(name: 'min' | 'max', core: CallCore, at: SqlCompiler): Term | undefined {
  const [list] = core.args
  if (list?.op !== 'list' || !list.items.every(({type}) => type.kind === 'number' || type.kind === 'date'))
    return undefined
  const [first, ...others] = aligned(
    list.items.map(item => at.value(item)),
    at.dialect,
  )
  if (first === undefined) return undefined
  return others.reduce((best, next) => extremeOfTwo(name, best, next, at), first)
}

/** Null if one of them is. */
function extremeOfTwo(name: 'min' | 'max', left: Term, right: Term, at: SqlCompiler): Term {
  const {dialect} = at
  const [form, nullable] = [widest([left, right]), left.nullable || right.nullable]
  const plain = dialect.name === 'sqlite' && form.as !== 'exact'
  const chosen = plain
    ? sql`${sql.raw(name)}(${left.sql}, ${right.sql})`
    : dialect.call(`${name}_of`, left.sql, right.sql)
  return term(chosen, form, nullable)
}

function extremeOf(name: 'min' | 'max', item: Term, at: SqlCompiler): Sql {
  if (item.form.as === 'exact' && at.dialect.name === 'sqlite') return at.dialect.call(name, item.sql)
  const ordered = item.form.as === 'text' ? at.dialect.ordered(item.sql) : item.sql
  return sql`${sql.raw(name)}(${ordered})`
}

/** False (for `all`) or true (for `any`) decides; otherwise a null item makes it unknown. */
const allOrAny =
  (decides: boolean): Aggregate =>
  (core, at) => {
    const {rows, item} = listOf(core, at)
    const decisive = exists(rows, [decides ? item.sql : sql`(not ${item.sql})`], at)
    const open = item.nullable ? sql` when ${exists(rows, [sql`(${item.sql} is null)`], at)} then null` : sql``
    const [yes, no] = [at.dialect.boolean(decides), at.dialect.boolean(!decides)]
    const value = sql`(case when ${decisive} then ${yes}${open} else ${no} end)`
    return unlessAbsent(rows, condition(value, item.nullable), at)
  }

export const aggregateSql = {
  count: countItems,
  sum,
  mean,
  median,
  product,
  'string join': joinItems,
  min: extremeAggregate('min'),
  max: extremeAggregate('max'),
  all: allOrAny(false),
  any: allOrAny(true),
  'list contains': (core: CallCore, at: SqlCompiler): Term => {
    const [list, element] = core.args
    if (list === undefined || element === undefined) throw new Error('list contains is given a list and an element.')
    return memberValue({core: element, value: at.value(element)}, list, at)
  },
} satisfies Record<string, Aggregate>

/** The first of each group of equal items, as a list. */
export function distinctRows(rows: ListRows, at: SqlCompiler): ListRows {
  const item = itemTerm(rows.item, at)
  const [all, alias] = [at.alias(), at.alias()]
  const named = (name: string): Sql => sql.id(alias, name)
  const items = selectFrom(rows, sql`${rows.order} as n, ${item.sql} as x`, at)
  const from = sql`(select min(n) as n, x from ${items} as ${sql.id(all)} group by x) as ${sql.id(alias)}`
  return {...rows, from, where: [], item: {term: {...item, sql: named('x'), simple: true}}, order: named('n')}
}
