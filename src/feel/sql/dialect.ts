/**
 * The differences between SQLite and PostgreSQL, and the forms of values inside a statement. Everything else in this
 * folder is the same text for both; functions that a database lacks have one name, `nonet.add` in PostgreSQL and
 * `nonet_add` in SQLite.
 */

import {type RawBuilder, sql} from 'kysely'
import type {Core} from '../core.ts'
import type {Value} from '../value.ts'

export type Sql = RawBuilder<unknown>

export type DatePart = 'year' | 'month' | 'day'

export interface Dialect {
  readonly name: 'sqlite' | 'postgres'
  /** The count of a date, a time or an instant in a column. */
  count(of: 'date' | 'time' | 'instant', value: Sql): Sql
  /** The date of a count of days, as in a column; of one beyond the dates that a column can hold, the nearest. */
  dateOf(days: Sql): Sql
  /** Of a date in a column. */
  datePart(part: DatePart, value: Sql): Sql
  /** Calls one of our own functions. */
  call(name: string, ...args: readonly Sql[]): Sql
  /** Null-safe equality. */
  same(a: Sql, b: Sql): Sql
  different(a: Sql, b: Sql): Sql
  /** Null-safe equality if only the truth matters, in a form that can use an index. */
  holdsSame(a: Sql, b: Sql): Sql
  boolean(value: boolean): Sql
  /** A select that the planner neither inlines nor shortens. */
  fenced(select: Sql): Sql
  /** A bound value of a form, with an explicit type, so that it does not depend on the driver. */
  bind(value: string | bigint | boolean | null, form: TermForm): Sql
  /** The placeholder of a value passed to the driver. */
  placed(given: unknown, form: TermForm): Sql
  /** The value passed to the driver. */
  given(value: string | bigint | boolean | null, form: TermForm): unknown
  /** Text that is compared by code point. */
  ordered(text: Sql): Sql
  /** A number of rows in the scaled form. */
  whole(count: Sql): Sql
  /** Null, of a form. */
  unknown(form: TermForm): Sql
}

/** In parentheses, as a balanced tree: databases limit the depth of a statement, not its length. */
export function joined(word: 'and' | 'or', items: readonly Sql[], none: Sql): Sql {
  const [first] = items
  if (first === undefined) return none
  if (items.length === 1) return first
  const middle = items.length >> 1
  const [left, right] = [items.slice(0, middle), items.slice(middle)].map(half => joined(word, half, none))
  return word === 'and' ? sql`(${left} and ${right})` : sql`(${left} or ${right})`
}

// The form a value has inside a statement. Values in columns have the form of their column; computed numbers,
// dates, times and durations are counts, so that both databases calculate with them in the same way.
//
//             SQLite                          PostgreSQL
//   boolean   0, 1                            boolean
//   text      TEXT                            text
//   id        TEXT                            uuid
//   date      TEXT 2026-01-31                 date
//   time      TEXT 23:59:59                   time(0)
//   instant   TEXT 2026-01-31T23:59:59.000Z   timestamptz(3)
//   words     TEXT, a JSON array              jsonb
//   scaled    INTEGER, × 10^places            bigint where places is 0, else numeric
//   exact     TEXT, canonical digits          numeric
//
// A date counts days since 1970, an instant and a duration seconds, a time seconds of its day.

export type TermForm =
  | {readonly as: 'boolean' | 'text' | 'id' | 'date' | 'time' | 'instant' | 'words' | 'exact'}
  /** `limit`: the largest magnitude of a value, so that native arithmetic provably stays within 64 bits. */
  | {readonly as: 'scaled'; readonly places: number; readonly limit: bigint}

export type ScaledForm = TermForm & {readonly as: 'scaled'}

export const booleanForm: TermForm = {as: 'boolean'}
export const textForm: TermForm = {as: 'text'}
export const idForm: TermForm = {as: 'id'}
export const exactForm: TermForm = {as: 'exact'}

export const scaled = (places: number, limit: bigint): ScaledForm => ({as: 'scaled', places, limit})

/** Both databases calculate in 64 bits. */
export const MOST = 2n ** 63n - 1n
/** The largest number that JavaScript represents exactly, and that a column may hold. */
export const MOST_IN_COLUMN = 2n ** 53n - 1n
/** Decimal places that a scaled number may have before it becomes exact. */
export const MOST_PLACES = 15

