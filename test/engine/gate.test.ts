import {describe, expect, it} from 'vitest'
import {type Repeatable, RepeatedRequest} from '../../src/engine/idempotency.ts'
import {entityOf} from '../../src/engine/query/read-context.ts'
import {readStored} from '../../src/engine/query/stored.ts'
import {type Engine, nobody, operator, readHistory} from '../../src/screens/testing.ts'
import {condition, creating, deleting, done, engineOf, grant, person, refusals, updating} from '../kit/engine.ts'
import {stores} from '../kit/store-databases.ts'

const document = `# Orders

## 3. Entities

### Customer
- named by: name

| Field | Type | Required | Default | Unique |
|---|---|---|---|---|
| name | text 2..60 | yes | | yes |
| mail | email | | | |

### Tag
- named by: name

| Field | Type | Required | Unique |
|---|---|---|---|
| name | text 1..20 | yes | yes |

### Order
- named by: number
- unique: customer, day

| Field | Type | Required | Default |
|---|---|---|---|
| number | serial from 100 | | |
| customer | Customer | yes | |
| day | date | yes | today() |
| seller | User | | me |
| note | long text 0..100 | | |
| secret | text 0..50 | | |
| tags | many Tag | | |
| lines | list of Line by order | | |
| total | = sum(lines.price) | | |

### Line
- part of: Order

| Field | Type | Required | Default |
|---|---|---|---|
| order | Order | yes | |
| price | decimal 2, 0..1000 | yes | 0 |
| what | text 1..40 | yes | |
`

async function stored(engine: Engine, entity: string, id: string): Promise<Record<string, unknown> | null> {
  return engine.read(operator, async reader => {
    const values = await readStored(reader, entityOf(reader, entity), id, reader.visibility.records(entity))
    return values && Object.fromEntries(values)
  })
}

async function person1(engine: Engine) {
  const made = done(await engine.change(operator, [creating('User', {name: 'Ada', email: 'ada@example.com'})]))
  return person(made.id, 'Seller')
}

