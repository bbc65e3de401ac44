/**
 * Everything of one store into another, empty one, on the same or the other database: one moment of the source, one
 * transaction on the target, and every table compared before it ends. It is there as a whole, or not at all.
 */
import {type Applied, hasTable, readApplied} from './applied.ts'
import {fromCanonical, toCanonical} from './canonical.ts'
import {Summing, type TableSum} from './checksum.ts'
import {copyCounters} from './counters.ts'
import type {DatabaseName, Db} from './database.ts'
import {addForeignKey, createIndex, createTable} from './ddl.ts'
import {eachRow, type Row} from './each-row.ts'
import {counterTable} from './engine-tables.ts'
import {checkReferences, run, selectAll} from './run-sql.ts'
import type {Column, Table} from './schema.ts'
import type {Store} from './store.ts'
import {StoreError} from './store-error.ts'

export type Sums = Readonly<Record<string, TableSum>>

interface Side {
  readonly db: Db
  readonly database: DatabaseName
}

export async function copyStore(
  source: Store,
  target: Store,
  told: (table: string, rows: number) => void = () => {},
): Promise<Sums> {
  return await source.read(from =>
    target.alone(to => copyAll({db: from, database: source.database}, {db: to, database: target.database}, told)),
  )
}

async function copyAll(from: Side, to: Side, told: (table: string, rows: number) => void): Promise<Sums> {
  const {schema} = await appliedIn(from)
  for (const {name} of schema.tables) if (await hasTable(to.db, to.database, name)) throw new StoreError('NOT_EMPTY')
  for (const table of schema.tables) await run(to.db, createTable(table, to.database))
  const sums: Record<string, TableSum> = {}
  for (const table of copied(schema.tables)) {
    const sum = await copyTable(from, to, table)
    compare(table, sum, await sumTable(to, table))
    sums[table.name] = sum
    told(table.name, sum.rows)
  }
  for (const {name, foreignKeys, indexes} of schema.tables) {
    for (const key of foreignKeys) for (const text of addForeignKey(name, key, to.database)) await run(to.db, text)
    for (const index of indexes) await run(to.db, createIndex(name, index, to.database))
  }
  await checkReferences(to.db, to.database)
  await copyCounters(from, to, schema)
  return sums
}

export async function appliedIn({db, database}: Side): Promise<Applied> {
  const applied = await readApplied(db, database)
  if (applied.number === 0) throw new StoreError('EMPTY')
  return applied
}

/** Counters are kept in another way on each database. */
export const copied = (tables: readonly Table[]): Table[] => tables.filter(({name}) => name !== counterTable.name)

async function copyTable(from: Side, to: Side, table: Table): Promise<TableSum> {
  const sum = new Summing()
  const atOnce = Math.max(1, Math.floor(20_000 / table.columns.length))
  for await (const rows of eachRow(from.db, from.database, selectAll(table))) {
    const texts = rows.map(row => canonicalRow(row, table.columns, from.database))
    for (const text of texts) sum.add(text)
    for (let start = 0; start < texts.length; start += atOnce)
      await insertRows(to, table, texts.slice(start, start + atOnce))
  }
  return sum.total
}

export async function sumTable({db, database}: Side, table: Table): Promise<TableSum> {
  const sum = new Summing()
  for await (const rows of eachRow(db, database, selectAll(table)))
    for (const row of rows) sum.add(canonicalRow(row, table.columns, database))
  return sum.total
}

function canonicalRow(row: Row, columns: readonly Column[], database: DatabaseName): (string | null)[] {
  return columns.map(({name, holds}) => toCanonical(row[name], holds, database))
}

async function insertRows(
  {db, database}: Side,
  table: Table,
  texts: readonly (readonly (string | null)[])[],
): Promise<void> {
  const rows = texts.map(text =>
    Object.fromEntries(
      table.columns.map(({name, holds}, index) => [name, fromCanonical(text[index] ?? null, holds, database)]),
    ),
  )
  if (rows.length > 0) await db.insertInto(table.name).values(rows).execute()
}

export function compare({name}: Pick<Table, 'name'>, one: TableSum, other: TableSum): void {
  if (one.rows === other.rows && one.checksum === other.checksum) return
  throw new StoreError('MISMATCH', {detail: `(${name}: ${one.rows} rows there, ${other.rows} here)`})
}
