/** `nonet jobs`: failed system actions, for operators. */
import {describe, expect, test} from 'vitest'
import {WrongUsage} from '../../src/cli/command.ts'
import {jobsCommand} from '../../src/cli/jobs.ts'
import {listSetbacks, noteSetback} from '../../src/engine/actions/setbacks.ts'
import {newId} from '../../src/store/ids.ts'
import {engineOf} from '../kit/engine.ts'
import {stores} from '../kit/store-databases.ts'
import {talking} from '../kit/talking.ts'

async function jobs(...args: string[]): Promise<{out: string; err: string}> {
  const {io, said} = talking()
  expect(await jobsCommand(args, io)).toBe(0)
  return said
}

describe.each(stores)('nonet jobs on $name', ({make}) => {
  test('L1: lists failing system actions with action, record and reason, and can retry them', async () => {
    const address = await make()
    const {store} = await engineOf({document: '# Desk\n', address})
    expect((await jobs('--db', address)).err).toBe('No system action is failing.\n')
    const now = Date.parse('2026-03-10T09:00:00Z')
    const record = newId()
    const at = {entity: 'Ticket', action: 'close_it', record}
    await store.transaction(db => noteSetback(db, at, {state: 'failed', reason: 'Error: no room', now}))
    await store.transaction(db => noteSetback(db, at, {state: 'failed', reason: 'Error: no room', now: now + 15_000}))
    const {out} = await jobs('--db', address)
    expect(out.split('\t')).toEqual([
      `close it of Ticket ${record}`,
      'failed, tried 2 times, again after 2026-03-10T09:00:45.000Z',
      'since 2026-03-10T09:00:00.000Z',
      'Error: no room\n',
    ])
    expect(JSON.parse((await jobs('--db', address, '--json')).out)).toMatchObject({...at, state: 'failed', attempts: 2})
    expect((await jobs('retry', '--db', address)).out).toBe('1 action will be tried again with the next sweep.\n')
    const [row] = await store.read(db => listSetbacks(db, 10))
    expect(row?.due).toBeGreaterThan(now + 1e9)
  })

  test('reports unknown arguments', async () => {
    await expect(jobs('drop', '--db', await make())).rejects.toThrow(WrongUsage)
  })
})
