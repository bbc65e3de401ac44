/** Types comparisons and membership: which values can be compared, and the words of choices. */

import type {Comparison, Core, InTest} from '../core.ts'
import {parseNum} from '../decimal.ts'
import {readDate, readDateTime, readTime} from '../format.ts'
import type {Tree, TreeOf} from '../syntax/tree.ts'
import {booleanType, describeType, isOrdered, isTextual, joinTypes, type Type} from '../type.ts'
import {broken, isBroken, type Local, type ProblemText, suggestName, type TypedPlace, type Typer} from './typer.ts'

interface PlacedOperand {
  readonly core: Core
  readonly place: TypedPlace
}

const isEquality = (by: Comparison): boolean => by === '=' || by === '!='

export function typeCompare(typer: Typer, tree: TreeOf<'compare'>, local: Local | null): Core {
  const left = {core: typer.type(tree.left, local), place: tree.left}
  const right = {core: typer.type(tree.right, local), place: tree.right}
  if (isBroken(left.core) || isBroken(right.core)) return unquoted(typer, tree, {left: left.core, right: right.core})
  const core = {op: 'compare', by: tree.by, left: left.core, right: right.core, type: booleanType} as const
  if (typer.loose) return core
  if (!comparable(typer, left, {...right, by: tree.by, whole: tree})) return broken
  const words = isEquality(tree.by) ? undefined : wordsOf(left.core.type, right.core.type)
  return words === undefined ? core : {...core, words}
}

/** `status = open`: a word of the choice without its quotes. */
function unquoted(typer: Typer, tree: TreeOf<'compare'>, {left, right}: {left: Core; right: Core}): Core {
  const [name, other] = isBroken(left) ? [tree.left, right] : [tree.right, left]
  const words = wordsOf(other.type)
  if (name.node !== 'name' || !words?.includes(name.name)) return broken
  const at = typer.problems.findIndex(({code, start}) => code === 'N055' && start === name.start)
  const found = typer.problems[at]
  const text = `"${name.name}"`
  const fix = {start: name.start, end: name.end, text}
  if (found) typer.problems[at] = {...found, message: `\`${name.name}\` needs quotes.`, hint: `Write \`${text}\`.`, fix}
  return broken
}

/** The words that define the order, if a choice is compared. */
function wordsOf(...types: readonly Type[]): readonly string[] | undefined {
  for (const type of types) if (type.kind === 'choice') return type.words
  return undefined
}

/** Reports a problem if the two cannot be compared. */
function comparable(
  typer: Typer,
  left: PlacedOperand,
  right: PlacedOperand & {by: Comparison; whole: TypedPlace},
): boolean {
  const {by, whole} = right
  const [a, b] = [left.core.type, right.core.type]
  if (isBroken(left.core) || isBroken(right.core)) return false
  if (!inWords(typer, a, right) || !inWords(typer, b, left)) return false
  if (joinTypes(a, b) === null || areStrangers(a, b)) return incomparable(typer, left, right)
  if (isEquality(by)) return true
  if (a.kind === 'null' || b.kind === 'null') {
    return refuse(typer, whole, {
      message: `\`${by}\` with \`null\` is never true.`,
      hint: 'Compare with `= null` or `!= null`.',
    })
  }
  return ordered(typer, [left.core, right.core], {by, whole})
}

/** Two choices without a common word are never equal. */
const areStrangers = (a: Type, b: Type): boolean =>
  a.kind === 'choice' && b.kind === 'choice' && !a.words.some(word => b.words.includes(word))

function ordered(
  typer: Typer,
  [left, right]: readonly [Core, Core],
  {by, whole}: {by: Comparison; whole: TypedPlace},
): boolean {
  const [a, b] = [left.type, right.type]
  for (const type of [a, b]) {
    if (!isOrdered(type))
      return refuse(typer, whole, {
        message: `Values of type \`${describeType(type)}\` have no order, so \`${by}\` cannot compare them.`,
        hint: 'Compare with `=` or `!=`.',
      })
  }
  const isChoice = a.kind === 'choice' || b.kind === 'choice'
  if (!isChoice || joinTypes(a, b)?.kind === 'choice') return true
  // A text among the words has their order; any other text has none.
  if ([left, right].every(core => core.type.kind === 'choice' || core.op === 'value')) {
    if (a.kind !== 'choice' || b.kind !== 'choice') return true
  }
  return refuse(typer, whole, {
    message: 'A choice can only be ordered against its own words.',
    hint: 'Compare it with one of its words, or with the same choice.',
  })
}

const refuse = (typer: Typer, place: TypedPlace, text: ProblemText): boolean => {
  typer.refuse('N059', place, text)
  return false
}

/** Reported at the wrong side, if it is clear which one that is. */
function incomparable(typer: Typer, left: PlacedOperand, right: PlacedOperand & {whole: TypedPlace}): boolean {
  const [a, b] = [left.core.type, right.core.type]
  const message = `\`${describeType(a)}\` cannot be compared with \`${describeType(b)}\`.`
  for (const [side, other] of [[right, left] as const, [left, right] as const]) {
    const {hint, fix} = converted(side, other.core.type, '')
    if (fix) return refuse(typer, side.place, {message, hint, fix})
  }
  const all = allOf(typer, left) ?? allOf(typer, right)
  return all ? refuse(typer, all.place, all.text) : refuse(typer, right.whole, {message, hint: hintFor(a, b)})
}

