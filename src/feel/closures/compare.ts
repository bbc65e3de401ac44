/** Closures for comparisons and `in`, with fast paths for known kinds. */
import {type CompareCore, type Comparison, type Core, type InCore, type InTest, namesMe, sidesOfMe} from '../core.ts'
import type {Kind} from '../type.ts'
import {compareValues, equal, isAmong, isList, type Value} from '../value.ts'
import {type Closure, type ClosureCompiler, type Compile, referring, type Test, type Tests} from './basic.ts'

/** Kinds whose equality is JavaScript's `===`. */
const identical: ReadonlySet<Kind> = new Set<Kind>(['text', 'choice', 'boolean', 'null'])

const isIdentical = (core: Core): boolean => identical.has(core.type.kind)

/** Both of one such kind, because different kinds compare to null. */
export function areIdentical(a: Core, b: Core): boolean {
  if (a.type.kind === 'null' || b.type.kind === 'null') return true
  return isIdentical(a) && isIdentical(b) && (a.type.kind === 'boolean') === (b.type.kind === 'boolean')
}

function equality(core: CompareCore, compiler: ClosureCompiler, negated: boolean): Closure {
  const usual = plainEquality(core, compiler, negated)
  const mine = sidesOfMe(core.left, core.right)
  if (!mine.left && !mine.right) return usual
  const sides = [...(mine.left ? [core.left] : []), ...(mine.right ? [core.right] : [])].map(compiler.compile)
  return (environment, frame) =>
    sides.some(side => side(environment, frame) === null) ? null : usual(environment, frame)
}

function plainEquality(core: CompareCore, compiler: ClosureCompiler, negated: boolean): Closure {
  const left = compiler.compile(core.left)
  const right = compiler.compile(core.right)
  if (areIdentical(core.left, core.right)) return same(left, right, negated)
  if (core.left.type.kind === 'reference' && core.right.type.kind === 'reference') {
    return sameRecord(core, compiler, negated)
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

function sameRecord(core: CompareCore, compiler: ClosureCompiler, negated: boolean): Closure {
  const [left, right] = [referring(core.left, compiler), referring(core.right, compiler)]
  return (environment, frame) => {
    const a = left(environment, frame)
    const b = right(environment, frame)
    return (a?.id === b?.id && a?.entity === b?.entity) !== negated
  }
}

type Ordering = Exclude<Comparison, '=' | '!='>

const predicates: Readonly<Record<Ordering, (order: number) => boolean>> = {
  '<': order => order < 0,
  '<=': order => order <= 0,
  '>': order => order > 0,
  '>=': order => order >= 0,
}

type CompareValues = (a: Value, b: Value) => number | null

/** Choices are ordered as their words are listed. */
const orderOf = (words: readonly string[] | undefined): CompareValues => {
  if (words === undefined) return compareValues
  const places: readonly Value[] = words
  const place = (value: Value): number => places.indexOf(value)
  return (a, b) => (place(a) < 0 || place(b) < 0 ? null : place(a) - place(b))
}

export const compileComparison: Compile<CompareCore> = (core, compiler) => {
  if (core.by === '=' || core.by === '!=') return equality(core, compiler, core.by === '!=')
  const left = compiler.compile(core.left)
  const test = limitTest(core.right, core.by, {compiler, order: orderOf(core.words)})
  return (environment, frame) => test(left(environment, frame), environment, frame)
}

/** Three-valued: false when one of them is false. */
export const andOf = (a: boolean | null, b: boolean | null): boolean | null =>
  a === false || b === false ? false : a === null || b === null ? null : true

/** Whether a value is inside a bound; a missing bound is open. */
function limitTest(
  limit: Core | null,
  by: Ordering,
  {compiler, order}: {compiler: ClosureCompiler; order: CompareValues},
): Test {
  if (limit === null) return () => true
  const predicate = predicates[by]
  const right = compiler.compile(limit)
  return (value, environment, frame) => {
    const found = order(value, right(environment, frame))
    return found === null ? null : predicate(found)
  }
}

export const tests: Tests = {
  range: (test, compiler) => {
    const from = {compiler, order: orderOf(test.words)}
    const above = limitTest(test.low, test.lowIncluded ? '>=' : '>', from)
    const below = limitTest(test.high, test.highIncluded ? '<=' : '<', from)
    return (value, environment, frame) => andOf(above(value, environment, frame), below(value, environment, frame))
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

/** The table maps every kind of test to its compiler; TypeScript cannot express the correlation. */
function testOf(test: InTest, compiler: ClosureCompiler): Test {
  const compile = compiler.tests[test.test] as ((test: InTest, compiler: ClosureCompiler) => Test) | undefined
  return compile?.(test, compiler) ?? (() => null)
}

/** The test; null if a value of `me` that it needs is missing. */
function mindingMe(value: Core, test: InTest, compiler: ClosureCompiler): Test {
  const usual = testOf(test, compiler)
  if (test.test === 'equals') {
    const mine = sidesOfMe(value, test.with)
    if (!mine.left && !mine.right) return usual
    const other = compiler.compile(test.with)
    return (known, environment, frame) =>
      (mine.left && known === null) || (mine.right && other(environment, frame) === null)
        ? null
        : usual(known, environment, frame)
  }
  if (test.test !== 'member') return usual
  const [ofValue, ofList] = [namesMe(value), namesMe(test.of)]
  if (!ofValue && !ofList) return usual
  return (known, environment, frame) =>
    (ofValue && known === null) || (ofList && environment.me === null) ? null : usual(known, environment, frame)
}

export const membership: Compile<InCore> = (core, compiler) => {
  const value = compiler.compile(core.value)
  const tests = core.tests.map(test => mindingMe(core.value, test, compiler))
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
