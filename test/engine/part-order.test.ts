/**
 * Line items are in the order of their owner's form: created, moved, removed and added again, and in tables without an
 * order.
 */

import {sql} from 'kysely'
import {describe, expect, it} from 'vitest'
import {listPage} from '../../src/engine/lists/list.ts'
import {emptyQuery, plainList} from '../../src/engine/query/list-query.ts'
import type {Ordered, PartRequest} from '../../src/engine/transaction/change.ts'
import {movedParts, type PlacedPart} from '../../src/engine/transaction/parts.ts'
import {inOrder} from '../../src/features/forms/parts.ts'
import {
  type Actor,
  type Engine,
  exportCsv,
  type Input,
  importCsv,
  operator,
  readHistory,
} from '../../src/screens/testing.ts'
import {prepare} from '../../src/store/plan/prepare.ts'
import {creating, done, engineOf, grant, person, refusals, updating} from '../kit/engine.ts'
import {opened, stores} from '../kit/store-databases.ts'
import {addRecord, entitiesOf, entity} from '../kit/store-document.ts'

const document = `# Orders

## 3. Entities

### Order

| Field | Type | Required | Unique |
|---|---|---|---|
| name | text 1..20 | yes | yes |
| lines | list of Line by order | | |

### Line
- part of: Order
- named by: what

| Field | Type | Required |
|---|---|---|
| order | Order | yes |
| what | text 1..20 | yes |
`

const line = (what: string): PartRequest => ({kind: 'create', fields: new Map<string, Input>([['what', {json: what}]])})
const lines = (...some: PartRequest[]) => ({parts: new Map([['lines', some]])})
const ordered = (...some: Ordered[]) => ({order: new Map([['lines', some]])})

interface Line {
  readonly id: string
  readonly version: number
  readonly what: string
}

/** As shown on a page. */
async function shown(engine: Engine, actor: Actor = operator): Promise<Line[]> {
  return engine.read(actor, async reader => {
    const screen = plainList({entity: 'Line', where: null, columns: [['what']], sort: inOrder, size: 50})
    const {rows} = await listPage(reader, reader.visibility, {screen, asked: emptyQuery})
    return rows.map(({id, version, cells}) => ({id, version, what: cells[0]?.text ?? ''}))
  })
}

const words = async (engine: Engine) => (await shown(engine)).map(({what}) => what).join(' ')

async function exported(engine: Engine, name: string): Promise<string> {
  return engine.read(operator, async reader => {
    let text = ''
    for await (const piece of exportCsv(reader, {entity: name})) text += piece
    return text
  })
}

const imported = (engine: Engine, name: string, text: string) =>
  importCsv(engine, operator, {entity: name, open: () => bytesOf(text)})

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text)
}

