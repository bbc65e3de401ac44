/** The long run of the property that an expression has one meaning. `NONET_RUNS` makes it longer. */
import {afterAll, beforeAll, expect, test} from 'vitest'
import {oneMeaning, openBoth} from '../feel/sql-meaning.ts'
import type {OpenDatabase} from '../kit/databases.ts'

let open: readonly OpenDatabase[] = []
beforeAll(async () => {
  open = await openBoth()
})
afterAll(async () => {
  for (const database of open) await database.close()
})

test('closure, JSON form, SQLite and PostgreSQL give the same results, a hundred thousand times', {
  timeout: 3_600_000,
}, async () => {
  const runs = Number(process.env.NONET_RUNS ?? 400)
  const seed = Number(process.env.NONET_SEED ?? Date.now() % 2 ** 31)
  console.info(`one meaning: seed ${seed}`)
  const compared = await oneMeaning(open, {seed, runs, together: 60})
  console.info(`one meaning: ${compared} answers compared`)
  expect(compared).toBeGreaterThan(runs * 250)
})
