/** Attacks on signing in with a provider, on connecting one, and on what happens before the first sign-in. */
import {describe, expect, test} from 'vitest'
import {findByEmail} from '../../src/accounts/accounts.ts'
import {askQuestion, challengeAsked} from '../../src/accounts/factors/passkey-questions.ts'
import {invite} from '../../src/accounts/invitations.ts'
import {makeKey} from '../../src/accounts/keys.ts'
import {makeDirectory} from '../../src/accounts/scim/tokens.ts'
import {secretDigest} from '../../src/accounts/secret.ts'
import {provingToken} from '../../src/accounts/sso/connections.ts'
import {SingleSignOn} from '../../src/accounts/sso/provider-client.ts'
import {provingPath} from '../../src/accounts/sso/single-sign-on.ts'
import {operator} from '../../src/screens/testing.ts'
import {type AnyProvider, answerOf, anyProvider, companyProvider} from '../kit/oidc.ts'
import {Client, desk, linkTo, type PeopleFixture, type PeopleFixtureOptions, peopleFixture} from '../kit/people.ts'
import {sqlite, stores} from '../kit/store-databases.ts'

const password = 'staple-horse-lamp'
const security = '/account/security'
const callback = 'http://localhost/_sso/company/callback'
const calls = `
## 7. Calls

| Call | Method | Path | Does | For |
|---|---|---|---|---|
| People | GET | /api/people | list of User | signed in |
`
const document = desk.replace('\n## 9.', `${calls}\n## 9.`)
const victim = {email: 'vera@example.com', email_verified: true, name: 'Vera Voss', sub: 'vera'}

const placeOf = (response: Response) => response.headers.get('location') ?? ''
const isIn = async (client: Client) => (await client.get('/mine')).status === 200
const htmlOf = async (client: Client, path: string) => (await client.get(path)).text()

async function withProvider(address: string, more: Partial<PeopleFixtureOptions> = {}) {
  const provider = await anyProvider()
  const sso = new SingleSignOn([provider.settings()])
  const fixture = await peopleFixture({address, document, sso, ...more})
  provider.claims = victim
  return {fixture, provider}
}

async function signedUp(fixture: PeopleFixture, email: string): Promise<Client> {
  const client = new Client(fixture)
  await client.post('/sign-up', {_action: 'sign up', name: 'Mallory', email, password})
  return client
}

async function begin(client: Client, provider: AnyProvider, path = '/_sso/company?return=/mine'): Promise<string> {
  const at = new URL(placeOf(await client.get(path)), 'http://localhost')
  provider.nonce = at.searchParams.get('nonce') ?? ''
  return at.searchParams.get('state') ?? ''
}

/** As the page links to it that asks this person for proof. */
function proving(fixture: PeopleFixture, client: Client, back: string): string {
  const session = secretDigest(client.cookies.get('nonet') ?? '')
  const token = provingToken(fixture.world, {kind: 'person', id: '', name: '', roles: [], session}, 'company')
  return provingPath('company', {token, back})
}

const finish = (client: Client, state: string, code = 'code') =>
  client.get(`/_sso/company/callback?${new URLSearchParams({code, state})}`)

async function signIn(client: Client, provider: AnyProvider): Promise<string> {
  return placeOf(await finish(client, await begin(client, provider)))
}

