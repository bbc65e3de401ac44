import {createHmac} from 'node:crypto'
import {describe, expect, it} from 'vitest'
import {isSigningSecret, signaturesOf} from '../../src/webhooks/send.ts'

// From the Standard Webhooks specification.
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const message = {id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: 1614265330, body: '{"test": 2432232314}'}
const signature = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE='

describe('signatures of calls', () => {
  it('are those of the Standard Webhooks specification', () => {
    expect(signaturesOf(secret, message)).toBe(signature)
    expect(signaturesOf(secret.replace('whsec_', ''), message)).toBe(signature)
  })

  it('are made with each of several secrets', () => {
    const other = Buffer.alloc(32, 7)
    const hash = createHmac('sha256', other).update(`${message.id}.${message.timestamp}.${message.body}`)
    expect(signaturesOf(`whsec_${other.toString('base64')} ${secret}`, message)).toBe(
      `v1,${hash.digest('base64')} ${signature}`,
    )
  })

  it.each([
    '',
    'short',
    'whsec_',
    'whsec_dG9vIHNob3J0',
    'not base64 at all, but long enough to be one',
    'a'.repeat(200),
  ])('are not made with %j', text => {
    expect(isSigningSecret(text)).toBe(false)
    expect(signaturesOf(text, message)).toBeNull()
  })
})
