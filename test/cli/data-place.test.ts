import {basename, resolve} from 'node:path'
import {expect, test} from 'vitest'
import {defaultDataPlace} from '../../src/cli/options.ts'

test('every document has its own location, by whichever of its names it is opened', () => {
  const place = {db: 'sqlite:.nonet/time-off/data.sqlite', files: '.nonet/time-off/files'}
  for (const path of ['apps/time-off', 'apps/time-off/', 'apps/time-off/app.md', './apps/../apps/time-off'])
    expect(defaultDataPlace(path)).toEqual(place)
  expect(defaultDataPlace('apps/rooms').db).toBe('sqlite:.nonet/rooms/data.sqlite')
  expect(defaultDataPlace('lending.md').db).toBe('sqlite:.nonet/lending/data.sqlite')
  expect(defaultDataPlace('app.md').db).toBe(`sqlite:.nonet/${basename(resolve('.'))}/data.sqlite`)
  expect(defaultDataPlace('My tools/app.md').db).toBe('sqlite:.nonet/My-tools/data.sqlite')
})
