/** Like test/server, with inputs up to the limits and beyond. */
import {describe, expect, it} from 'vitest'
import {checkOf, deskApp, largeDocuments, parsersOf, slowInput} from '../kit/linear-time.ts'

describe('time grows with the length of', () => {
  it('S5: every kind of external input, up to four megabytes', async () => {
    const app = await deskApp()
    const slow: string[] = []
    for (const parser of parsersOf(app, 1024 * 1024)) {
      const found = await slowInput(parser)
      if (found !== null) slow.push(`${parser.name}: ${found}`)
    }
    expect(slow).toEqual([])
  })

  it.each(Object.keys(largeDocuments))('S31: a document with up to 3,000 %s', async what => {
    expect(await slowInput(checkOf(what, 750))).toBe(null)
  })
})
