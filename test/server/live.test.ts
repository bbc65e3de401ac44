/** The stream of an open page, over HTTP: who is notified of a changed page, when, and who is not. */
import {sql} from 'kysely'
import {describe, expect, it, onTestFinished, vi} from 'vitest'
import {findByEmail} from '../../src/accounts/accounts.ts'
import {changePerson} from '../../src/accounts/admin.ts'
import {screens} from '../../src/screens/screens.server.ts'
import {createApplication, operator} from '../../src/screens/testing.ts'
import {createApp} from '../../src/server/app.ts'
import {Assets} from '../../src/server/assets.ts'
import {RateLimiter} from '../../src/server/limits.ts'
import {documentOf} from '../kit/documents.ts'
import {creating, deleting, done, engineOf, updating} from '../kit/engine.ts'
import {type FollowedPage, followPage, pageOf, quietWhile, streamAddress} from '../kit/live.ts'
import {Client} from '../kit/people.ts'
import {stores} from '../kit/store-databases.ts'
import {password, ticketDesk, ticketOffice} from '../kit/tickets.ts'
import {act} from '../kit/time-off.ts'

describe.each(stores)('an open page on $name', ({make}) => {
  async function office() {
    const address = await make(ticketDesk)
    const fixture = await ticketOffice(address, {records: true})
    const signIn = async (email: string) => {
      const client = new Client(fixture)
      expect((await client.signIn(email, password)).status).toBe(303)
      return client
    }
    const rename = async (ticket: {id: string; version: number}, subject: string, engine = fixture.engine) =>
      done(await engine.change(operator, [updating('Ticket', ticket, {subject})]))
    return {...fixture, address, signIn, rename}
  }

  it('is notified when another person changes its data, and has the change when it is requested again', async () => {
    const {signIn, ticket, rename} = await office()
    const printer = await ticket('Printer')
    const ada = await signIn('ada@example.com')
    const [list, record] = [await followPage(ada, '/'), await followPage(ada, '/tickets/7')]
    expect((await pageOf(ada, '/')).live).toBe(list.page.live)
    await rename(printer, 'Plotter')
    await expect.poll(() => [list.events, record.events]).toEqual([['changed'], ['changed']])
    const now = await pageOf(ada, '/')
    expect(JSON.stringify(now.data)).toContain('Plotter')
    expect(now.live).not.toBe(list.page.live)
  })

  it('is not notified of records that its person may not read, though they have the same list open', async () => {
    const {signIn, ticket, rename, add, engine} = await office()
    await add('Cem')
    const [printer, scanner] = [await ticket('Printer'), await ticket('Scanner')]
    const [ada, cem] = [await signIn('ada@example.com'), await signIn('cem@example.com')]
    const [hers, his] = [await followPage(ada, '/'), await followPage(cem, '/')]
    const renamed = await rename(printer, 'Plotter')
    await expect.poll(() => hers.events).toEqual(['changed'])
    done(await engine.change(operator, [deleting('Ticket', scanner)]))
    await expect.poll(() => hers.events).toHaveLength(2)
    done(await engine.change(operator, [updating('Ticket', renamed, {hidden: true})]))
    await expect.poll(() => hers.events).toHaveLength(3)
    await quietWhile()
    expect(his.events).toEqual([])
  })

  it('is notified of its person’s own new notifications only', async () => {
    const {signIn, ticket, engine, bo} = await office()
    const printer = await ticket('Printer')
    const [ada, other] = [await signIn('ada@example.com'), await signIn('bo@example.com')]
    const [hers, his] = [await followPage(ada, '/'), await followPage(other, '/')]
    await quietWhile()
    done(await act(engine, bo, printer, 'ask_back'))
    await expect.poll(() => hers.events).toEqual(['changed'])
    expect((await pageOf(ada, '/')).shell.notifications?.unread).toBe(1)
    await quietWhile()
    expect(his.events).toEqual([])
  })

  it('is not notified because time passes', async () => {
    const {signIn, ticket, engine, bo, ada: owner, clock, rename} = await office()
    const printer = await ticket('Printer')
    const hidden = await ticket('Hidden', owner.id)
    done(await act(engine, bo, printer, 'ask_back'))
    const ada = await signIn('ada@example.com')
    const notifications = await followPage(ada, '/notifications')
    await quietWhile()
    clock.now += 60_000
    await rename(hidden, 'Still hidden')
    await quietWhile()
    expect(notifications.events).toEqual([])
    expect((await pageOf(ada, '/notifications')).live).not.toBe(notifications.page.live)
  })

  it('catches up with changes before its stream was opened', async () => {
    const {signIn, ticket, rename} = await office()
    const printer = await ticket('Printer')
    const ada = await signIn('ada@example.com')
    const before = await followPage(ada, '/')
    await before.leave()
    await rename(printer, 'Plotter')
    const after = await followPage(ada, '/', before.page.live)
    await expect.poll(() => after.events).toEqual(['changed'])
    const upToDate = await followPage(ada, '/')
    await quietWhile()
    expect(upToDate.events).toEqual([])
  })

  it('code 13: is compared if its stream is opened while others are', async () => {
    const {signIn, ticket, rename, engine} = await office()
    const printer = await ticket('Printer')
    const ada = await signIn('ada@example.com')
    const first = await followPage(ada, '/')
    const old = await pageOf(ada, '/tickets/7')
    const {promise, resolve} = Promise.withResolvers<void>()
    const {noteReads} = engine.store
    const held = vi.spyOn(engine.store, 'noteReads').mockImplementationOnce(async work => {
      await promise
      return noteReads.call(engine.store, work) as never
    })
    onTestFinished(() => held.mockRestore())
    await rename(printer, 'Plotter')
    await expect.poll(() => held.mock.calls.length).toBe(1)
    const second = await followPage(ada, '/tickets/7', old.live)
    resolve()
    await expect.poll(() => [first.events, second.events], {timeout: 10_000}).toEqual([['changed'], ['changed']])
  })

  /** The desk behind an application whose document can be exchanged, as by settings and `nonet dev`. */
  async function reloadable() {
    const fixture = await office()
    const {engine, world} = fixture
    const of = (text: string) => createApplication(documentOf(text).specification, {engine})
    let running = of(ticketDesk)
    const app = createApp({
      application: () => running,
      assets: new Assets('dist/browser'),
      screens,
      origin: null,
      accounts: world,
      log: {request: () => {}, failure: (_reference, cause) => fixture.failures.push(cause)},
      now: () => performance.now(),
      reference: () => 'TEST-0001',
    })
    onTestFinished(() => app.endStreams())
    const client = new Client({...fixture, app})
    await client.signIn('ada@example.com', password)
    const reload = (text: string) => {
      running = of(text)
    }
    return {...fixture, client, reload}
  }

  it('code 17: is notified of a changed setting, once it has taken effect', async () => {
    const {engine, client, reload} = await reloadable()
    const page = await followPage(client, '/')
    await engine.store.transaction(async db => {
      await sql`insert into nonet_setting (name, value, at, person) values ('PRODUCT_NAME', '"Counter"', '2026-03-10T09:00:00.000Z', null)`.execute(
        db,
      )
    })
    await quietWhile()
    expect(page.events).toEqual([])
    reload(ticketDesk.replace('# Desk', '# Counter'))
    await expect.poll(() => page.events, {timeout: 5000}).toEqual(['changed'])
    expect((await pageOf(client, '/')).shell.product).toBe('Counter')
  })

  it('attack: tells nothing more across a reload of the document with which its person may no longer open it', async () => {
    const {client, reload, ticket, rename} = await reloadable()
    const printer = await ticket('Printer')
    const [list, record] = [await followPage(client, '/'), await followPage(client, '/tickets/7')]
    // Another document in which only human resources open the screens, though members still read their tickets.
    const closed = ticketDesk
      .replaceAll('| signed in |\n', '| Boss |\n')
      .replace('| Member | | sign-up |', '| Member | | sign-up |\n| Boss | | invitation |')
    reload(closed)
    let changed = await rename(printer, 'Plotter')
    await expect.poll(() => [list.events, record.events], {timeout: 10_000}).toEqual([['changed'], ['changed']])
    expect([(await pageOf(client, '/')).status, (await pageOf(client, '/tickets/7')).status]).toEqual([404, 404])
    for (const subject of ['Scanner', 'Telephone']) changed = await rename(changed, subject)
    await quietWhile()
    expect([list.events, record.events]).toEqual([['changed'], ['changed']])
    // What may be opened again is told, so that the tab shows it.
    reload(ticketDesk)
    await rename(changed, 'Lamp')
    await expect
      .poll(() => [list.events, record.events], {timeout: 10_000})
      .toEqual([
        ['changed', 'changed'],
        ['changed', 'changed'],
      ])
  })

  it('attack: follows the state of its address, whatever event a client claims to have had last', async () => {
    const {signIn, ticket, rename} = await office()
    const printer = await ticket('Printer')
    const ada = await signIn('ada@example.com')
    const ids = ['0', '1.x', 'zzzzzzzz.zzzz', '-1', '9'.repeat(4000)]
    const pages = await Promise.all(ids.map(id => followPage(ada, '/', undefined, {'last-event-id': id})))
    await quietWhile()
    expect(pages.flatMap(({events}) => events)).toEqual([])
    await rename(printer, 'Plotter')
    await expect.poll(() => pages.map(({events}) => events), {timeout: 10_000}).toEqual(ids.map(() => ['changed']))
  })

  it('is notified of changes by another process', async () => {
    const {signIn, ticket, rename, address} = await office()
    const printer = await ticket('Printer')
    const ada = await signIn('ada@example.com')
    const list = await followPage(ada, '/')
    const elsewhere = await engineOf({document: ticketDesk, address})
    await quietWhile()
    await rename(printer, 'Plotter', elsewhere.engine)
    await expect.poll(() => list.events).toEqual(['changed'])
  })

  it('is notified when its person loses a role, and then only of what the others allow', async () => {
    const {signIn, ticket, rename, engine} = await office()
    const printer = await ticket('Printer')
    const ada = await signIn('ada@example.com')
    const pages = [await followPage(ada, '/'), await followPage(ada, '/tickets/7')]
    // Each page is compared once, so that what it reads is known.
    const renamed = await rename(printer, 'Plotter')
    await expect.poll(() => pages.map(({events}) => events)).toEqual([['changed'], ['changed']])
    const person = await findByEmail(engine, 'ada@example.com')
    if (person) await changePerson(engine, person, {roles: []})
    await expect.poll(() => pages.map(({events}) => events.length)).toEqual([2, 2])
    expect((await pageOf(ada, '/tickets/7')).status).toBe(404)
    await rename(renamed, 'Scanner')
    await quietWhile()
    expect(pages.map(({events}) => events)).toEqual([
      ['changed', 'changed'],
      ['changed', 'changed'],
    ])
  })

  it('is no longer notified once its session has ended, by signing out or by an operator', async () => {
    const {signIn, ticket, rename, engine} = await office()
    const printer = await ticket('Printer')
    const [ada, again] = [await signIn('ada@example.com'), await signIn('ada@example.com')]
    const [first, second] = [await followPage(ada, '/'), await followPage(again, '/')]
    expect((await ada.post('/account', {_action: 'sign out'})).status).toBe(303)
    await expect.poll(() => first.events).toEqual(['end', 'closed'])
    await rename(printer, 'Plotter')
    await expect.poll(() => second.events).toEqual(['changed'])
    const person = await findByEmail(engine, 'ada@example.com')
    if (person) await changePerson(engine, person, {active: false})
    await expect.poll(() => second.events).toEqual(['changed', 'end', 'closed'])
    expect(first.events).toHaveLength(2)
    // Neither of them opens another one; 204 tells a browser not to try again.
    for (const client of [ada, again]) expect(await statusOf(client, streamAddress(second.page))).toBe(204)
  })
})

