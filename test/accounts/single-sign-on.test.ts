/** Signing in with a provider: who gets in, with which roles, and what is refused. */
import {describe, expect, onTestFinished, test, vi} from 'vitest'
import {findByEmail} from '../../src/accounts/accounts.ts'
import {changePerson} from '../../src/accounts/admin.ts'
import {invite} from '../../src/accounts/invitations.ts'
import {SingleSignOn} from '../../src/accounts/sso/provider-client.ts'
import type {Provider} from '../../src/accounts/sso/providers.ts'
import {listEntries} from '../../src/engine/audit/audit-query.ts'
import {operator} from '../../src/screens/testing.ts'
import {type AnyProvider, answerOf, anyProvider, type CompanyProvider, companyProvider} from '../kit/oidc.ts'
import {Client, desk, type PeopleFixture, type PeopleFixtureOptions, peopleFixture} from '../kit/people.ts'
import {sqlite, stores} from '../kit/store-databases.ts'

const origin = 'http://localhost'
const callback = `${origin}/_sso/company/callback`
const password = 'staple-horse-lamp'

/** Leads are the members of a group; everyone of the domain is an auditor. */
const company = desk
  .replace('| Lead | runs the desk | invitation |', '| Lead | runs the desk | group "desk-leads" of company |')
  .replace('| Auditor | looks at everything | nobody |', '| Auditor | looks at everything | anyone of company |')

async function fixtureWith(
  address: string,
  provider: Provider,
  more: Partial<PeopleFixtureOptions> = {},
): Promise<PeopleFixture> {
  return peopleFixture({address, document: desk, sso: new SingleSignOn([provider]), ...more})
}

/** From the sign-in page to the provider and back. */
async function signIn(client: Client, back = '/mine', cookies = new Map<string, string>()): Promise<Response> {
  const start = await client.get(`/_sso/company?return=${encodeURIComponent(back)}`)
  expect(start.status).toBe(303)
  const answer = await answerOf(start.headers.get('location') ?? '', callback, cookies)
  return client.get(answer.slice(origin.length))
}

const placeOf = (response: Response) => response.headers.get('location')
const isIn = async (client: Client) => (await client.get('/mine')).status === 200

async function withCompany(people: Parameters<CompanyProvider['people']['set']>[1], current = 'anna') {
  const provider = await companyProvider(callback)
  provider.people.set(current, people)
  provider.current = current
  return provider
}

const anna = {email: 'anna@example.com', email_verified: true, name: 'Anna Berg'}

async function invited({world}: PeopleFixture, email = anna.email, roles = ['Lead']) {
  const answer = await invite(world, operator, {name: 'Anna Berg', email, roles})
  if (!('link' in answer)) throw new Error(JSON.stringify(answer))
}

