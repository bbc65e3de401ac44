/**
 * Records and lists in SQL: fields, paths through references, the current record, lists as subqueries, and items by
 * position.
 */

import {sql} from 'kysely'
import type {AtCore, Core, FieldCore, ListCore, MapCore, RelationCore} from '../core.ts'
import {toInteger} from '../decimal.ts'
import type {Type} from '../type.ts'
import {isList, isNum, type Value} from '../value.ts'
import {type Item, type ListRows, type RecordRow, type SqlCompiler, tooLarge} from './compiler.ts'
import {constantTerm, formOf} from './constant.ts'
import {aligned, exactly, idAsText, widest} from './convert.ts'
import {
  booleanForm,
  idForm,
  isNull,
  joined,
  MOST_IN_COLUMN,
  pow10,
  type Sql,
  scaled,
  type Term,
  type TermForm,
  term,
  textForm,
} from './dialect.ts'
import type {EntityTable, FieldTable, Representation} from './tables.ts'

function tableOf(entity: string, at: SqlCompiler): EntityTable {
  const table = at.context.tables.get(entity)
  if (table === undefined) throw new Error(`No table is described for ${entity}.`)
  return table
}

export function fieldTable(entity: string, field: string, at: SqlCompiler): FieldTable {
  const found = tableOf(entity, at).fields.get(field)
  if (found === undefined) throw new Error(`No column is described for ${entity}.${field}.`)
  return found
}

const column = (alias: string, name: string): Sql => sql.id(alias, name)

export const idOf = (row: RecordRow, at: SqlCompiler): Term => ({
  sql: column(row.alias, tableOf(row.entity, at).id),
  form: idForm,
  nullable: false,
  simple: true,
})

export const fromTable = (row: RecordRow, at: SqlCompiler): Sql =>
  sql`${sql.table(tableOf(row.entity, at).table)} as ${sql.id(row.alias)}`

/** The records that a reference leads to. */
export const fromReferenced = (row: RecordRow, at: SqlCompiler): Sql => {
  const table = at.context.referenced?.get(row.entity)
  return table === undefined ? fromTable(row, at) : sql`${sql.table(table)} as ${sql.id(row.alias)}`
}

/** A field of the record at `of`: a column of an available row, or one subquery by id. */
export function fieldValue(core: FieldCore, at: SqlCompiler): Term {
  const row = at.rowOf(core.of)
  if (row !== undefined) return fieldOfRow(row, core.field, at)
  const given = givenComputed(core, at)
  if (given !== undefined) return given
  const joined = joinedColumn(core, at)
  if (joined !== undefined) return joined
  const reference = at.value(core.of)
  if (isNull(reference)) return at.value({op: 'value', type: core.type, value: null})
  if (core.field === 'id') return {...reference, nullable: true}
  const other = {entity: core.entity, alias: at.alias()}
  const inner = fieldOfRow(other, core.field, at)
  const found = sql`(select ${inner.sql} from ${fromReferenced(other, at)} where ${idOf(other, at).sql} = ${reference.sql})`
  return term(found, inner.form, true)
}

/** A column of a joined record. Computed fields are excluded, because they may be non-null for a missing record. */
function joinedColumn(core: FieldCore, at: SqlCompiler): Term | undefined {
  const kept = core.field === 'id' ? undefined : fieldTable(core.entity, core.field, at)
  const alias = kept?.kind === 'column' ? joinedAlias(core.of, at) : undefined
  return kept?.kind === 'column' && alias !== undefined ? {...columnTerm(alias, kept), nullable: true} : undefined
}

/** For a path of references that starts at the row of the statement. */
function joinedAlias(of: Core, at: SqlCompiler): string | undefined {
  const {joins, this: here} = at.context
  if (joins === undefined || of.op !== 'field' || of.type.kind !== 'reference') return undefined
  const kept = fieldTable(of.entity, of.field, at)
  const row = at.rowOf(of.of)
  const isHere = of.of.op === 'this' && here !== undefined && 'alias' in here && row?.alias === here.alias
  const from = isHere ? row?.alias : joinedAlias(of.of, at)
  if (from === undefined || kept.kind !== 'column') return undefined
  return joins.aliasOf(`${from}.${kept.column}`, tableOf(of.type.entity, at))
}

/** A computed field of a record whose values are given: evaluated on these, not on the stored ones. */
function givenComputed(core: FieldCore, at: SqlCompiler): Term | undefined {
  const binding = at.bindingOf(core.of)
  if (binding === undefined || 'alias' in binding || binding.fields === undefined) return undefined
  const kept = core.field === 'id' ? undefined : fieldTable(core.entity, core.field, at)
  return kept?.kind === 'computed' ? at.rebase(binding).value(kept.core) : undefined
}

