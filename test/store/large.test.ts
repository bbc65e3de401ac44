import {describe, test} from 'vitest'
import {stores} from '../kit/store-databases.ts'
import {planLarge} from '../kit/store-large.ts'

describe.each(stores)('many records on $name', store => {
  test('are counted exactly, and not rewritten by changes that lose nothing', () => planLarge(store, 60_000))
})
