/**
 * Calendars, timelines and lists as feeds: read by programs at a secret address, with the person's current permissions.
 */
import ICAL from 'ical.js'
import {JSDOM} from 'jsdom'
import {describe, expect, test} from 'vitest'
import {findByEmail} from '../../src/accounts/accounts.ts'
import type {FeedEvent} from '../../src/engine/feeds/feed.ts'
import {atomFeed, icalendar} from '../../src/engine/feeds/feed-formats.ts'
import type {Json} from '../../src/feel/core.ts'
import {documentRules, operator} from '../../src/screens/testing.ts'
import {queryRows} from '../../src/store/sql.ts'
import {documentOf} from '../kit/documents.ts'
import {creating, done, updating} from '../kit/engine.ts'
import {Client, type PeopleFixture, peopleFixture} from '../kit/people.ts'
import {storesOfStories} from '../kit/store-databases.ts'

const document = `# Away & "back"

## 2. Screens and routes

| Screen | Route | Shows | For |
|---|---|---|---|
| Who is away | /away | timeline of Leave by first_day..last_day per person | signed in |
| In Berlin | /berlin | timeline of Leave by first_day..last_day per person | Boss |
| In Paris | /paris | timeline of Leave by first_day..last_day per person | Boss |
| Visits | /visits | calendar of Visit by starts..ends | Boss |
| News | /news | list of Story | everyone |
| Story | /news/:slug | record of Story | everyone |
| On the wall | /news/:slug/wall | record of Story | Boss |
| Secret news | /drafts | list of Story | Boss |
| Quiet | /quiet | calendar of Visit by starts | signed in |

### Who is away

- where: status != "refused"
- columns: reason
- hidden as: away
- filters: person.place
- half days: first_half, last_half
- rows: active

### In Berlin

- columns: reason
- rows: place = "Berlin"

### In Paris

- columns: reason
- rows: place = "Paris"

### News

- where: public
- columns: title, body
- sort: -created
- filters: topic
- feed: atom, json

### On the wall

- display: public
- fields: title, topic

### Quiet

- feed: no

## 3. Entities and their fields

### User

| Field | Type |
|---|---|
| place | one of Berlin, Paris |

### Leave

- named by: reason

| Field | Type | Required | Default |
|---|---|---|---|
| person | User | yes | |
| first_day | date | yes | |
| last_day | date | yes | |
| first_half | yes/no | | no |
| last_half | yes/no | | no |
| reason | text | | |
| status | one of open, approved, refused | | "approved" |

### Visit

- named by: guest

| Field | Type | Required |
|---|---|---|
| guest | text | yes |
| starts | date and time | yes |
| ends | date and time | |
| note | long text | |

### Story

- named by: title

| Field | Type | Required | Unique | Set by |
|---|---|---|---|---|
| slug | text | | yes | slug of title |
| title | text | yes | | |
| body | long text | | | |
| topic | one of sport, art | | | |
| public | yes/no | yes | | |

## 6. Roles and permissions

| Role | Meaning | Joins by |
|---|---|---|
| Worker | works | sign-up |
| Boss | sees everything | nobody |

| Role | May | On | Where | Fields |
|---|---|---|---|---|
| everyone | read | Story | public | |
| signed in | read | User | | name, place, active |
| signed in | read | Leave | person = me | |
| signed in | read | Leave | status = "approved" | person, first_day, last_day, first_half, last_half, status |
| Boss | read | Leave, Visit, Story | | |

## 9. Business constants and limits

| Name | Value |
|---|---|
| TIME_ZONE | "Europe/Berlin" |
`

const password = 'staple-horse-lamp'