export function fieldOfRow(row: RecordRow, field: string, at: SqlCompiler): Term {
  if (field === 'id') return idOf(row, at)
  const kept = fieldTable(row.entity, field, at)
  if (kept.kind === 'column')
    return at.context.incomplete === row.alias ? columnTerm(row.alias, unchecked(kept)) : columnTerm(row.alias, kept)
  if (kept.kind === 'computed') return at.computed(kept.core, row)
  return at.refuse({
    code: 'N091',
    message: `\`${field}\` is used as a single value, but it is a list.`,
    hint: 'Use `count(…)`, `some … satisfies`, or a filter.',
  })
}

const columnTerm = (alias: string, kept: FieldTable & {kind: 'column'}): Term => ({
  sql: column(alias, kept.column),
  form: formIn(kept.holds),
  nullable: !kept.required,
  simple: true,
})

/** Of a row that is not written: no check has seen its values, and what is required may be missing. */
export function unchecked(kept: FieldTable & {kind: 'column'}): FieldTable & {kind: 'column'} {
  const holds: Representation = kept.holds.as === 'number' ? {as: 'number', places: kept.holds.places} : kept.holds
  return {...kept, holds, required: false}
}

function formIn(holds: Representation): TermForm {
  switch (holds.as) {
    case 'number':
      return scaled(holds.places, limitOf(holds))
    case 'days duration':
    case 'months duration':
      return scaled(0, MOST_IN_COLUMN)
    case 'boolean':
      return booleanForm
    case 'text':
      return textForm
    case 'date and time':
      return {as: 'instant'}
    default:
      return {as: holds.as}
  }
}

function limitOf({places, most}: Representation & {as: 'number'}): bigint {
  return most === undefined ? MOST_IN_COLUMN : BigInt(most) * pow10(places)
}

// Lists: each becomes the source of one subquery. Records come from their table, literal items from a derived table;
// filters add conditions and paths replace the item, so that nothing is joined and no row is multiplied.

export function allRows(entity: string, at: SqlCompiler): ListRows {
  const row = {entity, alias: at.alias()}
  return rowsOf(row, [], at)
}

function rowsOf(row: RecordRow, where: readonly Sql[], at: SqlCompiler): ListRows {
  // As text, because not every PostgreSQL version has min() for uuid.
  return {
    from: fromTable(row, at),
    where,
    item: {row},
    order: at.dialect.ordered(idAsText(idOf(row, at), at.dialect).sql),
  }
}

