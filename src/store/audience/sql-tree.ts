/** The text of a statement as a tree of tokens. Only statements that this application writes are read. */

interface NodePlace {
  readonly from: number
  readonly to: number
}

export type SqlNode = NodePlace &
  (
    | {readonly kind: 'word' | 'name' | 'sign' | 'text'; readonly text: string}
    | {readonly kind: 'number'; readonly value: number}
    | {readonly kind: 'parameter'; readonly index: number}
    /** `opens`: `(`, `[`, or the word `case`. */
    | {readonly kind: 'group'; readonly opens: '(' | '[' | 'case'; readonly within: readonly SqlNode[]}
  )

export type SqlNodes = readonly SqlNode[]

/** Thrown for texts that this reader does not understand. Every change of their tables then concerns their pages. */
export class UnknownSql extends Error {}

const token =
  /\s+|("(?:[^"]|"")*")|('(?:[^']|'')*')|[?$](\d+)|(\d+(?:\.\d+)?(?:e[-+]?\d+)?)|([a-z_]\w*)|(::|<>|!=|<=|>=|\|\||->>|->|@>|[-+*/%=<>.,&|~@^]|[()[\]])/giy

const closing: Readonly<Record<string, string>> = {'(': ')', '[': ']', case: 'end'}

interface OpenGroup {
  readonly from: number
  readonly opens: '(' | '[' | 'case'
  readonly within: SqlNode[]
}

export interface SqlTree {
  readonly nodes: SqlNodes
  /** How often a text says `from` or `join`. */
  readonly clauses: number
}

export function sqlTree(text: string): SqlTree {
  let clauses = 0
  const root: SqlNode[] = []
  const open: OpenGroup[] = []
  let within = root
  const end = (to: number) => {
    const ended = open.pop()
    if (!ended) throw new UnknownSql('a bracket that was not opened')
    within = open.at(-1)?.within ?? root
    within.push({kind: 'group', ...ended, to})
  }
  token.lastIndex = 0
  for (let from = 0; from < text.length; from = token.lastIndex) {
    const match = token.exec(text)
    if (!match) throw new UnknownSql(`a sign at ${from}`)
    const to = token.lastIndex
    const [, name, literal, parameter, number, word, sign] = match
    const lower = word?.toLowerCase()
    if (lower === 'from' || lower === 'join') clauses += 1
    const opens = openedBy(sign ?? lower)
    if (opens) {
      const opened: OpenGroup = {from, opens, within: []}
      open.push(opened)
      within = opened.within
    } else if (sign === ')' || sign === ']' || lower === 'end') {
      if (closing[open.at(-1)?.opens ?? ''] !== (sign ?? 'end')) throw new UnknownSql('brackets that do not match')
      end(to)
    } else if (name) within.push({kind: 'name', text: name.slice(1, -1).replaceAll('""', '"'), from, to})
    else if (literal) within.push(literalNode(literal, within.at(-1), {from, to}))
    else if (parameter) within.push({kind: 'parameter', index: Number(parameter), from, to})
    else if (number) within.push({kind: 'number', value: Number(number), from, to})
    else if (lower) within.push({kind: 'word', text: lower, from, to})
    else if (sign) within.push({kind: 'sign', text: sign, from, to})
  }
  if (open.length > 0) throw new UnknownSql('a bracket that is not closed')
  return {nodes: root, clauses}
}

function openedBy(text: string | undefined): OpenGroup['opens'] | null {
  return text === '(' || text === '[' || text === 'case' ? text : null
}

/** A prefix, as in `E'…'`, gives the characters of the text another meaning. */
function literalNode(literal: string, before: SqlNode | undefined, place: NodePlace): SqlNode {
  if (before?.kind === 'word' && before.to === place.from) throw new UnknownSql('a text with a prefix')
  return {kind: 'text', text: literal.slice(1, -1).replaceAll("''", "'"), ...place}
}

export const isWord = (node: SqlNode | undefined, ...texts: readonly string[]): boolean =>
  node?.kind === 'word' && texts.includes(node.text)

export const isSign = (node: SqlNode | undefined, text: string): boolean => node?.kind === 'sign' && node.text === text

/** The parts between the nodes that separate them. */
export function splitAt(nodes: SqlNodes, separates: (node: SqlNode, index: number) => boolean): SqlNodes[] {
  const parts: SqlNode[][] = [[]]
  for (const [index, node] of nodes.entries())
    if (separates(node, index)) parts.push([])
    else parts.at(-1)?.push(node)
  return parts
}

/** The values of the statement that a text refers to, also inside groups. */
export function usedParameters(nodes: SqlNodes, found: number[] = []): number[] {
  for (const node of nodes)
    if (node.kind === 'parameter') found.push(node.index)
    else if (node.kind === 'group') usedParameters(node.within, found)
  return found
}
