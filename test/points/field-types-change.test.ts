import {describe, expect, test} from 'vitest'
import {CalendarDate} from '../../src/feel/calendar.ts'
import {parseNum} from '../../src/feel/decimal.ts'
import type {Value} from '../../src/feel/value.ts'
import type {Change} from '../../src/points/entities/field-type.ts'
import {plainLocale} from '../../src/points/entities/field-type.ts'
import {readKeptType} from '../../src/points/entities/types.ts'
import {outcome, typeOf} from '../kit/field-types.ts'

const change = (from: string, to: string, renamed: ReadonlyMap<string, string> = new Map()): Change =>
  typeOf(to).changeFrom(typeOf(from), renamed)

function told(each: Change): string {
  return 'column' in each ? `${each.kind}, ${each.column}` : each.kind
}

function converted(from: string, to: string, value: Value): unknown {
  const each = change(from, to)
  return 'convert' in each ? outcome(each.convert(value, plainLocale)) : each.kind
}

describe('a type that changes', () => {
  test.each([
    ['text 3..120', 'text 3..120', 'same'],
    ['text 3..120', 'text 0..200', 'widening, kept'],
    ['text 3..120', 'text 3..20', 'narrowing, kept'],
    ['text 3..120', 'text 5..120', 'narrowing, kept'],
    ['text', 'long text', 'widening, kept'],
    ['long text', 'text', 'narrowing, rewritten'],
    ['long text 0..100', 'rich text 0..100', 'same'],
    ['number 0..10', 'number', 'widening, kept'],
    ['number', 'number 0..10', 'narrowing, kept'],
    ['number 0..10', 'decimal 2', 'widening, rewritten'],
    ['decimal 2', 'number', 'narrowing, rewritten'],
    ['decimal 2, 0..10', 'decimal 3', 'widening, rewritten'],
    ['decimal 2', 'money', 'same'],
    ['serial', 'serial from 1001', 'same'],
    ['serial', 'number', 'widening, kept'],
    ['number', 'serial', 'impossible'],
    ['one of a, b', 'one of b, a, c', 'widening, kept'],
    ['one of a, b', 'one of a', 'narrowing, kept'],
    ['one of a, b', 'one of a, c (was b)', 'widening, rewritten'],
    ['one of a, c (was b)', 'one of a, c', 'same'],
    ['one of a, b', 'text', 'widening, kept'],
    ['text', 'one of a, b', 'narrowing, rewritten'],
    ['any of a, b', 'any of a, b, c', 'widening, kept'],
    ['one of a, b', 'any of a, b', 'narrowing, rewritten'],
    ['email', 'text 0..300', 'widening, kept'],
    ['text', 'email', 'narrowing, rewritten'],
    ['date', 'text', 'narrowing, rewritten'],
    ['yes/no', 'date', 'narrowing, rewritten'],
    ['image', 'file', 'widening, kept'],
    ['file', 'image', 'impossible'],
    ['User', 'User', 'same'],
    ['User', 'Team', 'impossible'],
    ['User', 'text', 'impossible'],
    ['User', 'many User', 'impossible'],
    ['many Tag', 'many Tag', 'same'],
    ['many Tag', 'many Team', 'impossible'],
    ['list of Comment by ticket', 'list of Comment by other', 'same'],
  ])('from `%s` to `%s` is %s', (from, to, kind) => {
    expect(told(change(from, to))).toBe(kind)
  })

  test('follows a renamed entity', () => {
    const renamed = new Map([['Issue', 'Ticket']])
    expect(told(change('Issue', 'Ticket', renamed))).toBe('same')
    expect(told(change('many Issue', 'many Ticket', renamed))).toBe('same')
  })

  test('converts equivalent values and rejects lossy ones', () => {
    expect(converted('text', 'number', '1234')).toBe(1234)
    expect(converted('text', 'number', 'many')).toEqual(['NOT_A_NUMBER'])
    expect(converted('number', 'text', 7)).toBe('7')
    expect(converted('decimal 2', 'decimal 1', parseNum('1.25'))).toEqual(['TOO_PRECISE'])
    expect(converted('decimal 2', 'number', 3)).toBe(3)
    expect(converted('text', 'date', '2026-01-31')).toEqual(new CalendarDate(2026, 1, 31))
    expect(converted('date', 'text', new CalendarDate(2026, 1, 31))).toBe('2026-01-31')
    expect(converted('one of a, b', 'one of a, c (was b)', 'b')).toBe('c')
    expect(converted('any of a, b', 'any of a, c (was b)', ['a', 'b'])).toEqual(['a', 'c'])
    expect(converted('one of a, b', 'any of a, c (was b)', 'b')).toEqual(['c'])
    expect(converted('text', 'one of low, high', 'Low')).toBe('low')
    expect(converted('text 0..9', 'text 3..9', 'ab')).toEqual(['TOO_SHORT'])
    expect(converted('number', 'text', null)).toBeNull()
  })
})

describe('a type stored in the database', () => {
  test.each([
    'text 3..120',
    'decimal 1, 0..366',
    'one of a, b (was c)',
    'any of HR, Employee',
    'User',
    'many Tag',
    'id',
    'serial from 1001',
  ])('is parsed again from `%s`', written => {
    expect(readKeptType(written, {currency: 'EUR'})?.written).toBe(written)
  })

  test('that is no longer known is null', () => {
    expect(readKeptType('shade', {currency: 'EUR'})).toBeNull()
    expect(readKeptType('text 9..1', {currency: 'EUR'})).toBeNull()
  })
})
