/** Undo over HTTP: the confirmation after an action, the result of undoing it, and when it is rejected. */
import {sql} from 'kysely'
import {describe, expect, it} from 'vitest'
import {findByEmail} from '../../src/accounts/accounts.ts'
import {changePerson} from '../../src/accounts/admin.ts'
import {writeHeldNotifications} from '../../src/engine/jobs/interval-jobs.ts'
import type {FallbackData, Page} from '../../src/engine/page/frame.ts'
import type {ListData} from '../../src/features/collections/data.ts'
import type {RecordData} from '../../src/features/records/data.ts'
import {languageOf} from '../../src/messages/languages.ts'
import {operator, runSystemActions} from '../../src/screens/testing.ts'
import {done, engineOf, updating} from '../kit/engine.ts'
import {stores} from '../kit/store-databases.ts'
import {rulesOfDocument} from '../kit/time-off.ts'
import {deliverWith, orderDesk, orderOffice, undoWindow} from '../kit/undo.ts'

const recordOf = ({data}: Page) => data as RecordData
const messageOf = ({data}: Page) => (data as FallbackData).message

describe.each(stores)('undo on $name', ({make}) => {
  const ship = (version: number) => ({_action: 'ship', _version: String(version)})

  it('reverts an action with all its effects, none of which has left the application', async () => {
    const {order, signIn, rows, deliver, clock} = await orderOffice(await make(orderDesk))
    const {version} = await order('Lamp')
    const bo = await signIn('Bo')
    const shipped = await bo.post('/orders/1', ship(version))
    expect(shipped.done).toMatchObject({text: 'You shipped Lamp.', href: null, undo: undoWindow})
    expect(recordOf(shipped).related[0]?.records).toHaveLength(1)
    expect(await rows('nonet_notification')).toEqual([])
    expect(await deliver()).toEqual([])
    const before = recordOf(await bo.undo(shipped.done?.id, '/orders/1'))
    expect(before.history[0]).toMatchObject({what: 'changed the status back to “Open”', state: null})
    expect(before.path.find(({at}) => at === 'now')?.label).toBe('Open')
    expect(before.related[0]?.records).toEqual([])
    expect(before.actions.map(({name}) => name)).toEqual(['ship'])
    expect(before.history[0]).toMatchObject({who: {name: 'Bo'}})
    expect((await rows('nonet_history')).map(({action}) => action)).toContain('undo')
    clock.now += 60_000
    expect(await deliver()).toEqual([])
    expect([await rows('nonet_notification'), await rows('nonet_outbox'), await rows('nonet_undo')]).toEqual([
      [],
      [],
      [],
    ])
  })

  it('performs what the action makes due for the system at once, as part of what can be undone', async () => {
    const document = orderDesk.replace(
      '\n## 6. Roles',
      `
### Line

- starts: listed

| Action | From | To | Who | When | Then |
|---|---|---|---|---|---|
| pack | listed | packed | system | order.status = "shipped" and what != "glass" | notify order.owner |
| wrap | listed | packed | system | order.status = "shipped" and what = "glass" | notify order.owner |

## 5. Rules

| Rule | On | Must hold | Error |
|---|---|---|---|
| glass stays | Line wrap | what != "glass" | CONFLICT |

## 6. Roles`,
    )
    const {
      order,
      make: add,
      signIn,
      rows,
      engine,
      deliver,
    } = await orderOffice(await make(document), {
      document,
      rules: rulesOfDocument,
    })
    const lamp = await order('Lamp')
    for (const what of ['bulb', 'glass']) await add('Line', {order: lamp.id, what})
    const lines = async () =>
      Object.fromEntries((await rows('line')).map(({what, status}) => [String(what), String(status)]))
    const bo = await signIn('Bo')
    const shipped = await bo.post('/orders/1', ship(lamp.version))
    // Also the line that the action has just created; a refused action of the system leaves the rest as it is.
    expect(await lines()).toEqual({bulb: 'packed', label: 'packed', glass: 'listed'})
    expect(shipped.done).toMatchObject({text: 'You shipped Lamp.', undo: undoWindow})
    await bo.undo(shipped.done?.id, '/orders/1')
    expect(await lines()).toEqual({bulb: 'listed', glass: 'listed'})
    expect(await deliver()).toEqual([])
    expect(await runSystemActions(engine)).toMatchObject({performed: 0, refused: []})
    const {version} = recordOf(await bo.page('/orders/1'))
    await bo.post('/orders/1', ship(version))
    expect(await lines()).toEqual({bulb: 'packed', label: 'packed', glass: 'listed'})
    // The job reports what was refused.
    expect(await runSystemActions(engine)).toMatchObject({performed: 0, refused: [{action: 'wrap'}]})
  })

  it('effects leave after eight seconds without an undo, also when the process was killed and another one takes over', async () => {
    const address = await make(orderDesk)
    const {order, signIn, rows, clock, deliver} = await orderOffice(address)
    const {version} = await order('Lamp')
    const bo = await signIn('Bo')
    const shipped = await bo.post('/orders/1', ship(version))
    clock.now += undoWindow - 1
    expect(await deliver()).toEqual([])
    clock.now += 10_000
    const other = await engineOf({document: orderDesk, address, mailsNotices: true})
    other.clock.now = clock.now
    expect(await deliverWith(other.engine, clock)).toEqual(['call', 'notice'])
    expect(await rows('nonet_notification')).toHaveLength(1)
    expect(await rows('nonet_undo')).toEqual([])
    const late = await bo.undo(shipped.done?.id, '/orders/1')
    expect(late.status).toBe(404)
  })

  it('held notifications are written together; if one fails, each is delivered separately', async () => {
    const {order, signIn, rows, clock, deliver, engine, bo: boId} = await orderOffice(await make(orderDesk))
    const bo = await signIn('Bo')
    const orders = [await order('Lamp'), await order('Desk'), await order('Chair')]
    for (const [index, {version}] of orders.entries()) await bo.post(`/orders/${index + 1}`, ship(version))
    expect(await writeHeldNotifications(engine, clock.now)).toBe(false)
    expect(await rows('nonet_notification')).toEqual([])
    clock.now += undoWindow + 1
    const held = await engine.store.read(
      async db =>
        (
          await sql<{
            id: string
            payload: string
          }>`select id, payload from nonet_outbox where kind = 'notification' order by id`.execute(db)
        ).rows,
    )
    const broken = held[1]
    const damage = (payload: unknown) =>
      engine.store.transaction(db =>
        sql`update nonet_outbox set payload = ${payload} where id = ${broken?.id}`.execute(db),
      )
    await damage('{')
    await expect(writeHeldNotifications(engine, clock.now)).rejects.toThrow()
    expect(await rows('nonet_notification')).toEqual([])
    await damage(broken?.payload)
    await writeHeldNotifications(engine, clock.now)
    expect((await rows('nonet_notification')).map(({by}) => by)).toEqual([boId, boId, boId])
    expect(await deliver()).toEqual(['call', 'call', 'call', 'notice', 'notice', 'notice'])
    expect(await rows('nonet_outbox')).toEqual([])
  })

  it('is rejected for everyone else, too late, and when later changes depend on the change', async () => {
    const {order, signIn, clock, engine, make: create} = await orderOffice(await make(orderDesk))
    const [lamp, desk, chair] = [await order('Lamp'), await order('Desk'), await order('Chair')]
    const [ada, bo] = [await signIn('Ada'), await signIn('Bo')]
    const shipped = await bo.post('/orders/1', ship(lamp.version))
    expect((await ada.undo(shipped.done?.id)).status).toBe(404)
    done(await engine.change(operator, [updating('Order', {id: lamp.id, version: 2}, {name: 'Lantern'})]))
    const built = await bo.undo(shipped.done?.id)
    expect([built.status, messageOf(built)]).toEqual([
      409,
      expect.stringContaining('someone has changed or used the record'),
    ])
    const second = await bo.post('/orders/2', ship(desk.version))
    clock.now += undoWindow + 1
    const late = await bo.undo(second.done?.id)
    expect([late.status, messageOf(late)]).toEqual([409, expect.stringContaining('no longer be undone')])
    expect(recordOf(await bo.page('/orders/2')).path.find(({at}) => at === 'now')?.label).toBe('Shipped')
    const third = await bo.post('/orders/3', {_action: 'update', _version: String(chair.version), name: 'Stool'})
    await create('Line', {order: chair.id, what: 'leg'})
    expect((await bo.undo(third.done?.id)).status).toBe(200)
    expect((await bo.page('/orders/3')).title).toContain('Chair')
  })

  it('is rejected for a person who has lost a role since', async () => {
    const {order, signIn, engine, rows} = await orderOffice(await make(orderDesk))
    const {version} = await order('Lamp')
    const bo = await signIn('Bo')
    const shipped = await bo.post('/orders/1', ship(version))
    const person = await findByEmail(engine, 'bo@example.com')
    if (person) await changePerson(engine, person, {roles: []})
    const refused = await bo.undo(shipped.done?.id)
    expect([refused.status, messageOf(refused)]).toEqual([409, expect.stringContaining('no longer be undone')])
    expect((await rows('order')).map(({status}) => status)).toEqual(['shipped'])
    expect(await rows('nonet_outbox')).not.toEqual([])
  })

  it('happens once, however often it is sent at the same time', async () => {
    const {order, signIn, rows} = await orderOffice(await make(orderDesk))
    const [lamp, desk] = [await order('Lamp'), await order('Desk')]
    const bo = await signIn('Bo')
    const changes = [
      await bo.post('/orders/1', ship(lamp.version)),
      await bo.post('/orders/2', {_action: 'delete', _version: String(desk.version)}),
      await bo.post('/new', {_action: 'create', name: 'Chair'}),
    ]
    for (const {done: change} of changes) {
      const answers = await Promise.all([1, 2, 3].map(() => bo.undo(change?.id, '/')))
      expect(answers.map(({status}) => status).toSorted()).toEqual([200, 404, 404])
    }
    expect((await rows('order')).map(({name, status}) => [name, status])).toEqual([
      ['Lamp', 'open'],
      ['Desk', 'open'],
    ])
    expect(
      (await rows('nonet_history')).filter(({action, entity}) => action === 'undo' && entity === 'Order'),
    ).toHaveLength(3)
    expect(await rows('nonet_outbox')).toEqual([])
  })

  it('restores a deleted record with its line items, its references and its history; later its personal data is erased', async () => {
    const {order, make: create, signIn, rows, clock, deliver} = await orderOffice(await make(orderDesk))
    const historyText = async () => (await rows('nonet_history')).map(({changes}) => String(changes)).join()
    const {id, version} = await order('Lamp')
    await create('Line', {order: id, what: 'bulb'})
    const bo = await signIn('Bo')
    const deleted = await bo.post('/orders/1', {_action: 'delete', _version: String(version)})
    expect(deleted.done).toMatchObject({text: 'Order deleted.', href: null, undo: undoWindow})
    expect((await bo.page('/orders/1')).status).toBe(404)
    expect(await historyText()).toContain('Lamp')
    await bo.undo(deleted.done?.id)
    const back = await bo.page('/orders/1')
    expect(back.status).toBe(200)
    expect(recordOf(back).related[0]?.records).toHaveLength(1)
    expect(JSON.stringify(back.data)).toContain('urgent')
    const again = await bo.post('/orders/1', {_action: 'delete', _version: String(recordOf(back).version)})
    expect(again.done?.undo).toBe(undoWindow)
    clock.now += 60_000
    await deliver()
    expect(await historyText()).not.toContain('Lamp')
  })

  it('reverts several actions at once, and a new record, which leads back to its form', async () => {
    const {order, signIn, rows} = await orderOffice(await make(orderDesk))
    const [lamp, desk] = [await order('Lamp'), await order('Desk')]
    const bo = await signIn('Bo')
    const body = new URLSearchParams([
      ['_action', 'ship'],
      ...[lamp, desk].map(({id, version}) => ['_record', `${id}:${version}`]),
    ])
    const headers = {accept: 'application/vnd.nonet.page+json'}
    const answer = await bo.client.post('/', {}, {headers, body: body.toString()})
    const {page} = (await answer.json()) as {page: Page}
    expect(page.done).toMatchObject({text: 'You shipped 2 orders.', undo: undoWindow})
    await bo.undo(page.done?.id)
    const list = (await bo.page('/')).data as ListData
    expect(list.records.map(({cells}) => cells[1]?.text)).toEqual(['Open', 'Open'])
    const created = await bo.post('/new', {_action: 'create', name: 'Chair'})
    expect(created.done?.text).toBe('Order saved.')
    const form = await bo.undo(created.done?.id, created.url)
    expect(form.url).toBe('/new')
    expect(await rows('order')).toHaveLength(2)
    expect(await rows('nonet_outbox')).toEqual([])
  })

  it('says as what a record was saved, if the form could have done more', async () => {
    const document = orderDesk.replace('### Order\n\n- with', '### New order\n\n- actions: ship\n\n### Order\n\n- with')
    const {signIn} = await orderOffice(await make(document), {document})
    const bo = await signIn('Bo')
    expect((await bo.post('/new', {_action: 'create', name: 'Chair'})).done?.text).toBe('Saved as open.')
    expect(languageOf('de').events.done.savedAs('Buchung', 'Vorgemerkt')).toBe('Buchung vorgemerkt.')
    expect(languageOf('de').events.done.savedAs('Antrag', 'Entwurf')).toBe('Als Entwurf gespeichert.')
  })

  it('works without JavaScript: the next page confirms the action, once, with an undo button', async () => {
    const {order, signIn} = await orderOffice(await make(orderDesk))
    const {version} = await order('Lamp')
    const {client} = await signIn('Bo')
    const sent = await client.post('/orders/1', ship(version))
    expect([sent.status, sent.headers.get('location')]).toEqual([303, '/orders/1'])
    const html = await (await client.get('/orders/1')).text()
    expect(html).toMatch(/role="status"[^>]*>.*You shipped Lamp\./)
    const id = /name="id" value="([^"]+)"/.exec(html)?.[1] ?? ''
    expect(await (await client.get('/orders/1')).text()).not.toContain('You shipped Lamp.')
    const undone = await client.post('/_undo', {_action: 'undo', id, return: '/orders/1'})
    expect([undone.status, undone.headers.get('location')]).toEqual([303, '/orders/1'])
    expect(await (await client.get('/orders/1')).text()).toContain('value="ship"')
  })
})
