/** The links in mails: a confirmation page, one action for one person, once; and unsubscribing with one click. */
import {describe, expect, it} from 'vitest'
import {writeProved} from '../../src/accounts/account-rows.ts'
import {findById} from '../../src/accounts/accounts.ts'
import {setPassword} from '../../src/accounts/admin.ts'
import {newSecret} from '../../src/accounts/secret.ts'
import {beginSession} from '../../src/accounts/sessions.ts'
import {wantsMail} from '../../src/engine/notifications/notification-rows.ts'
import type {Mail} from '../../src/mail/mailer.ts'
import {notificationCourier} from '../../src/screens/notifications/mail.ts'
import {deliverAll, listNotifications, operator} from '../../src/screens/testing.ts'
import {done, updating} from '../kit/engine.ts'
import {Client, peopleFixture, somewhere} from '../kit/people.ts'
import {type StorePlace, sqlite, storesOfStories} from '../kit/store-databases.ts'
import {company, rulesOfDocument, timeOff} from '../kit/time-off.ts'

const day = 86_400_000

/** A browser with parsed responses. */
class Browser {
  readonly client: Client

  constructor(fixture: ConstructorParameters<typeof Client>[0]) {
    this.client = new Client(fixture)
  }

  async get(path: string) {
    return read(await this.client.get(path))
  }

  async post(path: string, fields: Record<string, string>, init: RequestInit = {}) {
    return read(await this.client.post(path, fields, init))
  }
}

async function read(response: Response) {
  const {status, headers} = response
  return {status, headers, body: await response.text()}
}

async function officeOn(make: StorePlace['make'], document = timeOff, provesAddresses = false) {
  const address = await make(document)
  const options = {address, document, records: true, mailsNotices: true, rules: rulesOfDocument}
  const fixture = await peopleFixture(options)
  const {engine, clock} = fixture
  const made = await company(address, {open: async () => ({engine, clock, store: engine.store})})
  const sent: Mail[] = []
  const mailer = {send: async (mail: Mail) => void sent.push(mail)}
  const courier = notificationCourier({engine: () => engine, mailer, origin: () => 'http://localhost', provesAddresses})
  const deliver = () =>
    deliverAll({
      ...{store: engine.store, couriers: {notice: courier}, now: () => clock.now, random: () => 0},
      failed: ({cause}) => {
        throw cause
      },
    })
  await made.allowance(made.people.ada, 25)
  const draft = done(await made.draft(made.people.ada, {first_day: '2026-04-13', last_day: '2026-04-14'}))
  const request = done(await made.act(made.people.ada, draft, 'submit'))
  await deliver()
  const [approve = '', reject = ''] = linksIn(sent[0])
  const signedIn = async ({id}: {id: string}) => {
    const [client, token] = [new Browser(fixture), newSecret()]
    await engine.store.transaction(db => beginSession(db, {person: id, sender: somewhere, token}, clock.now))
    client.client.cookies.set('nonet', token)
    return client
  }
  const status = () => made.shown(request, 'status')
  return {
    ...fixture,
    ...made,
    sent,
    deliver,
    request,
    approve,
    reject,
    signedIn,
    status,
    client: new Browser(fixture),
  }
}

const linksIn = (mail: Mail | undefined) =>
  [...(mail?.text ?? '').matchAll(/http:\/\/localhost(\/mail-links\/\S+)/g)].map(([, path = '']) => path)

const versionIn = (html: string) => /name="_version" value="(\d+)"/.exec(html)?.[1] ?? ''

async function confirm(client: Browser, path: string, fields: Record<string, string> = {}) {
  const page = await client.get(path)
  const [button = ''] = /<button[^>]*name="_action"[^>]*>/.exec(page.body) ?? []
  const action = /value="([^"]+)"/.exec(button)?.[1] ?? ''
  return client.post(path, {_action: action, _version: versionIn(page.body), ...fields})
}

