/** Closures for comparisons and `in`, with short ways where typing knows the kinds. */
import type {CompareCore, Comparison, Core, InCore, InTest} from '../core.ts'
import type {Kind} from '../type.ts'
import {compare, equal, isAmong, isList, type Value} from '../value.ts'
import type {Closure, Compile, Compiler, Test, Tests} from './closure.ts'

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

const judged = (order: number | null, by: Comparison): boolean | null => (order === null ? null : judges[by](order))

/** Three-valued: false when one of them is false. */
export const both = (a: boolean | null, b: boolean | null): boolean | null =>
  a === false || b === false ? false : a === null || b === null ? null : true

/** One end of a range; an absent one is open. */
function endTest(end: Core | null, by: Comparison, {compile, order}: Compiler & {order: Order}): Test {
  if (end === null) return () => true
  const limit = compile(end)
  return (value, environment, frame) => judged(order(value, limit(environment, frame)), by)
}

export const tests: Tests = {
  range: (test, compiler) => {
    const from = {...compiler, order: orderOf(test.words)}
    const above = endTest(test.low, test.lowIncluded ? '>=' : '>', from)
    const below = endTest(test.high, test.highIncluded ? '<=' : '<', from)
    return (value, environment, frame) => both(above(value, environment, frame), below(value, environment, frame))
  },
  equals: (test, {compile}) => {
    const other = compile(test.with)
    return (value, environment, frame) => equal(value, other(environment, frame))
  },
  member: (test, {compile}) => {
    const list = compile(test.of)
    return (value, environment, frame) => {
      const items = list(environment, frame)
      return isList(items) ? isAmong(items, value) : null
    }
  },
  condition: (test, {compile}) => {
    const condition = compile(test.condition)
    return (_, environment, frame) => {
      const answer = condition(environment, frame)
      return typeof answer === 'boolean' ? answer : null
    }
  },
}

/** The table pairs every kind of test with its own compiler; TypeScript cannot follow the pairing. */
function testOf(test: InTest, compiler: Compiler): Test {
  const compile = compiler.tests[test.test] as ((test: InTest, compiler: Compiler) => Test) | undefined
  return compile?.(test, compiler) ?? (() => null)
}

export const membership: Compile<InCore> = (core, compiler) => {
  const value = compiler.compile(core.value)
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
