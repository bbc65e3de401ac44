/** How each kind of node of the parser becomes a node of our tree. */
import type {Operator} from '../core.ts'
import {own} from '../own.ts'
import type {Argument, Literal, Over, Tree} from '../tree.ts'
import {infix, openRange} from './infix.ts'
import {childrenOf, type Node, place, type Reader, type Shape, stumble} from './reader.ts'
import {readText} from './text-literal.ts'

const leftOut: Readonly<Record<string, string>> = {
  FunctionDefinition: 'Function definitions are',
  Context: 'Contexts are',
  ForExpression: '`for … return` is',
  InstanceOfExpression: '`instance of` is',
  '?': '`?` is',
}

/** Reads one node; what the language leaves out says so. */
export const shape: Shape = (reader, node) => {
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
])
const partsOf = (node: Node): Node[] => childrenOf(node).filter(child => !punctuation.has(child.name))

const inner: Shape = (reader, node) => reader.tree(partsOf(node)[0])

const arithmetic: Shape = (reader, node) => {
  const operator = childrenOf(node).find(child => child.name === 'ArithOp')
  const [left, right] = partsOf(node)
  if (right === undefined && operator && reader.source(operator) !== '-') throw reader.unread(operator.from)
  if (right === undefined) return {node: 'negate', of: reader.tree(left), ...place(node)}
  const by = (operator === undefined ? '+' : reader.source(operator)) as Operator
  return {node: 'arithmetic', by, left: reader.tree(left), right: reader.tree(right), ...place(node)}
}

const interval: Shape = (reader, node) => {
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
const unaryTest: Shape = (reader, node) => {
  const operator = childrenOf(node).find(child => child.name === 'CompareOp')
  if (operator === undefined) return inner(reader, node)
  return {...openRange(reader.source(operator), inner(reader, node)), ...place(node)}
}

const callable = new Set(['VariableName', 'DateTimeConstructor', 'SpecialFunctionName'])

const call: Shape = (reader, node) => {
  const [callee, parameters] = partsOf(node)
  if (callee === undefined || !callable.has(callee.name)) {
    const hint = 'docs/expressions.md lists all functions.'
    throw stumble('N054', place(node), {message: 'Only functions can be called.', hint})
  }
  const name = reader.name(callee)
  const args = parameters === undefined ? [] : partsOf(parameters).map(one => argument(reader, one))
  const [only, second] = args
  // Written like a call, yet an operator: it takes part in the three-valued logic.
  if (name === 'not' && only !== undefined && second === undefined) return {node: 'not', of: only.value, ...place(node)}
  return {node: 'call', name, nameEnd: callee.to, args, ...place(node)}
}

function argument(reader: Reader, node: Node): Argument {
  if (node.name !== 'NamedParameter') return {name: null, value: reader.tree(node)}
  const [name, value] = childrenOf(node)
  return {name: name === undefined ? '' : reader.name(name), value: reader.tree(value)}
}

const quantified: Shape = (reader, node) => {
  const [ins, condition] = partsOf(node)
  const by = childrenOf(node)[0]?.name === 'some' ? 'some' : 'every'
  const over = ins === undefined ? [] : childrenOf(ins).map(one => overOf(reader, one))
  return {node: 'quantified', by, over, condition: reader.tree(condition), ...place(node)}
}

function overOf(reader: Reader, node: Node): Over {
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

const choose: Shape = (reader, node) => {
  const [condition, yes, no] = partsOf(node)
  const then = reader.tree(yes)
  return {node: 'if', condition: reader.tree(condition), then, otherwise: reader.tree(no), ...place(node)}
}

const filter: Shape = (reader, node) => {
  const [list, by] = partsOf(node)
  return {node: 'filter', list: reader.tree(list), by: reader.tree(by), ...place(node)}
}

const path: Shape = (reader, node) => {
  const [of, name] = partsOf(node)
  if (name === undefined) throw reader.unread(node.to)
  return {node: 'path', of: reader.tree(of), name: reader.name(name), nameStart: name.from, ...place(node)}
}

const shapes: Readonly<Record<string, Shape>> = {
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
  IfExpression: choose,
  FilterExpression: filter,
  PathExpression: path,
}
