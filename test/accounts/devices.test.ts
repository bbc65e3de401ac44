/** The devices of a person: where they are signed in, how they are signed out, and what is told about a new one. */

import {sql} from 'kysely'
import {describe, expect, test} from 'vitest'
import {findByEmail} from '../../src/accounts/accounts.ts'
import {addWithPassword} from '../../src/accounts/admin.ts'
import {Client, desk, type PeopleFixture, type PeopleFixtureOptions, peopleFixture} from '../kit/people.ts'
import {sqlite, stores, storesOfStories} from '../kit/store-databases.ts'

const password = 'staple-horse-lamp'
const email = 'finn@example.com'
const security = '/account/security'
const minute = 60_000
const firefox = {'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'}
const kiosk = `${desk}| SHARED_SESSION_LENGTH | 15 minutes | |\n`

async function signedUp(fixture: PeopleFixture, name = 'Finn Ott', address = email): Promise<Client> {
  const client = new Client(fixture, '198.51.100.7')
  await client.post('/sign-up', {_action: 'sign up', name, email: address, password})
  return client
}

const isIn = async (client: Client) => (await client.get('/mine')).status === 200
const htmlOf = async (client: Client, path = security) => (await client.get(path)).text()
/** What the form of each device sends. */
const devicesIn = (html: string) => [...html.matchAll(/name="device" value="([^"]*)"/g)].map(([, key = '']) => key)

