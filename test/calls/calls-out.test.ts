/** Calls that an application makes: from the outbox to a real receiver, and back into the record. */
import {sql} from 'kysely'
import {describe, expect, it, onTestFinished, vi} from 'vitest'
import {type Delivery, deliverDue, drop, failedCalls, revive} from '../../src/engine/outbox/outbox.ts'
import {type Engine, listOutbox, operator, runSystemActions} from '../../src/screens/testing.ts'
import {callCourier, type DeliveryContext} from '../../src/webhooks/delivery.ts'
import {signaturesOf} from '../../src/webhooks/send.ts'
import {creating, done, engineOf, person} from '../kit/engine.ts'
import {type Answer, accept, answerJson, breakOff, hang, receiver, reset, status} from '../kit/receiver.ts'
import {storesOfStories} from '../kit/store-databases.ts'
import {act, rulesOfDocument, shown} from '../kit/time-off.ts'

const secret = `whsec_${Buffer.alloc(32, 5).toString('base64')}`

const parcels = `# Depot

## 2. Screens

| Screen | Route | Shows | For |
|---|---|---|---|
| Parcel | /parcels/:number | record of Parcel | Member |

## 3. Entities

### Place

- named by: name

| Field | Type | Required |
|---|---|---|
| name | text 1..40 | yes |

### Parcel

- named by: name

| Field | Type | Required | Set by |
|---|---|---|---|
| number | serial | | |
| name | text 1..40 | yes | |
| to | Place | | |
| weight | number 0..100 | | |
| tracking | text 1..20 | | engine |
| told | date and time | | |

## 4. States

### Parcel

- starts: open

| Action | From | To | Who | When | Then | Says |
|---|---|---|---|---|---|---|
| ship | open | shipped | Member | | call depot | shipped {name} to {to} |
| weigh | | | Member | | call scales | |
| nudge | | | Member | | call depot | |
| look | | | Member | | call check | |
| chat | | | Member | | call talk | |
| announce | | | system | weight = 50 and tracking != "again" | call scales | |

## 5. Rules

| Rule | On | Must hold | Error |
|---|---|---|---|
| not 13 | Parcel | weight = null or weight != 13 | UNLUCKY |

## 7. Calls

- hosts: 127.0.0.1:*, localhost, hooks.example.com

| Event | Method | URL | Sends | Sets |
|---|---|---|---|---|
| depot | POST | {env.DEPOT_URL}/parcels/{name}?n={number} | number, name, to.name | |
| scales | PUT | {env.DEPOT_URL}/scales | name | weight = answer.result.weight; tracking = answer.id; told = now() |
| check | GET | {env.DEPOT_URL}/check/{number} | | |
| talk | POST | {env.CHAT_URL} | | |

### depot

- secret: DEPOT_SECRET
- headers: Authorization = Bearer {env.DEPOT_TOKEN}; Idempotency-Key = {call.id}

### talk

- optional: yes
- says: {name} goes to {to}

\`\`\`json
{"text": "{call.says} <{call.link}|Open>", "who": "{me.name}", "event": "{call.name} {call.action}", "at": "{call.at}", "kind": "parcel"}
\`\`\`

## 8. Errors

| Code | Status | Message |
|---|---|---|
| UNLUCKY | 422 | No. |
`

/** On a busy machine an answer may take seconds. */
const patience = 60_000

/** A test that waits for a call continues when it arrives, not after a fixed time. */
function impatient(): Answer {
  const waiting = new AbortController()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(waiting.signal)
  onTestFinished(() => timeout.mockRestore())
  return () => {
    expect(timeout).toHaveBeenLastCalledWith(patience)
    waiting.abort()
  }
}

