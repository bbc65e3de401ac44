/** Filters, indexes and quantifiers. */
import type {Core} from '../core.ts'
import {parseNum, toInteger} from '../decimal.ts'
import {mentions} from '../mentions.ts'
import type {Over, Tree, TreeOf} from '../tree.ts'
import {anyType, booleanType, describeType, listOf, numberType, type Type} from '../type.ts'
import {asCondition, typeCondition} from './operators.ts'
import {broken, isBroken, type Local, type Place, type Typer} from './typer.ts'

/** The type of the items, or null after a problem. */
function itemsOf(typer: Typer, list: Core, place: Place): Type | null {
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

interface Left {
  readonly over: readonly Over[]
  readonly local: Local | null
}

function quantify(typer: Typer, tree: TreeOf<'quantified'>, {over, local}: Left): Core {
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

const MOST_NUMBERS = 1000

/** `1..5` to go through: written out, so only between whole numbers that stand there. */
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