describe.each(stores)('the devices of a person on $name', ({make}) => {
  const open = async (options: Partial<PeopleFixtureOptions> = {}) =>
    peopleFixture({address: await make(desk), ...options})

  test('are listed in words with their place in the network, this one first and without a button', async () => {
    const fixture = await open()
    const here = await signedUp(fixture)
    const there = new Client(fixture, '2001:db8:1:2::9')
    there.headers = firefox
    await there.signIn(email, password)
    fixture.clock.now += 5 * minute
    const html = await htmlOf(here)
    expect(html).toMatch(/This device(<!-- -->)? · (<!-- -->)?198\.51\.100\.7/)
    expect(html).toContain('Firefox on Linux')
    expect(html).toContain('2001:db8:1:2::/64')
    expect(html).toContain('Last used 5 minutes ago')
    expect(html.indexOf('This device')).toBeLessThan(html.indexOf('Firefox on Linux'))
    expect(devicesIn(html)).toHaveLength(1)
    expect(await htmlOf(here, '/account')).toContain('You’re signed in on 2 devices.')
    for (const token of [...here.cookies.values(), ...there.cookies.values()]) expect(html).not.toContain(token)
    const {rows} = await fixture.engine.store.read(db =>
      sql<{token: string}>`select token from nonet_session`.execute(db),
    )
    for (const {token} of rows) expect(html).not.toContain(token)
  })

  test('are signed out one by one, or all others at once', async () => {
    const fixture = await open()
    const here = await signedUp(fixture)
    const [one, two] = [new Client(fixture), new Client(fixture)]
    one.headers = firefox
    await one.signIn(email, password)
    await two.signIn(email, password)
    const html = await htmlOf(here)
    expect(html).toContain('Sign out Firefox on Linux')
    const [, device = ''] = /name="device" value="([^"]*)"[^§]*?Sign out Firefox on Linux/.exec(html) ?? []
    const answer = await here.post(security, {_action: 'sign out device', device})
    expect(answer.headers.get('location')).toBe(`${security}?done=device`)
    const states = await Promise.all([here, one, two].map(isIn))
    expect(states.filter(Boolean)).toHaveLength(2)
    expect(states[0]).toBe(true)
    await here.post(security, {_action: 'sign out others'})
    expect(await Promise.all([here, one, two].map(isIn))).toEqual([true, false, false])
    expect(await htmlOf(here)).toContain('You’re not signed in on any other device.')
  })

  test('are signed out only after the password, so that a stolen session signs no one out', async () => {
    const fixture = await open()
    const here = await signedUp(fixture)
    const other = new Client(fixture)
    await other.signIn(email, password)
    fixture.clock.now += 11 * minute
    const [device = ''] = devicesIn(await htmlOf(here))
    const question = `/account/confirm?return=${encodeURIComponent(security)}`
    for (const form of [{_action: 'sign out device', device}, {_action: 'sign out others'}])
      expect((await here.post(security, form)).headers.get('location')).toBe(question)
    expect(await isIn(other)).toBe(true)
    await here.post('/account/confirm', {_action: 'confirm', password})
    await here.post(security, {_action: 'sign out device', device})
    expect([await isIn(here), await isIn(other)]).toEqual([true, false])
  })

  test('belong to this person alone', async () => {
    const fixture = await open()
    const owner = await signedUp(fixture)
    const other = new Client(fixture)
    await other.signIn(email, password)
    const [device = ''] = devicesIn(await htmlOf(owner))
    const stranger = await signedUp(fixture, 'Eve Stone', 'eve@example.com')
    expect(await htmlOf(stranger)).not.toContain(device)
    await stranger.post(security, {_action: 'sign out device', device})
    await stranger.post(security, {_action: 'sign out others'})
    expect(await Promise.all([owner, other, stranger].map(isIn))).toEqual([true, true, true])
  })

  test('show no page to visitors', async () => {
    const fixture = await open()
    const answer = await new Client(fixture).get(security)
    expect(answer.headers.get('location')).toBe('/sign-in?return=%2Faccount%2Fsecurity')
  })

  test('are told by mail when they are new, to people who have signed in before', async () => {
    const fixture = await open()
    const owner = await signedUp(fixture)
    expect(fixture.mails).toEqual([])
    await owner.post('/sign-out', {_action: 'sign out'})
    await owner.signIn(email, password)
    expect(fixture.mails).toEqual([])
    const stranger = new Client(fixture, '203.0.113.9')
    stranger.headers = {'user-agent': `${firefox['user-agent']}\u00a0http://evil.example`}
    await stranger.signIn(email, 'not-the-password')
    expect(fixture.mails).toEqual([])
    await stranger.signIn(email, password)
    expect(fixture.mails.map(({to, subject}) => [to, subject])).toEqual([
      [email, 'New sign-in to your Lost and found account'],
    ])
    expect(fixture.mails[0]?.text).toContain('Firefox on Linux, from 203.0.113.9, on ')
    expect(fixture.mails[0]?.text).not.toContain('evil')
    await stranger.post('/sign-out', {_action: 'sign out'})
    await stranger.signIn(email, password)
    expect(fixture.mails).toHaveLength(1)
  })
})

describe.each(storesOfStories)('a shared device on $name', ({make}) => {
  const open = async () => peopleFixture({address: await make(desk), document: kiosk})
  const signIn = (client: Client) => client.post('/sign-in', {_action: 'sign in', email, password, shared: 'yes'})

  test('is offered only where the document has a length for it', async () => {
    expect(await htmlOf(new Client(await open()), '/sign-in')).toContain('This is a shared device')
    const other = await peopleFixture({address: await make(desk)})
    expect(await htmlOf(new Client(other), '/sign-in')).not.toContain('shared')
    await signedUp(other)
    const client = new Client(other)
    await signIn(client)
    other.clock.now += 60 * minute
    expect(await isIn(client)).toBe(true)
  })

  test('signs people out soon after the last use, and when the browser is closed', async () => {
    const fixture = await open()
    const own = await signedUp(fixture)
    const client = new Client(fixture)
    const cookies = (await signIn(client)).headers.getSetCookie()
    expect(cookies.find(cookie => cookie.startsWith('nonet='))).not.toContain('Max-Age')
    expect(await htmlOf(own)).toContain('Shared device')
    for (let used = 0; used < 5; used += 1) {
      fixture.clock.now += 10 * minute
      expect(await isIn(client)).toBe(true)
    }
    fixture.clock.now += 15 * minute
    expect(await isIn(client)).toBe(false)
    expect(await isIn(own)).toBe(true)
    expect(await htmlOf(own)).not.toContain('Shared device')
  })

  test('signs people out after a working day, however active they are', async () => {
    const fixture = await open()
    await signedUp(fixture)
    const client = new Client(fixture)
    await signIn(client)
    for (let used = 0; used < 71; used += 1) {
      fixture.clock.now += 10 * minute
      expect(await isIn(client)).toBe(true)
    }
    fixture.clock.now += 10 * minute
    expect(await isIn(client)).toBe(false)
  })

  test('stays one when the password is changed there', async () => {
    const fixture = await open()
    await signedUp(fixture)
    const client = new Client(fixture)
    await signIn(client)
    await client.post('/account', {_action: 'change password', now: password, password: 'moss-and-thunder'})
    expect(await isIn(client)).toBe(true)
    fixture.clock.now += 15 * minute
    expect(await isIn(client)).toBe(false)
  })
})

