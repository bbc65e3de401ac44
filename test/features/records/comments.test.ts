/** Comments on a record, over HTTP: mentions, notifications and suggestions, and who may edit them. */

import {sql} from 'kysely'
import {describe, expect, it} from 'vitest'
import {findByEmail} from '../../../src/accounts/accounts.ts'
import {addWithPassword} from '../../../src/accounts/admin.ts'
import {type Page, pageMediaType} from '../../../src/engine/page/frame.ts'
import type {RecordData} from '../../../src/features/records/data.ts'
import type {NotificationsData} from '../../../src/screens/notifications/data.ts'
import {operator} from '../../../src/screens/testing.ts'
import {creating, done, updating} from '../../kit/engine.ts'
import {Client, peopleFixture} from '../../kit/people.ts'
import {storesOfStories} from '../../kit/store-databases.ts'
import {password} from '../../kit/tickets.ts'

const desk = `# Desk

## 2. Screens and routes

| Screen | Route | Shows | For |
|---|---|---|---|
| Tickets | / | list of Ticket | signed in |
| Ticket | /tickets/:number | record of Ticket | signed in |
| New ticket | /new | form for Ticket | signed in |

### Ticket

- with: Remark by ticket

## 3. Entities

### Ticket

- named by: subject

| Field | Type | Required |
|---|---|---|
| number | serial from 1 | |
| subject | text 1..60 | yes |
| owner | User | |
| helper | User | |
| details | rich text 0..2000 with mentions | |

### Remark

- part of: Ticket
- label: Comment

| Field | Type | Required | Default | Set by |
|---|---|---|---|---|
| ticket | Ticket | yes | | |
| author | User | yes | me | engine |
| text | long text 1..400 with mentions | yes | | |

## 6. Roles

| Role | Meaning | Joins by |
|---|---|---|
| Member | | sign-up |

| Role | May | On | Where | Fields |
|---|---|---|---|---|
| Member | read | Ticket | owner = me or helper = me | |
| Member | create | Ticket | | subject, helper, details |
| Member | read, create | Remark | ticket.owner = me or ticket.helper = me | |
| Member | update | Remark | author = me | text |
| Member | delete | Remark | author = me | |
| Member | read | User | | name, active |
`

