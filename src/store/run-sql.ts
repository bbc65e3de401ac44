/** Small statements over tables that are only known as data. */
import {type RawBuilder, sql} from 'kysely'
import type {DatabaseName, Db} from './database.ts'
import type {Row} from './each-row.ts'
import type {Table} from './schema.ts'

export async function run(db: Db, text: string): Promise<void> {
  await sql.raw(text).execute(db)
}

export function selectAll({name, columns}: Table): RawBuilder<Row> {
  return sql<Row>`select ${sql.join(columns.map(column => sql.ref(column.name)))} from ${sql.table(name)}`
}

/** SQLite does not watch references while a store is changed alone; PostgreSQL does. */
export async function checkReferences(db: Db, database: DatabaseName): Promise<void> {
  if (database === 'postgres') return
  const {rows} = await sql<Row>`pragma foreign_key_check`.execute(db)
  const [broken] = rows
  if (broken) throw new Error(`A reference of ${broken.table} to ${broken.parent} would lead nowhere.`)
}
