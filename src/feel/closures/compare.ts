/** Closures for comparisons and `in`, with short ways where typing knows the kinds. */
import type {CompareCore, Comparison, Core, InCore, InTest} from '../core.ts'
import {decode} from '../json.ts'
import type {Kind} from '../type.ts'
import {compare, equal, isList, Range, type Value} from '../value.ts'
import type {Closure, Compile, Compiler} from './closure.ts'

/** Kinds whose values are the same exactly when JavaScript's `===` says so. */
const identical: ReadonlySet<Kind> = new Set<Kind>(['text', 'choice', 'boolean', 'null'])

const isIdentical = (core: Core): boolean => identical.has(core.type.kind)

/** Both of one such kind, so that different kinds still answer null. */
function areIdentical(a: Core, b: Core): boolean {
  if (a.type.kind === 'null' || b.type.kind === 'null') return true
  return isIdentical(a) && isIdentical(b) && (a.type.kind === 'boolean') === (b.type.kind === 'boolean')
}

function equality(core: CompareCore, compiler: Compiler, negated: boolean): Closure {
  const left = compiler.compile(core.left)
  const right = compiler.compile(core.right)
  if (areIdentical(core.left, core.right)) return same(left, right, negated)
  if (core.left.type.kind === 'reference' && core.right.type.kind === 'reference') {
    return sameRecord(left, right, negated)
  }
  return (environment, frame) => {
    const answer = equal(left(environment, frame), right(environment, frame))
    return answer === null ? null : answer !== negated
  }
}

const same =
  (left: Closure, right: Closure, negated: boolean): Closure =>
  (environment, frame) =>
    (left(environment, frame) === right(environment, frame)) !== negated

function sameRecord(left: Closure, right: Closure, negated: boolean): Closure {
  return (environment, frame) => {
    const a = left(environment, frame)
    const b = right(environment, frame)
    return (a === b || equal(a, b) === true) !== negated
  }
}

type Judge = (order: number) => boolean

const judges: Readonly<Record<Comparison, Judge>> = {
  '=': order => order === 0,
  '!=': order => order !== 0,
  '<': order => order < 0,
  '<=': order => order <= 0,
  '>': order => order > 0,
  '>=': order => order >= 0,
}

type Order = (a: Value, b: Value) => number | null

/** Choices stand in the order in which their words are written. */
const byWords = (words: readonly string[]): Order => {
  const places = new Map<Value, number>(words.map((word, i) => [word, i]))
  return (a, b) => {
    const [x, y] = [places.get(a), places.get(b)]
    return x === undefined || y === undefined ? null : x - y
  }
}

const orderOf = (words: readonly string[] | undefined): Order => (words === undefined ? compare : byWords(words))

export const comparison: Compile<CompareCore> = (core, compiler) => {
  if (core.by === '=' || core.by === '!=') return equality(core, compiler, core.by === '!=')
  const left = compiler.compile(core.left)
  const right = compiler.compile(core.right)
  const order = orderOf(core.words)
  const judge = judges[core.by]
  return (environment, frame) => {
    const found = order(left(environment, frame), right(environment, frame))
    return found === null ? null : judge(found)
  }
}

type Test = (value: Value, ...at: Parameters<Closure>) => boolean | null

const isMember = (list: readonly Value[], value: Value): boolean => list.some(item => equal(item, value) === true)

/** Between two ends, each three-valued; a null end is unknown, an absent one open. */
function within(value: Value, ends: Range, order: Order, open: {low: boolean; high: boolean}): boolean | null {
  const above = open.low ? true : judged(order(value, ends.low), ends.lowIncluded ? '>=' : '>')
  const below = open.high ? true : judged(order(value, ends.high), ends.highIncluded ? '<=' : '<')
  if (above === false || below === false) return false
  return above === null || below === null ? null : true
}

const judged = (order: number | null, by: Comparison): boolean | null => (order === null ? null : judges[by](order))

const nothing: Closure = () => null

function rangeTest(test: InTest & {test: 'range'}, {compile}: Compiler): Test {
  const low = test.low === null ? nothing : compile(test.low)
  const high = test.high === null ? nothing : compile(test.high)
  const included = {low: test.lowIncluded, high: test.highIncluded}
  const open = {low: test.low === null, high: test.high === null}
  const order = orderOf(test.words)
  return (value, environment, frame) =>
    within(value, new Range(low(environment, frame), high(environment, frame), included), order, open)
}

const inRange = (value: Value, range: Range): boolean | null =>
  within(value, range, compare, {low: range.low === null, high: range.high === null})

/** The standard's `in` for a test whose kind shows only now: a range, a list of tests, a condition's answer, or a value. */
function looseTest(value: Value, test: Value): boolean | null {
  if (test instanceof Range) return value instanceof Range ? equal(value, test) : inRange(value, test)
  if (!isList(test)) return equal(value, test)
  if (isList(value) && equal(value, test) === true) return true
  return test.some(item => (item instanceof Range ? looseTest(value, item) : equal(value, item)) === true)
}

function testOf(test: InTest, compiler: Compiler): Test {
  if (test.test === 'range') return rangeTest(test, compiler)
  if (test.test === 'condition') {
    const condition = compiler.compile(test.condition)
    return (_, environment, frame) => {
      const answer = condition(environment, frame)
      return typeof answer === 'boolean' ? answer : null
    }
  }
  const other = compiler.compile(test.test === 'member' ? test.of : test.with)
  const judge = {equals: equal, member: memberTest, loose: looseTest}[test.test]
  return (value, environment, frame) => judge(value, other(environment, frame))
}

const memberTest = (value: Value, list: Value): boolean | null => (isList(list) ? isMember(list, value) : null)

export const membership: Compile<InCore> = (core, compiler) => {
  const value = compiler.compile(core.value)
  const words = wordsOf(core)
  if (words !== null) return (environment, frame) => words.has(value(environment, frame))
  const tests = core.tests.map(test => testOf(test, compiler))
  return (environment, frame) => {
    const known = value(environment, frame)
    let answer: boolean | null = false
    for (const test of tests) {
      const found = test(known, environment, frame)
      if (found === true) return true
      if (found === null) answer = null
    }
    return answer
  }
}

/** `status in ("open", "waiting")`: nothing but known texts. */
function wordsOf(core: InCore): ReadonlySet<Value> | null {
  const words = new Set<Value>()
  if (!isIdentical(core.value)) return null
  for (const test of core.tests) {
    if (test.test !== 'equals' || !areIdentical(core.value, test.with) || test.with.op !== 'value') return null
    words.add(decode(test.with.type, test.with.value))
  }
  return words
}
