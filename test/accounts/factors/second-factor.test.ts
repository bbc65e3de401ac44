/** Signing in with a second factor: what counts as one, how guessing is slowed down, and that no other way in leaves it out. */
import {describe, expect, onTestFinished, test, vi} from 'vitest'
import {findByEmail} from '../../../src/accounts/accounts.ts'
import {changePerson} from '../../../src/accounts/admin.ts'
import {removeFactorsOf} from '../../../src/accounts/factors/set-up.ts'
import {SingleSignOn} from '../../../src/accounts/sso/provider-client.ts'
import {AuthenticatorApp, readQr, stepOf, withApp} from '../../kit/factors.ts'
import {answerOf, companyProvider} from '../../kit/oidc.ts'
import {Client, desk, linkTo, type PeopleFixture, type PeopleFixtureOptions, peopleFixture} from '../../kit/people.ts'
import {sqlite, stores, storesOfStories} from '../../kit/store-databases.ts'

const password = 'staple-horse-lamp'
const email = 'finn@example.com'
const security = '/account/security'
const minute = 60_000
const audited = desk.replace('## 6. Roles and permissions\n', '## 6. Roles and permissions\n\n- audit log: Auditor\n')

async function signedUp(fixture: PeopleFixture): Promise<Client> {
  const client = new Client(fixture, '198.51.100.7')
  await client.post('/sign-up', {_action: 'sign up', name: 'Finn Ott', email, password})
  return client
}

const isIn = async (client: Client) => (await client.get('/mine')).status === 200
const htmlOf = async (client: Client, path = security) => (await client.get(path)).text()
const placeOf = (response: Response) => response.headers.get('location')
const second = (client: Client, step: string, code: string, path = '/sign-in?return=%2Fmine') =>
  client.post(path, {_action: 'second factor', _step: step, code})

async function personOf({engine}: PeopleFixture) {
  const person = await findByEmail(engine, email)
  if (!person) throw new Error('no such person')
  return person
}

