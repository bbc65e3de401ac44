import {describe, test} from 'vitest'
import {stores} from '../kit/store-databases.ts'
import {planLarge} from '../kit/store-large.ts'

describe.each(stores)('near a million records on $name', store => {
  test('are counted exactly, and not rewritten by changes that lose nothing', {timeout: 600_000}, () =>
    planLarge(store, 999_000),
  )
})
