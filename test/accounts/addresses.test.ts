/** An address opens an account once it is proved, by whatever way it is changed. */

import {Client as Assistant, StreamableHTTPClientTransport} from '@modelcontextprotocol/client'
import {sql} from 'kysely'
import {describe, expect, it} from 'vitest'
import {type Accounts, findByEmail} from '../../src/accounts/accounts.ts'
import {changePerson, setPassword} from '../../src/accounts/admin.ts'
import {newSecret} from '../../src/accounts/secret.ts'
import {postMail} from '../../src/mail/account-mail.ts'
import {importCsv, operator, runSystemActions} from '../../src/screens/testing.ts'
import {queryRows} from '../../src/store/sql.ts'
import {addressOf, type Office, office, officeOn, password} from '../kit/addresses.ts'
import {deleting, done, updating} from '../kit/engine.ts'
import {Client, linkTo} from '../kit/people.ts'
import {stores} from '../kit/store-databases.ts'

const thief = 'thief@evil.example'
const confirming = {_action: 'confirm address', current: password}

/** What opening the links at the new address leads to, without the password of the account. */
async function takenOver(fixture: Office, email = thief): Promise<boolean> {
  const visitor = new Client(fixture, '198.51.100.66')
  if (fixture.mails.some(({to, text}) => to === email && text.includes('/account/')))
    await visitor.post(linkTo(fixture, email), {_action: 'confirm address', current: 'a-guess-or-two'})
  return (await findByEmail(fixture.engine, email)) !== null || (await fixture.resets(email))
}

describe.each(stores)('X1: an API key on $name', ({make}) => {
  const fresh = async () => officeOn(await make(office))

  it('cannot change the address of its person, whatever roles it has', async () => {
    const fixture = await fresh()
    for (const roles of [['Member'], []]) {
      const api = (await fixture.token('Ada')).as(await fixture.key('Ada', roles))
      const answer = await api.put('/api/me', {email: thief})
      expect([answer.status, answer.json.code]).toEqual([403, 'FORBIDDEN'])
      // Sending the address that they have changes nothing.
      expect((await api.put('/api/me', {email: addressOf('Ada'), name: 'Ada B.'})).status).toBe(200)
    }
    expect(await takenOver(fixture)).toBe(false)
    expect(fixture.subjects(thief)).toEqual([])
  })

  it('cannot change the address of anyone else, with an account or without', async () => {
    const fixture = await fresh()
    const late = await fixture.imported('Late', ['Member'])
    const api = (await fixture.token('Ada')).as(await fixture.key('Ada'))
    for (const {id} of [await fixture.person('Max'), late])
      expect((await api.put(`/api/people/${id}`, {email: thief})).status).toBe(403)
    expect((await api.put(`/api/people/${late.id}`, {name: 'Later'})).status).toBe(200)
  })

  it('cannot change it through an action or an assistant', async () => {
    const fixture = await fresh()
    const key = await fixture.key('Ada', ['Member'])
    const api = (await fixture.token('Ada')).as(key)
    expect((await api.put('/api/me', {wanted: thief})).status).toBe(200)
    const {id} = await fixture.person('Ada')
    expect((await api.post(`/api/people/${id}/adopt`)).status).toBe(403)
    const transport = new StreamableHTTPClientTransport(new URL('http://localhost/_mcp'), {
      fetch: (url, init) => fixture.app.request(new URL(url).pathname, init),
      requestInit: {headers: {authorization: `Bearer ${key}`}},
    })
    const assistant = new Assistant({name: 'test', version: '1'})
    await assistant.connect(transport)
    const told = await assistant.callTool({name: 'changeMe', arguments: {body: {email: thief}}})
    expect(told.isError).toBe(true)
    expect((await fixture.person('Ada')).email).toBe(addressOf('Ada'))
    expect(fixture.mails.filter(({to}) => to === thief)).toEqual([])
  })
})

type Way = (fixture: Office, email: string) => Promise<unknown>

