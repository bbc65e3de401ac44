/** Sensitive steps ask again who it is: which ones, of whom, and that no page and no call leads around it. */
import {describe, expect, test} from 'vitest'
import {findByEmail} from '../../../src/accounts/accounts.ts'
import {addWithPassword} from '../../../src/accounts/admin.ts'
import {makeKey} from '../../../src/accounts/keys.ts'
import {listEntries} from '../../../src/engine/audit/audit-query.ts'
import {saveSettings} from '../../../src/engine/settings.ts'
import {ProofRequired} from '../../../src/engine/transaction/proof.ts'
import {documentOf} from '../../kit/documents.ts'
import {withApp} from '../../kit/factors.ts'
import {Client, type PeopleFixture, type PeopleFixtureOptions, peopleFixture} from '../../kit/people.ts'
import {sqlite, storesOfStories} from '../../kit/store-databases.ts'

const document = `# Office

## 2. Screens and routes

| Screen | Route | Shows | For |
|---|---|---|---|
| People | /people | list of User | Admin |
| Person | /people/:id | record of User | Admin |
| Applications | /applications | list of Application | Admin |
| Application | /applications/:id | record of Application | Admin |
| Settings | /settings | settings | Admin |
| Opened | /opened | calendar of Application by due | Admin |

### People

- columns: name, roles

### Person

- fields: name, email, roles

## 3. Entities and their fields

### Application

- personal: name

| Field | Type |
|---|---|
| name | text |
| due | date |

## 4. Actions and states

### Application

- starts: open

| Action | From | To | Who | When | Then |
|---|---|---|---|---|---|
| forget | open | closed | Admin | | erase |

## 6. Roles and permissions

| Role | Joins by |
|---|---|
| Admin | invitation |
| Clerk | invitation |

| Role | May | On |
|---|---|---|
| Admin | all | User, Application |

## 7. Calls

| Call | Method | Path | Does | For |
|---|---|---|---|---|
| Change person | PATCH | /api/people/:id | update User | Admin |
| Sign in | POST | /api/session | sign in | everyone |

## 9. Business constants and limits

| Name | Value | Changed by | Range |
|---|---|---|---|
| MOST | 5 | Admin | 1..9 |
`
const heading = '## 6. Roles and permissions\n'
const asking = (steps: string) => document.replace(heading, `${heading}\n- ask again: ${steps}\n`)
const everything = asking('roles, keys, exports, erasing, settings')

const password = 'staple-horse-lamp'
const boss = 'boss@example.com'
const minute = 60_000
const placeOf = (response: Response) => response.headers.get('location')

async function office(text: string, address: string, more: Partial<PeopleFixtureOptions> = {}) {
  const fixture = await peopleFixture({address, document: text, records: true, ...more})
  const add = async (name: string, role: string) => {
    const email = `${name.toLowerCase()}@example.com`
    await addWithPassword(fixture.engine, {name, email, roles: [role], password})
    return (await findByEmail(fixture.engine, email))?.id ?? ''
  }
  const [self, clerk] = [await add('Boss', 'Admin'), await add('Cleo', 'Clerk')]
  const client = new Client(fixture)
  await client.signIn(boss, password)
  return {fixture, client, self, clerk, rolesOf: () => rolesOf(fixture, 'cleo@example.com')}
}

const rolesOf = async ({engine}: PeopleFixture, email: string) => (await findByEmail(engine, email))?.roles

/** The form of a person, with other roles. */
async function giveRoles(client: Client, clerk: string, roles = 'Admin') {
  const path = `/people/${clerk}?edit`
  const version = /name="_version" value="(\d+)"/.exec(await (await client.get(path)).text())?.[1] ?? ''
  return client.post(path, {_action: 'update', _version: version, name: 'Cleo', roles})
}

const keptIn = (html: string): string =>
  /name="_kept" value="([^"]*)"/.exec(html)?.[1]?.replaceAll('&quot;', '"').replaceAll('&amp;', '&') ?? ''

