/** A disk that is full or fails: one clear error page for every action, and pages can still be read. */
import {describe, expect, it} from 'vitest'
import {addWithPassword} from '../../src/accounts/admin.ts'
import {pageMediaType} from '../../src/engine/page/frame.ts'
import {StoreError, type StoreErrorCode} from '../../src/store/store-error.ts'
import {openDesk} from '../kit/linear-time.ts'
import {Client, peopleFixture} from '../kit/people.ts'
import {sqlite} from '../kit/store-databases.ts'

const cases: readonly [StoreErrorCode, number, RegExp][] = [
  ['FULL', 507, /the server is out of disk space/],
  ['DISK', 503, /the server can’t write to its storage/],
  ['READ_ONLY', 503, /the server can’t write to its storage/],
  ['REPLACED', 503, /the server can’t write to its storage/],
  ['UNREACHABLE', 503, /not available at the moment/],
  ['LOST', 503, /not available at the moment/],
  ['OUTCOME_UNKNOWN', 503, /may or may not have been saved/],
]

describe('while nothing can be written', () => {
  it.each(cases)('%s gets %i, and pages are still shown', async (code, status, message) => {
    const fixture = await peopleFixture({address: await sqlite.make(), document: openDesk, records: true})
    const password = 'staple-horse-lamp'
    await addWithPassword(fixture.engine, {name: 'Ada', email: 'ada@example.com', password, roles: ['Keeper']})
    const client = new Client(fixture)
    await client.post('/sign-in', {_action: 'sign in', email: 'ada@example.com', password})
    const failing = async () => {
      throw new StoreError(code)
    }
    Object.assign(fixture.engine.store, {transaction: failing})
    fixture.clock.now += 3 * 3_600_000
    for (const path of ['/things', '/things/new', '/account'])
      expect([path, (await client.get(path)).status]).toEqual([path, 200])
    const answer = await client.post('/things/new', {_action: 'create', name: 'A lamp'})
    expect(answer.status).toBe(status)
    expect(await answer.text()).toMatch(message)
    expect(fixture.failures).toEqual([expect.objectContaining({code})])
    // The test expects this failure.
    fixture.failures.length = 0
  })
})

const figures = openDesk
  .replace('| Things | /things |', '| Start | / | dashboard | everyone |\n| Things | /things |')
  .replace(
    '### Things\n',
    `### Start

| Card | Shows | As |
|---|---|---|
| All | count of Thing | number |
| Red | count of Thing where tag = "red" | number |
| By tag | count of Thing by tag | bars |

### Things
`,
  )

describe('while the database is lost', () => {
  const password = 'staple-horse-lamp'
  const signedIn = async () => {
    const fixture = await peopleFixture({address: await sqlite.make(), document: figures, records: true})
    await addWithPassword(fixture.engine, {name: 'Ada', email: 'ada@example.com', password, roles: ['Keeper']})
    const client = new Client(fixture)
    await client.signIn('ada@example.com', password)
    const lose = (code: StoreErrorCode, ...ways: ('read' | 'readOne')[]) => {
      const failing = async () => {
        throw new StoreError(code)
      }
      Object.assign(fixture.engine.store, Object.fromEntries(ways.map(way => [way, failing])))
    }
    return {fixture, client, lose}
  }

  it('O12: someone who has signed in is not asked to sign in again', async () => {
    const {fixture, client, lose} = await signedIn()
    lose('UNREACHABLE', 'read', 'readOne')
    const answer = await client.get('/things')
    expect([answer.status, (await answer.text()).includes('/sign-in')]).toEqual([503, false])
    const unknown = new Client(fixture)
    unknown.cookies.set('nonet-browser', client.cookies.get('nonet-browser') ?? '')
    expect(await (await unknown.get('/things')).text()).toContain('/sign-in')
    fixture.failures.length = 0
  })

  it('O13: a page that is cut off leaves one line for all of its parts, and one for the page', async () => {
    const {fixture, client, lose} = await signedIn()
    lose('LOST', 'read')
    await client.get('/')
    expect(fixture.failures).toEqual(Array(2).fill(expect.objectContaining({code: 'LOST'})))
    fixture.failures.length = 0
  })

  it('code 20: a page that cannot be shown after an action is reported', async () => {
    const {fixture, client, lose} = await signedIn()
    const headers = {accept: pageMediaType}
    const _once = await client.tokenOf('/things/new')
    const {store} = fixture.engine
    const write = store.transaction.bind(store)
    const losing: typeof write = async (work, options) => {
      const value = await write(work, options)
      lose('LOST', 'read')
      return value
    }
    Object.assign(store, {transaction: losing})
    const sent = await client.post('/things/new', {_action: 'create', _once, name: 'A lamp'}, {headers})
    expect(sent.status).toBe(200)
    expect(await sent.json()).toMatchObject({status: 303, redirect: '/things'})
    expect(fixture.failures).toEqual([expect.objectContaining({code: 'LOST'})])
    fixture.failures.length = 0
  })
})
