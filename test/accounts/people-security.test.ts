import fc from 'fast-check'
import {describe, expect, test} from 'vitest'
import {returnTo} from '../../src/accounts/screens/return-to.ts'
import {newSecret} from '../../src/accounts/secret.ts'
import {setUpLink} from '../../src/accounts/sign-up.ts'
import {validateNewPassword} from '../../src/accounts/validate-person.ts'
import {isOwnPath} from '../../src/engine/address.ts'
import {pageMediaType} from '../../src/engine/page/frame.ts'
import {diary} from '../kit/diary.ts'
import {ninePoints} from '../kit/documents.ts'
import {headersOf} from '../kit/http.ts'
import {Client, desk, type PeopleFixture, peopleFixture} from '../kit/people.ts'
import {sqlite, stores} from '../kit/store-databases.ts'

const password = 'staple-horse-lamp'

async function signedUp(fixture: PeopleFixture, email = 'finn@example.com'): Promise<Client> {
  const client = new Client(fixture, '198.51.100.77')
  const answer = await client.post('/sign-up', {_action: 'sign up', name: 'Finn Ott', email, password})
  expect(answer.status).toBe(303)
  return client
}

const cookieOf = (answer: Response): string => answer.headers.getSetCookie()[0] ?? ''

test('a password is not made of the words of the company: its title, its address and the domain of its mails', async () => {
  const {world} = await peopleFixture({address: await sqlite.make(desk)})
  const place = {...world, origin: () => 'https://tools.acme-works.example'}
  const judged = (chosen: string) =>
    validateNewPassword(place, {name: 'Finn Ott', email: 'finn@kontor.test', password: chosen})
  for (const weak of ['Lost-and-Found1', 'acmeworks2026', 'Acme-Works!', 'kontor.finn.1', 'tools.acme.2'])
    expect([weak, await judged(weak)]).toEqual([weak, [{code: 'EASY_PASSWORD', field: 'password', values: {}}]])
  expect(await judged('acme horse staple')).toEqual([])
})

