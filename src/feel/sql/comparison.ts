/** Comparisons and membership in SQL, as three-valued values, as truths and as failures. */

import {sql} from 'kysely'
import {CalendarDate} from '../calendar.ts'
import {type CompareCore, type Comparison, type Core, type InCore, type InTest, namesMe, sidesOfMe} from '../core.ts'
import {dateType, numberType} from '../type.ts'
import type {Value} from '../value.ts'
import {atRun, type SqlCompiler} from './compiler.ts'
import {constantTerm} from './constant.ts'
import {restated} from './convert.ts'
import {certain, condition, isConstant, isNull, joined, once, type Sql, type Term} from './dialect.ts'
import {exists, itemTerm, unlessAbsent} from './records.ts'
import {compareWords, relate, type Truths, unknown} from './relate.ts'
import {throughMember, throughReference} from './through-references.ts'

export function compareValue(core: CompareCore, at: SqlCompiler, asked: Truths = 'three-valued'): Term {
  refuseLists(core, at)
  const [left, right] = [at.value(core.left), at.value(core.right)]
  if (core.words !== undefined) return compareWords(core.by, {left, right, words: core.words, asked}, at)
  if (core.by === '=' || core.by === '!=') return equalityValue(core.by, {core, left, right}, {at, asked})
  return relate(core.by, left, right, {dialect: at.dialect, asked})
}

interface Sides {
  readonly core: {readonly left: Core; readonly right: Core}
  readonly left: Term
  readonly right: Term
}

/** Unknown if a side that uses `me` is null; see `sidesOfMe`. */
function equalityValue(
  by: '=' | '!=',
  {core, left, right}: Sides,
  {at, asked}: {at: SqlCompiler; asked: Truths},
): Term {
  const mine = sidesOfMe(core.left, core.right)
  const how = {dialect: at.dialect, asked}
  if ((mine.left && isNull(left)) || (mine.right && isNull(right))) return unknown(at.dialect)
  const [a, b] = [mine.left && isOpen(left), mine.right && isOpen(right)]
  if (!a && !b) return relate(by, left, right, how)
  // If only the truth matters, null on either side is not true. A hidden field is a constant null.
  if (by === '=' && asked === 'only true' && (isNull(left) || isNull(right))) return unknown(at.dialect)
  if (by === '=' && asked === 'only true')
    return relate('=', a ? {...left, nullable: false} : left, b ? {...right, nullable: false} : right, how)
  const minding = (of: Term, use: (of: Term) => Term): Term =>
    once(of, at, named => {
      const answer = use(named)
      return condition(sql`(case when ${named.sql} is not null then ${answer.sql} end)`, true)
    })
  const related = (x: Term, y: Term) => relate(by, x, y, {dialect: at.dialect, asked: 'three-valued'})
  if (a && b) return minding(left, x => minding(right, y => related(x, y)))
  return a ? minding(left, x => related(x, right)) : minding(right, y => related(left, y))
}

const isOpen = (of: Term): boolean => of.nullable && !isConstant(of)

export function compareHolds(core: CompareCore, at: SqlCompiler): Sql {
  const led = at.context.atHand ? undefined : throughReference(core, at)
  return led ?? withinYear(core, at) ?? compareValue(core, at, 'only true').sql
}

const opposite: Partial<Record<Comparison, Comparison>> = {'=': '!=', '!=': '='}

/** Equality is never unknown, so its failure is the opposite; an order may be unknown. */
export function compareFails(core: CompareCore, at: SqlCompiler): Sql {
  const by = opposite[core.by]
  return by === undefined ? sql`(not ${compareValue(core, at).sql})` : compareHolds({...core, by}, at)
}

function refuseLists(core: CompareCore, at: SqlCompiler): void {
  if (core.left.type.kind !== 'list' && core.right.type.kind !== 'list') return
  at.refuse({
    code: 'N091',
    message: 'Lists cannot be compared as a whole.',
    hint: 'Compare what you need of them: `count(…)`, `list contains(…)` or `every … satisfies`.',
  })
}

// `in`, unary tests and `list contains`: whether a value is in a list or a range.

/** The three-valued `or` of the tests. */
export function inValue(core: InCore, at: SqlCompiler, asked: Truths = 'three-valued'): Term {
  return once(at.value(core.value), at, value => inTests({core: core.value, value}, core.tests, at, asked))
}