describe.each(storesOfStories)('comments on $name', ({make}) => {
  async function office(document = desk) {
    const address = await make(document)
    const fixture = await peopleFixture({address, document, records: true, mailsNotices: true})
    const {engine} = fixture
    const person = async (name: string) => {
      const email = `${name.split(' ')[0]?.toLowerCase()}@example.com`
      await addWithPassword(engine, {name, email, password, roles: ['Member']})
      const client = new Client(fixture)
      await client.signIn(email, password)
      const load = async (path: string) => {
        const at = `${path}${path.includes('?') ? '&' : '?'}_data=x`
        return (await (await client.get(at, {headers: {accept: pageMediaType}})).json()) as Page
      }
      return {
        id: (await findByEmail(engine, email))?.id ?? '',
        client,
        load,
        told: async () =>
          ((await load('/notifications')).data as NotificationsData).items.map(({happened}) => happened),
        record: async () => (await load('/tickets/1')).data as RecordData,
      }
    }
    const [ada, bo, cy] = [await person('Ada Byron'), await person('Bo Lind'), await person('Cy Young')]
    done(await engine.change(operator, [creating('Ticket', {subject: 'Printer', owner: ada.id, helper: bo.id})]))
    const stored = async () => {
      const {rows} = await engine.store.read(db => sql<{text: string}>`select text from remark order by id`.execute(db))
      return rows.map(({text}) => text)
    }
    const say = (text: string) => ada.client.post('/tickets/1', {_action: 'add Remark', text})
    return {engine, ada, bo, cy, stored, say}
  }

  it('store who is mentioned, show people by name, and notify only people who may read the record', async () => {
    const {engine, ada, bo, cy, stored, say} = await office()
    expect((await say('@bo lind and @Cy Young, and @Ada Byron: mail a@bo.example, @Nobody')).status).toBe(303)
    expect(await stored()).toEqual([
      `@[Bo Lind](${bo.id}) and @[Cy Young](${cy.id}), and @[Ada Byron](${ada.id}): mail a@bo.example, @Nobody`,
    ])
    const [said] = (await bo.record()).history
    expect([said?.comment, said?.what]).toEqual([
      '@Bo Lind and @Cy Young, and @Ada Byron: mail a@bo.example, @Nobody',
      'wrote',
    ])
    expect(said?.parts?.[0]).toEqual({id: bo.id, name: 'Bo Lind'})
    expect(await bo.told()).toEqual(['Ada Byron mentioned you in “Printer”.'])
    // He may not read the ticket, and she wrote it herself.
    expect([await cy.told(), await ada.told()]).toEqual([[], []])
    const {rows} = await engine.store.read(db => sql`select 1 from nonet_outbox where kind = 'notice'`.execute(db))
    expect(rows).toHaveLength(1)
    // Opening the record marks it as read.
    expect((await bo.load('/')).shell.notifications?.unread).toBe(0)
  })

  it('suggest people who may read the record, by any part of their names', async () => {
    const {ada, cy} = await office()
    const offered = async (who: typeof ada, q: string) => {
      const page = await who.load(`/tickets/1?mentions=Remark&q=${q}`)
      return page.screen === 'form' ? page.data.fields[0]?.options?.map(({label}) => label) : page.status
    }
    expect((await ada.record()).addComments[0]?.fields[0]?.mentions).toBe('/tickets/1?mentions=Remark')
    expect(await offered(ada, '')).toEqual(['Bo Lind'])
    expect(await offered(ada, 'lin')).toEqual(['Bo Lind'])
    expect(await offered(ada, 'cy')).toEqual([])
    expect(await offered(cy, 'bo')).toBe(404)
  })

  it('are edited and deleted by their authors, are marked as edited, and notify nobody twice', async () => {
    const {ada, bo, stored, say} = await office()
    await say('Hello @Bo Lind')
    const [own] = (await ada.record()).history
    expect((await bo.record()).history[0]).not.toHaveProperty('edit')
    const edit = own?.edit ?? ''
    const form = await ada.client.get(edit)
    expect(await form.text()).toContain('Hello @Bo Lind</textarea>')
    const changed = await ada.client.post(edit, {
      _action: 'change Remark',
      _version: '1',
      text: 'Good morning @Bo Lind',
    })
    expect([changed.status, changed.headers.get('location')]).toEqual([303, '/tickets/1'])
    expect(await stored()).toEqual([`Good morning @[Bo Lind](${bo.id})`])
    expect((await ada.record()).history[0]?.what).toBe('wrote · edited')
    expect(await bo.told()).toHaveLength(1)
    expect((await bo.client.post(edit, {_action: 'change Remark', _version: '2', text: 'No'})).status).toBe(404)
    const empty = await ada.client.post(edit, {_action: 'change Remark', _version: '2', text: ''})
    expect([empty.status, await stored()]).toEqual([422, [`Good morning @[Bo Lind](${bo.id})`]])
    const remove = (await ada.record()).history[0]?.remove ?? ''
    expect((await ada.client.post(remove, {_action: 'remove Remark', _version: '2'})).status).toBe(303)
    expect(await stored()).toEqual([])
  })

  it('are changed by nobody but their authors, whatever point 6 grants; others may delete them where it says so', async () => {
    const {ada, bo, say, engine, stored} = await office(
      desk.replace(
        '| Member | update | Remark | author = me | text |\n| Member | delete | Remark | author = me | |',
        '| Member | update, delete | Remark | | |',
      ),
    )
    await say('Hello')
    const edit = (await ada.record()).history[0]?.edit ?? ''
    const [theirs] = (await bo.record()).history
    expect([theirs?.edit, typeof theirs?.remove]).toEqual([undefined, 'string'])
    expect((await bo.client.get(edit)).status).toBe(404)
    expect((await bo.client.post(edit, {_action: 'change Remark', _version: '1', text: 'No'})).status).toBe(404)
    const person = {kind: 'person', id: bo.id, name: 'Bo Lind', roles: ['Member']} as const
    const id = new URLSearchParams(edit.split('?')[1]).get('record') ?? ''
    const tried = await engine.change(person, [updating('Remark', {id, version: 1}, {text: 'No'})])
    expect([tried.ok, await stored()]).toEqual([false, ['Hello']])
    expect((await bo.client.post(theirs?.remove ?? '', {_action: 'remove Remark', _version: '1'})).status).toBe(303)
    expect(await stored()).toEqual([])
  })

  it('X14: with many names are stored; markup that was typed names people as they are, or is removed', async () => {
    const long = desk.replace('long text 1..400 with mentions', 'long text 1..10000 with mentions')
    const {bo, stored, say} = await office(long)
    const unknown = '01890000-0000-7000-8000-000000000000'
    const words = Array.from({length: 1400}, (_, at) => `@w${at}`).join(' ')
    const made = `@[HR has approved this](${unknown})`
    for (const text of [
      '@a '.repeat(3000).trim(),
      words,
      `@[HR has approved this](${bo.id}) ${made}`,
      // Linked, it would be longer than the field.
      `${'@Bo Lind '.repeat(1000)}${made}`.trim(),
      `@[@[a](${unknown})](${bo.id})`,
    ])
      expect((await say(text)).status).toBe(303)
    const [many, distinct, forged, longest, nested] = await stored()
    expect([many, distinct]).toEqual(['@a '.repeat(3000).trim(), words])
    expect(forged).toBe(`@[Bo Lind](${bo.id}) @HR has approved this`)
    expect(longest).toBe(`${'@Bo Lind '.repeat(1000)}@HR has approved this`)
    expect(nested).toBe('@[@a]')
  })

  it('support mentions in rich text and in forms for new records: people who may read such records are suggested', async () => {
    const {engine, ada, bo} = await office()
    const form = await ada.load('/new')
    const details = form.screen === 'form' ? form.data.fields.find(({name}) => name === 'details') : undefined
    expect(details?.mentions).toBe('/new?mentions=Ticket')
    const offered = await ada.load('/new?mentions=Ticket&q=')
    const options = offered.screen === 'form' ? offered.data.fields[0]?.options : []
    expect(options?.map(({label}) => label)).toEqual(['Bo Lind', 'Cy Young'])
    const sent = {_action: 'create', subject: 'Scanner', helper: bo.id, details: '**Look** @Bo Lind, @Cy Young'}
    expect((await ada.client.post('/new', sent)).status).toBe(303)
    const {rows} = await engine.store.read(db =>
      sql<{details: string}>`select details from ticket where subject = 'Scanner'`.execute(db),
    )
    expect(rows[0]?.details).toMatch(/^\*\*Look\*\* @\[Bo Lind\]\([0-9a-f-]{36}\), @\[Cy Young\]/)
    expect(await bo.told()).toContain('Ada Byron mentioned you in “Scanner”.')
    const html = await (await bo.client.get('/tickets/2')).text()
    expect(html).toContain('<strong>Look</strong> @Bo Lind, @Cy Young')
  })

  it('are in chronological order, with the input below them', async () => {
    const {ada, say} = await office()
    await say('First things first')
    await say('Then the rest')
    const html = await (await ada.client.get('/tickets/1')).text()
    const places = ['First things first', 'Then the rest', '<textarea'].map(text => html.indexOf(text))
    expect(places.toSorted((a, b) => a - b)).toEqual(places)
  })
})
