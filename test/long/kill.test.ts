/** Repeated kills; `NONET_KILLS` sets the number. */
import {describe, expect, test} from 'vitest'
import {stores} from '../kit/store-databases.ts'
import {killOften} from '../kit/store-kill.ts'

const often = Number(process.env.NONET_KILLS ?? 100)
const kinds = stores.map(store => ({...store, kills: store.name === 'sqlite' ? often : Math.ceil(often / 3)}))

describe.each(kinds)('processes killed again and again on $name', ({make, kills}) => {
  test('leave the old or the new document each time, and every acknowledged record', {
    timeout: 60 * 60_000,
  }, async () => {
    const {left} = await killOften({make, kills, within: 80})
    // Both documents were found in force, so that kills hit migrations in both directions.
    for (const count of left) expect(count).toBeGreaterThan(kills / 20)
  })
})