describe.each(storesOfStories)('the links of a mail, on $name', ({make}) => {
  const office = () => officeOn(make)

  it('leads to a page that names record and action, and acts on confirmation, without signing in', async () => {
    const {client, approve, status} = await office()
    const page = await client.get(approve)
    expect(page.status).toBe(200)
    expect(page.body).toContain('Approve: Ada, 13–14 Apr')
    expect(page.body).toContain('You’re responding as Max.')
    expect(page.body).toContain('Holiday')
    const answered = await confirm(client, approve)
    expect([answered.status, answered.headers.get('location')]).toEqual([303, approve])
    expect(await status()).toBe('approved')
    const after = await client.get(approve)
    expect(after.body).toContain('You approved Ada’s holiday, 13–14 Apr')
    // No session: the record still asks to sign in.
    expect([...client.client.cookies.keys()]).not.toContain('nonet')
    expect((await client.get('/requests/1001')).body).not.toContain('13–14 Apr')
  })

  it('X2: are only in mails to an address that was proved', async () => {
    const {sent, deliver, engine, people, draft, act} = await officeOn(make, timeOff, true)
    const person = await findById(engine, people.max.id)
    if (!person) throw new Error('there is no Max')
    // Max is imported, and has no account.
    expect(linksIn(sent[0])).toEqual([])
    const submitted = async (day: string) => {
      const request = done(await draft(people.ada, {first_day: day, last_day: day}))
      done(await act(people.ada, request, 'submit'))
      await deliver()
      return linksIn(sent.at(-1)).length
    }
    expect(await setPassword(engine, person, 'moss-and-thunder')).toEqual({ok: true})
    expect(await submitted('2026-05-04')).toBe(2)
    // The record has another address, by whatever way.
    await engine.store.transaction(db => writeProved(db, person.id, 'former@example.com'))
    await submitted('2026-05-05')
    expect(sent).toHaveLength(2)
  })

  it('works once', async () => {
    const {client, approve, people, act, request, status} = await office()
    await confirm(client, approve)
    const version = Number((await act(people.ada, {...request, version: 3}, 'ask_to_cancel')).ok ? 4 : 0)
    expect(version).toBe(4)
    const again = await client.post(approve, {_action: 'approve', _version: '4'})
    expect(again.status).toBeLessThan(400)
    expect(await status()).toBe('cancel_asked')
  })

  it('works once if it is sent twice at the same time', async () => {
    const {client, approve, engine, people} = await office()
    const page = await client.get(approve)
    const send = () => client.post(approve, {_action: 'approve', _version: versionIn(page.body)})
    const replies = await Promise.all([send(), send(), send()])
    expect(replies.map(({status}) => status).every(code => code < 500)).toBe(true)
    const told = await engine.read(people.ada, reader => listNotifications(reader, people.ada.id, {skip: 0, most: 10}))
    expect(told).toHaveLength(1)
  })

  it('reports that the record has changed since the mail, and never acts on a version that was not shown', async () => {
    const {client, approve, engine, people, request, status} = await office()
    const before = await client.get(approve)
    expect(before.body).not.toContain('This has changed since the email was sent')
    done(await engine.change(people.hana, [updating('Request', request, {last_day: '2026-04-17'})]))
    const stale = await client.post(approve, {_action: 'approve', _version: versionIn(before.body)})
    expect(stale.status).toBe(409)
    expect(stale.body).toContain('13–17 Apr')
    expect(await status()).toBe('submitted')
    expect((await client.get(approve)).body).toContain('This has changed since the email was sent')
    expect((await confirm(client, approve)).status).toBe(303)
    expect(await status()).toBe('approved')
  })
})

