/**
 * API keys: created on the account page or by an operator, shown once, with some of the person's roles, and revoked
 * immediately.
 */
import {writeFile} from 'node:fs/promises'
import {join} from 'node:path'
import {describe, expect, test} from 'vitest'
import {findByEmail} from '../../src/accounts/accounts.ts'
import {makeApplication, makeKey} from '../../src/accounts/keys.ts'
import {key} from '../../src/cli/access/key.ts'
import {operator} from '../../src/screens/testing.ts'
import {queryRows} from '../../src/store/sql.ts'
import {ApiClient, apiFixture, password} from '../kit/api.ts'
import {done, updating} from '../kit/engine.ts'
import {Client, type PeopleFixture} from '../kit/people.ts'
import {makeFolder, stores, storesOfStories} from '../kit/store-databases.ts'
import {talking} from '../kit/talking.ts'

const notes = `# Notes

## 3. Entities

### Note

| Field | Type | Required |
|---|---|---|
| title | text | yes |

### User

| Field | Type |
|---|---|
| nickname | text |

## 6. Roles

| Role | Meaning | Joins by |
|---|---|---|
| Reader | reads | sign-up |
| Writer | writes | nobody |

| Role | May | On |
|---|---|---|
| Reader | read | Note, User |
| Writer | read, create | Note |
| signed in | update | User |

## 7. Calls

| Call | Method | Path | Does | For |
|---|---|---|---|---|
| Notes | GET | /api/notes | list of Note | signed in |
| New | POST | /api/notes | create Note | Writer |
| Me | GET | /api/me | one User | signed in |
| Change me | PUT | /api/me | update User | signed in |
| Log out | DELETE | /api/me | sign out | signed in |

### Me

\`\`\`json answer
{"name": "{name}"}
\`\`\`

### Change me

\`\`\`json request
{"nickname": "{nickname}", "password": "{password}"}
\`\`\`
`

const day = 24 * 60 * 60 * 1000

/** A person with both roles, in a browser. */
async function writer(fixture: PeopleFixture): Promise<Client> {
  const client = new Client(fixture)
  const email = 'finn@example.com'
  await client.post('/sign-up', {_action: 'sign up', name: 'Finn', email, password})
  const person = await findByEmail(fixture.engine, email)
  if (!person) throw new Error('nobody signed up')
  const roles = {roles: ['Reader', 'Writer']}
  done(await fixture.engine.change(operator, [updating('User', person, roles)]))
  return client
}

async function keyFrom(client: Client, fields: Record<string, string>): Promise<string> {
  const page = await client.post('/account', {_action: 'make key', key: 'Importer', days: '30', ...fields})
  expect(page.status).toBe(200)
  const [key = ''] = /nonet_key_[\w-]{43}/.exec(await page.text()) ?? []
  expect(key).not.toBe('')
  return key
}

