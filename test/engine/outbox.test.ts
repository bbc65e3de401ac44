/** The outbox: written with the change, delivered at least once, by one process at a time. */

import {describe, expect, it} from 'vitest'
import {
  type Deliverer,
  type Delivery,
  deliverDue,
  drop,
  mostAttempts,
  type OutboxMessage,
  type OutboxRow,
  pauseAfter,
  post,
  removeMessage,
  revive,
  setBack,
  take,
  Undeliverable,
} from '../../src/engine/outbox/outbox.ts'
import {deliverAll, listOutbox} from '../../src/screens/testing.ts'
import {newId} from '../../src/store/ids.ts'
import {openStore} from '../../src/store/open.ts'
import type {Store} from '../../src/store/store.ts'
import {engineOf} from '../kit/engine.ts'
import {opened, stores} from '../kit/store-databases.ts'

/** Delivers everything, and records it. */
function noting(got: string[], of: (row: OutboxRow) => string = row => row.id): Deliverer {
  return async row => {
    got.push(of(row))
    return 'delivered'
  }
}

const letter = (name: string): OutboxMessage => {
  const id = newId()
  return {id, event: id, kind: 'mail', name, entity: 'User', record: newId(), action: 'ping', payload: {name}}
}

const patience = 1000

/** A process that dies on demand: from then on nothing of it reaches the database. */
async function untilItDies(store: Store, work: (dying: Store, die: () => void) => Promise<unknown>): Promise<void> {
  let dead = false
  let die = () => {}
  const death = new Promise<void>(resolve => {
    die = () => {
      dead = true
      resolve()
    }
  })
  const dying: Store = {
    database: store.database,
    address: store.address,
    read: (...given) => store.read(...given),
    readOne: (...given) => store.readOne(...given),
    transaction: (...given) => (dead ? new Promise(() => {}) : store.transaction(...given)),
    exclusive: (...given) => store.exclusive(...given),
    onCommit: listener => store.onCommit(listener),
    define: functions => store.define(functions),
    compareFunctions: functions => store.compareFunctions(functions),
    describeRows: (...given) => store.describeRows(...given),
    oneRead: work => store.oneRead(work),
    noteReads: noted => store.noteReads(noted),
    countStatements: counted => store.countStatements(counted),
    close: () => store.close(),
  }
  await Promise.race([work(dying, die), death])
}

/** Kills the process when it delivers the poisoned row; concurrent deliveries end with it. */
function poisoned(got: string[], die: () => void): Deliverer {
  let dead = false
  return async ({name}) => {
    if (name === 'poison') {
      got.push(name)
      dead = true
      die()
    }
    await new Promise(resolve => setImmediate(resolve))
    if (!dead) got.push(name)
    return 'delivered'
  }
}

