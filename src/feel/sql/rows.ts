/**
 * Lists: each becomes the source of one subquery. Records come from their table, written items from a derived table;
 * filters add conditions and paths replace the item, so that nothing is joined and no row is multiplied.
 */
import {sql} from 'kysely'
import type {Core, FilterCore, ListCore, MapCore, RelationCore} from '../core.ts'
import type {Type} from '../type.ts'
import {isList, type Value} from '../value.ts'
import {type Compiler, type Item, type RecordRow, type Rows, tooLarge} from './compiler.ts'
import {formOf, literal} from './constant.ts'
import {aligned, textual, widest} from './convert.ts'
import {joined, type Sql} from './dialect.ts'
import {textForm} from './form.ts'
import {column, fieldTable, fromTable, idOf} from './records.ts'
import type {Term} from './term.ts'

export function allRows(entity: string, at: Compiler): Rows {
  const row = {entity, alias: at.alias()}
  return rowsOf(row, [], at)
}

function rowsOf(row: RecordRow, where: readonly Sql[], at: Compiler): Rows {
  // As text, because not every PostgreSQL knows the least of some uuids.
  return {
    from: fromTable(row, at),
    where,
    item: {row},
    order: at.dialect.ordered(textual(idOf(row, at), at.dialect).sql),
  }
}

export function relationRows(core: RelationCore, at: Compiler): Rows {
  const kept = fieldTable(core.entity, core.field, at)
  const owner = at.value(core.of)
  const row = {entity: 'entity' in kept ? kept.entity : '', alias: at.alias()}
  if (kept.kind === 'list') return rowsOf(row, [sql`${column(row.alias, kept.by)} = ${owner.sql}`], at)
  if (kept.kind !== 'many') throw new Error(`${core.entity}.${core.field} is not described as a list.`)
  const pair = at.alias()
  const pairs = sql`${sql.table(kept.table)} as ${sql.id(pair)}`
  const targets = sql`(select ${column(pair, kept.target)} from ${pairs} where ${column(pair, kept.owner)} = ${owner.sql})`
  return rowsOf(row, [sql`${idOf(row, at).sql} in ${targets}`], at)
}

export function filterRows(core: FilterCore, at: Compiler): Rows {
  const rows = at.rows(core.list)
  const kept = at.withVariable(core.variable, rows.item).holds(core.condition)
  return {...rows, where: [...rows.where, kept]}
}

export function mapRows(core: MapCore, at: Compiler): Rows {
  const rows = at.rows(core.list)
  const inside = at.withVariable(core.variable, rows.item)
  if (core.body.type.kind === 'list') {
    return at.refuse({
      code: 'N091',
      message: 'This is a list of lists, which the database cannot make.',
      hint: 'Use one list at a time, for instance an entity with a filter.',
    })
  }
  const row = inside.rowOf(core.body)
  return {...rows, item: row === undefined ? {term: inside.value(core.body)} : {row}}
}

/** SQLite makes a union of items that come from records, and bounds its selects. */
const MOST_OF_RECORDS = 200

export function listRows(core: ListCore, at: Compiler): Rows {
  if (core.items.length > MOST_OF_RECORDS) return at.refuse(tooLarge)
  return derivedRows(
    core.items.map(item => at.value(item)),
    core,
    at,
  )
}

/** Each is a bound value, of which SQLite takes no more than 32,766. */
const MOST_ITEMS = 10_000

/** A list that is known now. */
export function knownRows(value: Value, core: Core, at: Compiler): Rows {
  if (value === null) return {...derivedRows([], core, at), absent: at.dialect.boolean(true)}
  const items = isList(value) ? value : [value]
  if (items.length > MOST_ITEMS) return at.refuse(tooLarge)
  return derivedRows(
    items.map(item => literal(item, itemType(core), at.dialect) ?? refuseValue(at)),
    core,
    at,
  )
}

export function refuseValue(at: Compiler): never {
  return at.refuse({
    code: 'N092',
    message: 'The database cannot store this value.',
    hint: 'Write times without a time zone.',
  })
}

const itemType = ({type}: Core): Type => (type.kind === 'list' ? type.of : type)

function derivedRows(terms: readonly Term[], core: Core, at: Compiler): Rows {
  const alias = at.alias()
  const items = aligned(terms, at.dialect)
  const form = items.length === 0 ? formOf(itemType(core)) : widest(items)
  const [first, ...others] = items.map(of => of.sql)
  // The first names the columns; the others are one `values`, because SQLite bounds the selects of a union.
  const head = sql`select 0 as n, ${first ?? at.dialect.unknown(form)} as x`
  const tail = others.map((item, index) => sql`(${sql.lit(index + 1)}, ${item})`)
  const all = tail.length === 0 ? head : sql`${head} union all values ${sql.join(tail)}`
  return {
    // PostgreSQL 18 answers wrongly where it drops an item of a list within a list over the same record.
    from: sql`${at.dialect.fenced(all)} as ${sql.id(alias)}`,
    where: first === undefined ? [at.dialect.boolean(false)] : [],
    item: {term: {sql: column(alias, 'x'), form, nullable: items.some(of => of.nullable), simple: true}},
    order: column(alias, 'n'),
  }
}

/** The words of an `any of` field. */
export function wordRows(words: Term, at: Compiler): Rows {
  const alias = at.alias()
  const from =
    at.dialect.name === 'sqlite'
      ? sql`(select key as n, value as x from json_each(${words.sql})) as ${sql.id(alias)}`
      : sql`(select n, x from jsonb_array_elements_text(${words.sql}) with ordinality as e(x, n)) as ${sql.id(alias)}`
  const rows: Rows = {
    from,
    where: [],
    item: {term: {sql: column(alias, 'x'), form: textForm, nullable: false, simple: true}},
    order: column(alias, 'n'),
  }
  return words.nullable ? {...rows, absent: sql`(${words.sql} is null)`} : rows
}

/** The item as a value; a record is its id. */
export const itemTerm = (item: Item, at: Compiler): Term => ('row' in item ? idOf(item.row, at) : item.term)

/** One subquery over the list. */
export function selectFrom(rows: Rows, what: Sql, at: Compiler, more: readonly Sql[] = []): Sql {
  const where = [...rows.where, ...more]
  if (where.length === 0) return sql`(select ${what} from ${rows.from})`
  return sql`(select ${what} from ${rows.from} where ${joined('and', where, at.dialect.boolean(true))})`
}

export const exists = (rows: Rows, more: readonly Sql[], at: Compiler): Sql =>
  sql`(exists ${selectFrom(rows, sql.raw('1'), at, more)})`

/** A result over a list that may itself be null. */
export function unlessAbsent(rows: Rows, of: Term, at: Compiler): Term {
  if (rows.absent === undefined) return of
  const none = at.dialect.unknown(of.form)
  return {sql: sql`(case when ${rows.absent} then ${none} else ${of.sql} end)`, form: of.form, nullable: true}
}
