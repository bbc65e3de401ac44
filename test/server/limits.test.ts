/** Every limit of the engine: values below and at the limit are accepted, one more is rejected. */

import {describe, expect, test} from 'vitest'
import {packSubmission} from '../../src/accounts/screens/entry/require-sign-in.ts'
import {signIn} from '../../src/accounts/sign-in.ts'
import {ChangeRejected} from '../../src/engine/transaction/change.ts'
import {writeOne} from '../../src/engine/write/write.ts'
import {type as typeText} from '../../src/feel/index.ts'
import {fixedLimits, settings} from '../../src/points/limits/settings.ts'
import {screens} from '../../src/screens/screens.server.ts'
import {createApplication, documentGrants, nobody, operator} from '../../src/screens/testing.ts'
import {createApp} from '../../src/server/app.ts'
import {Assets} from '../../src/server/assets.ts'
import {RateLimiter} from '../../src/server/limits.ts'
import {documentOf, handbook} from '../kit/documents.ts'
import {creating, done, engineOf, person} from '../kit/engine.ts'
import {createFixture} from '../kit/fixture.ts'
import {sameOrigin, urlencoded} from '../kit/http.ts'
import {Client, desk, peopleFixture, somewhere} from '../kit/people.ts'
import {sqlite} from '../kit/store-databases.ts'

interface Limit {
  readonly name: string
  readonly value: number
  /**
   * `most`: the limit itself is accepted, more is not; `least`: less is not accepted; `before`: the limit itself is not
   * accepted.
   */
  readonly is: 'most' | 'least' | 'before'
  readonly isFine: (number: number) => Promise<boolean>
}

const fixed = (name: string): number => fixedLimits[name]?.value ?? 0

const document = (rows: string) => `${handbook.split('## 9.')[0]}## 9. Limits\n\n| Name | Value |\n|---|---|\n${rows}\n`
const form = createFixture({document: document('| MAX_UPLOAD | 1000 b |'), actor: person('0')})

async function post(body: BodyInit, headers: Record<string, string> = {}): Promise<number> {
  const response = await form.app.request('/form', {method: 'POST', body, headers: {...sameOrigin, ...headers}})
  return response.status
}

function uploadOf(files: number, bytes: number): FormData {
  const data = new FormData()
  data.append('_action', 'stay')
  for (let each = 0; each < files; each += 1) data.append('file', new File(['x'.repeat(bytes)], 'note.txt'))
  return data
}

function codesOf(text: string): readonly string[] {
  return documentOf(text).findings.map(({code}) => code)
}

function expressionCodes(text: string): readonly string[] {
  const typing = typeText(text, {entities: new Map()})
  return typing.ok ? [] : typing.problems.map(({code}) => code)
}

const address = () => sqlite.make()

const things = `# Things

## 2. Screens

| Screen | Route | Shows | For |
|---|---|---|---|
| Things | /things | list of Thing | everyone |

## 3. Entities

### Thing

| Field | Type | Required |
|---|---|---|
| name | text 1..40 | yes |

## 6. Roles

| Role | Joins by |
|---|---|
| Keeper | sign-up |

| Role | May | On |
|---|---|---|
| everyone | read | Thing |

## 9. Limits

| Name | Value |
|---|---|
| PAGE_SIZE | 4 |
`

/** Whether a list of this many records is one page. */
async function fitsOnePage(count: number): Promise<boolean> {
  const {engine} = await engineOf({document: things, address: await address(), grants: documentGrants})
  for (let each = 0; each < count; each += 1)
    done(await engine.change(operator, [creating('Thing', {name: `Thing number ${each}`})]))
  const application = createApplication(engine.specification, {engine})
  const app = appOf(() => application)
  const text = await (await app.request('/things')).text()
  const shown = new Set([...text.matchAll(/Thing number (\d+)/g)].map(match => match[1]))
  expect(shown.size).toBe(Math.min(count, 4))
  return shown.size === count
}

function appOf(
  application: () => ReturnType<typeof createApplication>,
  rateLimiter?: RateLimiter,
  {actor = nobody, trustProxy = false} = {},
) {
  return createApp({
    application,
    assets: new Assets('dist/browser'),
    screens,
    origin: null,
    actorOf: async () => actor,
    trustProxy,
    ...(rateLimiter ? {rateLimiter} : {}),
    log: {request: () => {}, failure: (_, cause) => Promise.reject(cause)},
    now: () => performance.now(),
    reference: () => 'TEST-0001',
  })
}

