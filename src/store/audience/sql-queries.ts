/**
 * The queries of a statement: where each reads its rows from, and under which conditions. What is not understood has no
 * conditions, so any row may be read there; a table that would not be found is an error, and never left out.
 */
import {isSign, isWord, type SqlNode, type SqlNodes, splitAt, sqlTree, UnknownSql} from './sql-tree.ts'

/** One place where rows of a table are read. */
export interface Scan {
  readonly table: string
  readonly alias: string
  readonly scope: SelectScope
  /** Each must be true of a row that is read here; null until they are known. */
  conditions: readonly SqlNodes[]
}

export type QuerySource =
  | {readonly kind: 'table'; readonly scan: Scan}
  | {readonly kind: 'query'; readonly query: Query; readonly isLateral: boolean}
  | {readonly kind: 'unknown'}

/** `select … from … where …`, with the queries around it. */
export interface SelectScope {
  readonly outer: SelectScope | null
  readonly named: ReadonlyMap<string, QuerySource>
  readonly sources: Map<string, QuerySource>
  items: readonly SqlNodes[]
  conditions: readonly SqlNodes[]
  /** Without rows that fulfil the conditions it gives none. */
  isPlain: boolean
}

/** One, or several that are joined by `union`. */
export interface Query {
  readonly nodes: SqlNodes
  readonly parts: readonly SelectScope[]
}

export interface StatementQueries {
  readonly scans: readonly Scan[]
  /** The query inside brackets. */
  readonly queryOf: ReadonlyMap<SqlNode, Query>
}

const emptyNames: ReadonlyMap<string, QuerySource> = new Map()

export function queriesIn(text: string): StatementQueries {
  const {nodes, clauses} = sqlTree(text)
  const reader = new QueryReader()
  reader.query(nodes, null, emptyNames)
  if (reader.clauses !== clauses) throw new UnknownSql('a clause that reads from somewhere else')
  return reader
}

/** `from` in the arguments of a function. */
const argumentsWithFrom = ['extract', 'substring', 'trim', 'overlay', 'position']
const setWords = ['union', 'intersect', 'except']
const joinWords = ['join', 'cross', 'inner', 'left', 'right', 'full', 'natural', 'outer']
const endWords = ['on', 'using', 'with', 'as', 'lateral', 'where', 'tablesample', ...joinWords]
const clauseWords = ['from', 'where', 'group', 'having', 'window', 'order', 'limit', 'offset', 'fetch', 'for']

class QueryReader implements StatementQueries {
  readonly scans: Scan[] = []
  readonly queryOf = new Map<SqlNode, Query>()
  /** The words `from` and `join` that were understood. */
  clauses = 0

  query(nodes: SqlNodes, outer: SelectScope | null, around: ReadonlyMap<string, QuerySource>): Query {
    const named = new Map(around)
    const rest = isWord(nodes[0], 'with') ? this.#named(nodes, outer, named) : nodes
    const pieces = splitAt(rest, node => isWord(node, ...setWords))
    const parts = pieces.flatMap((piece, at) => {
      const own = at > 0 && isWord(piece[0], 'all') ? piece.slice(1) : piece
      return this.#part(own, outer, named)
    })
    return {nodes, parts}
  }

