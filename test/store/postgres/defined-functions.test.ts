/** Functions that a document defines: shared by its processes, and kept while those of the version before may run. */
import {sql} from 'kysely'
import {describe, expect, onTestFinished, test} from 'vitest'
import {openStore, openToRead} from '../../../src/store/open.ts'
import {type Db, queryRows} from '../../../src/store/sql.ts'
import type {DefinedFunction} from '../../../src/store/store.ts'
import {newDatabaseName, onServer} from '../../kit/postgres-template.ts'
import {opened, stores} from '../../kit/store-databases.ts'

const named = (name: string, text = 'select 1', table = 'none'): DefinedFunction => ({
  name: `field_${name}`,
  definition: `create or replace function nonet.field_${name}(uuid) returns bigint language plpgsql stable as 'begin return (${text}); end'`,
  value: `(${text})`,
  table,
})

const namesIn = async (db: Db) => {
  const rows = await queryRows(db)`select proname from pg_proc where proname like 'field\\_%' order by 1`
  return rows.map(([name]) => String(name).slice('field_'.length))
}

describe.each(stores.filter(({name}) => name === 'postgres'))('functions of a document on $name', ({make}) => {
  test('are created once by two processes that start together', async () => {
    const address = await make()
    const [one, other] = [await opened(address), await opened(address)]
    const functions = [named('a'), named('b')]
    expect(await Promise.all([one.define(functions), other.define(functions)])).toEqual([true, true])
    expect(await one.read(namesIn)).toEqual(['a', 'b'])
    expect(await one.define(functions)).toBe(true)
  })

  test('of the latest versions stay, older ones are dropped', async () => {
    const store = await opened(await make())
    for (const name of ['a', 'b', 'c', 'd', 'e']) await store.define([named('each'), named(name)])
    expect(await store.read(namesIn)).toEqual(['a', 'b', 'c', 'd', 'e', 'each'])
    // A process with an earlier version starts: nothing is missing, so nothing changes.
    await store.define([named('each'), named('a')])
    await store.define([named('each'), named('f')])
    expect(await store.read(namesIn)).toEqual(['b', 'c', 'd', 'e', 'each', 'f'])
  })

  test('that others have dropped are created again when they are called', async () => {
    const store = await opened(await make())
    const inner = named('inner')
    const outer = named('outer', 'select nonet.field_inner($1)')
    await store.define([outer, inner])
    const call = (db: Db) => queryRows(db)`select nonet.field_outer(null)`
    const called = [['1']]
    for (const dropped of ['outer', 'inner'])
      for (const run of [store.read.bind(store), store.transaction.bind(store), store.readOne.bind(store)]) {
        await store.exclusive(db => sql`drop function ${sql.id('nonet', `field_${dropped}`)}`.execute(db))
        expect(await run(call)).toEqual(called)
      }
    const unknown = store.read(db => queryRows(db)`select nonet.field_unknown(null)`)
    await expect(unknown).rejects.toMatchObject({code: '42883'})
  })

  test('are not created by a store that only reads', async () => {
    const address = await make()
    const store = await opened(address)
    const reading = await openToRead(address)
    onTestFinished(() => reading?.close())
    expect(await reading?.define([named('a')])).toBe(false)
    await store.define([named('a')])
    expect(await reading?.define([named('a')])).toBe(true)
  })

  test('are not created for a role that may not', async () => {
    const address = await make()
    const role = newDatabaseName()
    await onServer(address, `create role ${role} login password 'secret'`)
    onTestFinished(async () => {
      await onServer(address, `drop owned by ${role}`)
      await onServer(address, `drop role ${role}`)
    })
    const url = new URL(address)
    Object.assign(url, {username: role, password: 'secret'})
    await onServer(address, `grant usage on schema nonet to ${role}`)
    const store = await openStore(url.href)
    onTestFinished(() => store.close())
    expect(await store.define([named('a')])).toBe(false)
    expect(await store.read(namesIn)).toEqual([])
    expect(await store.compareFunctions([named('a')])).toEqual({
      created: ['field_a'],
      dropped: [],
      role,
      mayCreate: false,
    })
  })

  test('are compared with those that there are', async () => {
    const store = await opened(await make())
    const [role] = (await store.read(db => queryRows(db)`select current_user`))[0] ?? []
    const changes = (created: readonly string[], dropped: readonly string[]) => ({
      created: created.map(name => `field_${name}`),
      dropped: dropped.map(name => `field_${name}`),
      role,
      mayCreate: true,
    })
    expect(await store.compareFunctions([named('a'), named('b')])).toEqual(changes(['a', 'b'], []))
    for (const name of ['a', 'b', 'c', 'd', 'e']) await store.define([named(name)])
    expect(await store.compareFunctions([named('a')])).toEqual(changes([], []))
    expect(await store.compareFunctions([named('f')])).toEqual(changes(['f'], ['a']))
  })

  test('read tables for the statements that call them, and those of the functions that they call', async () => {
    const store = await opened(await make())
    await store.exclusive(async db => {
      await sql`create table item (id uuid primary key)`.execute(db)
      await sql`create table other (id uuid primary key)`.execute(db)
    })
    const inner = named('inner', 'select count(*) from "item" as "x1" where "x1"."id" = $1')
    const outer = named('outer', 'select count(*) from "other" as "x1" where nonet.field_inner("x1"."id") > 0', 'third')
    await store.define([outer, inner])
    const {tables} = await store.noteReads(() => store.read(db => queryRows(db)`select nonet.field_outer(null)`))
    expect([...tables].toSorted()).toEqual(expect.arrayContaining(['item', 'other', 'third']))
  })
})
