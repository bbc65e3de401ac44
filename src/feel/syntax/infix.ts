/**
 * `or`, `and` and comparisons. The parser lets the test after `in` swallow the rest (`x in [1] and y` as x in ([1]
 * and y)), so the operands and operators are laid in a row and put together anew: `or` binds least, then `and`.
 */
import type {Comparison} from '../core.ts'
import type {RangeNode, Tree} from '../tree.ts'
import {childrenOf, type Node, type Reader, type Shape} from './reader.ts'

type Token =
  | {readonly token: 'operand'; readonly node: Node}
  | {readonly token: 'or' | 'and'}
  | {readonly token: 'compare'; readonly by: string}
  | {readonly token: 'unary'; readonly by: string; readonly start: number}
  | {readonly token: 'in'; readonly negated: boolean}
  | {readonly token: 'tests'; readonly nodes: readonly Node[]; readonly end: number}
  | {readonly token: 'between'; readonly low: Node | undefined; readonly high: Node | undefined}

/** Without recursion, because a long chain leans to the left as deep as it is long. */
function tokensOf(reader: Reader, root: Node): Token[] {
  const tokens: Token[] = []
  const left: (Node | Token)[] = [root]
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if ('token' in next) tokens.push(next)
    else left.push(...partsOf(reader, next).reverse())
  }
  return tokens
}

function partsOf(reader: Reader, node: Node): (Node | Token)[] {
  if (node.name === 'Disjunction' || node.name === 'Conjunction') {
    const by = node.name === 'Disjunction' ? 'or' : 'and'
    return childrenOf(node).map(child => (child.name === by ? {token: by} : child))
  }
  return node.name === 'Comparison' ? comparisonParts(reader, node) : [{token: 'operand', node}]
}

function comparisonParts(reader: Reader, node: Node): (Node | Token)[] {
  const [left, operator, ...rest] = childrenOf(node)
  if (left === undefined || operator === undefined) throw reader.unread(node.from)
  if (operator.name === 'between') return [left, {token: 'between', low: rest[0], high: rest[2]}]
  if (operator.name !== 'in') {
    // `1 = = 2`: the parser takes the second half for a test of its own.
    const [second] = rest[0]?.name === 'SimplePositiveUnaryTest' ? childrenOf(rest[0]) : []
    if (second?.name === 'CompareOp') throw reader.unread(second.from)
    return [left, {token: 'compare', by: reader.source(operator)}, ...rest]
  }
  return [left, {token: 'in', negated: reader.isNegated(operator)}, ...testParts(reader, rest)]
}

/** Tests in brackets stand for themselves; a single one ends where the first `and`, `or` or comparison begins. */
function testParts(reader: Reader, rest: readonly Node[]): (Node | Token)[] {
  const tests = rest.find(({name}) => name === 'PositiveUnaryTests')
  if (tests !== undefined) return [{token: 'tests', nodes: childrenOf(tests), end: rest.at(-1)?.to ?? tests.to}]
  const [inside] = rest[0] === undefined ? [] : childrenOf(rest[0])
  if (inside === undefined) throw reader.unread(rest[0]?.from ?? 0)
  const [operator, operand] = inside.name === 'SimplePositiveUnaryTest' ? childrenOf(inside) : []
  if (operator?.name !== 'CompareOp' || operand === undefined) return [inside]
  return [{token: 'unary', by: reader.source(operator), start: operator.from}, operand]
}

/** Reads the row from left to right. */
class Row {
  private readonly reader: Reader
  private readonly tokens: readonly Token[]
  private at = 0

  constructor(reader: Reader, tokens: readonly Token[]) {
    this.reader = reader
    this.tokens = tokens
  }

  private take<T extends Token['token']>(token: T): Extract<Token, {token: T}> | null {
    const next = this.tokens[this.at]
    if (next?.token !== token) return null
    this.at++
    return next as Extract<Token, {token: T}>
  }

  either(): Tree {
    return this.chain('or', () => this.chain('and', () => this.compared()))
  }

  private chain(by: 'and' | 'or', item: () => Tree): Tree {
    const first = item()
    const items = [first]
    while (this.take(by) !== null) items.push(item())
    const last = items.at(-1) ?? first
    return items.length === 1 ? first : {node: 'logic', by, items, start: first.start, end: last.end}
  }

  private compared(): Tree {
    let left = this.operand()
    for (let next = this.comparison(left); next !== null; next = this.comparison(left)) left = next
    return left
  }

  private comparison(left: Tree): Tree | null {
    const compare = this.take('compare')
    if (compare !== null) {
      const right = this.operand()
      return {node: 'compare', by: compare.by as Comparison, left, right, start: left.start, end: right.end}
    }
    const between = this.take('between')
    if (between !== null) {
      const [low, high] = [this.reader.tree(between.low), this.reader.tree(between.high)]
      return {node: 'between', value: left, low, high, start: left.start, end: high.end}
    }
    return this.membership(left)
  }

  private membership(value: Tree): Tree | null {
    const operator = this.take('in')
    if (operator === null) return null
    const {negated} = operator
    const list = this.take('tests')
    if (list !== null) {
      const tests = list.nodes.map(node => this.reader.tree(node))
      return {node: 'in', value, tests, negated, start: value.start, end: list.end}
    }
    const unary = this.take('unary')
    const operand = this.operand()
    const test = unary === null ? operand : {...openRange(unary.by, operand), start: unary.start, end: operand.end}
    return {node: 'in', value, tests: [test], negated, start: value.start, end: operand.end}
  }

  private operand(): Tree {
    return this.reader.tree(this.take('operand')?.node)
  }
}

export const infix: Shape = (reader, node) => new Row(reader, tokensOf(reader, node)).either()

/** `< 5` as a test: a range with one open end. */
export function openRange(by: string, end: Tree): RangeNode {
  const open = {node: 'range', low: null, high: null, lowIncluded: false, highIncluded: false} as const
  if (by === '=' || by === '!=')
    return {...open, low: end, high: end, lowIncluded: true, highIncluded: true, equals: by}
  if (by.startsWith('<')) return {...open, high: end, highIncluded: by === '<='}
  return {...open, low: end, lowIncluded: by === '>='}
}
