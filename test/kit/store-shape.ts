/** The tables of a database from its own catalogue, without the names of indexes and constraints, in a fixed order. */
import {type RawBuilder, sql} from 'kysely'
import type {Db} from '../../src/store/sql.ts'
import type {Store} from '../../src/store/store.ts'

type Row = Readonly<Record<string, unknown>>
export type Shape = Readonly<Record<string, readonly string[]>>

export async function shapeOf(store: Store): Promise<Shape> {
  return await store.read(db => (store.database === 'sqlite' ? sqliteShape(db) : postgresShape(db)))
}

async function rows(db: Db, query: RawBuilder<unknown>): Promise<readonly Row[]> {
  return (await (query as RawBuilder<Row>).execute(db)).rows
}

async function sqliteShape(db: Db): Promise<Shape> {
  const tables = await rows(db, sql`select name, sql from sqlite_schema where type = 'table' order by name`)
  const shape: Record<string, readonly string[]> = {}
  for (const {name, sql: text} of tables) {
    const table = String(name)
    const columns = await rows(db, sql`select name, type, "notnull", pk from pragma_table_info(${table})`)
    const keys = await rows(db, sql`select "from", "table", "to", on_delete from pragma_foreign_key_list(${table})`)
    const indexes = await rows(
      db,
      sql`select sql from sqlite_schema where type = 'index' and tbl_name = ${table} and sql is not null`,
    )
    shape[table] = [
      ...columns.map(column => `column ${Object.values(column).join(' ')}`),
      ...keys.map(key => `reference ${Object.values(key).join(' ')}`),
      ...indexes.map(index => String(index.sql).replace(/index ".*?" on/i, 'index on')),
      ...checksIn(String(text)),
    ].toSorted()
  }
  return shape
}

/** `check (…)` with brackets inside. */
function checksIn(text: string): string[] {
  return [...text.matchAll(/check \(/gi)].map(({index}) => {
    const start = text.indexOf('(', index)
    let depth = 0
    let end = start
    do {
      depth += text[end] === '(' ? 1 : text[end] === ')' ? -1 : 0
      end += 1
    } while (depth > 0)
    return `check ${text.slice(start, end)}`
  })
}

async function postgresShape(db: Db): Promise<Shape> {
  const found = await rows(
    db,
    sql`select c.oid::text as oid, c.relname as name from pg_class c
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by c.relname`,
  )
  const shape: Record<string, readonly string[]> = {}
  for (const {oid, name} of found) {
    const columns = await rows(
      db,
      sql`select attname, format_type(atttypid, atttypmod) as type, attcollation::regcollation as coll, attnotnull,
        pg_get_expr(d.adbin, d.adrelid) as def
        from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
        where attrelid = ${oid}::oid and attnum > 0 and not attisdropped`,
    )
    const constraints = await rows(
      db,
      sql`select contype, pg_get_constraintdef(oid) as def from pg_constraint where conrelid = ${oid}::oid and contype <> 'n'`,
    )
    const indexes = await rows(
      db,
      sql`select regexp_replace(pg_get_indexdef(indexrelid), 'INDEX .* ON', 'INDEX ON') as def from pg_index where indrelid = ${oid}::oid`,
    )
    const sequences = await rows(
      db,
      sql`select a.attname from pg_depend d join pg_class s on s.oid = d.objid and s.relkind = 'S'
        join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
        where d.refobjid = ${oid}::oid and d.deptype = 'a'`,
    )
    shape[String(name)] = [...columns, ...constraints, ...indexes, ...sequences]
      .map(row => Object.values(row).join(' '))
      .toSorted()
  }
  return shape
}