/** Hugo may change names and addresses of everyone, and the roles of no one. */
const waysOfOthers: Readonly<Record<string, Way>> = {
  'the page of the person': async (fixture, email) =>
    expect((await fixture.change(await fixture.signIn('Hugo'), 'Ada', email)).status).toBe(303),
  'a cell of the list': async (fixture, email) => {
    const {id, version} = await fixture.person('Ada')
    const fields = {_action: 'update', _record: `${id}:${version}`, email}
    expect((await (await fixture.signIn('Hugo')).post('/people', fields)).status).toBe(303)
  },
  'a call': async (fixture, email) => {
    const {id} = await fixture.person('Ada')
    const answer = await (await fixture.token('Hugo')).put(`/api/people/${id}`, {email})
    expect(answer.status).toBeLessThan(300)
  },
  'an action that sets it': async (fixture, email) => {
    const {id} = await fixture.person('Ada')
    const api = await fixture.token('Hugo')
    expect((await api.put(`/api/people/${id}`, {wanted: email})).status).toBeLessThan(300)
    expect((await api.post(`/api/people/${id}/adopt`)).status).toBeLessThan(300)
  },
  'an action of the system that sets it': async (fixture, email) => {
    const {id, version} = await fixture.person('Ada')
    done(await fixture.engine.change(operator, [updating('User', {id, version}, {badge: 'auto'})]))
    expect((await (await fixture.token('Hugo')).put(`/api/people/${id}`, {wanted: email})).status).toBeLessThan(300)
    await runSystemActions(fixture.engine)
  },
  'an import': async (fixture, email) => {
    const {id, version} = await fixture.person('Ada')
    done(await fixture.engine.change(operator, [updating('User', {id, version}, {badge: 'A1'})]))
    const {id: hugo, name, roles} = await fixture.person('Hugo')
    const bytes = new TextEncoder().encode(`badge,email\nA1,${email}\n`)
    const open = async function* () {
      yield bytes
    }
    await importCsv(fixture.engine, {kind: 'person', id: hugo, name, roles}, {entity: 'User', open, existing: 'update'})
  },
}

