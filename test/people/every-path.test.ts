/** A build that gave people what others may see would be noticed by the comparison of random documents; see test/properties/every-path.test.ts. */
import {afterEach, describe, expect, test, vi} from 'vitest'
import {BoundValues} from '../../src/engine/query/statement.ts'
import type {Environment} from '../../src/feel/environment.ts'
import {stores} from '../kit/store-databases.ts'
import {holdsByEveryPath} from './random-company.ts'

const slow = 240_000

/** Statements are shared by people with the same roles; a build that binds them wrongly has to be noticed by the comparison. See also statement.test.ts. */
describe.each(stores)('on $name, a build would be noticed that', ({make}) => {
  afterEach(() => {
    vi.restoreAllMocks()
  })

  const bind = BoundValues.of

  test(
    'runs every statement as the first person who asked',
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
