import {describe, expect, test} from 'vitest'
import {findByEmail} from '../../src/accounts/accounts.ts'
import {invite} from '../../src/accounts/invitations.ts'
import {setUpLink} from '../../src/accounts/sign-up.ts'
import {engineItself, operator} from '../../src/screens/testing.ts'
import {creating, done, updating} from '../kit/engine.ts'
import {Client, desk, linkTo, type PeopleFixture, peopleFixture} from '../kit/people.ts'
import {storesOfStories} from '../kit/store-databases.ts'

const password = 'staple-horse-lamp'

async function signedUp(fixture: PeopleFixture, email = 'finn@example.com'): Promise<Client> {
  const client = new Client(fixture)
  const answer = await client.post('/sign-up', {_action: 'sign up', name: 'Finn Ott', email, password})
  expect(answer.status).toBe(303)
  return client
}

/** The first person, with every role. */
async function first(fixture: PeopleFixture): Promise<Client> {
  const client = new Client(fixture)
  const link = new URL((await setUpLink(fixture.world)) ?? '')
  const fields = {_action: 'set up', name: 'Lea Lind', email: 'lea@example.com', password}
  expect((await client.post(link.pathname, fields)).status).toBe(303)
  return client
}

async function rows(fixture: PeopleFixture, entity = 'User'): Promise<number> {
  const found = await fixture.engine.store.read(db => db.selectFrom(entity.toLowerCase()).select('id').execute())
  return found.length
}