describe.each(stores)('attack on $name', ({make}) => {
  test('takeover by linking: an account of the attacker is connected to no one else', async () => {
    const {fixture, provider} = await withProvider(await make(document))
    const owner = await signedUp(fixture, victim.email)
    provider.claims = {sub: 'mallory', email: 'mallory@example.net', email_verified: true}
    // By a page of another site: a link, a form, and a link that the attacker has got for their own account.
    expect(placeOf(await owner.get('/_sso/company?connect='))).toBe('/')
    const crossSite = {'sec-fetch-site': 'cross-site', origin: 'https://evil.example'}
    const forged = await owner.post(security, {_action: 'connect provider', provider: 'company'}, {headers: crossSite})
    expect(forged.status).toBe(403)
    const mallory = await signedUp(fixture, 'mallory@example.org')
    const page = await (await mallory.post(security, {_action: 'connect provider', provider: 'company'})).text()
    const link = /href="(\/_sso\/company\?connect=[\w-]+)"/.exec(page)?.[1] ?? ''
    expect(placeOf(await owner.get(link))).toBe('/')
    // By an answer of the attacker, with and without their cookie.
    const again = await (await mallory.post(security, {_action: 'connect provider', provider: 'company'})).text()
    const state = await begin(mallory, provider, /href="(\/_sso\/company\?connect=[\w-]+)"/.exec(again)?.[1] ?? '')
    expect(placeOf(await finish(owner, state))).toBe('/sign-in?notice=failed')
    owner.cookies.set('nonet-sso', mallory.cookies.get('nonet-sso') ?? '')
    await finish(owner, state)
    expect(await htmlOf(owner, security)).toContain('Not connected')
    expect(await isIn(mallory)).toBe(true)
    const there = new Client(fixture)
    await signIn(there, provider)
    expect(await isIn(there)).toBe(false)
    fixture.failures.splice(0)
  })

  test('a made-up answer of a provider ends no other link, and not the key of questions about passkeys', async () => {
    const {fixture} = await withProvider(await make(document))
    const purpose = {kind: 'sign in', person: null} as const
    const {secret, challenge} = await askQuestion(fixture.world, purpose)
    await invite(fixture.world, operator, {name: 'Vera Voss', email: victim.email, roles: ['Finder']})
    const invitation = linkTo(fixture, victim.email)
    const visitor = new Client(fixture)
    const key = secretDigest('the key of questions about passkeys')
    const names = [invitation.split('/').at(-1) ?? '', key, 'passkey key'.padEnd(43, '-'), 'passkey key']
    for (const name of names) {
      visitor.cookies.set('nonet-sso', name)
      expect(placeOf(await finish(visitor, name))).toBe('/sign-in?notice=failed')
    }
    expect((await visitor.get(invitation)).status).toBe(200)
    expect(await challengeAsked(fixture.world, secret, purpose)).toBe(challenge)
    fixture.failures.splice(0)
  })

  test('takeover by an address: one that was never proved leaves its account without any way in for who took it', async () => {
    const address = await make(document)
    const before = await withProvider(address)
    const mallory = await signedUp(before.fixture, victim.email)
    const person = await findByEmail(before.fixture.engine, victim.email)
    const key = await makeKey(
      before.fixture.engine,
      {person: person?.id ?? '', name: 'Later', roles: null, days: null},
      before.fixture.clock.now,
    )
    before.provider.claims = {sub: 'mallory', email: 'mallory@example.net', email_verified: true}
    const page = await (await mallory.post(security, {_action: 'connect provider', provider: 'company'})).text()
    await finish(
      mallory,
      await begin(mallory, before.provider, /href="(\/_sso\/company\?connect=[\w-]+)"/.exec(page)?.[1] ?? ''),
    )
    // The owner of the address cannot know the password, and is not connected with an account of someone else.
    const other = await anyProvider()
    other.claims = victim
    const withBoth = async (passwordsFor: readonly string[] | null) =>
      peopleFixture({
        address,
        document,
        sso: new SingleSignOn([before.provider.settings({name: 'private'}), other.settings()]),
        passwordsFor,
        records: true,
      })
    const vera = new Client(await withBoth(null))
    expect(await signIn(vera, other)).toMatch(/^\/sign-in\/[\w-]{43}/)
    expect(await isIn(vera)).toBe(false)
    // Where passwords are switched off she gets the account, and who made it keeps nothing of it.
    const fixture = await withBoth(['admin@example.com'])
    const call = () => fixture.app.request('/api/people', {headers: {authorization: `Bearer ${key}`}})
    expect((await call()).status).toBe(200)
    const owner = new Client(fixture)
    expect(await signIn(owner, other)).toBe('/mine')
    expect([await isIn(owner), await isIn(mallory)]).toEqual([true, false])
    expect((await call()).status).toBe(401)
    const back = new Client(fixture)
    const at = new URL(placeOf(await back.get('/_sso/private')))
    before.provider.nonce = at.searchParams.get('nonce') ?? ''
    await back.get(`/_sso/private/callback?code=x&state=${at.searchParams.get('state')}`)
    expect(await isIn(back)).toBe(false)
  })

  test('takeover by a second provider: the address lets no one into an account that another provider opens', async () => {
    const address = await make(document)
    const [company, other] = [await anyProvider(), await anyProvider()]
    const fixtureWith = (...providers: readonly Parameters<SingleSignOn['find']>[0][]) =>
      peopleFixture({
        ...{address, document},
        sso: new SingleSignOn(
          [company.settings(), other.settings({name: 'other'})].filter(({name}) => providers.includes(name)),
        ),
      })
    const both = await fixtureWith('company', 'other')
    await invite(both.world, operator, {name: 'Vera Voss', email: victim.email, roles: ['Finder']})
    company.claims = victim
    const vera = new Client(both)
    expect(await signIn(vera, company)).toBe('/mine')
    other.claims = {...victim, sub: 'mallory'}
    const through = async (client: Client) => {
      const state = await begin(client, other, '/_sso/other?return=/mine')
      return placeOf(await client.get(`/_sso/other/callback?${new URLSearchParams({code: 'x', state})}`))
    }
    const mallory = new Client(both)
    expect(await through(mallory)).toBe('/sign-in?notice=connect%20first')
    expect(await isIn(mallory)).toBe(false)
    expect(await htmlOf(mallory, '/sign-in?notice=connect%20first')).toContain('connect your provider on your security')
    // Where the first one is no longer there, the company has moved to the other.
    const moved = new Client(await fixtureWith('other'))
    expect(await through(moved)).toBe('/mine')
    expect(await isIn(moved)).toBe(true)
  })

  test('race: the first sign-in of someone, in several browsers and by several directories, makes one person', async () => {
    const text = document.replace('| finds things | sign-up |', '| finds things | sign-up, anyone of company |')
    const provider = await anyProvider()
    const fixture = await peopleFixture({
      ...{address: await make(text), document: text},
      sso: new SingleSignOn([provider.settings({domains: ['example.com']})]),
    })
    provider.claims = victim
    const token = await makeDirectory(fixture.engine, {provider: 'company', days: null}, fixture.clock.now)
    const bring = () =>
      fixture.app.request('/_scim/v2/Users', {
        method: 'POST',
        headers: {authorization: `Bearer ${token}`, 'content-type': 'application/scim+json'},
        body: JSON.stringify({userName: victim.email, displayName: victim.name}),
      })
    const browsers = [new Client(fixture), new Client(fixture), new Client(fixture)]
    const attempts: (() => Promise<Response>)[] = []
    for (const each of browsers) {
      const state = await begin(each, provider)
      const code = `nonce ${provider.nonce}`
      attempts.push(() => finish(each, state, code))
    }
    const [brought, ...entered] = await Promise.all([bring(), ...attempts.map(attempt => attempt()), bring()])
    expect([201, 409]).toContain(brought.status)
    expect(entered.slice(0, -1).map(placeOf)).toEqual(browsers.map(() => '/mine'))
    const people = await fixture.engine.store.read(db => db.selectFrom('user').selectAll().execute())
    expect(people.filter(({email}) => email === victim.email)).toHaveLength(1)
  })

  test('race: an invitation and a first sign-in with the provider let one of the two in', async () => {
    const {fixture, provider} = await withProvider(await make(document))
    const answer = await invite(fixture.world, operator, {name: 'Vera Voss', email: victim.email, roles: ['Finder']})
    expect('link' in answer).toBe(true)
    const link = linkTo(fixture, victim.email)
    const [thief, vera] = [new Client(fixture), new Client(fixture)]
    const state = await begin(vera, provider)
    await Promise.all([thief.post(link, {_action: 'accept', password}), finish(vera, state)])
    const both = [await isIn(thief), await isIn(vera)]
    expect(both.filter(Boolean)).toHaveLength(1)
    // After the provider, the link is over.
    if (both[1]) expect((await new Client(fixture).get(link)).status).toBe(410)
  })
})