const paced = createApplication(
  documentOf(
    document('| REQUESTS_PER_MINUTE | 5 per minute |').replace(
      '## 9.',
      '## 8. Errors\n\n| Code | Message |\n|---|---|\n| TOO_MANY_REQUESTS | Slowly, please: wait {wait}. |\n\n## 9.',
    ),
  ).specification,
)

const password = 'staple-horse-lamp'

async function lastAttempt(count: number): Promise<string> {
  const {world} = await peopleFixture({address: await address()})
  let last = ''
  for (let each = 0; each < count; each += 1)
    last = (await signIn(world, {email: 'finn@example.com', password}, somewhere)).kind
  return last
}

/** Signs up with a password of this many characters. */
async function signUp(length: number): Promise<boolean> {
  const fixture = await peopleFixture({address: await address()})
  const chosen = 'q7!w-zk3-mB9-xT5-vR2'.slice(0, length)
  const fields = {_action: 'sign up', name: 'Finn Ott', email: 'finn@example.com', password: chosen}
  return (await new Client(fixture).post('/sign-up', fields)).status === 303
}

async function isSignedInAfter(seconds: number): Promise<boolean> {
  const fixture = await peopleFixture({address: await address()})
  const client = new Client(fixture)
  await client.post('/sign-up', {_action: 'sign up', name: 'Finn Ott', email: 'finn@example.com', password})
  fixture.clock.now += seconds * 1000
  return (await client.get('/mine')).status === 200
}

/** On a shared device, of a document with 15 minutes for it. */
async function isSignedInAtKioskAfter(seconds: number): Promise<boolean> {
  const document = `${desk}| SHARED_SESSION_LENGTH | 15 minutes | |\n`
  const fixture = await peopleFixture({address: await address(), document})
  const email = 'finn@example.com'
  await new Client(fixture).post('/sign-up', {_action: 'sign up', name: 'Finn Ott', email, password})
  const kiosk = new Client(fixture)
  await kiosk.post('/sign-in', {_action: 'sign in', email, password, shared: 'yes'})
  fixture.clock.now += seconds * 1000
  return (await kiosk.get('/mine')).status === 200
}

/** The same for a person who is continuously active. */
async function isSignedInThrough(seconds: number): Promise<boolean> {
  const fixture = await peopleFixture({address: await address()})
  const client = new Client(fixture)
  await client.post('/sign-up', {_action: 'sign up', name: 'Finn Ott', email: 'finn@example.com', password})
  const until = fixture.clock.now + seconds * 1000
  const step = 9 * 86_400_000
  while (fixture.clock.now + step < until) {
    fixture.clock.now += step
    await client.get('/mine')
  }
  fixture.clock.now = until
  return (await client.get('/mine')).status === 200
}

/** Whether a person may upload files of this many bytes, with a limit of 700. */
async function attached(limit: string, bytes: number): Promise<boolean> {
  const withFiles = things.replace('| name | text 1..40 | yes |', '| name | text 1..40 | yes |\n| proof | files | |')
  const document = withFiles.replace('| PAGE_SIZE | 4 |', `| ${limit} | 700 b |`)
  const {engine} = await engineOf({document, address: await address()})
  const {id} = done(await engine.change(operator, [creating('User', {name: 'Ada', email: 'ada@example.com'})]))
  const file = {name: 'a', content: 'a'.repeat(64), mediaType: 'text/plain'}
  const add = [
    {...file, size: 300},
    {...file, size: bytes - 300},
  ]
  const fields = new Map([...creating('Thing', {name: 'One'}).fields, ['proof', {files: {keep: [], add}}] as const])
  const actor = person(id)
  const outcome = await engine.unitOfWork(actor, async writing => {
    const step = await writeOne({...writing, asEngine: true}, {kind: 'create', entity: 'Thing', fields})
    if (!step.ok) throw new ChangeRejected('QUOTA', [])
    return []
  })
  return outcome.ok
}

