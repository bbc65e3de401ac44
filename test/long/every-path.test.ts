/**
 * Many random documents: by every path, everyone gets the result of a naive evaluation. `NONET_DOCUMENTS` sets the
 * number.
 */
import {describe, test} from 'vitest'
import {holdsByEveryPath} from '../accounts/random-company.ts'
import {stores} from '../kit/store-databases.ts'

const seeds = Array.from({length: Number(process.env.NONET_DOCUMENTS ?? 10)}, (_, index) => 100 + index)

describe.each(stores)('on $name, whatever the document', ({make}) => {
  test.each(seeds)('everyone gets exactly the granted data by every path, document %i', seed =>
    holdsByEveryPath(make, seed, 12),
  )
})
