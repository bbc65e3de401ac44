/**
 * Clients that send invalid requests: every response is a clear error with the right status, nothing crashes, and
 * nothing is changed.
 */
import {describe, expect, test} from 'vitest'
import {ApiClient, apiFixture, password} from '../kit/api.ts'
import {stores} from '../kit/store-databases.ts'

const desk = `# Desk

## 3. Entities

### Ticket

- named by: subject

| Field | Type | Required | Unique |
|---|---|---|---|
| number | serial | | |
| subject | text 3..80 | yes | |
| code | text 1..20 | | yes |
| body | long text | | |
| notes | rich text | | |
| votes | number 0..100 | | |
| weight | decimal 2 | | |
| price | money | | |
| urgent | yes/no | | |
| due | date | | |
| at | time | | |
| seen | date and time | | |
| takes | duration | | |
| mail | email | | |
| link | url | | |
| phone | phone | | |
| level | one of low, high | | |
| colours | any of red, green | | |
| tone | colour | | |
| sign | icon | | |
| owner | User | | |
| watchers | many User | | |

## 6. Roles

| Role | Joins by |
|---|---|
| Member | sign-up |

| Role | May | On |
|---|---|---|
| Member | all | Ticket |
| everyone | read | User |

## 7. Calls

- origins: https://app.example.com

| Call | Method | Path | Does | For |
|---|---|---|---|---|
| Register | POST | /api/people | sign up | everyone |
| Log in | POST | /api/tokens | sign in | everyone |
| Tickets | GET | /api/tickets | list of Ticket | signed in |
| Ticket | GET | /api/tickets/:number | one Ticket | signed in |
| By code | GET | /api/codes/:code | one Ticket | signed in |
| New | POST | /api/tickets | create Ticket | signed in |
| Change | PATCH | /api/tickets/:number | update Ticket | signed in |
| Remove | DELETE | /api/tickets/:number | delete Ticket | signed in |
| Remove several | POST | /api/remove | delete several Ticket | signed in |
| Nested | POST | /api/nested | create Ticket | signed in |

### Tickets

- filters: level, due, owner, votes, coded = code
- search: subject
- sort: number

### Nested

\`\`\`json request
{"ticket": {"subject": "{subject}", "kind": "plain", "who": {"watchers": "{watchers}"}}}
\`\`\`
`

/** Method, path, and body. */
interface RawRequest {
  readonly method?: string
  readonly path?: string
  readonly body?: BodyInit
  readonly headers?: Readonly<Record<string, string>>
}

const json = (text: string): RawRequest => ({body: text})
const typed = (type: string): RawRequest => ({body: '{"subject":"abc"}', headers: {'content-type': type}})
const read = (path: string): RawRequest => ({method: 'GET', path})
const several = (text: string): RawRequest => ({path: '/api/remove', body: text})
const nested = (text: string): RawRequest => ({path: '/api/nested', body: text})
const unknown = '0197a1b2-0000-7000-8000-000000000000'

