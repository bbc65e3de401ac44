/** Tables described as data: created, changed and read, for either database. */

import {CompiledQuery, type RawBuilder, sql} from 'kysely'
import type {Counter, ForeignKey, Index, Table, TableCheck, TableColumn} from './schema.ts'
import type {DatabaseName, Db} from './sql.ts'

/* Queries over tables described as data, a few thousand rows at a time. */

// In batches, so that memory stays constant.

const atOnce = 5000

export type StoredRow = Readonly<Record<string, unknown>>

export async function* eachRow(
  db: Db,
  database: DatabaseName,
  query: RawBuilder<StoredRow>,
): AsyncGenerator<readonly StoredRow[]> {
  if (database === 'sqlite') yield* streamed(db, query)
  else yield* fetched(db, query)
}

async function* streamed(db: Db, query: RawBuilder<StoredRow>): AsyncGenerator<readonly StoredRow[]> {
  const compiled = query.compile(db)
  for await (const {rows} of db.getExecutor().stream<StoredRow>(compiled, atOnce)) yield rows
}

let cursors = 0

async function* fetched(db: Db, query: RawBuilder<StoredRow>): AsyncGenerator<readonly StoredRow[]> {
  cursors += 1
  const name = `nonet_rows_${cursors}`
  const compiled = query.compile(db)
  await db.executeQuery(
    CompiledQuery.raw(`declare ${name} no scroll cursor for ${compiled.sql}`, [...compiled.parameters]),
  )
  try {
    for (;;) {
      const {rows} = await sql<StoredRow>`fetch ${sql.lit(atOnce)} from ${sql.ref(name)}`.execute(db)
      if (rows.length === 0) return
      yield rows
    }
  } finally {
    await sql`close ${sql.ref(name)}`.execute(db)
  }
}

// Small statements.

export async function runStatement(db: Db, text: string): Promise<void> {
  await sql.raw(text).execute(db)
}

export function selectAll({name, columns}: Table): RawBuilder<StoredRow> {
  return sql<StoredRow>`select ${sql.join(columns.map(column => sql.ref(column.name)))} from ${sql.table(name)}`
}

/** SQLite does not check references while a store is migrated; PostgreSQL does. */
export async function checkReferences(db: Db, database: DatabaseName): Promise<void> {
  if (database === 'postgres') return
  const {rows} = await sql<StoredRow>`pragma foreign_key_check`.execute(db)
  const [broken] = rows
  if (broken) throw new Error(`A reference of ${broken.table} to ${broken.parent} would lead nowhere.`)
}

/* Tables, indexes and constraints as SQL, for either database. Pure functions from data to text. */

// Quoted names and values, because statements about tables take no parameters.

export function quoted(name: string): string {
  if (name.includes('\0')) throw new Error('A name may not contain NUL.')
  return `"${name.replaceAll('"', '""')}"`
}

export const quotedList = (names: readonly string[]): string => names.map(quoted).join(', ')

/** The content of a column as SQL. */
export function sqlLiteral(value: null | boolean | bigint | number | string): string {
  if (value === null) return 'null'
  if (typeof value !== 'string') return String(value)
  if (value.includes('\0')) throw new Error('A text may not contain NUL.')
  return `'${value.replaceAll("'", "''")}'`
}

// Statements.

/** On PostgreSQL without its references, because the referenced tables may be created later. */
export function createTable(table: Table, database: DatabaseName, name = table.name): string {
  const columns = table.columns.map(column => columnDefinition(table, column, database))
  const parts = [...columns, `primary key (${quotedList(table.key)})`]
  return `create table ${quoted(name)} (\n  ${parts.join(',\n  ')}\n)${database === 'sqlite' ? ' strict' : ''}`
}

function columnDefinition(table: Table, column: TableColumn, database: DatabaseName): string {
  const parts = [quoted(column.name), column[database], column.required ? 'not null' : '']
  return [...parts, ...columnConstraints(table, column, database)].filter(part => part !== '').join(' ')
}

/** Its check, and on SQLite its reference, which can only be declared with the column. */
export function columnConstraints(table: Table, column: TableColumn, database: DatabaseName): string[] {
  const checks = table.checks.filter(check => check.column === column.name)
  const keys = database === 'sqlite' ? table.foreignKeys.filter(key => key.column === column.name) : []
  return [...checks.flatMap(check => checkClause(check, database)), ...keys.map(referencesClause)]
}

function checkClause(check: TableCheck, database: DatabaseName): string[] {
  const condition = checkCondition(check, database)
  return condition === null ? [] : [`constraint ${quoted(check.name)} check (${condition})`]
}

export function checkCondition({column, condition}: TableCheck, database: DatabaseName): string | null {
  return condition[database]?.replaceAll('{column}', () => quoted(column)) ?? null
}

export function addCheck(table: string, check: TableCheck, database: DatabaseName): string[] {
  return checkClause(check, database).map(clause => `alter table ${quoted(table)} add ${clause}`)
}

export function dropConstraint(table: string, name: string): string {
  return `alter table ${quoted(table)} drop constraint ${quoted(name)}`
}

function referencesClause({table, whenDeleted}: ForeignKey): string {
  const deleting = whenDeleted === 'delete' ? ' on delete cascade' : ''
  return `references ${quoted(table)} ("id")${deleting} deferrable initially immediate`
}

export function addForeignKey(table: string, key: ForeignKey, database: DatabaseName): string[] {
  if (database === 'sqlite') return []
  const constraint = `add constraint ${quoted(key.name)} foreign key (${quoted(key.column)})`
  return [`alter table ${quoted(table)} ${constraint} ${referencesClause(key)}`]
}

/**
 * A combination is unique, with null equal to null as in expressions; rows where all of it is null are exempt, so that
 * an optional unique field may be empty many times.
 */
export function createIndex(table: string, index: Index, database: DatabaseName): string {
  const {name, unique, columns} = index
  const mayBeEmpty = unique && columns.some(({optional}) => optional)
  const nullSafe = mayBeEmpty && database === 'sqlite'
  const items = columns.map(column => (nullSafe && column.optional ? neverNull(column.name) : quoted(column.name)))
  const head = `create ${unique ? 'unique ' : ''}index ${quoted(name)} on ${quoted(table)} (${items.join(', ')})`
  if (!mayBeEmpty) return head
  return `${head}${database === 'postgres' ? ' nulls not distinct' : ''}${notAllEmpty(index)}`
}

/** SQLite treats null values as distinct; no text or number equals an empty blob. */
const neverNull = (column: string): string => `ifnull(${quoted(column)}, x'')`

function notAllEmpty({columns}: Index): string {
  if (columns.some(({optional}) => !optional)) return ''
  return ` where ${columns.map(({name}) => `${quoted(name)} is not null`).join(' or ')}`
}

/** Continues after the existing numbers of its column. */
export function createCounter(table: string, {name, column, from}: Counter, database: DatabaseName): string[] {
  const next = `coalesce(max(${quoted(column)}), 0) + 1`
  if (database === 'sqlite')
    return [
      `insert into "nonet_counter" ("name", "next") select '${name}', max(${from}, ${next}) from ${quoted(table)}`,
    ]
  return [
    createSequence(table, {name, column, from}),
    `select setval('${quoted(name)}', greatest(${from}, ${next}), false) from ${quoted(table)}`,
  ]
}

/** Dropped together with its column. */
export function createSequence(table: string, {name, column, from}: Counter): string {
  const owner = `${quoted(table)}.${quoted(column)}`
  return `create sequence ${quoted(name)} as bigint minvalue 0 start ${from} owned by ${owner}`
}
