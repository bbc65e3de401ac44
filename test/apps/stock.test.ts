/**
 * Stock with purchase orders: stock never falls below zero, orders are the sum of their lines, and arrivals are
 * counted.
 */

import {readFileSync} from 'node:fs'
import {describe, expect, it} from 'vitest'
import type {ListData} from '../../src/features/collections/data.ts'
import type {FormScreenData} from '../../src/features/forms/data.ts'
import type {RecordData} from '../../src/features/records/data.ts'
import type {Json} from '../../src/feel/core.ts'
import type {DashboardData} from '../../src/screens/dashboard/data.ts'
import {documentGrants, operator, runSystemActions} from '../../src/screens/testing.ts'
import {creating, deleting, done, engineOf, refusals, updating} from '../kit/engine.ts'
import {pagesOf} from '../kit/pages.ts'
import {sqlite, stores} from '../kit/store-databases.ts'
import {act, rulesOfDocument, shown} from '../kit/time-off.ts'
import {tally} from './parallel.ts'

const document = readFileSync(new URL('../documents/stock/app.md', import.meta.url), 'utf8')
type Fields = Readonly<Record<string, Json>>

async function workshop(address: string) {
  const open = () => engineOf({document, address, grants: documentGrants, rules: rulesOfDocument})
  const made = await open()
  const {engine} = made
  const make = async (entity: string, fields: Fields) => done(await engine.change(operator, [creating(entity, fields)]))
  const addPerson = async (name: string, ...roles: string[]) => {
    const {id} = await make('User', {name, email: `${name.toLowerCase()}@example.com`, roles})
    return {kind: 'person', id, name, roles} as const
  }
  const supplier = await make('Supplier', {name: 'Nordstahl', email: 'orders@example.com'})
  const bolt = await make('Product', {sku: 'BLT-1', name: 'Bolt', reorder_at: 5})
  const nut = await make('Product', {sku: 'NUT-1', name: 'Nut'})
  const people = {
    bea: await addPerson('Bea', 'Buyer'),
    sam: await addPerson('Sam', 'Storekeeper'),
    hedy: await addPerson('Hedy', 'Head'),
    stan: await addPerson('Stan', 'Staff'),
  }
  const line = (order: {id: string}, product: {id: string}, quantity: number, price: number) =>
    engine.change(people.bea, [creating('Line', {order: order.id, product: product.id, quantity, price})])
  const order = async () => done(await engine.change(people.bea, [creating('Order', {supplier: supplier.id})]))
  return {...made, open, make, people, supplier, bolt, nut, line, order}
}

