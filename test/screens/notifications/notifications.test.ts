/** The notifications page, over HTTP: its content and recipients, only while they may read the record. */

import {sql} from 'kysely'
import {describe, expect, it} from 'vitest'
import {findByEmail} from '../../../src/accounts/accounts.ts'
import {addWithPassword} from '../../../src/accounts/admin.ts'
import {sweepNotifications} from '../../../src/engine/jobs/interval-jobs.ts'
import {wantsMail} from '../../../src/engine/notifications/notification-rows.ts'
import {type Page, pageMediaType} from '../../../src/engine/page/frame.ts'
import type {NotificationsData} from '../../../src/screens/notifications/data.ts'
import {operator} from '../../../src/screens/testing.ts'
import {creating, deleting, done, updating} from '../../kit/engine.ts'
import {Client, type PeopleFixture, peopleFixture, desk as silent} from '../../kit/people.ts'
import {sqlite, storesOfStories} from '../../kit/store-databases.ts'
import {password, ticketDesk, ticketOffice} from '../../kit/tickets.ts'
import {act} from '../../kit/time-off.ts'

describe.each(storesOfStories)('notifications on $name', ({make}) => {
  async function signedIn(fixture: PeopleFixture, email = 'ada@example.com') {
    const client = new Client(fixture)
    expect((await client.signIn(email, password)).status).toBe(303)
    const data = async (query = '') => {
      const response = await client.get(`/notifications?_data=x${query}`, {headers: {accept: pageMediaType}})
      const page = (await response.json()) as Page & {data: NotificationsData}
      return {...page.data, unread: page.shell.notifications?.unread}
    }
    return {client, data}
  }

  it('contain the record, the event and the person, newest first, and are counted on every page', async () => {
    const fixture = await ticketOffice(await make(ticketDesk))
    const {bo, ticket, engine, clock} = fixture
    const [first, second] = [await ticket('Printer'), await ticket('Scanner')]
    done(await act(engine, bo, first, 'ask_back'))
    const {client, data} = await signedIn(fixture)
    expect((await data()).unread).toBe(1)
    expect((await client.post('/notifications', {_action: 'read all'})).headers.get('location')).toBe('/notifications')
    clock.now += 5 * 60_000
    done(await act(engine, bo, second, 'ask_back'))
    const listed = await data()
    expect(listed.items).toMatchObject([
      {name: 'Scanner', kind: 'Ticket', unread: true, href: '/tickets/8', happened: 'Ask back by Bo.'},
      {name: 'Printer', unread: false, href: '/tickets/7', when: '5 minutes ago', by: {id: bo.id, name: 'Bo'}},
    ])
    expect(listed).toMatchObject({unread: 1, anyUnread: true, newer: null, older: null})
    for (const missing of ['/no-such-page', '/tickets/99']) {
      const elsewhere = await client.get(missing)
      expect(elsewhere.status).toBe(404)
      expect(await elsewhere.text()).toContain('"notifications":{"unread":1,"href":"/notifications"}')
    }
  })

  it('are marked as read one by one, all at once, or by opening the record, with plain forms', async () => {
    const fixture = await ticketOffice(await make(ticketDesk), {records: true})
    const {bo, ticket, engine} = fixture
    for (const subject of ['One', 'Two', 'Three']) done(await act(engine, bo, await ticket(subject), 'ask_back'))
    const {client, data} = await signedIn(fixture)
    const [three, two] = (await data()).items
    const html = await (await client.get('/notifications')).text()
    expect(html).toContain(`<input type="hidden" name="id" value="${three?.id}"/>`)
    expect(three?.href).toBe('/tickets/9')
    // Prefetched, and requested without a body: nobody has seen it.
    await client.get('/tickets/9', {headers: {purpose: 'prefetch'}})
    await client.get('/tickets/9', {method: 'HEAD'})
    expect((await data()).unread).toBe(3)
    const opened = await client.get('/tickets/9?_data=x', {headers: {accept: pageMediaType}})
    expect(((await opened.json()) as Page).shell.notifications?.unread).toBe(2)
    expect((await data()).unread).toBe(2)
    await client.post('/notifications', {_action: 'read', id: two?.id ?? ''})
    expect((await data()).items.map(({name, unread}) => [name, unread])).toEqual([
      ['Three', false],
      ['Two', false],
      ['One', true],
    ])
    await client.post('/notifications', {_action: 'read all'})
    expect(await data()).toMatchObject({unread: 0, anyUnread: false})
    expect((await client.post('/notifications', {_action: 'read', id: 'x'})).status).toBe(404)
    // The popover leads back to the page that it was opened on.
    const back = await client.post('/notifications', {_action: 'read all', return: '/tickets/8'})
    expect(back.headers.get('location')).toBe('/tickets/8')
  })

  it('disappear while the record may not be read, also from the count, and with the record', async () => {
    const fixture = await ticketOffice(await make(ticketDesk))
    const {bo, ticket, engine} = fixture
    const at = await ticket('Secret plan')
    done(await act(engine, bo, at, 'ask_back'))
    const {client, data} = await signedIn(fixture)
    const [told] = (await data()).items
    const hide = async (hidden: boolean, version: number) =>
      done(await engine.change(operator, [updating('Ticket', {id: at.id, version}, {hidden})]))
    await hide(true, 1)
    expect(await data()).toMatchObject({items: [], unread: 0, anyUnread: false})
    expect(await (await client.get('/notifications')).text()).not.toContain('Secret plan')
    const sent = {_action: 'do ask_back', _version: '2', id: told?.id ?? ''}
    expect((await client.post('/notifications', sent)).status).toBe(404)
    const shown = await hide(false, 2)
    expect(await data()).toMatchObject({items: [{name: 'Secret plan', unread: true}], unread: 1})
    done(await engine.change(operator, [deleting('Ticket', shown)]))
    expect(await data()).toMatchObject({items: [], unread: 0})
  })

  it('belong to one person, and name nobody hidden from the reader', async () => {
    const fixture = await ticketOffice(await make(ticketDesk))
    const {ticket, engine, add} = fixture
    const spy = await add('Spy')
    done(await act(engine, spy, await ticket('Printer', spy.id), 'ask_back'))
    const ada = await signedIn(fixture)
    const [told] = (await ada.data()).items
    expect(told).toMatchObject({happened: 'Ask back by someone.', by: null})
    expect(await (await ada.client.get('/notifications')).text()).not.toContain('Spy')
    const bo = await signedIn(fixture, 'bo@example.com')
    expect(await bo.data()).toMatchObject({items: [], unread: 0})
    await bo.client.post('/notifications', {_action: 'read', id: told?.id ?? ''})
    const sent = {_action: 'do ask_back', _version: '1', id: told?.id ?? ''}
    expect((await bo.client.post('/notifications', sent)).status).toBe(404)
    expect((await ada.data()).unread).toBe(1)
  })

  it('are paged, and counted up to a limit', async () => {
    const fixture = await ticketOffice(await make(ticketDesk))
    await fixture.tellMany(130, (await fixture.ticket('Printer')).id)
    const {data} = await signedIn(fixture)
    expect(await data()).toMatchObject({unread: 100, newer: null, older: '/notifications?page=2'})
    const pages = await Promise.all(['', '&page=2', '&page=3'].map(data))
    expect(pages.map(({items}) => items.length)).toEqual([50, 50, 30])
    expect(new Set(pages.flatMap(({items}) => items.map(({id}) => id))).size).toBe(130)
    expect(pages[2]).toMatchObject({newer: '/notifications?page=2', older: null})
    expect((await data('&page=x')).items).toHaveLength(50)
  })

  it('are removed after ninety days', async () => {
    const fixture = await ticketOffice(await make(ticketDesk))
    const {engine, clock, tellMany, ticket} = fixture
    const {id} = await ticket('Printer')
    await tellMany(3, id)
    clock.now += 89 * 86_400_000
    await tellMany(2, id)
    expect(await sweepNotifications(engine.store, clock.now)).toBe(0)
    clock.now += 2 * 86_400_000
    expect(await sweepNotifications(engine.store, clock.now)).toBe(3)
    const {data} = await signedIn(fixture)
    expect((await data()).items).toHaveLength(2)
  })

  it('are mailed too, unless the person turns that off on their account page', async () => {
    const fixture = await ticketOffice(await make(ticketDesk))
    const {ada, engine} = fixture
    const wants = () => engine.store.read(db => wantsMail(db, ada.id))
    const {client} = await signedIn(fixture)
    const box = async () => /<input type="checkbox" name="mail"[^>]*>/.exec(await (await client.get('/account')).text())
    expect([(await box())?.[0].includes('checked'), await wants()]).toEqual([true, true])
    expect((await client.post('/account', {_action: 'mail'})).headers.get('location')).toBe('/account?done=saved')
    expect([(await box())?.[0].includes('checked'), await wants()]).toEqual([false, false])
    await client.post('/account', {_action: 'mail', mail: 'yes'})
    expect([(await box())?.[0].includes('checked'), await wants()]).toEqual([true, true])
  })

  it('are found by an index', async () => {
    const {engine, ada, tellMany, ticket} = await ticketOffice(await make(ticketDesk))
    await tellMany(1, (await ticket('Printer')).id)
    const query = sql`select distinct n.entity from nonet_notification as n where n.person = ${ada.id} and n.seen is null`
    const plan = await engine.store.transaction(async db => {
      if (engine.store.database === 'postgres') await sql`set local enable_seqscan = off`.execute(db)
      const explain = engine.store.database === 'postgres' ? sql`explain ` : sql`explain query plan `
      const {rows} = await sql<Record<string, unknown>>`${explain}${query}`.execute(db)
      return rows.flatMap(row => Object.values(row)).join(' ')
    })
    expect(plan).toContain('nonet_notification_person_index')
  })
})

