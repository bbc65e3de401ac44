/**
 * Splits a condition into cases (disjunctive normal form): the condition is true, false, not true or not false exactly
 * when one of its cases is, and a case holds when all its literals hold. The logic is three-valued, like the expression
 * language.
 */
import {type CompareCore, type Core, type InCore, type InTest, sidesOfMe} from '../feel/core.ts'
import {decodeValue} from '../feel/format.ts'
import {booleanType, type Type} from '../feel/type.ts'
import type {Value} from '../feel/value.ts'
import type {Comparing} from './terms.ts'

export type CaseLiteral =
  | {readonly kind: 'null'; readonly term: Core; readonly is: boolean}
  /** The term is not null and compares with a value. */
  | {
      readonly kind: 'value'
      readonly term: Core
      readonly by: Comparing
      readonly value: Value
      readonly words?: readonly string[]
    }
  /** Both terms are not null and compare with each other. */
  | {readonly kind: 'terms'; readonly left: Core; readonly right: Core; readonly by: Comparing}

export type Case = readonly CaseLiteral[]
export type Truth = 'true' | 'false' | 'not true' | 'not false'

/** A condition with more cases is not analysed. */
const most = 600

/** Null: too many cases to analyse. */
export type CaseList = readonly Case[] | null

const impossible: CaseList = []
const certain: CaseList = [[]]

export function casesOf(core: Core, wanted: Truth): CaseList {
  switch (core.op) {
    case 'value':
      return isSo(decodeValue(core.type, core.value), wanted) ? certain : impossible
    case 'and':
    case 'or':
      return ofLogic(core.items, {all: (core.op === 'and') === (wanted === 'true' || wanted === 'not false'), wanted})
    case 'not':
      return casesOf(core.of, opposite[wanted])
    case 'if':
      return either([
        bothCases([casesOf(core.condition, 'true'), casesOf(core.then, wanted)]),
        bothCases([casesOf(core.condition, 'not true'), casesOf(core.otherwise, wanted)]),
      ])
    case 'compare':
      return ofComparison(core, wanted)
    case 'in':
      return ofMembership(core, wanted)
    default:
      return ofAnswer(core, wanted)
  }
}

function isSo(value: Value, wanted: Truth): boolean {
  if (wanted === 'true' || wanted === 'false') return value === (wanted === 'true')
  return value !== (wanted === 'not true')
}

const opposite: Readonly<Record<Truth, Truth>> = {
  true: 'false',
  false: 'true',
  'not true': 'not false',
  'not false': 'not true',
}

function ofLogic(items: readonly Core[], {all, wanted}: {all: boolean; wanted: Truth}): CaseList {
  const each = items.map(item => casesOf(item, wanted))
  return all ? bothCases(each) : either(each)
}

function either(each: readonly CaseList[]): CaseList {
  if (each.includes(null)) return null
  const cases = each.flatMap(one => one ?? [])
  return cases.length > most ? null : cases
}

export function bothCases(each: readonly CaseList[]): CaseList {
  // An impossible condition makes the conjunction impossible, even if another condition has too many cases.
  if (each.some(one => one?.length === 0)) return impossible
  return each.reduce<CaseList>((one, other) => {
    if (one === null || other === null || one.length * other.length > most) return null
    return one.flatMap(first => other.map(second => [...first, ...second]))
  }, certain)
}

/** A term that is itself true, false or null. */
function ofAnswer(term: Core, wanted: Truth): CaseList {
  const is = (value: boolean): Case => [{kind: 'value', term, by: '=', value}]
  if (wanted === 'true') return [is(true)]
  if (wanted === 'false') return [is(false)]
  return [is(wanted === 'not false'), [{kind: 'null', term, is: true}]]
}

const reversed: Readonly<Record<Comparing, Comparing>> = {
  '=': '!=',
  '!=': '=',
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
}
const mirrored: Readonly<Record<Comparing, Comparing>> = {
  '=': '=',
  '!=': '!=',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
}

function ofComparison(core: CompareCore, wanted: Truth): CaseList {
  const {left, right, by} = core
  const so = wanted === 'true' || wanted === 'not false'
  const asked = so ? by : reversed[by]
  const words = core.words ?? null
  if (by === '=' || by === '!=') return ofEquality(core, asked, wanted)
  const known = compared({left, right, by: asked, words})
  if (wanted === 'true' || wanted === 'false') return known
  // Times with and without a zone have no order, and the types do not say which of the two a value is.
  if (isMoment(left.type) || isMoment(right.type)) return certain
  return either([known, isNull(left), isNull(right)])
}