describe.each(storesOfStories)('calls that an application makes, on $name', ({make}) => {
  async function depot() {
    const to = await receiver()
    const {engine, clock} = await engineOf({document: parcels, address: await make(parcels), rules: rulesOfDocument})
    const ada = person(
      done(await engine.change(operator, [creating('User', {name: 'Ada', email: 'a@x.org'})])).id,
      'Member',
    )
    const place = done(await engine.change(operator, [creating('Place', {name: 'Köln'})])).id
    const parcel = async (name: string) =>
      done(await engine.change(operator, [creating('Parcel', {name, to: place, weight: 2})]))
    const environment: Record<string, string> = {
      DEPOT_URL: to.origin,
      DEPOT_SECRET: secret,
      DEPOT_TOKEN: 'token-in-the-environment',
    }
    const failures: string[] = []
    const deliver = async (world: Partial<DeliveryContext> = {}) => {
      const around = {
        engine: () => engine,
        environment,
        privateHosts: ['127.0.0.1'],
        now: () => clock.now,
        limits: {patience, largest: 1000},
        ...world,
      }
      const delivery: Delivery = {
        store: engine.store,
        couriers: {call: callCourier(around)},
        now: () => clock.now,
        random: () => 0,
        failed: ({cause}) => failures.push(String(cause)),
      }
      while ((await deliverDue(delivery)) > 0);
    }
    const waiting = () => engine.store.read(db => listOutbox(db, 100))
    const problems = async () => (await waiting()).map(({state, problem}) => `${state}: ${problem}`)
    return {engine, clock, ada, parcel, to, environment, deliver, waiting, problems, failures, place}
  }

  const told = async (engine: Engine, record: {entity: string; id: string}) =>
    Promise.all(['tracking', 'weight', 'version'].map(field => shown(engine, record, field)))

  it('are signed and sent with the content of the document, once', async () => {
    const {engine, ada, parcel, to, deliver, waiting, clock} = await depot()
    const record = await parcel('A/b & {c}')
    done(await act(engine, ada, record, 'ship'))
    const [row] = await waiting()
    await deliver()
    await deliver()
    expect(to.received).toHaveLength(1)
    const [call] = to.received
    expect(call).toMatchObject({method: 'POST', path: '/parcels/A%2Fb%20%26%20%7Bc%7D?n=1'})
    expect(JSON.parse(call?.body ?? '')).toEqual({
      type: 'depot',
      timestamp: new Date(clock.now).toISOString(),
      data: {number: 1, name: 'A/b & {c}', to: {name: 'Köln'}},
    })
    const id = row?.id ?? ''
    expect(call?.headers).toMatchObject({
      'content-type': 'application/json',
      authorization: 'Bearer token-in-the-environment',
      'idempotency-key': id,
      'webhook-id': id,
      'webhook-timestamp': String(clock.now / 1000),
      'webhook-signature': signaturesOf(secret, {id, timestamp: clock.now / 1000, body: call?.body ?? ''}),
    })
    expect(await waiting()).toEqual([])
  })

  it('X9: keep the path of the document: a value stays one segment of it, or the call is undeliverable', async () => {
    const {engine, ada, parcel, to, deliver, problems} = await depot()
    for (const name of ['..', '.']) done(await act(engine, ada, await parcel(name), 'ship'))
    for (const name of ['...', '.a', '../..', '%2e%2e', 'a?b#c'])
      done(await act(engine, ada, await parcel(name), 'ship'))
    await deliver()
    const would = 'dead: A value of the record would change the path of this call.'
    expect(await problems()).toEqual([would, would])
    expect(to.received.map(({path}) => path)).toEqual([
      '/parcels/...?n=3',
      '/parcels/.a?n=4',
      '/parcels/..%2F..?n=5',
      '/parcels/%252e%252e?n=6',
      '/parcels/a%3Fb%23c?n=7',
    ])
  })

  it('send their own shapes, sentences and links, and no body with GET', async () => {
    const {engine, ada, parcel, to, deliver, environment, clock} = await depot()
    environment.CHAT_URL = `${to.origin}/chat?key=k`
    const record = await parcel('Box')
    done(await act(engine, ada, record, 'chat'))
    done(await act(engine, ada, record, 'look'))
    await deliver()
    const byPath = new Map(to.received.map(call => [call.path, call]))
    expect(JSON.parse(byPath.get('/chat?key=k')?.body ?? '')).toEqual({
      text: 'Box goes to Köln <http://localhost/parcels/1|Open>',
      who: 'Ada',
      event: 'talk chat',
      at: new Date(clock.now).toISOString(),
      kind: 'parcel',
    })
    expect(byPath.get('/check/1')).toMatchObject({method: 'GET', body: ''})
    expect(byPath.get('/check/1')?.headers['content-type']).toBeUndefined()
  })

  it('are skipped silently if they are optional and an environment variable is missing', async () => {
    const {engine, ada, parcel, to, deliver, waiting, failures} = await depot()
    done(await act(engine, ada, await parcel('Box'), 'chat'))
    await deliver()
    expect([to.received, await waiting(), failures]).toEqual([[], [], []])
  })

  it('about one record are delivered in order, whatever fails, and do not wait for other records', async () => {
    const {engine, ada, parcel, to, deliver, clock, waiting} = await depot()
    const [one, two] = [await parcel('one'), await parcel('two')]
    const order: string[] = []
    to.answer = (response, {body, headers}) => {
      const {data} = JSON.parse(body)
      order.push(`${data.name} ${headers['webhook-id']}`)
      if (data.name === 'one' && order.length < 6) reset(response, {method: '', path: '', headers, body})
      else accept(response, {method: '', path: '', headers, body})
    }
    done(await act(engine, ada, one, 'nudge'))
    done(await act(engine, ada, {...one, version: 1}, 'ship'))
    done(await act(engine, ada, {...one, version: 2}, 'nudge'))
    done(await act(engine, ada, two, 'ship'))
    const [first = '', second = '', third = ''] = (await waiting()).map(({id}) => id)
    for (let round = 0; round < 12; round += 1) {
      await deliver()
      clock.now += 6 * 60 * 60_000
    }
    const ofOne = order.flatMap(each => (each.startsWith('one ') ? [each.slice(4)] : []))
    expect([...new Set(ofOne)]).toEqual([first, second, third])
    expect(ofOne.indexOf(second)).toBeGreaterThan(ofOne.lastIndexOf(first))
    expect(ofOne.indexOf(third)).toBeGreaterThan(ofOne.lastIndexOf(second))
    // The other record did not wait.
    expect(order.findIndex(each => each.startsWith('two '))).toBeLessThan(3)
    expect(await waiting()).toEqual([])
  })

  const setbacks: readonly [string, Answer, string, number][] = [
    ['answers with an error', status(500), 'The receiver answered 500.', 15_000],
    ['says no', status(400), 'The receiver answered 400.', 15_000],
    [
      'redirects',
      status(302, {location: 'http://127.0.0.1:1/'}),
      'The receiver answered 302. Redirects are not followed.',
      15_000,
    ],
    ['hangs', hang, 'No answer after 60 seconds.', 15_000],
    ['ends the connection', reset, 'socket hang up', 15_000],
    ['asks for patience', status(429, {'retry-after': '900'}), 'The receiver answered 429.', 900_000],
    [
      'is being repaired',
      status(503, {'retry-after': 'Tue, 10 Mar 2026 10:00:00 GMT'}),
      'The receiver answered 503.',
      3_600_000,
    ],
    ['asks for a year', status(429, {'retry-after': '31536000'}), 'The receiver answered 429.', 86_400_000],
    ['asks for less than the usual pause', status(503, {'retry-after': '1'}), 'The receiver answered 503.', 15_000],
  ]

  it('are retried, under the same id, if the receiver fails, hangs, disconnects, redirects or asks to wait', async () => {
    const {engine, ada, parcel, to, deliver, waiting, clock} = await depot()
    for (const [name, answer, problem, pause] of setbacks) {
      to.received.length = 0
      clock.now = Date.parse('2026-03-10T09:00:00Z')
      done(await act(engine, ada, await parcel(name.slice(0, 40)), 'ship'))
      to.answer = answer === hang ? impatient() : answer
      await deliver()
      const [row] = await waiting()
      expect(row).toMatchObject({state: 'waiting', attempts: 1, problem, due: clock.now + pause})
      to.answer = accept
      clock.now += pause - 1
      await deliver()
      expect(to.received).toHaveLength(1)
      clock.now += 1
      await deliver()
      expect(to.received.map(({headers}) => headers['webhook-id'])).toEqual([row?.id, row?.id])
      expect(new Set(to.received.map(({headers}) => headers['webhook-signature'])).size).toBe(2)
      expect(await waiting()).toEqual([])
    }
  })

  it('are given up after days, or immediately if the receiver rejects them, and can be retried', async () => {
    const {engine, ada, parcel, to, deliver, waiting, clock, problems} = await depot()
    const record = await parcel('Box')
    done(await act(engine, ada, record, 'ship'))
    to.answer = status(410)
    await deliver()
    expect(await problems()).toEqual(['dead: The receiver answered 410: it does not want this call any more.'])
    const [row] = await engine.store.read(db => failedCalls(db, 10))
    to.answer = accept
    await engine.store.transaction(db => revive(db, [row?.id ?? ''], clock.now))
    await deliver()
    expect(await waiting()).toEqual([])
    expect(new Set(to.received.map(({headers}) => headers['webhook-id'])).size).toBe(1)
    to.answer = status(500)
    done(await act(engine, ada, {...record, version: 2}, 'nudge'))
    const begun = clock.now
    for (let tries = 0; tries < 40 && (await waiting())[0]?.state === 'waiting'; tries += 1) {
      await deliver()
      clock.now = Math.max(clock.now, (await waiting())[0]?.due ?? 0)
    }
    expect(await problems()).toEqual(['dead: The receiver answered 500.'])
    expect(clock.now - begun).toBeGreaterThan(24 * 60 * 60_000)
    expect(to.received).toHaveLength(22)
  })

  it('wait for missing environment variables, and never reveal their values', async () => {
    const {engine, ada, parcel, deliver, problems, environment, failures, clock, to} = await depot()
    done(await act(engine, ada, await parcel('Box'), 'ship'))
    const {DEPOT_SECRET = '', DEPOT_URL = ''} = environment
    const tries: [Record<string, string>, string][] = [
      [{DEPOT_SECRET: ''}, 'The environment has no DEPOT_SECRET.'],
      [
        {DEPOT_SECRET: 'hidden-secret'},
        'DEPOT_SECRET is not a secret that signs: whsec_ and 24 to 64 bytes in base64.',
      ],
      [{DEPOT_URL: 'hidden secret'}, 'Its address is not one: look at the variables in it.'],
      [{DEPOT_URL: 'https://hidden:secret@hooks.example.com'}, 'Its address has a user or a password in it.'],
      [
        {DEPOT_URL: 'https://elsewhere.example.com/hidden-secret'},
        'The document does not name the host elsewhere.example.com.',
      ],
      [
        {DEPOT_URL: 'http://hooks.example.com/hidden-secret'},
        'hooks.example.com is called over https, unless the operator allows it otherwise.',
      ],
      [
        {DEPOT_URL: 'https://127.0.0.1/hidden-secret'},
        '127.0.0.1 is not a public address. An operator can allow it with --private-hosts.',
      ],
      [
        {DEPOT_URL: 'https://localhost/hidden-secret'},
        'localhost is not a public address. An operator can allow it with --private-hosts.',
      ],
    ]
    for (const [set, problem] of tries) {
      Object.assign(environment, {DEPOT_SECRET, DEPOT_URL}, set)
      await deliver({privateHosts: []})
      expect(await problems()).toEqual([`waiting: ${problem}`])
      clock.now += 24 * 60 * 60_000
    }
    expect(failures.join()).not.toContain('hidden')
    Object.assign(environment, {DEPOT_SECRET, DEPOT_URL})
    await deliver()
    expect(to.received).toHaveLength(1)
  })

  it('store the values of the response, typed and checked, and cause nothing more', async () => {
    const {engine, ada, parcel, to, deliver, waiting, problems} = await depot()
    const record = await parcel('Box')
    done(await act(engine, ada, record, 'weigh'))
    to.answer = answerJson({id: 'ext-7', result: {weight: 12}})
    await deliver()
    expect(await problems()).toEqual([])
    expect(await told(engine, record)).toEqual(['ext-7', '12', '2'])
    expect(await shown(engine, record, 'told = now()')).toBe('true')
    expect(await waiting()).toEqual([])
    expect(to.received).toHaveLength(1)
  })

  const unfit: readonly [string, Answer, string][] = [
    ['is not JSON', status(200, {}, 'fine'), 'is not JSON'],
    ['is huge', status(200, {}, JSON.stringify({id: 'x'.repeat(5000)})), 'is too large'],
    ['lacks a value', answerJson({id: 'x'}), 'has no answer.result.weight'],
    ['has the wrong type', answerJson({id: 'x', result: {weight: 'heavy'}}), 'cannot be kept: weight NOT_A_NUMBER'],
    ['is too long', answerJson({id: 'x'.repeat(30), result: {weight: 1}}), 'cannot be kept: tracking TOO_LONG'],
    ['breaks a rule', answerJson({id: 'x', result: {weight: 13}}), 'cannot be kept: UNLUCKY'],
  ]

  it('are given up with an unchanged record if the response cannot be stored', async () => {
    const {engine, ada, parcel, to, deliver, problems} = await depot()
    for (const [name, answer, problem] of unfit) {
      to.received.length = 0
      const record = await parcel(name)
      done(await act(engine, ada, record, 'weigh'))
      to.answer = answer
      await deliver()
      expect(await problems()).toEqual([`dead: The receiver took the call, but its answer ${problem}.`])
      expect(await told(engine, record)).toEqual(['null', '2', '1'])
      expect(to.received).toHaveLength(1)
      await engine.store.transaction(db => drop(db, 'all'))
    }
  })

  it('of a system action that sets a field of its own condition are made once', async () => {
    const {engine, parcel, to, deliver, waiting} = await depot()
    const record = await parcel('Box')
    const heavy = new Map([['weight', {value: 50}]])
    done(await engine.change(operator, [{kind: 'update', entity: 'Parcel', id: record.id, fields: heavy}]))
    to.answer = answerJson({id: 'ext', result: {weight: 50}})
    for (let round = 0; round < 3; round += 1) {
      await runSystemActions(engine)
      await deliver()
    }
    expect(to.received).toHaveLength(1)
    expect(await told(engine, record)).toEqual(['ext', '50', '3'])
    expect(await waiting()).toEqual([])
  })

  it('are retried if a required response is cut off, and done if it is not required', async () => {
    const {engine, ada, parcel, to, deliver, waiting} = await depot()
    const record = await parcel('Box')
    to.answer = breakOff
    done(await act(engine, ada, record, 'ship'))
    await deliver()
    expect(await waiting()).toEqual([])
    done(await act(engine, ada, {...record, version: 2}, 'weigh'))
    await deliver()
    expect(await waiting()).toMatchObject([{state: 'waiting', attempts: 1}])
  })

  it('about a deleted record are still made, and set nothing', async () => {
    const {engine, ada, parcel, to, deliver, waiting} = await depot()
    const record = await parcel('Box')
    done(await act(engine, ada, record, 'weigh'))
    done(await engine.change(operator, [{kind: 'delete', entity: 'Parcel', id: record.id, fields: new Map()}]))
    to.answer = answerJson({id: 'x', result: {weight: 1}})
    await deliver()
    expect(to.received).toHaveLength(1)
    expect(await waiting()).toEqual([])
  })

  it('are given up if the document no longer has them', async () => {
    const {engine, ada, parcel, deliver, problems} = await depot()
    done(await act(engine, ada, await parcel('Box'), 'ship'))
    await engine.store.transaction(db => sql`update nonet_outbox set name = 'gone'`.execute(db))
    await deliver()
    expect(await problems()).toEqual(['dead: The document has no such call any more.'])
  })
})
