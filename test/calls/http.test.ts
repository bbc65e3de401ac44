/**
 * Common behaviour of all calls: shapes derived from entities, problems, versions, idempotency, limits, CORS, and no
 * cookies.
 */
import {describe, expect, test} from 'vitest'
import {RateLimiter} from '../../src/server/limits.ts'
import {ApiClient, apiFixture, password} from '../kit/api.ts'
import type {PeopleFixture} from '../kit/people.ts'
import {stores, storesOfStories} from '../kit/store-databases.ts'

const desk = `# Desk

## 2. Screens

| Screen | Route | Shows | For |
|---|---|---|---|
| Tickets | / | list of Ticket | signed in |
| Ticket | /tickets/:number | record of Ticket | signed in |

## 3. Entities

### Ticket

- named by: subject

| Field | Type | Required | Default | Set by |
|---|---|---|---|---|
| number | serial from 1001 | | | |
| subject | text 3..80 | yes | | |
| priority | one of low, normal, high | yes | normal | |
| votes | number 0..100 | | 0 | |
| price | money | | | |
| due | date | | | |
| colours | any of red, green | | | |
| requester | User | yes | me | engine |
| secret | text | | | |
| comments | list of Comment by ticket | | | |

### Comment

- named by: text

| Field | Type | Required |
|---|---|---|
| ticket | Ticket | yes |
| text | text | yes |

## 4. States

### Ticket

- starts: open
- final: closed

| Action | From | To | Who | Asks | Then | Error |
|---|---|---|---|---|---|---|
| close | open | closed | Agent, requester | comment: text | | |
| reopen | closed | open | Agent | | | |

## 6. Roles

| Role | Meaning | Joins by |
|---|---|---|
| Requester | asks | sign-up |
| Agent | answers | invitation |

| Role | May | On | Where | Fields |
|---|---|---|---|---|
| Requester | read, create, update | Ticket | requester = me | number, subject, priority, votes, price, due, colours, requester, status, created, updated, comments |
| Requester | read, create | Comment | ticket.requester = me | |
| Agent | all | Ticket, Comment | | |
| everyone | read | User | | name |

## 7. Calls

- origins: https://app.example.com

| Call | Method | Path | Does | For |
|---|---|---|---|---|
| Register | POST | /api/people | sign up | everyone |
| Log in | POST | /api/tokens | sign in | everyone |
| Log out | DELETE | /api/tokens | sign out | signed in |
| Tickets | GET | /api/tickets | list of Ticket | signed in |
| Ticket | GET | /api/tickets/:number | one Ticket | signed in |
| New | POST | /api/tickets | create Ticket | signed in |
| Change | PATCH | /api/tickets/:number | update Ticket | signed in |
| Remove | DELETE | /api/tickets/:number | delete Ticket | signed in |
| Close | POST | /api/tickets/:number/close | close of Ticket | signed in |
| Close several | POST | /api/close | close several Ticket | signed in |
| With comments | GET | /api/threads/:number | one Ticket | signed in |
| Comment | POST | /api/tickets/:number/comments | create Comment by ticket.number | signed in |

### Tickets

- filters: status, priority, due, from = requester.name
- sort: number
- search: subject
- size: 2..3

### Shape Remark of Comment

\`\`\`json
{"text": "{text}", "on": "/tickets/{ticket.number}"}
\`\`\`

### With comments

\`\`\`json answer
{"number": "{number}", "kind": "ticket", "comments": "{comments as Remark}", "many": "{count(comments) > 1}", "secret": "{secret}"}
\`\`\`
`

const registered = async (api: ApiClient, name: string): Promise<ApiClient> => {
  const {json, status, text} = await api.post('/api/people', {name, email: `${name}@example.com`, password})
  if (status !== 201) throw new Error(text)
  return api.as(json.token)
}

