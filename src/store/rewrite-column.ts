/** Carries the values of a column over into another one, or renews them where they are; each different value once. */
import {sql} from 'kysely'
import type {DatabaseName, Db} from './database.ts'
import {limitTo} from './limit-to.ts'
import {quoted} from './sql-text.ts'
import type {Work} from './work-item.ts'

type RewriteWork = Extract<Work, {readonly kind: 'rewrite'}>

const atOnce = 500

/** Page by page and not as one stream, because what is read must be written on the same connection. */
export async function rewriteColumn(db: Db, database: DatabaseName, work: RewriteWork): Promise<void> {
  await collect(db, database, work)
  for (let last = 0; ; ) {
    const {rows} = await sql<{n: unknown; before: unknown}>`
      select n, before from nonet_before where n > ${last} order by n ${limitTo(atOnce)}`.execute(db)
    if (rows.length === 0) break
    await insert(
      db,
      rows.flatMap(row => changed(work, row, database)),
    )
    last = Number(rows.at(-1)?.n)
  }
  await carryOver(db, work)
  await sql`drop table nonet_before`.execute(db)
  await sql`drop table nonet_after`.execute(db)
}

/** Each different value once. PostgreSQL joins without an index, which could not hold long texts there. */
async function collect(db: Db, database: DatabaseName, {table, from, to}: RewriteWork): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)
  const column = quoted(from.name)
  await run(`create temporary table "nonet_before" ("n" bigint primary key, "before" ${from.type})`)
  await run(`create temporary table "nonet_after" ("n" bigint primary key, "after" ${to.type})`)
  const different = `select distinct ${column} as "v" from ${quoted(table)} where ${column} is not null`
  await run(`insert into "nonet_before" select row_number() over (), "v" from (${different}) as "different"`)
  if (database === 'sqlite') await run('create index "nonet_before_value" on "nonet_before" ("before")')
}

/** The plan was measured under the same lock, so that what does not fit here is our mistake, and undoes everything. */
function changed({table, from, to, rewrite}: RewriteWork, row: {n: unknown; before: unknown}, database: DatabaseName) {
  const result = rewrite(row.before, database)
  if (!result.ok) throw new Error(`A value of ${table}.${from.name} does not fit: ${result.problem}.`)
  return from.name === to.name && result.stored === row.before ? [] : [[row.n, result.stored] as const]
}

async function insert(db: Db, pairs: readonly (readonly [unknown, unknown])[]): Promise<void> {
  if (pairs.length === 0) return
  const rows = pairs.map(([n, after]) => sql`(${n}, ${after})`)
  await sql`insert into nonet_after (n, after) values ${sql.join(rows)}`.execute(db)
}

async function carryOver(db: Db, {table, from, to}: RewriteWork): Promise<void> {
  const values = '"nonet_before" join "nonet_after" on "nonet_after"."n" = "nonet_before"."n"'
  const update = `update ${quoted(table)} set ${quoted(to.name)} = "nonet_after"."after" from ${values}`
  await sql.raw(`${update} where "nonet_before"."before" = ${quoted(table)}.${quoted(from.name)}`).execute(db)
}