const orders = `# Orders

## 2. Screens and routes

| Screen | Route | Shows | For |
|---|---|---|---|
| Orders | / | list of Order | signed in |
| Order | /orders/:number | record of Order | signed in |

## 3. Entities

### Order

- named by: subject

| Field | Type | Required | Default |
|---|---|---|---|
| number | serial from 1 | | |
| subject | text 1..60 | yes | |
| owner | User | yes | me |

## 4. States

### Order

- starts: draft
- final: approved, rejected

| Action | From | To | Who | Asks | Then |
|---|---|---|---|---|---|
| submit | draft | submitted | owner | | notify User[list contains(roles, "Lead")] |
| approve | submitted | approved | Lead | note?: long text | notify owner |
| reject | submitted | rejected | Lead | reason: long text | notify owner |

## 6. Roles

| Role | Meaning | Joins by |
|---|---|---|
| Buyer | | invitation |
| Lead | | invitation |

| Role | May | On | Where | Fields |
|---|---|---|---|---|
| Buyer | read, create | Order | owner = me | |
| Lead | read | Order | | |
| Buyer, Lead | read | User | | |
`

/** Where the other decision keeps the order as it was. */
const kept = orders
  .replace('| reject | submitted | rejected |', '| keep | submitted | approved |')
  .replaceAll(', rejected', '')
  .replace('## 6. Roles', '### Order submit mail\n\n- offers: approve, keep\n\n## 6. Roles')

