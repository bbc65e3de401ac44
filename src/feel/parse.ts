/**
 * Text to Tree. `@bpmn-io/lezer-feel` reads it; what it cannot read, and what this language leaves out, becomes
 * problems. Never throws.
 */
import {parser, trackVariables} from '@bpmn-io/lezer-feel'
import type {Comparison, Operator} from './core.ts'
import type {Problem} from './scope.ts'
import {blank, foreignSpellings, unbalanced} from './spelling.ts'
import {readText} from './text-literal.ts'
import type {Argument, Over, RangeNode, Tree} from './tree.ts'

export const MOST_CHARACTERS = 10_000
export const MOST_DEPTH = 200

export type Parsed =
  | {readonly ok: true; readonly tree: Tree}
  | {readonly ok: false; readonly problems: readonly Problem[]}

/** `names`: those with a reserved word in them (`terms and conditions`), which the parser has to be told of. */
export function parse(text: string, names: readonly string[] = []): Parsed {
  if (text.length > MOST_CHARACTERS) return failed(tooLong(text))
  if (text.trim() === '')
    return failed(
      problem('N050', {start: 0, end: text.length}, 'The expression is empty.', 'Write one, or leave the cell out.'),
    )
  const foreign = foreignSpellings(text)
  if (foreign.length > 0) return {ok: false, problems: foreign}
  return read(text, names)
}

function read(text: string, names: readonly string[]): Parsed {
  const reader = new Reader(text)
  try {
    return {ok: true, tree: reader.expression(rootOf(reader.code, names))}
  } catch (error) {
    if (error instanceof Stumbled) return failed(error.problem)
    // The parser's own bookkeeping of names throws on some broken texts ("uncleared name").
    return failed(
      problem(
        'N050',
        {start: 0, end: text.length},
        'This cannot be read as an expression.',
        'Look for a missing operator or quote.',
      ),
    )
  }
}

type Node = ReturnType<typeof parser.parse>['topNode']

function rootOf(code: string, names: readonly string[]): Node {
  if (names.length === 0) return parser.parse(code).topNode
  const known = Object.fromEntries(names.map(name => [name, 1]))
  return parser.configure({contextTracker: trackVariables(known)}).parse(code).topNode
}

const failed = (...problems: Problem[]): Parsed => ({ok: false, problems})

interface Place {
  readonly start: number
  readonly end: number
}

function problem(code: Problem['code'], {start, end}: Place, message: string, hint: string): Problem {
  return {code, message, hint, start, end}
}

const tooLong = (text: string): Problem =>
  problem(
    'N051',
    {start: 0, end: text.length},
    `The expression has more than ${MOST_CHARACTERS} characters.`,
    'Split it into computed fields.',
  )

/** Leaves the recursion at the first problem; never leaves this file. */
class Stumbled extends Error {
  readonly problem: Problem
  constructor(found: Problem) {
    super(found.message)
    this.problem = found
  }
}

const leftOut: Readonly<Record<string, string>> = {
  FunctionDefinition: 'Function definitions',
  Context: 'Contexts as values',
  ForExpression: '“for … return”',
  InstanceOfExpression: '“instance of”',
  '?': 'The value “?” of a decision table',
}

/** `not in` is ours, not the standard's: the parser sees `in` alone, and we remember where it was negated. */
const NOT_IN = /\bnot(?=\s+in\b)/g

class Reader {
  readonly text: string
  readonly code: string
  private readonly negated = new Set<number>()
  private depth = 0

  constructor(text: string) {
    this.text = text
    let code = text
    for (const {index} of blank(text).matchAll(NOT_IN)) {
      code = `${code.slice(0, index)}   ${code.slice(index + 3)}`
      this.negated.add(text.indexOf('in', index + 3))
    }
    this.code = code
  }

  expression(root: Node): Tree {
    this.refuseErrors(root)
    const [only, second] = childrenOf(root)
    if (only === undefined || second !== undefined) throw new Stumbled(this.unread(root, second?.from ?? 0))
    return this.tree(only)
  }

  private refuseErrors(root: Node): void {
    const cursor = root.cursor()
    do {
      if (cursor.type.isError) throw new Stumbled(unbalanced(this.text) ?? this.unread(root, cursor.from))
    } while (cursor.next())
  }

  private unread(root: Node, at: number): Problem {
    const rest = this.text.slice(at).trimStart()
    const word = /^[\w.]+|^\S/.exec(rest)?.[0]
    const start = word === undefined ? Math.min(at, root.to) : this.text.indexOf(word, at)
    const message = word === undefined ? 'The expression ends too early.' : `“${word}” is not expected here.`
    return problem(
      'N050',
      {start, end: start + (word?.length ?? 0)},
      message,
      'Look for a missing operator, operand or quote.',
    )
  }