  /** Reads the named queries at the beginning, and returns what follows them. */
  #named(nodes: SqlNodes, outer: SelectScope | null, named: Map<string, QuerySource>): SqlNodes {
    let at = 1
    const isRecursive = isWord(nodes[at], 'recursive')
    if (isRecursive) at += 1
    for (;;) {
      const name = sqlName(nodes[at])
      const within = nodes.findIndex((node, index) => index > at && isWord(node, 'as'))
      let group = within + 1
      while (isWord(nodes[group], 'not', 'materialized')) group += 1
      const body = nodes[group]
      if (name === null || within < 0 || body?.kind !== 'group') throw new UnknownSql('a named query')
      // Its columns have other names, or it reads itself.
      const isUnknown = isRecursive || nodes[at + 1]?.kind === 'group'
      if (isRecursive) named.set(name, {kind: 'unknown'})
      const query = this.query(body.within, outer, named)
      this.queryOf.set(body, query)
      named.set(name, isUnknown ? {kind: 'unknown'} : {kind: 'query', query, isLateral: false})
      at = group + 1
      if (!isSign(nodes[at], ',')) return nodes.slice(at)
      at += 1
    }
  }

  #part(nodes: SqlNodes, outer: SelectScope | null, named: ReadonlyMap<string, QuerySource>): readonly SelectScope[] {
    const [first, ...others] = nodes
    if (first?.kind === 'group' && isQuery(first)) {
      const query = this.query(first.within, outer, named)
      this.queryOf.set(first, query)
      const scope = emptyScope(outer, named)
      this.visit(others, scope)
      return query.parts
    }
    const scope = emptyScope(outer, named)
    if (isWord(first, 'values')) {
      this.visit(others, scope)
      return [{...scope, isPlain: false}]
    }
    if (!isWord(first, 'select')) throw new UnknownSql('something else than a query')
    const clauses = clausesOf(nodes)
    const list = clauses.get('select') ?? []
    const isDistinct = isWord(list[0], 'distinct')
    const from = clauses.get('from')
    // Before anything that may refer to them.
    const joins = from ? this.#from(from, scope) : noJoins
    const where = clauses.get('where')
    scope.items = splitAt(isDistinct ? list.slice(1) : list, node => isSign(node, ','))
    scope.conditions = [...(where ? sqlConjuncts(where) : []), ...joins.conditions]
    scope.isPlain = !clauses.has('having') && !scope.items.some(callsFunction)
    for (const scan of joins.inner) scan.conditions = [...scope.conditions, ...scan.conditions]
    for (const [name, clause] of clauses) if (name !== 'from') this.visit(clause, scope)
    return [scope]
  }

  #from(
    nodes: SqlNodes,
    scope: SelectScope,
  ): {readonly inner: readonly Scan[]; readonly conditions: readonly SqlNodes[]} {
    this.clauses += 1
    const inner: Scan[] = []
    const conditions: SqlNodes[] = []
    let isTotal = true
    for (const {join, nodes: item} of joinedItems(nodes)) {
      if (join.includes('join')) this.clauses += 1
      if (join.includes('right') || join.includes('full') || join.includes('natural')) isTotal = false
      const on = item.findIndex(node => isWord(node, 'on', 'using'))
      const source = on < 0 ? item : item.slice(0, on)
      const condition = on >= 0 && isWord(item[on], 'on') ? item.slice(on + 1) : []
      const scan = this.#source(source, scope)
      this.visit(on < 0 ? [] : item.slice(on + 1), scope)
      const isOuter = join.includes('left')
      if (scan && !isOuter) inner.push(scan)
      if (scan && isOuter) scan.conditions = sqlConjuncts(condition)
      if (!isOuter && condition.length > 0) conditions.push(...sqlConjuncts(condition))
    }
    if (isTotal) return {inner, conditions}
    for (const source of scope.sources.values()) if (source.kind === 'table') source.scan.conditions = []
    return noJoins
  }

  /** The scan, if it is of a table. */
  #source(nodes: SqlNodes, scope: SelectScope): Scan | null {
    const isLateral = isWord(nodes[0], 'lateral')
    const [first, ...rest] = isLateral ? nodes.slice(1) : nodes
    if (first?.kind === 'group' && first.opens === '(') {
      const alias = aliasIn(rest)
      if (!isQuery(first)) {
        // Joins in brackets.
        const joins = this.#from(first.within, scope)
        this.clauses -= 1
        for (const scan of joins.inner) scan.conditions = joins.conditions
        return null
      }
      // Only a lateral query sees the sources before it.
      const query = this.query(first.within, isLateral ? scope : scope.outer, scope.named)
      this.queryOf.set(first, query)
      if (alias) scope.sources.set(alias.name, alias.isPlain ? {kind: 'query', query, isLateral} : {kind: 'unknown'})
      return null
    }
    const table = sqlName(first)
    if (table === null) throw new UnknownSql('a source of rows')
    if (isSign(rest[0], '.')) {
      const own = rest[1]
      if (rest[2]?.kind !== 'group') return this.#source(own ? [own, ...rest.slice(2)] : [], scope)
      return this.#function(rest.slice(2), scope)
    }
    if (rest[0]?.kind === 'group') return this.#function(rest, scope)
    const alias = aliasIn(rest) ?? {name: table, isPlain: true}
    const known = scope.named.get(table)
    if (known) {
      scope.sources.set(alias.name, alias.isPlain ? known : {kind: 'unknown'})
      return null
    }
    const scan: Scan = {table, alias: alias.name, scope, conditions: []}
    this.scans.push(scan)
    scope.sources.set(alias.name, alias.isPlain ? {kind: 'table', scan} : {kind: 'unknown'})
    return scan
  }

  #function(nodes: SqlNodes, scope: SelectScope): null {
    this.visit(nodes.slice(0, 1), scope)
    const alias = aliasIn(nodes.slice(1))
    if (alias) scope.sources.set(alias.name, {kind: 'unknown'})
    return null
  }

  /** The queries within an expression. */
  visit(nodes: SqlNodes, scope: SelectScope): void {
    for (const [at, node] of nodes.entries()) {
      if (node.kind === 'group' && isQuery(node)) this.queryOf.set(node, this.query(node.within, scope, scope.named))
      else if (node.kind === 'group') {
        if (isWord(nodes[at - 1], ...argumentsWithFrom))
          this.clauses += node.within.filter(each => isWord(each, 'from')).length
        this.visit(node.within, scope)
      } else if (isWord(node, 'from') && isWord(nodes[at - 1], 'distinct')) this.clauses += 1
    }
  }
}