describe.each(storesOfStories)('waiting records on $name', ({make}) => {
  async function office(document = orders) {
    const fixture = await peopleFixture({address: await make(document), document, records: true})
    const {engine} = fixture
    const person = async (name: string, role: string) => {
      const email = `${name.toLowerCase()}@example.com`
      await addWithPassword(engine, {name, email, password, roles: [role]})
      const {id = ''} = (await findByEmail(engine, email)) ?? {}
      const client = new Client(fixture)
      await client.signIn(email, password)
      const data = async () => {
        const response = await client.get('/notifications?_data=x', {headers: {accept: pageMediaType}})
        const page = (await response.json()) as Page & {data: NotificationsData}
        return {...page.data, unread: page.shell.notifications?.unread}
      }
      return {id, client, data, actor: {kind: 'person', id, name, roles: [role]} as const}
    }
    const [bea, lea, leo] = [await person('Bea', 'Buyer'), await person('Lea', 'Lead'), await person('Leo', 'Lead')]
    const submitted = async (subject: string) => {
      const order = done(await engine.change(operator, [creating('Order', {subject, owner: bea.id})]))
      return done(await act(engine, bea.actor, order, 'submit'))
    }
    return {engine, bea, lea, leo, submitted}
  }

  it('offer the recipient’s current actions, once per record, through the write path', async () => {
    const {bea, lea, leo, submitted} = await office()
    await submitted('Desk')
    const [item] = (await lea.data()).items
    expect(item).toMatchObject({
      unread: true,
      day: 'Today',
      version: 2,
      actions: [
        {name: 'do approve', label: 'Approve', tone: 'primary', href: null},
        {name: 'do reject', label: 'Reject', tone: 'danger', href: '/orders/1?action=reject'},
      ],
    })
    const send = (more: Record<string, string>) =>
      lea.client.post('/notifications', {id: item?.id ?? '', return: '/', _version: '2', ...more})
    expect((await send({_action: 'do reject'})).status).toBe(422)
    expect((await send({_action: 'do approve', _version: '1'})).status).toBe(409)
    expect((await send({_action: 'do submit'})).status).toBeGreaterThanOrEqual(400)
    expect((await lea.data()).unread).toBe(1)
    const approved = await send({_action: 'do approve'})
    expect([approved.status, approved.headers.get('location')]).toEqual([303, '/'])
    expect(item?.outcome).toBeNull()
    // P12: it no longer waits, neither for the person who decided, nor for the other: both see the outcome.
    const outcome = {label: 'Approved', tone: 'good'}
    for (const lead of [lea, leo]) expect(await lead.data()).toMatchObject({unread: 0, items: [{actions: [], outcome}]})
    expect(await bea.data()).toMatchObject({
      unread: 1,
      items: [{happened: 'Approve by Lea.', actions: [], outcome: null}],
    })
  })

  it('offer another decision of their mail, where none ends the record', async () => {
    const {lea, submitted} = await office(kept)
    await submitted('Desk')
    expect((await lea.data()).items[0]?.actions).toEqual([
      {name: 'do approve', label: 'Approve', tone: 'primary', href: null},
      {name: 'do keep', label: 'Keep', tone: 'danger', href: '/orders/1?action=keep'},
    ])
  })

  it('are read when another person has decided, but not mere information about them', async () => {
    const {engine, bea, lea, leo, submitted} = await office()
    const [desk, lamp] = [await submitted('Desk'), await submitted('Lamp')]
    expect((await leo.data()).unread).toBe(2)
    done(await act(engine, lea.actor, desk, 'approve'))
    expect((await leo.data()).items.map(({name, unread}) => [name, unread])).toEqual([
      ['Lamp', true],
      ['Desk', false],
    ])
    // The buyer has not read the approval yet, and nothing marks it as read.
    done(await act(engine, lea.actor, lamp, 'reject', {reason: 'Too bright'}))
    expect((await bea.data()).unread).toBe(2)
  })
})