describe.each(stores)('single sign-on on $name', ({make}) => {
  test('an invited person enters with the verified address, and again by the subject', async () => {
    const provider = await withCompany(anna)
    const fixture = await fixtureWith(await make(desk), provider.settings())
    await invited(fixture)
    const client = new Client(fixture)
    expect(await (await client.get('/sign-in')).text()).toContain('Continue with Company')
    expect(placeOf(await signIn(client, '/desk'))).toBe('/desk')
    expect((await client.get('/desk')).status).toBe(200)
    // Their address there is no longer the one here.
    provider.people.set('anna', {...anna, email: 'anna.new@example.com', email_verified: false})
    const other = new Client(fixture)
    expect(placeOf(await signIn(other))).toBe('/mine')
    expect(await isIn(other)).toBe(true)
  })

  test('someone whom no one has invited does not get in, nor with an address that is not verified', async () => {
    const provider = await withCompany(anna)
    const fixture = await fixtureWith(await make(desk), provider.settings())
    const client = new Client(fixture)
    expect(placeOf(await signIn(client))).toBe('/sign-in?notice=no%20access')
    const page = await (await client.get('/sign-in?notice=no%20access')).text()
    expect(page).toMatch(/<p class="summary" role="alert">You don’t have access yet\./)
    await invited(fixture)
    const {email_verified: _, ...unsaid} = anna
    for (const said of [{...anna, email_verified: false}, {...anna, email_verified: 'false'}, unsaid]) {
      provider.people.set('anna', said)
      expect(placeOf(await signIn(client))).toBe('/sign-in?notice=not%20verified')
    }
    expect(await isIn(client)).toBe(false)
  })

  test('roles follow the groups at each sign-in, and only those that the document lists', async () => {
    const provider = await withCompany({...anna, groups: ['desk-leads', 'Finder', 'everyone']})
    const settings = provider.settings({domains: ['example.com']})
    const fixture = await fixtureWith(await make(company), settings, {document: company})
    expect(placeOf(await signIn(new Client(fixture)))).toBe('/mine')
    const person = async () => await findByEmail(fixture.engine, anna.email)
    expect((await person())?.roles).toEqual(['Lead', 'Auditor'])
    provider.people.set('anna', {...anna, groups: []})
    expect(placeOf(await signIn(new Client(fixture)))).toBe('/mine')
    expect((await person())?.roles).toEqual(['Auditor'])
    provider.people.set('anna', anna)
    expect(placeOf(await signIn(new Client(fixture)))).toBe('/mine')
    expect((await person())?.roles).toEqual(['Auditor'])
  })

  test('an account with a password is connected only by someone who knows it', async () => {
    const provider = await withCompany(anna)
    const fixture = await fixtureWith(await make(desk), provider.settings())
    const owner = new Client(fixture)
    await owner.post('/sign-up', {_action: 'sign up', name: 'Anna Berg', email: anna.email, password})
    const client = new Client(fixture)
    const page = placeOf(await signIn(client)) ?? ''
    expect(page).toMatch(/^\/sign-in\/[\w-]{43}\?return=%2Fmine$/)
    expect(await isIn(client)).toBe(false)
    expect(await (await client.get(page)).text()).toContain('There is already an account for anna@example.com.')
    expect((await client.post(page, {_action: 'connect', password: 'not-her-password'})).status).toBe(422)
    expect(placeOf(await client.post(page, {_action: 'connect', password}))).toBe('/mine')
    expect(await isIn(client)).toBe(true)
    // Once.
    expect((await new Client(fixture).get(page)).status).toBe(410)
    expect(placeOf(await signIn(new Client(fixture)))).toBe('/mine')
  })

  test('a session ends at the latest SESSION_MAX after signing in there, however it is used', async () => {
    const text = desk.replace(
      '| SESSION_LENGTH | 10 days | |',
      '| SESSION_LENGTH | 10 days | |\n| SESSION_MAX | 12 days | |',
    )
    const provider = await withCompany(anna)
    const fixture = await fixtureWith(await make(text), provider.settings(), {document: text})
    await invited(fixture)
    const client = new Client(fixture)
    await signIn(client)
    const day = 24 * 60 * 60 * 1000
    const seen: boolean[] = []
    for (const days of [6, 5, 2]) {
      fixture.clock.now += days * day
      seen.push(await isIn(client))
    }
    expect(seen).toEqual([true, true, false])
  })

  test('a deactivated person, and one who has got the address of another, do not enter', async () => {
    const provider = await withCompany(anna)
    const fixture = await fixtureWith(await make(desk), provider.settings())
    await invited(fixture)
    expect(placeOf(await signIn(new Client(fixture)))).toBe('/mine')
    provider.people.set('successor', anna)
    provider.current = 'successor'
    expect(placeOf(await signIn(new Client(fixture)))).toBe('/sign-in?notice=someone%20else')
    provider.current = 'anna'
    const person = await findByEmail(fixture.engine, anna.email)
    if (person) await changePerson(fixture.engine, person, {active: false})
    expect(placeOf(await signIn(new Client(fixture)))).toBe('/sign-in?notice=inactive')
  })

  test('who signs out at the provider is signed out here, and no other device', async () => {
    const provider = await withCompany(anna)
    const fixture = await fixtureWith(await make(desk), provider.settings())
    await invited(fixture)
    const [here, there, browser] = [new Client(fixture), new Client(fixture), new Map<string, string>()]
    await signIn(here, '/mine', browser)
    await signIn(there)
    const answers: number[] = []
    provider.post = async (url, {method = '', body, headers}) => {
      const sent = {method, body: String(body), headers: new Headers(headers)}
      const answer = await fixture.app.request(url.slice(origin.length), sent)
      answers.push(answer.status)
      return answer
    }
    expect(await isIn(here)).toBe(true)
    await provider.endSession(browser)
    expect(answers).toEqual([200])
    expect([await isIn(here), await isIn(there)]).toEqual([false, true])
  })

  test('the provider ends sessions: with a signed token, or by the name of its session', async () => {
    const provider = await anyProvider()
    const fixture = await fixtureWith(await make(desk), provider.settings())
    await invited(fixture)
    const enter = async () => {
      provider.claims = {...anna, sid: `session ${Math.random()}`}
      const client = new Client(fixture)
      expect(placeOf(await answered(client, provider))).toBe('/mine')
      return {client, sid: String(provider.claims['sid'])}
    }
    const [first, second, third] = [await enter(), await enter(), await enter()]
    const now = Math.floor(Date.now() / 1000)
    const logout = {
      iss: provider.issuer,
      aud: 'nonet',
      iat: now,
      exp: now + 100,
      jti: 'once',
      events: {'http://schemas.openid.net/event/backchannel-logout': {}},
    }
    const send = async (payload: Parameters<AnyProvider['sign']>[0]) => {
      const body = new URLSearchParams({logout_token: await provider.sign(payload)})
      const headers = {'content-type': 'application/x-www-form-urlencoded'}
      return (await fixture.app.request('/_sso/company/logout', {method: 'POST', body: body.toString(), headers}))
        .status
    }
    expect(await send({...logout, sid: first.sid})).toBe(200)
    expect([await isIn(first.client), await isIn(second.client)]).toEqual([false, true])
    // What is not such a token ends nothing.
    for (const wrong of [
      {nonce: 'x'},
      {aud: 'another'},
      {iss: 'https://other.example'},
      {iat: now - 3600},
      {events: {}},
    ])
      expect(await send({...logout, sid: second.sid, ...wrong})).toBe(400)
    provider.forged = true
    expect(await send({...logout, sid: second.sid})).toBe(400)
    provider.forged = false
    expect(await isIn(second.client)).toBe(true)
    const frame = new URLSearchParams({iss: provider.issuer, sid: second.sid})
    expect((await fixture.app.request(`/_sso/company/logout?${frame}`)).status).toBe(200)
    expect([await isIn(second.client), await isIn(third.client)]).toEqual([false, true])
    // Its session has a name there that it did not say when the person signed in.
    provider.claims = anna
    const unnamed = new Client(fixture)
    expect(placeOf(await answered(unnamed, provider))).toBe('/mine')
    expect(await send({...logout, sub: 'someone else', sid: 'another'})).toBe(200)
    expect([await isIn(third.client), await isIn(unnamed)]).toEqual([true, true])
    expect(await send({...logout, sub: 'anna', sid: 'another'})).toBe(200)
    expect([await isIn(third.client), await isIn(unnamed)]).toEqual([true, false])
    expect(await send({...logout, sub: 'anna'})).toBe(200)
    expect(await isIn(third.client)).toBe(false)
  })
})

