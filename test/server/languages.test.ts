/** Two people use one application in two languages: the one they chose, or that of their browser. */

import {readFileSync} from 'node:fs'
import {describe, expect, it} from 'vitest'
import {findByEmail} from '../../src/accounts/accounts.ts'
import {addWithPassword} from '../../src/accounts/admin.ts'
import type {Mail} from '../../src/mail/mailer.ts'
import {notificationCourier} from '../../src/screens/notifications/mail.ts'
import {deliverAll, operator} from '../../src/screens/testing.ts'
import {acceptedLanguages} from '../../src/server/middleware/language.ts'
import {creating, done} from '../kit/engine.ts'
import {Client, type PeopleFixture, peopleFixture} from '../kit/people.ts'
import {sqlite, stores} from '../kit/store-databases.ts'
import {rulesOfDocument, timeOff} from '../kit/time-off.ts'

const german = readFileSync(new URL('../../apps/time-off/app.de.md', import.meta.url), 'utf8')
const password = 'staple-horse-lamp'

interface Office {
  readonly fixture: PeopleFixture
  readonly ada: Client
  readonly max: Client
  readonly request: string
  readonly revoke: () => Promise<void>
}

async function office(address: string): Promise<Office> {
  const fixture = await peopleFixture({
    address,
    document: timeOff,
    translations: {de: german},
    records: true,
    mails: true,
    mailsNotices: true,
    rules: rulesOfDocument,
  })
  const {engine} = fixture
  const add = async (name: string, fields: Readonly<Record<string, string>> = {}) => {
    const email = `${name.toLowerCase()}@example.com`
    await addWithPassword(engine, {name, email, password, roles: ['Employee', 'HR']})
    const person = await findByEmail(engine, email)
    if (!person) throw new Error(`${name} was not added`)
    if (Object.keys(fields).length > 0)
      done(
        await engine.change(operator, [
          {
            kind: 'update',
            entity: 'User',
            id: person.id,
            version: person.version,
            fields: new Map(Object.entries(fields).map(([key, json]) => [key, {json}])),
          },
        ]),
      )
    const client = new Client(fixture)
    expect((await client.signIn(email, password)).status).toBe(303)
    return {id: person.id, client}
  }
  const max = await add('Max')
  const ada = await add('Ada', {manager: max.id})
  const kind = done(
    await engine.change(operator, [creating('Kind', {name: 'Sickness', needs_approval: false, uses_allowance: false})]),
  )
  const at = {first_day: '2026-03-16', last_day: '2026-03-17', kind: kind.id, person: ada.id}
  const made = done(await engine.change(operator, [creating('Request', at)]))
  const asAda = {kind: 'person', id: ada.id, name: 'Ada', roles: ['Employee', 'HR']} as const
  done(
    await engine.change(asAda, [
      {kind: 'action', entity: 'Request', id: made.id, version: made.version, action: 'submit', inputs: new Map()},
    ]),
  )
  const asMax = {kind: 'person', id: max.id, name: 'Max', roles: ['Employee', 'HR']} as const
  const revoke = async () => {
    const inputs = new Map([['answer', {json: 'Sorry'}]])
    const {id, version} = {...made, version: made.version + 1}
    done(await engine.change(asMax, [{kind: 'action', entity: 'Request', id, version, action: 'revoke', inputs}]))
  }
  return {fixture, ada: ada.client, max: max.client, request: '/requests/1001', revoke}
}

/** The key of each decision that waits for a person, by its label. */
const keysOf = (page: string) =>
  [...page.matchAll(/<button[^>]*aria-keyshortcuts="(\w)"[^>]*>([^<]+)</g)].map(([, key, label]) => [label, key])

const pageOf = async (client: Client, path: string) => (await client.get(path)).text()

async function choose(client: Client, language: string): Promise<Response> {
  return client.post('/account', {_action: 'language', language})
}