// The page itself is the same on each database.
describe('the links of a mail', () => {
  const office = (document?: string) => officeOn(sqlite.make, document)

  it('changes nothing when programs open it, however often', async () => {
    const {approve, reject, client, status, app} = await office()
    for (const path of [approve, reject, approve]) {
      expect((await client.get(path)).status).toBe(200)
      expect((await app.request(path, {method: 'HEAD'})).status).toBe(200)
    }
    expect(await status()).toBe('submitted')
  })

  it('asks for the inputs of the action', async () => {
    const {client, reject, status} = await office()
    expect((await client.get(reject)).body).toContain('name="answer"')
    const missing = await confirm(client, reject)
    expect(missing.status).toBe(422)
    expect(await status()).toBe('submitted')
    expect((await confirm(client, reject, {answer: 'Too many are away.'})).status).toBe(303)
    expect(await status()).toBe('rejected')
  })

  it('works only for its recipient', async () => {
    const {approve, signedIn, people, status} = await office()
    const other = await signedIn(people.hana)
    const page = await other.get(approve)
    expect(page.status).toBe(403)
    expect(page.body).toContain('This link is for someone else')
    expect((await other.post(approve, {_action: 'approve', _version: '2'})).status).toBe(403)
    expect(await status()).toBe('submitted')
    const max = await signedIn(people.max)
    expect((await confirm(max, approve)).status).toBe(303)
    expect(await status()).toBe('approved')
  })

  it('expires, and says so', async () => {
    const {client, approve, clock, status} = await office()
    const page = await client.get(approve)
    clock.now += 8 * day
    const late = await client.post(approve, {_action: 'approve', _version: versionIn(page.body)})
    expect([late.status, late.body.includes('This link has expired')]).toEqual([410, true])
    expect(await status()).toBe('submitted')
    clock.now += 60 * day
    expect((await client.get(approve)).status).toBe(410)
  })

  it('does nothing for a person who lacks permission now, or who has left', async () => {
    const {client, approve, reject, engine, people, status} = await office()
    const page = await client.get(approve)
    const ada = {id: people.ada.id, version: 1}
    done(await engine.change(operator, [updating('User', ada, {manager: people.hana.id})]))
    expect((await client.post(approve, {_action: 'approve', _version: versionIn(page.body)})).status).toBe(404)
    expect((await client.get(approve)).status).toBe(404)
    done(await engine.change(operator, [updating('User', {id: people.max.id, version: 1}, {active: false})]))
    expect((await client.get(reject)).status).toBe(410)
    expect(await status()).toBe('submitted')
  })

  it('reports that the record was already handled', async () => {
    const {client, approve, reject, status} = await office()
    await confirm(client, approve)
    const page = await client.get(reject)
    expect([page.status, page.body.includes('You can no longer choose')]).toEqual([409, true])
    expect((await client.post(reject, {_action: 'reject', _version: '3', answer: 'No.'})).status).toBe(409)
    expect(await status()).toBe('approved')
  })

  it('performs the action of its button and no other', async () => {
    const {client, approve, status} = await office()
    expect((await client.post(approve, {_action: 'reject', _version: '2', answer: 'No.'})).status).toBe(422)
    expect((await client.post(approve, {_action: 'delete', _version: '2'})).status).toBe(422)
    expect((await client.post(approve, {_action: 'approve', _version: '2', days: '1'})).status).toBe(422)
    expect(await status()).toBe('submitted')
  })

  it('is rejected from another site, and its secret is not in the log', async () => {
    const {client, approve, status, logged} = await office()
    const headers = {'sec-fetch-site': 'cross-site', origin: 'https://evil.example'}
    expect((await client.post(approve, {_action: 'approve', _version: '2'}, {headers})).status).toBe(403)
    expect(await status()).toBe('submitted')
    expect(JSON.stringify(logged)).not.toContain(approve.split('/').at(-1))
  })

  it('with an unknown secret does not work', async () => {
    const {client, sent} = await office()
    expect((await client.get(`/mail-links/${newSecret()}`)).status).toBe(410)
    expect((await client.get('/mail-links/x')).status).toBe(410)
    const unsubscribe = new URL(sent[0]?.unsubscribe ?? '').pathname.split('/').at(-1)
    expect((await client.get(`/mail-links/${unsubscribe}`)).status).toBe(410)
  })

  it('unsubscribes with one POST of a mail program, and asks people first', async () => {
    const {client, app, sent, engine, people, act, request, deliver} = await office()
    const path = new URL(sent[0]?.unsubscribe ?? '').pathname
    const wants = () => engine.store.read(db => wantsMail(db, people.max.id))
    const page = await client.get(path)
    expect([page.status, page.body.includes('Stop email notifications from Time off?'), await wants()]).toEqual([
      ...[200, true, true],
    ])
    const headers = {'content-type': 'application/x-www-form-urlencoded'}
    const once = await app.request(path, {method: 'POST', headers, body: 'List-Unsubscribe=One-Click'})
    expect([once.status, await wants()]).toEqual([200, false])
    expect((await client.get(path)).body).toContain('You’re unsubscribed')
    done(await act(people.ada, {...request, version: 2}, 'withdraw'))
    await deliver()
    expect(sent).toHaveLength(1)
  })
})