export function relationRows(core: RelationCore, at: SqlCompiler): ListRows {
  const given = givenList(core, at)
  if (given !== undefined) return givenRows(given, at)
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

/** The column of the row `this` or `old` with the ids of the list. */
function givenList(core: RelationCore, at: SqlCompiler): Sql | undefined {
  const row = at.bindingOf(core.of)
  if (row === undefined || !('alias' in row)) return undefined
  const given = at.context.lists?.get(row.alias)?.get(core.field)
  return given === undefined ? undefined : column(row.alias, given)
}

function givenRows(ids: Sql, at: SqlCompiler): ListRows {
  const alias = at.alias()
  const all =
    at.dialect.name === 'sqlite'
      ? sql`select key as n, value as x from json_each(${ids})`
      : sql`select n, cast(x as uuid) as x from jsonb_array_elements_text(${ids}) with ordinality as e(x, n)`
  return {
    from: sql`${at.dialect.fenced(all)} as ${sql.id(alias)}`,
    where: [],
    item: {term: {sql: column(alias, 'x'), form: idForm, nullable: false, simple: true}},
    order: column(alias, 'n'),
  }
}

export function mapRows(core: MapCore, at: SqlCompiler): ListRows {
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

/** More literal items than this would exceed SQLite's limit on the selects of a union. */
const MOST_OF_RECORDS = 200

export function listRows(core: ListCore, at: SqlCompiler): ListRows {
  if (core.items.length > MOST_OF_RECORDS) return at.refuse(tooLarge)
  return derivedRows(
    core.items.map(item => at.value(item)),
    core,
    at,
  )
}

/** Each is a bound value, and SQLite accepts at most 32,766. */
const MOST_ITEMS = 10_000

/** A list that is known now. */
export function knownRows(value: Value, core: Core, at: SqlCompiler): ListRows {
  if (value === null) return {...derivedRows([], core, at), absent: at.dialect.boolean(true)}
  const items = isList(value) ? value : [value]
  if (items.length > MOST_ITEMS) return at.refuse(tooLarge)
  return derivedRows(
    items.map(item => constantTerm(item, itemType(core), at.dialect) ?? refuseValue(at)),
    core,
    at,
  )
}

export function refuseValue(at: SqlCompiler): never {
  return at.refuse({
    code: 'N092',
    message: 'The database cannot store this value.',
    hint: 'Write times without a time zone.',
  })
}

const itemType = ({type}: Core): Type => (type.kind === 'list' ? type.of : type)

function derivedRows(terms: readonly Term[], core: Core, at: SqlCompiler): ListRows {
  const alias = at.alias()
  const items = aligned(terms, at.dialect)
  const form = items.length === 0 ? formOf(itemType(core)) : widest(items)
  const [first, ...others] = items.map(of => of.sql)
  // The first names the columns; the others are one `values`, because SQLite limits the selects of a union.
  const head = sql`select 0 as n, ${first ?? at.dialect.unknown(form)} as x`
  const tail = others.map((item, index) => sql`(${sql.lit(index + 1)}, ${item})`)
  const all = tail.length === 0 ? head : sql`${head} union all values ${sql.join(tail)}`
  return {
    // PostgreSQL 18 returns wrong results if it removes an item of a nested list over the same record.
    from: sql`${at.dialect.fenced(all)} as ${sql.id(alias)}`,
    where: first === undefined ? [at.dialect.boolean(false)] : [],
    item: {term: {sql: column(alias, 'x'), form, nullable: items.some(of => of.nullable), simple: true}},
    order: column(alias, 'n'),
  }
}

/** The words of an `any of` field. */
export function wordRows(words: Term, at: SqlCompiler): ListRows {
  const alias = at.alias()
  const from =
    at.dialect.name === 'sqlite'
      ? sql`(select key as n, value as x from json_each(${words.sql})) as ${sql.id(alias)}`
      : sql`(select n, x from jsonb_array_elements_text(${words.sql}) with ordinality as e(x, n)) as ${sql.id(alias)}`
  const rows: ListRows = {
    from,
    where: [],
    item: {term: {sql: column(alias, 'x'), form: textForm, nullable: false, simple: true}},
    order: column(alias, 'n'),
  }
  return words.nullable ? {...rows, absent: sql`(${words.sql} is null)`} : rows
}

/** The item as a value; a record is its id. */
export const itemTerm = (item: Item, at: SqlCompiler): Term => ('row' in item ? idOf(item.row, at) : item.term)

/** One subquery over the list. */
export function selectFrom(rows: ListRows, what: Sql, at: SqlCompiler, more: readonly Sql[] = []): Sql {
  const where = [...rows.where, ...more]
  if (where.length === 0) return sql`(select ${what} from ${rows.from})`
  return sql`(select ${what} from ${rows.from} where ${joined('and', where, at.dialect.boolean(true))})`
}

export const exists = (rows: ListRows, more: readonly Sql[], at: SqlCompiler): Sql =>
  sql`(exists ${selectFrom(rows, sql.raw('1'), at, more)})`

/** A result over a list that may itself be null. */
export function unlessAbsent(rows: ListRows, of: Term, at: SqlCompiler): Term {
  if (rows.absent === undefined) return of
  const none = at.dialect.unknown(of.form)
  return {sql: sql`(case when ${rows.absent} then ${none} else ${of.sql} end)`, form: of.form, nullable: true}
}

// `list[1]`, `list[-1]`: one item by its position.

export function atValue(core: AtCore, at: SqlCompiler): Term {
  const rows = at.rows(core.list)
  const item = itemTerm(rows.item, at)
  const known = at.known(core.index)
  if (known === undefined || !('value' in known)) return term(byPlace(core, rows, item, at), item.form, true)
  const place = isNum(known.value) ? toInteger(known.value) : null
  // Position 0 and fractional positions do not exist.
  if (place === null || place === 0) return term(at.dialect.unknown(item.form), item.form, true)
  return term(fromEnd(rows, item, place, at), item.form, true)
}

function fromEnd(rows: ListRows, item: Term, place: number, at: SqlCompiler): Sql {
  const all = selectFrom(rows, sql`${item.sql} as x, ${rows.order} as n`, at)
  const order = place > 0 ? sql`n` : sql`n desc`
  const skipped = sql.lit(Math.abs(place) - 1)
  return sql`(select x from ${all} as ${sql.id(at.alias())} order by ${order} limit 1 offset ${skipped})`
}

/** The position comes from a record: every item is numbered from both ends. */
function byPlace(core: AtCore, rows: ListRows, item: Term, at: SqlCompiler): Sql {
  const place = exactly(at.value(core.index), at.dialect)
  const numbered = sql`${item.sql} as x, row_number() over (order by ${rows.order}) as a, count(*) over () as z`
  const alias = at.alias()
  const [a, z] = [sql.id(alias, 'a'), sql.id(alias, 'z')]
  const wanted =
    at.dialect.name === 'sqlite' ? sql`cast(${a} as text), cast(${a} - ${z} - 1 as text)` : sql`${a}, ${a} - ${z} - 1`
  return sql`(select x from ${selectFrom(rows, numbered, at)} as ${sql.id(alias)} where ${place.sql} in (${wanted}))`
}