/** Through a provider that says what the test wants. `change`: of the address that the browser opens. */
async function answered(
  client: Client,
  provider: AnyProvider,
  change: (query: URLSearchParams) => void = () => {},
): Promise<Response> {
  const start = new URL(placeOf(await client.get('/_sso/company?return=/mine')) ?? '')
  provider.nonce = start.searchParams.get('nonce') ?? ''
  const query = new URLSearchParams({code: 'code', state: start.searchParams.get('state') ?? ''})
  change(query)
  return client.get(`/_sso/company/callback?${query}`)
}

describe('answers that are not to be trusted', () => {
  const failed = '/sign-in?notice=failed'

  async function wrong(claims: AnyProvider['claims'], change?: (query: URLSearchParams) => void) {
    const provider = await anyProvider()
    const fixture = await fixtureWith(await sqlite.make(desk), provider.settings())
    await invited(fixture)
    provider.claims = {...anna, ...claims}
    const client = new Client(fixture)
    const response = await answered(client, provider, change)
    expect(await isIn(client)).toBe(false)
    return {fixture, provider, client, place: placeOf(response)}
  }

  const told = ({failures}: PeopleFixture): string => {
    const all = failures.splice(0).map(String).join('\n')
    expect(all).not.toContain('eyJ')
    return all
  }

  const now = Math.floor(Date.now() / 1000)
  test.each([
    ['another issuer', {iss: 'https://other.example'}],
    ['another audience', {aud: 'another'}],
    ['several audiences, for another party', {aud: ['nonet', 'another'], azp: 'another'}],
    ['another nonce', {nonce: 'another'}],
    ['an expired token', {iat: now - 7200, exp: now - 3600}],
    ['no subject', {sub: undefined}],
  ])('%s', async (_, claims) => {
    const {fixture, place} = await wrong(claims as AnyProvider['claims'])
    expect(place).toBe(failed)
    expect(told(fixture)).toContain('signing in with the provider has failed')
  })

  test.each(['nothing', 'the client'] as const)('a token that is signed with %s', async signs => {
    const provider = await anyProvider()
    const fixture = await fixtureWith(await sqlite.make(desk), provider.settings())
    await invited(fixture)
    provider.claims = anna
    provider.signs = signs
    const client = new Client(fixture)
    expect(placeOf(await answered(client, provider))).toBe(failed)
    expect(await isIn(client)).toBe(false)
    told(fixture)
    const logout = {
      ...{iss: provider.issuer, aud: 'nonet', iat: now, jti: 'once', sub: 'anna'},
      events: {'http://schemas.openid.net/event/backchannel-logout': {}},
    }
    const body = new URLSearchParams({logout_token: await provider.sign(logout)}).toString()
    const headers = {'content-type': 'application/x-www-form-urlencoded'}
    expect((await fixture.app.request('/_sso/company/logout', {method: 'POST', body, headers})).status).toBe(400)
  })

  test('what the provider says beside the token, of someone else', async () => {
    const provider = await anyProvider()
    const fixture = await fixtureWith(await sqlite.make(desk), provider.settings())
    await invited(fixture)
    provider.claims = {}
    provider.more = {...anna, sub: 'someone else'}
    const client = new Client(fixture)
    expect(placeOf(await answered(client, provider))).toBe(failed)
    told(fixture)
    provider.more = {...anna, sub: 'anna'}
    expect(placeOf(await answered(client, provider))).toBe('/mine')
    expect(await isIn(client)).toBe(true)
  })

  test('a description that names another issuer', async () => {
    const provider = await anyProvider()
    provider.calledIssuer = 'https://login.example.com'
    const fixture = await fixtureWith(await sqlite.make(desk), provider.settings())
    expect(placeOf(await new Client(fixture).get('/_sso/company'))).toBe(failed)
    told(fixture)
  })

  test('are in the audit log, as refused; an address that anyone can open is in no log', async () => {
    const text = desk.replace('| Role | Meaning |', '- audit log: Lead\n\n| Role | Meaning |')
    const provider = await anyProvider()
    const fixture = await fixtureWith(await sqlite.make(text), provider.settings(), {document: text})
    const visitor = new Client(fixture)
    visitor.cookies.set('nonet-sso', 'x'.repeat(43))
    for (const path of ['/_sso/company/callback', `/_sso/company/callback?code=x&state=${'x'.repeat(43)}`])
      expect(placeOf(await visitor.get(path))).toBe(failed)
    expect(fixture.failures).toEqual([])
    provider.claims = {...anna, aud: 'another'}
    await answered(visitor, provider)
    provider.claims = anna
    await answered(visitor, provider)
    await answered(visitor, provider, query => query.set('error', 'access_denied'))
    expect(told(fixture).match(/has failed/g)).toHaveLength(1)
    const entries = () =>
      fixture.engine.store.read(async db =>
        (await listEntries(db, {kind: 'sign-in'}, {order: 'oldest first', after: null, most: 9})).map(
          ({entry}) => `${entry.outcome} ${entry.details}`,
        ),
      )
    await expect
      .poll(entries)
      .toEqual([
        'refused {"with":"provider","provider":"company","why":"failed"}',
        'refused {"with":"provider","provider":"company","why":"no access"}',
        'refused {"with":"provider","provider":"company","why":"denied"}',
      ])
  })

  test('a token that another key has signed, though a new key of the provider is fine', async () => {
    const provider = await anyProvider()
    const fixture = await fixtureWith(await sqlite.make(desk), provider.settings())
    await invited(fixture)
    provider.claims = anna
    expect(placeOf(await answered(new Client(fixture), provider))).toBe('/mine')
    provider.forged = true
    expect(placeOf(await answered(new Client(fixture), provider))).toBe(failed)
    told(fixture)
    provider.forged = false
    await provider.rotate()
    // Keys are asked for again once a minute at most, whatever tokens name.
    vi.useFakeTimers({toFake: ['Date'], now: Date.now() + 61_000})
    onTestFinished(() => void vi.useRealTimers())
    expect(placeOf(await answered(new Client(fixture), provider))).toBe('/mine')
  })

  test('do not include those of a provider that has started again with another key', async () => {
    const provider = await withCompany(anna)
    const fixture = await fixtureWith(await sqlite.make(desk), provider.settings())
    await invited(fixture)
    expect(placeOf(await signIn(new Client(fixture)))).toBe('/mine')
    await provider.rotate()
    vi.useFakeTimers({toFake: ['Date'], now: Date.now() + 61_000})
    onTestFinished(() => void vi.useRealTimers())
    const client = new Client(fixture)
    expect(placeOf(await signIn(client))).toBe('/mine')
    expect(await isIn(client)).toBe(true)
  })

  test('another state, a state of another browser, and an answer for the second time', async () => {
    const {fixture, provider} = await wrong({}, query => query.set('state', 'x'.repeat(43)))
    const [client, other] = [new Client(fixture), new Client(fixture)]
    let seen = ''
    expect(placeOf(await answered(client, provider, query => (seen = query.toString())))).toBe('/mine')
    expect(placeOf(await client.get(`/_sso/company/callback?${seen}`))).toBe(failed)
    // Who is signed in has nothing to begin.
    expect(placeOf(await client.get('/_sso/company'))).toBe('/')
    // A link to an answer of the attacker does not sign a victim in.
    expect(placeOf(await other.get(`/_sso/company/callback?${seen}`))).toBe(failed)
    expect(await isIn(other)).toBe(false)
    told(fixture)
  })

  test('several tabs that begin at once all come back, and an answer that was made up ends none of them', async () => {
    const provider = await anyProvider()
    const fixture = await fixtureWith(await sqlite.make(desk), provider.settings())
    await invited(fixture)
    provider.claims = anna
    const client = new Client(fixture)
    const begun: {state: string; nonce: string}[] = []
    for (let tab = 0; tab < 9; tab += 1) {
      const start = new URL(placeOf(await client.get(`/_sso/company?return=/mine?tab=${tab}`)) ?? '')
      begun.push({state: start.searchParams.get('state') ?? '', nonce: start.searchParams.get('nonce') ?? ''})
    }
    const answerTo = async ({state, nonce}: {state: string; nonce: string}) => {
      provider.nonce = nonce
      return placeOf(await client.get(`/_sso/company/callback?code=x&state=${state}`))
    }
    expect(await answerTo({state: 'x'.repeat(43), nonce: ''})).toBe(failed)
    expect(placeOf(await client.get('/_sso/company/callback?code=x'))).toBe(failed)
    const places: (string | null)[] = []
    for (const each of begun) places.push(await answerTo(each))
    // The oldest of nine is over.
    expect(places).toEqual([failed, ...begun.slice(1).map((_, tab) => `/mine?tab=${tab + 1}`)])
    expect(await isIn(client)).toBe(true)
    // One browser is one device.
    const sessions = await fixture.engine.store.read(db => db.selectFrom('nonet_session').selectAll().execute())
    expect(sessions).toHaveLength(1)
    expect(client.cookies.has('nonet-sso')).toBe(false)
    told(fixture)
  })

  test('the proof of the browser is sent with the code', async () => {
    const {provider, fixture} = await wrong({}, query => query.set('error', 'access_denied'))
    expect(fixture.failures).toEqual([])
    const client = new Client(fixture)
    await answered(client, provider)
    expect(provider.sent.get('code_verifier')).toMatch(/^[\w-]{43}$/)
  })

  test('it leads nowhere else afterwards, whatever the address says', async () => {
    const provider = await anyProvider()
    const fixture = await fixtureWith(await sqlite.make(desk), provider.settings())
    await invited(fixture)
    provider.claims = anna
    for (const back of [
      'https://evil.example/',
      '//evil.example',
      '/\\evil.example',
      '/sign-out',
      '/%0d%0aset-cookie:x=y',
    ]) {
      const client = new Client(fixture)
      const start = new URL(placeOf(await client.get(`/_sso/company?return=${encodeURIComponent(back)}`)) ?? '')
      provider.nonce = start.searchParams.get('nonce') ?? ''
      const state = start.searchParams.get('state') ?? ''
      expect(placeOf(await client.get(`/_sso/company/callback?code=x&state=${state}`))).toMatch(/^\/(?!\/)/)
    }
  })

  test('the answer of one provider does not count at another', async () => {
    const [company, other] = [await anyProvider(), await anyProvider()]
    const sso = new SingleSignOn([company.settings(), other.settings({name: 'other'})])
    const fixture = await peopleFixture({address: await sqlite.make(desk), sso})
    await invited(fixture)
    other.claims = anna
    const client = new Client(fixture)
    const start = new URL(placeOf(await client.get('/_sso/company')) ?? '')
    other.nonce = start.searchParams.get('nonce') ?? ''
    const state = start.searchParams.get('state') ?? ''
    expect(placeOf(await client.get(`/_sso/other/callback?code=x&state=${state}`))).toBe(failed)
    told(fixture)
    expect((await client.get('/_sso/unknown')).status).toBe(404)
  })

  test('names and addresses with line breaks or markup stay text', async () => {
    const provider = await anyProvider()
    const settings = provider.settings({domains: ['example.com']})
    const fixture = await fixtureWith(await sqlite.make(company), settings, {document: company})
    provider.claims = {...anna, name: 'Anna\r\nSet-Cookie: x=y<script>', groups: ['desk-leads']}
    const client = new Client(fixture)
    expect(placeOf(await answered(client, provider))).toBe('/mine')
    expect(await (await client.get('/account')).text()).not.toContain('<script>Set')
    expect((await findByEmail(fixture.engine, anna.email))?.name).toBe('Anna Set-Cookie: x=y<script>')
  })

  test('a provider that cannot be reached is said to have failed, and asked again the next time', async () => {
    const settings = (await anyProvider()).settings({issuer: 'http://127.0.0.1:9'})
    const fixture = await fixtureWith(await sqlite.make(desk), settings)
    expect(placeOf(await new Client(fixture).get('/_sso/company'))).toBe(failed)
    expect(placeOf(await new Client(fixture).get('/_sso/company'))).toBe(failed)
    expect(fixture.failures).toHaveLength(2)
    told(fixture)
  })
})

