/** Connecting providers on the security page, giving them up, and proving with one that it is still the same person. */
import {sql} from 'kysely'
import {describe, expect, test} from 'vitest'
import {withAccount} from '../../src/accounts/account-rows.ts'
import {findByEmail} from '../../src/accounts/accounts.ts'
import {addWithPassword} from '../../src/accounts/admin.ts'
import {invite} from '../../src/accounts/invitations.ts'
import {secretDigest} from '../../src/accounts/secret.ts'
import {actorOfSession} from '../../src/accounts/sessions.ts'
import {provingToken} from '../../src/accounts/sso/connections.ts'
import {SingleSignOn} from '../../src/accounts/sso/provider-client.ts'
import {provingPath} from '../../src/accounts/sso/single-sign-on.ts'
import {nobody} from '../../src/engine/base/actor.ts'
import {ProofRequired} from '../../src/engine/transaction/proof.ts'
import {operator} from '../../src/screens/testing.ts'
import {withApp} from '../kit/factors.ts'
import {type AnyProvider, anyProvider} from '../kit/oidc.ts'
import {PasskeyDevice, withPasskey} from '../kit/passkeys.ts'
import {Client, desk, linkTo, type PeopleFixture, type PeopleFixtureOptions, peopleFixture} from '../kit/people.ts'
import {stores, storesOfStories} from '../kit/store-databases.ts'

const password = 'staple-horse-lamp'
const email = 'finn@example.com'
const security = '/account/security'
const minute = 60_000
const heading = '## 6. Roles and permissions\n'
const document = desk
  .replace(heading, `${heading}\n- audit log: Auditor\n`)
  .replace('| Lead | runs the desk | invitation |', '| Lead | runs the desk | group "desk-leads" of company |')

const calls = `
## 7. Calls

| Call | Method | Path | Does | For |
|---|---|---|---|---|
| Find | GET | /api/people | list of User | Lead |

`
const askingForKeys = document.replace('## 9', `${calls}## 9`).replace(heading, `${heading}\n- ask again: keys\n`)

const placeOf = (response: Response) => response.headers.get('location')
const isIn = async (client: Client) => (await client.get('/mine')).status === 200
const htmlOf = async (client: Client, path = security) => (await client.get(path)).text()

interface WithProvider {
  readonly fixture: PeopleFixture
  readonly provider: AnyProvider
  readonly owner: Client
}

async function withProvider(
  address: string,
  domains: readonly string[] = [],
  more: Partial<PeopleFixtureOptions> = {},
): Promise<WithProvider> {
  const provider = await anyProvider()
  const sso = new SingleSignOn([provider.settings({domains})])
  const fixture = await peopleFixture({address, document, sso, ...more})
  const owner = new Client(fixture)
  await owner.post('/sign-up', {_action: 'sign up', name: 'Finn Ott', email, password})
  provider.claims = {sub: 'finn at company', email: 'private@example.net', email_verified: true}
  return {fixture, provider, owner}
}

/** The link of the page after the button; empty if it leads to the question first. */
async function startOf(client: Client): Promise<string> {
  const page = await client.post(security, {_action: 'connect provider', provider: 'company'})
  return /href="(\/_sso\/company\?connect=[\w-]{43})"/.exec(await page.text())?.[1] ?? ''
}

/** Through the provider and back. */
async function through(client: Client, provider: AnyProvider, start: string, back = client): Promise<string> {
  const at = new URL(placeOf(await client.get(start)) ?? '', 'http://localhost')
  provider.nonce = at.searchParams.get('nonce') ?? ''
  return placeOf(await back.get(`/_sso/company/callback?code=x&state=${at.searchParams.get('state')}`)) ?? ''
}

/** The link to the provider on a page that asks for proof. */
const startIn = (html: string): string =>
  /href="(\/_sso\/company\?confirm=[^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? ''

async function signIn(fixture: PeopleFixture, provider: AnyProvider): Promise<Client> {
  const client = new Client(fixture)
  await through(client, provider, '/_sso/company?return=/mine')
  return client
}

const done = (what: string) => `${security}?done=${encodeURIComponent(what)}`