describe.each(stores)('the outbox on $name', ({make}) => {
  async function desk() {
    const address = await make()
    const made = await engineOf({document: '# Desk\n', address})
    const failures: string[] = []
    const delivery = (courier: Deliverer, store: Store = made.store): Delivery => ({
      store,
      couriers: {mail: courier},
      now: () => made.clock.now,
      random: () => 1,
      failed: ({row, dead}) => failures.push(`${row.name}${dead ? ' dead' : ''}`),
      patience,
    })
    const postAll = (letters: readonly OutboxMessage[]) =>
      made.store.transaction(async db => {
        for (const each of letters) await post(db, each, made.clock.now)
      })
    const list = () => made.store.read(db => listOutbox(db, 100))
    return {...made, address, failures, delivery, postAll, list}
  }

  it('delivers each message once, and removes it', async () => {
    const {delivery, postAll, list} = await desk()
    await postAll(['a', 'b', 'c'].map(letter))
    const got: string[] = []
    expect(await deliverAll(delivery(noting(got, row => row.name)))).toBe(3)
    expect(got.toSorted()).toEqual(['a', 'b', 'c'])
    expect(await list()).toEqual([])
  })

  it('retries under the same key, after a pause that doubles', async () => {
    const {clock, delivery, postAll, list, failures} = await desk()
    await postAll([letter('a')])
    const keys: string[] = []
    let works = false
    const courier: Deliverer = async ({id}) => {
      keys.push(id)
      if (works) return 'delivered'
      throw new Error('the server is down\r\nreally')
    }
    await deliverAll(delivery(courier))
    const [first] = await list()
    expect(first).toMatchObject({state: 'waiting', attempts: 1, problem: 'the server is down really'})
    expect((first?.due ?? 0) - clock.now).toBe(30_000)
    clock.now += 29_999
    expect(await deliverDue(delivery(courier))).toBe(0)
    clock.now += 1
    await deliverAll(delivery(courier))
    expect(((await list())[0]?.due ?? 0) - clock.now).toBe(60_000)
    clock.now += 60_000
    works = true
    await deliverAll(delivery(courier))
    expect(await list()).toEqual([])
    expect(keys).toHaveLength(3)
    expect(new Set(keys).size).toBe(1)
    expect(failures).toEqual(['a', 'a'])
  })

  it('gives up after many attempts, or immediately if the receiver rejects it, and retries on request', async () => {
    const {store, clock, delivery, postAll, list, failures} = await desk()
    const [slow, never] = [letter('slow'), letter('never')]
    await postAll([slow, never])
    const courier: Deliverer = async ({name}) => {
      throw name === 'never' ? new Undeliverable('no such person') : new Error('down')
    }
    for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
      await deliverAll(delivery(courier))
      clock.now += 7 * 60 * 60_000
    }
    const dead = await list()
    expect(dead.map(({name, state, attempts, problem}) => [name, state, attempts, problem])).toEqual([
      ['slow', 'dead', mostAttempts, 'down'],
      ['never', 'dead', 1, 'no such person'],
    ])
    expect(failures.filter(each => each.endsWith('dead')).toSorted()).toEqual(['never dead', 'slow dead'])
    expect(await deliverDue(delivery(courier))).toBe(0)
    expect(await store.transaction(db => drop(db, [never.id]))).toBe(1)
    expect(await store.transaction(db => revive(db, 'dead', clock.now))).toBe(1)
    const keys: string[] = []
    await deliverAll(delivery(noting(keys)))
    expect(keys).toEqual([slow.id])
  })

  it('lets no other process take a message during a lease, and one afterwards', async () => {
    const {store, clock, delivery, postAll} = await desk()
    await postAll([letter('a')])
    // Taken by a process that is killed before it delivers.
    const taking = {database: store.database, kinds: ['mail'], most: 8, lease: 2 * patience}
    const [lost] = await store.transaction(db => take(db, {...taking, now: clock.now}))
    expect(lost).toMatchObject({attempts: 0, unfinished: 1})
    clock.now += 2 * patience - 1
    expect(await deliverDue(delivery(async () => 'delivered'))).toBe(0)
    clock.now += 1
    const got: string[] = []
    expect(await deliverDue(delivery(noting(got, row => `${row.id} ${row.attempts} ${row.unfinished}`)))).toBe(1)
    expect(got).toEqual([`${lost?.id} 0 2`])
  })

  it('ignores the outcome of a process whose lease has expired', async () => {
    const {store, clock, postAll, list} = await desk()
    await postAll([letter('a')])
    const taking = {database: store.database, kinds: ['mail'], most: 8, lease: 1000}
    const [early] = await store.transaction(db => take(db, {...taking, now: clock.now}))
    clock.now += 1000
    const [late] = await store.transaction(db => take(db, {...taking, now: clock.now}))
    if (!early || !late) throw new Error('it was not taken twice')
    await store.transaction(db => setBack(db, early, {due: null, problem: 'too late'}))
    await store.transaction(db => removeMessage(db, early))
    expect(await list()).toMatchObject([{state: 'waiting', problem: null, attempts: 0, unfinished: 2}])
    await store.transaction(db => removeMessage(db, late))
    expect(await list()).toEqual([])
  })

  it('counts no attempt that ended with its process: a later failure has all its attempts', async () => {
    const {store, clock, delivery, postAll, list} = await desk()
    await postAll([letter('a')])
    const taking = {database: store.database, kinds: ['mail'], most: 8, lease: 1}
    const failing: Deliverer = async () => {
      throw new Error('down')
    }
    for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
      // Two processes are killed while they deliver it, then one survives to see it fail.
      for (let killed = 0; killed < 2; killed += 1, clock.now += 1)
        await store.transaction(db => take(db, {...taking, now: clock.now}))
      expect(await list()).toMatchObject([{state: 'waiting', attempts: attempt - 1, unfinished: 2}])
      await deliverAll(delivery(failing))
      clock.now += 7 * 60 * 60_000
    }
    expect(await list()).toMatchObject([{state: 'dead', attempts: mostAttempts, unfinished: 0, problem: 'down'}])
  })

  it('gives up on a message that crashes its process each time, after days, and on no message taken with it', async () => {
    const {store, clock, delivery, postAll, list} = await desk()
    await postAll(['poison', 'a', 'b', 'c'].map(letter))
    const began = clock.now
    const got: string[] = []
    for (let rows = await list(); rows.some(({state}) => state === 'waiting'); rows = await list()) {
      clock.now = Math.max(clock.now, ...rows.map(({due}) => due))
      await untilItDies(store, (dying, die) => deliverAll(delivery(poisoned(got, die), dying)))
    }
    expect(got.toSorted()).toEqual(['a', 'b', 'c', ...Array.from({length: mostAttempts}, () => 'poison')])
    expect(clock.now - began).toBeGreaterThan(24 * 60 * 60_000)
    expect(await list()).toMatchObject([{name: 'poison', state: 'dead', problem: 'No attempt has come to an end.'}])
  })

  it('delivers a message that has crashed its process several times alone, after the others', async () => {
    const {store, clock, delivery, postAll, list} = await desk()
    await postAll(['a', 'b', 'c'].map(letter))
    const taking = {database: store.database, kinds: ['mail'], most: 8, lease: 1}
    for (let killed = 0; killed < 3; killed += 1, clock.now += 1)
      await store.transaction(db => take(db, {...taking, now: clock.now}))
    await postAll(['d', 'e'].map(letter))
    const seen: string[] = []
    const carried = new Set<string>()
    await deliverAll(
      delivery(async ({name}) => {
        carried.add(name)
        await new Promise(resolve => setImmediate(resolve))
        seen.push([...carried].toSorted().join(' '))
        carried.delete(name)
        return 'delivered'
      }),
    )
    expect(seen.slice(0, 2)).toContain('d e')
    expect(seen.slice(2).toSorted()).toEqual(['a', 'b', 'c'])
    expect(await list()).toEqual([])
  })

  it('gives up on a courier that hangs, and continues', async () => {
    const {delivery, postAll, list} = await desk()
    await postAll([letter('hangs'), letter('goes')])
    const hanging: Deliverer = ({name}) => (name === 'goes' ? Promise.resolve('delivered') : new Promise(() => {}))
    await deliverDue({...delivery(hanging), patience: 30})
    expect(await list()).toMatchObject([{name: 'hangs', attempts: 1, problem: 'No end after 0.03 seconds.'}])
  })

  it('is delivered by several processes at once, each message by one of them', async () => {
    const {address, delivery, postAll, list} = await desk()
    const letters = Array.from({length: 40}, (_, index) => letter(`l${index}`))
    await postAll(letters)
    const others = [await opened(address), await opened(address)]
    const got: string[] = []
    const courier = noting(got)
    const counts = await Promise.all(
      [delivery(courier), ...others.map(store => delivery(courier, store))].map(each => deliverAll(each)),
    )
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(40)
    expect(got.toSorted()).toEqual(letters.map(({id}) => id).toSorted())
    expect(await list()).toEqual([])
  })

  it('keeps messages without a courier, and delivers the others', async () => {
    const {delivery, postAll, list} = await desk()
    await postAll([{...letter('hook'), kind: 'call'}, letter('a')])
    expect(await deliverAll(delivery(async () => 'delivered'))).toBe(1)
    expect(await list()).toMatchObject([{kind: 'call', name: 'hook', state: 'waiting', attempts: 0}])
  })

  it('survives a restart: posted or unfinished messages are delivered by the next process', async () => {
    const {address, clock, delivery, postAll} = await desk()
    const letters = [letter('a'), letter('b')]
    await postAll(letters)
    const earlier = await openStore(address)
    await earlier.transaction(db =>
      take(db, {database: earlier.database, kinds: ['mail'], most: 1, lease: 5000, now: clock.now}),
    )
    await earlier.close()
    const got: string[] = []
    const courier = noting(got)
    await deliverAll(delivery(courier, await opened(address)))
    expect(got).toHaveLength(1)
    clock.now += 5000
    await deliverAll(delivery(courier, await opened(address)))
    expect(got.toSorted()).toEqual(letters.map(({id}) => id).toSorted())
  })
})

describe('the pause before the next attempt', () => {
  it('doubles up to six hours, is never less than half of that, and ends after about two days', () => {
    const longest = Array.from({length: mostAttempts}, (_, index) => pauseAfter(index + 1, 1))
    expect(longest.slice(0, 4)).toEqual([30_000, 60_000, 120_000, 240_000])
    expect(longest.at(-2)).toBe(6 * 60 * 60_000)
    expect(longest.at(-1)).toBeNull()
    expect(pauseAfter(1, 0)).toBe(15_000)
    const hours = longest.reduce<number>((sum, each) => sum + (each ?? 0), 0) / 3_600_000
    expect(hours).toBeGreaterThan(48)
    expect(hours).toBeLessThan(72)
  })
})
