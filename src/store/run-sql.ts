/** Small statements over tables that are only known as data. */
import {type RawBuilder, sql} from 'kysely'
import type {Db} from './database.ts'
import type {Row} from './each-row.ts'
import type {Table} from './schema.ts'

export async function run(db: Db, text: string): Promise<void> {
  await sql.raw(text).execute(db)
}

export function selectAll({name, columns}: Table): RawBuilder<Row> {
  return sql<Row>`select ${sql.join(columns.map(column => sql.ref(column.name)))} from ${sql.table(name)}`
}
