/**
 * Gives a PostgreSQL database the functions that our SQL calls by `nonet.…`, in a schema of their own. Installing
 * them again changes nothing; a newer set replaces an older one.
 */
import {createHash} from 'node:crypto'
import {type Kysely, sql} from 'kysely'
import {postgresCalendar} from '../feel/sql/postgres-calendar.ts'
import {postgresNumbers} from '../feel/sql/postgres-numbers.ts'
import {postgresTexts} from '../feel/sql/postgres-texts.ts'

/** Any number does, as long as nobody else locks it: two servers may start at once. */
const INSTALLING = 903_214_771

/** Works on a database of any tables. */
export async function installPostgresFunctions<Tables>(db: Kysely<Tables>): Promise<void> {
  const text = postgresNumbers + postgresCalendar + postgresTexts(await caseCollation(db))
  const mark = `functions ${createHash('sha256').update(text).digest('hex').slice(0, 16)}`
  if ((await installedMark(db)) === mark) return
  await db.transaction().execute(async transaction => {
    await sql`select pg_advisory_xact_lock(${sql.lit(INSTALLING)})`.execute(transaction)
    if ((await installedMark(transaction)) === mark) return
    await sql`create schema if not exists nonet`.execute(transaction)
    for (const statement of statementsOf(text)) await sql.raw(statement).execute(transaction)
    await sql`comment on schema nonet is ${sql.lit(mark)}`.execute(transaction)
  })
}

/** Each function starts a paragraph; the comment before it belongs to it. */
const statementsOf = (text: string): readonly string[] =>
  text.split(/\n\n(?=create |-- )/).filter(part => part.trim() !== '')

async function installedMark<Tables>(db: Kysely<Tables>): Promise<string | null> {
  const found = await sql<{mark: string | null}>`
    select obj_description(oid, 'pg_namespace') as mark from pg_namespace where nspname = 'nonet'`.execute(db)
  return found.rows[0]?.mark ?? null
}

/** PostgreSQL's own Unicode rules since 18, those of ICU before. */
async function caseCollation<Tables>(db: Kysely<Tables>): Promise<string> {
  const found = await sql<{collname: string}>`
    select collname from pg_collation where collname in ('pg_unicode_fast', 'und-x-icu')
    order by collname limit 1`.execute(db)
  const [first] = found.rows
  if (first === undefined)
    throw new Error('This PostgreSQL knows no Unicode collation: version 18, or one with ICU, is needed.')
  return `"${first.collname}"`
}