/** Days from 1970 to the farthest date a column can hold, and so on for times and instants. */
export const dateCount = scaled(0, 2_932_897n)
export const timeCount = scaled(0, 86_399n)
export const instantCount = scaled(3, 253_402_300_800_000n)

export const pow10 = (n: number): bigint => 10n ** BigInt(n)
export const fitsNumber = (limit: bigint): boolean => limit < MOST
export const sameForm = (a: TermForm, b: TermForm): boolean =>
  a.as === b.as && (a.as !== 'scaled' || b.as !== 'scaled' || a.places === b.places)

// A term: SQL for one value, with its form. A constant keeps its value, so that it can take the form of the column it
// is compared with, which can then use an index.

export interface Term {
  readonly sql: Sql
  readonly form: TermForm
  readonly nullable: boolean
  /** Set if the value is known now; undefined otherwise, because null is a value. */
  readonly constant?: Value
  /** Set if the value is bound when the statement runs: the expression that gives it. See parameter.ts. */
  readonly deferred?: Core
  /** A column or a bound value, which is cheap to repeat. */
  readonly simple?: boolean
}

export const term = (value: Sql, form: TermForm, nullable: boolean): Term => ({sql: value, form, nullable})
export const condition = (value: Sql, nullable: boolean): Term => term(value, booleanForm, nullable)
export const certain = (value: boolean, dialect: Dialect): Term => ({
  sql: dialect.boolean(value),
  form: booleanForm,
  nullable: false,
  constant: value,
  simple: true,
})

export const isConstant = (of: Term): of is Term & {readonly constant: Value} => of.constant !== undefined
/** Known without reading a record, now or when the statement runs: it takes the form of the column it meets. */
export const isGiven = (of: Term): boolean => isConstant(of) || of.deferred !== undefined
export const isNull = (of: Term): boolean => of.constant === null
export const anyNullable = (...terms: readonly Term[]): boolean => terms.some(of => of.nullable)

/** Uses a term several times without repeating its SQL, to keep statements small. */
export function once(of: Term, at: {alias(): string; dialect: Dialect}, use: (of: Term) => Term): Term {
  if (of.simple === true || isConstant(of)) return use(of)
  const name = at.alias()
  const named: Term = {sql: sql.id(name, 'x'), form: of.form, nullable: of.nullable, simple: true}
  const used = use(named)
  return {
    ...used,
    sql: sql`(select ${used.sql} from ${at.dialect.fenced(sql`select ${of.sql} as x`)} as ${sql.id(name)})`,
  }
}

/** Several terms at once: one subquery instead of nested ones. */
export function eachOnce<Names extends string>(
  terms: Readonly<Record<Names, Term>>,
  at: {alias(): string; dialect: Dialect},
  use: (terms: Readonly<Record<Names, Term>>) => Term,
): Term {
  const entries = Object.entries<Term>(terms)
  const named = entries.filter(([, of]) => of.simple !== true && !isConstant(of))
  if (named.length === 0) return use(terms)
  const alias = at.alias()
  const columns = named.map(([name, of]) => sql`${of.sql} as ${sql.id(name)}`)
  const references = named.map(([name, {form, nullable}]): [string, Term] => [
    name,
    {sql: sql.id(alias, name), form, nullable, simple: true},
  ])
  const used = use({...terms, ...Object.fromEntries(references)})
  const from = at.dialect.fenced(sql`select ${sql.join(columns)}`)
  return {...used, sql: sql`(select ${used.sql} from ${from} as ${sql.id(alias)})`}
}

/** Counts of the first and of the last date that a column can hold. */
const [firstDay, lastDay] = [sql.raw('-719162'), sql.raw('2932896')]

/**
 * A value in a statement, or the parameter that gives it, and the form it has there. The same one may occur in many
 * places, and is sent once (`Placeholders` in store/placeholders.ts).
 */
export class Placed {
  readonly given: unknown
  readonly form: TermForm

  constructor(given: unknown, form: TermForm) {
    this.given = given
    this.form = form
  }
}

// The two dialects. First SQLite.

