/** The sent-mails page: in demonstrations, for the developer in `nonet dev`, and nowhere else. */
import {describe, expect, it} from 'vitest'
import {lookOf, type Mail, SentMails} from '../../src/mail/mailer.ts'
import {documentOf} from '../kit/documents.ts'
import {Client, desk, peopleFixture} from '../kit/people.ts'
import {sqlite} from '../kit/store-databases.ts'

const mail = {
  to: 'finn@example.com',
  subject: 'Hello <Finn>',
  text: 'Open this:\n\nhttp://localhost/x\n',
  button: 'Open',
}

async function office(options: {demo?: boolean; dev?: boolean; keeps?: boolean} = {}) {
  const {keeps = true, ...more} = options
  const look = lookOf(documentOf(desk).specification)
  const box = keeps
    ? new SentMails(
        () => look,
        () => Date.UTC(2026, 2, 10, 9),
      )
    : null
  const fixture = await peopleFixture({address: await sqlite.make(), ...more, ...(box ? {sentMails: box} : {})})
  await box?.mailer(null).send(mail, 'key')
  return {...fixture, box, client: new Client(fixture)}
}

describe('the sent-mails page', () => {
  it('lists them and shows one, in a sandboxed frame', async () => {
    const {client, box} = await office({demo: true})
    const list = await client.get('/sent-mails')
    expect(list.status).toBe(200)
    expect(await list.text()).toContain('Hello &lt;Finn&gt;')
    const path = `/sent-mails/${box?.list()[0]?.id}`
    const one = await client.get(path)
    expect(one.headers.get('content-security-policy')).toContain("frame-src 'self'")
    expect(await one.text()).toContain(`src="${path}/html" sandbox="allow-popups allow-popups-to-escape-sandbox"`)
    const html = await client.get(`${path}/html`)
    const policy = html.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain('sandbox allow-popups')
    expect(policy).not.toContain('script')
    expect(await html.text()).toContain('href="http://localhost/x"')
    expect((await client.get('/sent-mails/unknown')).status).toBe(404)
  })

  it('show the logo of the company at its public address, and the name without one', async () => {
    const {specification} = documentOf(desk)
    const {limits} = specification
    const name = `${'a'.repeat(64)}-320x80.png`
    const branded = {...specification, limits: {...limits, settings: {...limits.settings, LOGO: name}}}
    const sent: Mail[] = []
    const send = async (each: Mail) => {
      sent.push(each)
    }
    for (const origin of ['https://desk.example.com', ''])
      await new SentMails(() => lookOf(branded, origin), Date.now).mailer({send}).send(mail, 'key')
    const [shown = '', plain = ''] = sent.map(({html}) => html ?? '')
    expect(shown).toContain(
      `<img src="https://desk.example.com/_nonet/logo/${name}" width="112" height="28" fetchPriority="low" alt=""`,
    )
    expect(plain).not.toContain('<img')
    for (const html of [shown, plain]) expect(html).toContain('Lost and found</div>')
  })

  it('keeps a mail as it was sent, whatever the document says later', async () => {
    const {specification} = documentOf(desk)
    let look = lookOf(specification)
    const sent: Mail[] = []
    const send = async (each: Mail) => {
      sent.push(each)
      look = {...look, product: 'Another name', hue: 20}
    }
    const box = new SentMails(() => look, Date.now)
    await box.mailer({send}).send(mail, 'key')
    await box.mailer({send}).send(mail, 'other key')
    const [second, first] = box.list()
    expect([first?.html, second?.html]).toEqual(sent.map(({html}) => html))
    expect([first?.from, second?.from]).toEqual([specification.purpose.title, 'Another name'])
    expect(first?.html).not.toContain('Another name')
  })

  it('is linked from every page of a demonstration', async () => {
    const {client} = await office({demo: true})
    expect(await (await client.get('/sign-in')).text()).toContain('href="/sent-mails"')
  })

  it('is for developers in `nonet dev`', async () => {
    const {client, box} = await office({dev: true})
    const paths = ['/sent-mails', `/sent-mails/${box?.list()[0]?.id}`, `/sent-mails/${box?.list()[0]?.id}/html`]
    for (const path of paths) {
      client.peer = '192.0.2.1'
      expect((await client.get(path)).status).toBe(404)
      client.peer = '127.0.0.1'
      expect((await client.get(path)).status).toBe(200)
      expect((await client.get(path, {headers: {'x-forwarded-for': '192.0.2.1'}})).status).toBe(404)
    }
  })

  it('does not exist in production', async () => {
    const {client} = await office({keeps: false})
    expect((await client.get('/sent-mails')).status).toBe(404)
    expect(await (await client.get('/sign-in')).text()).not.toContain('/sent-mails')
    const {client: other} = await office()
    expect((await other.get('/sent-mails')).status).toBe(404)
  })
})
