import {basename, resolve} from 'node:path'
import {expect, test} from 'vitest'
import {usualPlace} from '../../src/cli/usual-place.ts'

test('every document has a place of its own, by whichever of its names it is called', () => {
  const place = {db: 'sqlite:.nonet/time-off/data.sqlite', files: '.nonet/time-off/files'}
  for (const path of ['apps/time-off', 'apps/time-off/', 'apps/time-off/app.md', './apps/../apps/time-off'])
    expect(usualPlace(path)).toEqual(place)
  expect(usualPlace('apps/rooms').db).toBe('sqlite:.nonet/rooms/data.sqlite')
  expect(usualPlace('lending.md').db).toBe('sqlite:.nonet/lending/data.sqlite')
  expect(usualPlace('app.md').db).toBe(`sqlite:.nonet/${basename(resolve('.'))}/data.sqlite`)
  expect(usualPlace('My tools/app.md').db).toBe('sqlite:.nonet/My-tools/data.sqlite')
})
