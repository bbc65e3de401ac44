/**
 * The demonstrations load completely on every ninth day of two years: every weekday, month and hour, around holidays
 * and New Year.
 */
import {expect, test} from 'vitest'
import {leftOutOn} from '../apps/demo-loads.ts'

const days = Array.from({length: 82}, (_, index) => {
  const hour = 7 + ((index * 5) % 14)
  return new Date(Date.UTC(2026, 10, 16 + index * 9, hour)).toISOString()
})

test.each(['time-off', 'rooms'] as const)('nothing of %s is left out on any day', async app => {
  const leftOut: string[] = []
  for (const day of days) leftOut.push(...(await leftOutOn(app, day)).map(row => `${day} ${row}`))
  expect(leftOut).toEqual([])
})