  private tree(node: Node): Tree {
    if (this.depth >= MOST_DEPTH) {
      throw new Stumbled(
        problem(
          'N051',
          place(node),
          `The expression is nested more than ${MOST_DEPTH} deep.`,
          'Split it into computed fields.',
        ),
      )
    }
    this.depth++
    const tree = this.shape(node)
    this.depth--
    return tree
  }

  private shape(node: Node): Tree {
    const out = leftOut[node.name]
    if (out !== undefined) {
      throw new Stumbled(
        problem(
          'N054',
          place(node),
          `${out} are left out of this language on purpose.`.replace(/(”.*) are/, '$1 is'),
          'See the reference of expressions for what there is instead.',
        ),
      )
    }
    const read = shapes[node.name]
    if (read === undefined) throw new Stumbled(this.unread(node, node.from))
    return read(this, node)
  }

  readonly trees = (nodes: readonly Node[]): Tree[] => nodes.map(node => this.tree(node))

  source(node: Node): string {
    return this.text.slice(node.from, node.to)
  }

  child(nodes: readonly Node[], index: number, parent: Node): Tree {
    const node = nodes.at(index)
    if (node === undefined) throw new Stumbled(this.unread(parent, parent.to))
    return this.tree(node)
  }

  isNegated = (node: Node): boolean => this.negated.has(node.from)
}

const place = (node: Node): Place => ({start: node.from, end: node.to})

function childrenOf(node: Node): Node[] {
  const children: Node[] = []
  for (let child = node.firstChild; child !== null; child = child.nextSibling) {
    if (child.name !== 'BlockComment' && child.name !== 'LineComment') children.push(child)
  }
  return children
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
  'and',
  'or',
  'between',
  'in',
  'CompareOp',
  'ArithOp',
  'some',
  'every',
  'satisfies',
])
const partsOf = (node: Node): Node[] => childrenOf(node).filter(child => !punctuation.has(child.name))

type Shape = (reader: Reader, node: Node) => Tree

const inner: Shape = (reader, node) => reader.child(partsOf(node), 0, node)

const nameOf = (reader: Reader, node: Node): string => reader.source(node).trim().replace(/\s+/g, ' ')

const logic =
  (by: 'and' | 'or'): Shape =>
  (reader, node) => {
    const items: Node[] = []
    let left: Node | undefined = node
    // A long chain leans to the left: unrolled here, so that its length is not depth.
    while (left?.name === node.name) {
      const parts: Node[] = partsOf(left)
      const right = parts[1]
      if (right !== undefined) items.unshift(right)
      left = parts[0]
    }
    if (left !== undefined) items.unshift(left)
    return {node: 'logic', by, items: reader.trees(items), ...place(node)}
  }

const arithmetic: Shape = (reader, node) => {
  const operator = childrenOf(node).find(child => child.name === 'ArithOp')
  const by = operator === undefined ? '+' : reader.source(operator)
  const parts = partsOf(node)
  if (parts.length === 1) return {node: 'negate', of: reader.child(parts, 0, node), ...place(node)}
  return {
    node: 'arithmetic',
    by: by as Operator,
    left: reader.child(parts, 0, node),
    right: reader.child(parts, 1, node),
    ...place(node),
  }
}

const comparison: Shape = (reader, node) => {
  const children = childrenOf(node)
  const parts = partsOf(node)
  const operator = children.find(child => ['CompareOp', 'in', 'between'].includes(child.name))
  const left = reader.child(parts, 0, node)
  if (operator?.name === 'between') {
    return {
      node: 'between',
      value: left,
      low: reader.child(parts, 1, node),
      high: reader.child(parts, 2, node),
      ...place(node),
    }
  }
  if (operator?.name === 'in') {
    const tests = parts.slice(1).flatMap(part => (part.name === 'PositiveUnaryTests' ? childrenOf(part) : [part]))
    return {node: 'in', value: left, tests: reader.trees(tests), negated: reader.isNegated(operator), ...place(node)}
  }
  const by = operator === undefined ? '=' : reader.source(operator)
  return {node: 'compare', by: by as Comparison, left, right: reader.child(parts, 1, node), ...place(node)}
}

