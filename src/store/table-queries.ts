/** Queries over tables that are only known as data, read a few thousand rows at a time. */
import {CompiledQuery, type RawBuilder, sql} from 'kysely'
import type {Table} from './schema.ts'
import type {DatabaseName, Db} from './sql.ts'

// Rows a few thousand at a time, so that memory stays flat.

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

export async function run(db: Db, text: string): Promise<void> {
  await sql.raw(text).execute(db)
}

export function selectAll({name, columns}: Table): RawBuilder<StoredRow> {
  return sql<StoredRow>`select ${sql.join(columns.map(column => sql.ref(column.name)))} from ${sql.table(name)}`
}

/** SQLite does not watch references while a store is changed alone; PostgreSQL does. */
export async function checkReferences(db: Db, database: DatabaseName): Promise<void> {
  if (database === 'postgres') return
  const {rows} = await sql<StoredRow>`pragma foreign_key_check`.execute(db)
  const [broken] = rows
  if (broken) throw new Error(`A reference of ${broken.table} to ${broken.parent} would lead nowhere.`)
}