async function opened(address: string) {
  const rules = documentRules(documentOf(document).specification)
  const fixture = await peopleFixture({document, address, records: true, searches: true, rules})
  const {engine} = fixture
  const make = async (entity: string, fields: Record<string, Json>) =>
    done(await engine.change(operator, [creating(entity, fields)]))
  const join = async (name: string, roles: readonly string[]) => {
    const email = `${name.toLowerCase()}@example.com`
    const client = new Client(fixture)
    await client.post('/sign-up', {_action: 'sign up', name, email, password})
    const person = await findByEmail(engine, email)
    if (!person) throw new Error('nobody signed up')
    const changed = done(
      await engine.change(operator, [updating('User', person, {roles: [...roles], place: 'Berlin'})]),
    )
    return {client, person: changed}
  }
  return {fixture, engine, make, join}
}

/** Creates a subscription on its page, and returns the address shown. */
async function subscribed(client: Client, page: string, format = 'ics'): Promise<string> {
  const answer = await client.post('/account/subscriptions', {_action: 'subscribe', page, format})
  expect(answer.status).toBe(200)
  const [, path = ''] = /value="http:\/\/localhost(\/_feeds\/[\w-]{43}\.\w+)"/.exec(await answer.text()) ?? []
  expect(path).not.toBe('')
  return path
}

/** As a calendar program: without cookies. */
async function read({app}: PeopleFixture, path: string, headers: Record<string, string> = {}) {
  const response = await app.request(path, {headers})
  return {status: response.status, headers: response.headers, text: await response.text()}
}

/** Parsed by a third-party library. */
async function events(fixture: PeopleFixture, path: string) {
  const {status, text} = await read(fixture, path)
  expect(status).toBe(200)
  expect(text).toMatch(/^BEGIN:VCALENDAR\r\nVERSION:2\.0\r\n/)
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  const calendar = new ICAL.Component(ICAL.parse(text))
  return calendar.getAllSubcomponents('vevent').map(component => {
    const {uid, summary, startDate, endDate, sequence, description} = new ICAL.Event(component)
    return {uid, summary, description, sequence, from: startDate.toString(), to: endDate.toString()}
  })
}

