/** Expressions that cannot become SQL are reported when a document is checked. */
import {describe, expect, test} from 'vitest'
import {catalogue} from '../../src/document/finding.ts'
import type {Core} from '../../src/feel/core.ts'
import {SqlCheck, sqlProblems} from '../../src/feel/sql/problems.ts'
import {coreOf, tables} from './sql-schema.ts'

const problemsOf = (text: string) => sqlProblems(coreOf(text), new SqlCheck(tables), text)

describe('an expression that cannot be SQL', () => {
  test.each([
    ['parts', 'N091'],
    ['parts.title', 'N091'],
    ['needs', 'N091'],
    ['needs = ["paint"]', 'N091'],
    ['distinct values(Item.title)', 'N091'],
    ['time(10, few, 0, duration("PT1H"))', 'N092'],
    ['price ** rate', 'N093'],
    ['price ** given', 'N093'],
    ['price ** 0.5', 'N093'],
    ['time(title)', 'N093'],
    ['date and time(title)', 'N093'],
  ])('%s is %s', (text, code) => {
    const [problem, ...others] = problemsOf(text)
    expect(problem?.code).toBe(code)
    expect(others).toEqual([])
    expect([problem?.start, problem?.end]).toEqual([0, text.length])
    expect(problem?.message).toMatch(/\.$/)
    expect(problem?.hint).toMatch(/\.$/)
    expect(catalogue).toHaveProperty(code)
  })

  test('L13: a pattern that only the record knows is reported', () => {
    const text = 'flag or not(matches(title, note))'
    const [problem] = problemsOf(text)
    expect(problem?.code).toBe('N093')
    expect(text.slice(problem?.start, problem?.end)).toBe('matches')
  })

  test.each([
    'matches(words, "^a") and price > 1',
    'count(split(words, ",")) = few',
    'price ** 2 > given ** 0.5',
    'number("12") = few',
    'date and time(words) < made',
    'string join(["a", words], ", ") = title',
    'matches(title, words)',
  ])('%s is supported, because its missing part is known beforehand', text => {
    expect(problemsOf(text)).toEqual([])
  })
})

describe('computed fields', () => {
  const chain = (length: number): SqlCheck => {
    const item = tables.get('Item')
    if (item === undefined) throw new Error('There is an item.')
    const fields = new Map(item.fields)
    for (let at = 0; at < length; at++) fields.set(`c${at}`, {kind: 'computed', core: sum(at)})
    return new SqlCheck(new Map([...tables, ['Item', {...item, fields}]]))
  }
  const whole = coreOf('whole')
  const field = (name: string): Core => ({
    op: 'field',
    type: {kind: 'number'},
    of: {op: 'this', entity: 'Item', type: {kind: 'reference', entity: 'Item'}},
    entity: 'Item',
    field: name,
  })
  const sum = (at: number): Core => {
    const before = at === 0 ? whole : field(`c${at - 1}`)
    return {op: 'arithmetic', by: '+', type: {kind: 'number'}, left: before, right: before}
  }

  test('of computed fields are inlined while the statement stays small', () => {
    expect(sqlProblems(field('c5'), chain(6))).toEqual([])
  })

  test('that double at every step are a problem before they are a statement', () => {
    expect(sqlProblems(field('c29'), chain(30)).map(({code}) => code)).toEqual(['N094'])
  })

  test('that depend on each other are a problem, not an endless loop', () => {
    const item = tables.get('Item')
    const fields = new Map([...(item?.fields ?? []), ['c0', {kind: 'computed' as const, core: field('c0')}]])
    expect(
      sqlProblems(field('c0'), new SqlCheck(new Map([...tables, ['Item', {table: 'item', id: 'id', fields}]]))),
    ).toMatchObject([{code: 'N094'}])
  })
})
