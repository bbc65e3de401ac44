/** One-time tokens: the same request twice has one effect and one result, and a token is useless to others. */
import {describe, expect, test} from 'vitest'
import {pageMediaType} from '../../src/engine/page/frame.ts'
import type {ListData} from '../../src/features/collections/data.ts'
import {diary} from '../kit/diary.ts'
import {Client, type PeopleFixture, peopleFixture} from '../kit/people.ts'
import {sqlite, stores} from '../kit/store-databases.ts'

const password = 'staple-horse-lamp'

/** The diary, and a box that is open to everyone. */
const document = diary
  .replace(
    '| Note | /notes/:number',
    '| Box | /box | form for Tip | everyone |\n| Hints | /hints | page | everyone |\n| Note | /notes/:number',
  )
  .replace(
    '### Remark\n',
    '### Tip\n\n| Field | Type | Required |\n|---|---|---|\n| text | text 1..200 | yes |\n\n### Remark\n',
  )
  .replace('| Writer | read | User |', '| Writer | read | User, Tip |\n| everyone | create | Tip |')

async function joined(fixture: PeopleFixture, email = 'finn@example.com'): Promise<Client> {
  const client = new Client(fixture)
  const answer = await client.post('/sign-up', {_action: 'sign up', name: 'Finn Ott', email, password})
  expect(answer.status).toBe(303)
  return client
}

async function notes(client: Client): Promise<ListData['records']> {
  const answer = await client.get('/notes?_data=x', {headers: {accept: pageMediaType}})
  const {data} = await answer.json()
  return (data as ListData).records
}

const titles = async (client: Client) => (await notes(client)).map(({cells}) => cells[1]?.text)
const addresses = async (client: Client) => (await notes(client)).map(({href}) => href)

const leadsTo = ({status, headers}: Response) => [status, headers.get('location')]

