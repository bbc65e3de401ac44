/** Passkeys: adding and removing them, signing in with one, and answers that do not count. */
import {sql} from 'kysely'
import {describe, expect, test} from 'vitest'
import {findByEmail} from '../../../src/accounts/accounts.ts'
import {changePerson} from '../../../src/accounts/admin.ts'
import {AuthenticatorApp, stepOf, withApp} from '../../kit/factors.ts'
import {pageOf} from '../../kit/live.ts'
import {PasskeyDevice, questionAt, questionIn, withPasskey} from '../../kit/passkeys.ts'
import {Client, desk, linkTo, type PeopleFixture, type PeopleFixtureOptions, peopleFixture} from '../../kit/people.ts'
import {sqlite, stores, storesOfStories} from '../../kit/store-databases.ts'

const password = 'staple-horse-lamp'
const email = 'finn@example.com'
const security = '/account/security'
const origin = 'http://localhost'
const minute = 60_000
const heading = '## 6. Roles and permissions\n'

async function signedUp(fixture: PeopleFixture, name = 'Finn Ott', address = email): Promise<Client> {
  const client = new Client(fixture, '198.51.100.7')
  await client.post('/sign-up', {_action: 'sign up', name, email: address, password})
  return client
}

const isIn = async (client: Client) => (await client.get('/mine')).status === 200
const htmlOf = async (client: Client, path = security) => (await client.get(path)).text()
const placeOf = (response: Response) => response.headers.get('location')

/** Asks the sign-in page, and sends what the device answers. */
async function signIn(
  client: Client,
  device: PasskeyDevice,
  manner: Parameters<PasskeyDevice['get']>[1] = {},
): Promise<Response> {
  const {options, secret} = await questionAt(client, '/sign-in')
  const fields = {_action: 'passkey', passkey: device.get(options, manner), question: secret}
  return client.post('/sign-in?return=%2Fmine', fields)
}

