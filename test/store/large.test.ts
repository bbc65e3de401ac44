import {statSync} from 'node:fs'
import {sql} from 'kysely'
import {describe, expect, test} from 'vitest'
import type {Db} from '../../src/store/database.ts'
import {prepare} from '../../src/store/prepare.ts'
import {preview} from '../../src/store/preview.ts'
import type {Store} from '../../src/store/store.ts'
import {opened, stores} from '../kit/store-databases.ts'
import {entitiesOf, entity} from '../kit/store-document.ts'

const million = 1_000_000
const before = entitiesOf(entity('Ticket', ['subject | text 0..60 | yes', 'size | number', 'state | one of low, high']))

/** Ids that grow, as real ones do. */
async function fill(db: Db, {database}: Store): Promise<void> {
  const id =
    database === 'sqlite'
      ? sql`printf('01900000-0000-7000-8000-%012x', n)`
      : sql`('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`
  const numbers =
    database === 'sqlite'
      ? sql`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(million)}) select`
      : sql`select`
  const from = database === 'sqlite' ? sql`numbers` : sql`generate_series(1, ${sql.lit(million)}) as numbers(n)`
  const now = database === 'sqlite' ? sql`'2026-01-01T00:00:00.000Z'` : sql`timestamptz '2026-01-01T00:00:00Z'`
  await sql`insert into ticket (id, created, updated, version, subject, size, state)
    ${numbers} ${id}, ${now}, ${now}, 1, 'Ticket number ' || n, n % 1000, case when n % 3 = 0 then 'low' else 'high' end from ${from}`.execute(
    db,
  )
}

/** What changes when a table is written anew. */
async function written(store: Store, table: string): Promise<unknown> {
  return await store.read(async db => {
    if (store.database === 'postgres')
      return (await sql`select relfilenode::text as file from pg_class where relname = ${table}`.execute(db)).rows
    const {rows} = await sql<{page_count: bigint}>`pragma page_count`.execute(db)
    return Math.round(Number(rows[0]?.page_count) / 200)
  })
}

describe.each(stores)('a million records on $name', ({make}) => {
  test('are planned within seconds, and not written anew by what loses nothing', {timeout: 300_000}, async () => {
    const store = await opened(await make())
    await prepare(store, before)
    await store.transaction(db => fill(db, store))
    const after = entitiesOf(
      entity('Case (was Ticket)', [
        'title (was subject) | text 0..200 | yes',
        'size | number',
        'state | one of low, high, urgent',
        'due | date',
        'rank | number | yes | 3',
      ]),
    )
    const files = await written(store, 'ticket')
    const begun = performance.now()
    const {measured} = await preview(store, after)
    expect(measured.weight).toBe('safe')
    expect(measured.steps.some(({text}) => text.endsWith('1,000,000 records get 3.'))).toBe(true)
    const planned = performance.now()
    expect(await prepare(store, after)).toMatchObject({kind: 'ready', changed: true})
    const applied = performance.now()
    expect(await written(store, 'case')).toEqual(files)
    if (store.database === 'sqlite') expect(statSync(`${store.address.slice(7)}-wal`).size).toBeGreaterThan(0)
    const {rows} = await store.read(db => sql`select count(*) as n from "case" where rank = 3`.execute(db))
    expect(Number(Object.values(rows[0] ?? {})[0])).toBe(million)
    console.log(
      `${store.database}: planned in ${Math.round(planned - begun)} ms, applied in ${Math.round(applied - planned)} ms`,
    )
    expect(planned - begun).toBeLessThan(10_000)
  })

  test('that would not fit are counted within seconds, with three examples', {timeout: 300_000}, async () => {
    const store = await opened(await make())
    await prepare(store, before)
    await store.transaction(db => fill(db, store))
    const after = entitiesOf(
      entity('Ticket', ['subject | text 0..20 | yes | | yes', 'size | number 0..998', 'state | one of low | yes']),
    )
    const begun = performance.now()
    const {measured} = await preview(store, after)
    const took = performance.now() - begun
    console.log(`${store.database}: counted in ${Math.round(took)} ms`)
    const refused = measured.steps.filter(({weight}) => weight === 'refused')
    expect(refused.map(({count}) => count)).toEqual([1, 1000, 666_667])
    expect(refused[1]?.examples.length).toBe(1)
    expect(took).toBeLessThan(15_000)
  })
})