describe.each(stores)('signing in on $name', ({make}) => {
  test('gives the same response, byte for byte, whatever is wrong', async () => {
    const fixture = await peopleFixture({address: await make(desk)})
    await signedUp(fixture)
    const answers = await Promise.all(
      ['finn@example.com', 'gwen@example.com'].map(async email => {
        const client = new Client(fixture)
        await client.get('/sign-in')
        const answer = await client.signIn(email, 'not-the-password')
        const text = await answer.text()
        // Without what differs every time, and the digests of what has the address.
        const differing = /"once":"[^"]+"|"parts":\{[^}]*\}/g
        const same = text.replaceAll(email, 'E').replaceAll(differing, '')
        return {status: answer.status, headers: headersOf(answer), same}
      }),
    )
    expect(answers[0]?.status).toBe(422)
    expect(answers[0]?.same).toContain('Incorrect email or password')
    expect(answers[0]).toEqual(answers[1])
  })

  test('rejects what no database can store in the same way', async () => {
    const fixture = await peopleFixture({address: await make(desk)})
    for (const email of ['\0', `f\0inn@example.com`, `${newSecret().repeat(200)}@example.com`]) {
      const client = new Client(fixture)
      const wrong = await client.signIn(email, `\0${password}`)
      expect([wrong.status, await wrong.text()]).toEqual([422, expect.stringContaining('Incorrect email or password')])
      const reset = await client.post('/forgot-password', {_action: 'send link', email})
      expect(reset.status).toBeLessThan(500)
    }
  })

  test('is slowed down for an account however the addresses rotate, and shows when to try again', async () => {
    const fixture = await peopleFixture({address: await make(desk)})
    await signedUp(fixture)
    const statuses: number[] = []
    for (let host = 1; host <= 6; host += 1)
      statuses.push(
        (await new Client(fixture, `203.0.113.${host}`).signIn('finn@example.com', `guess-number-${host}`)).status,
      )
    expect(statuses).toEqual([422, 422, 422, 422, 429, 429])
    const right = await new Client(fixture, '203.0.113.99').signIn('finn@example.com', password)
    expect(right.status).toBe(429)
    expect(Number(right.headers.get('retry-after'))).toBe(1)
    expect(await right.text()).toContain('Wait 1 second, then try again.')
    fixture.clock.now += 1000
    expect((await new Client(fixture).signIn('finn@example.com', password)).status).toBe(303)
  })

  test('is limited in the same way for an account that does not exist', async () => {
    const fixture = await peopleFixture({address: await make(desk)})
    const statuses: number[] = []
    for (let host = 1; host <= 5; host += 1)
      statuses.push(
        (await new Client(fixture, `203.0.113.${host}`).signIn('gwen@example.com', 'a-guess-or-two')).status,
      )
    expect(statuses).toEqual([422, 422, 422, 422, 429])
  })

  test('is limited for an address that tries many accounts, IPv6 by its /64', async () => {
    const fixture = await peopleFixture({address: await make(desk)})
    const statuses: number[] = []
    for (let each = 0; each < 22; each += 1) {
      const client = new Client(fixture, `2001:db8:7:7:${each}::${each}`)
      statuses.push((await client.signIn(`person${each}@example.com`, 'a-guess-or-two')).status)
    }
    expect(statuses.filter(status => status === 422)).toHaveLength(20)
    expect(statuses.slice(-2)).toEqual([429, 429])
    expect((await new Client(fixture, '2001:db8:7:8::1').signIn('x@example.com', 'a-guess-or-two')).status).toBe(422)
  })

  test('counts attempts before they are made, so that parallel ones are counted', async () => {
    const fixture = await peopleFixture({address: await make(desk)})
    await signedUp(fixture)
    const answers = await Promise.all(
      Array.from({length: 12}, (_, host) =>
        new Client(fixture, `203.0.113.${host}`).signIn('finn@example.com', `guess-number-${host}`),
      ),
    )
    const tried = answers.filter(({status}) => status === 422)
    expect(tried.length).toBeLessThanOrEqual(4)
    expect(answers.every(({status}) => [422, 429, 503].includes(status))).toBe(true)
  })

  test('is never limited for correct passwords', async () => {
    const fixture = await peopleFixture({address: await make(desk)})
    await signedUp(fixture)
    for (let round = 0; round < 25; round += 1)
      expect((await new Client(fixture).signIn('finn@example.com', password)).status).toBe(303)
  })

  test('uses a forwarded address only behind a trusted proxy', async () => {
    for (const trustProxy of [false, true]) {
      const fixture = await peopleFixture({address: await make(desk), trustProxy})
      const statuses = new Set<number>()
      for (let each = 0; each < 22; each += 1) {
        const client = new Client(fixture, '10.0.0.1')
        client.headers = {'x-forwarded-for': `203.0.113.${each}`}
        statuses.add((await client.signIn(`person${each}@example.com`, 'a-guess-or-two')).status)
      }
      expect([...statuses].sort()).toEqual(trustProxy ? [422] : [422, 429])
    }
  })

  test('also limits guesses at the current password in a stolen session', async () => {
    const fixture = await peopleFixture({address: await make(desk)})
    const client = await signedUp(fixture)
    const statuses: number[] = []
    for (let round = 0; round < 5; round += 1) {
      const fields = {_action: 'change password', now: `guess-number-${round}`, password: 'moss-and-thunder'}
      statuses.push((await client.post('/account', fields)).status)
    }
    expect(statuses).toEqual([422, 422, 422, 422, 429])
  })

  test('never accepts a token chosen by the browser', async () => {
    const fixture = await peopleFixture({address: await make(desk)})
    const client = await signedUp(fixture)
    const earlier = client.cookies.get('nonet') ?? ''
    expect(earlier).toMatch(/^[\w-]{43}$/)
    const planted = 'A'.repeat(43)
    const victim = new Client(fixture)
    victim.cookies.set('nonet', planted)
    expect((await victim.get('/mine')).status).toBe(302)
    await victim.signIn('finn@example.com', password)
    expect(victim.cookies.get('nonet')).not.toBe(planted)
    const again = await client.signIn('finn@example.com', password)
    expect(again.status).toBe(303)
    const attacker = new Client(fixture)
    for (const token of [planted, earlier]) {
      attacker.cookies.set('nonet', token)
      expect((await attacker.get('/mine')).status).toBe(302)
    }
  })

  test('stores only digests of tokens', async () => {
    const fixture = await peopleFixture({address: await make(desk)})
    const client = await signedUp(fixture)
    const rows = await fixture.engine.store.read(db => db.selectFrom('nonet_session').selectAll().execute())
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(client.cookies.get('nonet'))
    const stolen = new Client(fixture)
    stolen.cookies.set('nonet', String(rows[0]?.token))
    expect((await stolen.get('/mine')).status).toBe(302)
  })

  test('lasts from the last use, which is recorded at most once an hour', async () => {
    const fixture = await peopleFixture({address: await make(desk)})
    const client = await signedUp(fixture)
    const seen = async () => {
      const rows = await fixture.engine.store.read(db => db.selectFrom('nonet_session').select('seen').execute())
      return String(rows[0]?.seen)
    }
    const first = await seen()
    fixture.clock.now += 59 * 60_000
    await client.get('/mine')
    expect(await seen()).toBe(first)
    fixture.clock.now += 2 * 60_000
    await client.get('/mine')
    expect(await seen()).not.toBe(first)
    for (let day = 0; day < 3; day += 1) {
      fixture.clock.now += 9 * 86_400_000
      expect((await client.get('/mine')).status).toBe(200)
    }
    fixture.clock.now += 10 * 86_400_000 + 1
    expect((await client.get('/mine')).status).toBe(302)
  })

  test('responds to mail requests in the same way whether the address is known or not, and limits the mails', async () => {
    const fixture = await peopleFixture({address: await make(desk), origin: 'https://lost.example'})
    const headers = {'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin'}
    const signUp = {_action: 'sign up', name: 'Finn Ott', email: 'finn@example.com', password}
    await new Client(fixture).post('/sign-up', signUp)
    const ask = async (email: string) => {
      const answer = await new Client(fixture).post(
        '/forgot-password',
        {_action: 'send link', email},
        {
          headers: {...headers, host: 'evil.example', 'x-forwarded-host': 'evil.example'},
        },
      )
      return [answer.status, answer.headers.get('location'), await answer.text()]
    }
    expect(await ask('finn@example.com')).toEqual(await ask('gwen@example.com'))
    await expect.poll(() => fixture.mails.length).toBe(1)
    expect(fixture.mails[0]?.text).toContain('https://lost.example/reset-password?token=')
    expect(fixture.mails[0]?.text).not.toContain('evil')
    await ask('finn@example.com')
    await ask('finn@example.com')
    expect((await ask('finn@example.com'))[0]).toBe(429)
  })
})