describe.each(storesOfStories)('asking again on $name', ({make}) => {
  test('roles are given only after the password, and what was typed comes back', async () => {
    const {fixture, client, clerk, rolesOf} = await office(everything, await make(everything))
    fixture.clock.now += 11 * minute
    const asked = await giveRoles(client, clerk)
    expect(asked.status).toBe(403)
    expect(asked.headers.get('cache-control')).toContain('no-store')
    const html = await asked.text()
    expect(html).toContain('Confirm that it’s you')
    expect(await rolesOf()).toEqual(['Clerk'])
    const path = `/people/${clerk}?edit`
    const confirm = {_action: '_confirm', _kept: keptIn(html)}
    const wrong = await client.post(path, {...confirm, password: 'not-the-password'})
    expect([wrong.status, keptIn(await wrong.text())]).toEqual([422, confirm._kept])
    const again = await client.post(path, {...confirm, password})
    expect(again.status).toBe(200)
    // It is filled in, and not sent.
    expect(await again.text()).toMatch(
      /<input[^>]*value="Admin"[^>]*checked|<input[^>]*checked[^>]*value="Admin"|<option[^>]*value="Admin"[^>]*selected/,
    )
    expect(await rolesOf()).toEqual(['Clerk'])
    expect((await giveRoles(client, clerk)).status).toBe(303)
    expect(await rolesOf()).toEqual(['Admin'])
  })

  test('changes of anything else, and steps that the document does not name, go on', async () => {
    const text = asking('keys')
    const {fixture, client, clerk, rolesOf} = await office(text, await make(text))
    fixture.clock.now += 11 * minute
    expect((await giveRoles(client, clerk)).status).toBe(303)
    expect(await rolesOf()).toEqual(['Admin'])
    expect(await (await client.get('/people?_export=csv')).text()).toContain('Cleo')
    expect((await client.post('/account', {_action: 'make key', key: 'Payroll', days: '30'})).status).toBe(403)
  })

  test('without a word in the document, it is asked of those who have a second factor', async () => {
    const {fixture, client, clerk, rolesOf} = await office(document, await make(document))
    fixture.clock.now += 11 * minute
    expect((await giveRoles(client, clerk, 'Clerk')).status).toBe(303)
    expect((await giveRoles(client, clerk)).status).toBe(303)
    await client.post('/account/confirm', {_action: 'confirm', password})
    const {app} = await withApp(fixture, client)
    fixture.clock.now += 11 * minute
    const asked = await giveRoles(client, clerk, 'Clerk')
    expect(asked.status).toBe(403)
    const kept = keptIn(await asked.text())
    const path = `/people/${clerk}?edit`
    expect((await client.post(path, {_action: '_confirm', _kept: kept, password})).status).toBe(422)
    expect((await client.post(path, {_action: '_confirm', _kept: kept, code: app.code()})).status).toBe(200)
    expect((await giveRoles(client, clerk, 'Clerk')).status).toBe(303)
    expect(await rolesOf()).toEqual(['Clerk'])
  })

  test('`nothing` is never asked', async () => {
    const text = asking('nothing')
    const {fixture, client, clerk} = await office(text, await make(text))
    await withApp(fixture, client)
    fixture.clock.now += 11 * minute
    expect((await giveRoles(client, clerk)).status).toBe(303)
  })

  test('an export of people leads to the question, and is fetched from the list afterwards', async () => {
    const {fixture, client} = await office(everything, await make(everything))
    fixture.clock.now += 11 * minute
    expect(placeOf(await client.get('/people?_export=csv&search=who?'))).toBe(
      `/account/confirm?return=${encodeURIComponent('/people?search=who?')}`,
    )
    const place = placeOf(await client.get('/people?name=Cleo&_export=csv')) ?? ''
    expect(place).toBe(`/account/confirm?return=${encodeURIComponent('/people?name=Cleo')}`)
    expect(placeOf(await client.post(place, {_action: 'confirm', password}))).toBe('/people?name=Cleo')
    expect(await (await client.get('/people?name=Cleo&_export=csv')).text()).toContain('Cleo')
    // Lists of other records are not asked about.
    fixture.clock.now += 11 * minute
    expect(await (await client.get('/applications?_export=csv')).text()).toContain('Name')
  })

  test('a key is made only after the question, under the name that was typed', async () => {
    const {fixture, client} = await office(everything, await make(everything))
    fixture.clock.now += 11 * minute
    const asked = await client.post('/account', {_action: 'make key', key: 'Payroll', days: '30', roles: 'Admin'})
    expect(asked.status).toBe(403)
    const kept = keptIn(await asked.text())
    const again = await client.post('/account', {_action: '_confirm', _kept: kept, password})
    const html = await again.text()
    expect(html).toContain('value="Payroll"')
    expect(html).not.toContain('nonet_key_')
    const made = await client.post('/account', {_action: 'make key', key: 'Payroll', days: '30', roles: 'Admin'})
    expect(await made.text()).toContain('nonet_key_')
  })

  test('erasing, an invitation with roles and settings are refused before anything is written', async () => {
    const {fixture, client, self} = await office(everything, await make(everything))
    const {engine} = fixture
    const actor = {kind: 'person', id: self, name: 'Boss', roles: ['Admin']} as const
    const made = await engine.change(actor, [
      {kind: 'create', entity: 'Application', fields: new Map([['name', {form: ['Ann']}]])},
    ])
    const id = made.ok ? (made.records[0]?.id ?? '') : ''
    fixture.clock.now += 11 * minute
    expect(placeOf(await client.post(`/applications/${id}`, {_action: 'forget', _version: '1'}))).toBe(
      `/account/confirm?return=${encodeURIComponent(`/applications/${id}`)}`,
    )
    const invited = {_action: 'invite', name: 'New', email: 'new@example.com', roles: 'Clerk'}
    expect((await client.post('/invitations', invited)).status).toBe(403)
    expect(await findByEmail(engine, 'new@example.com')).toBeNull()
    const {specification} = engine
    const save = (value: string) =>
      engine.unitOfWork(actor, async writing => {
        await saveSettings(writing, specification, new Map([['MOST', value]]))
        return []
      })
    await expect(save('7')).rejects.toThrow(ProofRequired)
    // Nothing is changed.
    expect((await save('5')).ok).toBe(true)
    await client.post('/account/confirm', {_action: 'confirm', password})
    expect((await client.post(`/applications/${id}`, {_action: 'forget', _version: '1'})).status).toBe(303)
    expect((await client.post('/invitations', invited)).status).toBe(303)
  })

  test('the address of someone else moves, and existing people are invited, only after the question', async () => {
    const {fixture, client, clerk} = await office(everything, await make(everything))
    const {engine} = fixture
    const invited = {_action: 'invite', name: 'New', email: 'new@example.com', roles: 'Clerk'}
    expect((await client.post('/invitations', invited)).status).toBe(303)
    const {id = ''} = (await findByEmail(engine, 'new@example.com')) ?? {}
    const edited = async (person: string, name: string) => {
      const html = await (await client.get(`/people/${person}?edit`)).text()
      const version = /name="_version" value="(\d+)"/.exec(html)?.[1] ?? ''
      return client.post(`/people/${person}?edit`, {
        _action: 'update',
        _version: version,
        name,
        email: `${name}@example.com`,
      })
    }
    fixture.clock.now += 11 * minute
    // Someone who has signed in before, and someone who is invited.
    expect((await edited(clerk, 'mallory')).status).toBe(403)
    expect((await edited(id, 'mallory')).status).toBe(403)
    expect(await findByEmail(engine, 'mallory@example.com')).toBeNull()
    expect((await client.post(`/people/${id}`, {_action: '_invite'})).status).toBe(303)
    const link = await client.post('/invitations', {_action: 'link', id})
    expect(link.status).toBe(403)
    expect(await link.text()).not.toMatch(/\/invitations\/[\w-]{43}/)
    expect((await client.post('/invitations', {...invited, name: 'Again'})).status).toBe(403)
    await client.post('/account/confirm', {_action: 'confirm', password})
    expect((await edited(clerk, 'mallory')).status).toBe(303)
    expect(await findByEmail(engine, 'mallory@example.com')).not.toBeNull()
    expect(await (await client.post(`/people/${id}`, {_action: '_invite'})).text()).toContain('/invitations/')
  })

  test('an import invites the people it brings only after the question, and the audit log names who imported', async () => {
    const text = everything.replace(heading, `${heading}\n- audit log: Admin\n`)
    const {fixture, client, self} = await office(text, await make(text), {mails: true})
    const {engine, mails} = fixture
    fixture.clock.now += 11 * minute
    const csv = 'Name,Email\nNew,new@example.com\n'
    const imported = (more = {}) =>
      client.post('/people?_import', {csv, _action: 'import records', _role: 'Clerk', _invite: 'yes', ...more})
    expect((await imported()).status).toBe(403)
    expect(await findByEmail(engine, 'new@example.com')).toBeNull()
    await client.post('/account/confirm', {_action: 'confirm', password})
    expect((await imported()).status).toBe(303)
    const {id} = (await findByEmail(engine, 'new@example.com')) ?? {}
    expect(mails.map(({to}) => to)).toContain('new@example.com')
    const entries = await engine.store.read(db =>
      listEntries(db, {kind: 'invitation'}, {order: 'oldest first', after: null, most: 9}),
    )
    expect(entries.map(({entry}) => [entry.person, entry.about])).toEqual([[self, id]])
  })

  test('the address of a feed, which is a key, is made only after the question', async () => {
    const {fixture, client} = await office(everything, await make(everything))
    fixture.clock.now += 11 * minute
    const subscribe = {_action: 'subscribe', page: '/opened', format: 'ics'}
    const asked = await client.post('/account/subscriptions', subscribe)
    expect(asked.status).toBe(403)
    const kept = keptIn(await asked.text())
    const again = await client.post('/account/subscriptions', {_action: '_confirm', _kept: kept, password})
    const html = await again.text()
    expect(html).toContain('value="/opened"')
    expect(html).not.toContain('/_feeds/')
    expect(await (await client.post('/account/subscriptions', subscribe)).text()).toContain('/_feeds/')
  })

  test('a token of a program has to be new, and a key goes on working', async () => {
    const {fixture, self, clerk} = await office(everything, await make(everything))
    const call = (token: string, roles: string) =>
      fixture.app.request(`/api/people/${clerk}`, {
        method: 'PATCH',
        headers: {authorization: `Bearer ${token}`, 'content-type': 'application/json'},
        body: JSON.stringify({roles: [roles]}),
      })
    const signedIn = await fixture.app.request('/api/session', {
      method: 'POST',
      headers: {'content-type': 'application/json'},
      body: JSON.stringify({email: boss, password}),
    })
    const {token} = await signedIn.json()
    expect((await call(token, 'Admin')).status).toBe(200)
    fixture.clock.now += 11 * minute
    const refused = await call(token, 'Clerk')
    expect([refused.status, await refused.text()]).toEqual([403, expect.stringContaining('PROOF_REQUIRED')])
    const key = await makeKey(
      fixture.engine,
      {person: self, name: 'Directory', roles: null, days: null},
      fixture.clock.now,
    )
    expect((await call(key ?? '', 'Clerk')).status).toBe(200)
  })
})

test('the steps are named in point 6', () => {
  const read = (steps: string) => documentOf(asking(steps))
  expect(read('roles, exports').specification.roles.askAgain).toEqual(['roles', 'exports'])
  expect(read('nothing').specification.roles.askAgain).toEqual([])
  expect(documentOf(document).specification.roles.askAgain).toBeNull()
  const {findings} = read('roles, export')
  expect(findings.map(({code, message}) => `${code} ${message}`)).toEqual(['N611 Unknown step `export`.'])
})

test('people of a demonstration are asked nothing: there is nothing to prove', async () => {
  const text = everything
  const {fixture, clerk, self} = await office(text, await sqlite.make(text))
  const person = {kind: 'person', id: self, name: 'Boss', roles: ['Admin']} as const
  await fixture.engine.store.transaction(db => db.deleteFrom('nonet_account').where('person', '=', self).execute())
  const made = await fixture.engine.change(person, [
    {kind: 'update', entity: 'User', id: clerk, version: 1, fields: new Map([['roles', {value: ['Admin']}]])},
  ])
  expect(made).toMatchObject({ok: true})
})
