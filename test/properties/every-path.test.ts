/** Random documents, people and records: by every path, everybody gets what a naive reading of the document says. */
import {describe, test} from 'vitest'
import {casesOn, stores} from '../kit/store-databases.ts'
import {holdsByEveryPath} from '../people/random-company.ts'

const slow = 240_000

describe.each(stores)('on $name, whatever the document', ({name, make}) => {
  test.each(casesOn(name, [1, 2]))(
    'everybody gets what it grants by every path, document %i',
    seed => holdsByEveryPath(make, seed, 2),
    slow,
  )
})
