import {readFile} from 'node:fs/promises'
import {expect, test} from 'vitest'
import {faults} from '../kit/broken-builds.ts'

test.each(faults)('$name: the source has the text that the long run breaks', async ({file, from}) => {
  expect((await readFile(file, 'utf8')).split(from)).toHaveLength(2)
})
