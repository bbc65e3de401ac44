/** Mails about accounts: what their owners are told, and what a stranger cannot make them say. */

import {describe, expect, it} from 'vitest'
import {findByEmail} from '../../src/accounts/accounts.ts'
import {setPassword} from '../../src/accounts/admin.ts'
import {invite} from '../../src/accounts/invitations.ts'
import {operator} from '../../src/screens/testing.ts'
import {queryRows} from '../../src/store/sql.ts'
import {addressOf, type Office, office, officeOn, password} from '../kit/addresses.ts'
import {Client, linkTo} from '../kit/people.ts'
import {sqlite, storesOfStories} from '../kit/store-databases.ts'

const next = 'moss-and-thunder'
const bait = 'You won 1000 EUR, collect it at https://evil.example/win now'

/** The same office in German. */
const german = `${office}
## 9. Business constants and limits

| Name | Value | Meaning |
|---|---|---|
| LANGUAGE | "de" | |
`

describe.each(storesOfStories)('X12: a mail to an address that is not proved, on $name', ({make}) => {
  const fresh = async () => officeOn(await make(office))
  const sentTo = async ({mails}: Office, to: string) => {
    await expect.poll(() => mails.some(mail => mail.to === to)).toBe(true)
    const {subject, text} = mails.findLast(mail => mail.to === to) ?? {subject: '', text: ''}
    return `${subject}\n${text}`
  }

  it('says nothing that a visitor has typed when they sign up', async () => {
    const fixture = await fresh()
    const victim = 'victim@elsewhere.test'
    await new Client(fixture).post('/sign-up', {_action: 'sign up', name: bait, email: victim})
    expect(await sentTo(fixture, victim)).not.toMatch(/evil|1000/)
    const called = 'other@elsewhere.test'
    const api = (await fixture.token('Max')).as(null)
    expect((await api.post('/api/people', {name: bait, email: called, password})).status).toBe(201)
    expect(await sentTo(fixture, called)).not.toMatch(/evil|1000/)
  })

  it('says nothing more of a person who signed up by a call, whatever they do next', async () => {
    const fixture = await fresh()
    const victim = 'victim@elsewhere.test'
    const api = (await fixture.token('Max')).as(null)
    const {json} = await api.post('/api/people', {name: bait, email: victim, password})
    const theirs = api.as(json.token)
    await theirs.put('/api/me', {password: next})
    await theirs.put('/api/me', {email: 'eve@elsewhere.test'})
    const client = new Client(fixture)
    await client.signIn(victim, next)
    await client.post('/account', {_action: 'make key', key: 'Program'})
    await new Client(fixture).post('/sign-up', {_action: 'sign up', name: bait, email: victim})
    await expect
      .poll(() => fixture.subjects(victim))
      .toEqual(['Confirm your new email for Office', 'You already have a Office account'])
    await new Client(fixture).post(linkTo(fixture, 'eve@elsewhere.test'), {
      _action: 'confirm address',
      current: next,
    })
    expect((await findByEmail(fixture.engine, 'eve@elsewhere.test'))?.name).toBe(bait)
    expect(fixture.mails.map(({text}) => text).join()).not.toMatch(/evil|1000/)
    expect(fixture.subjects(victim)).toHaveLength(2)
  })

  it('says nothing that a person has typed when they ask for a new address', async () => {
    const fixture = await fresh()
    const api = await fixture.token('Max')
    expect((await api.put('/api/me', {name: bait})).status).toBe(200)
    expect((await api.put('/api/me', {email: 'victim@elsewhere.test'})).status).toBe(200)
    expect(await sentTo(fixture, 'victim@elsewhere.test')).not.toMatch(/evil|1000/)
  })

  it.each([
    [bait, 'Hello,'],
    ['www.evil.example', 'Hello,'],
    ['Go to evil.example', 'Hello,'],
    ['evil。example', 'Hello,'],
    ['evil．example', 'Hello,'],
    ['win@evil', 'Hello,'],
    ['Ida Berg', 'Hello Ida Berg,'],
    ['Dr. J. R. Müller-Łuk', 'Hello Dr. J. R. Müller-Łuk,'],
  ])('invites %j with the greeting %j', async (name, greeting) => {
    const fixture = await fresh()
    const {id} = await fixture.person('Ada')
    const actor = {kind: 'person', id, name, roles: ['Admin']} as const
    const email = 'ida@elsewhere.test'
    expect((await invite(fixture.world, actor, {name, email, roles: []})).kind).toBe('invited')
    const text = await sentTo(fixture, email)
    expect(text).toContain(greeting)
    expect(text).toContain(greeting === 'Hello,' ? 'You’ve been invited to Office' : `${name} invited you to Office`)
  })
})

