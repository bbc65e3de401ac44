/** Converts each node of the parser to a node of our tree: operators first, then the other kinds. */

import type {Comparison, Operator} from '../core.ts'
import {own} from '../value.ts'
import {childrenOf, type Node, place, type ReadShape, type SyntaxReader, stumble} from './reader.ts'
import type {Argument, Literal, Over, RangeNode, Tree} from './tree.ts'

// `or`, `and` and comparisons. The parser includes the rest in the test after `in` (`x in [1] and y` as x in ([1] and
// y)), so operands and operators are flattened and combined again: `or` binds least, then `and`.

type ShapeToken =
  | {readonly token: 'operand'; readonly node: Node}
  | {readonly token: 'or' | 'and'}
  | {readonly token: 'compare'; readonly by: string}
  | {readonly token: 'unary'; readonly by: string; readonly start: number}
  | {readonly token: 'in'; readonly negated: boolean}
  | {readonly token: 'tests'; readonly nodes: readonly Node[]; readonly end: number}
  | {readonly token: 'between'; readonly low: Node | undefined; readonly high: Node | undefined}

/** Without recursion, because a long chain is nested as deep as it is long. */
function tokensOf(reader: SyntaxReader, root: Node): ShapeToken[] {
  const tokens: ShapeToken[] = []
  const left: (Node | ShapeToken)[] = [root]
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if ('token' in next) tokens.push(next)
    else left.push(...infixParts(reader, next).reverse())
  }
  return tokens
}

function infixParts(reader: SyntaxReader, node: Node): (Node | ShapeToken)[] {
  if (node.name === 'Disjunction' || node.name === 'Conjunction') {
    const by = node.name === 'Disjunction' ? 'or' : 'and'
    return childrenOf(node).map(child => (child.name === by ? {token: by} : child))
  }
  return node.name === 'Comparison' ? comparisonParts(reader, node) : [{token: 'operand', node}]
}

function comparisonParts(reader: SyntaxReader, node: Node): (Node | ShapeToken)[] {
  const [left, operator, ...rest] = childrenOf(node)
  if (left === undefined || operator === undefined) throw reader.unread(node.from)
  if (operator.name === 'between') return [left, {token: 'between', low: rest[0], high: rest[2]}]
  if (operator.name !== 'in') {
    // `1 = = 2`: the parser reads the second half as a separate test.
    const [second] = rest[0]?.name === 'SimplePositiveUnaryTest' ? childrenOf(rest[0]) : []
    if (second?.name === 'CompareOp') throw reader.unread(second.from)
    return [left, {token: 'compare', by: reader.source(operator)}, ...rest]
  }
  return [left, {token: 'in', negated: reader.isNegated(operator)}, ...testParts(reader, rest)]
}

/** Tests in brackets are separate; a single one ends at the first `and`, `or` or comparison. */
function testParts(reader: SyntaxReader, rest: readonly Node[]): (Node | ShapeToken)[] {
  const tests = rest.find(({name}) => name === 'PositiveUnaryTests')
  if (tests !== undefined) return [{token: 'tests', nodes: childrenOf(tests), end: rest.at(-1)?.to ?? tests.to}]
  const [inside] = rest[0] === undefined ? [] : childrenOf(rest[0])
  if (inside === undefined) throw reader.unread(rest[0]?.from ?? 0)
  const [operator, operand] = inside.name === 'SimplePositiveUnaryTest' ? childrenOf(inside) : []
  if (operator?.name !== 'CompareOp' || operand === undefined) return [inside]
  return [{token: 'unary', by: reader.source(operator), start: operator.from}, operand]
}

/** Reads the tokens from left to right. */
class ShapeRow {
  private readonly reader: SyntaxReader
  private readonly tokens: readonly ShapeToken[]
  private at = 0

  constructor(reader: SyntaxReader, tokens: readonly ShapeToken[]) {
    this.reader = reader
    this.tokens = tokens
  }

