/** Work that nobody waits for leaves most of the time to pages, and to other processes. */

import {sql} from 'kysely'
import {describe, expect, it} from 'vitest'
import {endablePauses, paceOf} from '../../src/engine/jobs/job-pace.ts'
import {QuietSearches} from '../../src/engine/jobs/skip-unchanged.ts'
import {operator, runSystemActions} from '../../src/screens/testing.ts'
import {creating, done, engineOf, person} from '../kit/engine.ts'
import {stores} from '../kit/store-databases.ts'

const document = `# Desk

## 3. Entities

### Ticket

| Field | Type | Required |
|---|---|---|
| subject | text | yes |

## 4. States

### Ticket

- starts: open

| Action | From | To | Who | After |
|---|---|---|---|---|
| settle | open | settled | system | 1 day |
`

it('a stop ends a pause, which keeps the process until then', async () => {
  const timers = () => process.getActiveResourcesInfo().filter(name => name === 'Timeout').length
  const before = timers()
  const pauses = endablePauses()
  const pause = pauses.wait(3_600_000)
  expect(timers()).toBe(before + 1)
  pauses.end()
  await pause
  await pauses.wait(3_600_000)
  expect(timers()).toBe(before)
})

describe.each(stores)('a backlog on $name', ({make}) => {
  async function backlog(count: number) {
    const made = await engineOf({document, address: await make(document)})
    const tickets = Array.from({length: count}, (_, index) => creating('Ticket', {subject: `Ticket ${index}`}))
    done(await made.engine.change(operator, tickets))
    made.clock.now += 24 * 60 * 60_000
    return made
  }

  it('pauses three times as long as it worked while people use the process, otherwise as long', async () => {
    const {engine} = await backlog(1)
    const waits: number[] = []
    const pace = paceOf(
      () => engine,
      async milliseconds => void waits.push(milliseconds),
    )
    await pace.pause(100)
    await engine.in('de').read(person('01a1dd96-bae6-705a-a3ab-5d4fc6a8ecdf', 'Member'), async () => null)
    await pace.pause(100)
    await pace.pause(60_000)
    expect(waits).toEqual([100, 300, 2000])
  })

  it('is worked off completely, with a pause after each record, wherever it begins', async () => {
    const {engine} = await backlog(7)
    const paused: number[] = []
    const pace = {pause: async (took: number) => void paused.push(took)}
    const {performed} = await runSystemActions(engine, {pace, beginAt: count => count - 2})
    expect(performed).toBe(7)
    expect(paused.length).toBeGreaterThanOrEqual(7)
    expect((await runSystemActions(engine)).performed).toBe(0)
  })

  it('stops between two records', async () => {
    const {engine} = await backlog(5)
    let left = 2
    const {performed} = await runSystemActions(engine, {isStopped: () => left-- === 0})
    expect(performed).toBe(2)
    expect((await runSystemActions(engine)).performed).toBe(3)
  })

  it('is not searched for again at once by a search that takes long', async () => {
    const {engine, clock} = await backlog(1)
    let now = 0
    const quiet = new QuietSearches(engine, () => now)
    let searches = 0
    const search = async (takes: number) => {
      await quiet.run(`tickets ${takes}`, 0, async () => {
        searches += 1
        now += takes
        const {rows} = await engine.read(operator, ({db}) => sql`select 1 from ticket where false`.execute(db))
        return rows
      })
      return searches
    }
    expect(await search(1000)).toBe(1)
    done(await engine.change(operator, [creating('Ticket', {subject: 'New'})]))
    clock.now += 39_000
    expect(await search(1000)).toBe(1)
    clock.now += 1000
    expect(await search(1000)).toBe(2)
    expect(await search(100)).toBe(3)
    done(await engine.change(operator, [creating('Ticket', {subject: 'Newer'})]))
    expect(await search(100)).toBe(4)
    quiet.stop()
  })
})
