/** Group commit: each transaction fails alone, and all are reported only when they are on disk. */
import {mkdtempSync, rmSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {sql} from 'kysely'
import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import type {Db} from '../../src/store/sql.ts'
import {openSqliteStore} from '../../src/store/sqlite/sqlite-store.ts'
import type {Store} from '../../src/store/store.ts'

const folder = mkdtempSync(join(tmpdir(), 'nonet-together-'))
let store: Store
let other: Store

beforeAll(async () => {
  store = await openSqliteStore(join(folder, 'records.sqlite'))
  await store.exclusive(db => sql`create table thing (name text primary key)`.execute(db))
  other = await openSqliteStore(join(folder, 'records.sqlite'))
})

afterAll(async () => {
  await store.close()
  await other.close()
  rmSync(folder, {recursive: true, force: true})
})

const names = async (from: Store): Promise<string[]> =>
  from.read(async db => {
    const {rows} = await sql<{name: string}>`select name from thing order by name`.execute(db)
    return rows.map(({name}) => name)
  })

const add = (name: string) => (db: Db) => sql`insert into thing (name) values (${name})`.execute(db)

describe('concurrent changes', () => {
  it('run one after the other, and a failing one is rolled back alone', async () => {
    const done = await Promise.allSettled([
      store.transaction(add('one'), {together: true}),
      store.transaction(
        async db => {
          await add('never')(db)
          throw new Error('not this one')
        },
        {together: true},
      ),
      store.transaction(add('one'), {together: true}),
      store.transaction(add('two'), {together: true}),
    ])
    expect(done.map(({status}) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled'])
    expect(await names(other)).toEqual(['one', 'two'])
  })

  it('see earlier changes, and return their own results', async () => {
    const counts = await Promise.all(
      [3, 4, 5].map(number =>
        store.transaction(
          async db => {
            await add(`number ${number}`)(db)
            const {rows} = await sql<{n: bigint}>`select count(*) as n from thing where name like 'number%'`.execute(db)
            return Number(rows[0]?.n)
          },
          {together: true},
        ),
      ),
    )
    expect(counts).toEqual([1, 2, 3])
  })

  it('are on disk when they are reported, and not before', async () => {
    const seen: string[][] = []
    const all = ['a', 'b', 'c'].map(async name => {
      await store.transaction(
        async db => {
          await add(`late ${name}`)(db)
          seen.push((await names(other)).filter(each => each.startsWith('late')))
        },
        {together: true},
      )
      return (await names(other)).filter(each => each.startsWith('late'))
    })
    const told = await Promise.all(all)
    expect(seen).toEqual([[], [], []])
    expect(told).toEqual([
      ['late a', 'late b', 'late c'],
      ['late a', 'late b', 'late c'],
      ['late a', 'late b', 'late c'],
    ])
  })
})
