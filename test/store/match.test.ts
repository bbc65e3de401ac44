import {describe, expect, test} from 'vitest'
import {retry} from '../../src/store/connections.ts'
import {match} from '../../src/store/plan/change.ts'
import {inOrder} from '../../src/store/plan/table-work.ts'

/** `b<a` means that b was called a. */
const named = (text: string) =>
  text
    .split(' ')
    .filter(Boolean)
    .map(each => {
      const [name = '', was = null] = each.split('<')
      return {name, was}
    })

const matched = (before: string, after: string): string[] =>
  match(named(before), named(after)).map(({from, to}) => `${from?.name ?? ''}>${to?.name ?? ''}`)

describe('names of two documents', () => {
  test.each([
    ['a b', 'a b', ['a>a', 'b>b']],
    ['a', 'b<a', ['a>b']],
    ['a', 'b', ['>b', 'a>']],
    // A note that was applied already has no effect.
    ['b<a', 'b<a', ['b>b']],
    ['b<a', 'b<a c', ['b>b', '>c']],
    // Neither has one whose name is in use.
    ['a b', 'b<a', ['b>b', 'a>']],
    // An older document finds its name again.
    ['b<a', 'a', ['b>a']],
    ['b<a', 'a b', ['>a', 'b>b']],
    // Chains and cycles at once.
    ['a b', 'b<a c<b', ['a>b', 'b>c']],
    ['a b', 'a<b b<a', ['b>a', 'a>b']],
    ['a<b b<a', 'a<b b<a', ['a>a', 'b>b']],
    ['a b c', 'b<a a<c', ['b>b', 'a>a', 'c>']],
    // Two cannot claim the same name.
    ['a', 'b<a c<a', ['a>b', '>c']],
  ])('%s becomes %s', (before, after, expected) => {
    expect(matched(before, after)).toEqual(expected)
  })
})

describe('renames', () => {
  const applied = (existing: string[], renames: Record<string, string>): string[] => {
    const names = new Map(existing.map(name => [name, name]))
    const list = Object.entries(renames).map(([from, to]) => ({from, to}))
    for (const {from, to} of inOrder(list, existing)) {
      if (names.has(to)) throw new Error(`${to} is in use.`)
      names.set(to, names.get(from) ?? '')
      names.delete(from)
    }
    return [...names].map(([name, first]) => `${first}>${name}`).toSorted()
  }

  test('never clash with a name in use, also in chains and cycles', () => {
    expect(applied(['a', 'b', 'c'], {a: 'b', b: 'c', c: 'd'})).toEqual(['a>b', 'b>c', 'c>d'])
    expect(applied(['a', 'b', 'c'], {a: 'b', b: 'c', c: 'a'})).toEqual(['a>b', 'b>c', 'c>a'])
    expect(applied(['a', 'b'], {a: 'b', b: 'a'})).toEqual(['a>b', 'b>a'])
    expect(applied(['a', 'b'], {a: 'a'})).toEqual(['a>a', 'b>b'])
  })
})

describe('retrying', () => {
  const patience = {attempts: 4, within: 1000, wait: async () => {}, random: () => 0}
  const failing = (times: number) => async (attempt: number) => {
    if (attempt <= times) throw new Error(`attempt ${attempt}`)
    return attempt
  }

  test('ends with the first success, and has a bound', async () => {
    expect(await retry(failing(2), {...patience, judge: () => 'again'})).toBe(3)
    await expect(retry(failing(9), {...patience, judge: () => 'again'})).rejects.toThrow('attempt 4')
    await expect(retry(failing(9), {...patience, judge: () => 'stop'})).rejects.toThrow('attempt 1')
  })

  test('starts no attempt after the timeout', async () => {
    let time = 0
    const now = () => {
      time += 600
      return time
    }
    await expect(retry(failing(9), {...patience, now, judge: () => 'again'})).rejects.toThrow('attempt 2')
  })
})
