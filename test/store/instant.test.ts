import fc from 'fast-check'
import {expect, test} from 'vitest'
import {instantAt, instantIn} from '../../src/store/instant.ts'

test('instants are written as dates write themselves, whatever day was written before', () => {
  const farthest = 8.64e15
  const near = fc.integer({min: Date.UTC(2026, 0, 1), max: Date.UTC(2026, 0, 3)})
  fc.assert(
    fc.property(fc.oneof(near, fc.integer({min: -farthest, max: farthest})), millis => {
      expect(instantAt(millis)).toBe(new Date(millis).toISOString())
    }),
    {numRuns: 500},
  )
  expect(() => instantAt(Number.NaN)).toThrow(RangeError)
})

test('both databases give them back as they were written', () => {
  for (const stored of ['2026-03-29T07:30:00.000Z', '2026-03-29 07:30:00+00', '2026-03-29 07:30:00.000+00'])
    expect(instantIn(stored)).toBe('2026-03-29T07:30:00.000Z')
})
