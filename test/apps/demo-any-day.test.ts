/**
 * The demonstrations load completely, also around public holidays and New Year, when the rules reject most. Many more
 * days: test/long.
 */
import {expect, test} from 'vitest'
import {leftOutOn} from './demo-loads.ts'

test.each([
  ['time-off', '2026-12-30T18:00:00Z'],
  ['rooms', '2027-01-01T09:00:00Z'],
] as const)('%s loads completely at %s', async (app, at) => {
  expect(await leftOutOn(app, at)).toEqual([])
})