describe.each(stores)('X2: a role that may change addresses but not roles, on $name', ({make}) => {
  const fresh = async () => officeOn(await make(office))

  it.each(Object.entries(waysOfOthers))('does not become the person by %s', async (_name, change) => {
    const fixture = await fresh()
    await change(fixture, thief)
    expect(fixture.subjects(thief)).toEqual(['Confirm your new email for Office'])
    expect(fixture.subjects(addressOf('Ada'))).toContain('Your Office email is about to change')
    expect(await takenOver(fixture)).toBe(false)
    expect((await fixture.person('Ada')).email).toBe(addressOf('Ada'))
  })

  it.each(Object.entries(waysOfOthers))(
    'changes it by %s once the person confirms with their password',
    async (_name, change) => {
      const fixture = await fresh()
      const before = await fixture.signIn('Ada')
      await change(fixture, 'ada.new@example.com')
      const link = linkTo(fixture, 'ada.new@example.com')
      const ada = new Client(fixture)
      expect(await (await ada.get(link)).text()).toContain('name="current"')
      expect((await ada.post(link, {_action: 'confirm address'})).status).toBe(422)
      expect((await ada.post(link, confirming)).status).toBe(303)
      expect((await fixture.person('Ada')).email).toBe('ada.new@example.com')
      expect(fixture.subjects(addressOf('Ada'))).toContain('Your Office email was changed')
      expect((await before.get('/')).status).toBe(302)
      expect(ada.cookies.has('nonet')).toBe(false)
      expect(await fixture.resets('ada.new@example.com')).toBe(true)
      expect(await fixture.resets(addressOf('Ada'))).toBe(false)
    },
  )

  it('does not guess the password at the confirming page', async () => {
    const fixture = await fresh()
    await fixture.change(await fixture.signIn('Hugo'), 'Ada', thief)
    const link = linkTo(fixture, thief)
    const statuses: number[] = []
    for (let guess = 0; guess < 12; guess += 1) {
      const from = new Client(fixture, `203.0.113.${guess}`)
      statuses.push((await from.post(link, {...confirming, current: `guess-number-${guess}`})).status)
    }
    expect(statuses.slice(-2)).toEqual([429, 429])
  })

  it('attack: does not guess the password at the confirming page with made-up sessions', async () => {
    const fixture = await fresh()
    await fixture.change(await fixture.signIn('Hugo'), 'Ada', thief)
    const link = linkTo(fixture, thief)
    const statuses: number[] = []
    for (let guess = 0; guess < 12; guess += 1) {
      const from = new Client(fixture, `203.0.113.${guess}`)
      from.cookies.set('nonet', newSecret())
      statuses.push((await from.post(link, {...confirming, current: `guess-number-${guess}`})).status)
    }
    expect(statuses.slice(-2)).toEqual([429, 429])
  })

  it('says on the page that the address waits', async () => {
    const fixture = await fresh()
    const hugo = await fixture.signIn('Hugo')
    await fixture.change(hugo, 'Ada', 'ada.new@example.com')
    const {id} = await fixture.person('Ada')
    const page = await (await hugo.get(`/people/${id}`)).text()
    expect(page).toContain('The email changes when ada.new@example.com is confirmed.')
    // Not to people who may not change it.
    expect(await (await (await fixture.signIn('Max')).get(`/people/${id}`)).text()).not.toContain('ada.new@example.com')
  })

  it('does not reveal whether an address is taken', async () => {
    const fixture = await fresh()
    const hugo = await fixture.signIn('Hugo')
    expect((await fixture.change(hugo, 'Ada', addressOf('Max'))).status).toBe(303)
    expect((await new Client(fixture).post(linkTo(fixture, addressOf('Max')), confirming)).status).toBe(410)
    expect((await fixture.person('Ada')).email).toBe(addressOf('Ada'))
  })

  it('is not needed by people who may change the roles: the link at the new address is enough', async () => {
    const fixture = await fresh()
    expect((await fixture.change(await fixture.signIn('Ada'), 'Max', 'max.new@example.com')).status).toBe(303)
    expect((await fixture.person('Max')).email).toBe(addressOf('Max'))
    expect(fixture.subjects(addressOf('Max'))).toEqual(['Your Office email is about to change'])
    const link = linkTo(fixture, 'max.new@example.com')
    const max = new Client(fixture)
    expect(await (await max.get(link)).text()).not.toContain('name="current"')
    expect((await max.post(link, {_action: 'confirm address'})).status).toBe(303)
    expect((await fixture.person('Max')).email).toBe('max.new@example.com')
  })

  it('is needed by them for their own address: a session alone does not change it', async () => {
    const fixture = await fresh()
    await fixture.change(await fixture.signIn('Ada'), 'Ada', thief)
    expect(await takenOver(fixture)).toBe(false)
  })

  it('corrects the address of people without an account only where it could give their roles', async () => {
    const fixture = await fresh()
    await fixture.imported('Boss', ['Admin'])
    await fixture.imported('Late', ['Member'])
    const hugo = await fixture.signIn('Hugo')
    expect((await fixture.change(hugo, 'Boss', thief)).status).toBe(403)
    expect((await fixture.change(hugo, 'Late', 'late.new@example.com')).status).toBe(303)
    expect((await fixture.person('Late')).email).toBe('late.new@example.com')
    expect((await fixture.change(await fixture.signIn('Ada'), 'Boss', 'boss.new@example.com')).status).toBe(303)
    expect((await fixture.person('Boss')).email).toBe('boss.new@example.com')
  })

  it('sends an invitation again to the corrected address, and ends the one that was sent before', async () => {
    const fixture = await fresh()
    await fixture.imported('Late', ['Member'])
    const ada = await fixture.signIn('Ada')
    const {id} = await fixture.person('Late')
    await ada.post(`/people/${id}`, {_action: '_invite'})
    const earlier = linkTo(fixture, addressOf('Late'))
    await fixture.change(ada, 'Late', 'late.new@example.com')
    const late = new Client(fixture)
    expect((await late.post(earlier, {_action: 'accept', password})).status).toBe(410)
    expect((await late.post(linkTo(fixture, 'late.new@example.com'), {_action: 'accept', password})).status).toBe(303)
    // A stranger at the mistyped address learns nothing more.
    expect(fixture.subjects(addressOf('Late'))).toHaveLength(1)
  })
})

