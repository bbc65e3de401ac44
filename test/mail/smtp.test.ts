import {afterAll, beforeAll, beforeEach, describe, expect, test} from 'vitest'
import {invitation} from '../../src/engine/feeds/feed-formats.ts'
import {Undeliverable} from '../../src/engine/outbox/outbox.ts'
import {
  htmlOf,
  inLine,
  isMailAddress,
  isSmtpAddress,
  type Mail,
  type Sender,
  smtpMailer,
  terminalMailer,
} from '../../src/mail/mailer.ts'
import {type MailServer, mailServer} from '../kit/mail-server.ts'

const mail = {to: 'finn@example.com', subject: 'A new password', text: 'Open this:\n\nhttp://localhost/x\n'}
const desk: Sender = {product: 'Lost & found', address: 'desk@example.com', language: 'en', hue: 172}

let server: MailServer
beforeAll(async () => {
  server = await mailServer()
})
afterAll(() => server.close())
beforeEach(() => {
  server.received.length = 0
  server.answers = {}
})

const send = (more: Partial<Mail> = {}, from: Sender = desk) =>
  smtpMailer(server.url, () => from).send({...mail, ...more}, 'key-1')

describe('a mail', () => {
  test('is sent to the configured server, to one person, as text and as HTML, under its key', async () => {
    await send()
    await send()
    expect(server.received).toHaveLength(2)
    for (const {from, to, headers, source} of server.received) {
      expect([from, to]).toEqual(['desk@example.com', ['finn@example.com']])
      expect(headers.get('subject')).toBe('A new password')
      expect(headers.get('from')).toBe('"Lost & found" <desk@example.com>')
      expect(headers.get('message-id')).toBe('<key-1@example.com>')
      expect(headers.get('auto-submitted')).toBe('auto-generated')
      expect(source).toContain('\nhttp://localhost/x')
      expect(source.replace(/=\r?\n/g, '')).toContain('href=3D"http://localhost/x"')
    }
  })

  test('carries a calendar entry that calendars understand, without anything injected by names', async () => {
    const event = {
      ...{id: '0190c8d2-0000-7000-8000-000000000001', version: 3, state: 'Confirmed', tentative: false},
      ...{title: 'Plan; all, of it\nBEGIN:VALARM', lines: ['Elbe'], href: '/bookings/7', created: null, updated: null},
      when: {kind: 'moments', begins: Date.parse('2026-03-11T09:00:00Z'), ends: Date.parse('2026-03-11T10:00:00Z')},
    } as const
    const place = {origin: 'https://rooms.example', page: '/', self: '/', product: 'Rooms', language: 'en'}
    const attendee = {name: 'Finn "x"\r\nATTENDEE:mailto:eve@example.com', email: 'finn@example.com'}
    const calendar = {method: 'REQUEST', event, place, attendee, sent: Date.parse('2026-03-10T09:00:00Z')} as const
    await send({calendar})
    const [{source = ''} = {}] = server.received
    expect(source).toMatch(/content-type: text\/calendar; charset=utf-8; method=REQUEST/i)
    expect(source).toContain('filename=invitation.ics')
    const written = invitation(calendar, {name: desk.product, email: desk.address})
      .replaceAll('\r\n ', '')
      .split('\r\n')
    expect(written).toEqual(
      expect.arrayContaining([
        'METHOD:REQUEST',
        'UID:0190c8d2-0000-7000-8000-000000000001@rooms.example',
        'DTSTAMP:20260310T090000Z',
        'SEQUENCE:2',
        'DTSTART:20260311T090000Z',
        'DTEND:20260311T100000Z',
        'STATUS:CONFIRMED',
        'SUMMARY:Plan\\; all\\, of it\\nBEGIN:VALARM',
        'ORGANIZER;CN="Lost & found":mailto:desk@example.com',
      ]),
    )
    expect(written.filter(line => line.startsWith('ATTENDEE'))).toEqual([
      'ATTENDEE;ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;RSVP=FALSE;CN="Finn  x   ATTENDEE:mailto:eve@example.com":mailto:finn@example.com',
    ])
    const removed = invitation({...calendar, method: 'CANCEL'}, {name: desk.product, email: desk.address})
    expect(removed).toMatch(/METHOD:CANCEL.*STATUS:CANCELLED/s)
  })

  test.each([
    ['its subject', {subject: 'Hello\r\nBcc: eve@example.com\r\n\r\nBody'}, desk],
    ['its receiver', {to: 'finn@example.com>\r\nRCPT TO:<eve@example.com'}, desk],
    ['its receivers', {to: 'finn@example.com, eve@example.com'}, desk],
    ['the name it comes from', {}, {...desk, product: 'Desk\r\nBcc: eve@example.com'}],
    ['a line that ends it', {text: 'one\r\n.\r\nRCPT TO:<eve@example.com>\r\n'}, desk],
  ])('has no injected headers, commands or recipients in %s', async (_name, more, from) => {
    await send(more, from).catch(() => {})
    for (const {headers} of server.received) expect([...headers.keys()]).not.toContain('bcc')
    const receivers = server.received.flatMap(received => received.to)
    expect(receivers).not.toContain('eve@example.com')
  })

  test.each([
    ['RCPT', '550 nobody of that name', true],
    ['.', '554 not wanted', true],
    ['RCPT', '450 try again later', false],
    ['.', '451 try again later', false],
    ['MAIL', '550 you may not send', false],
  ])('rejected at %s with %s is final: %s', async (word, answer, final) => {
    server.answers = {[word]: answer}
    const failure = await send().then(
      () => null,
      (error: unknown) => error,
    )
    expect(failure).toBeInstanceOf(Error)
    expect(failure instanceof Undeliverable).toBe(final)
    expect(String(failure)).toContain(answer.slice(0, 3))
  })

  test('is not sent with a password to a server that cannot encrypt', async () => {
    const url = server.url.replace('smtp://', 'smtp://me:secret@')
    const before = server.heard().length
    server.answers = {STARTTLS: '502 not here'}
    await expect(smtpMailer(url, () => desk).send(mail, 'key-1')).rejects.toThrow(/STARTTLS/)
    expect(server.heard().slice(before)).not.toMatch(/AUTH|MAIL FROM/)
    expect(server.received).toEqual([])
  })

  test('is printed if no server is configured', async () => {
    let printed = ''
    const mailer = terminalMailer(text => {
      printed += text
    })
    await mailer.send(mail, 'key-1')
    expect(printed).toContain('Mail to finn@example.com')
    expect(printed).toContain('  | http://localhost/x')
  })
})