const interval: Shape = (reader, node) => {
  const children = childrenOf(node)
  const [low, high] = partsOf(node)
  return {
    node: 'range',
    low: low === undefined ? null : (reader.trees([low])[0] ?? null),
    high: high === undefined ? null : (reader.trees([high])[0] ?? null),
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

function openRange(by: string, end: Tree): RangeNode {
  const closed = {node: 'range', low: null, high: null, lowIncluded: false, highIncluded: false} as const
  if (by === '=' || by === '!=')
    return {...closed, low: end, high: end, lowIncluded: true, highIncluded: true, equals: by}
  if (by.startsWith('<')) return {...closed, high: end, highIncluded: by === '<='}
  return {...closed, low: end, lowIncluded: by === '>='}
}

const call: Shape = (reader, node) => {
  const [callee, parameters] = childrenOf(node).filter(child => child.name !== '(' && child.name !== ')')
  if (callee === undefined || !['VariableName', 'DateTimeConstructor', 'SpecialFunctionName'].includes(callee.name)) {
    throw new Stumbled(
      problem(
        'N054',
        place(node),
        'Only functions can be called, by their name.',
        'See the reference of expressions for the functions there are.',
      ),
    )
  }
  const args = parameters === undefined ? [] : argumentsOf(reader, parameters)
  const [only, second] = args
  // Written like a call, yet an operator: it takes part in the three-valued logic.
  if (nameOf(reader, callee) === 'not' && only !== undefined && second === undefined) {
    return {node: 'not', of: only.value, ...place(node)}
  }
  return {node: 'call', name: nameOf(reader, callee), nameEnd: callee.to, args, ...place(node)}
}

function argumentsOf(reader: Reader, parameters: Node): Argument[] {
  return partsOf(parameters).map(parameter => {
    if (parameter.name !== 'NamedParameter')
      return {name: null, value: reader.trees([parameter])[0] ?? inner(reader, parameter)}
    const [name] = childrenOf(parameter)
    return {
      name: name === undefined ? '' : nameOf(reader, name),
      value: reader.child(childrenOf(parameter), 1, parameter),
    }
  })
}

const quantified: Shape = (reader, node) => {
  const [ins, condition] = partsOf(node)
  const by = childrenOf(node)[0]?.name === 'some' ? 'some' : 'every'
  const over: Over[] = ins === undefined ? [] : childrenOf(ins).map(one => overOf(reader, one))
  if (condition === undefined) return inner(reader, node)
  return {node: 'quantified', by, over, condition: reader.child([condition], 0, node), ...place(node)}
}

function overOf(reader: Reader, node: Node): Over {
  const [name, context] = partsOf(node)
  if (name === undefined || context === undefined) return {name: '', list: inner(reader, node)}
  const parts = partsOf(context)
  const list = reader.child(parts, 0, context)
  if (parts.length < 2) return {name: nameOf(reader, name), list}
  const high = reader.child(parts, 1, context)
  const range: Tree = {node: 'range', low: list, high, lowIncluded: true, highIncluded: true, ...place(context)}
  return {name: nameOf(reader, name), list: range}
}

const literal = (
  literal: 'number' | 'text' | 'boolean' | 'null',
  node: Node,
  value: string | boolean | null,
): Tree => ({node: 'literal', literal, value, ...place(node)})

const shapes: Readonly<Record<string, Shape>> = {
  NumericLiteral: (reader, node) => literal('number', node, reader.source(node).replace(/\s+/g, '')),
  StringLiteral: (reader, node) => literal('text', node, readText(reader.source(node))),
  BooleanLiteral: (reader, node) => literal('boolean', node, reader.source(node) === 'true'),
  null: (_, node) => literal('null', node, null),
  DateTimeLiteral: (reader, node) =>
    childrenOf(node)[0]?.name === 'AtLiteral' ? inner(reader, node) : call(reader, node),
  AtLiteral: (reader, node) => ({
    node: 'literal',
    literal: 'at',
    value: readText(reader.source(node).slice(1).trim()),
    ...place(node),
  }),
  VariableName: (reader, node) => ({node: 'name', name: nameOf(reader, node), ...place(node)}),
  ParenthesizedExpression: inner,
  PositiveUnaryTest: inner,
  SimplePositiveUnaryTest: unaryTest,
  Interval: interval,
  List: (reader, node) => ({node: 'list', items: reader.trees(partsOf(node)), ...place(node)}),
  Disjunction: logic('or'),
  Conjunction: logic('and'),
  Comparison: comparison,
  ArithmeticExpression: arithmetic,
  FunctionInvocation: call,
  QuantifiedExpression: quantified,
  IfExpression: (reader, node) => {
    const parts = partsOf(node)
    return {
      node: 'if',
      condition: reader.child(parts, 0, node),
      // biome-ignore lint/suspicious/noThenProperty: the word of the language; nothing awaits a tree
      then: reader.child(parts, 1, node),
      otherwise: reader.child(parts, 2, node),
      ...place(node),
    }
  },
  FilterExpression: (reader, node) => {
    const parts = partsOf(node)
    return {node: 'filter', list: reader.child(parts, 0, node), by: reader.child(parts, 1, node), ...place(node)}
  },
  PathExpression: (reader, node) => {
    const parts = partsOf(node)
    const name = parts[1]
    if (name === undefined) return inner(reader, node)
    return {
      node: 'path',
      of: reader.child(parts, 0, node),
      name: nameOf(reader, name),
      nameStart: name.from,
      ...place(node),
    }
  },
}