const noJoins = {inner: [], conditions: []}
/** Perhaps one that counts. */
const callsFunction = (nodes: SqlNodes): boolean =>
  nodes.some((node, at) => node.kind === 'word' && nodes[at + 1]?.kind === 'group')

function emptyScope(outer: SelectScope | null, named: ReadonlyMap<string, QuerySource>): SelectScope {
  return {outer, named, sources: new Map(), items: [], conditions: [], isPlain: false}
}

export function isQuery(node: SqlNode): boolean {
  if (node.kind !== 'group' || node.opens !== '(') return false
  const [first] = node.within
  return isWord(first, 'select', 'with', 'values') || (first?.kind === 'group' && isQuery(first) && hasSet(node.within))
}

const hasSet = (nodes: SqlNodes): boolean => nodes.length === 1 || nodes.some(node => isWord(node, ...setWords))

export function sqlName(node: SqlNode | undefined): string | null {
  return node?.kind === 'name' || node?.kind === 'word' ? node.text : null
}

function clausesOf(nodes: SqlNodes): Map<string, SqlNodes> {
  const clauses = new Map<string, SqlNode[]>()
  let current: SqlNode[] = []
  for (const [at, node] of nodes.entries()) {
    const before = nodes[at - 1]
    const begins = isWord(node, 'select', ...clauseWords) && !isSign(before, '.') && !isWord(before, 'distinct', 'as')
    if (begins && node.kind === 'word') {
      current = []
      clauses.set(node.text, current)
    } else current.push(node)
  }
  return clauses
}

interface JoinedItem {
  readonly join: readonly string[]
  readonly nodes: SqlNode[]
}

function joinedItems(nodes: SqlNodes): readonly JoinedItem[] {
  const items: JoinedItem[] = [{join: [], nodes: []}]
  let words: string[] = []
  for (const node of nodes) {
    if (isSign(node, ',')) items.push({join: [], nodes: []})
    else if (node.kind === 'word' && joinWords.includes(node.text)) {
      words.push(node.text)
      if (node.text !== 'join') continue
      items.push({join: words, nodes: []})
      words = []
    } else items.at(-1)?.nodes.push(node)
  }
  return items
}

interface Alias {
  readonly name: string
  /** Its columns keep their names. */
  readonly isPlain: boolean
}

function aliasIn(nodes: SqlNodes): Alias | null {
  const rest = nodes.filter(node => !isWord(node, 'with', 'ordinality'))
  const [first, second] = rest
  const named = isWord(first, 'as') ? second : first
  const name = isWord(named, ...endWords) ? null : sqlName(named)
  if (name === null) return null
  return {name, isPlain: rest.indexOf(named as SqlNode) === rest.length - 1}
}

/** What `and` joins, also in brackets. */
export function sqlConjuncts(nodes: SqlNodes): SqlNodes[] {
  if (nodes.some(node => isWord(node, 'between', 'or'))) return nodes.length === 0 ? [] : [nodes]
  return splitAt(nodes, node => isWord(node, 'and')).flatMap(part => {
    const [first, second] = isSign(part[0], '+') ? part.slice(1) : part
    const isBracketed = first?.kind === 'group' && first.opens === '(' && second === undefined && !isQuery(first)
    if (isBracketed) return sqlConjuncts(first.within)
    return part.length === 0 ? [] : [part]
  })
}
