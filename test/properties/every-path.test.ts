/** Random documents, people and records: by every path, everyone gets the result of a naive evaluation. */
import {afterEach, describe, expect, test, vi} from 'vitest'
import {BoundValues} from '../../src/engine/query/statement.ts'
import type {Environment} from '../../src/feel/environment.ts'
import {holdsByEveryPath} from '../accounts/random-company.ts'
import {casesOn, stores, storesOfStories} from '../kit/store-databases.ts'

const slow = 240_000

describe.each(stores)('on $name, whatever the document', ({name, make}) => {
  test.each(casesOn(name, [1, 2]))(
    'everyone gets exactly the granted data by every path, document %i',
    seed => holdsByEveryPath(make, seed, 2),
    slow,
  )
})

/**
 * Statements are shared by people with the same roles; a wrong binding must be noticed by the comparison above. See
 * also test/engine/statement.test.ts.
 */
describe.each(storesOfStories)('on $name, the test notices a build that', ({make}) => {
  afterEach(() => {
    vi.restoreAllMocks()
  })

  const bind = BoundValues.of

  test(
    'runs every statement as the first person who used it',
    async () => {
      let first: Environment['me'] = null
      vi.spyOn(BoundValues, 'of').mockImplementation((parameters, environment) => {
        first ??= environment.me
        return bind(parameters, {...environment, me: environment.me && first})
      })
      await expect(holdsByEveryPath(make, 1, 2)).rejects.toThrow(/expected/)
    },
    slow,
  )
})
