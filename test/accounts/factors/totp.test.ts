/** Codes of authenticator apps, compared with the examples of RFC 6238 and RFC 4648. */
import {describe, expect, test} from 'vitest'
import {newTotpSecret, stepAt, stepOfCode, toBase32, totpAddress, totpAt} from '../../../src/accounts/factors/totp.ts'

/** The secret of RFC 6238, appendix B. */
const secret = toBase32(Buffer.from('12345678901234567890'))

describe('codes of authenticator apps', () => {
  test.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('at %d seconds are the last digits of %s', (seconds, code) => {
    expect(totpAt(secret, stepAt(seconds * 1000))).toBe(code.slice(-6))
  })

  test.each([
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ])('have secrets in base 32: %s is %s', (text, written) => {
    expect(toBase32(Buffer.from(text))).toBe(written)
  })

  test('count one step before and after their time, and not later than that', () => {
    const now = 1_234_567_890_000
    const step = stepAt(now)
    const accepted = [-2, -1, 0, 1, 2].map(skew => stepOfCode(secret, totpAt(secret, step + skew), {now, last: 0}))
    expect(accepted).toEqual([null, step - 1, step, step + 1, null])
  })

  test('count once, and none before the last one that was used', () => {
    const now = 1_234_567_890_000
    const step = stepAt(now)
    expect(stepOfCode(secret, totpAt(secret, step), {now, last: step})).toBeNull()
    expect(stepOfCode(secret, totpAt(secret, step - 1), {now, last: step})).toBeNull()
    expect(stepOfCode(secret, totpAt(secret, step + 1), {now, last: step})).toBe(step + 1)
  })

  test.each(['', '12345', '1234567', '12345a', ' 123456', '１２３４５６'])('are six digits, not %j', code => {
    expect(stepOfCode(secret, code, {now: 0, last: -5})).toBeNull()
  })

  test('have random secrets of 160 bits, and an address that apps read', () => {
    expect(newTotpSecret()).toMatch(/^[A-Z2-7]{32}$/)
    expect(newTotpSecret()).not.toBe(newTotpSecret())
    const address = totpAddress({secret: 'ABC', product: 'Lost: & found', email: 'a+b@example.com'})
    expect(address).toBe(
      'otpauth://totp/Lost%20%20%26%20found:a%2Bb%40example.com?secret=ABC&issuer=Lost%20%20%26%20found&algorithm=SHA1&digits=6&period=30',
    )
  })
})