describe.each(stores)('X3: one’s own address on $name', ({make}) => {
  const fresh = async () => officeOn(await make(office))

  it.each(['page', 'call', 'account page'])('is not changed by a session alone: by %s', async way => {
    const fixture = await fresh()
    if (way === 'page') expect((await fixture.change(await fixture.signIn('Max'), 'Max', thief)).status).toBe(303)
    else if (way === 'call') {
      const answer = await (await fixture.token('Max')).put('/api/me', {email: thief, name: 'Max B.'})
      expect([answer.status, answer.json]).toEqual([200, {name: 'Max B.', email: addressOf('Max')}])
    } else {
      const fields = {_action: 'save', name: 'Max', email: thief}
      expect((await (await fixture.signIn('Max')).post('/account', fields)).status).toBe(422)
    }
    expect(await takenOver(fixture)).toBe(false)
    expect((await fixture.person('Max')).email).toBe(addressOf('Max'))
    expect(fixture.subjects(addressOf('Max'))).toEqual(
      way === 'account page' ? [] : ['Your Office email is about to change'],
    )
  })

  it('does not keep the owner of an address that is not proved from signing up', async () => {
    const fixture = await fresh()
    await (await fixture.token('Max')).put('/api/me', {email: 'ceo@elsewhere.test'})
    const owner = new Client(fixture)
    await owner.post('/sign-up', {_action: 'sign up', name: 'Cleo', email: 'ceo@elsewhere.test'})
    await expect.poll(() => fixture.subjects('ceo@elsewhere.test')).toContain('Finish signing up for Office')
    expect((await owner.post(linkTo(fixture, 'ceo@elsewhere.test'), {_action: 'join', password})).status).toBe(303)
    // Who proves it first has it.
    expect(await findByEmail(fixture.engine, 'ceo@elsewhere.test')).toMatchObject({name: 'Cleo'})
  })

  it('is given to the first of two people who prove it', async () => {
    const fixture = await fresh()
    const claim = async (name: string) => {
      await (await fixture.token(name)).put('/api/me', {email: 'both@example.com'})
      return linkTo(fixture, 'both@example.com')
    }
    const [max, eva] = [await claim('Max'), await claim('Eva')]
    expect((await new Client(fixture).post(eva, confirming)).status).toBe(303)
    expect((await new Client(fixture).post(max, confirming)).status).toBe(410)
    expect((await fixture.person('Eva')).email).toBe('both@example.com')
    expect((await fixture.person('Max')).email).toBe(addressOf('Max'))
  })

  it('is changed together with the password, by one call', async () => {
    const fixture = await fresh()
    const next = 'moss-and-thunder'
    await (await fixture.token('Max')).put('/api/me', {email: 'max.new@example.com', password: next})
    const link = linkTo(fixture, 'max.new@example.com')
    expect((await new Client(fixture).post(link, {...confirming, current: next})).status).toBe(303)
    expect((await fixture.person('Max')).email).toBe('max.new@example.com')
  })
})

