/**
 * Accounts under attack: guessing slows the attacker down without locking anybody out, and sessions end when they
 * should.
 */

import {describe, expect, test} from 'vitest'
import {findByEmail} from '../../src/accounts/accounts.ts'
import {changePerson, setPassword} from '../../src/accounts/admin.ts'
import {invite} from '../../src/accounts/invitations.ts'
import type {Mail} from '../../src/mail/mailer.ts'
import {operator} from '../../src/screens/testing.ts'
import {done, updating} from '../kit/engine.ts'
import {Client, desk, linkTo, type PeopleFixture, peopleFixture} from '../kit/people.ts'
import {sqlite, stores, storesOfStories} from '../kit/store-databases.ts'

const password = 'staple-horse-lamp'
const email = 'finn@example.com'
const day = 86_400_000

async function joined(fixture: PeopleFixture, address = email): Promise<Client> {
  const client = new Client(fixture, '198.51.100.77')
  const answer = await client.post('/sign-up', {_action: 'sign up', name: 'Finn Ott', email: address, password})
  expect(answer.status).toBe(303)
  return client
}

async function personOf({engine}: PeopleFixture, address = email) {
  const person = await findByEmail(engine, address)
  if (!person) throw new Error(`nobody has the address ${address}`)
  return person
}

/** Wrong guesses from this many addresses, one each. */
async function guessed(fixture: PeopleFixture, addresses: number, first = 1): Promise<number[]> {
  const statuses: number[] = []
  for (let host = first; host < first + addresses; host += 1)
    statuses.push((await new Client(fixture, `203.0.113.${host}`).signIn(email, `guess-number-${host}`)).status)
  return statuses
}

const isIn = async (client: Client) => (await client.get('/mine')).status === 200

describe.each(stores)('guessing on $name', ({make}) => {
  test('S11: does not lock the owner out in a browser that was used before', async () => {
    const fixture = await peopleFixture({address: await make(desk)})
    const owner = await joined(fixture)
    await owner.post('/sign-out', {_action: 'sign out'})
    expect(await guessed(fixture, 40)).toContain(429)
    // Also from the address of the attacker.
    owner.peer = '203.0.113.1'
    expect((await owner.signIn(email, password)).status).toBe(303)
  })

  test('S11: does not lock the owner out elsewhere for more than moments', async () => {
    const fixture = await peopleFixture({address: await make(desk)})
    await joined(fixture)
    for (let round = 0; round < 12; round += 1) {
      await guessed(fixture, 6, 1 + 6 * round)
      fixture.clock.now += 4000
    }
    await guessed(fixture, 6, 100)
    const owner = new Client(fixture, '198.51.100.9')
    const early = await owner.signIn(email, password)
    expect(early.status).toBe(429)
    expect(Number(early.headers.get('retry-after'))).toBeLessThanOrEqual(4)
    expect(await early.text()).toMatch(/Wait \d seconds?, then try again\./)
    fixture.clock.now += 4000
    expect((await owner.signIn(email, password)).status).toBe(303)
  })

  test('S11: from one address becomes slower with every guess, and the right password works after the wait', async () => {
    const fixture = await peopleFixture({address: await make(desk)})
    await joined(fixture)
    const guesser = new Client(fixture)
    const waits: number[] = []
    for (let round = 0; round < 12; round += 1) {
      const answer = await guesser.signIn(email, `guess-number-${round}`)
      if (answer.status === 422) continue
      const wait = Number(answer.headers.get('retry-after'))
      waits.push(wait)
      fixture.clock.now += wait * 1000
      await guesser.signIn(email, `guess-number-${round}`)
    }
    expect(waits.slice(0, 6)).toEqual([1, 2, 4, 8, 16, 32])
    expect(waits.every((wait, at) => at === 0 || wait >= (waits[at - 1] ?? 0))).toBe(true)
    const last = await guesser.signIn(email, password)
    expect(last.status).toBe(429)
    fixture.clock.now += Number(last.headers.get('retry-after')) * 1000
    expect((await guesser.signIn(email, password)).status).toBe(303)
  })

  test('with a planted cookie is useless: the browser gets a new one at sign-in', async () => {
    const fixture = await peopleFixture({address: await make(desk)})
    const victim = new Client(fixture)
    victim.cookies.set('nonet-browser', 'A'.repeat(43))
    await victim.post('/sign-up', {_action: 'sign up', name: 'Finn Ott', email, password})
    expect(victim.cookies.get('nonet-browser')).not.toBe('A'.repeat(43))
    await guessed(fixture, 10)
    const attacker = new Client(fixture)
    attacker.cookies.set('nonet-browser', 'A'.repeat(43))
    expect((await attacker.signIn(email, 'another-guess')).status).toBe(429)
  })

  test('S11: of an account by others does not prevent its owner from changing the password', async () => {
    const fixture = await peopleFixture({address: await make(desk)})
    const owner = await joined(fixture)
    await guessed(fixture, 20)
    const fields = {_action: 'change password', now: password, password: 'moss-and-thunder'}
    expect((await owner.post('/account', fields)).status).toBe(303)
  })

  test('S28: is forgotten after a quarter of an hour, even if the clock was set back by a day', async () => {
    for (const jump of [16 * 60_000, -day]) {
      const fixture = await peopleFixture({address: await make(desk)})
      await joined(fixture)
      expect(await guessed(fixture, 8)).toContain(429)
      fixture.clock.now += jump
      expect((await new Client(fixture).signIn(email, password)).status).toBe(303)
    }
  })
})