describe.each(stores)('a second factor on $name', ({make}) => {
  const open = async (options: Partial<PeopleFixtureOptions> = {}) =>
    peopleFixture({address: await make(desk), ...options})
  const withFactor = async (options: Partial<PeopleFixtureOptions> = {}) => {
    const fixture = await open(options)
    const owner = await signedUp(fixture)
    return {fixture, owner, ...(await withApp(fixture, owner))}
  }

  test('is set up with the QR code and its first code; all other devices are signed out', async () => {
    const fixture = await open()
    const owner = await signedUp(fixture)
    const other = new Client(fixture)
    await other.signIn(email, password)
    expect(placeOf(await owner.post(security, {_action: 'set up app'}))).toBe(`${security}/app`)
    const html = await htmlOf(owner, `${security}/app`)
    expect(readQr(html)).toMatch(
      /^otpauth:\/\/totp\/Lost%20and%20found:finn%40example\.com\?secret=[A-Z2-7]{32}&issuer=/,
    )
    const app = new AuthenticatorApp(fixture, html)
    expect(html.replaceAll(' ', '')).toContain(`<code>${app.secret}</code>`)
    // It does not count before.
    expect((await new Client(fixture).signIn(email, password)).status).toBe(303)
    const wrong = await owner.post(`${security}/app`, {_action: 'confirm app', code: '000000'})
    expect(wrong.status).toBe(422)
    expect(await wrong.text()).toContain('Incorrect code. Enter the code that your app shows now.')
    const answer = await owner.post(`${security}/app`, {_action: 'confirm app', code: app.code()})
    const shown = await answer.text()
    expect(shown).toContain('Two-factor authentication is on.')
    expect(shown.match(/<code>[a-z2-7-]{29}<\/code>/g)).toHaveLength(10)
    expect(await Promise.all([owner, other].map(isIn))).toEqual([true, false])
    expect(await htmlOf(owner)).not.toMatch(/<code>|otpauth/)
    expect(placeOf(await owner.get(`${security}/app`))).toBe(security)
    expect(fixture.mails.map(({subject}) => subject)).toContain(
      'Two-factor authentication was set up for your Lost and found account',
    )
  })

  test('is asked for after the password, and leads where the person wanted to be', async () => {
    const {fixture, app} = await withFactor()
    const client = new Client(fixture)
    const answer = await client.signIn(email, password, '/sign-in?return=%2Fmine')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toContain('no-store')
    expect(await isIn(client)).toBe(false)
    const step = await stepOf(answer)
    expect((await second(client, step, '000000')).status).toBe(422)
    expect(placeOf(await second(client, step, app.code()))).toBe('/mine')
    expect(await isIn(client)).toBe(true)
  })

  test('counts each code once, also when it is sent several times at once', async () => {
    const {fixture, app} = await withFactor()
    const clients = [new Client(fixture), new Client(fixture), new Client(fixture)]
    const code = app.code()
    const answers = await Promise.all(
      clients.map(async client => second(client, await stepOf(await client.signIn(email, password)), code)),
    )
    expect(answers.filter(({status}) => status === 303)).toHaveLength(1)
    expect((await Promise.all(clients.map(isIn))).filter(Boolean)).toHaveLength(1)
    fixture.clock.now += minute
    const late = new Client(fixture)
    expect((await second(late, await stepOf(await late.signIn(email, password)), code)).status).toBe(422)
  })

  test('accepts a phone whose clock is half a minute off, and not more', async () => {
    const {fixture, app} = await withFactor()
    const statuses: number[] = []
    for (const later of [-2, 2, -1, 1]) {
      const client = new Client(fixture)
      statuses.push((await second(client, await stepOf(await client.signIn(email, password)), app.code(later))).status)
    }
    expect(statuses).toEqual([422, 422, 303, 303])
  })

  test('slows guessing down, and not its owner in a browser they have used', async () => {
    const {fixture, owner, app} = await withFactor()
    await owner.post('/sign-out', {_action: 'sign out'})
    const guesser = new Client(fixture, '203.0.113.5')
    const step = await stepOf(await guesser.signIn(email, password))
    const statuses: number[] = []
    for (let guess = 0; guess < 7; guess += 1) statuses.push((await second(guesser, step, `00000${guess}`)).status)
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429, 429])
    // A new attempt, and one from elsewhere, count together with it.
    const other = new Client(fixture, '203.0.113.6')
    expect((await second(other, await stepOf(await other.signIn(email, password)), app.code())).status).toBe(429)
    const again = await stepOf(await owner.signIn(email, password))
    expect((await second(owner, again, app.code())).status).toBe(303)
  })

  test('can be replaced by each recovery code, once, and the person is told', async () => {
    const {fixture, owner, codes} = await withFactor({document: audited})
    expect(new Set(codes).size).toBe(10)
    const [code = ''] = codes
    const enter = async (given: string) => {
      const client = new Client(fixture)
      const answer = await second(client, await stepOf(await client.signIn(email, password)), given)
      return answer.status
    }
    expect(await enter(code.toUpperCase().replaceAll('-', ' '))).toBe(303)
    expect(await enter(code)).toBe(422)
    const used = fixture.mails.filter(
      ({subject}) => subject === 'A recovery code of your Lost and found account was used',
    )
    expect(used).toHaveLength(1)
    expect(await htmlOf(owner)).toContain('9 recovery codes are left.')
    fixture.clock.now += minute
    await owner.post('/account/confirm', {_action: 'confirm', code: codes[1] ?? ''})
    const shown = await (await owner.post(security, {_action: 'new recovery codes'})).text()
    expect(shown.match(/<code>[a-z2-7-]{29}<\/code>/g)).toHaveLength(10)
    expect(await enter(codes[2] ?? '')).toBe(422)
  })

  test('is not left out by a new password, whose link only leads to the question', async () => {
    const {fixture, owner, app} = await withFactor()
    await new Client(fixture).post('/forgot-password', {_action: 'send link', email})
    await expect.poll(() => fixture.mails.some(({text}) => text.includes('/reset-password'))).toBe(true)
    const link = linkTo(fixture, email)
    const client = new Client(fixture)
    client.cookies.set('nonet', owner.cookies.get('nonet') ?? '')
    const answer = await client.post(link, {_action: 'reset password', password: 'moss-and-thunder'})
    expect(await isIn(client)).toBe(false)
    expect(await isIn(owner)).toBe(false)
    expect(placeOf(await second(client, await stepOf(answer), app.code(), link))).toBe('/')
    expect(await isIn(client)).toBe(true)
  })

  test('waits ten minutes after the password, and not beyond a new password or deactivation', async () => {
    const {fixture, owner, app} = await withFactor()
    const begin = async () => {
      const client = new Client(fixture)
      return {client, step: await stepOf(await client.signIn(email, password))}
    }
    const late = await begin()
    fixture.clock.now += 11 * minute
    const answer = await second(late.client, late.step, app.code())
    expect(answer.status).toBe(410)
    expect(await answer.text()).toContain('This sign-in took too long')
    const replaced = await begin()
    await owner.post('/account', {_action: 'change password', now: password, password: 'moss-and-thunder'})
    expect((await second(replaced.client, replaced.step, app.code())).status).toBe(410)
    const client = new Client(fixture)
    const step = await stepOf(await client.signIn(email, 'moss-and-thunder'))
    await changePerson(fixture.engine, await personOf(fixture), {active: false})
    expect((await second(client, step, app.code())).status).toBe(410)
    expect((await second(client, 'A'.repeat(43), app.code())).status).toBe(410)
  })

  test('is turned off only by someone who proves it again with a code', async () => {
    const {fixture, owner, app} = await withFactor()
    fixture.clock.now += 11 * minute
    for (const action of ['turn off factor', 'new recovery codes', 'set up app'])
      expect(placeOf(await owner.post(security, {_action: action}))).toMatch(/^\/account\/confirm\?return=/)
    // The password is less than the account asks for.
    expect((await owner.post('/account/confirm', {_action: 'confirm', code: password, password})).status).toBe(422)
    expect(await stepOf(await new Client(fixture).signIn(email, password))).not.toBe('')
    const place = placeOf(
      await owner.post('/account/confirm?return=%2Faccount%2Fsecurity', {_action: 'confirm', code: app.code()}),
    )
    expect(place).toBe(security)
    expect(placeOf(await owner.post(security, {_action: 'turn off factor'}))).toBe(`${security}?done=off`)
    expect((await new Client(fixture).signIn(email, password)).status).toBe(303)
    expect(fixture.mails.map(({subject}) => subject)).toContain(
      'Two-factor authentication was turned off for your Lost and found account',
    )
  })

  test('is not proved by a new password, for which the old one is enough', async () => {
    const {fixture, owner} = await withFactor()
    fixture.clock.now += 11 * minute
    const change = {_action: 'change password', now: password, password: 'moss-and-thunder'}
    expect((await owner.post('/account', change)).status).toBe(303)
    expect((await owner.get(security)).status).toBe(200)
    expect(placeOf(await owner.post(security, {_action: 'turn off factor'}))).toMatch(/^\/account\/confirm/)
  })

  test('is removed by an operator, which signs the person out everywhere', async () => {
    const {fixture, owner} = await withFactor()
    expect(await removeFactorsOf(fixture.engine, await personOf(fixture))).toBe(true)
    expect(await isIn(owner)).toBe(false)
    expect((await owner.signIn(email, password)).status).toBe(303)
    expect(await removeFactorsOf(fixture.engine, await personOf(fixture))).toBe(false)
  })
})