describe.each(stores)('a link that confirms an address, on $name', ({make}) => {
  const asked = async (email = 'max.new@example.com') => {
    const fixture = await officeOn(await make(office))
    await (await fixture.token('Max')).put('/api/me', {email})
    return {...fixture, link: linkTo(fixture, email)}
  }

  it('ends with the next change, and with two of them at once at most one works', async () => {
    const {link, ...fixture} = await asked()
    await (await fixture.token('Max')).put('/api/me', {email: 'max.third@example.com'})
    const next = linkTo(fixture, 'max.third@example.com')
    expect((await new Client(fixture).post(link, confirming)).status).toBe(410)
    const answers = await Promise.all([
      new Client(fixture).post(next, confirming),
      (await fixture.token('Max')).put('/api/me', {email: 'max.fourth@example.com'}),
    ])
    const confirmed = answers[0].status === 303
    expect((await fixture.person('Max')).email).toBe(confirmed ? 'max.third@example.com' : addressOf('Max'))
  })

  it('works once, also if it is sent several times at once', async () => {
    const {link, ...fixture} = await asked()
    const answers = await Promise.all(Array.from({length: 4}, () => new Client(fixture).post(link, confirming)))
    expect(answers.filter(({status}) => status === 303)).toHaveLength(1)
    expect(fixture.subjects(addressOf('Max')).filter(each => each === 'Your Office email was changed')).toHaveLength(1)
  })

  it('ends when the person may not sign in any more', async () => {
    const {link, ...fixture} = await asked()
    await changePerson(fixture.engine, await fixture.person('Max'), {active: false})
    expect((await new Client(fixture).post(link, confirming)).status).toBe(410)
    await changePerson(fixture.engine, await fixture.person('Max'), {active: true})
    expect((await new Client(fixture).post(link, confirming)).status).toBe(410)
  })

  it('ends when the person is deleted', async () => {
    const {link, ...fixture} = await asked()
    const {id, version} = await fixture.person('Max')
    done(await fixture.engine.change(operator, [deleting('User', {id, version})]))
    expect((await new Client(fixture).get(link)).status).toBe(410)
    expect((await new Client(fixture).post(link, confirming)).status).toBe(410)
  })

  it('ends with a new password, which the mail to the old address advises', async () => {
    const {link, ...fixture} = await asked()
    expect(fixture.mails.find(({to}) => to === addressOf('Max'))?.text).toContain('that cancels the change')
    expect(await setPassword(fixture.engine, await fixture.person('Max'), 'moss-and-thunder')).toEqual({ok: true})
    expect((await new Client(fixture).post(link, {...confirming, current: 'moss-and-thunder'})).status).toBe(410)
  })

  it('does nothing for someone else who is signed in, and starts no session', async () => {
    const {link, ...fixture} = await asked()
    const eva = await fixture.signIn('Eva')
    const session = eva.cookies.get('nonet')
    expect((await eva.get(link)).status).toBe(403)
    expect((await eva.post(link, confirming)).status).toBe(403)
    expect((await fixture.person('Max')).email).toBe(addressOf('Max'))
    expect(eva.cookies.get('nonet')).toBe(session)
    // The person’s own session goes on, all others end.
    const [here, there] = [await fixture.signIn('Max'), await fixture.signIn('Max')]
    expect((await here.post(link, confirming)).headers.get('location')).toBe('/account?done=address')
    expect([(await here.get('/')).status, (await there.get('/')).status]).toEqual([200, 302])
  })

  it('does nothing by being opened', async () => {
    const {link, ...fixture} = await asked()
    for (let time = 0; time < 3; time += 1) expect((await new Client(fixture).get(link)).status).toBe(200)
    expect((await fixture.person('Max')).email).toBe(addressOf('Max'))
  })

  it.each(['MAX@Example.COM', ' max@example.com '])(
    'is not sent for another spelling of the same address: %j',
    async email => {
      const fixture = await officeOn(await make(office))
      expect((await (await fixture.token('Max')).put('/api/me', {email})).status).toBe(200)
      expect(fixture.mails).toEqual([])
    },
  )

  it('is sent to one address only a few times', async () => {
    const fixture = await officeOn(await make(office))
    const statuses: number[] = []
    for (const name of ['Max', 'Eva', 'Ada', 'Max', 'Eva'])
      statuses.push((await (await fixture.token(name)).put('/api/me', {email: 'victim@elsewhere.test'})).status)
    expect(statuses).toEqual([200, 200, 200, 429, 429].map((status, at) => (at === 2 ? statuses[2] : status)))
    expect(fixture.subjects('victim@elsewhere.test').length).toBeLessThanOrEqual(3)
  })
})