describe.each(storesOfStories)('a session on $name', ({make}) => {
  test('S16: ends eventually however it is used, and its cookie with it', async () => {
    const fixture = await peopleFixture({address: await make(desk)})
    const client = new Client(fixture)
    const fields = {_action: 'sign up', name: 'Finn Ott', email, password}
    const answer = await client.post('/sign-up', fields)
    expect(answer.headers.getSetCookie()[0]).toContain(`; Max-Age=${90 * 86_400};`)
    for (let used = 0; used < 11; used += 1) {
      fixture.clock.now += 8 * day
      expect(await isIn(client)).toBe(true)
    }
    fixture.clock.now += 2 * day
    expect(await isIn(client)).toBe(false)
  })

  test('S16: ends elsewhere when the person changes their address', async () => {
    const fixture = await peopleFixture({address: await make(desk)})
    const here = await joined(fixture)
    const there = new Client(fixture)
    await there.signIn(email, password)
    const fields = {_action: 'save', name: 'Finn Ott', email: 'finn.ott@example.com', current: password}
    expect((await here.post('/account', fields)).status).toBe(303)
    expect(await isIn(here)).toBe(true)
    expect(await isIn(there)).toBe(false)
  })

  test('S16: ends when another person changes the address, and links to the old one end too', async () => {
    const fixture = await peopleFixture({address: await make(desk)})
    const client = await joined(fixture)
    await client.post('/forgot-password', {_action: 'send link', email})
    await expect.poll(() => fixture.mails.length).toBe(1)
    const {id, version} = await personOf(fixture)
    done(await fixture.engine.change(operator, [updating('User', {id, version}, {email: 'other@example.com'})]))
    expect(await isIn(client)).toBe(false)
    expect((await client.get(linkTo(fixture, email))).status).toBe(410)
  })

  test('S16: of a deactivated person is not restored when they are active again', async () => {
    const fixture = await peopleFixture({address: await make(desk)})
    const client = await joined(fixture)
    const {id, version} = await personOf(fixture)
    const set = (active: boolean, at: number) =>
      fixture.engine.change(operator, [updating('User', {id, version: at}, {active})])
    done(await set(false, version))
    expect(await isIn(client)).toBe(false)
    done(await set(true, version + 1))
    expect(await isIn(client)).toBe(false)
    expect((await client.signIn(email, password)).status).toBe(303)
  })

  test('S16: ends by a new password and by deactivation from the command line', async () => {
    const fixture = await peopleFixture({address: await make(desk)})
    const client = await joined(fixture)
    expect(await setPassword(fixture.engine, await personOf(fixture), 'moss-and-thunder')).toEqual({ok: true})
    expect(await isIn(client)).toBe(false)
    expect((await client.signIn(email, 'moss-and-thunder')).status).toBe(303)
    await changePerson(fixture.engine, await personOf(fixture), {active: false})
    await changePerson(fixture.engine, await personOf(fixture), {active: true})
    expect(await isIn(client)).toBe(false)
  })
})

