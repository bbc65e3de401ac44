import {expect, it} from 'vitest'
import {keepEqual} from '../../src/web/router/keep-equal.ts'

const before = {
  title: 'Orders',
  columns: [{key: 'name'}, {key: 'state'}],
  records: [
    {id: 'a', cells: ['Lamp', 'new']},
    {id: 'b', cells: ['Desk', 'new']},
  ],
}

it('data that is the same is the same object', () => {
  expect(keepEqual(before, structuredClone(before))).toBe(before)
})

it('what has changed is new, and everything beside it is kept', () => {
  const next = structuredClone(before)
  next.records[1] = {id: 'b', cells: ['Desk', 'sold']}
  const kept = keepEqual(before, next)
  expect(kept).toEqual(next)
  expect(kept.columns).toBe(before.columns)
  expect(kept.records[0]).toBe(before.records[0])
  expect(kept.records[1]).not.toBe(before.records[1])
})

it('a record that has moved is still the same', () => {
  const next = {...structuredClone(before), records: structuredClone(before.records).toReversed()}
  const kept = keepEqual(before, next)
  expect(kept.records.map(({id}) => id)).toEqual(['b', 'a'])
  expect(kept.records[0]).toBe(before.records[1])
})

it('what is shorter, longer, or has another value or another key is not taken for the same', () => {
  for (const [one, other] of [
    [[1, 2], [1]],
    [[1], [1, 2]],
    [{a: 1}, {b: 1}],
    [{a: undefined}, {}],
    [null, {}],
    [[], {}],
    [{a: 1}, {a: '1'}],
  ])
    expect(keepEqual(one, other)).toEqual(other)
  expect(Object.keys(keepEqual<object>({a: 1, b: 2}, {a: 1}))).toEqual(['a'])
})
