import {expect, test} from 'vitest'
import {instantIn} from '../../src/store/sql.ts'

test('both databases return them as they were written', () => {
  for (const stored of ['2026-03-29T07:30:00.000Z', '2026-03-29 07:30:00+00', '2026-03-29 07:30:00.000+00'])
    expect(instantIn(stored)).toBe('2026-03-29T07:30:00.000Z')
})
