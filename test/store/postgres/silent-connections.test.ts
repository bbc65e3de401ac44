/**
 * Connections that die without a word, as when a host disappears or an address moves: they stay open and carry no data.
 * A proxy in front of PostgreSQL stops passing data on those that it has, and serves new ones.
 */
import {connect, createServer, type Socket} from 'node:net'
import {sql} from 'kysely'
import {describe, expect, onTestFinished, test} from 'vitest'
import {openStore} from '../../../src/store/open.ts'
import type {Db} from '../../../src/store/sql.ts'
import type {Store} from '../../../src/store/store.ts'
import {opened, stores} from '../../kit/store-databases.ts'

interface Proxy {
  readonly url: string
  /** The connections of now carry no data any more. */
  silence(): void
  /** New ones carry none either. */
  isDown: boolean
}

async function proxyOf(address: string): Promise<Proxy> {
  const server = new URL(address)
  const pairs: [Socket, Socket][] = []
  const proxy = {url: '', isDown: false}
  const listening = createServer(client => {
    const other = connect(Number(server.port), server.hostname)
    for (const socket of [client, other]) socket.on('error', () => {})
    pairs.push([client, other])
    if (proxy.isDown) return
    client.pipe(other)
    other.pipe(client)
  })
  await new Promise<void>(resolve => listening.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of pairs.flat()) socket.destroy()
    listening.close()
  })
  const at = listening.address()
  const url = new URL(address)
  url.port = String(typeof at === 'object' ? at?.port : '')
  return Object.assign(proxy, {
    url: url.href,
    silence() {
      for (const [client, other] of pairs) {
        client.unpipe(other)
        other.unpipe(client)
        for (const socket of [client, other]) socket.pause()
      }
    },
  })
}

const silence = {before: 200, between: 100, most: 1000}
const count = async (db: Db) => Number((await sql<{n: unknown}>`select count(*) as n from item`.execute(db)).rows[0]?.n)
const add = (db: Db) => sql`insert into item (n) values (1)`.execute(db)
const change = (db: Db) => sql`update item set n = n + 1`.execute(db)
const sleep = (db: Db, seconds: number) => sql`select pg_sleep(${seconds})`.execute(db)

describe.each(stores.filter(({name}) => name === 'postgres'))('silent connections on $name', ({make}) => {
  const through = async (): Promise<{proxy: Proxy; store: Store; direct: Store}> => {
    const address = await make()
    const proxy = await proxyOf(address)
    const store = await openStore(proxy.url, {silence, connectionTimeout: 1000})
    onTestFinished(() => store.close())
    await store.exclusive(db => sql`create table item (n integer)`.execute(db))
    await store.transaction(add)
    await Promise.all(Array.from({length: 4}, () => store.read(db => sleep(db, 0.05))))
    return {proxy, store, direct: await opened(address)}
  }

  test('O2: are given up, with those that rest, and the work is done on new ones', async () => {
    const {proxy, store} = await through()
    proxy.silence()
    const work = [store.read(count), store.readOne(count), store.transaction(add), store.exclusive(add)]
    await Promise.all(work)
    expect(await Promise.all(Array.from({length: 6}, () => store.read(count)))).toEqual(Array(6).fill(3))
  })

  test('O2: leave no locks behind, when they were lost within a transaction', async () => {
    const {proxy, store, direct} = await through()
    let attempts = 0
    await store.transaction(async db => {
      attempts += 1
      await change(db)
      if (attempts === 1) proxy.silence()
      await add(db)
    })
    expect(attempts).toBe(2)
    await direct.transaction(change)
    expect(await direct.read(count)).toBe(2)
  })

  test('O2: are not those with a long statement, or that wait for a lock', async () => {
    const {store, direct} = await through()
    const long = async (seconds: number) => store.read(async db => void (await sleep(db, seconds)))
    const held = Promise.withResolvers<void>()
    const holding = direct.transaction(async db => {
      await change(db)
      held.resolve()
      await sleep(db, 1.2)
    })
    await held.promise
    let attempts = 0
    const waiting = store.transaction(async db => {
      attempts += 1
      await change(db)
    })
    await Promise.all([long(1.5), store.exclusive(db => sleep(db, 1.5)), holding, waiting])
    // The lock was waited for, and then the change of the other transaction was in the way.
    expect(attempts).toBe(2)
  })

  test('O2: the one that learns of commits is replaced, and says that something may have been missed', async () => {
    const {proxy, store, direct} = await through()
    const heard: (readonly string[] | null)[] = []
    onTestFinished(store.onCommit(({tables}) => heard.push(tables && [...tables])))
    await expect
      .poll(async () => {
        await direct.transaction(add)
        return heard
      })
      .toContainEqual(['item'])
    proxy.silence()
    await expect.poll(() => heard, {timeout: 10_000}).toContain(null)
    heard.length = 0
    await direct.transaction(add)
    await expect.poll(() => heard, {timeout: 10_000}).toContainEqual(['item'])
  })

  test('O2: a server that is gone altogether fails the work, and it works again afterwards', async () => {
    const {proxy, store} = await through()
    proxy.isDown = true
    proxy.silence()
    const lost = {name: 'StoreError', code: expect.stringMatching(/^(?:LOST|UNREACHABLE|BUSY)$/)}
    await expect(store.read(count)).rejects.toMatchObject(lost)
    proxy.isDown = false
    proxy.silence()
    expect(await store.read(count)).toBe(1)
  })
})
