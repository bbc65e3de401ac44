/**
 * The text of a statement with the functions of the document that it calls written out, so that it says which rows they
 * read, and under which conditions.
 */
import {isQuery} from './sql-queries.ts'
import {isSign, isWord, type SqlNode, type SqlNodes, splitAt, sqlTree, UnknownSql} from './sql-tree.ts'

/** `nonet.field_…(id, …)`: the value of a record of a table. */
export interface FunctionText {
  readonly table: string
  /** The record is `"r"`, and the arguments after its id are `$2` and so on. */
  readonly value: string
}

/** Longer texts take longer to read than the pages that they spare. */
const longest = 400_000

/** Null if the statement is not understood. */
export function writtenOut(text: string, textOf: (name: string) => FunctionText | undefined): string | null {
  try {
    return new CallWriter(textOf).statement(text)
  } catch (error) {
    if (error instanceof UnknownSql) return null
    throw error
  }
}

interface Replacement {
  readonly from: number
  readonly to: number
  readonly by: string
}

interface ParsedFunction extends FunctionText {
  readonly nodes: SqlNodes
}

interface CallOnRow {
  readonly name: string
  /** The alias of the record, and the other arguments, as they are written. */
  readonly alias: string
  readonly given: readonly string[]
}

interface PlaceOfCall {
  readonly text: string
  readonly found: Replacement[]
  /** The query of the statement, in which an alias means one row. */
  readonly query: number
  /** Aliases of functions are their own, in all of their queries. */
  readonly isFunction: boolean
}

class CallWriter {
  readonly #textOf: (name: string) => FunctionText | undefined
  readonly #parsed = new Map<string, ParsedFunction>()
  /** A second call for the same record of the same query reads nothing else, and stays as it is. */
  readonly #written = new Set<string>()
  #calls = 0
  #queries = 0
  #characters = 0

  constructor(textOf: (name: string) => FunctionText | undefined) {
    this.#textOf = textOf
  }

  statement(text: string): string {
    this.#grow(text)
    const found: Replacement[] = []
    this.#inQuery(sqlTree(text).nodes, {text, found})
    return replaced(text, found)
  }

  /** Aliases mean other rows in each part of a union. */
  #inQuery(nodes: SqlNodes, at: Pick<PlaceOfCall, 'text' | 'found'>): void {
    for (const part of splitAt(nodes, node => isWord(node, 'union', 'intersect', 'except'))) {
      this.#queries += 1
      this.#in(part, {...at, query: this.#queries, isFunction: false})
    }
  }

  #in(nodes: SqlNodes, at: PlaceOfCall): void {
    for (const [index, node] of nodes.entries()) {
      const name = calledBy(nodes, index)
      const given = nodes[index + 1]
      if (name !== null && given?.kind === 'group') {
        const by = this.#call(callOf(at.text, name, given.within), at.query)
        const from = nodes[index - 2]?.from ?? node.from
        if (by !== null) at.found.push({from, to: given.to, by})
      } else if (node.kind === 'group' && calledBy(nodes, index - 1) === null) {
        if (isQuery(node) && !at.isFunction) this.#inQuery(node.within, at)
        else this.#in(node.within, at)
      }
    }
  }

  /** Null for a call that stays. */
  #call({name, alias, given}: CallOnRow, query: number): string | null {
    const key = `${query} ${alias} ${name}`
    if (this.#written.has(key)) return null
    this.#written.add(key)
    this.#calls += 1
    const call = this.#calls
    const {value, nodes, table} = this.#functionOf(name)
    const own: Replacement[] = []
    rename(nodes, {call, alias, given}, own)
    const text = replaced(value, own)
    this.#grow(text)
    const found: Replacement[] = []
    this.#in(sqlTree(text).nodes, {text, found, query, isFunction: true})
    // The row itself is read there, too.
    const row = `"r ${call}"`
    return `(select ${replaced(text, found)} from "${table}" as ${row} where ${row}."id" = ${alias}."id")`
  }

  #functionOf(name: string): ParsedFunction {
    const known = this.#parsed.get(name)
    if (known) return known
    const found = this.#textOf(name)
    if (!found) throw new UnknownSql('a function')
    const parsed = {...found, nodes: sqlTree(found.value).nodes}
    this.#parsed.set(name, parsed)
    return parsed
  }

  #grow({length}: string): void {
    this.#characters += length
    if (this.#characters > longest) throw new UnknownSql('a text that is too long')
  }
}

function calledBy(nodes: SqlNodes, index: number): string | null {
  const [schema, dot, name] = [nodes[index - 2], nodes[index - 1], nodes[index]]
  const isCall = name?.kind === 'word' && name.text.startsWith('field_') && isSign(dot, '.') && isWord(schema, 'nonet')
  return isCall ? name.text : null
}

function callOf(text: string, name: string, within: SqlNodes): CallOnRow {
  const [record = [], ...others] = splitAt(within, node => isSign(node, ','))
  const [alias, dot, id] = record
  const isOfRow = record.length === 3 && alias?.kind === 'name' && isSign(dot, '.') && id?.kind === 'name'
  if (!isOfRow || id.text !== 'id') throw new UnknownSql('a call for no row')
  const written = (nodes: SqlNodes) => text.slice(nodes[0]?.from, nodes.at(-1)?.to)
  return {name, alias: written([alias]), given: others.map(written)}
}

/** The row is that of the call, and what the function itself names is unlike everything around it. */
function rename(
  nodes: SqlNodes,
  call: {readonly call: number; readonly alias: string; readonly given: readonly string[]},
  found: Replacement[],
): void {
  for (const [index, node] of nodes.entries())
    if (node.kind === 'group') rename(node.within, call, found)
    else {
      const by = isAlias(nodes, index) || node.kind === 'parameter' ? renamed(node, call) : null
      if (by !== null) found.push({from: node.from, to: node.to, by})
    }
}

/** Not a table or a column of the same name. */
function isAlias(nodes: SqlNodes, index: number): boolean {
  const before = nodes[index - 1]
  return isWord(before, 'as') || (isSign(nodes[index + 1], '.') && !isSign(before, '.'))
}

function renamed(
  node: SqlNode,
  {call, alias, given}: {readonly call: number; readonly alias: string; readonly given: readonly string[]},
): string | null {
  if (node.kind === 'parameter') {
    const by = given[node.index - 2]
    if (by === undefined) throw new UnknownSql('an argument')
    return by
  }
  if (node.kind !== 'name') return null
  if (node.text === 'r') return alias
  return /^x\d+$/.test(node.text) ? `"${node.text} ${call}"` : null
}

function replaced(text: string, replacements: readonly Replacement[]): string {
  let written = ''
  let at = 0
  for (const {from, to, by} of replacements) {
    written += text.slice(at, from) + by
    at = to
  }
  return written + text.slice(at)
}