describe.each(storesOfStories)('feeds on $name', ({make: address}) => {
  test('a timeline is a calendar of the records its person sees: whole days, half days, and only rows of the screen', async () => {
    const {fixture, engine, make, join} = await opened(await address(document))
    const [anna, bob, boss] = [
      await join('Anna', ['Worker']),
      await join('Bob', ['Worker']),
      await join('Boss', ['Boss']),
    ]
    const leave = (person: {id: string}, first_day: string, last_day: string, more: Record<string, Json> = {}) =>
      make('Leave', {person: person.id, first_day, last_day, reason: 'Holiday; "sun", sea\\sand', ...more})
    const whole = await leave(anna.person, '2026-03-16', '2026-03-18')
    await leave(anna.person, '2026-03-20', '2026-03-20', {last_half: true})
    await leave(bob.person, '2026-03-30', '2026-04-02', {first_half: true})
    await leave(bob.person, '2026-05-01', '2026-05-01', {status: 'open'})
    await leave(bob.person, '2026-05-04', '2026-05-04', {status: 'refused'})
    await leave(bob.person, '2030-05-01', '2030-05-01')
    const address1 = await subscribed(anna.client, '/away')
    expect(await events(fixture, address1)).toMatchObject([
      {
        uid: `${whole.id}@localhost`,
        summary: 'Anna: Holiday; "sun", sea\\sand',
        sequence: 0,
        from: '2026-03-16',
        to: '2026-03-19',
      },
      // Until midday, and from midday on a day before the clock change: in Berlin time.
      {from: '2026-03-19T23:00:00Z', to: '2026-03-20T11:00:00Z'},
      {summary: 'Bob: away', from: '2026-03-30T10:00:00Z', to: '2026-04-02T22:00:00Z'},
    ])
    const all = await events(fixture, await subscribed(boss.client, '/away'))
    expect(all.map(({summary, from}) => [summary.split(':')[0], from])).toHaveLength(4)
    expect(all.find(({uid}) => uid.startsWith(whole.id))?.uid).toBe(`${whole.id}@localhost`)

    // Filters of the page are part of the subscription.
    const paris = await subscribed(anna.client, '/away?person.place=Paris')
    expect(await events(fixture, paris)).toEqual([])

    // A change raises the sequence; a record that leaves the screen is removed from the feed.
    fixture.clock.now += 60_000
    done(await engine.change(operator, [updating('Leave', whole, {last_day: '2026-03-17'})]))
    expect((await events(fixture, address1))[0]).toMatchObject({sequence: 1, to: '2026-03-18'})
    done(await engine.change(operator, [updating('User', bob.person, {active: false})]))
    expect((await events(fixture, address1)).map(({summary}) => summary)).not.toContain('Bob: away')
  })

  test('timelines that differ only in their rows are different calendars, whichever is read first', async () => {
    const {fixture, engine, make, join} = await opened(await address(document))
    const [anna, bob] = [await join('Anna', ['Boss']), await join('Bob', ['Worker'])]
    done(await engine.change(operator, [updating('User', bob.person, {place: 'Paris'})]))
    for (const {person} of [anna, bob])
      await make('Leave', {person: person.id, first_day: '2026-03-16', last_day: '2026-03-16', reason: 'Sun'})
    const summaries = async (page: string) =>
      (await events(fixture, await subscribed(anna.client, page))).map(({summary}) => summary)
    expect(await summaries('/berlin')).toEqual(['Anna: Sun'])
    expect(await summaries('/paris')).toEqual(['Bob: Sun'])
  })

  test('times are in UTC, also around the hour that occurs twice, and one without an end has no duration', async () => {
    const {fixture, make, join} = await opened(await address(document))
    fixture.clock.now = Date.parse('2026-10-20T09:00:00Z')
    const boss = await join('Boss', ['Boss'])
    const long = `Ünïcode ${'wide 😀 '.repeat(30)}end`
    await make('Visit', {guest: long, starts: '2026-10-25T00:30:00Z', ends: '2026-10-25T01:30:00Z'})
    await make('Visit', {guest: 'Short', starts: '2026-10-26T08:00:00Z'})
    const path = await subscribed(boss.client, '/visits')
    expect(await events(fixture, path)).toMatchObject([
      {summary: long, from: '2026-10-25T00:30:00Z', to: '2026-10-25T01:30:00Z'},
      {summary: 'Short', from: '2026-10-26T08:00:00Z', to: '2026-10-26T08:00:00Z'},
    ])
    const first = await read(fixture, path)
    expect(first.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    expect(first.headers.get('cache-control')).toBe('private, no-cache')
    fixture.clock.now += 3_600_000
    const tag = first.headers.get('etag') ?? ''
    const again = await read(fixture, path, {'if-none-match': tag})
    expect([again.status, again.text]).toEqual([304, ''])
    await make('Visit', {guest: 'New', starts: '2026-10-27T08:00:00Z'})
    expect((await read(fixture, path, {'if-none-match': tag})).status).toBe(200)
  })

  test('an address is a secret: shown once, stored as a digest, absent from the log, and revoked immediately', async () => {
    const {fixture, engine, join} = await opened(await address(document))
    const [anna, boss] = [await join('Anna', ['Worker']), await join('Boss', ['Boss'])]
    const path = await subscribed(anna.client, '/away')
    const page = async (client: Client) => (await client.get('/account/subscriptions')).text()
    expect((await page(anna.client)).includes('Never used')).toBe(true)
    expect((await page(anna.client)).includes(path)).toBe(false)
    const [[stored] = []] = await engine.store.read(db => queryRows(db)`select token from nonet_feed`)
    expect(path).not.toContain(String(stored))
    expect((await read(fixture, path)).status).toBe(200)
    expect((await page(anna.client)).includes('Last used')).toBe(true)
    expect(fixture.logged.map(each => each.path).join()).not.toContain(path.slice(8, 40))

    // Another person neither sees nor ends it, and the address gives access to its own page only.
    expect((await page(boss.client)).includes('You have no subscriptions.')).toBe(true)
    const [[id] = []] = await engine.store.read(db => queryRows(db)`select id from nonet_feed`)
    await boss.client.post('/account/subscriptions', {_action: 'revoke', id: String(id)})
    expect((await read(fixture, path)).status).toBe(200)
    expect((await read(fixture, path.replace('.ics', '.json'))).status).toBe(404)
    expect(
      (
        await read(
          fixture,
          path.replace(/^(.{20})(.)/, (_, begins: string, letter: string) => `${begins}${letter === 'x' ? 'y' : 'x'}`),
        )
      ).status,
    ).toBe(404)
    expect((await read(fixture, '/_feeds/x')).status).toBe(404)
    await anna.client.post('/account/subscriptions', {_action: 'revoke', id: String(id)})
    expect((await read(fixture, path)).status).toBe(404)

    // The address follows the person's current permissions, and ends with their account.
    const visits = await subscribed(boss.client, '/visits')
    expect((await read(fixture, visits)).status).toBe(200)
    const lesser = done(await engine.change(operator, [updating('User', boss.person, {roles: ['Worker']})]))
    expect((await read(fixture, visits)).status).toBe(404)
    const back = done(await engine.change(operator, [updating('User', lesser, {roles: ['Boss']})]))
    expect((await read(fixture, visits)).status).toBe(200)
    const gone = done(await engine.change(operator, [updating('User', back, {active: false})]))
    done(await engine.change(operator, [updating('User', gone, {active: true})]))
    expect((await read(fixture, visits)).status).toBe(404)
  })

  test('a reader who has the feed learns nothing from 304: neither hidden changes nor what they may no longer read', async () => {
    const {fixture, engine, make, join} = await opened(await address(document))
    const [anna, boss] = [await join('Anna', ['Worker']), await join('Boss', ['Boss'])]
    const days = {first_day: '2026-03-12', last_day: '2026-03-13'}
    const leave = await make('Leave', {person: boss.person.id, ...days, reason: 'Secret'})
    const [hers, his] = [await subscribed(anna.client, '/away'), await subscribed(boss.client, '/berlin')]
    const tagOf = async (path: string) => (await read(fixture, path)).headers.get('etag') ?? ''
    const again = (path: string, tag: string) => read(fixture, path, {'if-none-match': tag})
    const [first, own] = [await tagOf(hers), await tagOf(his)]
    const hostile = `x\\;,:"END:VEVENT ${'ü'.repeat(150)}`
    const changed = done(await engine.change(operator, [updating('Leave', leave, {reason: hostile})]))
    expect([(await again(hers, first)).status, (await again(his, own)).status]).toEqual([304, 200])
    expect((await events(fixture, hers)).map(({summary}) => summary)).toEqual(['Boss: away'])
    expect((await events(fixture, his)).map(({summary}) => summary)).toEqual([`Boss: ${hostile}`])
    done(await engine.change(operator, [updating('Leave', changed, {status: 'open'})]))
    expect((await again(hers, first)).status).toBe(200)
    expect(await events(fixture, hers)).toEqual([])
    const last = await tagOf(his)
    done(await engine.change(operator, [updating('User', boss.person, {roles: ['Worker']})]))
    expect((await again(his, last)).status).toBe(404)
  })

  test('a display is shown at a secret address on a device where no one is signed in, and nothing else', async () => {
    const {fixture, make, join} = await opened(await address(document))
    const boss = await join('Boss', ['Boss'])
    const anna = await join('Anna', ['Worker'])
    await make('Story', {title: 'Fire drill', slug: 'drill', body: 'At ten.', public: false})
    // The page of a worker does not exist, so there is no address for it either.
    const refused = await anna.client.post('/account/subscriptions', {_action: 'subscribe', page: '/news/drill/wall'})
    expect(refused.status).toBe(404)
    const path = await subscribed(boss.client, '/news/drill/wall', 'display')
    expect(await (await boss.client.get('/account/subscriptions')).text()).toContain('On the wall: Fire drill')
    const tablet = new Client(fixture)
    const shown = await tablet.get(path)
    expect([shown.status, shown.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    const html = await shown.text()
    expect(html).toContain('Fire drill')
    // Neither the person nor their menu, and no session.
    expect(html).not.toMatch(/Boss|Secret news|Visits/)
    expect(shown.headers.get('set-cookie') ?? '').not.toContain('session')
    expect((await tablet.get('/news/drill/wall')).status).not.toBe(200)
    expect((await tablet.post(path, {_action: 'update', title: 'Other'})).status).toBeGreaterThanOrEqual(400)
    // The browser reads the same address again for fresh data.
    const data = await fixture.app.request(path, {headers: {accept: 'application/vnd.nonet.page+json'}})
    expect(data.status).toBe(200)
    const [, id = ''] =
      /name="id" value="([^"]+)"/.exec(await (await boss.client.get('/account/subscriptions')).text()) ?? []
    await boss.client.post('/account/subscriptions', {_action: 'revoke', id})
    expect((await tablet.get(path)).status).toBe(404)
  })

  test('only pages with a feed can be subscribed to, by people who may open them', async () => {
    const {fixture, join} = await opened(await address(document))
    const anna = await join('Anna', ['Worker'])
    for (const page of ['/visits', '/quiet', '/drafts', '/nowhere', '//evil.example/', 'away', ''])
      expect((await anna.client.post('/account/subscriptions', {_action: 'subscribe', page})).status).toBe(404)
    const wrong = await anna.client.post('/account/subscriptions', {
      _action: 'subscribe',
      page: '/away',
      format: 'atom',
    })
    expect(wrong.status).toBe(404)
    const offered = await (await anna.client.get('/account/subscriptions')).text()
    expect([...new Set(offered.match(/page=%2F\w+/g))]).toEqual(['page=%2Faway', 'page=%2Fnews'])
    expect((await (await anna.client.get('/account')).text()).includes('href="/account/subscriptions"')).toBe(true)
    const visitor = await new Client(fixture).get('/account/subscriptions?page=%2Faway')
    expect([visitor.status, visitor.headers.get('location')]).toEqual([302, expect.stringMatching(/^\/sign-in\?/)])
    const away = await (await anna.client.get('/away?person.place=Paris&on=2026-05-01')).text()
    expect(away.includes('/account/subscriptions?page=%2Faway%3Fperson.place%3DParis')).toBe(true)
    expect((await (await anna.client.get('/quiet')).text()).includes('page=%2Fquiet')).toBe(false)
    const decided = await (await anna.client.get('/away?requested=no')).text()
    expect(decided.includes('/account/subscriptions?page=%2Faway%3Frequested%3Dno')).toBe(true)
  })

  test('a list is Atom and JSON Feed, with only public data for visitors', async () => {
    const {fixture, make, join} = await opened(await address(document))
    const boss = await join('Boss', ['Boss'])
    await make('Story', {title: 'A <b> & "c"', body: 'It’s\nhere', topic: 'sport', public: true})
    fixture.clock.now += 1000
    await make('Story', {title: 'Hidden', public: false})
    await make('Story', {title: 'Second', topic: 'art', public: true})
    const atom = await read(fixture, '/_feeds/atom/news')
    expect(atom.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8')
    const xml = new JSDOM(atom.text, {contentType: 'application/xml'}).window.document
    const texts = (name: string) => [...xml.querySelectorAll(`entry > ${name}`)].map(each => each.textContent)
    expect(texts('title')).toEqual(['Second', 'A <b> & "c"'])
    expect(texts('content')[1]).toBe('Title: A <b> & "c"\nBody: It’s\nhere')
    expect(texts('updated')).toEqual(['2026-03-10T09:00:01.000Z', '2026-03-10T09:00:00.000Z'])
    expect(xml.querySelector('feed > updated')?.textContent).toBe('2026-03-10T09:00:01.000Z')
    expect(xml.querySelector('entry > link')?.getAttribute('href')).toBe('http://localhost/news/second')
    const json = await read(fixture, '/_feeds/json/news?topic=sport')
    expect(json.headers.get('content-type')).toBe('application/feed+json; charset=utf-8')
    expect(JSON.parse(json.text)).toMatchObject({
      version: 'https://jsonfeed.org/version/1.1',
      feed_url: 'http://localhost/_feeds/json/news?topic=sport',
      items: [{title: 'A <b> & "c"', url: 'http://localhost/news/a-b-c', date_published: '2026-03-10T09:00:00.000Z'}],
    })
    const withCookie = await (await boss.client.get('/_feeds/json/news')).text()
    expect(withCookie).toBe((await read(fixture, '/_feeds/json/news')).text)
    expect((await read(fixture, '/_feeds/ics/news')).status).toBe(404)
    expect((await read(fixture, '/_feeds/ics/away')).status).toBe(404)
    expect((await read(fixture, '/_feeds/atom/drafts')).status).toBe(404)
    const own = await read(fixture, await subscribed(boss.client, '/news', 'json'))
    expect(JSON.parse(own.text).items).toHaveLength(2)
    expect(own.text).not.toContain('_feeds')
  })

  test('N229: a feed that a screen does not support is reported', () => {
    const wrong = document.replace('- feed: atom, json', '- feed: rss').replace('- feed: no', '- feed: atom')
    expect(documentOf(wrong).findings.map(({code, hint}) => [code, hint])).toEqual([
      ['N229', 'Use `atom`, `json` or `no`.'],
      ['N229', 'Use `ics`, `mail` or `no`.'],
    ])
  })
})

test('D9: a feed without the times of its records has the time that their ids tell', () => {
  const id = '01a1dd96-bae6-705a-a3ab-5d4fc6a8ecdf'
  const entry = {id, title: 'Prize', href: null, lines: [], created: null, updated: null}
  const place = {origin: 'https://example.com', page: '/prizes', self: '/prizes', product: 'Desk', language: 'en'}
  const text = atomFeed({kind: 'entries', title: 'Prizes', entries: [entry]}, place)
  const [feed, first] = [...text.matchAll(/<updated>(.*)<\/updated>/g)].map(([, time]) => time)
  expect([feed, first]).toEqual([first, new Date(0x01a1dd96bae6).toISOString()])
})

test('a text that XML cannot represent does not make the feed unreadable', () => {
  const entry = {id: 'x', href: null, lines: ['one\u0000', 'two\uFFFE'], created: null, updated: null}
  const place = {origin: 'https://example.com', page: '/news', self: '/news', product: 'Desk', language: 'en'}
  const text = atomFeed({kind: 'entries', title: 'News\uFFFF', entries: [{...entry, title: 'a\u0001b\uFFFFc'}]}, place)
  const {document: parsed} = new JSDOM(text, {contentType: 'application/xml'}).window
  expect(parsed.querySelector('entry > title')?.textContent).toBe('abc')
})

test('an undecided event is tentative, and one with a hidden change time has none', () => {
  const event: FeedEvent = {
    id: '01900000-0000-7000-8000-000000000000',
    version: 3,
    title: 'Anna: Holiday',
    lines: ['one', 'two'],
    state: 'Submitted',
    tentative: true,
    href: '/requests/1',
    created: null,
    updated: null,
    when: {kind: 'days', first: 20_000, last: 20_000},
  }
  const place = {origin: 'https://example.com', page: '/away', self: '/away', product: 'Time off', language: 'en'}
  const events = [event, {...event, tentative: false}]
  const text = icalendar({kind: 'calendar', title: 'Away', zone: 'Europe/Berlin', events}, place)
  const found = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent')
  expect(found.map(each => each.getFirstPropertyValue('status'))).toEqual(['TENTATIVE', 'CONFIRMED'])
  expect(found[0]?.getFirstPropertyValue('last-modified')).toBeNull()
  expect(found[0]?.getFirstPropertyValue('description')).toBe('one\ntwo')
  expect(found[0]?.getFirstPropertyValue('url')).toBe('https://example.com/requests/1')
})
