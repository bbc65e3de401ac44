/** Carries the values of a column over into another one, or renews them where they are; each different value once. */
import {sql} from 'kysely'
import type {DatabaseName, Db} from './database.ts'
import {eachRow, type Row} from './each-row.ts'
import {quoted} from './sql-text.ts'
import type {Work} from './work-item.ts'

type RewriteWork = Extract<Work, {readonly kind: 'rewrite'}>

const atOnce = 500

export async function rewriteColumn(db: Db, database: DatabaseName, work: RewriteWork): Promise<void> {
  await makeTable(db, database, work)
  const column = sql.ref(work.from.name)
  const values = sql<Row>`select distinct ${column} as value from ${sql.table(work.table)} where ${column} is not null`
  for await (const rows of eachRow(db, database, values)) {
    const pairs = rows.map(({value}) => [value, rewritten(work, value, database)] as const)
    const changed = work.from.name === work.to.name ? pairs.filter(([before, after]) => before !== after) : pairs
    for (let start = 0; start < changed.length; start += atOnce) await insert(db, changed.slice(start, start + atOnce))
  }
  await carryOver(db, work)
  await sql`drop table nonet_values`.execute(db)
}

/** Without an index on PostgreSQL, where it could not hold long texts; a join over all of them needs none. */
async function makeTable(db: Db, database: DatabaseName, {from, to}: RewriteWork): Promise<void> {
  const key = database === 'sqlite' ? ' primary key' : ''
  const columns = `"before" ${from.type}${key}, "after" ${to.type}`
  await sql.raw(`create temporary table "nonet_values" (${columns})`).execute(db)
}

/** The plan was measured under the same lock, so that what does not fit here is our mistake, and undoes everything. */
function rewritten({table, from, rewrite}: RewriteWork, value: unknown, database: DatabaseName) {
  const result = rewrite(value, database)
  if (!result.ok) throw new Error(`A value of ${table}.${from.name} does not fit: ${result.problem}.`)
  return result.stored
}

async function insert(db: Db, pairs: readonly (readonly [unknown, unknown])[]): Promise<void> {
  const rows = pairs.map(([before, after]) => sql`(${before}, ${after})`)
  await sql`insert into nonet_values (before, after) values ${sql.join(rows)}`.execute(db)
}

async function carryOver(db: Db, {table, from, to}: RewriteWork): Promise<void> {
  const update = `update ${quoted(table)} set ${quoted(to.name)} = "nonet_values"."after" from "nonet_values"`
  await sql.raw(`${update} where "nonet_values"."before" = ${quoted(table)}.${quoted(from.name)}`).execute(db)
}
