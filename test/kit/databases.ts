/**
 * A fresh SQLite and a fresh PostgreSQL database for a test file, so that the same test runs on both:
 * `describe.each(databases)('records on $name', ({open}) => …)`.
 */
import {randomBytes} from 'node:crypto'
import {DatabaseSync} from 'node:sqlite'
import {Kysely, PostgresDialect} from 'kysely'
import pg from 'pg'
import {inject} from 'vitest'
import {installPostgresFunctions} from '../../src/store/postgres-functions.ts'
import {installSqliteFunctions} from '../../src/store/sqlite-functions.ts'
import {sqliteKysely} from './sqlite.ts'

export type DatabaseName = 'sqlite' | 'postgres'

/** The tables of a test are its own affair; what it asks for is checked by what it expects. */
type Tables = Record<string, Record<string, unknown>>

export interface OpenDatabase {
  readonly name: DatabaseName
  readonly db: Kysely<Tables>
  /** Runs text as it stands, several statements too. */
  run(text: string): Promise<void>
  /** The rows of one statement, as the driver gives them. */
  rows(text: string, values?: readonly unknown[]): Promise<readonly Record<string, unknown>[]>
  close(): Promise<void>
}

export interface TestDatabase {
  readonly name: DatabaseName
  open(): Promise<OpenDatabase>
}

export const databases: readonly TestDatabase[] = [
  {name: 'sqlite', open: openSqlite},
  {name: 'postgres', open: openPostgres},
]

export async function openSqlite(): Promise<OpenDatabase> {
  const raw = new DatabaseSync(':memory:')
  raw.exec('pragma foreign_keys = on')
  installSqliteFunctions(raw)
  const db = sqliteKysely<Tables>(raw)
  // Kysely only closes what it has opened.
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

export async function openPostgres(): Promise<OpenDatabase> {
  const server = await postgresUrl()
  const name = `nonet_test_${process.pid}_${randomBytes(6).toString('hex')}`
  await once(server, `create database ${name} template template0 encoding 'UTF8' locale 'C'`)
  const pool = new pg.Pool({connectionString: withDatabase(server, name), max: 4, types: exactTypes})
  let closing = false
  pool.on('error', cause => {
    // A connection that is just saying goodbye is cut off by the drop below; any other loss is a failure.
    if (!closing) throw cause
  })
  const db = new Kysely<Tables>({dialect: new PostgresDialect({pool})})
  await installPostgresFunctions(db)
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
      await once(server, `drop database if exists ${name} with (force)`)
    },
  }
}

/** Every value as PostgreSQL writes it, but booleans and nulls: the driver's own readers round and shift. */
const exactTypes: pg.CustomTypesConfig = {
  getTypeParser: oid => (oid === pg.types.builtins.BOOL ? (text: string) => text === 't' : (text: string) => text),
}

async function postgresUrl(): Promise<string> {
  const answer = await fetch(inject('postgresKeeper'))
  const text = await answer.text()
  if (!answer.ok) throw new Error(text)
  return text
}

function withDatabase(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

async function once(server: string, text: string): Promise<void> {
  const client = new pg.Client({connectionString: server})
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}