describe('S13: a password has the same rules wherever it is chosen or typed', () => {
  const x128 = 'x1y2z3w4'.repeat(16)
  const cases: [string, boolean][] = [
    [x128, true],
    [`${x128}x`, false],
    ['😀a1b'.repeat(32), true],
    ['\ufdfa'.repeat(8), false],
    ['          ', false],
    ['staple\0horse-lamp', false],
    ['staple\thorse-lamp', false],
    [' staple horse lamp ', true],
    ['gr\u00fc\u00dfe-aus-\u212b', true],
  ]
  test.each(cases)('%j', async (chosen, fine) => {
    const fixture = await peopleFixture({address: await sqlite.make()})
    const signIn = async (address: string) => (await new Client(fixture).signIn(address, chosen)).status
    const expected = fine ? 303 : 422
    const fields = {_action: 'sign up', name: 'Finn Ott', email: 'a@example.com', password: chosen}
    expect((await new Client(fixture).post('/sign-up', fields)).status).toBe(expected)
    expect(await signIn('a@example.com')).toBe(expected)
    const client = await joined(fixture, 'b@example.com')
    const change = {_action: 'change password', now: password, password: chosen}
    expect((await client.post('/account', change)).status).toBe(expected)
    expect(await signIn('b@example.com')).toBe(expected)
    await joined(fixture, 'c@example.com')
    await new Client(fixture).post('/forgot-password', {_action: 'send link', email: 'c@example.com'})
    await expect.poll(() => fixture.mails.filter(({to}) => to === 'c@example.com').length).toBe(1)
    const reset = {_action: 'reset password', password: chosen}
    expect((await new Client(fixture).post(linkTo(fixture, 'c@example.com'), reset)).status).toBe(expected)
    expect(await signIn('c@example.com')).toBe(expected)
    const set = await setPassword(fixture.engine, await personOf(fixture, 'c@example.com'), chosen)
    expect(set.ok).toBe(fine)
    expect(await signIn('c@example.com')).toBe(expected)
  })
})

