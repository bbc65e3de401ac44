/** Notification mails: in the document's words, once per event, and only while the recipient may read the record. */

import {describe, expect, it} from 'vitest'
import {notificationTexts} from '../../../src/engine/links/notification-text.ts'
import {setWantsMail} from '../../../src/engine/notifications/notification-rows.ts'
import type {Mail} from '../../../src/mail/mailer.ts'
import {languageOf} from '../../../src/messages/languages.ts'
import {notificationCourier, notificationMail} from '../../../src/screens/notifications/mail.ts'
import {deliverAll, listNotifications, listOutbox, operator} from '../../../src/screens/testing.ts'
import {documentOf} from '../../kit/documents.ts'
import {creating, deleting, done, engineOf, updating} from '../../kit/engine.ts'
import {storesOfStories} from '../../kit/store-databases.ts'
import {act, type Company, company, timeOff} from '../../kit/time-off.ts'

const replaced = (text: string, before: string | RegExp, after: string): string => {
  expect(text).toMatch(before)
  return text.replace(before, after)
}
const withBullet = (bullet: string): string => replaced(timeOff, '- final: rejected', `${bullet}\n- final: rejected`)

/** The planner with other recipients and offers, in one document: checking and compiling it takes longer than a test. */
const told = [
  ['- offers: approve, approve anyway, reject\n', '- offers: approve, approve anyway, reject, withdraw\n'],
  [/\| withdraw \| ([^|]+) \| withdrawn \| person \|/, '| withdraw | $1 | withdrawn | person, Employee |'],
  ['- when deleted: notify person\n', '- when deleted: notify cover\n'],
].reduce(
  (text, [before = '', after = '']) => replaced(text, before, String(after)),
  withBullet('- when changed: notify person.manager "Changed: {person}, {first_day..last_day}."'),
)