describe.each(stores)('passkeys on $name', ({make}) => {
  const open = async (options: Partial<PeopleFixtureOptions> = {}) =>
    peopleFixture({address: await make(desk), ...options})
  const withOne = async (options: Partial<PeopleFixtureOptions> = {}) => {
    const fixture = await open(options)
    const [owner, device] = [await signedUp(fixture), new PasskeyDevice(origin)]
    const added = await withPasskey(owner, device)
    return {fixture, owner, device, ...added}
  }

  test('sign in without a password, and are listed with their last use', async () => {
    const {fixture, owner, device, response, codes} = await withOne()
    expect(response.status).toBe(200)
    expect(codes).toHaveLength(10)
    expect(await htmlOf(owner)).toContain('Never used')
    const client = new Client(fixture)
    expect(placeOf(await signIn(client, device))).toBe('/mine')
    expect(await isIn(client)).toBe(true)
    const html = await htmlOf(owner)
    expect(html).toContain('Laptop')
    expect(html).not.toContain('Never used')
    expect(fixture.mails.map(({subject}) => subject)).toContain('A passkey was added to your Lost and found account')
  })

  test('are offered on the sign-in page only where someone has one', async () => {
    const fixture = await open()
    const visitor = new Client(fixture)
    const before = await htmlOf(visitor, '/sign-in')
    expect(before).not.toMatch(/webauthn|passkey/i)
    await withPasskey(await signedUp(fixture), new PasskeyDevice(origin))
    const after = await htmlOf(visitor, '/sign-in')
    expect(after).toContain('autoComplete="username webauthn"')
    expect(after).toContain('Passkeys need JavaScript')
  })

  test('are asked for without writing anything: what was asked is in the question, and cannot be changed', async () => {
    const {fixture, device} = await withOne()
    const written = () =>
      fixture.engine.store.read(async db => (await sql`select * from nonet_token`.execute(db)).rows.length)
    const before = await written()
    const {options, secret} = await questionAt(new Client(fixture), '/sign-in')
    await new Client(fixture).get('/sign-in')
    expect(await written()).toBe(before)
    const later = secret.replace(/^\d+/, until => String(Number(until) + 60 * minute))
    const other = secret.replace(/.$/, last => (last === 'A' ? 'B' : 'A'))
    const client = new Client(fixture)
    for (const question of [later, other, '', 'x', `${secret}x`, `9${secret}`]) {
      const answer = await client.post('/sign-in', {_action: 'passkey', passkey: device.get(options), question})
      expect([question, answer.status]).toEqual([question, 422])
    }
    const right = {_action: 'passkey', passkey: device.get(options), question: secret}
    expect((await client.post('/sign-in', right)).status).toBe(303)
  })

  test('are asked for after the password, so that it alone lets no one in', async () => {
    const {fixture, device, codes} = await withOne()
    const client = new Client(fixture)
    const asked = await client.signIn(email, password)
    expect(await isIn(client)).toBe(false)
    const {options, secret} = await questionIn(asked.clone())
    const step = await stepOf(asked)
    const answer = {_action: 'second factor', _step: step, question: secret, passkey: device.get(options)}
    expect((await client.post('/sign-in', {...answer, passkey: '{}'})).status).toBe(422)
    const right = {...answer, passkey: device.get(options, {isVerified: false})}
    expect((await client.post('/sign-in', right)).status).toBe(303)
    // The question has ended with the right answer, also for another step.
    const later = new Client(fixture)
    const step2 = await stepOf(await later.signIn(email, password))
    expect((await later.post('/sign-in', {...right, _step: step2, passkey: device.get(options)})).status).toBe(422)
    const other = new Client(fixture)
    const byCode = {_action: 'second factor', _step: await stepOf(await other.signIn(email, password))}
    expect((await other.post('/sign-in', {...byCode, code: codes[0] ?? ''})).status).toBe(303)
  })

  test('do not count with a wrong origin, place, challenge, key or counter, or without checking the person', async () => {
    const {fixture, device} = await withOne()
    const client = new Client(fixture)
    expect((await signIn(client, device)).status).toBe(303)
    await client.post('/sign-out', {_action: 'sign out'})
    const wrong = [
      {origin: 'https://evil.example'},
      {origin: 'http://localhost:8080'},
      {rpId: 'evil.example'},
      {challenge: 'A'.repeat(43)},
      {isVerified: false},
      // As a copy would answer that does not know of later uses.
      {counter: 1},
      {counter: 0},
    ]
    for (const manner of wrong) expect([manner, (await signIn(client, device, manner)).status]).toEqual([manner, 422])
    fixture.clock.now += 20 * minute
    expect((await signIn(client, new PasskeyDevice(origin))).status).toBe(422)
    expect(await isIn(client)).toBe(false)
    expect((await signIn(client, device)).status).toBe(303)
  })

  test('count once, for the question they were asked, and for an hour', async () => {
    const {fixture, owner, device} = await withOne()
    const {options, secret} = await questionAt(new Client(fixture), '/sign-in')
    // Most passkeys do not count: no counter tells a repeated answer.
    const fields = {_action: 'passkey', passkey: device.get(options, {counter: 0}), question: secret}
    const clients = [new Client(fixture), new Client(fixture), new Client(fixture)]
    const answers = await Promise.all(clients.map(client => client.post('/sign-in', fields)))
    expect(answers.filter(({status}) => status === 303)).toHaveLength(1)
    expect((await new Client(fixture).post('/sign-in', fields)).status).toBe(422)
    const late = await questionAt(new Client(fixture), '/sign-in')
    fixture.clock.now += 61 * minute
    const tooLate = {_action: 'passkey', passkey: device.get(late.options), question: late.secret}
    expect((await new Client(fixture).post('/sign-in', tooLate)).status).toBe(422)
    // The question of a page that confirms is for its person, and not for signing in.
    const own = await questionAt(owner, '/account/confirm')
    const elsewhere = {_action: 'passkey', passkey: device.get(own.options), question: own.secret}
    expect((await new Client(fixture).post('/sign-in', elsewhere)).status).toBe(422)
  })

  test('are not added again with the answer that has added them before', async () => {
    const fixture = await open()
    const [owner, device] = [await signedUp(fixture), new PasskeyDevice(origin)]
    const adding = `${security}/passkey`
    const {options, secret} = await questionAt(owner, adding)
    const answer = {_action: 'create passkey', name: 'Laptop', passkey: device.create(options), question: secret}
    expect((await owner.post(adding, answer)).status).toBe(200)
    const id = device.id.toString('base64url')
    const removed = await owner.post(security, {_action: 'remove passkey', id})
    expect(placeOf(removed)).toBe(`${security}?done=passkey%20removed`)
    expect((await owner.post(adding, answer)).status).toBe(422)
    expect(await htmlOf(owner)).not.toContain('Laptop')
  })

  test('are asked for on pages that no change of someone else replaces', async () => {
    const {owner} = await withOne()
    expect((await pageOf(owner, security)).live).toBeDefined()
    for (const path of ['/account/confirm', `${security}/passkey`])
      expect([path, (await pageOf(owner, path)).live]).toEqual([path, undefined])
  })

  test('of someone else prove nothing', async () => {
    const {fixture, owner} = await withOne()
    const [stranger, theirs] = [await signedUp(fixture, 'Eve Stone', 'eve@example.com'), new PasskeyDevice(origin)]
    await withPasskey(stranger, theirs)
    expect((await withPasskey(owner, theirs)).response.status).toBe(422)
    fixture.clock.now += 11 * minute
    const {options, secret} = await questionAt(owner, '/account/confirm')
    const answer = {_action: 'confirm', passkey: theirs.get(options), question: secret}
    expect((await owner.post('/account/confirm', answer)).status).toBe(422)
    const client = new Client(fixture)
    const asked = await client.signIn(email, password)
    const question = await questionIn(asked.clone())
    const second = {_action: 'second factor', _step: await stepOf(asked), question: question.secret}
    expect((await client.post('/sign-in', {...second, passkey: theirs.get(question.options)})).status).toBe(422)
    const id = theirs.id.toString('base64url')
    await owner.post(security, {_action: 'rename passkey', id, name: 'Renamed by Finn'})
    expect(await htmlOf(stranger)).not.toContain('Renamed by Finn')
  })

  test('are added, named and removed by someone who has proved a moment ago who they are', async () => {
    const {fixture, owner, device} = await withOne()
    const id = device.id.toString('base64url')
    await owner.post(security, {_action: 'rename passkey', id, name: '  <Work> laptop '})
    expect(await htmlOf(owner)).toContain('&lt;Work&gt; laptop')
    fixture.clock.now += 11 * minute
    expect(placeOf(await owner.post(security, {_action: 'add passkey'}))).toContain('/account/confirm')
    expect(placeOf(await owner.post(security, {_action: 'remove passkey', id}))).toContain('/account/confirm')
    expect(placeOf((await withPasskey(owner, new PasskeyDevice(origin))).response)).toContain('/account/confirm')
    const {options, secret} = await questionAt(owner, '/account/confirm')
    const proof = {_action: 'confirm', passkey: device.get(options), question: secret}
    expect(placeOf(await owner.post('/account/confirm?return=%2Faccount%2Fsecurity', proof))).toBe(security)
    const other = new PasskeyDevice(origin)
    expect(placeOf((await withPasskey(owner, other)).response)).toBe(`${security}?done=passkey%20added`)
    expect(placeOf(await owner.post(security, {_action: 'remove passkey', id}))).toBe(
      `${security}?done=passkey%20removed`,
    )
    expect((await signIn(new Client(fixture), device)).status).toBe(422)
    expect((await signIn(new Client(fixture), other)).status).toBe(303)
  })

  test('are not accepted from a device that has not checked the person, or from another address', async () => {
    const fixture = await open()
    const owner = await signedUp(fixture)
    for (const manner of [{isVerified: false}, {origin: 'https://evil.example'}, {rpId: 'evil.example'}]) {
      const {response} = await withPasskey(owner, new PasskeyDevice(origin), manner)
      expect([manner, response.status]).toEqual([manner, 422])
    }
    expect(await htmlOf(owner)).not.toContain('Never used')
  })

  test('do not let people in who may not sign in any more', async () => {
    const {fixture, device} = await withOne()
    const person = await findByEmail(fixture.engine, email)
    if (!person) throw new Error('no such person')
    await changePerson(fixture.engine, person, {active: false})
    expect((await signIn(new Client(fixture), device)).status).toBe(422)
  })
})

