/** Numbers of `serial` fields: whatever others do at the same time, each is assigned once. */
import {sql} from 'kysely'
import {describe, expect, test} from 'vitest'
import {createCounter} from '../../src/store/ddl.ts'
import {nextOfCounter, raiseNumbers} from '../../src/store/ids.ts'
import type {Db} from '../../src/store/sql.ts'
import type {Store} from '../../src/store/store.ts'
import {opened, stores} from '../kit/store-databases.ts'

const counter = {name: 'item_number', column: 'number', from: 1}

/** Something else happens after each statement. */
const pausing = (db: Db, other: () => Promise<void>): Db =>
  db.withPlugin({
    transformQuery: ({node}) => node,
    async transformResult({result}) {
      await other()
      return result
    },
  })

describe.each(stores)('numbers on $name', ({make}) => {
  const prepared = async () => {
    const address = await make()
    const both = [await opened(address), await opened(address)] as const
    await both[0].exclusive(async db => {
      await sql`create table item (number bigint)`.execute(db)
      if (both[0].database === 'sqlite')
        await sql`create table if not exists nonet_counter (name text primary key, next integer not null)`.execute(db)
      for (const text of createCounter('item', counter, both[0].database)) await sql.raw(text).execute(db)
    })
    return both
  }
  const next = async (store: Store, count = 1) =>
    store.transaction(db => nextOfCounter({db, database: store.database}, counter, count))
  const raise = (store: Store, past: number) =>
    store.transaction(db => raiseNumbers({db, database: store.database}, counter, past))

  test.each([10, 9_000_000])(
    'code 15: are assigned once, also if others draw some while %i raises them',
    async past => {
      const [one, other] = await prepared()
      expect(await next(one)).toEqual([1])
      const drawn: number[] = []
      await one.transaction(async db => {
        // SQLite has one writer, and PostgreSQL lets others wait once a long way is taken in one step.
        const drawing = async () => {
          if (one.database === 'postgres' && drawn.length < 20) drawn.push(...(await next(other, 20)))
        }
        await raiseNumbers({db: pausing(db, drawing), database: one.database}, counter, past)
      })
      drawn.push(...(await next(one)), ...(await next(other)))
      expect(new Set(drawn).size).toBe(drawn.length)
      expect(drawn.at(-1)).toBeGreaterThan(past)
    },
  )

  test('code 15: go on above a number that was given, however far, and never go back', async () => {
    const [one, other] = await prepared()
    expect(await next(one)).toEqual([1])
    await raise(one, 7)
    expect(await next(other)).toEqual([8])
    await raise(other, 3)
    await Promise.all([raise(one, 9_000_000_000), raise(other, 5_000_000)])
    expect(await next(one, 2)).toEqual([9_000_000_001, 9_000_000_002])
  })

  test('code 15: a step that was rolled back is not taken', async () => {
    const [one, other] = await prepared()
    const failing = one.transaction(async db => {
      await raiseNumbers({db, database: one.database}, counter, 9_000_000)
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await next(other)).toEqual([1])
  })
})