describe.each(storesOfStories)('X22: the owner of an account, on $name', ({make}) => {
  const fresh = async (document = office) => officeOn(await make(document), {document})
  const changed = 'Your Office password was changed'

  it('is told of a new password, however it was set', async () => {
    const fixture = await fresh()
    const max = await fixture.signIn('Max')
    await max.post('/account', {_action: 'change password', now: password, password: next})
    expect(fixture.subjects(addressOf('Max'))).toEqual([changed])

    await new Client(fixture).post('/forgot-password', {_action: 'send link', email: addressOf('Eva')})
    await expect.poll(() => fixture.subjects(addressOf('Eva'))).toEqual(['Reset your Office password'])
    await new Client(fixture).post(linkTo(fixture, addressOf('Eva')), {_action: 'reset password', password: next})
    expect(fixture.subjects(addressOf('Eva'))).toContain(changed)

    expect((await (await fixture.token('Ada')).put('/api/me', {password: next})).status).toBe(200)
    expect(fixture.subjects(addressOf('Ada'))).toEqual([changed])

    // On the command line the mail waits in the outbox until the application runs.
    const hugo = await fixture.person('Hugo')
    await setPassword(fixture.engine, hugo, next)
    const rows = await fixture.engine.store.read(db => queryRows(db)`select payload from nonet_outbox`)
    expect(rows.map(([payload]) => JSON.parse(String(payload)))).toEqual([
      expect.objectContaining({to: hugo.email, subject: changed}),
    ])
  })

  it('is not told of one that was refused, nor of the first one', async () => {
    const fixture = await fresh()
    const max = await fixture.signIn('Max')
    await max.post('/account', {_action: 'change password', now: 'wrong-password', password: next})
    await max.post('/account', {_action: 'change password', now: password, password: 'short'})
    await invite(fixture.world, operator, {name: 'Ida', email: 'ida@example.com', roles: ['Member']})
    await new Client(fixture).post(linkTo(fixture, 'ida@example.com'), {_action: 'accept', password})
    expect((await findByEmail(fixture.engine, 'ida@example.com'))?.active).toBe(true)
    expect(fixture.mails.map(({subject}) => subject)).toEqual(['You’re invited to Office'])
  })

  it('is told of a new API key, without its name or the key', async () => {
    const fixture = await fresh()
    const key = await fixture.key('Max')
    const [mail] = fixture.mails
    expect(mail).toMatchObject({to: addressOf('Max'), subject: 'New API key for your Office account'})
    expect(mail?.text).not.toContain(key)
    expect(mail?.text).not.toContain('Program,')
  })

  it('is told at the address that was proved, where a session has changed the other one', async () => {
    const fixture = await officeOn(await make(office), {mails: false})
    await (await fixture.token('Max')).put('/api/me', {email: 'thief@evil.example'})
    await fixture.key('Max')
    expect(fixture.subjects(addressOf('Max'))).toEqual([
      'Your Office email was changed',
      'New sign-in to your Office account',
      'New API key for your Office account',
    ])
    expect(fixture.subjects('thief@evil.example')).toEqual([])
  })
})

describe('German mails about accounts', () => {
  it('X22: say what was changed, and what to do', async () => {
    const fixture = await officeOn(await sqlite.make(german), {document: german})
    await fixture.key('Max')
    const max = await fixture.signIn('Max')
    await max.post('/account', {_action: 'change password', now: password, password: next})
    const {id, version} = await fixture.person('Max')
    const ada = await fixture.signIn('Ada')
    await ada.post(`/people/${id}`, {_action: 'update', _version: String(version), email: 'max.neu@example.com'})
    await new Client(fixture).post(linkTo(fixture, 'max.neu@example.com'), {_action: 'confirm address'})
    expect(fixture.subjects(addressOf('Max'))).toEqual([
      'Neuer API-Schlüssel für Ihr Konto bei „Office“',
      'Neue Anmeldung bei „Office“',
      'Ihr Passwort bei „Office“ wurde geändert',
      'Ihre E-Mail-Adresse bei „Office“ soll geändert werden',
      'Ihre E-Mail-Adresse bei „Office“ wurde geändert',
    ])
    expect(fixture.subjects('max.neu@example.com')).toEqual(['Neue E-Mail-Adresse für „Office“ bestätigen'])
    const [key, , changed, asked] = fixture.mails.filter(({to}) => to === addressOf('Max')).map(({text}) => text)
    expect(key).toContain('Guten Tag Max,\n\nfür Ihr Konto bei „Office“ wurde ein API-Schlüssel erstellt.')
    expect(changed).toContain('Auf allen anderen Geräten wurden Sie abgemeldet.')
    expect(asked).toContain('ändern Sie Ihr Passwort bei „Office“: Damit ist die Änderung hinfällig.')
    const greetings = fixture.mails.filter(({to}) => to !== addressOf('Max')).map(({text}) => text.split('\n')[0])
    expect(greetings).toEqual(['Guten Tag,'])
  })

  it('X12: greet invited people by name only where it could not become a link', async () => {
    const fixture = await officeOn(await sqlite.make(german), {document: german})
    for (const [name, email] of [
      ['Ida Berg', 'ida@example.com'],
      [bait, 'eve@example.com'],
    ] as const)
      await invite(fixture.world, operator, {name, email, roles: ['Member']})
    const texts = fixture.mails.map(({text}) => text.split('\n').slice(0, 3).join(' '))
    expect(texts).toEqual([
      expect.stringContaining('Guten Tag Ida Berg,  Sie wurden zu „Office“ eingeladen.'),
      expect.stringContaining('Guten Tag,  Sie wurden zu „Office“ eingeladen.'),
    ])
  })
})