describe.each(stores)('undo of a change with an address, on $name', ({make}) => {
  it('takes the mails back before they are sent, and the rest of the change', async () => {
    const now = Date.parse('2026-03-10T09:00:00Z')
    const post: Accounts['post'] = (db, mail, journal) => postMail(db, mail, {now, journal})
    const fixture = await officeOn(await make(office), {undoWindow: 8000, post})
    const waiting = () => fixture.engine.store.read(db => queryRows(db)`select due from nonet_outbox where due > at`)
    const hugo = await fixture.signIn('Hugo')
    const {id, version} = await fixture.person('Ada')
    const fields = {_action: 'update', _version: String(version), email: thief, name: 'Ada Renamed'}
    await hugo.post(`/people/${id}`, fields)
    expect((await fixture.person('Ada')).name).toBe('Ada Renamed')
    expect(await waiting()).toHaveLength(2)
    const [[undo] = []] = await fixture.engine.store.read(db => queryRows(db)`select id from nonet_undo`)
    expect((await hugo.post('/_undo', {_action: 'undo', id: String(undo), return: '/people'})).status).toBe(303)
    expect(await fixture.person('Ada')).toMatchObject({name: 'Ada', email: addressOf('Ada')})
    expect(await waiting()).toEqual([])
    const links = await fixture.engine.store.read(db => queryRows(db)`select kind from nonet_token`)
    expect(links).toEqual([])
  })

  it('makes the invitation valid again that the correction had ended, and no other', async () => {
    const fixture = await officeOn(await make(office), {undoWindow: 8000})
    const {id} = await fixture.imported('Late', ['Member'])
    const ada = await fixture.signIn('Ada')
    await ada.post(`/people/${id}`, {_action: '_invite'})
    const earlier = linkTo(fixture, addressOf('Late'))
    await fixture.change(ada, 'Late', 'late.new@example.com')
    const later = linkTo(fixture, 'late.new@example.com')
    expect((await new Client(fixture).get(earlier)).status).toBe(410)
    // The mails of this fixture are not in the outbox, so that none has left.
    const [[undo] = []] = await fixture.engine.store.read(
      db => queryRows(db)`select id from nonet_undo where payload is not null`,
    )
    expect((await ada.post('/_undo', {_action: 'undo', id: String(undo), return: '/people'})).status).toBe(303)
    expect((await fixture.person('Late')).email).toBe(addressOf('Late'))
    expect((await new Client(fixture).get(later)).status).toBe(410)
    expect((await new Client(fixture).post(earlier, {_action: 'accept', password})).status).toBe(303)
  })

  it('leaves an address that was not proved as it was, and restores the link that would prove one', async () => {
    const rows = (fixture: Office, table: string) =>
      fixture.engine.store.read(
        async db => (await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(db)).rows,
      )
    const changedAndUndone = async (fixture: Office, table: string) => {
      const ada = await fixture.signIn('Ada')
      const before = await rows(fixture, table)
      const {id: max, version} = await fixture.person('Max')
      const fields = {_action: 'update', _version: String(version), email: 'max.new@example.com', name: 'Max Renamed'}
      expect((await ada.post(`/people/${max}`, fields)).status).toBe(303)
      expect(await rows(fixture, table)).not.toEqual(before)
      const [{id} = {id: null}] = await rows(fixture, 'nonet_undo')
      expect((await ada.post('/_undo', {_action: 'undo', id: String(id), return: '/people'})).status).toBe(303)
      expect(await rows(fixture, table)).toEqual(before)
    }
    const unproved = await officeOn(await make(office), {undoWindow: 8000, mails: false})
    expect((await (await unproved.token('Max')).put('/api/me', {email: thief})).json.email).toBe(thief)
    await changedAndUndone(unproved, 'nonet_account')
    expect((await unproved.person('Max')).email).toBe(thief)
    expect(await unproved.resets(thief)).toBe(false)
    const asked = await officeOn(await make(office), {undoWindow: 8000})
    await (await asked.token('Max')).put('/api/me', {email: 'max.other@example.com'})
    expect(await rows(asked, 'nonet_token')).toHaveLength(1)
    await changedAndUndone(asked, 'nonet_token')
  })
})