describe.each(stores)('connecting a provider on $name', ({make}) => {
  test('lets the person sign in with it, whatever its address is, and tells them', async () => {
    const {fixture, provider, owner} = await withProvider(await make(document))
    expect(await htmlOf(owner)).toContain('Not connected')
    expect(await isIn(await signIn(fixture, provider))).toBe(false)
    expect(await through(owner, provider, await startOf(owner))).toBe(done('provider connected'))
    expect(await htmlOf(owner, done('provider connected'))).toContain('You can now sign in with this provider.')
    const other = await signIn(fixture, provider)
    expect(await htmlOf(other, '/account')).toContain('Finn Ott')
    expect(fixture.mails.map(({subject}) => subject)).toContain(
      'Single sign-on was connected to your Lost and found account',
    )
    // Who has it already goes on.
    expect(await through(owner, provider, await startOf(owner))).toBe(done('provider connected'))
    // A second account there would let someone in unseen.
    provider.claims = {...provider.claims, sub: 'another at company'}
    expect(await through(owner, provider, await startOf(owner))).toBe(done('provider taken'))
    expect(await isIn(await signIn(fixture, provider))).toBe(false)
  })

  test('is asked for again after ten minutes, and is for the session and the browser that began', async () => {
    const {fixture, provider, owner} = await withProvider(await make(document))
    const start = await startOf(owner)
    const second = new Client(fixture)
    await second.signIn(email, password)
    // Another session of the same person, and one of no one.
    expect(placeOf(await second.get(start))).toBe('/')
    expect(await isIn(new Client(fixture))).toBe(false)
    const again = await startOf(owner)
    const at = new URL(placeOf(await owner.get(again)) ?? '')
    provider.nonce = at.searchParams.get('nonce') ?? ''
    second.cookies.set('nonet-sso', owner.cookies.get('nonet-sso') ?? '')
    expect(placeOf(await second.get(`/_sso/company/callback?code=x&state=${at.searchParams.get('state')}`))).toBe(
      '/sign-in?notice=failed',
    )
    expect(await htmlOf(owner)).toContain('Not connected')
    // Once.
    expect(placeOf(await owner.get(again))).toBe('/')
    fixture.clock.now += 11 * minute
    expect(placeOf(await owner.post(security, {_action: 'connect provider', provider: 'company'}))).toMatch(
      /^\/account\/confirm/,
    )
    expect((await owner.post(security, {_action: 'connect provider', provider: 'unknown'})).status).toBe(422)
  })

  test('is refused for an account that lets someone else in, and outside of the domains of the provider', async () => {
    const {fixture, provider, owner} = await withProvider(await make(document), ['example.com'])
    expect(await through(owner, provider, await startOf(owner))).toBe(done('provider not verified'))
    provider.claims = {sub: 'anna at company', email: 'anna@example.com', email_verified: true}
    await invite(fixture.world, operator, {name: 'Anna Berg', email: 'anna@example.com', roles: ['Finder']})
    expect(await isIn(await signIn(fixture, provider))).toBe(true)
    expect(await through(owner, provider, await startOf(owner))).toBe(done('provider taken'))
    expect(await htmlOf(owner)).toContain('Not connected')
    provider.claims = {...provider.claims, sub: 'finn at company', iss: 'https://other.example'}
    expect(await through(owner, provider, await startOf(owner))).toBe(done('provider failed'))
    expect(fixture.failures.splice(0)).toHaveLength(1)
  })

  test('can be undone, which ends its sessions and the roles that it alone gives', async () => {
    const {fixture, provider, owner} = await withProvider(await make(document))
    await through(owner, provider, await startOf(owner))
    provider.claims = {...provider.claims, groups: ['desk-leads']}
    const other = await signIn(fixture, provider)
    expect((await findByEmail(fixture.engine, email))?.roles).toEqual(['Finder', 'Lead'])
    const row = {_action: 'disconnect provider', provider: provider.issuer}
    fixture.clock.now += 11 * minute
    expect(placeOf(await owner.post(security, row))).toMatch(/^\/account\/confirm/)
    await owner.post('/account/confirm', {_action: 'confirm', password})
    // Nobody else could give roles then.
    expect(placeOf(await owner.post(security, row))).toBe(done('last provider'))
    await addWithPassword(fixture.engine, {name: 'Lea Dahl', email: 'lea@example.com', roles: ['Lead'], password})
    expect(placeOf(await owner.post(security, row))).toBe(done('provider removed'))
    expect([await isIn(owner), await isIn(other)]).toEqual([true, false])
    expect((await findByEmail(fixture.engine, email))?.roles).toEqual(['Finder'])
    provider.claims = {...provider.claims, groups: []}
    expect(await isIn(await signIn(fixture, provider))).toBe(false)
    expect(fixture.mails.map(({subject}) => subject)).toContain(
      'Single sign-on was disconnected from your Lost and found account',
    )
  })

  test('stays as the last way in', async () => {
    const {fixture, provider} = await withProvider(await make(document))
    provider.claims = {sub: 'anna', email: 'anna@example.com', email_verified: true}
    await invite(fixture.world, operator, {name: 'Anna Berg', email: 'anna@example.com', roles: ['Finder']})
    const anna = await signIn(fixture, provider)
    const row = {_action: 'disconnect provider', provider: provider.issuer}
    expect(placeOf(await anna.post(security, row))).toBe(done('last provider'))
    expect(await htmlOf(anna, done('last provider'))).toMatch(/role="alert">This is your only way to sign in/)
    expect(await isIn(await signIn(fixture, provider))).toBe(true)
  })
})

