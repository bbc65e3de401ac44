/** `nonet dev` shows the application as each role, to the developer at the machine; `nonet run` does not offer it. */

import {expect, test} from 'vitest'
import {findByEmail} from '../../src/accounts/accounts.ts'
import {setUpLink} from '../../src/accounts/sign-up.ts'
import {operator} from '../../src/screens/testing.ts'
import {creating, done} from '../kit/engine.ts'
import {Client, type PeopleFixture, peopleFixture} from '../kit/people.ts'
import {sqlite} from '../kit/store-databases.ts'

const address = async () => await sqlite.make()
const home = '127.0.0.1'

const switchTo = (client: Client, who: string, path = '/') => client.post(path, {_action: 'view as', who})

async function realLead(fixture: PeopleFixture): Promise<string> {
  const link = new URL((await setUpLink(fixture.world)) ?? '')
  const fields = {_action: 'set up', name: 'Lea Lind', email: 'lea@example.com', password: 'staple-horse-lamp'}
  expect((await new Client(fixture, home).post(link.pathname, fields)).status).toBe(303)
  return (await findByEmail(fixture.engine, 'lea@example.com'))?.id ?? ''
}

test('every page under dev links to each role and back, without JavaScript', async () => {
  const fixture = await peopleFixture({address: await address(), dev: true})
  const client = new Client(fixture, home)
  const signIn = await (await client.get('/sign-in')).text()
  expect(signIn).toContain('View as:')
  for (const role of ['Finder', 'Lead', 'Auditor']) expect(signIn).toContain(`value="role ${role}"`)

  const switched = await switchTo(client, 'role Lead', '/desk')
  expect([switched.status, switched.headers.get('location')]).toEqual([303, '/desk'])
  expect(await (await client.get('/desk')).text()).toContain('The secret desk of leads.')
  expect((await switchTo(client, 'role Finder', '/desk')).status).toBe(303)
  // A page missing for a role is missing here too, with a link back.
  const missing = await client.get('/desk')
  expect(missing.status).toBe(404)
  expect(await missing.text()).toContain('View as:')
  expect((await switchTo(client, 'role Lead', '/desk')).status).toBe(303)
  expect((await client.get('/desk')).status).toBe(200)
  expect((await switchTo(client, 'nobody')).status).toBe(303)
  expect((await client.get('/desk')).headers.get('location')).toContain('/sign-in')
  // The same demonstration person each time.
  const people = await fixture.engine.store.read(db => db.selectFrom('user').select('email').execute())
  expect(people.map(({email}) => email).toSorted()).toEqual(['finder@stand-in.invalid', 'lead@stand-in.invalid'])
})

test('demonstration people without a password represent their role, and no real person does', async () => {
  const fixture = await peopleFixture({address: await address(), dev: true})
  const real = await realLead(fixture)
  const fields = {name: 'Nora', email: 'nora@example.com', roles: ['Lead']}
  const {id} = done(await fixture.engine.change(operator, [creating('User', fields)]))
  const client = new Client(fixture, home)
  const page = await (await client.get('/rules')).text()
  expect(page).toContain(`value="person ${id}"`)
  expect(page).not.toContain(real)
  expect((await switchTo(client, `person ${real}`)).status).toBe(422)
  expect((await switchTo(client, 'role Nonsense')).status).toBe(422)
  expect(client.cookies.has('nonet')).toBe(false)
  expect((await switchTo(client, 'role Lead')).status).toBe(303)
  expect(await (await client.get('/')).text()).toContain('Nora')
})

test('it does not exist for others, under another host name, or from another site', async () => {
  const fixture = await peopleFixture({address: await address(), dev: true})
  const away = new Client(fixture, '192.0.2.1')
  expect(await (await away.get('/rules')).text()).not.toContain('View as:')
  expect((await switchTo(away, 'role Lead', '/rules')).status).toBe(405)
  const forwarded = new Client(fixture, home)
  forwarded.headers = {'x-forwarded-for': '192.0.2.1'}
  expect((await switchTo(forwarded, 'role Lead', '/rules')).status).toBe(405)
  const renamed = new Client(fixture, home)
  renamed.headers = {host: 'evil.example'}
  const named = await renamed.get('http://evil.example/rules')
  expect(await named.text()).not.toContain('View as:')
  const client = new Client(fixture, home)
  const cross = {headers: {'sec-fetch-site': 'cross-site'}}
  expect((await client.post('/rules', {_action: 'view as', who: 'role Lead'}, cross)).status).toBe(403)
  expect([away, forwarded, renamed, client].some(({cookies}) => cookies.has('nonet'))).toBe(false)
})

test('nonet run has neither the control nor the action', async () => {
  const fixture = await peopleFixture({address: await address()})
  const client = new Client(fixture, home)
  for (const path of ['/rules', '/sign-in', '/nowhere'])
    expect(await (await client.get(path)).text()).not.toContain('View as:')
  expect((await switchTo(client, 'role Lead', '/rules')).status).toBe(405)
  expect((await switchTo(client, 'role Lead', '/sign-in')).status).toBe(422)
  expect((await switchTo(client, 'role Lead', '/nowhere')).status).toBe(404)
  expect(client.cookies.has('nonet')).toBe(false)
})
