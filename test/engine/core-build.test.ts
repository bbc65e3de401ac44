/** Conditions that the engine joins contain nothing twice: what they compile to is as long as what is different in them. */
import {describe, expect, test} from 'vitest'
import {compared, conjunction, either, meCore, no, parameterCore, yes} from '../../src/engine/base/core-build.ts'
import type {Core} from '../../src/feel/core.ts'

const is = (name: string): Core =>
  compared(parameterCore(name, {kind: 'text'}), '=', parameterCore('x', {kind: 'text'}))
const [a, b, c] = [is('a'), is('b'), is('c')]
const and = (...items: readonly Core[]): Core => ({op: 'and', items, type: {kind: 'boolean'}})
const or = (...items: readonly Core[]): Core => ({op: 'or', items, type: {kind: 'boolean'}})

describe('all of some conditions', () => {
  test.each<readonly [string, readonly Core[], Core]>([
    ['none is true', [], yes],
    ['one is itself', [a], a],
    ['what is true does not matter', [yes, a, yes], a],
    ['what is false decides', [a, no, b], no],
    ['also inside', [a, and(b, no)], no],
    ['the same one counts once', [a, is('a'), b, is('a')], and(a, b)],
    ['conjunctions are one', [and(a, b), and(b, c)], and(a, b, c)],
    ['an alternative of what holds anyway says nothing', [or(a, b), a], a],
    ['nor does one with more alternatives', [or(a, b, c), or(b, a)], or(b, a)],
    ['different alternatives stay', [or(a, b), or(b, c)], and(or(a, b), or(b, c))],
  ])('%s', (_, items, expected) => {
    expect(conjunction(items)).toEqual(expected)
  })
})

describe('one of some conditions', () => {
  test.each<readonly [string, readonly Core[], Core]>([
    ['none is false', [], no],
    ['what is false does not matter', [no, a], a],
    ['what is true decides', [a, or(b, yes)], yes],
    ['the same one counts once', [a, is('a')], a],
    ['disjunctions are one', [or(a, b), or(b, c)], or(a, b, c)],
    ['a narrower one adds nothing', [and(a, b), a, and(b, c)], or(a, and(b, c))],
  ])('%s', (_, items, expected) => {
    expect(either(items)).toEqual(expected)
  })
})

test('conditions of different people or values stay', () => {
  const mine = compared(meCore, '=', parameterCore('a', meCore.type))
  const other = compared(meCore, '=', parameterCore('b', meCore.type))
  expect(conjunction([mine, other, mine])).toEqual(and(mine, other))
})
