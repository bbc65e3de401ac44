/** One read for a page: its parts share a connection and a snapshot, and a part that fails does not fail the others. */
import {sql} from 'kysely'
import {describe, expect, onTestFinished, test} from 'vitest'
import {atOnce} from '../../../src/engine/base/at-once.ts'
import {openStore} from '../../../src/store/open.ts'
import type {Db} from '../../../src/store/sql.ts'
import type {Store} from '../../../src/store/store.ts'
import {stores} from '../../kit/store-databases.ts'

const transactionOf = async (db: Db): Promise<string> => {
  const {rows} = await sql<{at: string}>`select pg_backend_pid()::text || ' ' || now()::text as at`.execute(db)
  return rows[0]?.at ?? ''
}

const failing = (db: Db) => sql`select 1 / (select count(*) from pg_class where oid = 0)`.execute(db)

const most = async (db: Db): Promise<number> => {
  const {rows} = await sql<{n: string}>`select coalesce(max(n), 0)::text as n from written`.execute(db)
  return Number(rows[0]?.n)
}

describe.each(stores.filter(({name}) => name === 'postgres'))('one read on $name', ({make}) => {
  /** With a single connection, a part that waited for another one would never end. */
  async function alone(): Promise<Store> {
    const store = await openStore(await make(), {connections: 1})
    onTestFinished(() => store.close())
    return store
  }

  test('is one transaction for all that is read inside, and begins with the first statement', async () => {
    const store = await alone()
    const {value, figures} = await store.countStatements(() =>
      store.oneRead(() =>
        atOnce([
          store.read(transactionOf),
          store.readOne(transactionOf),
          store.read(db => transactionOf(db).then(() => store.read(transactionOf))),
        ]),
      ),
    )
    expect(new Set(value).size).toBe(1)
    // Its beginning, four statements and its end.
    expect(figures.statements).toBe(6)
    expect((await store.countStatements(() => store.oneRead(async () => 'nothing'))).figures.statements).toBe(0)
  })

  test('a part that fails is told so, and the others are read', async () => {
    const store = await alone()
    const results = await store.oneRead(() =>
      Promise.allSettled([
        store.read(transactionOf),
        store.read(failing),
        store.read(transactionOf),
        store.read(db => transactionOf(db).then(() => transactionOf(db))),
      ]),
    )
    expect(results.map(({status}) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
    expect(String((results[1] as PromiseRejectedResult).reason)).toContain('division by zero')
    expect(await store.read(transactionOf)).not.toBe('')
  })

  test('what is read after something was written inside sees it', async () => {
    const store = await alone()
    await store.transaction(db => sql`create table written (n integer)`.execute(db))
    const seen = await store.oneRead(async () => {
      const before = await store.read(most)
      await store.transaction(db => sql`insert into written values (7)`.execute(db))
      return [before, await store.readOne(most), await store.read(most)]
    })
    expect(seen).toEqual([0, 7, 7])
  })

  test('sees one snapshot while others write', async () => {
    const address = await make()
    const [store, other] = [await openStore(address), await openStore(address)]
    onTestFinished(async () => {
      await Promise.all([store.close(), other.close()])
    })
    await other.transaction(db => sql`create table written (n integer)`.execute(db))
    const seen = await store.oneRead(async () => {
      const before = await store.read(most)
      await other.transaction(db => sql`insert into written values (7)`.execute(db))
      return [before, await store.readOne(most), await store.read(most)]
    })
    expect(seen).toEqual([0, 0, 0])
    expect(await store.readOne(most)).toBe(7)
  })

  test('long reads and work that goes on afterwards have reads of their own', async () => {
    const store = await alone()
    let later: Promise<string> = Promise.resolve('')
    let goOn = () => {}
    const ended = new Promise<void>(resolve => {
      goOn = resolve
    })
    const [short, long] = await store.oneRead(async () => {
      later = ended.then(() => store.read(transactionOf))
      return [await store.read(transactionOf), await store.read(transactionOf, {long: true})]
    })
    goOn()
    expect(new Set([short, long, await later]).size).toBe(3)
  })
})
