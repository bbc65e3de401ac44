/** Account mails, from the page that requests them to the mail server, which may be unavailable. */

import {describe, expect, it, onTestFinished} from 'vitest'
import {addWithPassword} from '../../src/accounts/admin.ts'
import type {Delivery} from '../../src/engine/outbox/outbox.ts'
import {mailCourier, postMail} from '../../src/mail/account-mail.ts'
import {smtpMailer} from '../../src/mail/mailer.ts'
import {deliverAll, listOutbox} from '../../src/screens/testing.ts'
import {type MailServer, mailServer} from '../kit/mail-server.ts'
import {Client, desk, type PeopleFixture, peopleFixture} from '../kit/people.ts'
import {storesOfStories} from '../kit/store-databases.ts'

const password = 'staple-horse-lamp'
const minute = 60_000

describe.each(storesOfStories)('account mails on $name', ({make}) => {
  async function office(document = desk) {
    const server = await mailServer()
    onTestFinished(() => server.close())
    const address = await make(document)
    const fixture: PeopleFixture = await peopleFixture({
      address,
      document,
      origin: 'https://lost.example',
      post: (db, mail, journal) => postMail(db, mail, {now: fixture.clock.now, journal}),
    })
    const {engine} = fixture
    await addWithPassword(engine, {name: 'Lea', email: 'lea@example.com', password, roles: ['Lead']})
    const waiting = () => engine.store.read(db => listOutbox(db, 10))
    /** Until this many are posted: the work for a reset happens after the response. */
    const posted = async (count: number) => {
      while ((await waiting()).length < count) await new Promise(resolve => setTimeout(resolve, 5))
    }
    const client = new Client(fixture)
    client.headers = {origin: 'https://lost.example'}
    return {...fixture, server, waiting, posted, client, deliver: delivering(fixture, server)}
  }

  function delivering({engine, clock}: PeopleFixture, server: MailServer) {
    const from = {product: 'Lost and found', address: 'desk@example.com', language: 'en', hue: 172}
    const delivery: Delivery = {
      store: engine.store,
      couriers: {
        mail: mailCourier(
          smtpMailer(server.url, () => from),
          () => clock.now,
        ),
      },
      now: () => clock.now,
      random: () => 1,
      failed: () => {},
    }
    return () => deliverAll(delivery)
  }

  /** The path of the link in a mail; the encoding of long lines is undone. */
  const linkIn = ({received}: MailServer) =>
    /https:\/\/lost\.example(\/\S+)/.exec(
      (received.at(-1)?.source ?? '').replace(/=\n/g, '').replace(/=3D/g, '='),
    )?.[1] ?? ''

  it('wait while the mail server is unavailable, and their links work when they arrive', async () => {
    const {client, server, waiting, posted, deliver, clock} = await office()
    server.answers = {MAIL: '451 come back later'}
    await client.post('/forgot-password', {_action: 'send link', email: 'lea@example.com'})
    await posted(1)
    await deliver()
    expect(await waiting()).toMatchObject([{name: 'reset', attempts: 1, problem: expect.stringContaining('451')}])
    server.answers = {}
    clock.now += minute
    await deliver()
    expect(await waiting()).toEqual([])
    expect(server.received.map(({to}) => to)).toEqual([['lea@example.com']])
    expect((await client.get(linkIn(server))).status).toBe(200)
  })

  it('are not sent after their link has expired', async () => {
    const {client, server, waiting, posted, deliver, clock} = await office()
    await client.post('/forgot-password', {_action: 'send link', email: 'lea@example.com'})
    await posted(1)
    clock.now += 61 * minute
    await deliver()
    expect([await waiting(), server.received]).toEqual([[], []])
  })

  it('invite people in the language of the document, in the transaction that creates them', async () => {
    const german = `${desk}| LANGUAGE | "de" | |\n`
    const {client, server, deliver, waiting} = await office(german)
    await client.signIn('lea@example.com', password)
    const finn = {_action: 'invite', name: 'Finn', email: 'finn@example.com', roles: 'Lead'}
    expect((await client.post('/invitations', finn)).status).toBe(303)
    expect(await waiting()).toMatchObject([{kind: 'mail', name: 'invitation', entity: 'User', attempts: 0}])
    // Rejected, so nothing is posted: nobody can join with this role.
    const refused = {...finn, email: 'gwen@example.com', roles: 'Auditor'}
    expect((await client.post('/invitations', refused)).status).toBe(422)
    expect(await waiting()).toHaveLength(1)
    await deliver()
    expect(server.received[0]?.headers.get('subject')).toContain('Einladung_zu_')
    expect(server.received[0]?.source).toContain('Lea hat Sie zu ')
  })

  it('notify the previous address of a change', async () => {
    const {client, server, deliver} = await office()
    await client.signIn('lea@example.com', password)
    const change = {_action: 'save', name: 'Lea', email: 'lea@other.example', current: password, _version: '1'}
    expect((await client.post('/account', change)).status).toBe(303)
    await deliver()
    expect(server.received.map(({to}) => to)).toEqual([['lea@example.com']])
    expect(server.received[0]?.source).toContain('lea@other.example')
  })
})