describe('the HTML of a mail', () => {
  test('shows the text of people as text, and links only addresses on their own line', () => {
    const text = 'Hello <b>Ann</b> & "Bo", see https://evil.example\n\nhttps://app.example/x?a=1&b=2\n\nBye.'
    const html = htmlOf({text, button: 'Open <it>'}, desk)
    expect(html).toContain('Hello &lt;b&gt;Ann&lt;/b&gt; &amp; &quot;Bo&quot;, see https://evil.example</p>')
    expect(html.match(/<a /g)).toHaveLength(1)
    expect(html).toMatch(
      /<a class="button primary" href="https:\/\/app\.example\/x\?a=1&amp;b=2"[^>]*>Open &lt;it&gt;<\/a>/,
    )
  })
})

test('texts of others stay on one line and are shortened', () => {
  expect(inLine('a\r\nb\u2028c\u0000\u0085d  e')).toBe('a b c d e')
  expect(inLine('x'.repeat(300), 10)).toBe(`${'x'.repeat(9)}…`)
})

test.each([
  ['smtp://mail.example.com', true],
  ['smtps://a%40b:c@mail.example.com:2465', true],
  ['mail.example.com', false],
  ['https://mail.example.com', false],
  ['smtp:', false],
])('%s is a server address: %s', (address, is) => {
  expect(isSmtpAddress(address)).toBe(is)
})

test.each([
  ['desk@example.com', true],
  ['Desk <desk@example.com>', false],
  ['desk@example.com, eve@example.com', false],
  ['desk', false],
  ['desk@example.com\r\nBcc: eve@example.com', false],
])('%j is a sender address: %s', (address, is) => {
  expect(isMailAddress(address)).toBe(is)
})