/** `Order.total` written instead of the total of this order. */
function allOf(typer: Typer, {core, place}: PlacedOperand): {place: TypedPlace; text: ProblemText} | null {
  const {entity} = typer.scope
  if (core.op !== 'map' || core.list.op !== 'all' || core.list.entity !== entity || core.body.op !== 'field')
    return null
  const {field} = core.body
  const message = `\`${entity}.${field}\` is the \`${field}\` of every ${entity}, not of this one.`
  return {place, text: {message, hint: `Write \`${field}\`.`, fix: {start: place.start, end: place.end, text: field}}}
}

/** How to write a value of the other type. */
export function converted(
  {core, place}: PlacedOperand,
  to: Type,
  otherwise: string,
): Pick<ProblemText, 'hint' | 'fix'> {
  const write = (text: string) => ({hint: `Write \`${text}\`.`, fix: {start: place.start, end: place.end, text}})
  const written = core.op === 'value' && typeof core.value === 'string' && core.type.kind === 'text' ? core.value : null
  if (to.kind === 'date' && written !== null && readDate(written)) return write(`date("${written}")`)
  if (to.kind === 'date and time' && written !== null && readDateTime(written))
    return write(`date and time("${written}")`)
  if (to.kind === 'time' && written !== null && readTime(written)) return write(`time("${written}")`)
  if (to.kind === 'number' && written !== null && parseNum(written)) return write(written)
  if (to.kind === 'date' && core.op === 'call' && core.name === 'now') return write('today()')
  if (to.kind === 'date' && core.type.kind === 'date and time') return wrapped(place, 'date')
  const {type} = core
  if (to.kind === 'reference' && type.kind === 'list' && type.of.kind === 'reference' && type.of.entity === to.entity)
    return {
      hint: 'Take one of them: `[1]` after it is the first.',
      fix: {start: place.start, end: place.end, before: '', after: '[1]'},
    }
  return {hint: otherwise}
}

const wrapped = ({start, end}: TypedPlace, name: string): Pick<ProblemText, 'hint' | 'fix'> => ({
  hint: `Write \`${name}(…)\` around it.`,
  fix: {start, end, before: `${name}(`, after: ')'},
})

function hintFor(a: Type, b: Type): string {
  const kinds = [a.kind, b.kind]
  if (kinds.includes('reference') && kinds.includes('text')) return 'Name the field that is meant, such as its name.'
  if (kinds.includes('number') && kinds.includes('text')) return 'Write numbers without quotes.'
  if (kinds.includes('list')) return 'Use `in` or `list contains(…)` to look into a list.'
  return 'Compare values of the same type.'
}

/** A literal must be a word of the choice it is compared with. */
export function inWords(typer: Typer, type: Type, {core, place}: PlacedOperand): boolean {
  const words = type.kind === 'list' ? wordsOf(type.of) : wordsOf(type)
  if (words === undefined || core.op !== 'value' || !isTextual(core.type) || typeof core.value !== 'string') return true
  if (words.includes(core.value)) return true
  typer.refuse('N060', place, {
    message: `\`"${core.value}"\` is not one of ${words.join(', ')}.`,
    ...wordMeant(core.value, words, place),
  })
  return false
}

function wordMeant(word: string, words: readonly string[], place: TypedPlace): Pick<ProblemText, 'hint' | 'fix'> {
  const {hint, fix} = suggestName(word, words, {otherwise: 'Use one of these words.', place})
  return fix && 'text' in fix ? {hint, fix: {...fix, text: `"${fix.text}"`}} : {hint}
}

// `in`, `between` and unary tests, split into tests of one value.

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

interface TestContext {
  readonly subject: {readonly core: Core; readonly place: TypedPlace}
  readonly local: Local | null
}

type Tested = readonly (InTest | null)[]

function testsOf(typer: Typer, tree: Tree, around: TestContext): Tested {
  if (tree.node === 'range')
    return [tree.equals === undefined ? rangeTest(typer, tree, around) : equalsTest(typer, tree, around)]
  if (tree.node === 'list' && !typer.loose && around.subject.core.type.kind !== 'list') {
    return tree.items.flatMap(item => testsOf(typer, item, around))
  }
  const other = typer.type(tree, around.local)
  if (isBroken(other)) return [null]
  return [typer.loose ? {test: 'loose', with: other} : strictTest(typer, other, {...around, place: tree})]
}

function strictTest(typer: Typer, other: Core, {subject, place}: TestContext & {place: TypedPlace}): InTest | null {
  const {type} = other
  if (type.kind === 'list' && joinTypes(type.of, subject.core.type) !== null) {
    return inWords(typer, type, subject) ? {test: 'member', of: other} : null
  }
  return comparable(typer, subject, {core: other, place, by: '=', whole: place}) ? {test: 'equals', with: other} : null
}

/** `= 5` and `!= 5` as tests. The value occurs twice in the second, so it must be a plain one. */
function equalsTest(typer: Typer, tree: TreeOf<'range'>, {subject, local}: TestContext): InTest | null {
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

function rangeTest(typer: Typer, tree: TreeOf<'range'>, {subject, local}: TestContext): InTest | null {
  const low = end(typer, tree.low, {subject, local})
  const high = end(typer, tree.high, {subject, local})
  if (low === undefined || high === undefined) return null
  const {lowIncluded, highIncluded} = tree
  const test = {test: 'range', low, high, lowIncluded, highIncluded} as const
  const words = typer.loose ? undefined : wordsOf(subject.core.type, ...[low, high].flatMap(core => core?.type ?? []))
  return words === undefined ? test : {...test, words}
}

/** Undefined after a problem; null for an open end. */
function end(typer: Typer, tree: Tree | null, {subject, local}: TestContext): Core | null | undefined {
  if (tree === null) return null
  const core = typer.type(tree, local)
  if (isBroken(core)) return undefined
  const fine = typer.loose || comparable(typer, subject, {core, place: tree, by: '<=', whole: tree})
  return fine ? core : undefined
}
