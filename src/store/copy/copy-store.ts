/**
 * Copies one store into another, empty one, on either database: one snapshot of the source, one transaction on the
 * target, and every table compared by checksum before the commit.
 */
import {createHash} from 'node:crypto'
import type {Representation} from '../../feel/sql/tables.ts'
import type {Stored} from '../../points/entities/field-type.ts'
import {
  addForeignKey,
  checkReferences,
  createIndex,
  createTable,
  eachRow,
  quoted,
  runStatement,
  type StoredRow,
  selectAll,
} from '../ddl.ts'
import {copyCounters} from '../ids.ts'
import {type Applied, hasTable, readApplied} from '../plan/applied.ts'
import type {Table, TableColumn} from '../schema.ts'
import type {DatabaseName, Db} from '../sql.ts'
import type {Store} from '../store.ts'
import {StoreError} from '../store-error.ts'
import {counterTable} from '../tables/records.ts'

// Canonical texts of stored values, the same on both databases.

/** Numbers are counted in their smallest unit. */
function toCanonical(stored: unknown, holds: Representation, database: DatabaseName): string | null {
  if (stored === null || stored === undefined) return null
  const text = String(stored)
  switch (holds.as) {
    case 'boolean':
      return stored === true || text === '1' ? 'yes' : 'no'
    case 'number':
      return database === 'postgres' ? scaled(text, holds.places) : text
    case 'date and time':
      return database === 'postgres' ? isoInstant(text) : text
    case 'words':
      return JSON.stringify(JSON.parse(text))
    default:
      return text
  }
}

function fromCanonical(text: string | null, holds: Representation, database: DatabaseName): Stored {
  if (text === null) return null
  if (holds.as === 'boolean') return database === 'postgres' ? text === 'yes' : text === 'yes' ? 1n : 0n
  if (database === 'postgres') return holds.as === 'number' ? unscaled(text, holds.places) : text
  return isWhole(holds) ? BigInt(text) : text
}

const isWhole = ({as}: Representation): boolean => as === 'number' || as === 'days duration' || as === 'months duration'

/** PostgreSQL writes every digit of `numeric(20,2)`: 12.50 is 1250. */
function scaled(text: string, places: number): string {
  const [whole = '0', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(places, '0')).toString()
}

function unscaled(text: string, places: number): string {
  if (places === 0) return text
  const [sign, digits] = text.startsWith('-') ? ['-', text.slice(1)] : ['', text]
  const padded = digits.padStart(places + 1, '0')
  return `${sign}${padded.slice(0, -places)}.${padded.slice(-places)}`
}

/** `2026-03-29 01:30:00.5+00` is `2026-03-29T01:30:00.500Z`. */
function isoInstant(text: string): string {
  const [, date, time, fraction = ''] = /^(\S+) (\d\d:\d\d:\d\d)(?:\.(\d+))?\+00$/.exec(text) ?? []
  if (date === undefined) throw new TypeError('PostgreSQL wrote an instant in an unknown way.')
  return `${date}T${time}.${fraction.padEnd(3, '0')}Z`
}

// Checksums of tables, independent of the order of rows and of the database.

interface TableSum {
  readonly rows: number
  readonly checksum: string
}

class Summing {
  #rows = 0
  #sum = 0n

  /** A row as canonical texts, its columns in one order. */
  add(row: readonly (string | null)[]): void {
    const digest = createHash('sha256').update(JSON.stringify(row)).digest()
    this.#rows += 1
    // Added rather than combined by xor, which would cancel equal rows.
    this.#sum = BigInt.asUintN(128, this.#sum + digest.readBigUInt64BE(0) + (digest.readBigUInt64BE(8) << 64n))
  }

  get total(): TableSum {
    return {rows: this.#rows, checksum: this.#sum.toString(16).padStart(32, '0')}
  }
}

// Copying.

export type Sums = Readonly<Record<string, TableSum>>

interface CopySide {
  readonly db: Db
  readonly database: DatabaseName
}

export async function copyStore(
  source: Store,
  target: Store,
  told: (table: string, rows: number) => void = () => {},
): Promise<Sums> {
  return await source.read(from =>
    target.exclusive(to => copyAll({db: from, database: source.database}, {db: to, database: target.database}, told)),
  )
}

async function copyAll(from: CopySide, to: CopySide, told: (table: string, rows: number) => void): Promise<Sums> {
  const {schema} = await appliedIn(from)
  for (const {name} of schema.tables) if (await hasTable(to.db, to.database, name)) throw new StoreError('NOT_EMPTY')
  for (const table of schema.tables) await runStatement(to.db, createTable(table, to.database))
  const sums: Record<string, TableSum> = {}
  for (const table of copied(schema.tables)) {
    const sum = await copyTable(from, to, table)
    compareCopies(table, sum, await sumTable(to, table))
    sums[table.name] = sum
    told(table.name, sum.rows)
  }
  for (const {name, foreignKeys, indexes} of schema.tables) {
    for (const key of foreignKeys)
      for (const text of addForeignKey(name, key, to.database)) await runStatement(to.db, text)
    for (const index of indexes) await runStatement(to.db, createIndex(name, index, to.database))
  }
  await checkReferences(to.db, to.database)
  await copyCounters(from, to, schema)
  // Without statistics PostgreSQL chooses plans for empty tables until it collects them automatically.
  if (to.database === 'postgres')
    for (const {name} of schema.tables) await runStatement(to.db, `analyze ${quoted(name)}`)
  return sums
}

export async function appliedIn({db, database}: CopySide): Promise<Applied> {
  const applied = await readApplied(db, database)
  if (applied.number === 0) throw new StoreError('EMPTY')
  return applied
}

/** Each database stores counters differently. */
export const copied = (tables: readonly Table[]): Table[] => tables.filter(({name}) => name !== counterTable.name)

async function copyTable(from: CopySide, to: CopySide, table: Table): Promise<TableSum> {
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

export async function sumTable({db, database}: CopySide, table: Table): Promise<TableSum> {
  const sum = new Summing()
  for await (const rows of eachRow(db, database, selectAll(table)))
    for (const row of rows) sum.add(canonicalRow(row, table.columns, database))
  return sum.total
}

function canonicalRow(row: StoredRow, columns: readonly TableColumn[], database: DatabaseName): (string | null)[] {
  return columns.map(({name, holds}) => toCanonical(row[name], holds, database))
}

async function insertRows(
  {db, database}: CopySide,
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

export function compareCopies({name}: Pick<Table, 'name'>, one: TableSum, other: TableSum): void {
  if (one.rows === other.rows && one.checksum === other.checksum) return
  throw new StoreError('MISMATCH', {detail: `(${name}: ${one.rows} rows there, ${other.rows} here)`})
}