/** Tickets that are read from a day on. */
const openingDesk = ticketDesk
  .replace('| hidden | yes/no | yes | no |', '| hidden | yes/no | yes | no |\n| opens | date | | |')
  .replace('not(hidden) |', 'not(hidden) and (opens = null or opens <= today()) |')

describe.each(stores)('the state of a page on $name', ({make}) => {
  it('is that of the present, whatever time the request for its stream claims', async () => {
    const fixture = await ticketOffice(await make(openingDesk), {records: true, document: openingDesk})
    const {engine, ada: owner, clock} = fixture
    const day = 86_400_000
    const opens = new Date(clock.now + 10 * day).toISOString().slice(0, 10)
    done(await engine.change(operator, [creating('Ticket', {subject: 'Secret', owner: owner.id, opens})]))
    const ada = new Client(fixture)
    await ada.signIn('ada@example.com', password)
    const times = [clock.now + 20 * day, clock.now - 20 * day, 8.7e15, -1].map(at => at.toString(36))
    for (const at of [...times, 'z'.repeat(40), '', '.']) {
      const {page, states} = await followPage(ada, '/', `${at}.x`)
      await expect.poll(() => states, {message: at}).toEqual([page.live])
    }
  })
})

async function statusOf(client: Client, address: string): Promise<number> {
  const {status, body} = await client.get(address, {headers: {accept: 'text/event-stream'}})
  await body?.cancel()
  return status
}

