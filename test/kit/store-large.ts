/** A table of many records, and migrations of it: counted exactly, and not rewritten by changes that lose nothing. */
import {statSync} from 'node:fs'
import {DatabaseSync} from 'node:sqlite'
import {sql} from 'kysely'
import {expect} from 'vitest'
import {prepare, preview} from '../../src/store/plan/prepare.ts'
import type {Db} from '../../src/store/sql.ts'
import type {Store} from '../../src/store/store.ts'
import {opened, type StorePlace} from './store-databases.ts'
import {entitiesOf, entity} from './store-document.ts'

const before = entitiesOf(entity('Ticket', ['subject | text 0..60 | yes', 'size | number', 'state | one of low, high']))

/** Increasing ids, like real ones. */
async function fill(db: Db, {database}: Store, most: number): Promise<void> {
  const id =
    database === 'sqlite'
      ? sql`printf('01900000-0000-7000-8000-%012x', n)`
      : sql`('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`
  const numbers =
    database === 'sqlite'
      ? sql`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(most)}) select`
      : sql`select`
  const from = database === 'sqlite' ? sql`numbers` : sql`generate_series(1, ${sql.lit(most)}) as numbers(n)`
  const now = database === 'sqlite' ? sql`'2026-01-01T00:00:00.000Z'` : sql`timestamptz '2026-01-01T00:00:00Z'`
  await sql`insert into ticket (id, created, updated, version, subject, size, state)
    ${numbers} ${id}, ${now}, ${now}, 1, case when n = ${sql.lit(most)} then 'The last of them all, number ' || n else 'Ticket ' || n end, n % 1000, case when n % 3 = 0 then 'low' else 'high' end from ${from}`.execute(
    db,
  )
}

/** Returns whether the rows were rewritten by the migration. */
async function watchRows(store: Store, table: string): Promise<(table: string) => Promise<boolean>> {
  if (store.database === 'postgres') {
    const file = await fileOf(store, table)
    return async later => (await fileOf(store, later)) !== file
  }
  const path = store.address.replace('sqlite:', '')
  const database = new DatabaseSync(path)
  database.exec('pragma wal_checkpoint(truncate)')
  database.close()
  const {size} = statSync(path)
  // Everything written goes to the WAL first; the rows are most of the file.
  return async () => statSync(`${path}-wal`).size > size / 10
}

async function fileOf(store: Store, table: string): Promise<unknown> {
  const query = sql<{file: unknown}>`select relfilenode::text as file from pg_class where relname = ${table}`
  return (await store.read(db => query.execute(db))).rows[0]?.file
}

const harmless = entitiesOf(
  entity('Case (was Ticket)', [
    'title (was subject) | text 0..200 | yes',
    'size | number',
    'state | one of low, high, urgent',
    'due | date',
    'rank | number | yes | 3',
  ]),
)

const harmful = entitiesOf(
  entity('Ticket', ['subject | text 0..20 | yes | | yes', 'size | number 0..998', 'state | one of low | yes']),
)

/** `most` is a multiple of 3000. */
export async function planLarge({make}: Pick<StorePlace, 'make'>, most: number): Promise<void> {
  const store = await opened(await make())
  await prepare(store, before)
  await store.transaction(db => fill(db, store, most))
  const safe = await preview(store, harmless)
  const harm = await preview(store, harmful)
  expect(safe.measured.weight).toBe('safe')
  const said = `${most.toLocaleString('en')} records get 3.`
  expect(safe.measured.steps.some(({text}) => text.endsWith(said))).toBe(true)
  const refused = harm.measured.steps.filter(({weight}) => weight === 'refused')
  expect(refused.map(({count}) => count)).toEqual([1, Math.floor(most / 1000), most - Math.floor(most / 3)])
  const isWrittenAnew = await watchRows(store, 'ticket')
  expect(await prepare(store, harmless)).toMatchObject({kind: 'ready', changed: true})
  expect(await isWrittenAnew('case')).toBe(false)
  const {rows} = await store.read(db => sql<{n: unknown}>`select count(*) as n from "case" where rank = 3`.execute(db))
  expect(Number(rows[0]?.n)).toBe(most)
}
