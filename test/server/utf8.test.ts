import fc from 'fast-check'
import {expect, test} from 'vitest'
import {utf8} from '../../src/server/utf8.ts'

test('a text is the same bytes however it is turned, also where half of a pair stands alone', () => {
  const texts = fc.string({
    unit: fc.oneof(
      fc.constant('a'),
      fc.constant('é'),
      fc.string({unit: 'binary', minLength: 1}),
      fc.constant('\ud83d'),
    ),
  })
  fc.assert(
    fc.property(texts, fc.integer({min: 0, max: 1200}), (text, times) => {
      const long = text + 'Łx'.repeat(times) + text
      expect(utf8(long).equals(Buffer.from(long))).toBe(true)
    }),
  )
})