describe.each(storesOfStories)('a second factor on $name', ({make}) => {
  test('is asked for where an expired session has kept what was typed', async () => {
    const fixture = await peopleFixture({address: await make(desk)})
    const owner = await signedUp(fixture)
    const {app} = await withApp(fixture, owner)
    const client = new Client(fixture)
    const typed = await client.post('/account', {_action: 'save', name: 'Finn the Otter'})
    expect(typed.status).toBe(403)
    const kept = /name="_kept" value="([^"]*)"/.exec(await typed.text())?.[1]?.replaceAll('&quot;', '"') ?? ''
    const asked = await client.post('/account', {_action: '_sign in', email, password, _kept: kept})
    const html = await asked.text()
    expect(html).toContain('Finn the Otter')
    const step = /name="_step" value="([^"]*)"/.exec(html)?.[1] ?? ''
    const wrong = await client.post('/account', {_action: '_second factor', _step: step, _kept: kept, code: '000000'})
    expect(await wrong.text()).toContain('Finn the Otter')
    const right = {_action: '_second factor', _step: step, _kept: kept, code: app.code()}
    const answer = await client.post('/account', right)
    expect(answer.status).toBe(200)
    expect(await answer.text()).toContain('value="Finn the Otter"')
    expect(await isIn(client)).toBe(true)
  })

  test('is asked for when an account is connected with a provider', async () => {
    const provider = await companyProvider('http://localhost/_sso/company/callback')
    provider.people.set('finn', {email, email_verified: true, name: 'Finn Ott'})
    provider.current = 'finn'
    const sso = new SingleSignOn([provider.settings()])
    const fixture = await peopleFixture({address: await make(desk), sso})
    const {app} = await withApp(fixture, await signedUp(fixture))
    const client = new Client(fixture)
    const start = await client.get('/_sso/company')
    const answer = await answerOf(placeOf(start) ?? '', 'http://localhost/_sso/company/callback')
    const page = placeOf(await client.get(answer.slice('http://localhost'.length))) ?? ''
    expect(await htmlOf(client, page)).toContain('name="code"')
    expect((await client.post(page, {_action: 'connect', password})).status).toBe(422)
    expect((await client.post(page, {_action: 'connect', password, code: '000000'})).status).toBe(422)
    expect(await isIn(client)).toBe(false)
    expect((await client.post(page, {_action: 'connect', password, code: app.code()})).status).toBe(303)
    expect(await isIn(client)).toBe(true)
  })

  test('is in the audit log: setting up, recovery codes, wrong codes, confirming and turning off', async () => {
    const fixture = await peopleFixture({address: await make(audited), document: audited})
    const noted = vi.spyOn(fixture.engine.audit ?? fail(), 'note')
    onTestFinished(() => noted.mockRestore())
    const owner = await signedUp(fixture)
    const {app, codes} = await withApp(fixture, owner)
    const client = new Client(fixture)
    const step = await stepOf(await client.signIn(email, password))
    await second(client, step, '000000')
    await second(client, step, codes[0] ?? '')
    fixture.clock.now += 11 * minute
    await owner.post('/account/confirm', {_action: 'confirm', code: app.code()})
    await owner.post(security, {_action: 'turn off factor'})
    const events = noted.mock.calls.map(([, {kind, outcome = 'done', details}]) => [kind, outcome, details?.['what']])
    expect(events.filter(([kind]) => kind === 'second-factor' || kind === 'confirmation')).toEqual([
      ['second-factor', 'done', 'app added'],
      ['second-factor', 'refused', 'code'],
      ['second-factor', 'done', 'recovery code used'],
      ['confirmation', 'done', 'factor'],
      ['second-factor', 'done', 'app removed'],
    ])
    const {rows} = await fixture.engine.store.read(db =>
      db
        .selectFrom('nonet_audit')
        .selectAll()
        .execute()
        .then(all => ({rows: all})),
    )
    const written = JSON.stringify(rows)
    for (const secret of [app.secret, ...codes, '000000', password]) expect(written).not.toContain(secret)
  })
})

function fail(): never {
  throw new Error('there is no audit log')
}

test('the pages of a second factor are written in German, too', async () => {
  const document = `${desk}| LANGUAGE | "de" | |\n`
  const fixture = await peopleFixture({address: await sqlite.make(desk), document})
  const owner = await signedUp(fixture)
  await owner.post(security, {_action: 'set up app'})
  expect(await htmlOf(owner, `${security}/app`)).toContain('Scannen Sie damit diesen Code.')
  await withApp(fixture, owner)
  expect(await htmlOf(owner)).toContain('Es sind noch 10 Wiederherstellungscodes übrig.')
  const answer = await new Client(fixture).signIn(email, password)
  expect(await answer.text()).toContain('Code eingeben')
})