async function isInAuditLogAfter(seconds: number): Promise<boolean> {
  const roles = '## 6. Roles\n\n- audit log: Lead\n\n| Role | Joins by |\n|---|---|\n| Lead | invitation |\n'
  const {engine, clock} = await engineOf({document: `# Desk\n\n${roles}`, address: await address()})
  await engine.audit?.report({kind: 'sign-in', by: operator})
  clock.now += seconds * 1000
  return (await engine.audit?.removeOld(engine.specification.limits.settings.AUDIT_LENGTH)) === 0
}

const limits: readonly Limit[] = [
  {name: 'PAGE_SIZE', value: 4, is: 'most', isFine: fitsOnePage},
  {name: 'MAX_UPLOAD', value: 1000, is: 'most', isFine: async bytes => (await post(uploadOf(1, bytes))) === 303},
  {name: 'UPLOADS_PER_PERSON', value: 700, is: 'most', isFine: bytes => attached('UPLOADS_PER_PERSON', bytes)},
  {name: 'UPLOADS_IN_ALL', value: 700, is: 'most', isFine: bytes => attached('UPLOADS_IN_ALL', bytes)},
  {name: 'SESSION_LENGTH', value: 10 * 86_400, is: 'before', isFine: isSignedInAfter},
  {name: 'SESSION_MAX', value: 90 * 86_400, is: 'before', isFine: isSignedInThrough},
  {name: 'SHARED_SESSION_LENGTH', value: 900, is: 'before', isFine: isSignedInAtKioskAfter},
  {name: 'AUDIT_LENGTH', value: settings.AUDIT_LENGTH.byDefault, is: 'most', isFine: isInAuditLogAfter},
  {name: 'SIGN_IN_ATTEMPTS', value: 4, is: 'most', isFine: async count => (await lastAttempt(count)) === 'wrong'},
  {
    name: 'REQUESTS_PER_MINUTE',
    value: 5,
    is: 'most',
    isFine: async count => {
      const app = appOf(() => paced, new RateLimiter({now: () => 0}))
      let status = 0
      for (let each = 0; each < count; each += 1) status = (await app.request('/')).status
      return status === 200
    },
  },
  {name: 'PASSWORD_MIN', value: settings.PASSWORD_MIN.byDefault, is: 'least', isFine: signUp},
  {
    name: 'document size',
    value: fixed('document size'),
    is: 'most',
    isFine: async bytes => !codesOf(`# Title\n\n${'x'.repeat(bytes - 9)}`).includes('N003'),
  },
  {
    name: 'nested lists',
    value: fixed('nested lists'),
    is: 'most',
    isFine: async depth => !codesOf(`# Title\n\n${'- '.repeat(depth)}x`).includes('N004'),
  },
  {
    name: 'nested quotations',
    value: fixed('nested quotations'),
    is: 'most',
    isFine: async depth => !codesOf(`# Title\n\n${'> '.repeat(depth)}x`).includes('N004'),
  },
  {
    name: 'expression length',
    value: fixed('expression length'),
    is: 'most',
    isFine: async length => !expressionCodes(`"${'x'.repeat(length - 2)}"`).includes('N051'),
  },
  {
    name: 'expression depth',
    value: fixed('expression depth'),
    is: 'most',
    isFine: async depth => !expressionCodes(`${'('.repeat(depth - 1)}1${')'.repeat(depth - 1)}`).includes('N051'),
  },
  {
    name: 'address length',
    value: fixed('address length'),
    is: 'most',
    isFine: async length => (await form.app.request(`/form?${'q'.repeat(length - 6)}`)).status === 200,
  },
  {
    name: 'form text',
    value: fixed('form text'),
    is: 'most',
    isFine: async bytes => (await post(`_action=stay&a=${'x'.repeat(bytes - 15)}`, urlencoded)) === 303,
  },
  {
    name: 'form fields',
    value: fixed('form fields'),
    is: 'most',
    isFine: async count => (await post(`_action=stay${'&a=1'.repeat(count - 1)}`, urlencoded)) === 303,
  },
  {
    name: 'form files',
    value: fixed('form files'),
    is: 'most',
    isFine: async count => (await post(uploadOf(count, 10))) === 303,
  },
  {
    name: 'kept text',
    value: fixed('kept text'),
    is: 'most',
    isFine: async bytes => {
      const around = JSON.stringify([['a', '']]).length
      const fields = [{name: 'a', value: 'x'.repeat(bytes - around)}]
      return packSubmission({fields, text: () => null, open: () => new Blob().stream()}).kind === 'kept'
    },
  },
]

