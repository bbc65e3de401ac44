/** Types operators: arithmetic, logic, `if`, filters, indexes, quantifiers and `for`. */

import {operations} from '../arithmetic.ts'
import {type Core, mentions} from '../core.ts'
import {parseNum, toInteger} from '../decimal.ts'
import type {Over, Tree, TreeOf} from '../syntax/tree.ts'
import {anyType, booleanType, describeType, joinTypes, listOf, nullType, numberType, type Type} from '../type.ts'
import {nullCore} from './literals.ts'
import {broken, isBroken, type Local, type ProblemText, type TypedPlace, type Typer} from './typer.ts'

const kindIn = (type: Type): string => (type.kind === 'choice' ? 'text' : type.kind)

export function typeArithmetic(typer: Typer, tree: TreeOf<'arithmetic'>, local: Local | null): Core {
  const left = typer.type(tree.left, local)
  const right = typer.type(tree.right, local)
  if (isBroken(left) || isBroken(right)) return broken
  const core = {op: 'arithmetic', by: tree.by, left, right} as const
  const key = `${kindIn(left.type)} ${tree.by} ${kindIn(right.type)}`
  const found = operations[key]
  if (found !== undefined) return {...core, type: {kind: found.gives}}
  if (!typer.loose && (left.type.kind === 'null' || right.type.kind === 'null')) return nullCore
  const [a, b] = [describeType(left.type), describeType(right.type)]
  return typer.mismatch('N061', tree, {
    message: `\`${tree.by}\` cannot be used with \`${a}\` and \`${b}\`.`,
    ...(arithmeticFix(tree, left, right) ?? {hint: arithmeticHint(left.type, right.type)}),
    instead: {...core, type: anyType},
  })
}

/** `today() + 7` means days; a number next to a text is joined as text. */
function arithmeticFix(
  tree: TreeOf<'arithmetic'>,
  left: Core,
  right: Core,
): Required<Pick<ProblemText, 'hint' | 'fix'>> | null {
  const {start, end} = tree.right
  const days = tree.right.node === 'literal' && tree.right.literal === 'number' ? String(tree.right.value) : ''
  if (left.type.kind.startsWith('date') && /^\d+$/.test(days) && '+-'.includes(tree.by)) {
    const text = `duration("P${days}D")`
    return {hint: `Write \`${text}\` for ${days} days.`, fix: {start, end, text}}
  }
  const quoted = tree.right.node === 'literal' && tree.right.literal === 'text' ? String(tree.right.value) : ''
  if (/^-?P(?=[\dT])/.test(quoted)) {
    const text = `duration("${quoted}")`
    return {hint: `Write \`${text}\`.`, fix: {start, end, text}}
  }
  const length = [tree.left, tree.right].find((_, index) => [left, right][index]?.type.kind === 'days duration')
  if (length && length.node === 'arithmetic' && [left, right].some(side => side.type.kind === 'number')) {
    const fix = {start: length.start, end: length.end, before: '(', after: ').days'}
    return {hint: 'Write `(…).days` around the difference to count its days.', fix}
  }
  const number = [tree.left, tree.right].find((_, index) => [left, right][index]?.type.kind === 'number')
  const joins = tree.by === '+' && number && [left, right].some(side => kindIn(side.type) === 'text')
  if (!joins) return null
  const fix = {start: number.start, end: number.end, before: 'string(', after: ')'}
  return {hint: 'Write `string(…)` around the number to join texts.', fix}
}

function arithmeticHint(a: Type, b: Type): string {
  const kinds = [kindIn(a), kindIn(b)]
  if (kinds.includes('number') && kinds.some(kind => kind.startsWith('date')))
    return 'Add a duration, such as `duration("P7D")`.'
  if (kinds.includes('date') && kinds.includes('date and time')) return 'Write `date(…)` around the date and time.'
  if (kinds.includes('boolean')) return 'Use `if … then 1 else 0`.'
  return 'docs/expressions.md lists what can be calculated.'
}

const negatable = new Set(['number', 'days duration', 'months duration', 'null', 'any'])

export function typeNegate(typer: Typer, tree: TreeOf<'negate'>, local: Local | null): Core {
  const of = typer.type(tree.of, local)
  if (isBroken(of)) return broken
  const core: Core = {op: 'negate', of, type: of.type}
  if (negatable.has(of.type.kind)) return core
  return typer.mismatch('N061', tree, {
    message: `\`-\` cannot be used with \`${describeType(of.type)}\`.`,
    hint: 'Use `not(…)` for the opposite of a condition.',
    instead: {...core, type: nullType},
  })
}

/** The condition, after checking that it is one. */
function typeCondition(typer: Typer, tree: Tree, local: Local | null): Core {
  const core = typer.type(tree, local)
  return isBroken(core) ? broken : asCondition(typer, core, tree)
}

function asCondition(typer: Typer, core: Core, place: TypedPlace): Core {
  if (core.type.kind === 'boolean' || core.type.kind === 'null') return core
  const hint = core.type.kind === 'number' ? 'Compare it: `… > 0`.' : 'Compare it: `… != null`.'
  return typer.mismatch('N062', place, {
    message: `Expected a condition, found \`${describeType(core.type)}\`.`,
    hint,
    instead: core,
  })
}

export function typeLogic(typer: Typer, tree: TreeOf<'logic'>, local: Local | null): Core {
  const items = tree.items.map(item => typeCondition(typer, item, local))
  return items.some(isBroken) ? broken : {op: tree.by, items, type: booleanType}
}

