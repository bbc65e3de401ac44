/** `in`, unary tests and `list contains`: whether a value is among others, or within a range. */
import {sql} from 'kysely'
import type {Core, InCore, InTest} from '../core.ts'
import {namesMe, sidesOfMe} from '../mentions.ts'
import {equalityValue} from './comparison.ts'
import {atRun, type Compiler} from './compiler.ts'
import {restated} from './convert.ts'
import {joined, type Sql} from './dialect.ts'
import {type Asked, relate, unknown} from './relate.ts'
import {exists, itemTerm, unlessAbsent} from './rows.ts'
import {certain, condition, isConstant, isNull, once, type Term} from './term.ts'
import {compareWords} from './word-order.ts'

/** The three-valued `or` of the tests. */
export function inValue(core: InCore, at: Compiler, asked: Asked = 'three-valued'): Term {
  return once(at.value(core.value), at, value => inTests({core: core.value, value}, core.tests, at, asked))
}

export const inHolds = (core: InCore, at: Compiler): Sql => inValue(core, at, 'only true').sql

interface Asking {
  readonly core: Core
  readonly value: Term
}

function inTests(of: Asking, tests: readonly InTest[], at: Compiler, asked: Asked): Term {
  const {core, value} = of
  const equals = tests.flatMap(test => (test.test === 'equals' ? [{with: test.with, term: at.value(test.with)}] : []))
  // What names `me` is not there for everybody, and is asked one by one.
  const plain = equals.filter(each => canBeListed(each.term, value, at) && !namesMeIn(core, each.with))
  const known = plain.map(each => each.term)
  const open = equals.filter(each => !plain.includes(each))
  const answers = [
    ...(known.length > 0 ? [amongKnown(value, known, at, asked)] : []),
    ...open.map(each =>
      equalityValue('=', {core: {left: core, right: each.with}, left: value, right: each.term}, {at, asked}),
    ),
    ...tests.flatMap(test => (test.test === 'equals' ? [] : [testValue(of, test, at)])),
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

/** A constant always; what is bound later only where it has the form of the value. */
const canBeListed = (of: Term, value: Term, at: Compiler): boolean =>
  isConstant(of) || restated(of, value.form, at.dialect) !== undefined

function namesMeIn(left: Core, right: Core): boolean {
  const mine = sidesOfMe(left, right)
  return mine.left || mine.right
}

/** One `in (…)` for all that is known; what the value's column cannot hold is not in it. */
function amongKnown(value: Term, known: readonly Term[], at: Compiler, asked: Asked): Term {
  const orNull = known.some(isNull)
  const held = known.flatMap(of => {
    const as = isNull(of) ? undefined : restated(of, value.form, at.dialect)
    return as === undefined ? [] : [as.sql]
  })
  if (held.length === 0) return orNull ? condition(sql`(${value.sql} is null)`, false) : certain(false, at.dialect)
  const among = sql`${value.sql} in (${sql.join(held)})`
  if (!value.nullable) return condition(sql`(${among})`, false)
  if (orNull) return condition(sql`(${value.sql} is null or ${among})`, false)
  if (asked === 'only true') return condition(sql`(${among})`, true)
  return condition(sql`(${value.sql} is not null and ${among})`, false)
}

function testValue(of: Asking, test: Exclude<InTest, {test: 'equals'}>, at: Compiler): Term {
  switch (test.test) {
    case 'member':
      return memberValue(of, test.of, at)
    case 'range':
      return rangeValue(of.value, test, at)
    case 'condition':
      return at.value(test.condition)
    case 'loose':
      throw new Error('A document has no loose tests.')
  }
}

/** Unknown where I am asked for and am not there, or a list of mine is asked for. */
export function memberValue({core, value}: Asking, list: Core, at: Compiler): Term {
  if (namesMe(list) && isNobody(at)) return unknown(at.dialect)
  if (!namesMe(core)) return plainMember(value, list, at)
  if (isNull(value)) return unknown(at.dialect)
  if (isConstant(value) || !value.nullable) return plainMember(value, list, at)
  return once(value, at, named =>
    condition(sql`(case when ${named.sql} is not null then ${plainMember(named, list, at).sql} end)`, true),
  )
}

function isNobody(at: Compiler): boolean {
  const {me} = at.context
  return me !== undefined && me !== atRun && 'id' in me && me.id === null
}

function plainMember(value: Term, list: Core, at: Compiler): Term {
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