describe.each(storesOfStories)('people on $name', ({make}) => {
  test('sign up if a role can be joined, and are signed in with that role', async () => {
    const fixture = await peopleFixture({address: await make(desk)})
    const client = await signedUp(fixture)
    const person = await findByEmail(fixture.engine, 'finn@example.com')
    expect(person).toMatchObject({name: 'Finn Ott', roles: ['Finder'], active: true})
    const page = await client.get('/')
    expect(page.status).toBe(200)
    const text = await page.text()
    expect(text).toContain('The secret start page.')
    expect(text).toContain('Finn Ott')
    expect((await client.get('/desk')).status).toBe(404)
    expect((await client.get('/mine')).status).toBe(200)
  })

  test('see all problems at once, and keep their input except the password', async () => {
    const fixture = await peopleFixture({address: await make(desk)})
    const client = new Client(fixture)
    const answer = await client.post('/sign-up', {
      _action: 'sign up',
      name: '',
      email: 'finn<at>home',
      password: 'dragon1!',
    })
    expect(answer.status).toBe(422)
    const text = await answer.text()
    expect(text).toContain('Enter a name.')
    expect(text).toContain('Enter an email address')
    expect(text).toContain('too easy to guess')
    expect(text).toContain('value="finn&lt;at&gt;home"')
    expect(text).not.toContain('dragon1!')
    expect(client.cookies.has('nonet')).toBe(false)
    expect(await rows(fixture)).toBe(0)
  })

  test('who sign up twice are signed in; with another password they get a clear message', async () => {
    const fixture = await peopleFixture({address: await make(desk)})
    await signedUp(fixture)
    await signedUp(fixture)
    const other = new Client(fixture)
    const fields = {_action: 'sign up', name: 'Eve', email: 'FINN@example.com', password: 'quite-another-one'}
    const answer = await other.post('/sign-up', fields)
    expect(answer.status).toBe(422)
    expect(await answer.text()).toContain('This email can’t be used to sign up.')
    expect(other.cookies.has('nonet')).toBe(false)
    expect(await rows(fixture)).toBe(1)
  })

  test('sign in and out, and no part of the password is in a record or in history', async () => {
    const fixture = await peopleFixture({address: await make(desk)})
    await signedUp(fixture)
    const client = new Client(fixture)
    expect((await client.signIn('Finn@Example.com ', password)).status).toBe(303)
    expect((await client.get('/')).status).toBe(200)
    const out = await client.post('/sign-out', {_action: 'sign out'})
    expect(out.headers.get('location')).toBe('/sign-in')
    expect(client.cookies.has('nonet')).toBe(false)
    expect((await client.get('/')).headers.get('location')).toBe('/sign-in')
    const kept = await fixture.engine.store.read(async db => [
      await db.selectFrom('user').selectAll().execute(),
      await db.selectFrom('nonet_history').selectAll().execute(),
    ])
    const text = JSON.stringify(kept, (_key, value) => (typeof value === 'bigint' ? String(value) : value))
    expect(text).not.toContain('argon2')
    expect(text).not.toContain(password)
  })

  test('who sign out have an invalid session, wherever its token is kept', async () => {
    const fixture = await peopleFixture({address: await make(desk)})
    const client = await signedUp(fixture)
    const thief = new Client(fixture)
    for (const [name, value] of client.cookies) thief.cookies.set(name, value)
    expect((await thief.get('/mine')).status).toBe(200)
    await client.post('/sign-out', {_action: 'sign out'})
    expect((await thief.get('/mine')).status).toBe(302)
  })

  test('get a new password by mail, which signs them out everywhere', async () => {
    const fixture = await peopleFixture({address: await make(desk)})
    const before = await signedUp(fixture)
    const client = new Client(fixture)
    const asked = await client.post('/forgot-password', {_action: 'send link', email: 'finn@example.com'})
    expect(asked.headers.get('location')).toBe('/forgot-password?done=sent')
    await expect.poll(() => fixture.mails.length).toBe(1)
    const link = linkTo(fixture, 'finn@example.com')
    expect((await client.get(link)).status).toBe(200)
    const easy = await client.post(link, {_action: 'reset password', password: 'finn2026'})
    expect(easy.status).toBe(422)
    expect(await easy.text()).toContain('<a href="#field-password">This password is too easy to guess.')
    const chosen = await client.post(link, {_action: 'reset password', password: 'moss-and-thunder'})
    expect(chosen.status).toBe(303)
    expect((await client.get('/mine')).status).toBe(200)
    expect((await before.get('/mine')).status).toBe(302)
    expect((await client.post(link, {_action: 'reset password', password: 'once-more-please'})).status).toBe(410)
    expect((await client.get(link)).status).toBe(410)
    expect(await (await new Client(fixture).get(link)).text()).toContain('<a class="button primary" href="/sign-in"')
    expect((await new Client(fixture).signIn('finn@example.com', password)).status).toBe(422)
    expect((await new Client(fixture).signIn('finn@example.com', 'moss-and-thunder')).status).toBe(303)
  })

  test('have a link for at most an hour, and only while they may sign in', async () => {
    const fixture = await peopleFixture({address: await make(desk)})
    await signedUp(fixture)
    const client = new Client(fixture)
    const ask = () => client.post('/forgot-password', {_action: 'send link', email: 'finn@example.com'})
    await ask()
    await expect.poll(() => fixture.mails.length).toBe(1)
    const link = linkTo(fixture, 'finn@example.com')
    fixture.clock.now += 61 * 60_000
    expect((await client.get(link)).status).toBe(410)
    await ask()
    await expect.poll(() => fixture.mails.length).toBe(2)
    const person = await findByEmail(fixture.engine, 'finn@example.com')
    done(await fixture.engine.change(operator, [updating('User', person ?? {id: '', version: 0}, {active: false})]))
    expect((await client.get(linkTo(fixture, 'finn@example.com'))).status).toBe(410)
  })

  test('are invited by people who may create them, choose a password and are signed in', async () => {
    const fixture = await peopleFixture({address: await make(desk)})
    const lead = await first(fixture)
    expect((await lead.get('/invitations')).status).toBe(200)
    const fields = {_action: 'invite', name: 'Ida Berg', email: 'ida@example.com', roles: 'Lead'}
    expect((await lead.post('/invitations', fields)).headers.get('location')).toBe('/invitations?done=invited')
    expect(await (await lead.get('/invitations')).text()).toContain('ida@example.com')
    const link = linkTo(fixture, 'ida@example.com')
    const ida = new Client(fixture)
    expect(await (await ida.get(link)).text()).toContain('Ida Berg, choose a password')
    expect((await ida.post(link, {_action: 'accept', password: 'moss-and-thunder'})).status).toBe(303)
    expect((await ida.get('/desk')).status).toBe(200)
    expect((await new Client(fixture).get(link)).status).toBe(410)
    expect(await (await lead.get('/invitations')).text()).not.toContain('ida@example.com')
    expect(fixture.logged.filter(({path}) => path.startsWith('/invitations/')).map(({path}) => path)).toEqual(
      Array.from({length: 3}, () => '/invitations/…'),
    )
  })

  test('P22: get a link to copy if there is no mail server', async () => {
    const fixture = await peopleFixture({address: await make(desk)})
    const lead = await first(fixture)
    const fields = {_action: 'invite', name: 'Ida Berg', email: 'ida@example.com', roles: 'Finder'}
    expect((await lead.post('/invitations', fields)).status).toBe(303)
    const page = await (await lead.get('/invitations?done=invited')).text()
    expect(page).toContain('No mail server is set up, so no emails are sent.')
    expect(page).not.toContain('The invitation was sent.')
    const [, id = ''] = /name="id" value="([^"]+)"/.exec(page) ?? []
    const answer = await lead.post('/invitations', {_action: 'link', id})
    expect(answer.status).toBe(200)
    const html = await answer.text()
    expect(html).toContain('Send this link to Ida Berg. It is shown only once.')
    const [link = ''] = /\/invitations\/[\w-]{20,}/.exec(html) ?? []
    expect(await (await new Client(fixture).get(link)).text()).toContain('Ida Berg, choose a password')
    // Only for an invited person.
    expect((await lead.post('/invitations', {_action: 'link', id: 'nobody'})).status).toBe(409)
    const withMail = await peopleFixture({address: await make(desk), mails: true})
    expect(await (await (await first(withMail)).get('/invitations')).text()).toContain('Each person gets an email')
  })

  test('are invited again if the first mail was lost, and then only the newer link works', async () => {
    const fixture = await peopleFixture({address: await make(desk)})
    const lead = await first(fixture)
    const fields = {_action: 'invite', name: 'Ida Berg', email: 'ida@example.com', roles: 'Finder'}
    await lead.post('/invitations', fields)
    const earlier = linkTo(fixture, 'ida@example.com')
    expect((await lead.post('/invitations', {_action: 'invite', email: 'ida@example.com'})).status).toBe(303)
    expect(await rows(fixture)).toBe(2)
    expect((await new Client(fixture).get(earlier)).status).toBe(410)
    expect((await new Client(fixture).get(linkTo(fixture, 'ida@example.com'))).status).toBe(200)
  })

  test('are not invited by others, or into roles that nobody can join', async () => {
    const fixture = await peopleFixture({address: await make(desk)})
    const finder = await signedUp(fixture)
    const fields = {_action: 'invite', name: 'Ida Berg', email: 'ida@example.com', roles: 'Lead'}
    expect((await finder.get('/invitations')).status).toBe(404)
    expect((await finder.post('/invitations', fields)).status).toBe(404)
    expect((await new Client(fixture).get('/invitations')).status).toBe(302)
    // A visitor is asked to sign in, and the typed input is kept until then.
    expect((await new Client(fixture).post('/invitations', fields)).status).toBe(403)
    const {engine} = fixture
    const person = await findByEmail(engine, 'finn@example.com')
    done(await engine.change(operator, [updating('User', person ?? {id: '', version: 0}, {roles: ['Lead']})]))
    expect((await finder.post('/invitations', {...fields, roles: 'Auditor'})).status).toBe(422)
    expect((await finder.post('/invitations', {...fields, email: 'finn@example.com'})).status).toBe(422)
    expect(await rows(fixture)).toBe(1)
    expect(fixture.mails).toEqual([])
  })

  test('start with the person who has the set-up address, which works only once', async () => {
    const fixture = await peopleFixture({address: await make(desk)})
    const links = [await setUpLink(fixture.world), await setUpLink(fixture.world)].map(
      link => new URL(link ?? '').pathname,
    )
    const fields = {_action: 'set up', name: 'Lea Lind', email: 'lea@example.com', password}
    const guess = `/set-up/${'A'.repeat(43)}`
    expect((await new Client(fixture).post(guess, fields)).status).toBe(410)
    const answers = await Promise.all(links.map(link => new Client(fixture).post(link, fields)))
    expect(answers.map(answer => answer.status).sort()).toEqual([303, 410])
    expect(await findByEmail(fixture.engine, 'lea@example.com')).toMatchObject({roles: ['Finder', 'Lead', 'Auditor']})
    expect(await setUpLink(fixture.world)).toBeNull()
    expect((await new Client(fixture).get(links[0] ?? '')).status).toBe(410)
  })

  test('X21: who sign up first do not take the set-up link away: it ends when a person administers', async () => {
    const fixture = await peopleFixture({address: await make(desk)})
    const link = new URL((await setUpLink(fixture.world)) ?? '').pathname
    const visitor = await signedUp(fixture)
    expect((await new Client(fixture).get(link)).status).toBe(200)
    const fields = {_action: 'set up', name: 'Lea Lind', email: 'lea@example.com', password}
    // The visitor's account is not taken over, and gives them nothing.
    const same = await new Client(fixture).post(link, {...fields, email: 'finn@example.com'})
    expect(same.status).toBe(422)
    expect(await findByEmail(fixture.engine, 'finn@example.com')).toMatchObject({name: 'Finn Ott', roles: ['Finder']})
    const lead = new Client(fixture)
    expect((await lead.post(link, fields)).status).toBe(303)
    expect([(await lead.get('/desk')).status, (await visitor.get('/desk')).status]).toEqual([200, 404])
    expect((await new Client(fixture).post(link, {...fields, email: 'eve@example.com'})).status).toBe(410)
    expect(await setUpLink(fixture.world)).toBeNull()
  })

  test('X21: adopts an imported record without the sessions and invitations that it had', async () => {
    const fixture = await peopleFixture({address: await make(desk), demo: true})
    const {id} = done(
      await fixture.engine.change(operator, [creating('User', {name: 'Lea', email: 'lea@example.com'})]),
    )
    await invite(fixture.world, operator, {name: 'Lea', email: 'lea@example.com', roles: []})
    const looking = new Client(fixture)
    await looking.post('/sign-in', {_action: 'look around', person: id})
    expect((await looking.get('/mine')).status).toBe(200)
    await first(fixture)
    expect((await looking.get('/desk')).status).toBe(302)
    const stranger = new Client(fixture)
    expect((await stranger.post(linkTo(fixture, 'lea@example.com'), {_action: 'accept', password})).status).toBe(410)
  })

  test('may be the first even if their record was imported before', async () => {
    const fixture = await peopleFixture({address: await make(desk)})
    done(await fixture.engine.change(operator, [creating('User', {name: 'Lea', email: 'lea@example.com'})]))
    await first(fixture)
    expect(await findByEmail(fixture.engine, 'lea@example.com')).toMatchObject({name: 'Lea Lind'})
    expect(await rows(fixture)).toBe(1)
  })

  test('change name and password themselves, whatever the document grants them', async () => {
    const fixture = await peopleFixture({address: await make(desk)})
    const [here, there] = [await signedUp(fixture), new Client(fixture)]
    await there.signIn('finn@example.com', password)
    const saved = await here.post('/account', {_action: 'save', name: 'Finn Otter', email: 'finn@example.com'})
    expect(saved.status).toBe(303)
    expect(await (await here.get('/account')).text()).toContain('Finn Otter')
    const wrong = {_action: 'change password', now: 'not-my-password', password: 'moss-and-thunder'}
    expect((await here.post('/account', wrong)).status).toBe(422)
    expect((await there.get('/account')).status).toBe(200)
    const changed = await here.post('/account', {...wrong, now: password})
    expect(changed.headers.get('location')).toBe('/account?done=password')
    expect((await here.get('/account')).status).toBe(200)
    expect((await there.get('/account')).status).toBe(302)
    const history = await fixture.engine.store.read(db =>
      db.selectFrom('nonet_history').select(['kind', 'action']).orderBy('id').execute(),
    )
    expect(history).toEqual([
      {kind: 'engine', action: 'sign up'},
      {kind: 'person', action: 'change account'},
    ])
  })

  test('move to another address only with their password, and the old address is notified', async () => {
    const fixture = await peopleFixture({address: await make(desk)})
    const client = await signedUp(fixture)
    const fields = {_action: 'save', name: 'Finn', email: 'otter@example.com'}
    const without = await client.post('/account', fields)
    expect(without.status).toBe(422)
    expect(await without.text()).toContain('Incorrect current password.')
    expect((await client.post('/account', {...fields, current: password})).status).toBe(303)
    await expect.poll(() => fixture.mails.map(mail => mail.to)).toEqual(['finn@example.com'])
    expect((await new Client(fixture).signIn('otter@example.com', password)).status).toBe(303)
  })

  test('cannot change other fields of their record there', async () => {
    const fixture = await peopleFixture({address: await make(desk)})
    const client = await signedUp(fixture)
    const more = {roles: 'Lead', active: 'no', id: 'x', mentor: 'x', __proto__: 'x', 'constructor.roles': 'Lead'}
    await client.post('/account', {_action: 'save', name: 'Finn', email: 'finn@example.com', ...more})
    expect(await findByEmail(fixture.engine, 'finn@example.com')).toMatchObject({roles: ['Finder'], active: true})
    const signUp = {_action: 'sign up', name: 'Eve', email: 'eve@example.com', password, roles: 'Lead'}
    expect((await new Client(fixture).post('/sign-up', signUp)).status).toBe(303)
    expect(await findByEmail(fixture.engine, 'eve@example.com')).toMatchObject({roles: ['Finder']})
    const as = {...signUp, email: 'mal@example.com', role: 'Lead'}
    expect((await new Client(fixture).post('/sign-up', as)).status).toBe(422)
  })

  test('whose roles, name or access changes are affected with the next request', async () => {
    const fixture = await peopleFixture({address: await make(desk)})
    const {engine} = fixture
    const client = await signedUp(fixture)
    const change = async (fields: Record<string, string | boolean | string[]>) => {
      const person = await findByEmail(engine, 'finn@example.com')
      done(await engine.change(engineItself, [updating('User', person ?? {id: '', version: 0}, fields)]))
    }
    expect((await client.get('/desk')).status).toBe(404)
    await change({roles: ['Lead']})
    expect((await client.get('/desk')).status).toBe(200)
    await change({roles: []})
    expect((await client.get('/desk')).status).toBe(404)
    await change({active: false})
    expect((await client.get('/mine')).status).toBe(302)
    expect((await client.signIn('finn@example.com', password)).status).toBe(422)
  })

  test('of a demonstration are offered by role, one click each; people with a password are not', async () => {
    const fixture = await peopleFixture({address: await make(desk), demo: true})
    const {engine} = fixture
    const add = async (name: string, roles: string[], mentor: string | null = null) =>
      done(
        await engine.change(operator, [
          creating('User', {name, email: `${name.toLowerCase()}@example.com`, roles, ...(mentor ? {mentor} : {})}),
        ]),
      ).id
    const lead = await add('Lena', ['Lead'])
    await add('Fay', ['Finder'], lead)
    await add('Gus', ['Finder'], lead)
    const real = await signedUp(fixture, 'real@example.com')
    const page = await (await new Client(fixture).get('/sign-in')).text()
    expect(page).toContain('Demo')
    expect(page).toContain('Lead, mentor of 2')
    // Few people are all offered, so that one can look at what the other may not see.
    for (const name of ['Fay', 'Gus']) expect(page).toContain(name)
    expect(page).not.toContain('Finn Ott')
    const client = new Client(fixture)
    expect((await client.post('/sign-in', {_action: 'look around', person: lead})).status).toBe(303)
    expect((await client.get('/desk')).status).toBe(200)
    expect((await client.get('/account')).status).toBe(200)
    for (const name of ['Hal', 'Ida', 'Jon', 'Kay', 'Leo', 'Mia']) await add(name, ['Finder'], lead)
    const crowd = await (await new Client(fixture).get('/sign-in')).text()
    expect(['Fay', 'Gus', 'Hal', 'Ida', 'Jon', 'Kay', 'Leo', 'Mia'].filter(name => crowd.includes(name))).toHaveLength(
      1,
    )
    const id = (await findByEmail(engine, 'real@example.com'))?.id ?? ''
    expect((await new Client(fixture).post('/sign-in', {_action: 'look around', person: id})).status).toBe(422)
    expect((await real.get('/mine')).status).toBe(200)
  })

  test('are not offered outside of a demonstration', async () => {
    const fixture = await peopleFixture({address: await make(desk)})
    const fields = {name: 'Lena', email: 'lena@example.com', roles: ['Lead']}
    const {id} = done(await fixture.engine.change(operator, [creating('User', fields)]))
    const client = new Client(fixture)
    expect(await (await client.get('/sign-in')).text()).not.toContain('demonstration')
    expect((await client.post('/sign-in', {_action: 'look around', person: id})).status).toBe(422)
    expect(client.cookies.has('nonet')).toBe(false)
  })
})
