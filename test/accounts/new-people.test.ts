/** People as records of the document: a person created by its form is invited, and its list links to invitations. */

import {describe, expect, test} from 'vitest'
import {findByEmail} from '../../src/accounts/accounts.ts'
import {setUpLink} from '../../src/accounts/sign-up.ts'
import {operator} from '../../src/screens/testing.ts'
import {creating, done} from '../kit/engine.ts'
import {Client, desk, linkTo, type PeopleFixture, peopleFixture} from '../kit/people.ts'
import {storesOfStories} from '../kit/store-databases.ts'

const password = 'staple-horse-lamp'

const screens = `| Rules | /rules | page | everyone |
| People | /people | list of User | Finder, Lead |
| New person | /people/new | form for User | Lead |`

const withForm = desk.replace('| Rules | /rules | page | everyone |', screens)
const withoutForm = withForm.replace('| New person | /people/new | form for User | Lead |\n', '')

async function lead(fixture: PeopleFixture): Promise<Client> {
  const client = new Client(fixture)
  const link = new URL((await setUpLink(fixture.world)) ?? '')
  const fields = {_action: 'set up', name: 'Lea Lind', email: 'lea@example.com', password}
  expect((await client.post(link.pathname, fields)).status).toBe(303)
  return client
}

async function finder(fixture: PeopleFixture): Promise<Client> {
  const client = new Client(fixture, '192.0.2.9')
  const fields = {_action: 'sign up', name: 'Finn Ott', email: 'finn@example.com', password}
  expect((await client.post('/sign-up', fields)).status).toBe(303)
  return client
}

describe.each(storesOfStories)('people of the document on $name', ({make}) => {
  test('are invited once when they are created by a form, and join through the link', async () => {
    const fixture = await peopleFixture({address: await make(withForm), document: withForm, records: true, mails: true})
    const boss = await lead(fixture)
    fixture.clock.now += 1000
    // A person who existed before, or was added by the operator, is not notified.
    const old = {name: 'Olde', email: 'olde@example.com'}
    done(await fixture.engine.change(operator, [creating('User', old)]))
    const made = {_action: 'create', name: 'Nora New', email: 'nora@example.com', roles: 'Finder'}
    expect((await boss.post('/people/new', made)).status).toBe(303)
    expect(fixture.mails.map(({to}) => to)).toEqual(['nora@example.com'])
    expect(fixture.mails[0]?.text).toContain('Lea Lind')
    const nora = new Client(fixture, '192.0.2.7')
    expect((await nora.post(linkTo(fixture, 'nora@example.com'), {_action: 'accept', password})).status).toBe(303)
    expect(await (await nora.get('/')).text()).toContain('The secret start page.')
    expect((await findByEmail(fixture.engine, 'nora@example.com'))?.roles).toEqual(['Finder'])

    fixture.clock.now += 1000
    const second = {_action: 'create', name: 'Otto', email: 'otto@example.com', roles: 'Lead'}
    expect((await boss.post('/people/new', second)).status).toBe(303)
    expect(fixture.mails.map(({to}) => to)).toEqual(['nora@example.com', 'otto@example.com'])
  })

  test('are not invited if the form was rejected, or if they may not sign in', async () => {
    const fixture = await peopleFixture({address: await make(withForm), document: withForm, records: true})
    const boss = await lead(fixture)
    const wrong = {_action: 'create', name: '', email: 'nora@example.com'}
    expect((await boss.post('/people/new', wrong)).status).toBe(422)
    const away = {_action: 'create', name: 'Nora', email: 'nora@example.com', active: 'no'}
    expect((await boss.post('/people/new', away)).status).toBe(303)
    expect(fixture.mails).toEqual([])
  })

  test('are invited from their list if the document has no form for them, by permitted people', async () => {
    const fixture = await peopleFixture({address: await make(withoutForm), document: withoutForm, records: true})
    const boss = await lead(fixture)
    expect(await (await boss.get('/people')).text()).toContain('href="/invitations')
    const page = await boss.get('/invitations')
    expect(page.status).toBe(200)
    const other = await finder(fixture)
    expect(await (await other.get('/people')).text()).not.toContain('href="/invitations')
    expect((await other.get('/invitations')).status).toBe(404)
  })

  test('are not invited by people who may only change them: neither their list nor their account links there', async () => {
    const onlyChanging = withoutForm.replace(
      '| Finder | read | User | | name |',
      '| Finder | read, update | User | | |',
    )
    const fixture = await peopleFixture({address: await make(onlyChanging), document: onlyChanging, records: true})
    const boss = await lead(fixture)
    const changer = await finder(fixture)
    expect((await changer.get('/invitations')).status).toBe(404)
    const fields = {_action: 'invite', name: 'Ida Berg', email: 'ida@example.com', roles: 'Finder'}
    expect((await changer.post('/invitations', fields)).status).toBe(404)
    for (const path of ['/people', '/account'])
      expect(await (await changer.get(path)).text()).not.toContain('href="/invitations')
    expect(await (await boss.get('/account')).text()).toContain('href="/invitations')
    expect(fixture.mails).toEqual([])
  })
})