describe.each(storesOfStories)('calls on $name', ({make}) => {
  const opened = async (): Promise<{fixture: PeopleFixture; api: ApiClient}> => {
    const fixture = await apiFixture({document: desk, address: await make(desk)})
    return {fixture, api: new ApiClient(fixture, 'Bearer')}
  }

  test('have shapes derived from the entities', async () => {
    const {api} = await opened()
    const finn = await registered(api, 'finn')
    const sent = {subject: 'Printer on fire', priority: 'high', price: 12.5, due: '2026-12-31', colours: ['red']}
    const {status, json} = await finn.post('/api/tickets', sent)
    expect(status).toBe(201)
    expect(json).toEqual({
      id: expect.any(String),
      version: 1,
      number: 1001,
      ...sent,
      votes: 0,
      requester: expect.any(String),
      secret: null,
      status: 'open',
      created: '2026-03-10T09:00:00.000Z',
      updated: '2026-03-10T09:00:00.000Z',
    })
    expect((await finn.get('/api/tickets/1001')).json).toEqual(json)
    const changed = await finn.call('PATCH', '/api/tickets/1001', {body: {votes: 3, due: null}})
    expect(changed.json).toMatchObject({version: 2, votes: 3, due: null, subject: 'Printer on fire'})
  })

  test('return problem details that point into the request', async () => {
    const {api} = await opened()
    const finn = await registered(api, 'finn')
    const wrong = await finn.post('/api/tickets', {subject: 'x', priority: 'urgent', votes: 'many', nonsense: 1})
    expect(wrong.status).toBe(422)
    expect(wrong.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
    expect(wrong.json).toMatchObject({status: 422, code: 'UNKNOWN_FIELD', title: 'Unprocessable Content'})
    const again = await finn.post('/api/tickets', {subject: 'x', priority: 'urgent', votes: 'many'})
    expect(again.json.errors.map((each: {pointer: string; code: string}) => `${each.pointer} ${each.code}`)).toEqual([
      '#/subject TOO_SHORT',
      '#/priority NOT_A_CHOICE',
      '#/votes NOT_A_NUMBER',
    ])
    expect((await finn.post('/api/tickets', {})).json.errors).toMatchObject([{pointer: '#/subject', code: 'REQUIRED'}])
    expect((await finn.post('/api/tickets', ['x'])).json).toMatchObject({status: 422, code: 'NOT_AN_OBJECT'})
    const set = await finn.post('/api/tickets', {subject: 'Printer', requester: 'x', status: 'closed', number: 7})
    expect(set.json.errors.map((each: {code: string}) => each.code)).toEqual([
      'UNKNOWN_FIELD',
      'UNKNOWN_FIELD',
      'UNKNOWN_FIELD',
    ])
    const hidden = await finn.post('/api/tickets', {subject: 'Printer', secret: 'x'})
    expect(hidden.json).toMatchObject({status: 403, code: 'FORBIDDEN', errors: [{pointer: '#/secret'}]})
    const {fixture} = await opened()
    const broken = await fixture.app.request('/api/people', {
      method: 'POST',
      headers: {'content-type': 'application/json'},
      body: '{"name": ',
    })
    expect(broken.status).toBe(400)
    const form = await fixture.app.request('/api/people', {method: 'POST', body: new URLSearchParams({name: 'x'})})
    expect(form.status).toBe(415)
  })

  test('ignore cookies: a browser session calls as a visitor', async () => {
    const {api, fixture} = await opened()
    const made = await api.post('/api/people', {name: 'finn', email: 'finn@example.com', password})
    const cookie = `nonet=${made.json.token}`
    expect((await fixture.app.request('/', {headers: {cookie}})).status).toBe(200)
    const called = await fixture.app.request('/api/tickets', {headers: {cookie}})
    expect(called.status).toBe(401)
    expect(called.headers.get('www-authenticate')).toBe('Bearer')
    expect(called.headers.get('set-cookie')).toBeNull()
    expect(made.headers.get('set-cookie')).toBeNull()
  })

  test('return no record and no field that their caller may not read', async () => {
    const {api} = await opened()
    const finn = await registered(api, 'finn')
    const lea = await registered(api, 'lea')
    await finn.post('/api/tickets', {subject: 'Printer on fire'})
    expect((await lea.get('/api/tickets')).json).toMatchObject({items: [], count: 0})
    expect((await lea.get('/api/tickets/1001')).status).toBe(404)
    expect((await lea.call('PATCH', '/api/tickets/1001', {body: {votes: 1}})).status).toBe(404)
    expect((await lea.post('/api/tickets/1001/comments', {text: 'mine'})).status).toBe(404)
    expect((await finn.delete('/api/tickets/1001')).status).toBe(403)
    await finn.post('/api/tickets/1001/comments', {text: 'It burns'})
    expect((await finn.get('/api/threads/1001')).json).toEqual({
      number: 1001,
      kind: 'ticket',
      comments: [{text: 'It burns', on: '/tickets/1001'}],
      many: false,
      secret: null,
    })
  })

  test('page by cursor, with the filters, search and order of page addresses', async () => {
    const {api} = await opened()
    const finn = await registered(api, 'finn')
    for (const [index, priority] of ['low', 'high', 'normal', 'high', 'low'].entries())
      await finn.post('/api/tickets', {subject: `Ticket ${index}`, priority, due: `2026-04-0${index + 1}`})
    const subjects = ({json}: {json: {items: {subject: string}[]}}) => json.items.map(each => each.subject)
    const first = await finn.get('/api/tickets')
    expect(subjects(first)).toEqual(['Ticket 0', 'Ticket 1'])
    expect(first.json.count).toBe(5)
    expect(first.headers.get('link')).toBe(`</api/tickets?after=${first.json.next}>; rel="next"`)
    const second = await finn.get(`/api/tickets?after=${first.json.next}`)
    expect(subjects(second)).toEqual(['Ticket 2', 'Ticket 3'])
    expect(subjects(await finn.get(`/api/tickets?before=${second.json.previous}`))).toEqual(['Ticket 0', 'Ticket 1'])
    expect(subjects(await finn.get('/api/tickets?size=9'))).toHaveLength(3)
    expect(subjects(await finn.get('/api/tickets?priority=high,low&sort=-number&size=3'))).toEqual([
      'Ticket 4',
      'Ticket 3',
      'Ticket 1',
    ])
    expect(subjects(await finn.get('/api/tickets?due=2026-04-02..2026-04-03'))).toEqual(['Ticket 1', 'Ticket 2'])
    expect(subjects(await finn.get('/api/tickets?q=ticket+3'))).toEqual(['Ticket 3'])
    expect((await finn.get('/api/tickets?q=tick')).json.count).toBe(5)
    expect(subjects(await finn.get('/api/tickets?from=finn&size=1'))).toEqual(['Ticket 0'])
    expect(subjects(await finn.get('/api/tickets?from=lea'))).toEqual([])
    const few = await finn.get('/api/tickets?size=1&fields=number,subject')
    expect(few.json.items).toEqual([{number: 1001, subject: 'Ticket 0'}])
    expect((await finn.get('/api/tickets?colour=red')).json).toMatchObject({status: 422, code: 'UNKNOWN_FIELD'})
    expect((await finn.get('/api/tickets?priority=urgent')).status).toBe(400)
  })

  test('compare versions if the request names one, and respond with 304 for a known version', async () => {
    const {api} = await opened()
    const finn = await registered(api, 'finn')
    const made = await finn.post('/api/tickets', {subject: 'Printer on fire'})
    const tag = made.headers.get('etag') ?? ''
    expect(tag).toMatch(/^"1-[\w-]{22}"$/)
    const same = await finn.get('/api/tickets/1001', {'if-none-match': tag})
    expect([same.status, same.text]).toEqual([304, ''])
    const change = (headers: Record<string, string>) =>
      finn.call('PATCH', '/api/tickets/1001', {body: {votes: 1}, headers})
    expect((await change({'if-match': tag})).status).toBe(200)
    const late = await change({'if-match': tag})
    expect(late.status).toBe(412)
    expect(late.json.code).toBe('VERSION_DIFFERS')
    expect((await change({'if-match': '*'})).status).toBe(200)
    expect((await change({'if-match': 'nonsense'})).status).toBe(412)
    expect((await finn.get('/api/tickets/1001', {'if-none-match': tag})).status).toBe(200)
  })

  test('perform a request with an idempotency key once', async () => {
    const {api} = await opened()
    const finn = await registered(api, 'finn')
    const lea = await registered(api, 'lea')
    const key = {'idempotency-key': 'a-key-of-ours'}
    const first = await finn.post('/api/tickets', {subject: 'Printer on fire'}, key)
    const again = await finn.post('/api/tickets', {subject: 'Printer on fire'}, key)
    expect([again.status, again.json]).toEqual([201, first.json])
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect((await finn.get('/api/tickets')).json.count).toBe(1)
    const other = await finn.post('/api/tickets', {subject: 'Another'}, key)
    expect([other.status, other.json.code]).toEqual([409, 'ALREADY_SENT'])
    expect((await lea.post('/api/tickets', {subject: 'Printer on fire'}, key)).json.number).toBe(1002)
  })

  test('code 16: answer a repeated deletion, or a repeated call about several records, as the first time', async () => {
    const answers = ['Remove', 'Close several'].map(
      name => `### ${name}\n\n\`\`\`json answer\n{"done": "${name}"}\n\`\`\`\n`,
    )
    const document = desk
      .replace('| Requester | read, create, update | Ticket', '| Requester | all | Ticket')
      .replace('### With comments', `${answers.join('\n')}\n### With comments`)
    const fixture = await apiFixture({document, address: await make(document)})
    const finn = await registered(new ApiClient(fixture, 'Bearer'), 'finn')
    const made = await finn.post('/api/tickets', {subject: 'One'})
    await finn.post('/api/tickets', {subject: 'Two'})
    const close = {body: {records: [made.json.id], comment: 'done'}, headers: {'idempotency-key': 'close'}}
    const remove = {headers: {'idempotency-key': 'remove'}}
    for (const [name, send] of [
      ['Close several', () => finn.call('POST', '/api/close', close)],
      ['Remove', () => finn.call('DELETE', '/api/tickets/1002', remove)],
    ] as const) {
      const first = await send()
      const again = await send()
      expect([first.status, first.json, first.headers.get('etag')]).toEqual([200, {done: name}, null])
      expect([again.status, again.json, again.headers.get('etag')]).toEqual([200, {done: name}, null])
      expect([first, again].map(({headers}) => headers.get('idempotency-replayed'))).toEqual([null, 'true'])
    }
  })

  test('perform actions, on one record and on several, all or none', async () => {
    const {api} = await opened()
    const finn = await registered(api, 'finn')
    for (const subject of ['One', 'Two', 'Three']) await finn.post('/api/tickets', {subject})
    const missing = await finn.post('/api/tickets/1001/close')
    expect(missing.json.errors).toMatchObject([{pointer: '#/comment', code: 'REQUIRED'}])
    const closed = await finn.post('/api/tickets/1001/close', {comment: 'done'})
    expect(closed.json).toMatchObject({status: 'closed', version: 2})
    expect((await finn.post('/api/tickets/1001/close', {comment: 'done'})).json).toMatchObject({code: 'NOT_NOW'})
    const {json} = await finn.get('/api/tickets?size=3')
    const ids = json.items.map((each: {id: string}) => each.id)
    const all = await finn.post('/api/close', {records: ids, comment: 'all'})
    expect(all.status).toBe(409)
    expect((await finn.get('/api/tickets?status=open')).json.count).toBe(2)
    const rest = await finn.post('/api/close', {records: [ids[1], {id: ids[2], version: 1}], comment: 'all'})
    expect([rest.status, rest.text]).toEqual([204, ''])
    expect((await finn.get('/api/tickets?status=open')).json.count).toBe(0)
    expect((await finn.post('/api/close', {records: [], comment: 'x'})).status).toBe(422)
  })

  test('end a token with signing out', async () => {
    const {api} = await opened()
    const finn = await registered(api, 'finn')
    expect((await finn.delete('/api/tokens')).status).toBe(204)
    expect((await finn.get('/api/tickets')).status).toBe(401)
  })
})

describe('calls over HTTP', () => {
  const [store] = stores
  const opened = async () => {
    const fixture = await apiFixture({document: desk, address: (await store?.make()) ?? ''})
    return {fixture, api: new ApiClient(fixture, 'Bearer')}
  }

  test('report the methods of a path', async () => {
    const {api} = await opened()
    const put = await api.call('PUT', '/api/tickets')
    expect([put.status, put.headers.get('allow'), put.json.code]).toEqual([
      405,
      'GET, POST, HEAD, OPTIONS',
      'WRONG_METHOD',
    ])
    const options = await api.call('OPTIONS', '/api/tickets')
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, POST, OPTIONS'])
    const nowhere = await api.get('/api/nowhere')
    expect([nowhere.status, nowhere.json.code]).toEqual([404, 'NOT_FOUND'])
    expect((await api.get('/nowhere')).headers.get('content-type')).toContain('text/html')
    const finn = await registered(api, 'finn')
    const head = await finn.call('HEAD', '/api/tickets')
    expect([head.status, head.text]).toEqual([200, ''])
  })

  test('are open to the sites that the document names, and to no others', async () => {
    const {api} = await opened()
    const asked = (origin: string) =>
      api.call('OPTIONS', '/api/tickets', {headers: {origin, 'access-control-request-method': 'POST'}})
    const ours = await asked('https://app.example.com')
    expect(ours.headers.get('access-control-allow-origin')).toBe('https://app.example.com')
    expect(ours.headers.get('access-control-allow-methods')).toBe('GET, POST')
    expect(ours.headers.get('access-control-allow-credentials')).toBeNull()
    const others = await asked('https://evil.example.com')
    expect(others.headers.get('access-control-allow-origin')).toBeNull()
    const got = await api.get('/api/tickets', {origin: 'https://app.example.com'})
    expect(got.headers.get('access-control-allow-origin')).toBe('https://app.example.com')
    expect(got.headers.get('vary')).toContain('Origin')
    const page = await api.get('/', {origin: 'https://app.example.com'})
    expect(page.headers.get('access-control-allow-origin')).toBeNull()
  })

  test('are counted, and report the remaining number', async () => {
    const limiter = new RateLimiter({now: () => 0})
    const fixture = await apiFixture({
      document: `${desk}\n## 9. Limits\n\n| Name | Value |\n|---|---|\n| REQUESTS_PER_MINUTE | 3 |\n`,
      address: (await store?.make()) ?? '',
      rateLimiter: limiter,
    })
    const api = new ApiClient(fixture, 'Bearer')
    const left = async () => (await api.get('/api/tickets')).headers.get('ratelimit')
    expect([await left(), await left(), await left()]).toEqual([
      '"minute";r=2;t=60',
      '"minute";r=1;t=60',
      '"minute";r=0;t=60',
    ])
    const much = await api.get('/api/tickets')
    expect([much.status, much.json.code, much.headers.get('retry-after')]).toEqual([429, 'TOO_MANY_REQUESTS', '60'])
    expect(much.headers.get('ratelimit-policy')).toBe('"minute";q=3;w=60')
  })

  test('are counted with a wrong key too, for the network address', async () => {
    const fixture = await apiFixture({
      document: `${desk}\n## 9. Limits\n\n| Name | Value |\n|---|---|\n| REQUESTS_PER_MINUTE | 3 |\n`,
      address: (await store?.make()) ?? '',
      rateLimiter: new RateLimiter({now: () => 0}),
    })
    const api = new ApiClient(fixture, 'Bearer')
    const statuses: number[] = []
    for (let tries = 0; tries < 5; tries += 1)
      statuses.push((await api.get('/api/tickets', {authorization: `Bearer wrong-${tries}`})).status)
    expect(statuses).toEqual([401, 401, 401, 429, 429])
  })

  test('slow down guesses at a password, as the sign-in page does', async () => {
    const {api} = await opened()
    await registered(api, 'finn')
    const statuses: number[] = []
    for (let tries = 0; tries < 12; tries += 1)
      statuses.push((await api.post('/api/tokens', {email: 'finn@example.com', password: 'wrong-lamp'})).status)
    expect(statuses.slice(0, 10)).toEqual(Array.from({length: 10}, () => 422))
    expect(statuses.slice(10)).toEqual([429, 429])
  })
})