const expected: Readonly<Record<Limit['is'], readonly boolean[]>> = {
  most: [true, true, false],
  least: [false, true, true],
  before: [true, false, false],
}

describe('limits', () => {
  test.each(limits)('$name holds at $value', async ({value, is, isFine}) => {
    const found: boolean[] = []
    for (const number of [value - 1, value, value + 1]) found.push(await isFine(number))
    expect(found).toEqual(expected[is])
  })

  test('all of them are tested here, except texts and the theme', () => {
    const counted = Object.entries(settings).filter(([, {unit}]) => unit !== '')
    const told = [...counted.map(([name]) => name), ...Object.keys(fixedLimits)]
    expect(limits.map(({name}) => name)).toEqual(told)
  })
})

describe('a client over the rate limit', () => {
  const clock = {now: 0}
  const at = (peer: string, forwarded?: string) => ({
    init: {headers: forwarded === undefined ? {} : {'x-forwarded-for': forwarded}},
    env: {peer},
  })

  test('is told in the words of the document how long to wait, and may continue after a minute', async () => {
    const app = appOf(() => paced, new RateLimiter({now: () => clock.now}))
    const {init, env} = at('192.0.2.1')
    for (let each = 0; each < 5; each += 1) expect((await app.request('/', init, env)).status).toBe(200)
    clock.now += 20_000
    const refused = await app.request('/', init, env)
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('40')
    const page = await refused.text()
    expect(page).toContain('Slowly, please: wait 1 minute.')
    expect(page).toMatch(/<a [^>]*href="\/"[^>]*>.*?Try again<\/a>/)
    clock.now += 40_000
    expect((await app.request('/', init, env)).status).toBe(200)
  })

  test('is refused in one line if it goes on, which costs less than a page', async () => {
    const app = appOf(() => paced, new RateLimiter({now: () => 0}))
    const {init, env} = at('192.0.2.1')
    const types: (string | null)[] = []
    for (let each = 0; each < 10; each += 1) types.push((await app.request('/', init, env)).headers.get('content-type'))
    expect(new Set(types)).toEqual(new Set(['text/html; charset=utf-8']))
    const refused = await app.request('/', init, env)
    expect(await refused.text()).toBe('Slowly, please: wait 1 minute.\n')
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('60')
  })

  test('is refused also with addresses that cannot be read', async () => {
    const app = appOf(() => paced, new RateLimiter({now: () => 0}))
    const {env} = at('192.0.2.1')
    const statuses: number[] = []
    for (let each = 0; each < 6; each += 1)
      statuses.push((await app.request('/%ff', {}, {...env, target: '/%ff'})).status)
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429])
  })

  test('S28: is not delayed by a clock that was set back', async () => {
    const later = {now: 86_400_000}
    const app = appOf(() => paced, new RateLimiter({now: () => later.now}))
    const {init, env} = at('192.0.2.1')
    for (let each = 0; each < 6; each += 1) await app.request('/', init, env)
    later.now = 0
    expect((await app.request('/', init, env)).status).toBe(200)
  })

  test('is counted by address, and behind a trusted proxy by the forwarded one', async () => {
    const statuses = async (trustProxy: boolean) => {
      const app = appOf(() => paced, new RateLimiter({now: () => 0}), {trustProxy})
      const found: number[] = []
      for (let each = 0; each < 6; each += 1) {
        const {init, env} = at('192.0.2.1', `203.0.113.${each}`)
        found.push((await app.request('/', init, env)).status)
      }
      return found
    }
    expect(await statuses(false)).toEqual([200, 200, 200, 200, 200, 429])
    expect(await statuses(true)).toEqual([200, 200, 200, 200, 200, 200])
  })

  test('does not affect others: signed-in people are counted individually', async () => {
    const pace = new RateLimiter({now: () => 0})
    const ask = async (id: string) => {
      const {init, env} = at('192.0.2.1')
      return (await appOf(() => paced, pace, {actor: person(id)}).request('/', init, env)).status
    }
    for (let each = 0; each < 5; each += 1) await ask('a')
    expect([await ask('a'), await ask('b')]).toEqual([429, 200])
  })
})