describe.each(stores)('the write path on $name', ({make}) => {
  const fresh = async (grants?: Parameters<typeof engineOf>[0]['grants']) => {
    const made = await engineOf({document, address: await make(document), ...(grants ? {grants} : {})})
    const ada = await person1(made.engine)
    const customer = done(await made.engine.change(operator, [creating('Customer', {name: 'Zoë & Söhne 😀'})]))
    return {...made, ada, customer}
  }

  it("creates a record with its defaults, its number and the engine's own fields", async () => {
    const {engine, ada, customer} = await fresh()
    const order = done(await engine.change(ada, [creating('Order', {customer: customer.id, note: '  two\r\nlines '})]))
    expect(order.version).toBe(1)
    expect(await stored(engine, 'Order', order.id)).toMatchObject({
      number: 100,
      customer: {entity: 'Customer', id: customer.id},
      seller: {entity: 'User', id: ada.kind === 'person' ? ada.id : ''},
      day: {year: 2026, month: 3, day: 10},
      note: 'two\nlines',
      created_by: {entity: 'User'},
      tags: [],
    })
    const next = done(await engine.change(ada, [creating('Order', {customer: customer.id, day: '2026-03-11'})]))
    expect(await stored(engine, 'Order', next.id)).toMatchObject({number: 101})
  })

  it('finds records by id or by a unique field', async () => {
    const {engine, ada} = await fresh()
    const order = done(
      await engine.change(ada, [creating('Order', {customer: 'Zoë & Söhne 😀', seller: 'ada@example.com'})]),
    )
    expect(await stored(engine, 'Order', order.id)).toMatchObject({seller: {entity: 'User'}})
    expect(refusals(await engine.change(ada, [creating('Order', {customer: 'Nobody'})]))).toEqual([
      'customer: NO_SUCH_RECORD',
    ])
  })

  it('reports every problem of the input at once, and changes nothing', async () => {
    const {engine, ada} = await fresh()
    const outcome = await engine.change(ada, [
      creating('Order', {
        note: 'x'.repeat(101),
        day: 'soon',
        total: 5,
        id: 'x',
        made_up: 1,
        number: 7,
        created_by: null,
      }),
    ])
    expect(refusals(outcome).sort()).toEqual([
      'created_by: NOT_TO_FILL_IN',
      'customer: REQUIRED',
      'day: NOT_A_DATE',
      'id: NOT_TO_FILL_IN',
      'made_up: UNKNOWN_FIELD',
      'note: TOO_LONG',
      'number: NOT_TO_FILL_IN',
      'total: NOT_TO_FILL_IN',
    ])
  })

  it('updates changed fields and adds them to the history', async () => {
    const {engine, ada, customer, clock} = await fresh()
    const order = done(await engine.change(ada, [creating('Order', {customer: customer.id})]))
    clock.now += 60_000
    const updated = done(
      await engine.change(ada, [
        updating('Order', order, {note: 'later', customer: customer.id}, {action: 'annotate'}),
      ]),
    )
    expect(updated.version).toBe(2)
    const history = await engine.read(ada, reader => readHistory(reader, order))
    expect(history).toMatchObject([
      {
        action: 'annotate',
        version: 2,
        at: '2026-03-10T09:01:00.000Z',
        by: {kind: 'person'},
        changes: [{field: 'note', before: null, after: 'later'}],
      },
      {action: 'create', version: 1, changes: expect.arrayContaining([{field: 'number', before: null, after: 100}])},
    ])
    const same = done(await engine.change(ada, [updating('Order', updated, {note: 'later'})]))
    expect(same.version).toBe(2)
  })

  it('rejects a stale version with both texts, and overwrites nothing', async () => {
    const {engine, ada, customer} = await fresh()
    const order = done(await engine.change(ada, [creating('Order', {customer: customer.id})]))
    done(await engine.change(ada, [updating('Order', order, {note: 'first'})]))
    const outcome = await engine.change(ada, [updating('Order', order, {note: 'second'})])
    expect(outcome).toMatchObject({
      ok: false,
      code: 'CONFLICT',
      conflict: {version: 2, fields: [{field: 'note', now: 'first', yours: 'second'}]},
    })
    expect(await stored(engine, 'Order', order.id)).toMatchObject({note: 'first', version: 2})
    const blind = await engine.change(ada, [
      {kind: 'update', entity: 'Order', id: order.id, fields: new Map([['note', {json: 'third'}]])},
    ])
    expect(blind).toMatchObject({ok: false, code: 'CONFLICT'})
  })

  it('changes people, whose roles are a list', async () => {
    const {engine, ada} = await fresh()
    const id = ada.kind === 'person' ? ada.id : ''
    const user = done(
      await engine.change(operator, [updating('User', {id, version: 1}, {roles: ['Member'], active: false})]),
    )
    expect(await stored(engine, 'User', id)).toMatchObject({roles: ['Member'], active: false, version: 2})
    expect(refusals(await engine.change(operator, [updating('User', user, {roles: ['King']})]))).toEqual([
      'roles: NOT_A_CHOICE',
    ])
  })

  it('enforces uniqueness, of one field and of several', async () => {
    const {engine, ada, customer} = await fresh()
    expect(refusals(await engine.change(ada, [creating('Customer', {name: 'Zoë & Söhne 😀'})]))).toEqual([
      'name: NOT_UNIQUE',
    ])
    const order = done(await engine.change(ada, [creating('Order', {customer: customer.id, day: '2026-01-01'})]))
    expect(refusals(await engine.change(ada, [creating('Order', {customer: customer.id, day: '2026-01-01'})]))).toEqual(
      ['day: NOT_UNIQUE'],
    )
    expect((await engine.change(ada, [updating('Order', order, {day: '2026-01-01', note: 'same day'})])).ok).toBe(true)
  })

  it('creates, changes and removes the line items of a record with it', async () => {
    const {engine, ada, customer} = await fresh()
    const lines = (list: Parameters<typeof creating>[1][]) =>
      new Map([['lines', list.map(fields => creating('Line', fields))]])
    const order = done(
      await engine.change(ada, [
        creating(
          'Order',
          {customer: customer.id},
          {
            parts: lines([
              {what: 'pen', price: '1.50'},
              {what: 'ink', price: 2},
            ]),
          },
        ),
      ]),
    )
    const all = async () =>
      engine.read(operator, async reader =>
        (await reader.db.selectFrom('line').select(['id', 'what', 'version']).orderBy('id').execute()).map(row => ({
          id: String(row['id']),
          what: row['what'],
          version: Number(row['version']),
        })),
      )
    const [pen, ink] = await all()
    if (!pen || !ink) throw new Error('there are no lines')
    const bad = await engine.change(ada, [
      updating(
        'Order',
        order,
        {},
        {parts: new Map([['lines', [updating('Line', pen, {price: 'x'}), creating('Line', {})]]])},
      ),
    ])
    expect(refusals(bad)).toEqual(['lines.0.price: NOT_A_NUMBER', 'lines.1.what: REQUIRED'])
    const changed = done(
      await engine.change(ada, [
        updating(
          'Order',
          order,
          {},
          {
            parts: new Map([
              [
                'lines',
                [updating('Line', pen, {what: 'pencil'}), deleting('Line', ink), creating('Line', {what: 'paper'})],
              ],
            ]),
          },
        ),
      ]),
    )
    expect((await all()).map(line => line.what)).toEqual(['pencil', 'paper'])
    done(await engine.change(ada, [deleting('Order', changed)]))
    expect(await all()).toEqual([])
    expect(await stored(engine, 'Order', order.id)).toBeNull()
  })

  it('links many records, and lists them', async () => {
    const {engine, ada, customer} = await fresh()
    for (const name of ['red', 'blue']) done(await engine.change(ada, [creating('Tag', {name})]))
    const order = done(await engine.change(ada, [creating('Order', {customer: customer.id, tags: ['red', 'blue']})]))
    expect((await stored(engine, 'Order', order.id))?.['tags']).toHaveLength(2)
    const less = done(await engine.change(ada, [updating('Order', order, {tags: ['blue']})]))
    expect((await stored(engine, 'Order', less.id))?.['tags']).toHaveLength(1)
  })

  it('does not delete records that others refer to, and names those', async () => {
    const {engine, ada, customer} = await fresh()
    done(await engine.change(ada, [creating('Order', {customer: customer.id})]))
    const outcome = await engine.change(ada, [deleting('Customer', customer)])
    expect(outcome).toMatchObject({ok: false, code: 'REFERRED_TO', problems: [{values: {by: '1 order'}}]})
    const tag = done(await engine.change(ada, [creating('Tag', {name: 'free'})]))
    expect((await engine.change(ada, [deleting('Tag', tag)])).ok).toBe(true)
    expect(await engine.read(operator, reader => readHistory(reader, tag))).toMatchObject([
      {action: 'delete', changes: [{field: 'name', before: 'free', after: null}]},
      {action: 'create'},
    ])
  })

  it('changes several records or none', async () => {
    const {engine, ada} = await fresh()
    const outcome = await engine.change(ada, [
      creating('Tag', {name: 'one'}),
      creating('Tag', {name: ''}),
      creating('Tag', {name: 'one'}),
    ])
    expect(outcome).toMatchObject({
      ok: false,
      problems: [
        {at: 1, field: 'name', code: 'REQUIRED'},
        {at: 2, field: 'name', code: 'NOT_UNIQUE'},
      ],
    })
    expect(refusals(await engine.change(ada, [creating('Tag', {name: 'one'})]))).toEqual(['it was accepted'])
  })

  const once = (key: string, fingerprint = 'the body'): Repeatable => ({
    request: {kind: 'own', key, fingerprint},
    leadsTo: (_writing, records) => `/tags/${records.length}`,
  })

  it('performs a repeatable request once, and returns the same address, for a day', async () => {
    const {engine, ada, clock} = await fresh()
    const again = (repeatable = once('key')) => engine.change(ada, [creating('Tag', {name: 'once'})], {repeatable})
    expect((await again()).ok).toBe(true)
    await expect(again()).rejects.toMatchObject({to: '/tags/1'})
    await expect(again(once('key', 'another body'))).rejects.toMatchObject({code: 'ALREADY_SENT'})
    await expect(again({request: {kind: 'foreign'}, leadsTo: () => '/'})).rejects.toMatchObject({code: 'STALE_FORM'})
    expect(refusals(await again(once('another key')))).toEqual(['name: NOT_UNIQUE'])
    clock.now += 25 * 60 * 60 * 1000
    expect(refusals(await again())).toEqual(['name: NOT_UNIQUE'])
  })

  it('performs a repeatable request once under concurrency', async () => {
    const {engine, ada} = await fresh()
    const outcomes = await Promise.all(
      Array.from({length: 10}, async () => {
        try {
          return await engine.change(ada, [creating('Tag', {name: 'many'})], {repeatable: once('same')})
        } catch (error) {
          return error
        }
      }),
    )
    expect(outcomes.filter(outcome => outcome instanceof RepeatedRequest)).toHaveLength(9)
    expect(outcomes.filter(outcome => !(outcome instanceof RepeatedRequest))).toMatchObject([{ok: true}])
  })

  it('permits nothing without a grant', async () => {
    const {engine, customer} = await fresh(() => () => [])
    const stranger = person('00000000-0000-7000-8000-000000000000')
    for (const actor of [nobody, stranger]) {
      expect(refusals(await engine.change(actor, [creating('Tag', {name: 'x'})]))).toEqual(['FORBIDDEN'])
      expect(refusals(await engine.change(actor, [updating('Customer', customer, {name: 'Hacked'})]))).toEqual([
        'NOT_FOUND',
      ])
      expect(refusals(await engine.change(actor, [deleting('Customer', customer)]))).toEqual(['NOT_FOUND'])
      expect(await engine.read(actor, reader => readHistory(reader, customer))).toEqual([])
    }
  })

  it('does not reveal whether a value is taken to actors who may not write it', async () => {
    const {engine} = await engineOf({
      document,
      address: await make(),
      grants: () => () => [grant(null, ['mail'])],
    })
    done(await engine.change(operator, [creating('Customer', {name: 'Acme'})]))
    for (const name of ['Acme', 'Bolt'])
      expect(refusals(await engine.change(person('ada'), [creating('Customer', {name})]))).toEqual(['name: FORBIDDEN'])
  })

  it('grants by conditions on the record before and after, and by fields', async () => {
    const {engine, ada, customer} = await fresh(specification => (actor, act, entity) => {
      if (actor.kind !== 'person') return []
      if (entity !== 'Order') return [grant(null)]
      const mine = condition(specification, 'Order', 'seller = me')
      const short = condition(specification, 'Order', 'seller = me and note != "locked"')
      if (act === 'create') return [grant(mine, ['customer', 'note', 'seller', 'day'])]
      if (act === 'read') return [grant(mine, ['number', 'customer', 'note', 'seller', 'day']), grant(null, ['number'])]
      return act === 'update' ? [grant(short, ['note', 'seller'])] : []
    })
    const bob = person(
      done(await engine.change(operator, [creating('User', {name: 'Bob', email: 'bob@example.com'})])).id,
    )
    expect(
      refusals(await engine.change(ada, [creating('Order', {customer: customer.id, seller: 'bob@example.com'})])),
    ).toEqual(['FORBIDDEN'])
    expect(refusals(await engine.change(ada, [creating('Order', {customer: customer.id, secret: 'x'})]))).toEqual([
      'secret: FORBIDDEN',
    ])
    const order = done(await engine.change(ada, [creating('Order', {customer: customer.id, note: 'open'})]))
    expect(refusals(await engine.change(bob, [updating('Order', order, {note: 'mine'})]))).toEqual(['FORBIDDEN'])
    expect(refusals(await engine.change(ada, [updating('Order', order, {day: '2026-04-01'})]))).toEqual([
      'day: FORBIDDEN',
    ])
    expect(refusals(await engine.change(ada, [updating('Order', order, {seller: 'bob@example.com'})]))).toEqual([
      'FORBIDDEN',
    ])
    expect(refusals(await engine.change(ada, [updating('Order', order, {note: 'locked'})]))).toEqual(['FORBIDDEN'])
    expect(refusals(await engine.change(ada, [deleting('Order', order)]))).toEqual(['FORBIDDEN'])
    // People who may change the record are told what has changed in the fields that they see.
    const stale = {...order, version: 9}
    const submitted = {note: 'guess', number: 1, secret: 'x'}
    expect(await engine.change(ada, [updating('Order', stale, submitted)])).toMatchObject({
      code: 'CONFLICT',
      conflict: {
        fields: [
          {field: 'note', now: 'open', yours: 'guess'},
          {field: 'number', now: expect.stringMatching(/^10\d$/), yours: '1'},
        ],
      },
    })
    // Others learn nothing about its version: the answer is the same for a wrong one as for the right one.
    const guesses = [stale, order].map(at => engine.change(bob, [updating('Order', at, submitted)]))
    const [wrong, right] = await Promise.all(guesses)
    expect(wrong).toMatchObject({ok: false, problems: [{code: 'FORBIDDEN'}]})
    expect(wrong).toEqual(right)
    const seen = await engine.read(bob, reader => readHistory(reader, order))
    expect(seen.flatMap(entry => entry.changes.map(change => change.field))).toEqual(['number'])
    expect(await stored(engine, 'Order', order.id)).toMatchObject({note: 'open', version: 1})
  })

  it('loses no change of fifty parallel writers on one record', async () => {
    const {engine, ada, customer} = await fresh()
    const order = done(await engine.change(ada, [creating('Order', {customer: customer.id})]))
    const writers = Array.from({length: 50}, async (_, index) => {
      const now = await stored(engine, 'Order', order.id)
      return engine.change(ada, [
        updating('Order', {id: order.id, version: Number(now?.['version'])}, {note: `by ${index}`}),
      ])
    })
    const outcomes = await Promise.all(writers)
    const accepted = outcomes.filter(outcome => outcome.ok).length
    expect(accepted).toBeGreaterThan(0)
    for (const outcome of outcomes) if (!outcome.ok) expect(['CONFLICT', 'BUSY']).toContain(outcome.code)
    const history = await engine.read(ada, reader => readHistory(reader, order))
    expect(history).toHaveLength(accepted + 1)
    expect(await stored(engine, 'Order', order.id)).toMatchObject({
      version: accepted + 1,
      note: history[0]?.changes[0]?.after,
    })
  })
})
