/** `in`, `between` and unary tests, taken apart into tests of one value. */
import type {Core, InTest} from '../core.ts'
import type {Tree, TreeOf} from '../tree.ts'
import {booleanType, joinTypes} from '../type.ts'
import {comparable, inWords, wordsOf} from './comparisons.ts'
import {broken, isBroken, type Local, type Place, type Typer} from './typer.ts'

export function typeIn(typer: Typer, tree: TreeOf<'in'>, local: Local | null): Core {
  const value = typer.type(tree.value, local)
  if (isBroken(value)) return broken
  const subject = {core: value, place: tree.value}
  const tests = tree.tests.flatMap(test => testsOf(typer, test, {subject, local}))
  if (tests.includes(null)) return broken
  const core: Core = {op: 'in', value, tests: tests.filter(test => test !== null), type: booleanType}
  return tree.negated ? {op: 'not', of: core, type: booleanType} : core
}

export function typeBetween(typer: Typer, tree: TreeOf<'between'>, local: Local | null): Core {
  const value = typer.type(tree.value, local)
  if (isBroken(value)) return broken
  const range = {...tree, node: 'range', lowIncluded: true, highIncluded: true} as const
  const test = rangeTest(typer, range, {subject: {core: value, place: tree.value}, local})
  return test === null ? broken : {op: 'in', value, tests: [test], type: booleanType}
}

interface Around {
  readonly subject: {readonly core: Core; readonly place: Place}
  readonly local: Local | null
}

type Tested = readonly (InTest | null)[]

function testsOf(typer: Typer, tree: Tree, around: Around): Tested {
  if (tree.node === 'range')
    return [tree.equals === undefined ? rangeTest(typer, tree, around) : equalsTest(typer, tree, around)]
  if (tree.node === 'list' && !typer.loose && around.subject.core.type.kind !== 'list') {
    return tree.items.flatMap(item => testsOf(typer, item, around))
  }
  const other = typer.type(tree, around.local)
  if (isBroken(other)) return [null]
  return [typer.loose ? {test: 'loose', with: other} : strictTest(typer, other, {...around, place: tree})]
}

function strictTest(typer: Typer, other: Core, {subject, place}: Around & {place: Place}): InTest | null {
  const {type} = other
  if (type.kind === 'list' && joinTypes(type.of, subject.core.type) !== null) {
    return inWords(typer, type, subject) ? {test: 'member', of: other} : null
  }
  return comparable(typer, subject, {core: other, place, by: '=', whole: place}) ? {test: 'equals', with: other} : null
}

/** `= 5` and `!= 5` as tests. The value stands twice in the second, so it must be a plain one. */
function equalsTest(typer: Typer, tree: TreeOf<'range'>, {subject, local}: Around): InTest | null {
  const other = tree.low === null ? broken : typer.type(tree.low, local)
  if (isBroken(other)) return null
  if (!typer.loose && !comparable(typer, subject, {core: other, place: tree, by: '=', whole: tree})) return null
  if (tree.equals === '=') return {test: 'equals', with: other}
  if (!isPlain(subject.core)) {
    typer.refuse('N054', tree, {
      message: 'Only a name can be tested with `!=` here.',
      hint: 'Write `not(…)` around a test with `=`.',
    })
    return null
  }
  return {test: 'condition', condition: {op: 'compare', by: '!=', left: subject.core, right: other, type: booleanType}}
}

function isPlain(core: Core): boolean {
  if (core.op === 'field' || core.op === 'property') return isPlain(core.of)
  return ['value', 'variable', 'input', 'this', 'me', 'old'].includes(core.op)
}

function rangeTest(typer: Typer, tree: TreeOf<'range'>, {subject, local}: Around): InTest | null {
  const low = end(typer, tree.low, {subject, local})
  const high = end(typer, tree.high, {subject, local})
  if (low === undefined || high === undefined) return null
  const {lowIncluded, highIncluded} = tree
  const test = {test: 'range', low, high, lowIncluded, highIncluded} as const
  const words = typer.loose ? undefined : wordsOf(subject.core.type, ...[low, high].flatMap(core => core?.type ?? []))
  return words === undefined ? test : {...test, words}
}

/** Undefined after a problem; null for an open end. */
function end(typer: Typer, tree: Tree | null, {subject, local}: Around): Core | null | undefined {
  if (tree === null) return null
  const core = typer.type(tree, local)
  if (isBroken(core)) return undefined
  const fine = typer.loose || comparable(typer, subject, {core, place: tree, by: '<=', whole: tree})
  return fine ? core : undefined
}
