/**
 * A fresh SQLite and a fresh PostgreSQL database for a test file, so that the same test runs on both:
 * `describe.each(databases)('records on $name', ({open}) => …)`.
 */
import {DatabaseSync} from 'node:sqlite'
import {Kysely} from 'kysely'
import pg from 'pg'
import {PostgresWithPlaceholders} from '../../src/store/placeholders.ts'
import {installSqliteFunctions} from '../../src/store/sqlite/sqlite-file.ts'
import {isTested, newDatabase} from './kept.ts'
import {dropDatabase} from './postgres-template.ts'
import {sqliteKysely} from './sqlite.ts'

export type DatabaseName = 'sqlite' | 'postgres'

/** Each test defines its own tables; its expectations check the rows. */
type Tables = Record<string, Record<string, unknown>>

export interface OpenDatabase {
  readonly name: DatabaseName
  readonly db: Kysely<Tables>
  /** Runs text as it is, including several statements. */
  run(text: string): Promise<void>
  /** The rows of one statement, as returned by the driver. */
  rows(text: string, values?: readonly unknown[]): Promise<readonly Record<string, unknown>[]>
  close(): Promise<void>
}

export interface TestDatabase {
  readonly name: DatabaseName
  open(): Promise<OpenDatabase>
}

const both: readonly TestDatabase[] = [
  {name: 'sqlite', open: openSqlite},
  {name: 'postgres', open: openPostgres},
]

export const databases = both.filter(({name}) => isTested(name))

async function openSqlite(): Promise<OpenDatabase> {
  const raw = new DatabaseSync(':memory:')
  raw.exec('pragma foreign_keys = on')
  installSqliteFunctions(raw)
  const db = sqliteKysely<Tables>(raw)
  // Kysely only closes connections it has opened.
  await db.connection().execute(async () => {})
  return {
    name: 'sqlite',
    db,
    run: async text => raw.exec(text),
    rows: async (text, values = []) => {
      const statement = raw.prepare(text)
      statement.setReadBigInts(true)
      return statement.all(...values.map(value => (typeof value === 'number' ? BigInt(value) : String(value))))
    },
    close: () => db.destroy(),
  }
}

async function openPostgres(): Promise<OpenDatabase> {
  const {server, name, url} = await newDatabase()
  const pool = new pg.Pool({connectionString: url, max: 4, types: exactTypes})
  let closing = false
  pool.on('error', cause => {
    // A closing connection is cut off by the drop below; any other loss is a failure.
    if (!closing) throw cause
  })
  const db = new Kysely<Tables>({dialect: new PostgresWithPlaceholders({pool})})
  return {
    name: 'postgres',
    db,
    run: async text => {
      await pool.query(text)
    },
    rows: async (text, values = []) => (await pool.query<Record<string, unknown>>(text, [...values])).rows,
    async close() {
      closing = true
      await db.destroy()
      await dropDatabase(server, name)
    },
  }
}

/** Every value as text, except booleans and nulls: the driver's own parsers round and shift values. */
const exactTypes: pg.CustomTypesConfig = {
  getTypeParser: oid => (oid === pg.types.builtins.BOOL ? (text: string) => text === 't' : (text: string) => text),
}
