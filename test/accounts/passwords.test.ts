import {describe, expect, test} from 'vitest'
import {
  commonPasswords,
  hashPassword,
  isOutdated,
  isPassword,
  Semaphore,
  validatePassword,
} from '../../src/accounts/passwords.ts'
import {addressKey, clientAddress} from '../../src/server/context.ts'

const rules = {least: 8, words: ['Time off', 'Anna Moreau', 'anna.m']}

describe('a chosen password', () => {
  test.each([
    ['', 'REQUIRED'],
    ['short', 'TOO_SHORT'],
    ['password', 'EASY_PASSWORD'],
    ['PassWord', 'EASY_PASSWORD'],
    ['Dragon123!', 'EASY_PASSWORD'],
    ['12345678', 'EASY_PASSWORD'],
    ['87654321', 'EASY_PASSWORD'],
    ['abcdefghijkl', 'EASY_PASSWORD'],
    ['aaaaaaaaaaaa', 'EASY_PASSWORD'],
    ['timeoff2026', 'EASY_PASSWORD'],
    ['AnnaMoreau1', 'EASY_PASSWORD'],
    ['moreau!!anna', 'EASY_PASSWORD'],
    ['x'.repeat(129), 'TOO_LONG'],
    ['          ', 'REQUIRED'],
    ['\u00a0'.repeat(12), 'REQUIRED'],
    ['staple\0horse', 'ODD_CHARACTERS'],
    ['staple\thorse', 'ODD_CHARACTERS'],
    ['staple-horse-\ud83e', 'ODD_CHARACTERS'],
    // It becomes eighteen characters each.
    ['\ufdfa'.repeat(8), 'TOO_LONG'],
    ['sunshine77', 'EASY_PASSWORD'],
    ['Elizabeth!', 'EASY_PASSWORD'],
  ])('%j is rejected as %s', async (password, code) => {
    expect((await validatePassword(password, rules))?.code).toBe(code)
  })

  test.each([
    'staple-horse-lamp',
    'Anna rides a green moose',
    '青い鳥が三羽飛んでいる',
    'zq8!kkw2',
    `${'ab1 '.repeat(32)}`,
  ])('%j is accepted', async password => {
    expect(await validatePassword(password, rules)).toBeNull()
  })

  test('is measured in characters, not in bytes or halves of them', async () => {
    expect((await validatePassword('🦊🐻🐼🐨🐯🦁🐮', rules))?.code).toBe('TOO_SHORT')
    expect(await validatePassword('🦊🐻🐼🐨🐯🦁🐮🐷', rules)).toBeNull()
  })

  test('can have a longer minimum in the document', async () => {
    expect(await validatePassword('zq8!kkw2', {...rules, least: 12})).toEqual({
      code: 'TOO_SHORT',
      values: {least: '12'},
    })
  })

  test('S30: is compared with tens of thousands of common ones, none of which has capital letters', async () => {
    const {all} = await commonPasswords()
    expect(all.size).toBeGreaterThan(40_000)
    expect([...all].filter(each => each !== each.toLowerCase())).toEqual([])
    const longEnough = [...all].filter(each => [...each].length >= 8).slice(0, 5000)
    for (const each of longEnough) expect(await validatePassword(each, rules), each).not.toBeNull()
  })
})

describe('a stored password', () => {
  test('is argon2id with its own salt', async () => {
    const [one, two] = await Promise.all([hashPassword('staple-horse'), hashPassword('staple-horse')])
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(one).not.toBe(two)
    expect(one).not.toContain('staple')
    expect(await isPassword('staple-horse', one)).toBe(true)
    expect(await isPassword('staple-horsf', one)).toBe(false)
    expect(isOutdated(one)).toBe(false)
    expect(isOutdated(one.replace('m=19456', 'm=9728'))).toBe(true)
  })

  test('matches the same letters in another encoding', async () => {
    const hash = await hashPassword('gr\u00fc\u00dfe-aus-\u212b')
    expect(await isPassword('gru\u0308\u00dfe-aus-A\u030a', hash)).toBe(true)
  })

  test.each([null, '', 'plain', '$argon2id$v=19$m=1,t=1,p=1$AAAA$AAAA'])('as %j matches nobody', async hash => {
    expect(await isPassword('', hash)).toBe(false)
    expect(await isPassword('x', hash)).toBe(false)
  })

  test('costs the same to compare for a person who does not exist', async () => {
    const hash = await hashPassword('staple-horse')
    // Processor time, because the clock includes other work of the machine.
    const time = async (known: string | null) => {
      const before = process.cpuUsage()
      await isPassword('wrong-one', known)
      const {user, system} = process.cpuUsage(before)
      return user + system
    }
    const times = {known: [] as number[], nobody: [] as number[]}
    for (let round = 0; round < 7; round += 1) {
      times.known.push(await time(hash))
      times.nobody.push(await time(null))
    }
    const ratio = Math.min(...times.nobody) / Math.min(...times.known)
    expect(ratio).toBeGreaterThan(0.5)
    expect(ratio).toBeLessThan(2)
  })
})

describe('slots', () => {
  test('are limited, in order, and the queue is bounded', async () => {
    const turns = new Semaphore({atOnce: 2, longestLine: 3})
    const [running, order] = [{now: 0, most: 0}, [] as number[]]
    const work = (name: number) => async () => {
      running.now += 1
      running.most = Math.max(running.most, running.now)
      await new Promise(resolve => setTimeout(resolve, 5))
      order.push(name)
      running.now -= 1
    }
    const all = [1, 2, 3, 4, 5].map(name => turns.take(work(name)))
    await expect(turns.take(work(6))).rejects.toMatchObject({code: 'BUSY'})
    await Promise.all(all)
    expect(running.most).toBe(2)
    expect(order).toEqual([1, 2, 3, 4, 5])
  })

  test('are returned after a failure', async () => {
    const turns = new Semaphore({atOnce: 1, longestLine: 1})
    await expect(turns.take(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await turns.take(async () => 'yes')).toBe('yes')
  })
})

describe('the client address of a request', () => {
  test.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:ffff::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:0DB8:0:0:1::', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    [null, 'unknown'],
    ['nonsense', 'unknown'],
  ])('%s is counted as %s', (address, key) => {
    expect(addressKey(address)).toBe(key)
  })

  test('is taken from the proxy only if it is trusted, and then only its own entry', () => {
    expect(clientAddress('10.0.0.1', '198.51.100.9', false)).toBe('10.0.0.1')
    expect(clientAddress('10.0.0.1', '203.0.113.66, 198.51.100.9', true)).toBe('198.51.100.9')
    expect(clientAddress('10.0.0.1', '198.51.100.9:4711', true)).toBe('198.51.100.9')
    expect(clientAddress('10.0.0.1', '[2001:db8::1]:4711', true)).toBe('2001:db8::1')
    expect(clientAddress('10.0.0.1', 'nonsense', true)).toBe('10.0.0.1')
    expect(clientAddress('10.0.0.1', null, true)).toBe('10.0.0.1')
  })
})
