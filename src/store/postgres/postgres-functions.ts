/**
 * Installs the `nonet.…` functions of our SQL in a PostgreSQL database, in their own schema, and the evaluator's time
 * zone data. Installing again changes nothing; a newer set replaces an older one.
 */
import {createHash} from 'node:crypto'
import {type Kysely, sql} from 'kysely'
import {
  postgresClock,
  postgresDays,
  postgresOffsets,
  type ZoneChange,
  zoneChanges,
} from '../../feel/sql/postgres-calendar.ts'
import {postgresNumbers} from '../../feel/sql/postgres-numbers.ts'
import {type LetterCases, type NewLetters, postgresPatterns, postgresTexts} from '../../feel/sql/postgres-texts.ts'

/** Any number that nothing else locks: two servers may start at once. */
const INSTALLING = 903_214_771

/** Works on a database with any tables. */
export async function installPostgresFunctions<Tables>(db: Kysely<Tables>): Promise<void> {
  const mark = await markOf(db)
  if ((await installedMark(db)) === mark) return
  const text = textOf(await casesOf(db))
  await alone(db, async transaction => {
    if ((await installedMark(transaction)) === mark) return
    await sql`create schema if not exists nonet`.execute(transaction)
    for (const statement of statementsOf(text)) await sql.raw(statement).execute(transaction)
    await installOffsets(transaction)
    await sql`comment on schema nonet is ${sql.lit(mark)}`.execute(transaction)
  })
}

const textOf = (cases: LetterCases): string =>
  postgresNumbers + postgresDays + postgresClock + postgresTexts(cases) + postgresPatterns

/** Changes with the functions, with the Unicode data of this Node, and with the version of PostgreSQL. */
async function markOf<Tables>(db: Kysely<Tables>): Promise<string> {
  const none = {from: '', to: ''}
  const text = textOf({collation: '', upper: none, lower: none})
  const version = await sql<{server_version: string}>`show server_version`.execute(db)
  const made = createHash('sha256').update(text).digest('hex').slice(0, 16)
  return `functions ${made}, Unicode ${process.versions.unicode}, PostgreSQL ${version.rows[0]?.server_version}`
}

/** Stores the clock changes of a document's TIME_ZONE, after the functions are installed. */
export async function installPostgresZone<Tables>(db: Kysely<Tables>, zone: string): Promise<void> {
  const changes = zoneChanges(zone)
  const [zones, since, offsets] = [
    changes.map(() => zone),
    changes.map(change => change.since),
    changes.map(change => change.offset),
  ]
  await alone(db, async transaction => {
    await sql`delete from nonet.zone_change where zone = ${zone}`.execute(transaction)
    await sql`insert into nonet.zone_change (zone, since, "offset")
      select * from unnest(${zones}::text[], ${since}::bigint[], ${offsets}::bigint[])`.execute(transaction)
    await installOffsets(transaction)
  })
}

/** Writes the function of all zones in the table. */
async function installOffsets<Tables>(db: Kysely<Tables>): Promise<void> {
  const {rows} = await sql<{zone: string; since: unknown; offset: unknown}>`
    select zone, since, "offset" from nonet.zone_change order by zone, since`.execute(db)
  const zones = new Map<string, ZoneChange[]>()
  for (const {zone, since, offset} of rows) {
    const changes = zones.get(zone) ?? []
    changes.push({since: Number(since), offset: Number(offset)})
    zones.set(zone, changes)
  }
  await sql.raw(postgresOffsets(zones)).execute(db)
}

/** Whether the database's history of the zone equals ours, so that nothing has to be installed. */
export async function knowsZone<Tables>(db: Kysely<Tables>, zone: string): Promise<boolean> {
  const {rows} = await sql<{since: unknown; offset: unknown}>`
    select since, "offset" from nonet.zone_change where zone = ${zone} order by since`.execute(db)
  const known = rows.map(({since, offset}) => `${since} ${offset}`).join()
  return (
    known ===
    zoneChanges(zone)
      .map(({since, offset}) => `${since} ${offset}`)
      .join()
  )
}

async function alone<Tables>(db: Kysely<Tables>, run: (transaction: Kysely<Tables>) => Promise<void>): Promise<void> {
  const locked = async (transaction: Kysely<Tables>) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(INSTALLING)})`.execute(transaction)
    await run(transaction)
  }
  await (db.isTransaction ? locked(db) : db.transaction().execute(locked))
}

/** Each function starts a paragraph, with its comment before it. */
const statementsOf = (text: string): readonly string[] =>
  text.split(/\n\n(?=create |-- )/).filter(part => part.trim() !== '')

async function installedMark<Tables>(db: Kysely<Tables>): Promise<string | null> {
  const found = await sql<{mark: string | null}>`
    select obj_description(oid, 'pg_namespace') as mark from pg_namespace where nspname = 'nonet'`.execute(db)
  return found.rows[0]?.mark ?? null
}

async function casesOf<Tables>(db: Kysely<Tables>): Promise<LetterCases> {
  const collation = await caseCollation(db)
  const asked = await sql<{letter: string; upper: string; lower: string}>`
    select letter, upper(letter collate ${sql.raw(collation)}) as upper, lower(letter collate ${sql.raw(collation)}) as lower
    from unnest(${casedLetters()}::text[]) as letter`.execute(db)
  const missing = (name: 'upper' | 'lower', change: (letter: string) => string): NewLetters => {
    const unknown = asked.rows.filter(row => row[name] === row.letter && change(row.letter) !== row.letter)
    return {from: unknown.map(row => row.letter).join(''), to: unknown.map(row => change(row.letter)).join('')}
  }
  return {
    collation,
    upper: missing('upper', letter => letter.toUpperCase()),
    lower: missing('lower', letter => letter.toLowerCase()),
  }
}

/** Every letter that has another case. */
function casedLetters(): readonly string[] {
  const letters: string[] = []
  for (let point = 0x80; point < 0x11_0000; point++) {
    if (point >= 0xd800 && point <= 0xdfff) continue
    const letter = String.fromCodePoint(point)
    if (letter.toUpperCase() !== letter || letter.toLowerCase() !== letter) letters.push(letter)
  }
  return letters
}

/** PostgreSQL's own Unicode rules since 18, those of ICU before. */
async function caseCollation<Tables>(db: Kysely<Tables>): Promise<string> {
  const found = await sql<{collname: string}>`
    select collname from pg_collation where collname in ('pg_unicode_fast', 'und-x-icu')
    order by collname limit 1`.execute(db)
  const [first] = found.rows
  if (first === undefined)
    throw new Error('PostgreSQL lacks Unicode collations; version 18, or one with ICU, has them.')
  return `"${first.collname}"`
}