describe.each(storesOfStories)('passkeys on $name', ({make}) => {
  test('stay asked for after a new password from a mail', async () => {
    const fixture = await peopleFixture({address: await make(desk)})
    await withPasskey(await signedUp(fixture), new PasskeyDevice(origin))
    await new Client(fixture).post('/forgot-password', {_action: 'send link', email})
    await expect.poll(() => fixture.mails.some(({text}) => text.includes('/reset-password'))).toBe(true)
    const client = new Client(fixture)
    const answer = await client.post(linkTo(fixture, email), {_action: 'reset password', password: 'moss-and-thunder'})
    expect(await stepOf(answer)).not.toBe('')
    expect(await isIn(client)).toBe(false)
  })

  test('satisfy a role that requires a second factor, and the last one stays', async () => {
    const document = desk.replace(heading, `${heading}\n- second factor: Finder\n`)
    const fixture = await peopleFixture({address: await make(desk), document})
    const [owner, device] = [await signedUp(fixture), new PasskeyDevice(origin)]
    expect(await isIn(owner)).toBe(false)
    await withPasskey(owner, device)
    expect(await isIn(owner)).toBe(true)
    const removing = {_action: 'remove passkey', id: device.id.toString('base64url')}
    const refused = placeOf(await owner.post(security, removing)) ?? ''
    expect(await htmlOf(owner, refused)).toContain('This is your only way to sign in as required.')
    const {app} = await withApp(fixture, owner)
    expect(app).toBeInstanceOf(AuthenticatorApp)
    expect(placeOf(await owner.post(security, removing))).toBe(`${security}?done=passkey%20removed`)
  })

  test.each(['http://127.0.0.1:3000', 'http://example.com', 'https://[::1]'])('are not offered at %s', async at => {
    const fixture = await peopleFixture({address: await make(desk)})
    const owner = await signedUp(fixture)
    Object.assign(fixture.world, {origin: () => at})
    expect(await htmlOf(owner)).not.toContain('Add a passkey')
    expect(placeOf(await owner.get(`${security}/passkey`))).toBe(security)
  })
})

test('the pages of passkeys are written in German, too', async () => {
  const document = `${desk}| LANGUAGE | "de" | |\n`
  const fixture = await peopleFixture({address: await sqlite.make(desk), document})
  const owner = await signedUp(fixture)
  expect(await htmlOf(owner)).toContain('Passkey hinzufügen')
  expect(await htmlOf(owner, `${security}/passkey`)).toContain('Zum Erstellen eines Passkeys ist JavaScript nötig.')
})
