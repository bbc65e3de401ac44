/** Shared state while a text is parsed: the text, the depth, and how to report a problem. */
import type {parser} from '@bpmn-io/lezer-feel'
import type {ExpressionProblem} from '../scope.ts'
import {blank, unbalanced} from './spelling.ts'
import type {Tree} from './tree.ts'

export type Node = ReturnType<typeof parser.parse>['topNode']

export const MOST_DEPTH = 200

/** From about this depth on, the parser gives up on chains of some hundred operators. */
const FAR_INSIDE = 2000

export interface TextRange {
  readonly start: number
  readonly end: number
}

export const place = (node: Node): TextRange => ({start: node.from, end: node.to})

export function childrenOf(node: Node): Node[] {
  const children: Node[] = []
  for (let child = node.firstChild; child !== null; child = child.nextSibling) {
    if (child.name !== 'BlockComment' && child.name !== 'LineComment') children.push(child)
  }
  return children
}

/** Aborts the recursion at the first problem; `parse` catches it. */
export class Stumbled extends Error {
  readonly problem: ExpressionProblem
  constructor(problem: ExpressionProblem) {
    super(problem.message)
    this.problem = problem
  }
}

export function stumble(
  code: ExpressionProblem['code'],
  {start, end}: TextRange,
  text: {message: string; hint: string},
): Stumbled {
  return new Stumbled({code, ...text, start, end})
}

/** `not in` is an extension of the standard: the parser sees `in` alone, and the negated positions are recorded. */
const NOT_IN = /\bnot(?=\s+in\b)/g

export type ReadShape = (reader: SyntaxReader, node: Node) => Tree

export class SyntaxReader {
  readonly text: string
  /** The text for the parser: as long as the original, so that positions are the same. */
  readonly code: string
  private readonly shape: ReadShape
  private readonly negated = new Set<number>()
  private depth = 0

  constructor(text: string, shape: ReadShape) {
    this.text = text
    this.shape = shape
    let code = text
    for (const {index} of blank(text).matchAll(NOT_IN)) {
      code = `${code.slice(0, index)}   ${code.slice(index + 3)}`
      this.negated.add(text.indexOf('in', index + 3))
    }
    this.code = code
  }

  read(root: Node): Tree {
    this.refuseErrors(root)
    const [only, second] = childrenOf(root)
    if (only === undefined || second !== undefined) throw this.unread(second?.from ?? 0)
    return this.tree(only)
  }

  private refuseErrors(root: Node): void {
    const cursor = root.cursor()
    do {
      if (!cursor.type.isError) continue
      const lone = unbalanced(this.text)
      throw lone === null ? this.unread(cursor.from) : new Stumbled(lone)
    } while (cursor.next())
  }

  unread(at: number): Stumbled {
    const word = /^[\w.]+|^\S/.exec(this.text.slice(at).trimStart())?.[0] ?? ''
    const start = word === '' ? Math.min(at, this.text.length) : this.text.indexOf(word, at)
    const message = word === '' ? 'The expression is incomplete.' : `Unexpected \`${word}\`.`
    const long = at > FAR_INSIDE ? ' It may also be too long: split it into computed fields.' : ''
    const isHalf = word === '' && /\bif\b/.test(this.text) && !/\belse\b/.test(this.text)
    const hint = isHalf
      ? 'An `if` needs both: `if … then … else null`.'
      : `Check for a missing operator, value or quote before it.${long}`
    return stumble('N050', {start, end: start + word.length}, {message, hint})
  }

  tree(node: Node | undefined): Tree {
    if (node === undefined) throw this.unread(this.text.length)
    if (this.depth >= MOST_DEPTH) {
      const text = {
        message: `This expression is nested more than ${MOST_DEPTH} levels deep.`,
        hint: 'Split it into computed fields.',
      }
      throw stumble('N051', place(node), text)
    }
    this.depth++
    const tree = this.shape(this, node)
    this.depth--
    return tree
  }

  source(node: Node): string {
    return this.text.slice(node.from, node.to)
  }

  name(node: Node): string {
    return this.source(node).trim().replace(/\s+/g, ' ')
  }

  isNegated(node: Node): boolean {
    return this.negated.has(node.from)
  }
}
