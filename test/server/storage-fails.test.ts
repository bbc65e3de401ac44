/** A disk that is full or fails: one clear error page for every action, and pages can still be read. */
import {describe, expect, it} from 'vitest'
import {addWithPassword} from '../../src/accounts/admin.ts'
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