describe('attack', () => {
  test('downgrade: an account of the provider that is not connected confirms no one', async () => {
    const {fixture, provider} = await withProvider(await sqlite.make(document))
    const owner = await signedUp(fixture, 'owner@example.com')
    provider.claims = {...victim, auth_time: Math.floor(fixture.clock.now / 1000)}
    const state = await begin(owner, provider, proving(fixture, owner, '/account/security'))
    expect(placeOf(await finish(owner, state))).toMatch(/^\/account\/confirm\?return=.*&failed=yes$/)
  })

  test('session fixation: the session after the provider is new, and one that was planted is worth nothing', async () => {
    const {fixture, provider} = await withProvider(await sqlite.make(document))
    await invite(fixture.world, operator, {name: 'Vera Voss', email: victim.email, roles: ['Finder']})
    const vera = new Client(fixture)
    const planted = 'A'.repeat(43)
    vera.cookies.set('nonet', planted)
    const state = await begin(vera, provider)
    await finish(vera, state)
    expect(vera.cookies.get('nonet')).toMatch(/^[\w-]{43}$/)
    expect(vera.cookies.get('nonet')).not.toBe(planted)
    const attacker = new Client(fixture)
    for (const cookie of [planted, state]) {
      attacker.cookies.set('nonet', cookie)
      expect(await isIn(attacker)).toBe(false)
    }
    // The cookie of the attempt has gone with its answer.
    expect(vera.cookies.has('nonet-sso')).toBe(false)
  })

  test('open redirect: no address of another site, before, after or beside the provider', async () => {
    const {fixture, provider} = await withProvider(await sqlite.make(document))
    const owner = await signedUp(fixture, victim.email)
    provider.claims = {...victim, auth_time: Math.floor(fixture.clock.now / 1000)}
    for (const back of [
      'https://evil.example/',
      '//evil.example',
      '/\\evil.example',
      'javascript:alert(1)',
      '/%09/evil.example',
    ]) {
      const query = `return=${encodeURIComponent(back)}`
      const html = await htmlOf(owner, `/account/confirm?${query}`)
      for (const [, href = ''] of html.matchAll(/ href="([^"]*)"/g)) expect(href).toMatch(/^(\/(?![/\\])|#)/)
      const confirmed = placeOf(await owner.post(`/account/confirm?${query}`, {_action: 'confirm', password}))
      expect(confirmed).toMatch(/^\/(?![/\\])/)
      const denied = placeOf(await finish(owner, await begin(owner, provider, proving(fixture, owner, back))))
      expect(denied).toMatch(/^\/account\/confirm\?return=%2F(?!%2F|%5C)/)
    }
  })

  test('header injection: claims and errors of a provider reach no header and no line of the log', async () => {
    const {fixture, provider} = await withProvider(await sqlite.make(document))
    await invite(fixture.world, operator, {name: 'Vera Voss', email: victim.email, roles: ['Finder']})
    const evil = 'x\r\nset-cookie: evil=1\u2028\u0000'
    provider.claims = {...victim, name: evil, sid: evil, groups: [evil], locale: evil}
    const vera = new Client(fixture)
    const answer = await finish(vera, await begin(vera, provider))
    expect(answer.headers.getSetCookie().join()).not.toContain('evil')
    expect(await isIn(vera)).toBe(true)
    provider.claims = {...victim, sub: evil, email: evil}
    const other = new Client(fixture)
    expect(await signIn(other, provider)).toMatch(/^\/sign-in\?notice=/)
    const state = await begin(other, provider)
    const denied = new URLSearchParams({error: `access_denied${evil}`, error_description: evil, state})
    const refused = await other.get(`/_sso/company/callback?${denied}`)
    expect([...refused.headers].join()).not.toContain('evil')
    expect(fixture.failures.splice(0).map(String).join()).not.toContain('\r\nset-cookie')
  })

  test('tokens in logs: neither codes nor states, tokens and secrets of links are written', async () => {
    const {fixture, provider} = await withProvider(await sqlite.make(document))
    await signedUp(fixture, victim.email)
    const client = new Client(fixture)
    const state = await begin(client, provider)
    const page = placeOf(await finish(client, state, 'the-code-of-the-provider'))
    await client.get(page)
    await client.post(page, {_action: 'connect', password})
    expect(await isIn(client)).toBe(true)
    provider.claims = {...victim, nonce: 'another'}
    const wrong = new Client(fixture)
    await finish(wrong, await begin(wrong, provider), 'the-code-of-the-provider')
    const written = JSON.stringify([fixture.logged, fixture.failures.splice(0).map(String)])
    const secret = /^\/sign-in\/([\w-]{43})/.exec(page)?.[1] ?? fail()
    for (const each of [state, secret, 'the-code-of-the-provider', 'eyJ', password]) expect(written).not.toContain(each)
  })

  test('a code that is sent twice, or by another browser, is refused by the provider', async () => {
    const provider = await companyProvider(callback)
    provider.people.set('vera', victim)
    provider.current = 'vera'
    const sso = new SingleSignOn([provider.settings()])
    const fixture = await peopleFixture({address: await sqlite.make(document), document, sso})
    await invite(fixture.world, operator, {name: 'Vera Voss', email: victim.email, roles: ['Finder']})
    const vera = new Client(fixture)
    const answer = new URL(await answerOf(placeOf(await vera.get('/_sso/company?return=/mine')), callback))
    expect(placeOf(await vera.get(`${answer.pathname}${answer.search}`))).toBe('/mine')
    const thief = new Client(fixture)
    const own = new URL(placeOf(await thief.get('/_sso/company')))
    answer.searchParams.set('state', own.searchParams.get('state') ?? '')
    expect(placeOf(await thief.get(`${answer.pathname}${answer.search}`))).toBe('/sign-in?notice=failed')
    expect(await isIn(thief)).toBe(false)
    expect(String(fixture.failures.splice(0))).toContain('signing in with the provider has failed')
  })
})

function fail(): never {
  throw new Error('there is none')
}
