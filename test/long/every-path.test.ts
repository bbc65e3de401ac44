/** Many random documents: by every path, everyone gets what a naive reading of the document says. `NONET_DOCUMENTS` says how many. */
import {describe, test} from 'vitest'
import {stores} from '../kit/store-databases.ts'
import {holdsByEveryPath} from '../people/random-company.ts'

const seeds = Array.from({length: Number(process.env.NONET_DOCUMENTS ?? 30)}, (_, index) => 100 + index)

describe.each(stores)('on $name, whatever the document', ({make}) => {
  test.each(seeds)('everyone gets what it grants by every path, document %i', seed => holdsByEveryPath(make, seed, 12))
})