describe.each(stores)('a password that is replaced while it is used, on $name', ({make}) => {
  const newPassword = 'moss-and-thunder'

  test('opens no session that outlasts it', async () => {
    const fixture = await peopleFixture({address: await make(desk)})
    await joined(fixture)
    const person = await personOf(fixture)
    const clients = Array.from({length: 8}, (_, host) => new Client(fixture, `203.0.113.${host}`))
    const signingIn = clients.map(client => client.signIn(email, password))
    const [set] = await Promise.all([setPassword(fixture.engine, person, newPassword), ...signingIn])
    expect(set).toEqual({ok: true})
    expect(await Promise.all(clients.map(isIn))).toEqual(clients.map(() => false))
    // The others were wrong guesses.
    fixture.clock.now += day
    expect((await new Client(fixture).signIn(email, newPassword)).status).toBe(303)
  })

  test('opens no session for a person who may not sign in any more, also not later', async () => {
    const fixture = await peopleFixture({address: await make(desk)})
    await joined(fixture)
    const person = await personOf(fixture)
    const clients = Array.from({length: 8}, (_, host) => new Client(fixture, `203.0.113.${host}`))
    const signingIn = clients.map(client => client.signIn(email, password))
    await Promise.all([changePerson(fixture.engine, person, {active: false}), ...signingIn])
    await changePerson(fixture.engine, await personOf(fixture), {active: true})
    expect(await Promise.all(clients.map(isIn))).toEqual(clients.map(() => false))
  })

  test('is not replaced by a session that has ended', async () => {
    const fixture = await peopleFixture({address: await make(desk)})
    const stolen = await joined(fixture)
    const person = await personOf(fixture)
    const change = {_action: 'change password', now: password, password: 'third-lamp-and-moss'}
    const [, answer] = await Promise.all([
      setPassword(fixture.engine, person, newPassword),
      stolen.post('/account', change),
    ])
    // Whichever is first: if the change of the session was, its password is replaced as well.
    expect(answer.status).toBeLessThan(500)
    expect(await isIn(stolen)).toBe(false)
    expect((await new Client(fixture).signIn(email, newPassword)).status).toBe(303)
  })

  test('is chosen once by a link that is used several times at once', async () => {
    const fixture = await peopleFixture({address: await make(desk)})
    await invite(fixture.world, operator, {name: 'Finn Ott', email, roles: ['Lead']})
    const choose = async (link: string, action: string) => {
      const clients = Array.from({length: 4}, (_, host) => new Client(fixture, `203.0.113.${host}`))
      const answers = await Promise.all(
        clients.map((client, index) => client.post(link, {_action: action, password: `${newPassword}-${index}`})),
      )
      expect(answers.map(({status}) => status).toSorted()).toEqual([303, 410, 410, 410])
      expect(await Promise.all(clients.map(isIn))).toEqual(answers.map(({status}) => status === 303))
      const tried: number[] = []
      for (const index of clients.keys()) {
        fixture.clock.now += day / 48
        tried.push((await new Client(fixture).signIn(email, `${newPassword}-${index}`)).status)
      }
      expect(tried.map(status => status === 303)).toEqual(answers.map(({status}) => status === 303))
    }
    await choose(linkTo(fixture, email), 'accept')
    await new Client(fixture).post('/forgot-password', {_action: 'send link', email})
    await expect.poll(() => linkTo(fixture, email)).toContain('/reset-password')
    await choose(linkTo(fixture, email), 'reset password')
  })
})

