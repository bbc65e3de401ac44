/** No document or input can make an evaluation long, deep or large. */
import {describe, expect, test} from 'vitest'
import {encode, type} from '../../src/feel/index.ts'
import {evaluateLoose} from '../../src/feel/loose.ts'
import {MOST_CHARACTERS} from '../../src/feel/syntax/parse.ts'
import {MOST_DEPTH} from '../../src/feel/syntax/reader.ts'
import type {Value} from '../../src/feel/value.ts'

const answer = (text: string, given: Record<string, Value> = {}) => {
  const found = evaluateLoose(text, new Map(Object.entries(given)), 0)
  return found.ok ? encode(found.value) : found.problems[0]?.code
}

/** In processor time, because the clock includes other processes. */
const quick = (text: string, given: Record<string, Value> = {}) => {
  const before = process.cpuUsage()
  const found = answer(text, given)
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(3000)
  return found
}

const many = (count: number): Value => Array.from({length: count}, (_, i) => i)

describe('length and depth', () => {
  test('a text has a maximum length', () => {
    expect(answer(`1${' '.repeat(MOST_CHARACTERS - 1)}`)).toBe(1)
    expect(answer(`1${' '.repeat(MOST_CHARACTERS)}`)).toBe('N051')
  })
  test('brackets have a maximum nesting', () => {
    const nested = (depth: number) => `${'('.repeat(depth)}1${')'.repeat(depth)}`
    expect(answer(nested(MOST_DEPTH - 1))).toBe(1)
    expect(answer(nested(MOST_DEPTH + 1))).toBe('N051')
    expect(String(answer(nested(4900)))).toMatch(/^N05/)
  })
  test.each([
    '-'.repeat(4000),
    '['.repeat(4000),
    'not('.repeat(2000),
    'if a then '.repeat(900),
    'a.'.repeat(4000),
    'f('.repeat(4000),
  ])('%.10s… is a problem', text => {
    expect(String(quick(`${text}1`))).toMatch(/^N05/)
  })
  test('a long chain is not deep', () => {
    expect(quick(Array.from({length: 300}, () => 'true').join(' and '))).toBe(true)
    expect(quick(`1 in [1]${' or 2 in [3]'.repeat(400)}`)).toBe(true)
  })
  test('typing a deep expression with unary tests does not double at each level', () => {
    const deep = `${'('.repeat(60)}1${' in (!= 2))'.repeat(60)}`
    expect(type(deep, {entities: new Map()}).ok).toBe(false)
    expect(quick(deep)).toBe('N054')
  })
})

describe('numbers', () => {
  test.each([
    ['9 ** (9 ** 9)', null],
    ['10 ** 6144 > 0', true],
    ['10 ** 6145', null],
    ['1.0000000001 ** 1000000000000 > 2 ** 144', true],
    ['0.5 ** 1000000', 0],
    ['2 ** -1000000', 0],
    ['(1/3) ** 100000', 0],
    ['1e6000 * 1e6000', null],
    ['1e-6176 / 10', 0],
    ['1e6144 + 1e-6176 = 1e6144', true],
    ['modulo(1e6144, 7) < 7', true],
    ['1e99999', null],
    ['decimal(1, 999999999)', null],
    ['string length(string(10 ** 6000))', 6001],
  ])('%s', (text, expected) => {
    expect(quick(text)).toEqual(expected)
  })
})

describe('lists and texts', () => {
  test('iterating over too many items is aborted', () => {
    expect(quick('some a in l, b in l, c in l satisfies a + b + c < 0', {l: many(2000)})).toBe('N073')
    expect(quick('count(l[count(l[item < 0]) = 0])', {l: many(5000)})).toBe('N073')
  })
  test('long lists are handled in linear time', () => {
    expect(quick('count(distinct values(l))', {l: many(100_000)})).toBe(100_000)
    expect(quick('count(union(l, l))', {l: many(50_000)})).toBe(50_000)
    expect(quick('sum(l)', {l: many(100_000)})).toBe(4_999_950_000)
  })
  test('a list grows to its bound and no further', () => {
    expect(quick('count(concatenate(l, l))', {l: many(50_000)})).toBe(100_000)
    expect(quick('concatenate(l, l, l)', {l: many(50_000)})).toBe(null)
  })
  test('a text grows to its bound and no further', () => {
    const t = 'x'.repeat(600_000)
    expect(quick('t + t', {t})).toBe(null)
    expect(quick('replace(t, "x", "$0$0")', {t})).toBe(null)
    expect(quick('string join([t, t])', {t})).toBe(null)
    expect(quick('string length(t + "y")', {t})).toBe(600_001)
  })
})

describe('regular expressions', () => {
  const t = 'a'.repeat(50_000)
  test.each([
    ['matches(t, "^(a+)+$")', true],
    ['matches(t + "b", "^(a+)+$")', false],
    ['matches(t, "(a|aa)+$")', true],
    ['matches(t, "(.*)(.*)(.*)(.*)b")', false],
    ['replace(t, "(a*)*", "x") != null', true],
    ['count(split(t, "a")) = 50001', true],
    ['matches("a", "((((a{1000}){1000}){1000}){1000})")', null],
    ['matches("a", "a{1001}")', null],
    ['matches("a", "(a)\\\\1")', null],
  ])('%s', (text, expected) => {
    expect(quick(text, {t})).toBe(expected)
  })
  test('a pattern has a maximum length', () => {
    expect(quick('matches("a", p)', {p: 'a?'.repeat(499)})).toBe(true)
    expect(quick('matches("a", p)', {p: 'a?'.repeat(501)})).toBe(null)
  })
})