export function typeNot(typer: Typer, tree: TreeOf<'not'>, local: Local | null): Core {
  const of = typeCondition(typer, tree.of, local)
  return isBroken(of) ? broken : {op: 'not', of, type: booleanType}
}

export function typeIf(typer: Typer, tree: TreeOf<'if'>, local: Local | null): Core {
  const condition = typeCondition(typer, tree.condition, local)
  const [yes, otherwise] = [typer.type(tree.then, local), typer.type(tree.otherwise, local)]
  if ([condition, yes, otherwise].some(isBroken)) return broken
  const type = joinTypes(yes.type, otherwise.type)
  // biome-ignore lint/suspicious/noThenProperty: the word of the language; nothing awaits a Core
  const core: Core = {op: 'if', condition, then: yes, otherwise, type: type ?? anyType}
  if (type !== null) return core
  return typer.mismatch('N063', tree, {
    message: `\`then\` gives \`${describeType(yes.type)}\`, but \`else\` gives \`${describeType(otherwise.type)}\`.`,
    hint: 'Give the same type in both, or `null`.',
    instead: core,
  })
}

// Filters, indexes and quantifiers.

/** The type of the items, or null after a problem. */
function itemsOf(typer: Typer, list: Core, place: TypedPlace): Type | null {
  if (list.type.kind === 'list') return list.type.of
  if (typer.loose) return anyType
  typer.refuse('N066', place, {
    message: `Expected a list, found \`${describeType(list.type)}\`.`,
    hint: 'Use an entity, a list field, or values in `[ ]`.',
  })
  return null
}

export function typeFilter(typer: Typer, tree: TreeOf<'filter'>, local: Local | null): Core {
  const list = typer.type(tree.list, local)
  if (isBroken(list)) return broken
  const of = itemsOf(typer, list, tree.list)
  if (of === null) return broken
  const item = typer.bind('item', of, {item: true, outer: local})
  const by = typer.type(tree.by, item)
  if (isBroken(by)) return broken
  const {variable} = item
  if (by.type.kind === 'number' && !mentions(by, variable)) return {op: 'at', list, index: by, type: of}
  if (typer.loose && by.type.kind !== 'boolean') return {op: 'pick', list, variable, by, type: anyType}
  const condition = asCondition(typer, by, tree.by)
  return isBroken(condition) ? broken : {op: 'filter', list, variable, condition, type: listOf(of)}
}

/** `some x in a, y in b` is `some x in a` of `some y in b`. */
export function typeQuantified(typer: Typer, tree: TreeOf<'quantified'>, local: Local | null): Core {
  return quantify(typer, tree, {over: tree.over, local})
}

interface LeftOperand {
  readonly over: readonly Over[]
  readonly local: Local | null
}

function quantify(typer: Typer, tree: TreeOf<'quantified'>, {over, local}: LeftOperand): Core {
  const [first, ...rest] = over
  if (first === undefined) return typeCondition(typer, tree.condition, local)
  const list = first.list.node === 'range' ? numbersOf(typer, first.list) : typer.type(first.list, local)
  if (isBroken(list)) return broken
  const of = itemsOf(typer, list, first.list)
  if (of === null) return broken
  const bound = typer.bind(first.name, of, {item: false, outer: local})
  const condition = quantify(typer, tree, {over: rest, local: bound})
  return isBroken(condition) ? broken : {op: tree.by, list, variable: bound.variable, condition, type: booleanType}
}

/** `for x in list return …`: a list of the results for each item. */
export function typeFor(typer: Typer, tree: TreeOf<'for'>, local: Local | null): Core {
  const [first, second] = tree.over
  if (first === undefined || second !== undefined) {
    const message = '`for` goes through one list at a time.'
    return typer.refuse('N054', tree, {message, hint: 'Write a filter inside: `for x in Order return count(x.lines)`.'})
  }
  const list = first.list.node === 'range' ? numbersOf(typer, first.list) : typer.type(first.list, local)
  if (isBroken(list)) return broken
  const of = itemsOf(typer, list, first.list)
  if (of === null) return broken
  const bound = typer.bind(first.name, of, {item: false, outer: local})
  const body = typer.type(tree.body, bound)
  if (isBroken(body)) return broken
  if (body.type.kind === 'list')
    return typer.refuse('N070', tree.body, {
      message: 'This is a list of lists: each item has a list of its own.',
      hint: 'Make one value of it: `count(…)`, `sum(…)` or `max(…)`.',
    })
  return {op: 'map', list, variable: bound.variable, body, type: listOf(body.type)}
}

const MOST_NUMBERS = 1000

/** `1..5` to iterate: expanded to a list, so only between literal whole numbers. */
function numbersOf(typer: Typer, range: Tree & {node: 'range'}): Core {
  const [low, high] = [wholeOf(range.low), wholeOf(range.high)]
  if (low === null || high === null || Math.abs(high - low) >= MOST_NUMBERS) {
    const text = {
      message: `A range here needs two whole numbers, at most ${MOST_NUMBERS} apart.`,
      hint: 'Write both ends as numbers, or write a list.',
    }
    return typer.refuse('N054', range, text)
  }
  const step = high < low ? -1 : 1
  const items = Array.from(
    {length: Math.abs(high - low) + 1},
    (_, i): Core => ({op: 'value', type: numberType, value: low + i * step}),
  )
  return {op: 'list', items, type: listOf(numberType)}
}

function wholeOf(tree: Tree | null): number | null {
  if (tree?.node === 'negate') {
    const size = wholeOf(tree.of)
    return size === null ? null : 0 - size
  }
  const number = tree?.node === 'literal' && tree.literal === 'number' ? parseNum(String(tree.value)) : null
  return number === null ? null : toInteger(number)
}