describe.each(storesOfStories)('an address with mail delivery, on $name', ({make}) => {
  const fresh = async () => peopleFixture({address: await make(desk), mails: true, records: true})
  const asks = {_action: 'sign up', name: 'Finn Ott', email}

  async function mailed(fixture: PeopleFixture, address: string, count = 1): Promise<string> {
    const isLink = ({to, text}: Mail) => to === address && text.includes('http://localhost/')
    await expect.poll(() => fixture.mails.filter(isLink).length).toBe(count)
    return linkTo(fixture, address)
  }

  test('S23: is verified by its link, where the password is chosen too', async () => {
    const fixture = await fresh()
    const client = new Client(fixture)
    expect(await (await client.get('/sign-up')).text()).not.toContain('type="password"')
    const answer = await client.post('/sign-up', {...asks, password})
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/sign-up?done=sent'])
    expect(await isIn(client)).toBe(false)
    const link = await mailed(fixture, email)
    expect(await findByEmail(fixture.engine, email)).toBeNull()
    const reader = new Client(fixture)
    expect((await reader.get(link)).status).toBe(200)
    expect(await findByEmail(fixture.engine, email)).toBeNull()
    expect((await reader.post(link, {_action: 'join', password: 'password'})).status).toBe(422)
    expect((await reader.post(link, {_action: 'join', password: 'moss-and-thunder'})).status).toBe(303)
    expect(await isIn(reader)).toBe(true)
    expect((await reader.get(link)).status).toBe(410)
    expect((await client.signIn(email, password)).status).toBe(422)
    expect(fixture.logged.map(({path}) => path).join()).not.toContain(link)
  })

  test('S23: used by another person to sign up can still be invited and used by its owner', async () => {
    const fixture = await fresh()
    await new Client(fixture).post('/sign-up', {...asks, name: 'Mallory'})
    const planted = await mailed(fixture, email)
    const answer = await invite(fixture.world, operator, {name: 'Finn Ott', email, roles: ['Lead']})
    expect(answer.kind).toBe('invited')
    const owner = new Client(fixture)
    await owner.post(linkTo(fixture, email), {_action: 'accept', password})
    expect(await isIn(owner)).toBe(true)
    expect((await new Client(fixture).post(planted, {_action: 'join', password: 'moss-and-thunder'})).status).toBe(410)
    expect((await personOf(fixture)).name).toBe('Finn Ott')
  })

  test('S20: is not revealed as known by signing up: the page is the same, and the mail goes to its owner', async () => {
    const fixture = await fresh()
    await new Client(fixture).post('/sign-up', asks)
    await new Client(fixture).post(await mailed(fixture, email), {_action: 'join', password})
    const sent = async (address: string) => {
      const answer = await new Client(fixture).post('/sign-up', {...asks, email: address})
      return [answer.status, answer.headers.get('location'), await answer.text()]
    }
    expect(await sent(email)).toEqual(await sent('gwen@example.com'))
    expect(await mailed(fixture, email, 2)).toBe('/sign-in')
    expect(fixture.mails.find(({to, text}) => to === email && text.includes('already have an account'))).toBeDefined()
  })

  test('S23: of a change is verified by its link', async () => {
    const fixture = await fresh()
    const [here, there] = [new Client(fixture), new Client(fixture)]
    await here.post('/sign-up', asks)
    await here.post(await mailed(fixture, email), {_action: 'join', password})
    await there.signIn(email, password)
    const fields = {_action: 'save', name: 'Finn O.', email: 'new@example.com', current: password}
    const answer = await here.post('/account', fields)
    expect(answer.headers.get('location')).toBe('/account?done=confirm')
    expect(await personOf(fixture)).toMatchObject({name: 'Finn O.'})
    const link = await mailed(fixture, 'new@example.com')
    expect((await here.get(link)).status).toBe(200)
    expect(await findByEmail(fixture.engine, 'new@example.com')).toBeNull()
    expect((await here.post(link, {_action: 'confirm address'})).headers.get('location')).toBe('/account?done=address')
    expect(await personOf(fixture, 'new@example.com')).toMatchObject({name: 'Finn O.'})
    expect([await isIn(here), await isIn(there)]).toEqual([true, false])
    expect((await here.post(link, {_action: 'confirm address'})).status).toBe(410)
  })

  test('P43: an address below the account that never was a link does not exist', async () => {
    const fixture = await peopleFixture({address: await make(desk)})
    const answer = await new Client(fixture).get('/account/api-keys')
    expect(answer.status).toBe(404)
    const html = await answer.text()
    expect(html).toContain('This page doesn’t exist, or you don’t have access to it.')
    expect(html).not.toContain('expired')
  })

  test('attack: the account page takes no notice from its address that it does not know', async () => {
    const fixture = await fresh()
    const client = new Client(fixture)
    await client.post('/sign-up', asks)
    await client.post(await mailed(fixture, email), {_action: 'join', password})
    for (const done of ['__proto__', 'constructor', 'toString', '<b>'])
      expect([done, (await client.get(`/account?done=${done}`)).status]).toEqual([done, 200])
  })

  test.each(['reset', 'changed', 'set by an operator'])(
    'that another person wants to move the account to is refused once the password is %s',
    async how => {
      const fixture = await fresh()
      const [owner, thief] = [new Client(fixture), new Client(fixture)]
      await owner.post('/sign-up', asks)
      await owner.post(await mailed(fixture, email), {_action: 'join', password})
      await thief.signIn(email, password)
      await thief.post('/account', {_action: 'save', name: 'Finn', email: 'thief@example.com', current: password})
      const link = await mailed(fixture, 'thief@example.com')
      const next = 'moss-and-thunder'
      if (how === 'set by an operator') await setPassword(fixture.engine, await personOf(fixture), next)
      else if (how === 'changed')
        await owner.post('/account', {_action: 'change password', now: password, password: next})
      else {
        await owner.post('/forgot-password', {_action: 'send link', email})
        await owner.post(await mailed(fixture, email, 2), {_action: 'reset password', password: next})
      }
      expect((await new Client(fixture).signIn(email, next)).status).toBe(303)
      expect((await thief.get(link)).status).toBe(410)
      expect((await thief.post(link, {_action: 'confirm address'})).status).toBe(410)
      expect((await personOf(fixture)).email).toBe(email)
    },
  )

  test('can sign up only if SIGN_UP_DOMAINS names its domain, and not without a verifying mail', async () => {
    const document = desk.replace('| SIGN_IN_ATTEMPTS |', '| SIGN_UP_DOMAINS | "Example.com, office.example" | |\n$&')
    const fixture = await peopleFixture({address: await make(document), document, mails: true})
    const client = new Client(fixture)
    for (const other of ['m@evil.example', 'm@evil-example.com', 'm@example.com.evil.example']) {
      const answer = await client.post('/sign-up', {...asks, email: other})
      expect(answer.status).toBe(422)
      expect(await answer.text()).toContain('Sign up with an email address ending in @example.com, @office.example.')
    }
    expect((await client.post('/sign-up', {...asks, email: 'Finn@Example.COM'})).status).toBe(303)
    await client.post(await mailed(fixture, 'finn@example.com'), {_action: 'join', password})
    expect(await isIn(client)).toBe(true)
    expect(fixture.mails).toHaveLength(1)

    const unproved = await peopleFixture({address: await make(document), document})
    const visitor = new Client(unproved)
    expect(await (await visitor.get('/sign-in')).text()).not.toContain('href="/sign-up')
    expect((await visitor.post('/sign-up', {...asks, password})).status).toBe(404)
  })

  test('gets only a few mails, from any sender', async () => {
    const fixture = await fresh()
    const statuses: number[] = []
    for (let host = 1; host <= 5; host += 1)
      statuses.push((await new Client(fixture, `203.0.113.${host}`).post('/sign-up', asks)).status)
    expect(statuses).toEqual([303, 303, 303, 429, 429])
    await mailed(fixture, email, 3)
  })
})