describe.each(storesOfStories)('signing someone else out on $name', ({make}) => {
  const document = desk
    .replace('| Rules | /rules', '| Person | /people/:id | record of User | Lead, Clerk |\n| Rules | /rules')
    .replace('## 6. Roles and permissions\n', '## 6. Roles and permissions\n\n- audit log: Lead\n')
    .replace('| Auditor | looks', '| Clerk | writes names | invitation |\n| Auditor | looks')
    .replace('| Lead | create', '| Clerk | read | User | | |\n| Clerk | update | User | | name |\n| Lead | create')

  test('is a button for those who could end their access, and is audited', async () => {
    const fixture = await peopleFixture({address: await make(document), document, records: true})
    const {engine} = fixture
    const signedIn = async (name: string, role: string) => {
      const at = `${name.toLowerCase()}@example.com`
      await addWithPassword(engine, {name, email: at, roles: [role], password})
      const client = new Client(fixture)
      await client.signIn(at, password)
      return {client, id: (await findByEmail(engine, at))?.id ?? ''}
    }
    const [finn, lea, cleo] = [
      await signedIn('Finn', 'Finder'),
      await signedIn('Lea', 'Lead'),
      await signedIn('Cleo', 'Clerk'),
    ]
    const action = {_action: '_sign out everywhere'}
    const isIn = async ({client}: typeof finn) => (await client.get('/mine')).status === 200
    expect(await (await cleo.client.get(`/people/${finn.id}`)).text()).not.toContain('Sign out everywhere')
    expect((await cleo.client.post(`/people/${finn.id}`, action)).status).toBe(409)
    // One’s own devices are on the security page.
    expect(await (await lea.client.get(`/people/${lea.id}`)).text()).not.toContain('Sign out everywhere')
    expect(await isIn(finn)).toBe(true)
    expect(await (await lea.client.get(`/people/${finn.id}`)).text()).toContain('Sign out everywhere')
    expect((await lea.client.post(`/people/${finn.id}`, action)).status).toBe(303)
    expect(await (await lea.client.get(`/people/${finn.id}`)).text()).toContain('was signed out on all devices')
    expect([await isIn(finn), await isIn(lea), await isIn(cleo)]).toEqual([false, true, true])
    await finn.client.signIn('finn@example.com', password)
    expect(await isIn(finn)).toBe(true)
    const log = await (await lea.client.get('/account/audit-log?kind=sessions')).text()
    expect(log).toContain('signed out everywhere')
  })
})

test('the security page is written in German, too', async () => {
  const document = `${desk}| LANGUAGE | "de" | |\n`
  const fixture = await peopleFixture({address: await sqlite.make(desk), document})
  const client = await signedUp(fixture)
  await new Client(fixture).signIn(email, password)
  const html = await htmlOf(client)
  for (const text of ['Sicherheit', 'Geräte', 'Alle anderen Geräte abmelden']) expect(html).toContain(text)
  expect(fixture.mails[0]?.text).toContain('Unbekanntes Gerät, von 192.0.2.1, am ')
})