describe('where only some may use a password', () => {
  const passwordsFor = ['admin@example.com']

  test('the others are led straight to the only provider, and their passwords count no more', async () => {
    const provider = await anyProvider()
    const address = await sqlite.make(desk)
    const before = await fixtureWith(address, provider.settings())
    for (const email of [anna.email, 'admin@example.com'])
      await new Client(before).post('/sign-up', {_action: 'sign up', name: 'Someone', email, password})
    const fixture = await fixtureWith(address, provider.settings(), {passwordsFor})
    const client = new Client(fixture)
    expect(placeOf(await client.get('/mine'))).toBe('/_sso/company?return=%2Fmine')
    const page = await (await client.get('/sign-in')).text()
    expect(page).toContain('Continue with Company')
    expect(page).not.toContain('type="password"')
    expect(await (await client.get('/sign-in?password=yes')).text()).toContain('type="password"')
    expect((await client.signIn(anna.email, password)).status).toBe(422)
    expect((await client.signIn('admin@example.com', password)).status).toBe(303)
    expect((await new Client(fixture).get('/sign-up')).status).toBe(404)
    provider.claims = anna
    const other = new Client(fixture)
    expect(placeOf(await answered(other, provider))).toBe('/mine')
    expect(await isIn(other)).toBe(true)
  })
})