describe.each(stores)('a language for each person, on $name', ({make}) => {
  it('P23: the keys of decisions are the same in every language', async () => {
    const {fixture, max} = await office(await make(timeOff))
    const {engine} = fixture
    const ada = await findByEmail(engine, 'ada@example.com')
    const kind = done(await engine.change(operator, [creating('Kind', {name: 'Holiday'})]))
    const waiting = {person: ada?.id ?? '', kind: kind.id, first_day: '2026-04-06', last_day: '2026-04-06'}
    done(await engine.change(operator, [creating('Request', {...waiting, status: 'submitted'})]))
    expect(keysOf(await pageOf(max, '/to-decide'))).toEqual([
      ['Approve', 'A'],
      ['Decline', 'D'],
    ])
    await choose(max, 'de')
    expect(keysOf(await pageOf(max, '/to-decide'))).toEqual([
      ['Genehmigen', 'A'],
      ['Ablehnen', 'D'],
    ])
  })

  it('D27: is chosen in the account, and applies to that person only', async () => {
    const {ada, max, request, revoke} = await office(await make(timeOff))
    expect(await pageOf(ada, '/account')).toMatch(/<option [^>]*value="de"[^>]*>Deutsch<\/option>/)
    expect((await choose(ada, 'de')).status).toBe(303)
    const [here, there] = [await pageOf(ada, request), await pageOf(max, request)]
    expect(here).toContain('<html lang="de">')
    expect(there).toContain('<html lang="en">')
    for (const text of ['Meine Abwesenheit', 'Zeitraum', 'Erfasst', 'Vertretung', 'Benachrichtigungen'])
      expect(here).toContain(text)
    for (const text of ['My time off', 'Dates', 'Recorded', 'Covered by', 'Notifications'])
      expect(there).toContain(text)
    for (const text of ['My time off', 'Dates', 'Recorded', 'Covered by']) expect(here).not.toContain(text)
    expect(await pageOf(ada, '/people/new')).toContain('Einladung senden')
    expect(await pageOf(max, '/people/new')).toContain('Send an invitation')
    expect(here).toContain('haben eine Abwesenheit gemeldet: Sickness')
    expect(there).toContain('reported an absence: sickness')
    // “die Abwesenheit von Ada” is her own.
    await revoke()
    expect(await pageOf(ada, request)).toContain('hat Ihre Abwesenheit storniert: Sickness, 16.–17. März')
  })

  it('describes events in the language of the reader, not of the actor', async () => {
    const {ada, max} = await office(await make(timeOff))
    await choose(max, 'de')
    expect(await pageOf(max, '/notifications')).toContain('Ada hat eine Abwesenheit gemeldet: Sickness')
    await choose(max, 'en')
    expect(await pageOf(max, '/notifications')).toContain('Ada reported an absence: sickness')
    expect(await pageOf(ada, '/notifications')).toContain('Notifications')
  })
})

// Pages and mails are the same on each database.
describe('a language for each person', () => {
  const {make} = sqlite

  it('covers lists with their filters, boards, forms, prose and error messages', async () => {
    const {ada} = await office(await make(timeOff))
    await choose(ada, 'de')
    expect(await pageOf(ada, '/requests')).toMatch(/Alle Anträge[\s\S]*Eingereicht[\s\S]*Status/)
    expect(await pageOf(ada, '/progress')).toContain('Stornierung beantragt')
    expect(await pageOf(ada, '/requests/new')).toContain('Urlaub beantragen')
    expect(await pageOf(ada, '/rules')).toMatch(
      /Manche Abwesenheitsarten haben eine Vorlaufzeit[\s\S]*4 Monate vor Jahresbeginn/,
    )
    expect(await pageOf(ada, '/about')).toContain('in weniger als einer Minute Urlaub beantragen')
    const refused = await ada.post('/requests/new', {
      _action: 'create',
      first_day: '2026-04-02',
      last_day: '2026-04-01',
    })
    const text = await refused.text()
    expect(refused.status).toBe(422)
    expect(text).toContain('Bitte wählen Sie „Art“ aus.')
  })

  it('is that of the browser before one is chosen, and the document’s for all others', async () => {
    const {fixture} = await office(await make(timeOff))
    const visitor = new Client(fixture)
    const languageOf = async (accepted: string) =>
      /<html lang="(\w+)"/.exec(
        await (await visitor.get('/sign-in', {headers: {'accept-language': accepted}})).text(),
      )?.[1]
    expect(await languageOf('de-AT,de;q=0.9,en;q=0.5')).toBe('de')
    expect(await languageOf('fr,en;q=0.5,de;q=0.4')).toBe('en')
    expect(await languageOf('fr')).toBe('en')
  })

  it('is that of the recipient in mails', async () => {
    const {fixture, max} = await office(await make(timeOff))
    await choose(max, 'de')
    const sent: Mail[] = []
    const mailer = {send: async (mail: Mail) => void sent.push(mail)}
    const notice = notificationCourier({engine: () => fixture.engine, mailer, origin: () => 'https://away.example'})
    await deliverAll({
      store: fixture.engine.store,
      couriers: {notice},
      now: () => fixture.clock.now,
      random: () => 0,
      failed: ({cause}) => {
        throw cause
      },
    })
    expect(sent.map(({to, subject}) => `${to}: ${subject}`)).toEqual([
      expect.stringMatching(/^max@example\.com: Ada hat eine Abwesenheit gemeldet: Sickness, 16\./),
    ])
    expect(sent[0]?.text).toContain('Abwesenheit')
  })

  it('is one that the document offers: others are rejected', async () => {
    const {ada} = await office(await make(timeOff))
    expect((await choose(ada, 'fr')).status).toBe(400)
    expect(await pageOf(ada, '/account')).toContain('<html lang="en">')
  })
})

describe('the languages that a browser accepts', () => {
  it.each([
    [null, []],
    ['de', ['de', 'de']],
    ['en;q=0.2, de-CH', ['de-CH', 'de', 'en', 'en']],
    ['de;q=0, en', ['en', 'en']],
    [';;q=x,,', []],
  ])('of %s are %j', (header, languages) => {
    expect(acceptedLanguages(header)).toEqual(languages)
  })
})