export const sqlite: Dialect = {
  name: 'sqlite',
  count: (of, value) => sqliteCounts[of](value),
  dateOf: days => sql`date(max(${firstDay}, min(${lastDay}, ${days})) * 86400, 'unixepoch')`,
  datePart: (part, value) => sql`cast(substr(${value}, ${sql.raw(sqliteDateParts[part])}) as integer)`,
  call: (name, ...args) => sql`${sql.raw(`nonet_${name}`)}(${sql.join(args)})`,
  same: (a, b) => sql`(${a} is ${b})`,
  different: (a, b) => sql`(${a} is not ${b})`,
  holdsSame: (a, b) => sql`(${a} is ${b})`,
  fenced: select => sql`(${select})`,
  boolean: value => sql.raw(value ? '1' : '0'),
  bind: (value, form) => sqlite.placed(sqlite.given(value, form), form),
  placed: (given, form) => sql`${new Placed(given, form)}`,
  given: (value, form) => (typeof value === 'boolean' ? BigInt(value) : typed(value, form)),
  ordered: text => text,
  whole: count => count,
  unknown: () => sql.raw('null'),
}

/** SQLite's date functions read the stored texts, whole seconds only, and a time as one of 1 January 2000. */
const sqliteCounts: Record<'date' | 'time' | 'instant', (value: Sql) => Sql> = {
  date: value => sql`(unixepoch(${value}) / 86400)`,
  time: value => sql`(unixepoch(${value}) - 946684800)`,
  instant: value => sql`(unixepoch(${value}) * 1000 + cast(substr(${value}, 21, 3) as integer))`,
}

/** Where a part begins in the stored text, and how long it is. */
const sqliteDateParts: Record<DatePart, string> = {year: '1, 4', month: '6, 2', day: '9, 2'}

/** Drivers bind a JavaScript number as REAL, so whole numbers are passed as bigint. */
function typed(value: string | bigint | null, form: TermForm): string | bigint | null {
  return form.as === 'scaled' && value !== null ? BigInt(value) : value
}

// PostgreSQL.

/**
 * Words such as states are written out: plans are made once for all values, and PostgreSQL then knows how many records
 * have the word. Without it, it takes each of ten states for a tenth of a table, and reads all of it. Nothing to escape.
 */
const plainWord = /^[a-z][a-z_-]{0,40}$/i

export const postgres: Dialect = {
  name: 'postgres',
  count: (of, value) => postgres.call(postgresCounts[of], value),
  dateOf: days => sql`(date '1970-01-01' + cast(greatest(${firstDay}, least(${lastDay}, ${days})) as integer))`,
  datePart: (part, value) => sql`cast(extract(${sql.raw(part)} from ${value}) as bigint)`,
  call: (name, ...args) => sql`${sql.raw(`nonet.${name}`)}(${sql.join(args)})`,
  same: (a, b) => sql`(${a} is not distinct from ${b})`,
  different: (a, b) => sql`(${a} is distinct from ${b})`,
  // No index supports "is not distinct from".
  holdsSame: (a, b) => sql`(${a} = ${b} or (${a} is null and ${b} is null))`,
  fenced: select => sql`(${select} offset 0)`,
  boolean: value => sql.raw(value ? 'true' : 'false'),
  bind: (value, form) =>
    typeof value === 'string' && form.as === 'text' && plainWord.test(value)
      ? cast(sql.lit(value), form)
      : postgres.placed(postgres.given(value, form), form),
  placed: (given, form) => cast(sql`${new Placed(given, form)}`, form),
  given: (value, form) => (typeof value === 'bigint' ? scaledDigits(value, form) : value),
  ordered: text => sql`${text} collate "C"`,
  whole: count => sql`cast(${count} as bigint)`,
  unknown: form => cast(sql.raw('null'), form),
}

const postgresCounts = {date: 'days_of', time: 'seconds_of', instant: 'instant_of'}

const columnTypes: Record<Exclude<TermForm['as'], 'scaled'>, string> = {
  boolean: 'boolean',
  text: 'text',
  id: 'uuid',
  date: 'date',
  time: 'time',
  instant: 'timestamptz',
  words: 'jsonb',
  exact: 'numeric',
}

function scaledDigits(scaled: bigint, form: TermForm): string {
  return form.as === 'scaled' && form.places > 0 ? `${scaled}e-${form.places}` : scaled.toString()
}

/** PostgreSQL's type of a form. */
export function columnType(form: TermForm): string {
  if (form.as === 'scaled') return form.places === 0 ? 'bigint' : 'numeric'
  return columnTypes[form.as]
}

function cast(value: Sql, form: TermForm): Sql {
  return sql`cast(${value} as ${sql.raw(columnType(form))})`
}