describe.each(storesOfStories)('API keys on $name', ({make}) => {
  const opened = async () => {
    const fixture = await apiFixture({document: notes, address: await make(notes)})
    const client = await writer(fixture)
    const api = new ApiClient(fixture, 'Bearer')
    return {fixture, client, api}
  }

  test('are made on the account page, shown once, stored as digests, and call as their person', async () => {
    const {fixture, client, api} = await opened()
    const key = await keyFrom(client, {})
    const again = await (await client.get('/account')).text()
    expect(again).toContain('Importer')
    expect(again).not.toContain(key)
    const [[stored] = []] = await fixture.engine.store.read(db => queryRows(db)`select token from nonet_key`)
    expect(key).not.toContain(String(stored))
    expect((await api.as(key).post('/api/notes', {title: 'Milk'})).status).toBe(201)
    expect((await api.as(key).get('/api/me')).json).toEqual({name: 'Finn'})
    expect((await api.as(`${key}x`).get('/api/me')).status).toBe(401)
    expect((await api.as(key.slice('nonet_key_'.length)).get('/api/me')).status).toBe(401)
    expect(fixture.logged.map(({path}) => path).join()).not.toContain(key)
  })

  test('have the chosen roles, as long as the person has them', async () => {
    const {fixture, client, api} = await opened()
    const key = await keyFrom(client, {roles: 'Writer'})
    const program = api.as(key)
    expect((await program.post('/api/notes', {title: 'Milk'})).status).toBe(201)
    const person = await findByEmail(fixture.engine, 'finn@example.com')
    if (!person) throw new Error('nobody')
    done(await fixture.engine.change(operator, [updating('User', person, {roles: ['Reader']})]))
    expect((await program.post('/api/notes', {title: 'Bread'})).status).toBe(403)
    expect((await program.get('/api/notes')).json.items).toEqual([])
    const foreign = await client.post('/account', {_action: 'make key', key: 'More', roles: 'Writer'})
    expect(foreign.status).toBe(403)
  })

  test('attack: expire after one of the offered times, or never if that was chosen', async () => {
    const {fixture, client} = await opened()
    for (const days of ['0', '-1', '1e9', '30.0', ' 30', '३०', 'x']) {
      const refused = await client.post('/account', {_action: 'make key', key: 'Odd', days})
      expect([days, refused.status]).toEqual([days, 422])
    }
    expect(await fixture.engine.store.read(db => queryRows(db)`select token from nonet_key`)).toEqual([])
    await keyFrom(client, {days: ''})
    await keyFrom(client, {days: '365'})
    const ends = await fixture.engine.store.read(db => queryRows(db)`select until from nonet_key order by until`)
    expect(ends.map(([until]) => until === null).toSorted()).toEqual([false, true])
  })

  test('X11: have the roles that were chosen, also if these were all, and all only if none was chosen', async () => {
    const {fixture, client, api} = await opened()
    const email = 'finn@example.com'
    const roles = async (...names: readonly string[]) => {
      const person = await findByEmail(fixture.engine, email)
      if (!person) throw new Error('nobody')
      done(await fixture.engine.change(operator, [updating('User', person, {roles: [...names]})]))
    }
    await roles('Reader')
    const [chosen, open] = [await keyFrom(client, {roles: 'Reader'}), await keyFrom(client, {key: 'All'})]
    await roles('Reader', 'Writer')
    const body = new URLSearchParams([
      ['_action', 'make key'],
      ['key', 'Twice'],
      ['roles', 'Reader'],
      ['roles', 'Reader'],
    ]).toString()
    const page = await (await client.post('/account', {}, {body})).text()
    const [twice = ''] = /nonet_key_[\w-]{43}/.exec(page) ?? []
    const mayWrite = async (key: string) => (await api.as(key).post('/api/notes', {title: 'Milk'})).status === 201
    expect([await mayWrite(chosen), await mayWrite(twice), await mayWrite(open)]).toEqual([false, false, true])
  })

  test('end when they expire, are revoked, or the person may no longer sign in', async () => {
    const {fixture, client, api} = await opened()
    const [month, revoked, last] = [
      await keyFrom(client, {}),
      await keyFrom(client, {key: 'Other'}),
      await keyFrom(client, {days: ''}),
    ]
    const works = async (key: string) => (await api.as(key).get('/api/notes')).status === 200
    expect(await works(revoked)).toBe(true)
    const ids = await fixture.engine.store.read(db => queryRows(db)`select id from nonet_key where name = ${'Other'}`)
    const stranger = new Client(fixture)
    await stranger.post('/sign-up', {_action: 'sign up', name: 'Lea', email: 'lea@example.com', password})
    await stranger.post('/account', {_action: 'revoke key', id: String(ids[0]?.[0])})
    expect(await works(revoked)).toBe(true)
    expect((await client.post('/account', {_action: 'revoke key', id: String(ids[0]?.[0])})).status).toBe(303)
    expect(await works(revoked)).toBe(false)
    fixture.clock.now += 31 * day
    expect(await works(month)).toBe(false)
    expect(await works(last)).toBe(true)
    const person = await findByEmail(fixture.engine, 'finn@example.com')
    if (!person) throw new Error('nobody')
    done(await fixture.engine.change(operator, [updating('User', person, {active: false})]))
    expect(await works(last)).toBe(false)
    done(
      await fixture.engine.change(operator, [
        updating('User', {...person, version: person.version + 1}, {active: true}),
      ]),
    )
    expect(await works(last)).toBe(false)
  })

  test('show when they were last used, to the minute', async () => {
    const {fixture, client, api} = await opened()
    const key = await keyFrom(client, {})
    expect(await (await client.get('/account')).text()).toContain('Never used')
    await api.as(key).get('/api/notes')
    const used = () => fixture.engine.store.read(db => queryRows(db)`select used from nonet_key`)
    const first = await used()
    fixture.clock.now += 30_000
    await api.as(key).get('/api/notes')
    expect(await used()).toEqual(first)
    fixture.clock.now += 60_000
    await api.as(key).get('/api/notes')
    expect(await used()).not.toEqual(first)
  })

  test('cannot change a password or sign anybody out', async () => {
    const {client, api} = await opened()
    const program = api.as(await keyFrom(client, {}))
    expect((await program.put('/api/me', {nickname: 'F'})).status).toBe(200)
    expect((await program.put('/api/me', {password: 'another-horse-lamp'})).status).toBe(403)
    expect((await program.delete('/api/me')).status).toBe(403)
    expect((await client.get('/account')).status).toBe(200)
  })

  test('can belong to an application, which has roles and cannot sign in', async () => {
    const {fixture, api} = await opened()
    const made = await makeApplication(fixture.engine, {name: 'Nightly import', roles: ['Reader', 'Writer']})
    if (!made.ok) throw new Error(JSON.stringify(made.problems))
    const key = await makeKey(fixture.engine, {person: made.person, name: 'night', roles: null, days: null}, Date.now())
    const program = api.as(key)
    expect((await program.get('/api/me')).json).toEqual({name: 'Nightly import'})
    expect((await program.post('/api/notes', {title: 'Milk'})).status).toBe(201)
  })
})

