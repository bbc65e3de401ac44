/** The common part of both databases for SQL: types, rows as lists of values, `limit`, and instants. */
import {CompiledQuery, Kysely, type KyselyProps, type RawBuilder, sql} from 'kysely'

// Types that both databases share.

export type DatabaseName = 'sqlite' | 'postgres'

/** Tables depend on the document, so their rows are typed by each field's own type when values are read. */
export type Rows = Record<string, Record<string, unknown>>

/**
 * A connection inside a transaction. Values have the database's own format: SQLite's whole numbers as bigint;
 * PostgreSQL's values as text, except booleans and null.
 */
export type Db = Kysely<Rows>

// `limit` with a literal number: SQLite plans by it, and would plan a statement again for each bound value.

export function limitTo(count: number): RawBuilder<unknown> {
  if (!Number.isSafeInteger(count) || count < 0) throw new RangeError(`There is no limit of ${count}.`)
  return sql`limit ${sql.lit(count)}`
}

// Rows as lists of values in the order of the columns: the fastest format of the driver.

export type ValueRow = readonly unknown[]

/** A compiled statement, and its values. */
export interface WrittenQuery {
  readonly sql: string
  readonly parameters: readonly unknown[]
  /** The query's id, for observers of queries. */
  readonly queryId?: CompiledQuery['queryId']
}

export type ReadValues = (query: WrittenQuery) => ValueRow[] | Promise<ValueRow[]>

/** A connection that runs statements directly with its driver, bypassing Kysely. */
export class DirectDb extends Kysely<Rows> {
  readonly values: ReadValues
  /** The sign of a placeholder, before its number. */
  readonly sign: '$' | '?'

  constructor(props: KyselyProps, {values, sign}: {readonly values: ReadValues; readonly sign: '$' | '?'}) {
    super(props)
    this.values = values
    this.sign = sign
  }
}

export async function queryValues(db: Db, query: WrittenQuery): Promise<readonly ValueRow[]> {
  if (db instanceof DirectDb) return db.values(query)
  const {rows} = await db.executeQuery({...CompiledQuery.raw(query.sql, [...query.parameters]), ...query})
  return rows.map(row => Object.values(row as object))
}

// Statements over the engine's own tables.

/** ``queryRows(db)`select name from nonet_view where id = ${id}` ``: the rows, as lists of values. */
export function queryRows(db: Db): (parts: TemplateStringsArray, ...values: unknown[]) => Promise<readonly ValueRow[]> {
  const sign = db instanceof DirectDb ? db.sign : '$'
  return (parts, ...values) => {
    const text = parts.reduce((written, part, index) => `${written}${sign}${index}${part}`)
    return queryValues(db, {sql: text, parameters: values})
  }
}

// Instants in the format that both databases accept and return.

export function instantAt(millis: number): string {
  return new Date(millis).toISOString()
}

export function millisOf(stored: unknown): number {
  return Date.parse(String(stored).replace(' ', 'T').replace(/\+00$/, 'Z'))
}

const asWritten = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** The ISO text, whatever format the database returns. */
export function instantIn(stored: unknown): string {
  return typeof stored === 'string' && asWritten.test(stored) ? stored : instantAt(millisOf(stored))
}
