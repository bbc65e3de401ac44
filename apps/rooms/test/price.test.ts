/** What a booking is charged, without the application. */
import {expect, test} from 'vitest'
import price from '../functions/price'

test.each([
  [1, 10, 11.5],
  [0.75, 4, 5.25],
  [6, 4, 42],
  // What is beyond six hours costs half.
  [8, 4, 49],
])('%d hours with %d seats', (hours, seats, amount) => {
  expect(price({hours, seats})).toBe(amount)
})
