import {describe, expect, test} from 'vitest'
import {stores} from '../kit/store-databases.ts'
import {killOften} from '../kit/store-kill.ts'

// Hundreds of them: test/long.
const kinds = stores.map(store => ({...store, kills: store.name === 'sqlite' ? 2 : 1}))

describe.each(kinds)('a process killed on $name', ({make, kills}) => {
  test('leaves the old or the new document, and every acknowledged record', {timeout: 600_000}, async () => {
    const {left, records} = await killOften({make, kills, within: 80})
    expect(left.reduce((sum, count) => sum + count)).toBe(kills)
    expect(records).toBeGreaterThan(200)
  })
})
