import {describe, test} from 'vitest'
import {stores} from '../kit/store-databases.ts'
import {planLarge} from '../kit/store-large.ts'

describe.each(stores)('near a million records on $name', store => {
  test('are planned to the record, and not written again by what loses nothing', {timeout: 600_000}, () =>
    planLarge(store, 999_000),
  )
})