describe.each(stores)('line items on $name', ({make}) => {
  const fresh = async (grants?: Parameters<typeof engineOf>[0]['grants']) => {
    const {engine, store} = await engineOf({document, address: await make(document), ...(grants ? {grants} : {})})
    const made = done(await engine.change(operator, [creating('User', {name: 'Ada', email: 'ada@example.com'})]))
    const order = done(
      await engine.change(operator, [creating('Order', {name: 'A'}, lines(line('a'), line('b'), line('c')))]),
    )
    return {engine, store, ada: person(made.id, 'Seller'), order}
  }

  it('keep the order in which they were sent, and are moved, inserted and removed in one change', async () => {
    const {engine, ada, order} = await fresh()
    expect(await words(engine)).toBe('a b c')
    const [a, b, c] = await shown(engine)
    if (!a || !b || !c) throw new Error('there are three')
    const turned = done(await engine.change(ada, [updating('Order', order, {}, ordered(c.id, a.id, b.id))]))
    expect(turned.version).toBe(2)
    expect(await words(engine)).toBe('c a b')
    const parts: PartRequest[] = [{kind: 'delete', id: a.id, version: 2, fields: new Map()}, line('d'), line('e')]
    done(await engine.change(ada, [updating('Order', turned, {}, {...lines(...parts), ...ordered(1, b.id, 2, c.id)})]))
    expect(await words(engine)).toBe('d b e c')
  })

  it('record their previous position in their history, and the move in the owner’s', async () => {
    const {engine, ada, order} = await fresh()
    const [a, b, c] = await shown(engine)
    done(await engine.change(ada, [updating('Order', order, {}, ordered(b?.id ?? '', a?.id ?? '', c?.id ?? ''))]))
    const told = (name: string, id = '') => engine.read(ada, reader => readHistory(reader, {entity: name, id}))
    const [moved, created] = await told('Line', b?.id)
    expect(moved).toMatchObject({action: 'update', changes: [{field: 'position', before: 2, after: 1}]})
    expect(created?.changes.map(({field}) => field).sort()).toEqual(['order', 'what'])
    expect(await told('Line', c?.id)).toHaveLength(1)
    expect((await told('Order', order.id))[0]?.changes).toEqual([{field: 'lines', before: null, after: null}])
  })

  it('keep their positions if the actor may not change them, or sends a position', async () => {
    const {engine, ada, order} = await fresh(
      () => (actor, act, name) =>
        actor.kind === 'person' && (name === 'Order' || act === 'read' || act === 'create') ? [grant(null)] : [],
    )
    const [a, b] = await shown(engine)
    const outcome = await engine.change(ada, [updating('Order', order, {}, ordered(b?.id ?? '', a?.id ?? ''))])
    expect(refusals(outcome)).toEqual(['lines: FORBIDDEN', 'lines: FORBIDDEN'])
    expect(refusals(await engine.change(ada, [creating('Line', {order: order.id, what: 'x', position: 1})]))).toEqual([
      'position: NOT_TO_FILL_IN',
    ])
    expect(await words(engine)).toBe('a b c')
  })

  it('come last in another owner', async () => {
    const {engine, order} = await fresh()
    const other = done(await engine.change(operator, [creating('Order', {name: 'B'}, lines(line('z')))]))
    const z = (await shown(engine)).find(({what}) => what === 'z')
    if (!z) throw new Error('it is there')
    expect(other.id).not.toBe(order.id)
    done(await engine.change(operator, [updating('Line', z, {order: order.id})]))
    expect(await words(engine)).toBe('a b c z')
  })

  it('keep their order when exported and imported', async () => {
    const {engine, ada, order} = await fresh()
    const [a, b, c] = await shown(engine)
    done(await engine.change(ada, [updating('Order', order, {}, ordered(c?.id ?? '', b?.id ?? '', a?.id ?? ''))]))
    const files = {orders: await exported(engine, 'Order'), lines: await exported(engine, 'Line')}
    const {engine: other} = await engineOf({document, address: await make(document)})
    expect(await imported(other, 'User', await exported(engine, 'User'))).toMatchObject({ok: true})
    expect(await imported(other, 'Order', files.orders)).toMatchObject({ok: true})
    expect(await imported(other, 'Line', files.lines)).toMatchObject({ok: true})
    expect(await words(other)).toBe('c b a')
    expect(await exported(other, 'Line')).toBe(files.lines)
  })

  it('that were no line items before are ordered by creation', async () => {
    const owner = entity('Order', ['name | text'])
    const before = entitiesOf(owner, entity('Line', ['order | Order | yes', 'what | text']))
    const after = entitiesOf(owner, entity('Line', ['order | Order | yes', 'what | text'], ['part of: Order']))
    const store = await opened(await make())
    await prepare(store, before)
    const order = await addRecord(store, before, 'Order', {name: 'A'})
    const ids: string[] = []
    for (const what of ['a', 'b', 'c']) ids.push(await addRecord(store, before, 'Line', {order, what}))
    const prepared = await prepare(store, after)
    expect(prepared).toMatchObject({kind: 'ready', changed: true})
    const {rows} = await store.read(db =>
      sql<{id: unknown; position: unknown}>`select id, position from line order by id`.execute(db),
    )
    expect(rows.map(row => [String(row.id), Number(row.position)])).toEqual(
      ids.sort().map((id, index) => [id, index + 1]),
    )
    const back = await prepare(store, before)
    expect(back).toMatchObject({
      kind: 'stopped',
      text: expect.stringContaining('Line.position is removed. 3 values are lost.'),
    })
  })
})

describe('moving', () => {
  const at = (id: string, position: number): PlacedPart => ({id, version: 1, position})
  const moved = (there: PlacedPart[], wanted: string[]) =>
    movedParts(there, wanted).map(({id, position}) => [id, position])

  it('swaps positions among the listed items, and leaves the others', () => {
    const there = [at('a', 1), at('hidden', 4), at('b', 5), at('c', 9)]
    expect(moved(there, ['c', 'b', 'a'])).toEqual([
      ['c', 1],
      ['a', 9],
    ])
    expect(moved(there, ['a', 'b', 'c'])).toEqual([])
    expect(moved(there, ['b', 'a', 'b', 'gone'])).toEqual([
      ['b', 1],
      ['a', 5],
    ])
  })

  it('renumbers all if two had the same position', () => {
    expect(moved([at('a', 3), at('b', 3), at('c', 4)], ['b', 'a'])).toEqual([
      ['b', 1],
      ['a', 2],
      ['c', 3],
    ])
  })
})
