import {describe, expect, test} from 'vitest'
import {idMaker, isId, newId} from '../../src/store/ids.ts'

describe('an id', () => {
  test('is a UUID of version 7 that starts with the time', () => {
    const id = idMaker(() => 0x0123456789ab)()
    expect(id.startsWith('01234567-89ab-7')).toBe(true)
    expect(isId(id)).toBe(true)
    expect(isId(id.toUpperCase())).toBe(false)
    expect(isId('01234567-89ab-4000-8000-000000000000')).toBe(false)
  })

  test('is larger than the one before, also within a millisecond and when the clock goes back', () => {
    let time = 1000
    const make = idMaker(() => time)
    const made = Array.from({length: 20_000}, (_, index) => {
      time = index % 1000 === 0 ? 1000 - index / 1000 : time
      return make()
    })
    expect(made).toEqual(made.toSorted())
    expect(new Set(made).size).toBe(made.length)
    expect(made.every(isId)).toBe(true)
  })

  test('has new random bits each time, also in one process at one time', () => {
    const make = idMaker(() => 1000)
    const tails = Array.from({length: 1000}, () => make().slice(19))
    expect(new Set(tails).size).toBe(1000)
    const other = idMaker(() => 1000)
    expect(other().slice(19)).not.toBe(idMaker(() => 1000)().slice(19))
  })

  test('of two generators never collide', () => {
    const [a, b] = [idMaker(() => 5), idMaker(() => 5)]
    const made = Array.from({length: 5000}, () => [a(), b()]).flat()
    expect(new Set([...made, newId()]).size).toBe(10_001)
  })
})