const leave = `# Leave

## 2. Screens and routes

| Screen | Route | Shows | For |
|---|---|---|---|
| Leave | / | list of Leave | signed in |
| One leave | /leave/:id | record of Leave | signed in |

## 3. Entities

### Kind

- named by: name

| Field | Type | Required |
|---|---|---|
| name | text 1..60 | yes |
| code | text 1..9 | |

### Leave

- named by: {kind}, {first_day..last_day}
- span: dates = first_day..last_day, half days from_midday..until_midday

| Field | Type | Required | Default |
|---|---|---|---|
| kind | Kind | yes | |
| first_day | date | yes | |
| last_day | date | yes | |
| from_midday | yes/no | yes | no |
| until_midday | yes/no | yes | no |
| days | = last_day - first_day + duration("P1D") | | |
| note | text 1..60 | | |
| owner | User | yes | me |
| open | yes/no | yes | yes |

## 4. States

### Leave

| Action | Who | Says | Then |
|---|---|---|---|
| ask | owner | asked for {kind.code}, {dates}, because “{note}” | notify User[list contains(roles, "Lead")] |
| tell | owner | | notify User[list contains(roles, "Lead")] |

## 6. Roles

| Role | Meaning | Joins by |
|---|---|---|
| Member | | invitation |
| Lead | | invitation |

| Role | May | On | Where | Fields |
|---|---|---|---|---|
| Member | read, update | Leave | | |
| Lead | read | Leave | | kind, first_day, last_day, from_midday, until_midday, owner, open |
| Lead | read | Leave | open | note |
| Member, Lead | read | User | | |
| Member, Lead | read | Kind | | |
`