/** Rejected requests, with status, code, and the place in the request. */
const refused: readonly (readonly [string, RawRequest, number, string, string?])[] = [
  ['an array that never ends', json('['.repeat(100_000)), 400, 'BAD_INPUT'],
  ['a deep value', json(`{"subject":${'['.repeat(5000)}${']'.repeat(5000)}}`), 422, 'NOT_A_TEXT', '#/subject'],
  ['NaN', json('{"subject":"abc","votes":NaN}'), 400, 'BAD_INPUT'],
  ['more than a number can be', json('{"subject":"abc","votes":1e999}'), 422, 'NOT_A_NUMBER', '#/votes'],
  ['a huge number', json('{"subject":"abc","votes":123456789012345678901}'), 422, 'TOO_LARGE_NUMBER', '#/votes'],
  ['a tiny number', json('{"subject":"abc","weight":1e-300}'), 422, 'TOO_PRECISE', '#/weight'],
  ['keys of prototypes', json('{"subject":"abc","__proto__":{"votes":1}}'), 422, 'UNKNOWN_FIELD', '#/__proto__'],
  ['a key with every separator', json('{"subject":"abc","a.b/c~d":1}'), 422, 'UNKNOWN_FIELD', '#/a.b~1c~0d'],
  ['bytes that are not UTF-8', {body: new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])}, 400, 'BAD_INPUT'],
  ['UTF-16', {body: Buffer.from('{"subject":"abc"}', 'utf16le')}, 400, 'BAD_INPUT'],
  ['half a character', json('{"subject":"ab\\ud800cd"}'), 422, 'ODD_CHARACTERS', '#/subject'],
  ['a reference with a NUL', json('{"subject":"abc","owner":"\\u0000"}'), 422, 'NO_SUCH_RECORD', '#/owner'],
  ['references with a NUL', json('{"subject":"abc","watchers":["\\u0000"]}'), 422, 'NO_SUCH_RECORD', '#/watchers'],
  ['null for a list', json('{"subject":"abc","colours":null}'), 422, 'NOT_A_LIST', '#/colours'],
  ['an array', json('[]'), 422, 'NOT_AN_OBJECT'],
  ['null', json('null'), 422, 'NOT_AN_OBJECT'],
  ['text after the end', json('{"subject":"abc"} x'), 400, 'BAD_INPUT'],
  ['more than a megabyte', json(`{"subject":"${'x'.repeat(1_100_000)}"}`), 413, 'TOO_LARGE'],
  ['what the engine fills in', json('{"subject":"abc","number":1}'), 422, 'UNKNOWN_FIELD', '#/number'],
  ['an id', json(`{"subject":"abc","id":"${unknown}"}`), 422, 'UNKNOWN_FIELD', '#/id'],
  ['a plain text', typed('text/plain'), 415, 'UNSUPPORTED'],
  ['a form', typed('application/x-www-form-urlencoded'), 415, 'UNSUPPORTED'],
  ['no type', typed(''), 415, 'UNSUPPORTED'],
  ['a compressed body', {body: '{}', headers: {'content-encoding': 'gzip'}}, 415, 'UNSUPPORTED'],
  ['a text for an object', nested('{"ticket":"x"}'), 422, 'NOT_AN_OBJECT', '#/ticket'],
  ['another constant', nested('{"ticket":{"subject":"abc","kind":"odd"}}'), 422, 'NOT_A_CHOICE', '#/ticket/kind'],
  ['no constant', nested('{"ticket":{"subject":"abc"}}'), 422, 'REQUIRED', '#/ticket/kind'],
  ['nothing of a nested request', nested('{}'), 422, 'REQUIRED', '#/ticket/kind'],
  ['no records', several('{}'), 422, 'REQUIRED', '#/records'],
  ['records that are no list', several('{"records":"x"}'), 422, 'NOT_A_LIST', '#/records'],
  ['one invalid record', several(`{"records":["${unknown}","x"]}`), 422, 'NO_SUCH_RECORD', '#/records'],
  [
    'an invalid version',
    several(`{"records":[{"id":"${unknown}","version":"1"}]}`),
    422,
    'NO_SUCH_RECORD',
    '#/records',
  ],
  ['records that are not there', several(`{"records":["${unknown}"]}`), 404, 'NOT_FOUND'],
  ['a broken escape', read('/api/tickets/%'), 400, 'BAD_ADDRESS'],
  ['an escape that is not UTF-8', read('/api/codes/%ff'), 400, 'BAD_ADDRESS'],
  ['a NUL in the path', read('/api/codes/1%00'), 400, 'BAD_ADDRESS'],
  ['an encoded slash', read('/api/codes/a%2Fb'), 400, 'BAD_ADDRESS'],
  ['two slashes', read('/api//tickets'), 400, 'BAD_ADDRESS'],
  ['a query that is too long', read(`/api/tickets?x=${'y'.repeat(20_000)}`), 400, 'BAD_ADDRESS'],
  ['an invalid number', read('/api/tickets/abc'), 404, 'NOT_FOUND'],
  ['a number that is too large', read('/api/tickets/99999999999999999999'), 404, 'NOT_FOUND'],
  ['an unknown call', read('/api/nowhere'), 404, 'NOT_FOUND'],
  ['a size of 0', read('/api/tickets?size=0'), 422, 'TOO_SMALL', '#/size'],
  ['a size that is not a number', read('/api/tickets?size=1.5'), 422, 'NOT_A_NUMBER', '#/size'],
  ['a size twice', read('/api/tickets?size=1&size=2'), 422, 'SENT_TWICE', '#/size'],
  ['X20: a parameter of one record', read('/api/tickets/1?nosuch=1'), 422, 'UNKNOWN_FIELD', '#/nosuch'],
  ['X20: a parameter of one record twice', read('/api/tickets/1?x=1&x=2'), 422, 'SENT_TWICE', '#/x'],
  ['X20: an order twice', read('/api/tickets?sort=level&sort=due'), 422, 'SENT_TWICE', '#/sort'],
  ['X20: a search twice', read('/api/tickets?q=a&q=b'), 422, 'SENT_TWICE', '#/q'],
  ['an invalid cursor', read('/api/tickets?after=x'), 400, 'BAD_INPUT', '#/after'],
  ['an unknown order', read('/api/tickets?sort=nothing'), 400, 'BAD_INPUT', '#/sort'],
  ['an unknown field', read('/api/tickets?fields=id,nothing'), 422, 'UNKNOWN_FIELD', '#/fields'],
  ['an unknown filter', read('/api/tickets?constructor=1'), 422, 'UNKNOWN_FIELD', '#/constructor'],
  ['a word that is no choice', read('/api/tickets?level=odd'), 400, 'BAD_INPUT', '#/level'],
  ['an invalid day', read('/api/tickets?due=2026-02-30'), 400, 'BAD_INPUT', '#/due'],
  ['a method that the path has not', {method: 'PROPFIND', path: '/api/tickets'}, 405, 'WRONG_METHOD'],
  ['an empty Idempotency-Key', {body: '{"subject":"abc"}', headers: {'idempotency-key': ' '}}, 400, 'BAD_INPUT'],
]

