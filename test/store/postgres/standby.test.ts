/** A PostgreSQL server that is a standby: it can be read, and says that it cannot be written until it is promoted. */
import {sql} from 'kysely'
import {describe, expect, onTestFinished, test} from 'vitest'
import {openStore} from '../../../src/store/open.ts'
import type {Db} from '../../../src/store/sql.ts'
import {isStandby} from '../../../src/store/store.ts'
import {startPostgres} from '../../kit/postgres.ts'
import {onServer} from '../../kit/postgres-template.ts'
import {sqlite, stores} from '../../kit/store-databases.ts'

const add = (db: Db, id: number) => sql`insert into item (id) values (${id})`.execute(db)
const ids = async (db: Db) => (await sql<{id: unknown}>`select id from item order by id`.execute(db)).rows

describe.each(stores.filter(({name}) => name === 'postgres'))('a standby on $name', () => {
  test('O8: is read, refuses to write as a database that cannot be written, and writes once it is promoted', async () => {
    const server = await startPostgres()
    onTestFinished(() => server.stop())
    const store = await openStore(server.url)
    onTestFinished(() => store.close())
    await store.exclusive(db => sql`create table item (id integer primary key)`.execute(db))
    await store.transaction(db => add(db, 1))
    expect(await isStandby(store)).toBe(false)

    await server.becomeStandby()
    expect(await store.read(ids)).toEqual([{id: '1'}])
    expect(await isStandby(store)).toBe(true)
    const refused = {name: 'StoreError', code: 'READ_ONLY'}
    await expect(store.transaction(db => add(db, 2))).rejects.toMatchObject(refused)
    await expect(store.exclusive(db => add(db, 3))).rejects.toMatchObject(refused)

    await onServer(server.url, 'select pg_promote()')
    expect(await isStandby(store)).toBe(false)
    await store.transaction(db => add(db, 4))
    expect(await store.read(ids)).toEqual([{id: '1'}, {id: '4'}])
  })
})

test('O8: a file is never a standby', async () => {
  const store = await openStore(await sqlite.make())
  onTestFinished(() => store.close())
  expect(await isStandby(store)).toBe(false)
})
