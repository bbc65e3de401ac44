/** Parsing any input takes linear, not quadratic, time. Larger inputs are in test/long. */
import {describe, expect, it} from 'vitest'
import {checkOf, deskApp, largeDocuments, parsersOf, slowInput} from '../kit/linear-time.ts'

describe('time grows with the length of', () => {
  it('S5: every kind of external input', async () => {
    const app = await deskApp()
    expect((await app.request('/things')).status).toBe(200)
    expect((await app.request('/things/new')).status).toBe(200)
    const slow: string[] = []
    for (const parser of parsersOf(app, 32 * 1024)) {
      const found = await slowInput(parser)
      if (found !== null) slow.push(`${parser.name}: ${found}`)
    }
    expect(slow).toEqual([])
  })

  it.each(Object.keys(largeDocuments))('S31: a document with many %s', async what => {
    expect(await slowInput(checkOf(what, 60))).toBe(null)
  })
})