describe.each(stores)('stock on $name', ({make: place}) => {
  it('hands out exactly the stock under fifty parallel withdrawals', async () => {
    const {engine, open, make, people, bolt} = await workshop(await place(document))
    const engines = [engine, (await open()).engine] as const
    await make('Movement', {product: bolt.id, quantity: 41, why: 'counted'})
    const wish = {product: bolt.id, quantity: 2, person: people.stan.id, purpose: 'A shelf'}
    const asked = done(await engine.change(operator, [creating('Withdrawal', wish)]))
    const others = await engine.change(
      operator,
      Array.from({length: 49}, () => creating('Withdrawal', wish)),
    )
    const all = [asked, ...(others.ok ? others.records : [])]
    expect(all).toHaveLength(50)
    const attempts = all.map((withdrawal, index) => async () => {
      const outcome = await act(engines[index % 2 ? 1 : 0], people.sam, withdrawal, 'hand_out')
      return outcome.ok ? 'handed out' : outcome.code
    })
    // Twenty times two of forty-one; one is left.
    expect(await tally(attempts)).toEqual({'handed out': 20, NOT_ON_HAND: 30})
    expect(await shown(engine, bolt, 'on_hand')).toBe('1')
    expect(await shown(engine, bolt, 'count(Withdrawal[status = "handed_out"])')).toBe('20')
    expect(await shown(engine, bolt, 'count(Movement[quantity < 0])')).toBe('20')
  }, 120_000)

  it('orders small amounts directly and requests approval for large ones, by the sum of the lines', async () => {
    const {engine, people, bolt, nut, line, order} = await workshop(await place(document))
    const {bea, hedy} = people
    const small = await order()
    expect(refusals(await act(engine, bea, small, 'send'))).toEqual(['NO_LINES'])
    done(await line(small, bolt, 100, 9.99))
    done(await line(small, nut, 1, 1))
    // 999 + 1
    expect(await shown(engine, small, 'total')).toBe('1000')
    done(await act(engine, bea, small, 'send'))
    expect(await shown(engine, small, 'status')).toBe('ordered')
    const large = await order()
    done(await line(large, bolt, 100, 10.01))
    const waiting = done(await act(engine, bea, large, 'send'))
    expect(await shown(engine, large, 'status')).toBe('asked')
    expect(refusals(await act(engine, bea, waiting, 'agree'))).toEqual(['OWN_ORDER'])
    done(await act(engine, hedy, waiting, 'agree'))
    expect(await shown(engine, large, 'status')).toBe('ordered')
    expect(await shown(engine, bolt, 'on_order')).toBe('200')
  })

  it('checks the rules of the order when only a line is written, and lets nobody change lines of a placed order', async () => {
    const {engine, people, bolt, nut, line, order} = await workshop(await place(document))
    const {bea} = people
    const large = await order()
    const first = done(await line(large, bolt, 1, 30_000))
    expect(refusals(await line(large, nut, 1, 20_000.01))).toEqual(['ORDER_TOO_LARGE'])
    const second = done(await line(large, nut, 1, 20_000))
    expect(refusals(await engine.change(bea, [updating('Line', second, {quantity: 2})]))).toEqual(['ORDER_TOO_LARGE'])
    const swap = [updating('Line', second, {price: 30_000}), updating('Line', first, {price: 20_000})]
    done(await engine.change(bea, swap))
    expect(refusals(await line(large, bolt, 1, 1))).toEqual(['product: NOT_UNIQUE'])
    done(await act(engine, bea, large, 'send'))
    expect(refusals(await line(large, bolt, 1, 1))).toEqual(['product: NOT_UNIQUE'])
    expect(refusals(await engine.change(bea, [deleting('Line', {...second, version: 2})]))).toEqual(['FORBIDDEN'])
  })

  it('counts arrivals, never more than ordered, and completes when nothing is missing', async () => {
    const {engine, people, bolt, nut, line, order} = await workshop(await place(document))
    const {bea, sam} = people
    const placed = await order()
    const [bolts, nuts] = [done(await line(placed, bolt, 10, 1)), done(await line(placed, nut, 5, 1))]
    const takeIn = (at: typeof bolts, arrived: number) => act(engine, sam, at, 'take_in', {arrived})
    expect(refusals(await takeIn(bolts, 1))).toEqual(['NOT_ORDERED'])
    const sent = done(await act(engine, bea, placed, 'send'))
    done(await takeIn(bolts, 4))
    expect(await shown(engine, bolt, 'on_hand')).toBe('4')
    expect(await shown(engine, placed, 'open_pieces')).toBe('11')
    expect(refusals(await takeIn(bolts, 7))).toEqual(['TOO_MANY_ARRIVED'])
    expect(refusals(await act(engine, bea, sent, 'cancel'))).toEqual(['HAS_ARRIVED'])
    done(await takeIn(nuts, 5))
    expect((await runSystemActions(engine)).performed).toBe(0)
    done(await act(engine, sam, sent, 'take_in_the_rest'))
    expect([await shown(engine, bolt, 'on_hand'), await shown(engine, nut, 'on_hand')]).toEqual(['10', '5'])
    expect(await shown(engine, placed, 'status')).toBe('received')
    const again = await order()
    const more = done(await line(again, bolt, 2, 1))
    done(await act(engine, bea, again, 'send'))
    // The last piece completes the order at once.
    done(await takeIn(more, 2))
    expect(await shown(engine, again, 'status')).toBe('received')
    expect((await runSystemActions(engine)).performed).toBe(0)
  })

  it('accepts no more than ordered when ten storekeepers count the same goods', async () => {
    const {engine, people, bolt, line, order} = await workshop(await place(document))
    const placed = await order()
    const bolts = done(await line(placed, bolt, 7, 1))
    done(await act(engine, people.bea, placed, 'send'))
    const attempts = Array.from({length: 10}, () => async () => {
      const outcome = await act(engine, people.sam, bolts, 'take_in', {arrived: 2})
      return outcome.ok ? 'counted' : outcome.code
    })
    expect(await tally(attempts)).toEqual({counted: 3, TOO_MANY_ARRIVED: 7})
    expect(await shown(engine, bolt, 'on_hand')).toBe('6')
  }, 60_000)
})

const {make: anywhere} = sqlite

describe('stock on its screens', () => {
  it('formats amounts with their currency: computed ones, in charts, and in inputs', async () => {
    const {engine, make, people, supplier, bolt} = await workshop(await anywhere())
    const bought = {supplier: supplier.id, buyer: people.bea.id, ordered_on: '2026-03-02', status: 'ordered'}
    const {id} = await make('Order', bought)
    await make('Line', {order: id, product: bolt.id, quantity: 3, price: 400})
    const pages = pagesOf(engine)
    const orders = (await pages.get<ListData>(people.hedy, '/orders')).data
    const total = orders.columns.findIndex(({key}) => key === 'total')
    expect(orders.records[0]?.cells[total]?.text).toBe('€1,200.00')
    const {cards} = (await pages.get<DashboardData>(people.hedy, '/figures')).data
    const spent = cards.map(({body}) => body).find(body => body.as === 'columns')
    expect(spent?.drawing.lines.map(({text}) => text)).toEqual(['€0', '€200', '€400', '€600', '€800', '€1K', '€1.2K'])
    const {fields} = (await pages.get<FormScreenData>(people.bea, '/products/new')).data
    expect(fields.flatMap(({name, unit}) => (unit === undefined ? [] : [`${name} ${unit}`]))).toEqual(['price €'])
  })

  it('leaves out sections of records that a person may not read, instead of showing them as empty', async () => {
    const {engine, make, people, bolt} = await workshop(await anywhere())
    await make('Movement', {product: bolt.id, quantity: 4, why: 'counted'})
    const pages = pagesOf(engine)
    const around = async (who: keyof typeof people) =>
      (await pages.get<RecordData>(people[who], '/products/BLT-1')).data.related.map(({records}) => records.length)
    expect([await around('hedy'), await around('stan')]).toEqual([[1], []])
  })
})