describe.each(stores)('a one-time token on $name', ({make}) => {
  const fresh = async () => peopleFixture({address: await make(document), document, records: true})

  test('performs the same request once, whether it is repeated immediately or later', async () => {
    const client = await joined(await fresh())
    const fields = {_action: 'create', _once: await client.tokenOf('/notes/new'), title: 'A day'}
    const answers = await Promise.all([1, 2, 3].map(() => client.post('/notes/new', fields)))
    answers.push(await client.post('/notes/new', fields))
    // On PostgreSQL, attempts that were rolled back may have used up numbers.
    const [note = ''] = await addresses(client)
    expect(answers.map(leadsTo)).toEqual(answers.map(() => [303, note]))
    expect(await titles(client)).toEqual(['A day'])
  })

  test('also for a record that is deleted afterwards', async () => {
    const client = await joined(await fresh())
    await client.post('/notes/new', {_action: 'create', title: 'A day'})
    const fields = {_action: 'delete', _version: '1', _once: await client.tokenOf('/notes/1?delete')}
    const answers = await Promise.all([1, 2, 3].map(() => client.post('/notes/1?delete', fields)))
    answers.push(await client.post('/notes/1?delete', fields))
    expect(answers.map(leadsTo)).toEqual(answers.map(() => [303, '/notes']))
  })

  test('S3: with another body, page or action is rejected, and the input is kept', async () => {
    const client = await joined(await fresh())
    const _once = await client.tokenOf('/notes/new')
    await client.post('/notes/new', {_action: 'create', _once, title: 'First'})
    const other = await client.post('/notes/new', {_action: 'create', _once, title: 'Second'})
    const page = await other.text()
    expect(other.status).toBe(409)
    expect(page).toContain('already sent with different content')
    expect(page).toContain('value="Second"')
    expect((await client.post('/notes/1', {_action: 'shut', _once, _version: '1', why: 'x'})).status).toBe(409)
    expect((await client.post('/notes/new?a=1', {_action: 'create', _once, title: 'First'})).status).toBe(409)
    expect(await titles(client)).toEqual(['First'])
    const again = /name="_once" value="([^"]+)"/.exec(page)?.[1] ?? ''
    expect((await client.post('/notes/new', {_action: 'create', _once: again, title: 'Second'})).status).toBe(303)
  })

  test('that was rejected can be sent again with other content', async () => {
    const client = await joined(await fresh())
    const _once = await client.tokenOf('/notes/new')
    expect((await client.post('/notes/new', {_action: 'create', _once, title: ''})).status).toBe(422)
    expect((await client.post('/notes/new', {_action: 'create', _once, title: 'A day'})).status).toBe(303)
  })

  test('belongs to the session that its page was made for', async () => {
    const fixture = await fresh()
    const [finn, gwen] = [await joined(fixture), await joined(fixture, 'gwen@example.com')]
    const fields = {_action: 'create', _once: await finn.tokenOf('/notes/new'), title: 'A day'}
    const strange = await gwen.post('/notes/new', fields)
    expect(strange.status).toBe(409)
    expect(await strange.text()).toContain('opened in another session')
    expect(await titles(gwen)).toEqual([])
    expect((await finn.post('/notes/new', fields)).status).toBe(303)
    expect((await gwen.post('/notes/new', fields)).status).toBe(409)
    for (const _once of ['token-0123456789', 'x'.repeat(44), 'x'.repeat(10_000)])
      expect((await finn.post('/notes/new', {...fields, _once})).status).toBe(409)
    const elsewhere = new Client(fixture)
    await elsewhere.signIn('finn@example.com', password)
    expect((await elsewhere.post('/notes/new', fields)).status).toBe(409)
    expect(await titles(finn)).toEqual(['A day'])
  })

  test('belongs to one anonymous browser, identified by a cookie that others cannot read', async () => {
    const fixture = await fresh()
    const [visitor, other] = [new Client(fixture), new Client(fixture)]
    const first = await visitor.get('/box')
    expect(first.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^nonet-browser=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/),
    ])
    expect((await visitor.get('/box')).headers.getSetCookie()).toEqual([])
    const fields = {_action: 'create', _once: await visitor.tokenOf('/box'), text: 'A tip'}
    await other.get('/box')
    expect((await other.post('/box', fields)).status).toBe(409)
    expect((await new Client(fixture).post('/box', fields)).status).toBe(409)
    expect((await visitor.post('/box', fields)).status).toBe(303)
    expect((await visitor.post('/box', fields)).status).toBe(303)
    const rows = await fixture.engine.store.read(db => db.selectFrom('tip').selectAll().execute())
    expect(rows).toHaveLength(1)
  })

  test('of a form that was opened before signing in is rejected, with the input kept', async () => {
    const fixture = await fresh()
    const client = await joined(fixture)
    await client.post('/sign-out', {_action: 'sign out'})
    const _once = await client.tokenOf('/box')
    await client.signIn('finn@example.com', password)
    const answer = await client.post('/box', {_action: 'create', _once, text: 'A tip'})
    expect(answer.status).toBe(409)
    expect(await answer.text()).toContain('value="A tip"')
  })

  test('S1: a sign-in is never answered from a stored result: a wrong password with a used token stays wrong', async () => {
    const fixture = await fresh()
    await joined(fixture)
    const [victim, attacker] = [new Client(fixture), new Client(fixture)]
    const _once = await attacker.tokenOf('/sign-in')
    const fields = {_action: 'sign in', _once, email: 'finn@example.com'}
    expect((await victim.post('/sign-in', {...fields, password})).status).toBe(303)
    const stolen = await attacker.post('/sign-in', {...fields, password: 'anything-at-all'})
    expect(stolen.status).toBe(422)
    expect(stolen.headers.getSetCookie().filter(line => line.startsWith('nonet='))).toEqual([])
    expect((await attacker.get('/notes')).status).toBe(302)
  })

  test('S1: a double click on sign-in signs in twice, each with its own credentials', async () => {
    const fixture = await fresh()
    await joined(fixture)
    const client = new Client(fixture)
    const fields = {_action: 'sign in', _once: await client.tokenOf('/sign-in'), email: 'finn@example.com', password}
    const answers = await Promise.all([client.post('/sign-in', fields), client.post('/sign-in', fields)])
    expect(answers.map(({status}) => status)).toEqual([303, 303])
    const cookies = answers.map(({headers}) => headers.getSetCookie()[0]?.split(';')[0])
    expect(new Set(cookies).size).toBe(2)
    expect((await client.get('/notes')).status).toBe(200)
  })

  test('is derived from the secret of the session, which is in no page', async () => {
    const client = await joined(await fresh())
    await client.post('/sign-out', {_action: 'sign out'})
    const headers = {accept: pageMediaType}
    const fields = {_action: 'sign in', email: 'finn@example.com', password}
    const inside = await client.post('/sign-in?return=/notes/new', fields, {headers})
    const text = await inside.text()
    expect(text).toContain('"once"')
    for (const secret of client.cookies.values()) expect(text).not.toContain(secret)
    const {page} = JSON.parse(text)
    const first = {_action: 'create', _once: page.once, title: 'A day'}
    expect((await client.post('/notes/new', first)).status).toBe(303)
  })

  test('S2: two people who sign up with one token get two accounts', async () => {
    const fixture = await fresh()
    const [finn, gwen] = [new Client(fixture), new Client(fixture)]
    const _once = await finn.tokenOf('/sign-up')
    const sign = (client: Client, name: string, email: string) =>
      client.post('/sign-up', {_action: 'sign up', _once, name, email, password})
    await sign(finn, 'Finn Ott', 'finn@example.com')
    await sign(gwen, 'Gwen Ash', 'gwen@example.com')
    expect(await (await finn.get('/account')).text()).toContain('finn@example.com')
    expect(await (await gwen.get('/account')).text()).toContain('gwen@example.com')
  })

  test('S4: stores a few hundred bytes in the database, however large the form and the page are', async () => {
    const fixture = await fresh()
    const client = await joined(fixture)
    const fields = {_action: 'create', title: 'Long', story: 'x'.repeat(250_000)}
    await client.post('/notes/new', {...fields, _once: await client.tokenOf('/notes/new')})
    await client.post('/notes/new', {...fields, title: '', _once: await client.tokenOf('/notes/new')})
    const rows = await fixture.engine.store.read(db => db.selectFrom('nonet_idempotency').selectAll().execute())
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows).length).toBeLessThan(400)
  })
})

describe('a page with a one-time token', () => {
  test('S2b: never gets a 304, so that two tabs have two tokens', async () => {
    const fixture = await peopleFixture({address: await sqlite.make(), document, records: true})
    const client = new Client(fixture)
    for (const path of ['/sign-in', '/sign-up', '/box']) {
      const answer = await client.get(path)
      expect(answer.headers.get('etag')).toBeNull()
      const again = await client.get(path, {headers: {'if-none-match': answer.headers.get('etag') ?? '*'}})
      expect(again.status).toBe(200)
    }
    const hints = await client.get('/hints')
    const headers = {'if-none-match': hints.headers.get('etag') ?? ''}
    expect((await client.get('/hints', {headers})).status).toBe(304)
  })
})