describe('the cookie of a session', () => {
  const signUp = {_action: 'sign up', name: 'Finn Ott', email: 'finn@example.com', password}

  test('is protected if people come from outside', async () => {
    const fixture = await peopleFixture({address: await sqlite.make(), origin: 'https://lost.example'})
    const client = new Client(fixture)
    const cookie = cookieOf(await client.post('/sign-up', signUp))
    expect(cookie).toMatch(/^__Host-nonet=[\w-]{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax; Secure$/)
    expect((await client.get('/mine')).status).toBe(200)
    const plain = new Client(fixture)
    plain.cookies.set('nonet', client.cookies.get('__Host-nonet') ?? '')
    expect((await plain.get('/mine')).status).toBe(302)
  })

  test('is protected with the other cookies, such as the one about what was just done', async () => {
    const origin = 'https://lost.example'
    const fixture = await peopleFixture({address: await sqlite.make(diary), document: diary, records: true, origin})
    const client = new Client(fixture)
    await client.post('/sign-up', signUp)
    const made = await client.post('/notes/new', {_action: 'create', title: 'A day'})
    expect(made.headers.getSetCookie()).toEqual([expect.stringMatching(/^nonet-done=.*; Secure$/)])
    const shown = await client.get(made.headers.get('location') ?? '')
    expect(shown.headers.getSetCookie()).toEqual([expect.stringMatching(/^nonet-done=; .*Max-Age=0.*; Secure$/)])
  })

  test('is plain on one’s own machine, which only has plain http', async () => {
    const fixture = await peopleFixture({address: await sqlite.make()})
    const cookie = cookieOf(await new Client(fixture).post('/sign-up', signUp))
    expect(cookie).toMatch(/^nonet=[\w-]{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/)
  })

  test('is protected on plain http elsewhere', async () => {
    const fixture = await peopleFixture({address: await sqlite.make(), origin: 'http://192.0.2.10:3000'})
    expect(cookieOf(await new Client(fixture).post('/sign-up', signUp))).toMatch(/^__Host-nonet=.*; Secure$/)
  })

  test('is set only by a page of our own', async () => {
    const fixture = await peopleFixture({address: await sqlite.make()})
    for (const type of [
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'text/plain',
      'application/json',
    ]) {
      const headers = {'sec-fetch-site': 'cross-site', 'content-type': type}
      const answer = await new Client(fixture).post('/sign-up', signUp, {headers})
      expect(answer.status).toBe(403)
      expect(answer.headers.getSetCookie()).toEqual([])
    }
  })
})

describe('pages of people', () => {
  const make = async (document?: string) => await sqlite.make(document)

  test('lead visitors to sign in and back, and do not exist for people without permission', async () => {
    const fixture = await peopleFixture({address: await make(desk)})
    const nobody = new Client(fixture)
    expect((await nobody.get('/')).headers.get('location')).toBe('/sign-in')
    const away = await nobody.get('/desk?q=a%20b')
    expect([away.status, away.headers.get('location')]).toEqual([302, '/sign-in?return=%2Fdesk%3Fq%3Da%2520b'])
    expect((await nobody.post('/desk', {_action: 'x'})).headers.get('location')).toBe('/sign-in?return=%2Fdesk')
    expect((await nobody.get('/nothing')).status).toBe(404)
    expect((await nobody.get('/rules')).status).toBe(200)
    const finder = await signedUp(fixture)
    const bytes = async (path: string) => (await (await finder.get(path)).text()).replaceAll(path, 'P')
    expect(await bytes('/desk')).toBe(await bytes('/none'))
    const back = await nobody.signIn('finn@example.com', password, '/sign-in?return=%2Fmine%3Fa%3D1')
    expect(back.headers.get('location')).toBe('/mine?a=1')
  })

  test('lead visitors back to the page without its query if the query is too long', async () => {
    const client = new Client(await peopleFixture({address: await sqlite.make()}))
    const leads = async (path: string) => (await client.get(path)).headers.get('location')
    expect(await leads(`/mine?q=${'%20'.repeat(600)}`)).toBe(`/sign-in?return=%2Fmine%3Fq%3D${'%2520'.repeat(600)}`)
    expect(await leads(`/mine?q=${'%20'.repeat(1200)}`)).toBe('/sign-in?return=%2Fmine')
  })

  test('are served as data in the same way', async () => {
    const fixture = await peopleFixture({address: await make(desk)})
    const nobody = new Client(fixture)
    const answer = await nobody.get('/desk?_data=x', {headers: {accept: pageMediaType}})
    expect(await answer.json()).toMatchObject({redirect: '/sign-in?return=%2Fdesk'})
    await signedUp(fixture)
    const headers = {accept: pageMediaType}
    const fields = {_action: 'sign in', email: 'finn@example.com', password}
    const inside = await nobody.post('/sign-in?return=/mine', fields, {headers})
    expect(await inside.json()).toMatchObject({
      redirect: '/mine',
      page: {url: '/mine', shell: {person: {name: 'Finn Ott'}}},
    })
  })

  test('are never cached by proxies, or after signing out', async () => {
    const fixture = await peopleFixture({address: await make(desk)})
    const client = await signedUp(fixture)
    for (const path of ['/', '/mine', '/account', '/sign-out']) {
      const {headers} = await client.get(path)
      expect(headers.get('cache-control')).toBe('private, no-store')
      expect(headers.get('vary')).toContain('Cookie')
    }
    const {headers} = await client.get('/')
    const tag = headers.get('etag') ?? ''
    const out = await client.post('/sign-out', {_action: 'sign out'})
    expect(out.headers.get('clear-site-data')).toBe('"cache"')
    expect((await client.get('/', {headers: {'if-none-match': tag}})).status).toBe(302)
  })

  test('do not sign out by being opened', async () => {
    const fixture = await peopleFixture({address: await make(desk)})
    const client = await signedUp(fixture)
    expect((await client.get('/sign-out')).status).toBe(200)
    expect((await client.get('/mine')).status).toBe(200)
  })

  test('L17: exist if a document leaves everything open: people sign up as members', async () => {
    const fixture = await peopleFixture({address: await make(ninePoints), document: ninePoints})
    for (const path of ['/sign-in', '/sign-up']) expect((await new Client(fixture).get(path)).status).toBe(200)
    const client = await signedUp(fixture)
    expect((await client.get('/account')).status).toBe(200)
    expect((await client.get('/anything')).status).toBe(404)
    // X21: every member administers.
    expect(await setUpLink(fixture.world)).toBeNull()
  })
})

describe('the redirect after signing in', () => {
  test.each([
    ['/mine', '/mine'],
    ['/mine?a=1&b=2', '/mine?a=1&b=2'],
    ['/日本', '/%E6%97%A5%E6%9C%AC'],
    [null, '/'],
    ['', '/'],
    ['mine', '/'],
    ['//evil.example', '/'],
    ['/\\evil.example', '/'],
    ['/\t/evil.example', '/'],
    ['\\/evil.example', '/'],
    ['https://evil.example/', '/'],
    ['https:evil.example', '/'],
    ['javascript:alert(1)', '/'],
    ['/x\r\nset-cookie: a=b', '/'],
    ['/../..//evil.example', '/'],
    ['/.//evil.example', '/'],
    ['/%2e%2e//evil.example', '/'],
    ['/sign-out', '/'],
    ['/sign-in?return=/sign-in', '/'],
  ])('from %j is %j', (asked, path) => {
    expect(returnTo(asked)).toBe(path)
  })

  test('is always a path of this application, as every browser parses it', () => {
    const nasty = fc.string({
      unit: fc.constantFrom(
        '/',
        '\\',
        '.',
        '%2f',
        '%5c',
        '%09',
        '\t',
        '\n',
        '@',
        ':',
        '?',
        '#',
        'evil.example',
        'http:',
        'é',
      ),
    })
    fc.assert(
      fc.property(
        fc.oneof(
          nasty,
          nasty.map(text => `/${text}`),
          fc.webUrl(),
          fc.string(),
        ),
        asked => {
          const path = returnTo(asked)
          expect(new URL(path, 'https://lost.example').origin).toBe('https://lost.example')
          expect(isOwnPath(path)).toBe(true)
          expect(() => new Headers({location: path})).not.toThrow()
        },
      ),
      {numRuns: 2000},
    )
  })
})