/** null = null is true, unless an expression uses `me`: without a person the result is unknown. */
function ofEquality({left, right}: CompareCore, asked: Comparing, wanted: Truth): CaseList {
  const cases = asked === '=' ? equalCases(left, right) : differentCases(left, right)
  const mine = sidesOfMe(left, right)
  const sides = [...(mine.left ? [left] : []), ...(mine.right ? [right] : [])]
  if (sides.length === 0) return cases
  const known = bothCases([...sides.map(presenceCases), cases])
  return wanted === 'true' || wanted === 'false' ? known : either([known, ...sides.map(isNull)])
}

const isMoment = ({kind}: Type): boolean => kind === 'time' || kind === 'date and time'

function isNull(term: Core): CaseList {
  if (term.op !== 'value') return [[{kind: 'null', term, is: true}]]
  return term.value === null ? certain : impossible
}

function presenceCases(term: Core): CaseList {
  if (term.op !== 'value') return [[{kind: 'null', term, is: false}]]
  return term.value === null ? impossible : certain
}

function equalCases(left: Core, right: Core): CaseList {
  return either([bothCases([isNull(left), isNull(right)]), compared({left, right, by: '=', words: null})])
}

function differentCases(left: Core, right: Core): CaseList {
  const apart =
    isMoment(left.type) || isMoment(right.type) ? bothCases([presenceCases(left), presenceCases(right)]) : null
  return either([
    bothCases([isNull(left), presenceCases(right)]),
    bothCases([presenceCases(left), isNull(right)]),
    apart ?? compared({left, right, by: '!=', words: null}),
  ])
}

interface Compared {
  readonly left: Core
  readonly right: Core
  readonly by: Comparing
  readonly words: readonly string[] | null
}

/** Both are not null and compare as given. */
function compared({left, right, by, words}: Compared): CaseList {
  if (left.op === 'value' && right.op !== 'value') return compared({left: right, right: left, by: mirrored[by], words})
  if (right.op !== 'value') return [[{kind: 'terms', left, right, by}]]
  const value = decodeValue(right.type, right.value)
  if (value === null) return impossible
  return [[{kind: 'value', term: left, by, value, ...(words ? {words} : {})}]]
}

function ofMembership({value, tests}: InCore, wanted: Truth): CaseList {
  const each = tests.map(test => ofTest(value, test, wanted))
  return wanted === 'true' || wanted === 'not false' ? either(each) : bothCases(each)
}

/** The same test written as a comparison. */
function ofTest(value: Core, test: InTest, wanted: Truth): CaseList {
  switch (test.test) {
    case 'equals':
      return casesOf({op: 'compare', by: '=', left: value, right: test.with, type: booleanType}, wanted)
    case 'condition':
      return casesOf(test.condition, wanted)
    case 'range':
      return casesOf({op: 'and', items: endsOf(value, test), type: booleanType}, wanted)
    case 'member':
      return ofMember(value, test.of, wanted)
    default:
      return null
  }
}

function endsOf(value: Core, test: InTest & {test: 'range'}): Core[] {
  const words = test.words ? {words: test.words} : {}
  const end = (by: Comparing, right: Core | null): Core[] =>
    right === null ? [] : [{op: 'compare', by, left: value, right, type: booleanType, ...words}]
  return [...end(test.lowIncluded ? '>=' : '>', test.low), ...end(test.highIncluded ? '<=' : '<', test.high)]
}

/** The items of a list literal are compared one by one; nothing is known about other lists. */
function ofMember(value: Core, list: Core, wanted: Truth): CaseList {
  const items = list.op === 'list' ? list.items : listed(list)
  if (items === null) return ofAnswer({op: 'in', value, tests: [{test: 'member', of: list}], type: booleanType}, wanted)
  const equals = items.map((right): Core => ({op: 'compare', by: '=', left: value, right, type: booleanType}))
  return casesOf({op: 'or', items: equals, type: booleanType}, wanted)
}

function listed(list: Core): readonly Core[] | null {
  const {type} = list
  if (list.op !== 'value' || type.kind !== 'list' || !Array.isArray(list.value)) return null
  return list.value.map(value => ({op: 'value', type: type.of, value}))
}
