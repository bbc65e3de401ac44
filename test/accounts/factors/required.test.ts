/** A second factor that a role requires: by when, and what people reach who have none by then. */
import {describe, expect, test} from 'vitest'
import {findByEmail} from '../../../src/accounts/accounts.ts'
import {changePerson} from '../../../src/accounts/admin.ts'
import {makeKey} from '../../../src/accounts/keys.ts'
import {startSession} from '../../../src/accounts/sessions.ts'
import {pageMediaType} from '../../../src/engine/page/frame.ts'
import {documentOf} from '../../kit/documents.ts'
import {AuthenticatorApp, withApp} from '../../kit/factors.ts'
import {Client, desk, type PeopleFixture, peopleFixture, somewhere} from '../../kit/people.ts'
import {sqlite, stores} from '../../kit/store-databases.ts'

const password = 'staple-horse-lamp'
const email = 'finn@example.com'
const security = '/account/security'
const day = 86_400_000
const heading = '## 6. Roles and permissions\n'
const requiring = (text: string) => desk.replace(heading, `${heading}\n- second factor: ${text}\n`)
const calls = `
## 7. Calls

| Call | Method | Path | Does | For |
|---|---|---|---|---|
| People | GET | /api/people | list of User | signed in |
`

async function signedUp(fixture: PeopleFixture): Promise<Client> {
  const client = new Client(fixture)
  await client.post('/sign-up', {_action: 'sign up', name: 'Finn Ott', email, password})
  return client
}

const placeOf = (response: Response) => response.headers.get('location')
const led = `${security}?done=required`

describe.each(stores)('a required second factor on $name', ({make}) => {
  const open = async (document = requiring('Lead, Finder after 7 days')) =>
    peopleFixture({address: await make(desk), document})

  test('can be set up for some days, and is then asked for before anything else', async () => {
    const fixture = await open()
    const client = await signedUp(fixture)
    expect((await client.get('/mine')).status).toBe(200)
    const by = new Intl.DateTimeFormat('en-GB', {dateStyle: 'medium', timeZone: 'UTC'})
    const html = await (await client.get(security)).text()
    expect(await (await client.get('/account')).text()).toContain(
      `Your role requires two-factor authentication: set it up by ${by.format(fixture.clock.now + 7 * day)}.`,
    )
    expect(html).toContain(`Your role requires it: set it up by ${by.format(fixture.clock.now + 7 * day)}.`)
    // On every page, where their roles are on other days.
    const short = new Intl.DateTimeFormat('en-GB', {day: 'numeric', month: 'short', timeZone: 'UTC'})
    const reminder = `2FA due ${short.format(fixture.clock.now + 7 * day)}`
    expect(await (await client.get('/mine')).text()).toContain(reminder)
    fixture.clock.now += 7 * day - 1
    expect((await client.get('/mine')).status).toBe(200)
    fixture.clock.now += 1
    for (const path of [
      '/mine',
      '/',
      '/account',
      '/notifications',
      '/invitations',
      '/nothing/here',
      '/account/securit',
    ])
      expect([path, placeOf(await client.get(path))]).toEqual([path, led])
    expect(await (await client.get(led)).text()).toContain('Set it up to continue.')
    const change = {_action: 'save', name: 'Other', email}
    expect(placeOf(await client.post('/account', change))).toBe(led)
    expect((await findByEmail(fixture.engine, email))?.name).toBe('Finn Ott')
    expect((await client.get('/_nonet/live')).status).toBe(403)
    expect(placeOf(await client.get('/sign-out'))).toBeNull()
    // A new session changes nothing about it, and its answer shows no page either.
    await client.post('/sign-out', {_action: 'sign out'})
    const entering = {_action: 'sign in', email, password}
    const entered = await client.post('/sign-in?return=%2Fmine', entering, {headers: {accept: pageMediaType}})
    expect(((await entered.json()) as {redirect: string}).redirect).toBe(led)
    expect(placeOf(await client.get('/mine'))).toBe(led)
    await withApp(fixture, client)
    expect((await client.get('/mine')).status).toBe(200)
    expect(await (await client.get('/mine')).text()).not.toContain('2FA due')
    // It cannot be turned off again.
    expect(await (await client.get(security)).text()).not.toContain('Turn off')
    expect((await client.post(security, {_action: 'turn off factor'})).status).toBe(403)
  })

  test('is no longer due on the page that says it is on', async () => {
    const fixture = await open()
    const client = await signedUp(fixture)
    await client.post(security, {_action: 'set up app'})
    const html = await (await client.get(`${security}/app`)).text()
    expect(html).toContain('2FA due')
    const confirm = {_action: 'confirm app', code: new AuthenticatorApp(fixture, html).code()}
    const shown = await (await client.post(`${security}/app`, confirm)).text()
    expect(shown).toContain('Two-factor authentication is on.')
    expect(shown).not.toContain('2FA due')
  })

  test('is asked for at once without days, also of people who get the role later', async () => {
    const fixture = await open(requiring('Lead'))
    const client = await signedUp(fixture)
    expect((await client.get('/mine')).status).toBe(200)
    const person = await findByEmail(fixture.engine, email)
    if (!person) throw new Error('no such person')
    await changePerson(fixture.engine, person, {roles: ['Lead']})
    expect(placeOf(await client.get('/mine'))).toBe(led)
    await client.post(security, {_action: 'set up app'})
    const app = new AuthenticatorApp(fixture, await (await client.get(`${security}/app`)).text())
    expect((await client.post(`${security}/app`, {_action: 'confirm app', code: app.code()})).status).toBe(200)
    expect((await client.get('/desk')).status).toBe(200)
  })

  test('stops calls with a token, but not with a key', async () => {
    const fixture = await peopleFixture({
      address: await make(desk),
      document: requiring('Finder').replace('\n## 9.', `${calls}\n## 9.`),
      records: true,
    })
    await signedUp(fixture)
    const person = await findByEmail(fixture.engine, email)
    if (!person) throw new Error('no such person')
    const {token} = await startSession(fixture.world, person, somewhere)
    const key = await makeKey(fixture.engine, {person: person.id, name: 'Program', roles: null, days: null}, 0)
    const call = (secret: string) =>
      fixture.app.request(
        '/api/people',
        {headers: {authorization: `Bearer ${secret}`}},
        {target: '/api/people', peer: ''},
      )
    const refused = await call(token)
    expect(refused.status).toBe(403)
    expect(await refused.text()).toContain('SECOND_FACTOR_REQUIRED')
    expect((await call(key ?? '')).status).toBe(200)
  })

  test('asks nothing of people with other roles, and nothing of the demonstration', async () => {
    const fixture = await open(requiring('Auditor'))
    expect((await (await signedUp(fixture)).get('/mine')).status).toBe(200)
  })
})

test.each([
  ['Leed', 'Unknown role `Leed`.'],
  ['Lead after soon', 'Unknown role `Lead after soon`.'],
  ['everyone', 'Name roles here, not `everyone`.'],
])('a second factor for %s is a finding', (text, message) => {
  const {findings} = documentOf(requiring(text))
  expect(findings.map(each => each.message)).toContain(message)
})

test('the page that asks for it is written in German, too', async () => {
  const document = `${requiring('Finder')}| LANGUAGE | "de" | |\n`
  const fixture = await peopleFixture({address: await sqlite.make(desk), document})
  const client = await signedUp(fixture)
  expect(await (await client.get(led)).text()).toContain('Richten Sie sie ein, um fortzufahren.')
})