describe.each(storesOfStories)('nonet key on $name', ({make}) => {
  test('makes keys of people and of applications, lists them without the keys, and revokes them', async () => {
    const db = await make()
    const fixture = await apiFixture({document: notes, address: db})
    await writer(fixture)
    const api = new ApiClient(fixture, 'Bearer')
    const path = join(await makeFolder(), 'app.md')
    await writeFile(path, notes)
    const run = async (...args: string[]): Promise<string> => {
      const {io, said} = talking()
      expect(await key.run([args[0] ?? '', path, '--db', db, ...args.slice(1)], io)).toBe(0)
      return said.out
    }
    const own = (await run('make', '--email', 'finn@example.com', '--name', 'Payroll', '--role', 'Reader')).trim()
    const imported = (await run('make', '--application', '--name', 'Import', '--role', 'Writer', '--days', '9')).trim()
    expect((await api.as(own).post('/api/notes', {title: 'Milk'})).status).toBe(403)
    expect((await api.as(imported).post('/api/notes', {title: 'Milk'})).status).toBe(201)
    const listed = await run('list')
    expect(listed).not.toContain(own)
    const line = listed.split('\n').find(each => each.includes('Payroll')) ?? ''
    expect(line.split('\t').slice(1, 4)).toEqual(['Payroll', 'finn@example.com', 'Reader'])
    await run('revoke', '--id', line.split('\t')[0] ?? '')
    expect((await api.as(own).get('/api/notes')).status).toBe(401)
    await expect(run('make', '--application', '--name', 'x')).rejects.toThrow('Add --role')
    await expect(run('make', '--email', 'nobody@example.com', '--name', 'x')).rejects.toThrow('No person has the email')
  })
})

test('there are no keys where the document has no calls', async () => {
  const [store] = stores
  const address = (await store?.make()) ?? ''
  const fixture = await apiFixture({document: notes.replace(/## 7[\s\S]*$/, ''), address})
  const client = await writer(fixture)
  expect(await (await client.get('/account')).text()).not.toContain('API keys')
  expect((await client.post('/account', {_action: 'make key', key: 'x'})).status).toBe(422)
})