describe.each(storesOfStories)('someone who has passkeys alone, on $name', ({make}) => {
  test('is not let in by a provider that they have not connected, and has an account', async () => {
    const {fixture, provider, owner} = await withProvider(await make(document))
    await withPasskey(owner, new PasskeyDevice('http://localhost'))
    const id = (await findByEmail(fixture.engine, email))?.id ?? ''
    await fixture.engine.store.transaction(db => sql`delete from nonet_account where person = ${id}`.execute(db))
    provider.claims = {sub: 'finn', email, email_verified: true}
    expect(await isIn(await signIn(fixture, provider))).toBe(false)
    expect(await fixture.engine.store.read(db => withAccount(db, [id]))).toEqual(new Set([id]))
  })
})

describe.each(storesOfStories)('the last passkey on $name', ({make}) => {
  test('stays where the connected provider is no longer set up, and goes where it is', async () => {
    const {fixture, owner} = await withProvider(await make(document))
    const device = new PasskeyDevice('http://localhost')
    await withPasskey(owner, device)
    const id = (await findByEmail(fixture.engine, email))?.id ?? ''
    const goesWith = async (issuer: string) => {
      await fixture.engine.store.transaction(async db => {
        await sql`delete from nonet_account where person = ${id}`.execute(db)
        const made = new Date(fixture.clock.now).toISOString()
        await sql`insert into nonet_identity (issuer, subject, person, made) values (${issuer}, 'finn', ${id}, ${made})`.execute(
          db,
        )
      })
      return placeOf(await owner.post(security, {_action: 'remove passkey', id: device.id.toString('base64url')}))
    }
    expect(await goesWith('https://former.example')).toBe(done('last passkey'))
    const [{provider} = {provider: null}] = fixture.world.sso?.clients ?? []
    expect(await goesWith(provider?.issuer ?? '')).toBe(done('passkey removed'))
  })
})