describe.each(stores)('without a mail server, on $name', ({make}) => {
  const fresh = async () => officeOn(await make(office), {mails: false})

  it('the address of an account is not changed by a role that may not change roles', async () => {
    const fixture = await fresh()
    const answer = await fixture.change(await fixture.signIn('Hugo'), 'Ada', thief)
    expect(answer.status).toBe(403)
    expect(await answer.text()).toContain('Only they can change it, in their account')
    expect(
      (await (await fixture.token('Hugo')).put(`/api/people/${(await fixture.person('Ada')).id}`, {email: thief}))
        .status,
    ).toBe(403)
    expect(await fixture.resets(thief)).toBe(false)
  })

  it('one’s own changes with a session, but no new password is sent there', async () => {
    const fixture = await fresh()
    expect((await (await fixture.token('Max')).put('/api/me', {email: thief})).json.email).toBe(thief)
    expect(await fixture.resets(thief)).toBe(false)
    expect(fixture.subjects(addressOf('Max'))).toEqual(['Your Office email was changed'])
    // With the password, the person vouches for it.
    const max = await fixture.signIn('Max')
    expect(await (await max.get('/account')).text()).toContain('This email isn’t confirmed')
    const fields = {_action: 'save', name: 'Max', email: thief, current: password}
    expect((await max.post('/account', fields)).headers.get('location')).toBe('/account?done=saved')
    expect(await fixture.resets(thief)).toBe(true)
  })

  it('an invitation link is shown only to people who could give the roles that it opens', async () => {
    const fixture = await fresh()
    await fixture.imported('Boss', ['Admin'])
    await fixture.imported('Late', ['Member'])
    const invited = async (by: string, name: string) => {
      const answer = await (await fixture.signIn(by)).post(`/people/${(await fixture.person(name)).id}`, {
        _action: '_invite',
      })
      return (await answer.text()).includes('/invitations/')
    }
    expect([await invited('Hugo', 'Boss'), await invited('Hugo', 'Late'), await invited('Ada', 'Boss')]).toEqual([
      false,
      true,
      true,
    ])
  })

  it('is changed on the account page with the password, and by people who may change the roles', async () => {
    const fixture = await fresh()
    const fields = {_action: 'save', name: 'Max', email: 'max.new@example.com', current: password}
    expect((await (await fixture.signIn('Max')).post('/account', fields)).status).toBe(303)
    expect(await fixture.resets('max.new@example.com')).toBe(true)
    await fixture.change(await fixture.signIn('Ada'), 'Eva', 'eva.new@example.com')
    expect(await fixture.resets('eva.new@example.com')).toBe(true)
  })
})

describe.each(stores)('an account of an earlier version, on $name', ({make}) => {
  it('keeps the address that it has, until it changes', async () => {
    const fixture = await officeOn(await make(office), {mails: false})
    await fixture.engine.store.transaction(db => queryRows(db)`update nonet_account set proved = ${null}`)
    expect(await fixture.resets(addressOf('Max'))).toBe(true)
    await (await fixture.token('Max')).put('/api/me', {email: thief})
    expect(await fixture.resets(thief)).toBe(false)
    expect(fixture.subjects(addressOf('Max'))).toContain('Your Office email was changed')
  })
})

describe.each(stores)('signing up by a call, on $name', ({make}) => {
  it('proves no address: nothing is sent there that opens the account before it is confirmed', async () => {
    const fixture = await officeOn(await make(office))
    const api = await fixture.token('Max')
    const made = await api.as(null).post('/api/people', {name: 'Nora', email: 'nora@elsewhere.test', password})
    expect(made.status).toBe(201)
    expect(fixture.subjects('nora@elsewhere.test')).toEqual(['Confirm your new email for Office'])
    expect(await fixture.resets('nora@elsewhere.test')).toBe(false)
    const link = linkTo(fixture, 'nora@elsewhere.test')
    expect((await new Client(fixture).post(link, {...confirming, current: 'a-guess-or-two'})).status).toBe(422)
    expect((await new Client(fixture).post(link, confirming)).status).toBe(303)
    expect(await fixture.resets('nora@elsewhere.test')).toBe(true)
  })
})