describe('S20: the name of a person', () => {
  test.each([
    ['Finn \u202eNNIF', 'can’t be displayed'],
    ['\u2066Finn', 'can’t be displayed'],
    ['F\u0456nn Ott', 'different alphabets'],
    ['\u0410dmin', 'different alphabets'],
  ])('%j is rejected', async (name, message) => {
    const fixture = await peopleFixture({address: await sqlite.make()})
    const answer = await new Client(fixture).post('/sign-up', {_action: 'sign up', name, email, password})
    expect(answer.status).toBe(422)
    expect(await answer.text()).toContain(message)
  })

  test.each(['Finn\u200b Ott', '\ufeffFinn Ott'])('%j is stored without invisible characters', async name => {
    const fixture = await peopleFixture({address: await sqlite.make()})
    await new Client(fixture).post('/sign-up', {_action: 'sign up', name, email, password})
    expect((await personOf(fixture)).name).toBe('Finn Ott')
  })

  test.each(['Ιωάννα Παππά', 'Мария Ивановна', 'Мария Smith', '山田 太郎', 'יעל כהן', 'Zoë O’Brien-Łuk'])(
    '%j is fine',
    async name => {
      const fixture = await peopleFixture({address: await sqlite.make()})
      await new Client(fixture).post('/sign-up', {_action: 'sign up', name, email, password})
      expect((await personOf(fixture)).name).toBe(name)
    },
  )
})