const fields =
  'subject code body notes votes weight price urgent due at seen takes mail link phone level colours tone sign owner watchers'
const wrongValues = ['{}', '[{}]', '[null]', '["a",1]', '{"id":1}', '1e400', '[[["x"]]]', '"\\u0000"']

describe.each(stores)('a hostile client on $name', ({make}) => {
  async function opened() {
    const fixture = await apiFixture({document: desk, address: await make(desk)})
    const api = new ApiClient(fixture, 'Bearer')
    const token = async (name: string): Promise<string> => {
      const made = await api.post('/api/people', {name, email: `${name}@example.com`, password})
      return made.json.token
    }
    const [ann, bob] = [await token('ann'), await token('bob')]
    const send = async ({method = 'POST', path = '/api/tickets', body, headers = {}}: RawRequest) => {
      const given = {authorization: `Bearer ${ann}`, 'content-type': 'application/json', ...headers}
      const response = await fixture.app.request(path, {method, headers: given, ...(body ? {body} : {})})
      const text = await response.text()
      const isJson = /json/.test(response.headers.get('content-type') ?? '')
      return {status: response.status, headers: response.headers, json: isJson && text !== '' ? JSON.parse(text) : text}
    }
    const count = async (): Promise<number> => (await api.as(ann).get('/api/tickets')).json.count
    return {send, count, ann, bob}
  }

  test('gets a clear error, whatever it sends, and changes nothing', async () => {
    const {send, count} = await opened()
    for (const [what, request, status, code, pointer] of refused) {
      const answer = await send(request)
      expect([what, answer.status, answer.json.code]).toEqual([what, status, code])
      expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/)
      if (pointer) expect([what, answer.json.errors[0]]).toMatchObject([what, {pointer, code}])
    }
    for (const field of fields.split(' '))
      for (const value of wrongValues) {
        const {status, json: problem} = await send(json(`{"subject":"abc",${JSON.stringify(field)}:${value}}`))
        expect([field, value, status, problem.errors?.[0]?.pointer]).toEqual([field, value, 422, `#/${field}`])
      }
    expect(await count()).toBe(0)
  })

  test('gets the first hundred mistakes', async () => {
    const {send} = await opened()
    const keys = Array.from({length: 5000}, (_, index) => `"k${index}":1`).join()
    expect((await send(json(`{${keys}}`))).json.errors).toHaveLength(100)
  })

  test('may be unusual if its meaning is clear', async () => {
    const {send} = await opened()
    const subject = async (request: RawRequest) => {
      const answer = await send(request)
      return [answer.status, answer.json.subject]
    }
    expect(await subject(json('\ufeff{"subject":"With a mark"}'))).toEqual([201, 'With a mark'])
    expect(await subject(typed('Application/JSON;charset="UTF-8"'))).toEqual([201, 'abc'])
    expect(await subject(typed('application/vnd.api+json'))).toEqual([201, 'abc'])
    expect((await send(json('{"subject":"abc","votes":-0}'))).json.votes).toBe(0)
    expect((await send({method: 'HEAD', path: '/api/tickets/1'})).status).toBe(200)
    expect((await send({method: 'OPTIONS', path: '/api/tickets/1'})).headers.get('allow')).toContain('PATCH')
    const moved = await send({path: '/api/tickets/', body: '{"subject":"abc"}'})
    expect([moved.status, moved.headers.get('location')]).toEqual([308, '/api/tickets'])
  })

  test('changes a record only in a version that it names, one of several', async () => {
    const {send} = await opened()
    const made = await send(json('{"subject":"The one"}'))
    const tag = made.headers.get('etag') ?? ''
    const change = async (match: string) => {
      const path = `/api/tickets/${made.json.number}`
      return (await send({method: 'PATCH', path, body: '{"votes":1}', headers: {'if-match': match}})).status
    }
    for (const other of ['""', '"x"', '1', '"7"', '"99999999999999999999"', 'W/*'])
      expect(await change(other)).toBe(412)
    expect(await change(`"7-x", ${tag}`)).toBe(200)
    expect(await change(tag)).toBe(412)
    expect(await change('*')).toBe(200)
  })

  test('acts once per idempotency key, which belongs to one person and one content', async () => {
    const {send, count, bob} = await opened()
    const keyed = (text: string, headers = {}) => send({body: text, headers: {'idempotency-key': 'k1', ...headers}})
    const [first, again] = [await keyed('{"subject":"Once"}'), await keyed('{"subject":"Once"}')]
    expect([first.status, again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 201, 'true'])
    expect(again.json.id).toBe(first.json.id)
    expect((await keyed('{"subject":"Twice"}')).json).toMatchObject({status: 409, code: 'ALREADY_SENT'})
    const other = await keyed('{"subject":"Once"}', {authorization: `Bearer ${bob}`})
    expect([other.status, other.headers.get('idempotency-replayed')]).toEqual([201, null])
    expect(other.json.id).not.toBe(first.json.id)
    expect(await count()).toBe(2)
  })

  test('of another site reads only if the document names the site', async () => {
    const {send} = await opened()
    const asking = {'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization'}
    const allowed = async (origin: string) => {
      const {status, headers} = await send({method: 'OPTIONS', headers: {origin, ...asking}})
      return [status, headers.get('access-control-allow-origin'), headers.get('access-control-allow-credentials')]
    }
    expect(await allowed('https://app.example.com')).toEqual([204, 'https://app.example.com', null])
    for (const other of ['https://app.example.com.evil', 'HTTPS://APP.EXAMPLE.COM', 'null', ''])
      expect(await allowed(other)).toEqual([204, null, null])
  })
})