describe('streams of pages', () => {
  const only = stores.slice(0, 1)

  it.each(only)('are for signed-in people, and limited in number for each ($name)', async ({make}) => {
    const fixture = await ticketOffice(await make(ticketDesk), {records: true})
    const ada = new Client(fixture)
    await ada.signIn('ada@example.com', password)
    const page = await pageOf(ada, '/')
    const anonymous = new Client(fixture)
    expect((await anonymous.get(streamAddress(page))).status).toBe(204)
    expect((await pageOf(anonymous, '/sign-in')).live).toBeUndefined()
    expect((await ada.get('/_nonet/live?page=//x')).status).toBe(400)
    const open: FollowedPage[] = []
    for (let n = 0; n < 20; n += 1) open.push(await followPage(ada, '/'))
    expect((await ada.get(streamAddress(page))).status).toBe(429)
    // Another session is the same person, and another person is not.
    const [again, bo] = [new Client(fixture), new Client(fixture)]
    await again.signIn('ada@example.com', password)
    await bo.signIn('bo@example.com', password)
    expect(await statusOf(again, streamAddress(page))).toBe(429)
    expect(await statusOf(bo, streamAddress(page))).toBe(200)
    await open[0]?.leave()
    open[0] = await followPage(ada, '/')
    fixture.app.endStreams()
    await expect.poll(() => open.every(({events}) => events.at(-1) === 'closed')).toBe(true)
    expect((await ada.get(streamAddress(page))).status).toBe(429)
  })

  it.each(only)('attack: are not for exports, which would be made again after each commit ($name)', async ({make}) => {
    const fixture = await ticketOffice(await make(ticketDesk), {records: true})
    const ada = new Client(fixture)
    await ada.signIn('ada@example.com', password)
    const made = vi.spyOn(fixture.engine.store, 'noteReads')
    onTestFinished(() => made.mockRestore())
    for (const page of ['/?_export=csv', '/?q=x&_export=csv', '/?%5Fexport=csv'])
      expect(await statusOf(ada, `/_nonet/live?${new URLSearchParams({page, state: '1.x'})}`)).toBe(400)
    await fixture.ticket('Printer')
    await quietWhile()
    expect(made).not.toHaveBeenCalled()
  })

  it.each(only)('count as requests if their page must be computed at once ($name)', async ({make}) => {
    const rateLimiter = new RateLimiter({now: () => 0})
    const document = `${ticketDesk}\n## 9. Limits\n\n| Name | Value |\n|---|---|\n| REQUESTS_PER_MINUTE | 12 |\n`
    const fixture = await ticketOffice(await make(document), {records: true, document, rateLimiter})
    const ada = new Client(fixture)
    await ada.signIn('ada@example.com', password)
    const {leave} = await followPage(ada, '/')
    // Loaded later than what the streams know about, so nothing is computed, and nothing is counted.
    fixture.clock.now += 1000
    const page = await pageOf(ada, '/')
    for (let n = 0; n < 20; n += 1) expect(await statusOf(ada, streamAddress(page))).toBe(200)
    const old = streamAddress(page, '1.x')
    const statuses: number[] = []
    for (let n = 0; n < 14; n += 1) statuses.push(await statusOf(ada, old))
    expect(statuses.slice(0, 3)).toEqual([200, 200, 200])
    expect(statuses.slice(-3)).toEqual([429, 429, 429])
    await leave()
  })

  it.each(only)('are not offered by a page in the response to an action ($name)', async ({make}) => {
    const fixture = await ticketOffice(await make(ticketDesk), {records: true})
    const ada = new Client(fixture)
    await ada.signIn('ada@example.com', password)
    const refused = await ada.post('/account', {_action: 'change password', old: 'x', password: 'y'})
    expect(await refused.text()).not.toContain('"live":')
  })
})