describe.each(storesOfStories)('proving with a provider on $name', ({make}) => {
  test('is how people prove it who have no password, by signing in there again', async () => {
    const {fixture, provider} = await withProvider(await make(document))
    provider.claims = {sub: 'anna', email: 'anna@example.com', email_verified: true}
    await invite(fixture.world, operator, {name: 'Anna Berg', email: 'anna@example.com', roles: ['Finder']})
    const anna = await signIn(fixture, provider)
    fixture.clock.now += 11 * minute
    const row = {_action: 'connect provider', provider: 'company'}
    const place = placeOf(await anna.post(security, row)) ?? ''
    const html = await htmlOf(anna, place)
    expect(html).toContain('Sign in again to continue.')
    const start = startIn(html)
    expect(new URL(placeOf(await anna.get(start)) ?? '').searchParams.get('prompt')).toBe('login')
    // Someone else there, or someone who has signed in there long ago.
    const now = Math.floor(fixture.clock.now / 1000)
    provider.claims = {...provider.claims, sub: 'someone else', auth_time: now}
    expect(await through(anna, provider, start)).toBe(`${place}&failed=yes`)
    for (const auth_time of [now - 3600, undefined]) {
      provider.claims = {...provider.claims, sub: 'anna', auth_time}
      expect([auth_time, await through(anna, provider, start)]).toEqual([auth_time, `${place}&failed=yes`])
    }
    expect(fixture.failures.splice(0).map(String)).toEqual([expect.stringContaining('auth_time')])
    provider.claims = {...provider.claims, sub: 'anna', auth_time: now - 3600}
    expect(await through(anna, provider, start)).toBe(`${place}&failed=yes`)
    expect(await htmlOf(anna, `${place}&failed=yes`)).toContain('Your provider didn’t confirm that it’s you.')
    expect(placeOf(await anna.post(security, row))).toBe(place)
    provider.claims = {...provider.claims, auth_time: now}
    expect(await through(anna, provider, start)).toBe(security)
    expect((await anna.post(security, row)).status).toBe(200)
  })

  test('begins on that page alone: no other site, session, provider or time can begin it', async () => {
    const address = await make(document)
    const {fixture, provider, owner} = await withProvider(address)
    await through(owner, provider, await startOf(owner))
    const start = startIn(await htmlOf(owner, '/account/confirm?return=%2Fmine'))
    const asks = async (client: Client, path: string) => placeOf(await client.get(path))
    const question = '/account/confirm?return=%2Fmine'
    expect(await asks(owner, '/_sso/company?confirm=yes&return=%2Fmine')).toBe(question)
    const changed = start.replace(/=(\d+)/, (_, until) => `=${Number(until) + 1}`)
    expect(await asks(owner, changed)).toBe(question)
    const other = await signIn(fixture, provider)
    expect(await asks(other, start)).toBe(question)
    expect(await asks(owner, start)).toContain(provider.issuer)
    fixture.clock.now += 11 * minute
    expect(await asks(owner, start)).toBe(question)
    const sso = new SingleSignOn([provider.settings(), (await anyProvider()).settings({name: 'private'})])
    const there = await signIn(await peopleFixture({address, document, sso}), provider)
    const ofCompany = startIn(await htmlOf(there, '/account/confirm?return=%2Fmine'))
    expect(await asks(there, ofCompany.replace('/company', '/private'))).toBe(question)
    expect(await asks(there, ofCompany)).toContain(provider.issuer)
  })

  test('keeps what was typed: the provider opens beside it', async () => {
    const text = askingForKeys
    const {fixture, provider} = await withProvider(await make(text), [], {document: text})
    provider.claims = {sub: 'anna', email: 'anna@example.com', email_verified: true}
    await invite(fixture.world, operator, {name: 'Anna Berg', email: 'anna@example.com', roles: ['Finder']})
    const anna = await signIn(fixture, provider)
    fixture.clock.now += 11 * minute
    const asked = await anna.post('/account', {_action: 'make key', key: 'Payroll', days: '30'})
    const html = await asked.text()
    expect(html).toContain('target="_blank"')
    expect(html).toContain('what you entered is still there')
    const kept = /name="_kept" value="([^"]*)"/.exec(html)?.[1]?.replaceAll('&quot;', '"') ?? ''
    const again = {_action: '_confirm', _kept: kept}
    expect(await (await anna.post('/account', again)).text()).toContain('target="_blank"')
    provider.claims = {...provider.claims, auth_time: Math.floor(fixture.clock.now / 1000)}
    const done = await through(anna, provider, startIn(html))
    expect(done).toBe('/account/confirm?confirmed=yes')
    expect(await htmlOf(anna, done)).toContain('You can close this tab')
    const filled = await (await anna.post('/account', again)).text()
    expect(filled).toContain('value="Payroll"')
    expect(filled).not.toContain('nonet_key_')
  })

  test('is offered beside the password as well, with what was typed', async () => {
    const text = askingForKeys
    const {fixture, provider, owner} = await withProvider(await make(text), [], {document: text})
    await through(owner, provider, await startOf(owner))
    fixture.clock.now += 11 * minute
    const html = await (await owner.post('/account', {_action: 'make key', key: 'Payroll', days: '30'})).text()
    expect(html).toContain('type="password"')
    expect(html).toContain('Or sign in again in the tab that opens')
    const kept = /name="_kept" value="([^"]*)"/.exec(html)?.[1]?.replaceAll('&quot;', '"') ?? ''
    const again = {_action: '_confirm', _kept: kept, password: ''}
    expect(await (await owner.post('/account', again)).text()).toContain('type="password"')
    provider.claims = {...provider.claims, auth_time: Math.floor(fixture.clock.now / 1000)}
    expect(await through(owner, provider, startIn(html))).toBe('/account/confirm?confirmed=yes')
    expect(await (await owner.post('/account', again)).text()).toContain('value="Payroll"')
  })

  test('is all that counts where passwords are switched off', async () => {
    const address = await make(document)
    const {fixture: before, provider, owner} = await withProvider(address)
    await through(owner, provider, await startOf(owner))
    const {sso} = before.world
    const fixture = await peopleFixture({address, document, sso, passwordsFor: ['admin@example.com']})
    const finn = await signIn(fixture, provider)
    fixture.clock.now += 11 * minute
    const html = await htmlOf(finn, '/account/confirm')
    expect(html).not.toContain('type="password"')
    expect(startIn(html)).not.toBe('')
    await finn.post('/account/confirm', {_action: 'confirm', password})
    expect(placeOf(await finn.post(security, {_action: 'connect provider', provider: 'company'}))).toMatch(
      /^\/account\/confirm/,
    )
    // Nor does it move the address, or become another one.
    expect(await htmlOf(finn, '/account')).not.toContain('type="password"')
    const moved = {_action: 'save', name: 'Finn', email: 'other@example.com', current: password}
    expect((await finn.post('/account', moved)).status).toBe(422)
    const changed = {_action: 'change password', now: password, password: 'another-horse-lamp'}
    expect((await finn.post('/account', changed)).status).toBe(422)
  })

  test('opens the link to an address that someone else has set, where passwords are switched off', async () => {
    const text = document.replace('| Lead | create', '| Finder | update | User | | email |\n| Lead | create')
    const address = await make(text)
    const {fixture: before, provider, owner} = await withProvider(address, [], {document: text})
    await through(owner, provider, await startOf(owner))
    const {sso} = before.world
    const passwordsFor = ['admin@example.com']
    const fixture = await peopleFixture({address, document: text, sso, passwordsFor, mails: true})
    const {id = '', version} = (await findByEmail(fixture.engine, email)) ?? {}
    const eve = {kind: 'person', id: crypto.randomUUID(), name: 'Eve', roles: ['Finder']} as const
    const fields = new Map([['email', {form: ['finn.ott@example.com']}]])
    await fixture.engine.change(eve, [{kind: 'update', entity: 'User', id, version: version ?? 1, fields}])
    const link = linkTo(fixture, 'finn.ott@example.com')
    const confirming = {_action: 'confirm address', current: password}
    const visitor = new Client(fixture)
    for (const answer of [await visitor.get(link), await visitor.post(link, confirming)])
      expect(placeOf(answer)).toBe(`/sign-in?return=${encodeURIComponent(link)}`)
    const finn = await signIn(fixture, provider)
    fixture.clock.now += 11 * minute
    const question = `/account/confirm?return=${encodeURIComponent(link)}`
    for (const answer of [await finn.get(link), await finn.post(link, confirming)])
      expect(placeOf(answer)).toBe(question)
    expect(await findByEmail(fixture.engine, email)).not.toBeNull()
    provider.claims = {...provider.claims, auth_time: Math.floor(fixture.clock.now / 1000)}
    expect(await through(finn, provider, startIn(await htmlOf(finn, question)))).toBe(link)
    expect(await htmlOf(finn, link)).not.toContain('type="password"')
    expect(placeOf(await finn.post(link, {_action: 'confirm address'}))).toBe('/account?done=address')
    expect(await findByEmail(fixture.engine, 'finn.ott@example.com')).toMatchObject({id})
  })

  test('moves the own address of people who have no password, and a link to it as well', async () => {
    const text = document.replace('| Lead | create', '| Finder | update | User | | email |\n| Lead | create')
    const {fixture, provider} = await withProvider(await make(text), [], {document: text, mails: true})
    provider.claims = {sub: 'anna', email: 'anna@example.com', email_verified: true}
    await invite(fixture.world, operator, {name: 'Anna Berg', email: 'anna@example.com', roles: ['Finder']})
    const anna = await signIn(fixture, provider)
    const {id = ''} = (await findByEmail(fixture.engine, 'anna@example.com')) ?? {}
    const move = async (email: string) => {
      const session = [...anna.cookies.values()].map(secretDigest)
      const [actor] = await Promise.all(session.map(token => actorOfSession(fixture.world, token)))
      const fields = new Map([['email', {form: [email]}]])
      return fixture.engine.change(actor ?? nobody, [{kind: 'update', entity: 'User', id, version: 1, fields}])
    }
    fixture.clock.now += 11 * minute
    await expect(move('mallory@example.com')).rejects.toThrow(ProofRequired)
    expect(fixture.mails.some(({to}) => to === 'mallory@example.com')).toBe(false)
    provider.claims = {...provider.claims, auth_time: Math.floor(fixture.clock.now / 1000)}
    await through(anna, provider, startIn(await htmlOf(anna, '/account/confirm')))
    expect(await move('berg@example.com')).toMatchObject({ok: true})
    // It waits for its link, which asks for no password; the old address is told.
    expect(await findByEmail(fixture.engine, 'berg@example.com')).toBeNull()
    expect(fixture.mails.some(({to, subject}) => to === 'anna@example.com' && /email/i.test(subject))).toBe(true)
    const path = linkTo(fixture, 'berg@example.com')
    await new Client(fixture).post(path, {_action: 'confirm address'})
    expect((await findByEmail(fixture.engine, 'berg@example.com'))?.id).toBe(id)
  })

  test('is not offered to those who have a second factor', async () => {
    const {fixture, provider, owner} = await withProvider(await make(document))
    await through(owner, provider, await startOf(owner))
    expect(startIn(await htmlOf(owner, '/account/confirm'))).not.toBe('')
    await withApp(fixture, owner)
    expect(await htmlOf(owner, '/account/confirm')).not.toContain('?confirm=')
    fixture.clock.now += 11 * minute
    // Nor does it count, wherever the link comes from.
    const session = secretDigest(owner.cookies.get('nonet') ?? '')
    const token = provingToken(fixture.world, {kind: 'person', id: '', name: '', roles: [], session}, 'company')
    const start = provingPath('company', {token, back: security})
    provider.claims = {...provider.claims, auth_time: Math.floor(fixture.clock.now / 1000)}
    await through(owner, provider, start)
    expect(placeOf(await owner.post(security, {_action: 'turn off factor'}))).toMatch(/^\/account\/confirm/)
    // Nor does signing in with it, however short ago.
    const again = await signIn(fixture, provider)
    expect(await isIn(again)).toBe(true)
    expect(placeOf(await again.post(security, {_action: 'turn off factor'}))).toMatch(/^\/account\/confirm/)
  })

  test('the section is written in German, too', async () => {
    const provider = await anyProvider()
    const german = `${document}| LANGUAGE | "de" | |\n`
    const sso = new SingleSignOn([provider.settings()])
    const fixture = await peopleFixture({address: await make(document), document: german, sso})
    const owner = new Client(fixture)
    await owner.post('/sign-up', {_action: 'sign up', name: 'Finn Ott', email, password})
    expect(await htmlOf(owner)).toContain('Nicht verbunden')
    const page = await owner.post(security, {_action: 'connect provider', provider: 'company'})
    expect(await page.text()).toContain('Melden Sie sich bei Company an.')
  })
})