export function inHolds(core: InCore, at: SqlCompiler): Sql {
  const led = at.context.atHand ? undefined : throughMember(core, at)
  return led ?? inValue(core, at, 'only true').sql
}

interface ComparisonContext {
  readonly core: Core
  readonly value: Term
}

function inTests(of: ComparisonContext, tests: readonly InTest[], at: SqlCompiler, asked: Truths): Term {
  const {core, value} = of
  const equals = tests.flatMap(test => (test.test === 'equals' ? [{with: test.with, term: at.value(test.with)}] : []))
  // Values of `me` may be missing, so they are tested individually.
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

/** Constants always; values bound later only if they have the form of the value. */
const canBeListed = (of: Term, value: Term, at: SqlCompiler): boolean =>
  isConstant(of) || restated(of, value.form, at.dialect) !== undefined

function namesMeIn(left: Core, right: Core): boolean {
  const mine = sidesOfMe(left, right)
  return mine.left || mine.right
}

/** One `in (…)` for all known values; values that the column cannot hold are left out. */
function amongKnown(value: Term, known: readonly Term[], at: SqlCompiler, asked: Truths): Term {
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

function testValue(of: ComparisonContext, test: Exclude<InTest, {test: 'equals'}>, at: SqlCompiler): Term {
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

/** Unknown if `me` is missing, or if the list is a field of `me`. */
export function memberValue({core, value}: ComparisonContext, list: Core, at: SqlCompiler): Term {
  if (namesMe(list) && isNobody(at)) return unknown(at.dialect)
  if (!namesMe(core)) return plainMember(value, list, at)
  if (isNull(value)) return unknown(at.dialect)
  if (isConstant(value) || !value.nullable) return plainMember(value, list, at)
  return once(value, at, named =>
    condition(sql`(case when ${named.sql} is not null then ${plainMember(named, list, at).sql} end)`, true),
  )
}

function isNobody(at: SqlCompiler): boolean {
  const {me} = at.context
  return me !== undefined && me !== atRun && 'id' in me && me.id === null
}

function plainMember(value: Term, list: Core, at: SqlCompiler): Term {
  const rows = at.rows(list)
  const same = relate('=', itemTerm(rows.item, at), value, {dialect: at.dialect, asked: 'only true'})
  return unlessAbsent(rows, condition(exists(rows, [same.sql], at), false), at)
}

function rangeValue(value: Term, range: InTest & {test: 'range'}, at: SqlCompiler): Term {
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

// Rewrites a condition by the year of a date so that an index can be used. Only its truth is preserved, so this is used
// only if just the truth matters.

/** `first_day.year = 2026`: the days from its first to its last. */
function withinYear(core: CompareCore, at: SqlCompiler): Sql | undefined {
  const {left, right} = core
  if (core.by !== '=') return undefined
  if (left.op !== 'property' && right.op === 'property') return withinYear({...core, left: right, right: left}, at)
  if (left.op !== 'property' || left.name !== 'year' || left.of.type.kind !== 'date') return undefined
  const known = at.known(right)
  if (known === undefined || at.known(left) !== undefined) return undefined
  const day = at.value(left.of)
  const ends = 'value' in known ? yearOf(known.value, at) : yearAtRun(right, at)
  const side = (by: Comparison, end: Term): Sql => relate(by, day, end, {dialect: at.dialect, asked: 'only true'}).sql
  return ends && sql`(${side('>=', ends.first)} and ${side('<=', ends.last)})`
}

interface Year {
  readonly first: Term
  readonly last: Term
}

function yearOf(year: Value, at: SqlCompiler): Year | undefined {
  if (typeof year !== 'number' || year < 1 || year > 9999) return undefined
  return {first: dateTerm(new CalendarDate(year, 1, 1), at), last: dateTerm(new CalendarDate(year, 12, 31), at)}
}

/** The same for a year that is known when the statement runs. */
function yearAtRun(year: Core, at: SqlCompiler): Year {
  const number = (value: number): Core => ({op: 'value', type: numberType, value})
  const day = (month: number, date: number): Term =>
    at.value({op: 'call', name: 'date', args: [year, number(month), number(date)], required: 3, type: dateType})
  return {first: day(1, 1), last: day(12, 31)}
}

function dateTerm(date: CalendarDate, at: SqlCompiler): Term {
  const found = constantTerm(date, {kind: 'date'}, at.dialect)
  if (found === undefined) throw new Error('A date is always a constant.')
  return found
}