describe.each(storesOfStories)('mails about events, on $name', ({make}) => {
  async function office(document = timeOff) {
    const made = await company(await make(document), {mailsNotices: true, document})
    const sent: (Mail & {key: string})[] = []
    const mailer = {send: async (mail: Mail, key: string) => void sent.push({...mail, key})}
    const courier = notificationCourier({engine: () => made.engine, mailer, origin: () => 'https://away.example'})
    const delivery = {store: made.store, couriers: {notice: courier}, now: () => made.clock.now, random: () => 0}
    const deliver = () =>
      deliverAll({
        ...delivery,
        failed: ({cause}) => {
          throw cause
        },
      })
    const waiting = () => made.store.read(db => listOutbox(db, 100))
    return {...made, sent, deliver, waiting}
  }

  async function submitted({people, allowance, draft, act}: Company) {
    await allowance(people.ada, 25)
    const request = done(await draft(people.ada, {first_day: '2026-04-13', last_day: '2026-04-14'}))
    return done(await act(people.ada, request, 'submit'))
  }

  it('name the event and the record, with a link, for the people concerned', async () => {
    const desk = await office()
    await submitted(desk)
    const [letter, ...more] = await desk.waiting()
    expect(more).toEqual([])
    // The outbox row contains no data of the record: it is read on delivery.
    expect(JSON.stringify(letter?.payload)).not.toContain('2026-04')
    await desk.deliver()
    expect(desk.sent).toHaveLength(1)
    const [mail] = desk.sent
    expect(mail).toMatchObject({
      to: 'max@example.com',
      key: letter?.id,
      subject: 'Ada requested holiday, 13–14 Apr',
      sender: 'Ada via Time off',
      unsubscribe: expect.stringMatching(/^https:\/\/away\.example\/unsubscribe\/[\w-]{43}$/),
    })
    expect(withoutSecrets(mail?.text)).toBe(`Ada requested holiday, 13–14 Apr.

${label('kind')}: Holiday
${label('days')}: 2
${label('days_left')}: 25
${label('team_away')}: 0

Makers, 13–26 April 2026:
- Ada: 13–14 Apr
The limit of 1 is reached on 13–14 Apr.

${button('approve')}:
https://away.example/mail-links/…

${button('reject')}:
https://away.example/mail-links/…

Open in Time off:
https://away.example/requests/1001

You’ll be asked to confirm; there’s no need to sign in. The links are for you only, work once and expire in 7 days.

-- 
You’re receiving this because you can respond to this request.
Email settings: https://away.example/account
Unsubscribe: https://away.example/unsubscribe/…
`)
    expect(mail?.html).toContain('Ada requested holiday, 13–14 Apr</h1>')
    expect(mail?.html?.match(/<a class="button/g)).toHaveLength(2)
    expect(await desk.waiting()).toEqual([])
  })

  it('offer what the recipient is named for, not what only a role allows', async () => {
    const desk = await office(told)
    await submitted(desk)
    await desk.deliver()
    expect(desk.sent[0]).toMatchObject({to: 'max@example.com', text: expect.stringContaining('Approve')})
    expect(desk.sent[0]?.text).not.toContain('Withdraw')
  })

  it('contain the document’s sentence for the recipient', async () => {
    const desk = await office()
    const request = await submitted(desk)
    await desk.deliver()
    done(await desk.act(desk.people.max, request, 'approve'))
    await desk.deliver()
    expect(desk.sent[1]).toMatchObject({
      to: 'ada@example.com',
      subject: 'Max approved your holiday, 13–14 Apr',
      text: expect.stringContaining('Max approved your holiday, 13–14 Apr.'),
    })
  })

  it('say what an action has changed, from what to what', async () => {
    const desk = await office()
    const request = await submitted(desk)
    await desk.deliver()
    const days = {first_day: '2026-04-15', last_day: '2026-04-16', first_half: false, last_half: false}
    done(await desk.act(desk.people.max, request, 'correct_dates', days))
    await desk.deliver()
    expect(desk.sent.findLast(({to}) => to === 'ada@example.com')).toMatchObject({
      subject: 'Max changed your holiday to 15–16 Apr',
      text: expect.stringContaining('Max changed the dates from 13–14 Apr to 15–16 Apr.'),
    })
  })

  it('address the reader as “you” in the sentence of an action', async () => {
    const desk = await office()
    const submittedRequest = await submitted(desk)
    const {ada, max} = desk.people
    const approved = done(await desk.act(max, submittedRequest, 'approve'))
    const asked = done(await desk.act(ada, approved, 'ask_to_cancel'))
    done(await desk.act(max, asked, 'allow_cancelling'))
    await desk.deliver()
    expect(desk.sent.map(({to, subject}) => `${to}: ${subject}`)).toContain(
      'ada@example.com: Max approved the cancellation of your holiday, 13–14 Apr',
    )
  })

  it('contain nothing that their recipient may not read when they are sent', async () => {
    const grant = `${ownGrant} |`
    expect(timeOff).toContain(grant)
    const fields = 'number, person, first_day, last_day, status, team_away'
    const mail = '- subject: {person}: {note}\n- text: About {kind} and {days}.\n'
    const document = timeOff
      .replace(grant, `${grant.slice(0, -1)}${fields} |\n| HR | read | Request | | |`)
      .replace('### Request submit mail\n\n', `### Request submit mail\n\n${mail}`)
    const desk = await office(document)
    await desk.allowance(desk.people.ada, 25)
    const secret = {note: 'My operation.', first_day: '2026-04-13', last_day: '2026-04-14'}
    const request = done(await desk.draft(desk.people.ada, {...secret, cover: desk.people.bo.id}))
    done(await desk.act(desk.people.ada, request, 'submit'))
    await desk.deliver()
    expect(desk.sent[0]?.subject).toBe('Ada: …')
    expect(desk.sent[0]?.text).toContain('About … and ….')
    expect(desk.sent[0]?.text).toContain(`${label('team_away')}: 0`)
    for (const hidden of ['Holiday', 'operation', 'Bo', `${label('days')}:`, `${label('cover')}:`])
      expect(withoutSecrets(`${desk.sent[0]?.text}${desk.sent[0]?.html}`)).not.toContain(hidden)
  })

  it('are in the language of the document', async () => {
    const desk = await office(timeOff.replace('| LANGUAGE | "en" |', '| LANGUAGE | "de" |'))
    await submitted(desk)
    await desk.deliver()
    expect(desk.sent[0]?.subject).toMatch(/^Ada requested Holiday, 13\./)
    expect(desk.sent[0]?.text).toContain('Sie erhalten diese E-Mail, weil Sie darauf antworten können.')
  })

  it('are posted with the action, or not at all', async () => {
    const desk = await office()
    await desk.allowance(desk.people.ada, 1)
    const request = done(await desk.draft(desk.people.ada, {first_day: '2026-04-13', last_day: '2026-04-17'}))
    // Its rule about the balance is checked after its effects.
    expect((await desk.act(desk.people.ada, request, 'submit')).ok).toBe(false)
    expect(await desk.waiting()).toEqual([])
  })

  it('are not sent to people who have turned them off, have left, or may no longer read the record', async () => {
    const desk = await office()
    const {engine, people, store, clock, sent} = desk
    const request = await submitted(desk)
    await store.transaction(db => setWantsMail(db, people.max.id, {wants: false, now: clock.now}))
    await desk.deliver()
    expect(sent).toEqual([])
    await store.transaction(db => setWantsMail(db, people.max.id, {wants: true, now: clock.now}))
    const withdrawn = done(await desk.act(people.ada, request, 'withdraw'))
    expect(await desk.waiting()).toHaveLength(1)
    // Before the mail is sent, Ada gets another manager: Max may no longer read her requests.
    const ada = {id: people.ada.id, version: 1}
    done(await engine.change(operator, [updating('User', ada, {manager: people.hana.id})]))
    await desk.deliver()
    expect(sent).toEqual([])
    expect(await desk.waiting()).toEqual([])
    expect(withdrawn.id).toBe(request.id)
  })

  it('are not sent to people who may no longer sign in', async () => {
    const desk = await office()
    await submitted(desk)
    const max = {id: desk.people.max.id, version: 1}
    done(await desk.engine.change(operator, [updating('User', max, {active: false})]))
    await desk.deliver()
    expect(desk.sent).toEqual([])
  })

  it('are sent once per person and event, even if a person is notified twice', async () => {
    const document = `# Desk

## 3. Entities

### Ticket

| Field | Type | Required |
|---|---|---|
| subject | text 1..60 | yes |
| owner | User | |
| others | many User | |

## 4. States

### Ticket

| Action | Who | Then |
|---|---|---|
| ping | signed in | notify owner; notify others; notify owner |
`
    const {engine, store} = await engineOf({document, address: await make(document), mailsNotices: true})
    const [ada, bo] = await Promise.all(
      ['Ada', 'Bo'].map(async name =>
        done(await engine.change(operator, [creating('User', {name, email: `${name}@example.com`})])),
      ),
    )
    if (!ada || !bo) throw new Error('a person is missing')
    const fields = {subject: 'x', owner: ada.id, others: [ada.id, bo.id]}
    const ticket = done(await engine.change(operator, [creating('Ticket', fields)]))
    const cleo = done(await engine.change(operator, [creating('User', {name: 'Cleo', email: 'cleo@example.com'})]))
    const actor = {kind: 'person', id: cleo.id, name: 'Cleo', roles: ['Member']} as const
    done(await act(engine, actor, ticket, 'ping'))
    const rows = await store.read(db => listOutbox(db, 10))
    expect(rows.map(({payload}) => JSON.stringify(payload)).toSorted()).toEqual(
      [ada.id, bo.id].map(person => JSON.stringify({person, by: cleo.id})).toSorted(),
    )
  })
})

describe.each(storesOfStories)('mails about plain changes, on $name', ({make}) => {
  it('D18: list the changes of another person with old and new values, and deletions', async () => {
    const desk = await company(await make(timeOff), {mailsNotices: true})
    const {ada, hana, bo} = desk.people
    const sent: Mail[] = []
    const mailer = {send: async (mail: Mail) => void sent.push(mail)}
    const courier = notificationCourier({engine: () => desk.engine, mailer, origin: () => 'https://away.example'})
    const deliver = () =>
      deliverAll({
        ...{store: desk.store, couriers: {notice: courier}, now: () => desk.clock.now, random: () => 0},
        failed: ({cause}) => {
          throw cause
        },
      })
    const draft = done(await desk.draft(ada, {first_day: '2026-04-13', last_day: '2026-04-14'}))
    const change = {first_day: '2026-04-14', cover: bo.id, note: 'As agreed.'}
    const moved = done(await desk.engine.change(hana, [updating('Request', draft, change)]))
    await deliver()
    expect(sent.map(({to, subject}) => `${to} ${subject}`)).toEqual([
      'ada@example.com Hana changed the request “Holiday, Tue 14 Apr”',
    ])
    expect(sent[0]?.text).toContain(
      'Hana moved the first day from Mon 13 Apr to Tue 14 Apr, edited the reason and set “Covered by” to Bo.',
    )
    done(await desk.engine.change(hana, [deleting('Request', moved)]))
    await deliver()
    expect(sent[1]?.subject).toBe('Hana deleted the request “Holiday, Tue 14 Apr”')
    expect(sent).toHaveLength(2)
    const told = await desk.engine.read(ada, async reader =>
      notificationTexts(reader, await listNotifications(reader, ada.id, all)),
    )
    // The history of the record is deleted with it.
    expect(told).toMatchObject([{name: 'Holiday, Tue 14 Apr', plain: 'delete', by: {name: 'Hana'}, href: null}])
  })

  it.each([
    ['the owner, where nothing is written', timeOff, ['ada']],
    ['no one, where the document says so', withBullet('- when changed: no one'), []],
    ['the people that the document names', told, ['max', 'max']],
  ])('D18: are sent to %s', async (_who, document, names) => {
    const desk = await company(await make(document), {document})
    const {ada, hana, max} = desk.people
    const draft = done(await desk.draft(ada, {first_day: '2026-04-13', last_day: '2026-04-14'}))
    const own = done(await desk.engine.change(ada, [updating('Request', draft, {first_day: '2026-04-14'})]))
    done(await desk.engine.change(hana, [updating('Request', own, {note: 'As agreed.'})]))
    const found = await Promise.all(
      Object.entries({ada, max}).map(async ([name, person]) => {
        const some = await desk.engine.read(person, reader => listNotifications(reader, person.id, all))
        return some.map(() => name)
      }),
    )
    expect(found.flat()).toEqual(names)
  })

  it('D18: contain the document’s sentence about a plain change', async () => {
    const desk = await company(await make(told), {document: told})
    const {ada, max} = desk.people
    const draft = done(await desk.draft(ada, {first_day: '2026-04-13', last_day: '2026-04-14'}))
    done(await desk.engine.change(ada, [updating('Request', draft, {first_day: '2026-04-14'})]))
    const texts = await desk.engine.read(max, async reader =>
      notificationTexts(reader, await listNotifications(reader, max.id, all)),
    )
    expect(texts.map(each => each?.sentence)).toEqual(['Changed: Ada, Tue 14 Apr.'])
  })

  it('D18: are not sent for changes of fields that the recipient may not read', async () => {
    const document = timeOff.replace(`${ownGrant} |`, `${ownGrant} all except note, kind |`)
    expect(document).not.toBe(timeOff)
    const desk = await company(await make(document), {document})
    const {ada, hana} = desk.people
    const draft = done(await desk.draft(ada, {first_day: '2026-04-13', last_day: '2026-04-14'}))
    const hidden = done(await desk.engine.change(hana, [updating('Request', draft, {note: 'Unseen.'})]))
    expect(await desk.engine.read(ada, reader => listNotifications(reader, ada.id, all))).toEqual([])
    done(await desk.engine.change(hana, [updating('Request', hidden, {first_day: '2026-04-14'})]))
    const told = await desk.engine.read(ada, async reader =>
      notificationTexts(reader, await listNotifications(reader, ada.id, all)),
    )
    // The name of the request for its owner does not reveal it either.
    expect(told).toMatchObject([{name: 'Tue 14 Apr', plain: 'update'}])
  })

  it('D18: are not sent for records that the recipient could not read', async () => {
    const desk = await company(await make(told), {mailsNotices: true, document: told})
    const {ada, bo, hana} = desk.people
    const days = {first_day: '2026-04-13', last_day: '2026-04-14', cover: bo.id}
    const draft = done(await desk.draft(ada, days))
    done(await desk.engine.change(hana, [deleting('Request', draft)]))
    expect(await desk.store.read(db => listOutbox(db, 10))).toEqual([])
    expect(await desk.engine.read(bo, reader => listNotifications(reader, bo.id, all))).toEqual([])
  })
})

/** The grant to read requests, without the fields. */
const ownGrant = '| Employee | read | Request | person = me or person.manager = me or list contains(stand_ins, me) |'

/** Every mail has its own secrets in its addresses. */
const withoutSecrets = (text = ''): string => text.replace(/[\w-]{43}/g, '…')

/** The current label in the document. */
const label = (field: string) =>
  documentOf(timeOff).specification.entities.entities.get('Request')?.fields.get(field)?.label
const button = (action: string) => documentOf(timeOff).specification.actions.actions.get('Request')?.get(action)?.label

const all = {skip: 0, most: 10}

describe('the text of a mail about a record', () => {
  const {specification} = documentOf(timeOff)
  const told = {
    name: 'Ada',
    kind: 'Request',
    action: 'Finish',
    plain: null,
    changes: '',
    sentence: null,
    by: null,
    from: null,
    href: null,
  }
  const person = {id: 'x', name: 'Max', email: 'max@example.com'}
  const links = {actions: [], unsubscribe: 'secret'}
  const nothing = {subject: null, text: null, facts: [], strip: null, offers: [], entry: null, now: 0}
  const written = {...nothing, version: 1, own: false, language: 'en', links}
  type Notice = Parameters<typeof notificationMail>[1]
  const mail = (more: Partial<Notice['told']>, parts: Partial<Notice> = {}) =>
    notificationMail(specification, {
      ...{person, origin: 'https://away.example', ...written, told: {...told, from: more.by ?? null, ...more}},
      ...parts,
    })

  it('have what moves the record on as their main button, and what ends it as a plain link', () => {
    const html = (offers: Notice['offers']) =>
      mail({}, {offers, links: {...links, actions: offers.map(() => 'x')}}).html
    const cancel = {action: 'cancel', label: 'Cancel', tone: 'danger'} as const
    const approve = {action: 'approve', label: 'Approve', tone: 'primary'} as const
    expect(html([cancel])).toMatch(/class="button primary"[^>]*>Open in Time off<.*class="muted"[^>]*>Cancel</)
    expect(html([cancel])?.match(/class="button/g)).toHaveLength(1)
    expect(html([approve, cancel])).toMatch(/class="button primary"[^>]*>Approve<.*class="button danger"[^>]*>Cancel</)
  })

  it('links to the notifications if no screen shows the record', () => {
    expect(mail({}).text).toContain('Open in Time off:\nhttps://away.example/notifications\n\n')
  })

  it('names actions of the system, and no person hidden from the reader', () => {
    expect(mail({}).text).toContain('Automatic: Finish.')
    expect(mail({by: {id: 'x', name: ''}}).text).toContain('Finish by someone.')
  })

  it('stays on its lines, whatever the name of the record', () => {
    const name = 'x\r\nBcc: eve@example.com\r\n\r\nhttps://evil.example\n\n'
    const {subject, text} = mail({name})
    expect(subject).toBe('Finish: x Bcc: eve@example.com https://evil.example')
    expect(text.split('\n\n').filter(part => part.startsWith('https://evil'))).toEqual([])
    expect(mail({name: 'y'.repeat(5000)}).subject.length).toBeLessThan(200)
  })

  it('stays text, whatever is stored', () => {
    const evil = "\"><script>alert(1)</script><a href='https://evil.example'>"
    const facts = [
      {label: evil, text: evil, quoted: false, colour: evil},
      {label: 'Note', text: `${evil}\n-- \nUnsubscribe: https://evil.example`, quoted: true, colour: null},
    ]
    const strip = {
      title: evil,
      days: [{short: evil, text: evil, off: false, covered: true}],
      rows: [{name: evil, note: evil, own: true, times: [evil], days: [{fill: 'own', half: false}]}],
      warning: {lead: evil, text: evil},
    } as const
    const offers = [{action: 'approve', label: evil, tone: 'primary'}] as const
    const by = {id: 'someone else', name: evil}
    const made = mail(
      {by, sentence: evil},
      {
        facts,
        strip,
        offers,
        text: evil,
        subject: `${evil}\r\nBcc: x`,
      },
    )
    expect(made.html).not.toMatch(/<script|<a href=/)
    expect(made.html?.match(/<a /g)).toHaveLength(4)
    expect(made.subject).not.toMatch(/[\r\n]/)
    expect(made.sender).not.toMatch(/[\r\n]/)
    // Lines of a quotation cannot be mistaken for ours.
    expect(made.text).toContain('\n> Unsubscribe: https://evil.example')
  })
})

it('a subject has no full stop, and keeps that of an abbreviated month', () => {
  expect(languageOf('en').grammar.titled('Max approved your holiday, 13–16 Apr.')).toBe(
    'Max approved your holiday, 13–16 Apr',
  )
  expect(languageOf('en').grammar.titled('Ada uploaded a certificate.')).toBe('Ada uploaded a certificate')
  expect(languageOf('de').grammar.titled('Max hat Ihren Antrag genehmigt: Urlaub, 13.–16. Dez.')).toBe(
    'Max hat Ihren Antrag genehmigt: Urlaub, 13.–16. Dez.',
  )
})
