/** `in`, unary tests and `list contains`: whether a value is among others, or within a range. */
import {sql} from 'kysely'
import type {Core, InCore, InTest} from '../core.ts'
import type {Compiler} from './compiler.ts'
import {restate} from './constant.ts'
import {joined, type Sql} from './dialect.ts'
import {type Asked, relate} from './relate.ts'
import {exists, itemTerm, unlessAbsent} from './rows.ts'
import {certain, condition, isConstant, isNull, once, type Term} from './term.ts'
import {compareWords} from './word-order.ts'

/** The three-valued `or` of the tests. */
export function inValue(core: InCore, at: Compiler, asked: Asked = 'three-valued'): Term {
  return once(at.value(core.value), at, value => inTests(value, core.tests, at, asked))
}

export const inHolds = (core: InCore, at: Compiler): Sql => inValue(core, at, 'only true').sql

function inTests(value: Term, tests: readonly InTest[], at: Compiler, asked: Asked): Term {
  const equals = tests.flatMap(test => (test.test === 'equals' ? [at.value(test.with)] : []))
  const known = equals.filter(isConstant)
  const open = equals.filter(of => !isConstant(of))
  const answers = [
    ...(known.length > 0 ? [amongKnown(value, known, at, asked)] : []),
    ...open.map(other => relate('=', value, other, {dialect: at.dialect, asked})),
    ...tests.flatMap(test => (test.test === 'equals' ? [] : [testValue(value, test, at, asked)])),
  ]
  const any = joined(
    'or',
    answers.map(of => of.sql),
    at.dialect.boolean(false),
  )
  return condition(
    any,
    answers.some(of => of.nullable),
  )
}

/** One `in (…)` for all that is known; what the value's column cannot hold is not in it. */
function amongKnown(value: Term, known: readonly Term[], at: Compiler, asked: Asked): Term {
  const orNull = known.some(isNull)
  const held = known.flatMap(of => {
    const as = isNull(of) || of.constant === undefined ? undefined : restate(of.constant, value.form, at.dialect)
    return as === undefined ? [] : [as.sql]
  })
  if (held.length === 0) return orNull ? condition(sql`(${value.sql} is null)`, false) : certain(false, at.dialect)
  const among = sql`${value.sql} in (${sql.join(held)})`
  if (!value.nullable) return condition(sql`(${among})`, false)
  if (orNull) return condition(sql`(${value.sql} is null or ${among})`, false)
  if (asked === 'only true') return condition(sql`(${among})`, true)
  return condition(sql`(${value.sql} is not null and ${among})`, false)
}

function testValue(value: Term, test: InTest, at: Compiler, asked: Asked): Term {
  switch (test.test) {
    case 'equals':
      return relate('=', value, at.value(test.with), {dialect: at.dialect, asked})
    case 'member':
      return memberValue(value, test.of, at)
    case 'range':
      return rangeValue(value, test, at)
    case 'condition':
      return at.value(test.condition)
    case 'loose':
      throw new Error('A document has no loose tests.')
  }
}

export function memberValue(value: Term, list: Core, at: Compiler): Term {
  const rows = at.rows(list)
  const same = relate('=', itemTerm(rows.item, at), value, {dialect: at.dialect, asked: 'only true'})
  return unlessAbsent(rows, condition(exists(rows, [same.sql], at), false), at)
}

function rangeValue(value: Term, range: InTest & {test: 'range'}, at: Compiler): Term {
  const ends = [
    ...(range.low === null ? [] : [side(range.lowIncluded ? '>=' : '>', range.low)]),
    ...(range.high === null ? [] : [side(range.highIncluded ? '<=' : '<', range.high)]),
  ]
  const both = joined(
    'and',
    ends.map(of => of.sql),
    at.dialect.boolean(true),
  )
  return condition(
    both,
    ends.some(of => of.nullable),
  )

  function side(by: '<' | '<=' | '>' | '>=', end: Core): Term {
    const right = at.value(end)
    if (range.words !== undefined)
      return compareWords(by, {left: value, right, words: range.words, asked: 'three-valued'}, at)
    return relate(by, value, right, {dialect: at.dialect, asked: 'three-valued'})
  }
}