describe.each(storesOfStories)('what a notification says later on $name', ({make}) => {
  it('is what was true when it was sent, as far as the reader may read it now', async () => {
    const fixture = await peopleFixture({address: await make(leave), document: leave, records: true})
    const {engine} = fixture
    const add = async (name: string, role: string) => {
      const email = `${name.toLowerCase()}@example.com`
      await addWithPassword(engine, {name, email, password, roles: [role]})
      const {id = ''} = (await findByEmail(engine, email)) ?? {}
      return {kind: 'person', id, name, roles: [role]} as const
    }
    const mia = await add('Mia', 'Member')
    await add('Lea', 'Lead')
    const kind = async (name: string, code: string) =>
      done(await engine.change(operator, [creating('Kind', {name, code})])).id
    const [holiday, study] = [await kind('Holiday', 'H'), await kind('Study leave', 'S')]
    const first = {kind: holiday, first_day: '2026-05-04', last_day: '2026-05-06', until_midday: true, note: 'Rest'}
    let record = done(await engine.change(operator, [creating('Leave', {...first, owner: mia.id})]))
    record = done(await act(engine, mia, record, 'ask'))
    record = done(await act(engine, mia, record, 'tell'))
    const lea = new Client(fixture)
    await lea.signIn('lea@example.com', password)
    const listed = async () => {
      const response = await lea.get('/notifications?_data=x', {headers: {accept: pageMediaType}})
      const page = (await response.json()) as Page & {data: NotificationsData}
      return page.data.items.map(({name, happened}) => `${name}: ${happened}`).toSorted()
    }
    const change = async (values: Parameters<typeof updating>[2]) => {
      record = done(await engine.change(operator, [updating('Leave', record, values)]))
    }
    const name = 'Holiday, 4–6 May (until noon)'
    const asked = (note: string) => `${name}: Mia asked for H, 4–6 May (until noon), because “${note}”.`
    const before = [asked('Rest'), `${name}: Tell by Mia.`].toSorted()
    expect(await listed()).toEqual(before)
    await change({kind: study, first_day: '2026-06-01', last_day: '2026-06-02', until_midday: false, note: 'Exam'})
    expect(await listed()).toEqual(before)
    await change({note: null})
    expect(await listed()).toEqual(before)
    await change({open: false})
    expect(await listed()).toEqual([asked('…'), `${name}: Tell by Mia.`].toSorted())
  })
})

describe('the notifications page', () => {
  it('leads visitors to sign in', async () => {
    const fixture = await peopleFixture({address: await sqlite.make(), document: ticketDesk})
    const response = await new Client(fixture).get('/notifications')
    expect([response.status, response.headers.get('location')]).toEqual([302, '/sign-in?return=%2Fnotifications'])
  })

  it('does not exist in a document without notifications, and its account page has no mail setting', async () => {
    const fixture = await peopleFixture({address: await sqlite.make(), document: silent, mailsNotices: true})
    await addWithPassword(fixture.engine, {name: 'Ada', email: 'ada@example.com', password, roles: ['Finder']})
    const client = new Client(fixture)
    await client.signIn('ada@example.com', password)
    const missing = await client.get('/notifications')
    expect(missing.status).toBe(404)
    expect(await missing.text()).not.toContain('"notifications":')
    expect(await (await client.get('/account')).text()).not.toContain('name="mail"')
  })

  it('has no mail setting if no mail is set up', async () => {
    const fixture = await peopleFixture({address: await sqlite.make(), document: ticketDesk})
    await addWithPassword(fixture.engine, {name: 'Ada', email: 'ada@example.com', password, roles: ['Member']})
    const client = new Client(fixture)
    await client.signIn('ada@example.com', password)
    expect(await (await client.get('/account')).text()).not.toContain('name="mail"')
  })
})
