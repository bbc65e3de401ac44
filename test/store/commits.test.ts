/**
 * The tables written by a commit, reported to listeners in this process and in others; and the tables that some work
 * reads.
 */
import {sql} from 'kysely'
import {describe, expect, it} from 'vitest'
import {tablesIn} from '../../src/store/commits.ts'
import type {Store} from '../../src/store/store.ts'
import {opened, stores} from '../kit/store-databases.ts'

async function prepare(store: Store): Promise<void> {
  await store.exclusive(async db => {
    for (const name of ['apple', 'pear']) await sql`create table ${sql.table(name)} (id text primary key)`.execute(db)
  })
}

const insert = (store: Store, table: string, id: string) =>
  store.transaction(db => sql`insert into ${sql.table(table)} (id) values (${id})`.execute(db))

const told = (store: Store) => {
  const heard: (string[] | null)[] = []
  store.onCommit(({tables}) => heard.push(tables && [...tables]))
  return heard
}

describe.each(stores)('commits on $name', ({name, make}) => {
  it('are reported with the written tables, once they are durable, and not after a rollback', async () => {
    const store = await opened(await make())
    await prepare(store)
    const heard = told(store)
    await insert(store, 'apple', 'a')
    expect(heard).toEqual([['apple']])
    await store.read(db => sql`select id from apple`.execute(db))
    await store.transaction(db => sql`select id from apple`.execute(db))
    await expect(
      store.transaction(async db => {
        await sql`delete from pear`.execute(db)
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    expect(heard).toHaveLength(1)
  })

  it('of another process are reported as well, until the listener leaves', async () => {
    const address = await make()
    const [here, there] = [await opened(address), await opened(address)]
    await prepare(here)
    // Prepared statements are reported too.
    const heard = told(here)
    await new Promise(resolve => setTimeout(resolve, 700))
    heard.length = 0
    await insert(there, 'pear', 'p')
    await expect.poll(() => heard).toContainEqual(name === 'postgres' ? ['pear'] : null)
  })

  it('the tables read by some work are known, however deep its statements are', async () => {
    const store = await opened(await make())
    await prepare(store)
    const deep = () => store.read(db => sql`select a.id from apple as a join "pear" as p on p.id = a.id`.execute(db))
    const {tables} = await store.noteReads(async () => {
      await Promise.resolve()
      return deep()
    })
    expect([...tables].sort()).toEqual(['apple', 'pear'])
  })
})

it('tables are found in every kind of statement', () => {
  expect(tablesIn('select "r"."id" from "request" as "r" cross join (select 1 from "user") as "u"')).toEqual({
    reads: ['request', 'user'],
    writes: [],
  })
  expect(tablesIn('with taken as (select id from nonet_outbox limit 8) update nonet_outbox set x = 1').writes).toEqual([
    'nonet_outbox',
  ])
  expect(tablesIn('insert into "a" (id) values (?) on conflict (id) do nothing').writes).toEqual(['a'])
  expect(tablesIn('delete from "a" where id in (select x from b)')).toMatchObject({writes: ['a']})
  expect(tablesIn('select 1 from "a" as x, "b" as y').reads).toEqual(['a', 'b'])
})