  private take<T extends ShapeToken['token']>(token: T): Extract<ShapeToken, {token: T}> | null {
    const next = this.tokens[this.at]
    if (next?.token !== token) return null
    this.at++
    return next as Extract<ShapeToken, {token: T}>
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

const infix: ReadShape = (reader, node) => new ShapeRow(reader, tokensOf(reader, node)).either()

/** `< 5` as a test: a range with one open end. */
function openRange(by: string, end: Tree): RangeNode {
  const open = {node: 'range', low: null, high: null, lowIncluded: false, highIncluded: false} as const
  if (by === '=' || by === '!=')
    return {...open, low: end, high: end, lowIncluded: true, highIncluded: true, equals: by}
  if (by.startsWith('<')) return {...open, high: end, highIncluded: by === '<='}
  return {...open, low: end, lowIncluded: by === '>='}
}

const leftOut: Readonly<Record<string, string>> = {
  FunctionDefinition: 'Function definitions are',
  Context: 'Contexts are',
  InstanceOfExpression: '`instance of` is',
  '?': '`?` is',
}

/** Converts one node; unsupported constructs are reported. */
export const shape: ReadShape = (reader, node) => {
  const out = own(leftOut, node.name)
  if (out !== undefined) {
    const hint = 'docs/expressions.md lists what can be used instead.'
    throw stumble('N054', place(node), {message: `${out} not supported.`, hint})
  }
  const read = own(shapes, node.name)
  if (read === undefined) throw reader.unread(node.from)
  return read(reader, node)
}

const punctuation = new Set([
  '(',
  ')',
  '[',
  ']',
  '.',
  '..',
  ',',
  'if',
  'then',
  'else',
  'in',
  'CompareOp',
  'ArithOp',
  'some',
  'every',
  'satisfies',
  'for',
  'return',
])
const partsOf = (node: Node): Node[] => childrenOf(node).filter(child => !punctuation.has(child.name))

const inner: ReadShape = (reader, node) => reader.tree(partsOf(node)[0])

const arithmetic: ReadShape = (reader, node) => {
  const operator = childrenOf(node).find(child => child.name === 'ArithOp')
  const [left, right] = partsOf(node)
  if (right === undefined && operator && reader.source(operator) !== '-') throw reader.unread(operator.from)
  if (right === undefined) return {node: 'negate', of: reader.tree(left), ...place(node)}
  const by = (operator === undefined ? '+' : reader.source(operator)) as Operator
  return {node: 'arithmetic', by, left: reader.tree(left), right: reader.tree(right), ...place(node)}
}

const interval: ReadShape = (reader, node) => {
  const children = childrenOf(node)
  const [low, high] = partsOf(node)
  return {
    node: 'range',
    low: reader.tree(low),
    high: reader.tree(high),
    lowIncluded: children[0]?.name === '[',
    highIncluded: children.at(-1)?.name === ']',
    ...place(node),
  }
}

/** `< 5` among tests, `[1..5]` anywhere. */
const unaryTest: ReadShape = (reader, node) => {
  const operator = childrenOf(node).find(child => child.name === 'CompareOp')
  if (operator === undefined) return inner(reader, node)
  return {...openRange(reader.source(operator), inner(reader, node)), ...place(node)}
}

const callable = new Set(['VariableName', 'DateTimeConstructor', 'SpecialFunctionName'])

const call: ReadShape = (reader, node) => {
  const [callee, parameters] = partsOf(node)
  if (callee === undefined || !callable.has(callee.name)) {
    const hint = 'docs/expressions.md lists all functions.'
    throw stumble('N054', place(node), {message: 'Only functions can be called.', hint})
  }
  const name = reader.name(callee)
  const args = parameters === undefined ? [] : partsOf(parameters).map(one => argument(reader, one))
  const [only, second] = args
  // Written like a call, but an operator with three-valued logic.
  if (name === 'not' && only !== undefined && second === undefined) return {node: 'not', of: only.value, ...place(node)}
  return {node: 'call', name, nameEnd: callee.to, args, ...place(node)}
}

function argument(reader: SyntaxReader, node: Node): Argument {
  if (node.name !== 'NamedParameter') return {name: null, value: reader.tree(node)}
  const [name, value] = childrenOf(node)
  return {name: name === undefined ? '' : reader.name(name), value: reader.tree(value)}
}

const quantified: ReadShape = (reader, node) => {
  const [ins, condition] = partsOf(node)
  const by = childrenOf(node)[0]?.name === 'some' ? 'some' : 'every'
  const over = ins === undefined ? [] : childrenOf(ins).map(one => overOf(reader, one))
  return {node: 'quantified', by, over, condition: reader.tree(condition), ...place(node)}
}

const each: ReadShape = (reader, node) => {
  const [ins, body] = partsOf(node)
  const over = ins === undefined ? [] : childrenOf(ins).filter(one => !punctuation.has(one.name))
  return {node: 'for', over: over.map(one => overOf(reader, one)), body: reader.tree(body), ...place(node)}
}

function overOf(reader: SyntaxReader, node: Node): Over {
  const [name, context] = partsOf(node)
  if (name === undefined || context === undefined) throw reader.unread(node.from)
  const [list, high] = partsOf(context)
  if (high === undefined) return {name: reader.name(name), list: reader.tree(list)}
  const ends = {low: reader.tree(list), high: reader.tree(high), lowIncluded: true, highIncluded: true}
  return {name: reader.name(name), list: {node: 'range', ...ends, ...place(context)}}
}

const literal = (literal: Literal, node: Node, value: string | boolean | null): Tree => ({
  node: 'literal',
  literal,
  value,
  ...place(node),
})

const choose: ReadShape = (reader, node) => {
  const [condition, yes, no] = partsOf(node)
  const then = reader.tree(yes)
  return {node: 'if', condition: reader.tree(condition), then, otherwise: reader.tree(no), ...place(node)}
}

const filter: ReadShape = (reader, node) => {
  const [list, by] = partsOf(node)
  return {node: 'filter', list: reader.tree(list), by: reader.tree(by), ...place(node)}
}

const path: ReadShape = (reader, node) => {
  const [of, name] = partsOf(node)
  if (name === undefined) throw reader.unread(node.to)
  return {node: 'path', of: reader.tree(of), name: reader.name(name), nameStart: name.from, ...place(node)}
}

const shapes: Readonly<Record<string, ReadShape>> = {
  NumericLiteral: (reader, node) => literal('number', node, reader.source(node).replace(/\s+/g, '')),
  StringLiteral: (reader, node) => literal('text', node, readText(reader.source(node))),
  BooleanLiteral: (reader, node) => literal('boolean', node, reader.source(node) === 'true'),
  null: (_, node) => literal('null', node, null),
  DateTimeLiteral: (reader, node) => (childrenOf(node)[0]?.name === 'AtLiteral' ? inner : call)(reader, node),
  AtLiteral: (reader, node) => literal('at', node, readText(reader.source(node).slice(1).trim())),
  VariableName: (reader, node) => ({node: 'name', name: reader.name(node), ...place(node)}),
  ParenthesizedExpression: inner,
  PositiveUnaryTest: inner,
  SimplePositiveUnaryTest: unaryTest,
  Interval: interval,
  List: (reader, node) => ({node: 'list', items: partsOf(node).map(item => reader.tree(item)), ...place(node)}),
  Disjunction: infix,
  Conjunction: infix,
  Comparison: infix,
  ArithmeticExpression: arithmetic,
  FunctionInvocation: call,
  QuantifiedExpression: quantified,
  ForExpression: each,
  IfExpression: choose,
  FilterExpression: filter,
  PathExpression: path,
}

// The text of a literal with its escapes resolved. Unknown escapes are kept.

const escapes: Readonly<Record<string, string>> = {n: '\n', t: '\t', r: '\r', '"': '"', "'": "'", '\\': '\\'}

const ESCAPE = /\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{6})|([ntr"'\\]))/g

function readText(literal: string): string {
  return literal.slice(1, -1).replace(ESCAPE, (all, short?: string, long?: string, letter?: string) => {
    if (short !== undefined) return String.fromCharCode(Number.parseInt(short, 16))
    if (letter !== undefined) return escapes[letter] ?? all
    const point = Number.parseInt(long ?? '', 16)
    return point <= 0x10ffff ? String.fromCodePoint(point) : all
  })
}
