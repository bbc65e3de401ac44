/**
 * Input sent after the session has expired: it is carried through signing in and restored, and nothing is done with it
 * before.
 */

import {describe, expect, test} from 'vitest'
import {pageMediaType} from '../../src/engine/page/frame.ts'
import type {ListData} from '../../src/features/collections/data.ts'
import {operator} from '../../src/screens/testing.ts'
import {diary} from '../kit/diary.ts'
import {creating, done, updating} from '../kit/engine.ts'
import {Client, type PeopleFixture, peopleFixture} from '../kit/people.ts'
import {sqlite} from '../kit/store-databases.ts'

const password = 'staple-horse-lamp'
const credentials = {email: 'finn@example.com', password}

async function joined(demo = false): Promise<{fixture: PeopleFixture; client: Client}> {
  const fixture = await peopleFixture({address: await sqlite.make(), document: diary, records: true, demo})
  const client = new Client(fixture)
  const answer = await client.post('/sign-up', {_action: 'sign up', name: 'Finn Ott', ...credentials})
  expect(answer.status).toBe(303)
  return {fixture, client}
}

/** The hidden field of the page, as a browser would send it. */
function keptIn(html: string): string {
  const value = /<input type="hidden" name="_kept" value="([^"]*)"/.exec(html)?.[1]
  if (value === undefined) throw new Error('the page keeps nothing')
  const signs: Record<string, string> = {amp: '&', quot: '"', lt: '<', gt: '>', '#x27': "'"}
  return value.replace(/&(#x27|\w+);/g, (_, name: string) => signs[name] ?? '')
}

const titles = async (client: Client) => {
  const answer = await client.get('/notes?_data=x', {headers: {accept: pageMediaType}})
  const {data} = await answer.json()
  return (data as ListData).records.map(({cells}) => cells[1]?.text)
}

describe('input sent after the session has expired', () => {
  test('is carried by the sign-in page, and restored in the form, not yet saved', async () => {
    const {client} = await joined()
    client.cookies.clear()
    const typed = {title: 'A <b> & "day"', mood: 'bad', story: 'first\r\nsecond 😀', password: 'geheim'}
    const first = await client.post('/notes/new', {_action: 'create', _once: 'once-token-0001', ...typed})
    const page = await first.text()
    expect(first.status).toBe(403)
    expect(first.headers.get('cache-control')).toBe('private, no-store')
    expect(page).toContain('Your session has expired')
    expect(page).not.toContain('geheim')
    expect(page).not.toContain('once-token-0001')
    expect(page).not.toContain('A <b>')
    const wrong = await client.post('/notes/new', {
      _action: '_sign in',
      ...credentials,
      password: 'x',
      _kept: keptIn(page),
    })
    const again = await wrong.text()
    expect(again).toContain('Incorrect email or password')
    expect(keptIn(again)).toBe(keptIn(page))
    const inside = await client.post('/notes/new', {_action: '_sign in', ...credentials, _kept: keptIn(again)})
    const form = await inside.text()
    expect(inside.status).toBe(200)
    expect(form).toContain('value="A &lt;b&gt; &amp; &quot;day&quot;"')
    expect(form).toMatch(/<option value="bad" selected="">/)
    expect(form).toContain('first\r\nsecond 😀</textarea>')
    expect(form).toContain('Finn Ott')
    expect(await titles(client)).toEqual([])
    expect((await client.get('/notes')).status).toBe(200)
    const reloaded = await client.post('/notes/new', {_action: '_sign in', ...credentials, _kept: keptIn(again)})
    expect(await reloaded.text()).toContain('second 😀</textarea>')
    const {password: _, ...fields} = typed
    expect((await client.post('/notes/new', {_action: 'create', ...fields})).status).toBe(303)
    expect(await titles(client)).toEqual([typed.title])
  })

  test('is the same as data, and the following page is theirs', async () => {
    const {client} = await joined()
    client.cookies.clear()
    const init = {headers: {accept: pageMediaType}}
    const asked = await (await client.post('/notes/new', {_action: 'create', title: 'Day'}, init)).json()
    expect(asked).toMatchObject({
      status: 403,
      screen: 'entry',
      url: '/notes/new',
      data: {pendingForm: expect.any(String)},
    })
    const fields = {_action: '_sign in', ...credentials, _kept: asked.data.pendingForm}
    expect(await (await client.post('/notes/new', fields, init)).json()).toMatchObject({
      status: 200,
      screen: 'form',
      url: '/notes/new',
      shell: {person: {name: 'Finn Ott'}},
      data: {fields: [{name: 'title', values: ['Day']}, {}, {}, {}, {}]},
    })
  })

  test('of a record is restored in its form, next to another person’s later changes', async () => {
    const {fixture, client} = await joined()
    const {engine} = fixture
    const note = done(await engine.change(operator, [creating('Note', {title: 'Day', story: 'old'})]))
    client.cookies.clear()
    const through = async (path: string, fields: Record<string, string>) => {
      const _kept = keptIn(await (await client.post(path, fields)).text())
      const answer = await client.post(path, {_action: '_sign in', ...credentials, _kept})
      client.cookies.clear()
      return answer.text()
    }
    const shut = {_action: 'shut', _version: '1', why: 'it is late'}
    expect(await through('/notes/1?action=shut', shut)).toMatch(/it is late<\/textarea>/)
    expect(await through('/notes/1', shut)).toMatch(/it is late<\/textarea>/)
    expect(await through('/notes/1', {_action: 'add Remark', text: 'well'})).toMatch(/well<\/textarea>/)
    const edit = {_action: 'update', _version: '1', title: 'Day', story: 'mine'}
    expect(await through('/notes/1?edit', edit)).not.toContain('class="versions"')
    done(await engine.change(operator, [updating('Note', note, {story: 'theirs'})]))
    const both = await through('/notes/1?edit', edit)
    expect(both).toContain('class="versions"')
    expect(both).toContain('theirs')
    expect(both).toMatch(/mine<\/textarea>/)
  })

  test('of a demonstration is restored as well', async () => {
    const {fixture, client} = await joined(true)
    done(
      await fixture.engine.change(operator, [
        creating('User', {name: 'Dora', email: 'dora@example.com', roles: ['Writer']}),
      ]),
    )
    client.cookies.clear()
    const page = await (await client.post('/notes/new', {_action: 'create', title: 'Day'})).text()
    const person = /name="person" value="([^"]+)"\/><input type="hidden" name="_kept"/.exec(page)?.[1] ?? ''
    const inside = await client.post('/notes/new', {_action: '_look around', person, _kept: keptIn(page)})
    expect(await inside.text()).toContain('value="Day"')
    expect((await client.get('/notes')).status).toBe(200)
  })

  test('of an account is restored except passwords, also when the response is reloaded', async () => {
    const {client} = await joined()
    client.cookies.clear()
    const own = {_action: 'save', _version: '1', name: 'Finn O.', email: 'ott@example.com', current: password}
    const page = await (await client.post('/account', own)).text()
    expect(page).toContain('Your session has expired')
    expect(page).not.toContain(password)
    const fields = {_action: '_sign in', ...credentials, _kept: keptIn(page)}
    for (const answer of [await client.post('/account', fields), await client.post('/account', fields)]) {
      const form = await answer.text()
      expect(answer.status).toBe(200)
      expect(form).toContain('value="Finn O."')
      expect(form).toContain('value="ott@example.com"')
      expect(form).toContain('name="_version" value="1"')
      expect(form).not.toContain(password)
    }
    const saved = await (await client.get('/account')).text()
    expect(saved).toContain('value="Finn Ott"')
    expect((await client.post('/account', own)).headers.get('location')).toBe('/account?done=saved')
    client.cookies.clear()
    const secret = await client.post('/account', {_action: 'change password', now: password, password: 'another-one'})
    expect([secret.status, secret.headers.get('location')]).toEqual([303, '/sign-in?return=%2Faccount'])
  })

  test('of an invitation is restored for people who may invite, and nobody is invited without confirmation', async () => {
    const fixture = await peopleFixture({address: await sqlite.make(), demo: true})
    const roles = {Lena: 'Lead', Finn: 'Finder'}
    for (const [name, role] of Object.entries(roles))
      done(
        await fixture.engine.change(operator, [
          creating('User', {name, email: `${name}@example.com`.toLowerCase(), roles: [role]}),
        ]),
      )
    const client = new Client(fixture)
    const invitation = {_action: 'invite', name: 'Ada', email: 'ada@example.com', roles: 'Auditor'}
    const page = await (await client.post('/invitations', invitation)).text()
    const [first = '', second = ''] = [...page.matchAll(/name="person" value="([^"]+)"/g)].map(([, id]) => id)
    const lookAround = (person: string) =>
      client.post('/invitations', {_action: '_look around', person, _kept: keptIn(page)})
    const answers: [number, boolean][] = []
    for (const person of [first, second]) {
      client.cookies.clear()
      const answer = await lookAround(person)
      answers.push([answer.status, (await answer.text()).includes('value="ada@example.com"')])
    }
    // The other person is signed in, and the page does not exist for them.
    expect(answers.toSorted()).toEqual([
      [200, true],
      [303, false],
    ])
    expect(fixture.mails).toEqual([])
  })

  test('leads to the sign-in page if nothing was typed, and reports input that is too long', async () => {
    const {client} = await joined()
    client.cookies.clear()
    const bare = await client.post('/notes/1?action=shut', {_action: 'shut', _version: '1', why: ' '})
    expect([bare.status, bare.headers.get('location')]).toEqual([303, '/sign-in?return=%2Fnotes%2F1%3Faction%3Dshut'])
    const long = await client.post('/notes/new', {_action: 'create', story: 'x'.repeat(300_000)})
    const page = await long.text()
    expect(page).toContain('too long to save')
    const inside = await client.post('/notes/new', {_action: '_sign in', ...credentials, _kept: keptIn(page)})
    expect(await inside.text()).toContain('New note')
  })

  test('is not accepted from another site, or in any other form', async () => {
    const {client} = await joined()
    client.cookies.clear()
    const fields = {_action: '_sign in', ...credentials, _kept: '[["title","Day"]]'}
    const foreign = await client.post('/notes/new', fields, {headers: {'sec-fetch-site': 'cross-site'}})
    expect([foreign.status, foreign.headers.getSetCookie()]).toEqual([403, []])
    expect(await foreign.text()).not.toContain('Day')
    for (const _kept of ['', 'x', '{}', '[["title"]]', '[["title",1]]', '[[["a"],"b"]]']) {
      const answer = await client.post('/notes/new', {...fields, _kept})
      // They are signed in, and nothing is restored.
      expect([answer.status, answer.headers.get('location')]).toEqual([303, '/notes/new'])
      client.cookies.clear()
    }
    const gone = await client.post('/notes/99?edit', {...fields, _action: '_sign in'})
    expect([gone.status, gone.headers.get('location')]).toEqual([303, '/notes/99?edit'])
    expect((await client.get('/notes')).status).toBe(200)
  })
})
