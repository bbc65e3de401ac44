/**
 * Which changed rows can make a difference to a statement. For each place where it reads a table, the conditions that
 * every row read there fulfils are compiled from its text, as far as they can be decided for a row alone: by its values,
 * the values of the statement, and short lists that are read once (`FoundValues`). What cannot be decided counts as
 * fulfilled, so a row that is read is never missed.
 *
 * Why this is enough: the rows that a place gives are those that fulfil its conditions. If a row fulfils them neither
 * as it was nor as it is, the place gives the same rows as before; if that holds for all places and all changed rows,
 * the whole statement gives the same result.
 */
import {
  isQuery,
  type Query,
  type QuerySource,
  queriesIn,
  type Scan,
  type SelectScope,
  type StatementQueries,
  sqlConjuncts,
  sqlName,
} from './sql-queries.ts'
import {isSign, isWord, type SqlNode, type SqlNodes, splitAt, UnknownSql, usedParameters} from './sql-tree.ts'

/** A small query whose rows are one value each; `parameters`: the indexes of its values among those of the statement. */
export interface ValuesQuery {
  readonly sql: string
  readonly parameters: readonly number[]
}

/** Plain data, so that equal tests can be found. */
export type RowTest =
  | {readonly op: 'and' | 'or'; readonly of: readonly RowTest[]}
  | {readonly op: 'not' | 'is null'; readonly of: RowTest}
  | {readonly op: 'constant'; readonly value: string | number | null}
  | {readonly op: 'parameter'; readonly index: number}
  /** A column of the row. */
  | {readonly op: 'own'; readonly column: string}
  /** A value that is one of these, or none. `exact`: the only one. */
  | {readonly op: 'one of'; readonly query: ValuesQuery; readonly exact: boolean}
  | {readonly op: 'compare'; readonly sign: string; readonly left: RowTest; readonly right: RowTest}
  | {readonly op: 'in'; readonly left: RowTest; readonly of: readonly RowTest[]}
  /** `exact`: the values, without others. */
  | {readonly op: 'found'; readonly left: RowTest | null; readonly query: ValuesQuery; readonly exact: boolean}
  | {readonly op: 'case'; readonly when: readonly (readonly [RowTest, RowTest])[]; readonly otherwise: RowTest}
  /** True of no row that fails another test of the same statement. */
  | {readonly op: 'implied'}
  | {readonly op: 'unknown'}

const unknown: RowTest = {op: 'unknown'}

/** A row of the table that can make a difference fulfils one of these; null if the statement is not understood. */
export function testsOf(text: string, table: string): readonly RowTest[] | null {
  try {
    const queries = queriesIn(text)
    const closed = new Map<SqlNodes, boolean>()
    const tests = new Map<string, RowTest>()
    for (const scan of queries.scans) {
      if (scan.table !== table) continue
      const test = new ScanCompiler(text, {queries, closed, scan}).test()
      tests.set(JSON.stringify(test), test)
    }
    return [...tests.values()]
  } catch (error) {
    if (error instanceof UnknownSql) return null
    throw error
  }
}

const signs = ['=', '<>', '!=', '<', '<=', '>', '>=']
/** Types whose values are compared as they are written. */
const plainTypes = ['uuid', 'text', 'date', 'boolean', 'bigint']
/** Longer queries are not asked for one value: they cost as much as the page. */
const longestQuery = 3000
/** Queries around each other that are followed to find where a value comes from. */
const deepest = 12

class ScanCompiler {
  readonly #text: string
  readonly #queries: StatementQueries
  readonly #scan: Scan
  /** Whether queries depend on nothing around them, as far as it was asked. */
  readonly #closedOnes: Map<SqlNodes, boolean>

  constructor(
    text: string,
    {queries, scan, closed}: {queries: StatementQueries; scan: Scan; closed: Map<SqlNodes, boolean>},
  ) {
    this.#text = text
    this.#queries = queries
    this.#scan = scan
    this.#closedOnes = closed
  }

  test(): RowTest {
    const {conditions, scope} = this.#scan
    const of = conditions.map(each => this.#expression(each, scope)).filter(each => isDecidable(each))
    return {op: 'and', of}
  }

  #expression(nodes: SqlNodes, scope: SelectScope): RowTest {
    const each = (part: SqlNodes) => this.#expression(part, scope)
    if (nodes.some(node => isWord(node, 'between', 'escape', 'like', 'collate'))) return unknown
    const either = splitAt(nodes, node => isWord(node, 'or'))
    if (either.length > 1) return {op: 'or', of: either.map(each)}
    const all = splitAt(nodes, node => isWord(node, 'and'))
    if (all.length > 1) return {op: 'and', of: all.map(each)}
    const [first, second, third] = nodes
    if (!first) return unknown
    if (isWord(first, 'not')) return {op: 'not', of: each(nodes.slice(1))}
    if (isWord(first, 'exists') && second && nodes.length === 2) return this.#exists(second)
    const last = nodes.at(-1)
    const isAt = nodes.findIndex(node => isWord(node, 'is', 'isnull', 'notnull'))
    if (isAt > 0) return this.#is(nodes, isAt, scope)
    const inAt = nodes.findIndex(node => isWord(node, 'in'))
    if (inAt > 0 && inAt === nodes.length - 2 && last) return this.#in(nodes.slice(0, inAt), last, scope)
    const compared = nodes.findIndex(node => node.kind === 'sign' && signs.includes(node.text))
    if (compared > 0) {
      const sign = nodes[compared]
      const [left, right] = [nodes.slice(0, compared), nodes.slice(compared + 1)]
      if (sign?.kind !== 'sign' || right.some(node => node.kind === 'sign' && signs.includes(node.text))) return unknown
      return {op: 'compare', sign: sign.text, left: this.#operand(left, scope), right: this.#operand(right, scope)}
    }
    if (isSign(first, '+')) return each(nodes.slice(1))
    if (first.kind === 'group' && second === undefined) return this.#group(first, scope)
    if (isWord(first, 'cast') && second?.kind === 'group' && third === undefined) return this.#cast(second, scope)
    return this.#operand(nodes, scope)
  }

  /** A value. Without a constant sign before it, which would be another value. */
  #operand(nodes: SqlNodes, scope: SelectScope): RowTest {
    const [first, second, third, more] = nodes
    if (!first || more) return unknown
    if (second === undefined)
      switch (first.kind) {
        case 'text':
          return {op: 'constant', value: first.text}
        case 'number':
          return {op: 'constant', value: first.value}
        case 'parameter':
          return {op: 'parameter', index: first.index - 1}
        case 'group':
          return this.#group(first, scope)
        case 'word':
          return constantWords.get(first.text) ?? this.#unqualified(first.text, scope)
        default:
          return unknown
      }
    if (isWord(first, 'cast') && second.kind === 'group' && third === undefined) return this.#cast(second, scope)
    if (third && isSign(second, '.')) return this.#column(nodes, scope)
    return unknown
  }

  /** A column of the engine's own tables, which are read alone. */
  #unqualified(column: string, scope: SelectScope): RowTest {
    const isAlone = scope === this.#scan.scope && scope.outer === null && scope.sources.size === 1
    return isAlone && this.#scan.table.startsWith('nonet_') ? {op: 'own', column} : unknown
  }

  #group(group: SqlNode, scope: SelectScope): RowTest {
    if (group.kind !== 'group') return unknown
    if (group.opens === 'case') return this.#case(group.within, scope)
    if (group.opens !== '(') return unknown
    if (!isQuery(group)) return this.#expression(group.within, scope)
    const query = this.#closed(group.within)
    return query ? {op: 'one of', query, exact: true} : unknown
  }

  #cast({within}: SqlNode & {kind: 'group'}, scope: SelectScope): RowTest {
    const [value, type] = splitAt(within, node => isWord(node, 'as'))
    const isPlain = type?.length === 1 && isWord(type[0], ...plainTypes)
    return value && isPlain ? this.#expression(value, scope) : unknown
  }

  #case(nodes: SqlNodes, scope: SelectScope): RowTest {
    if (!isWord(nodes[0], 'when')) return unknown
    const elseAt = nodes.findIndex(node => isWord(node, 'else'))
    const branches = splitAt(elseAt < 0 ? nodes.slice(1) : nodes.slice(1, elseAt), node => isWord(node, 'when'))
    const when = branches.map(branch => {
      const [condition = [], value = []] = splitAt(branch, node => isWord(node, 'then'))
      return [this.#expression(condition, scope), this.#expression(value, scope)] as const
    })
    const otherwise = elseAt < 0 ? noValue : this.#expression(nodes.slice(elseAt + 1), scope)
    return {op: 'case', when, otherwise}
  }

  #is(nodes: SqlNodes, at: number, scope: SelectScope): RowTest {
    const of = this.#operand(nodes.slice(0, at), scope)
    const [first, second, ...more] = nodes.slice(at)
    if (more.length === 0 && isWord(first, 'is') && isWord(second, 'null')) return {op: 'is null', of}
    const isNotNull = isWord(second, 'not') && more.length === 1 && isWord(more[0], 'null')
    return isNotNull ? {op: 'not', of: {op: 'is null', of}} : unknown
  }

  #in(operand: SqlNodes, list: SqlNode, scope: SelectScope): RowTest {
    const isNegated = isWord(operand.at(-1), 'not')
    const left = this.#operand(isNegated ? operand.slice(0, -1) : operand, scope)
    const test = this.#isIn(left, list, scope)
    return isNegated ? {op: 'not', of: test} : test
  }

  #isIn(left: RowTest, list: SqlNode, scope: SelectScope): RowTest {
    if (list.kind !== 'group' || list.opens !== '(') return unknown
    if (!isQuery(list)) {
      const of = splitAt(list.within, node => isSign(node, ',')).map(part => this.#operand(part, scope))
      return {op: 'in', left, of}
    }
    const exact = this.#closed(list.within)
    if (exact) return {op: 'found', left, query: exact, exact: true}
    const query = this.#queries.queryOf.get(list)
    const wider = query ? this.#widened(query) : null
    return wider ? {op: 'found', left, query: wider, exact: false} : unknown
  }

  #exists(group: SqlNode): RowTest {
    if (group.kind !== 'group') return unknown
    const exact = this.#closed(group.within, inner => `select 1 where exists (${inner})`)
    if (exact) return {op: 'found', left: null, query: exact, exact: true}
    const [part, ...others] = this.#queries.queryOf.get(group)?.parts ?? []
    if (!part?.isPlain || others.length > 0) return unknown
    // Without a row of one of the tables there is no row of all.
    for (const source of part.sources.values()) {
      const query = source.kind === 'table' ? this.#rowsOf(source.scan, '1', ' limit 1') : null
      if (query) return {op: 'found', left: null, query, exact: false}
    }
    return unknown
  }

  /** A column of the row, or of another source. */
  #column(nodes: SqlNodes, scope: SelectScope): RowTest {
    const [alias, column] = [sqlName(nodes[0]), sqlName(nodes[2])]
    if (alias === null || column === null) return unknown
    const found = sourceOf(alias, scope)
    if (!found) return unknown
    if (found.source.kind === 'table' && found.source.scan === this.#scan) return {op: 'own', column}
    return this.#valueElsewhere(found, alias, column, 0)
  }

  #valueElsewhere({source, scope}: FoundSource, alias: string, column: string, depth: number): RowTest {
    if (source.kind === 'unknown' || depth > deepest) return unknown
    const fixed = this.#fixed(scope, alias, column)
    if (fixed) return fixed
    if (source.kind === 'query') return this.#valueOfQuery(source.query, column, depth)
    const isHere = scope === this.#scan.scope
    // A value of the same table's id: its row is read there, too, and tested there.
    if (column === 'id' && source.scan.table === this.#scan.table && !isHere && !this.#readsThis(source.scan))
      return {op: 'implied'}
    const query = this.#rowsOf(source.scan, `distinct ${quoted(alias)}.${quoted(column)}`, ' limit 1001')
    return query ? {op: 'one of', query, exact: false} : unknown
  }

  /** Whether the conditions of that scan may themselves follow from those of this one. */
  #readsThis(other: Scan): boolean {
    for (let scope: SelectScope | null = other.scope; scope; scope = scope.outer)
      if (scope === this.#scan.scope) return true
    return false
  }

  /** `alias.column = value` among the conditions of its query. */
  #fixed(scope: SelectScope, alias: string, column: string): RowTest | null {
    for (const condition of scope.conditions) {
      const at = condition.findIndex(node => isSign(node, '='))
      if (at < 0) continue
      for (const [one, other] of [
        [condition.slice(0, at), condition.slice(at + 1)],
        [condition.slice(at + 1), condition.slice(0, at)],
      ] as const) {
        if (one.length !== 3 || sqlName(one[0]) !== alias || sqlName(one[2]) !== column) continue
        const value = this.#given(other)
        if (value) return value
      }
    }
    return null
  }

  /** A value of the statement, or of its text. */
  #given(nodes: SqlNodes): RowTest | null {
    const [first, second] = nodes
    if (first?.kind === 'group' && second === undefined && !isQuery(first)) return this.#given(first.within)
    if (isWord(first, 'cast') && second?.kind === 'group')
      return this.#given(splitAt(second.within, node => isWord(node, 'as'))[0] ?? [])
    if (first?.kind === 'parameter' && second === undefined) return {op: 'parameter', index: first.index - 1}
    return first?.kind === 'text' && second === undefined ? {op: 'constant', value: first.text} : null
  }

  #valueOfQuery({parts}: Query, column: string, depth: number): RowTest {
    const values = parts.map(part => this.#valueOfItem(part, column, depth + 1))
    const [first] = values
    if (!first || values.includes(unknown)) return unknown
    return values.every(each => JSON.stringify(each) === JSON.stringify(first)) ? first : unknown
  }

  #valueOfItem(part: SelectScope, column: string, depth: number): RowTest {
    for (const item of part.items) {
      const asAt = item.findLastIndex(node => isWord(node, 'as'))
      const [value, name] = asAt > 0 ? [item.slice(0, asAt), sqlName(item[asAt + 1])] : [item, sqlName(item.at(-1))]
      if (name === column) {
        const [alias, dot, own] = value
        if (value.length !== 3 || !isSign(dot, '.')) return this.#given(value) ?? unknown
        return this.#inPart(part, sqlName(alias), sqlName(own), depth)
      }
    }
    // `*` of the only source, or `r.*`.
    const stars = part.items.filter(item => isSign(item.at(-1), '*'))
    const [star, ...others] = stars
    if (!star || others.length > 0) return unknown
    const [only] = part.sources.size === 1 ? part.sources.keys() : []
    return this.#inPart(part, star.length === 1 ? (only ?? null) : sqlName(star[0]), column, depth)
  }

  #inPart(part: SelectScope, alias: string | null, column: string | null, depth: number): RowTest {
    const found = alias === null ? null : sourceOf(alias, part)
    return found && alias !== null && column !== null ? this.#valueElsewhere(found, alias, column, depth) : unknown
  }

  /** More than the values that a query gives: without the conditions that depend on what is around it. */
  #widened({parts}: Query): ValuesQuery | null {
    const [part, ...others] = parts
    const [item, ...more] = part?.items ?? []
    if (!part || !item || others.length + more.length > 0 || item.length !== 3) return null
    const alias = sqlName(item[0])
    const source = alias === null ? undefined : part.sources.get(alias)
    if (source?.kind !== 'table') return null
    return this.#rowsOf(source.scan, this.#slice(item), ' limit 2001')
  }

  /** Rows of a table that fulfil the conditions about it alone; null without any. */
  #rowsOf(scan: Scan, columns: string, end: string): ValuesQuery | null {
    const own = scan.conditions.flatMap(each => sqlConjuncts(each)).filter(each => this.#isClosed(each, [scan.alias]))
    if (own.length === 0) return null
    const where = own.map(each => `(${this.#slice(each)})`).join(' and ')
    return this.#valuesQuery(
      `select ${columns} from ${quoted(scan.table)} as ${quoted(scan.alias)} where ${where}${end}`,
      own.flat(),
    )
  }

  /** The query itself, if it depends on nothing around it. */
  #closed(
    nodes: SqlNodes,
    written = (inner: string) => `select * from (${inner}) as v limit 2001`,
  ): ValuesQuery | null {
    const length = (nodes.at(-1)?.to ?? 0) - (nodes[0]?.from ?? 0)
    if (length > longestQuery) return null
    const isClosed = this.#closedOnes.get(nodes) ?? this.#isClosed(nodes, [])
    this.#closedOnes.set(nodes, isClosed)
    return isClosed ? this.#valuesQuery(written(this.#slice(nodes)), nodes) : null
  }

  #valuesQuery(sql: string, nodes: SqlNodes): ValuesQuery | null {
    // What functions of the document read is not known from the text, so neither is when it changes.
    if (sql.length > longestQuery || sql.includes('nonet.field_')) return null
    const indexes = [...new Set(usedParameters(nodes))]
    const renumbered = sql.replace(/([?$])(\d+)/g, (_, sign, index) => `${sign}${indexes.indexOf(Number(index)) + 1}`)
    return {sql: renumbered, parameters: indexes.map(index => index - 1)}
  }

  #slice(nodes: SqlNodes): string {
    return this.#text.slice(nodes[0]?.from, nodes.at(-1)?.to)
  }

  /** Whether all names before a dot are declared inside. */
  #isClosed(nodes: SqlNodes, declared: readonly string[]): boolean {
    const names = new Set(declared)
    const qualifiers = new Set<string>()
    collectNames(nodes, names, qualifiers)
    return qualifiers.isSubsetOf(names)
  }
}

function collectNames(nodes: SqlNodes, names: Set<string>, qualifiers: Set<string>): void {
  for (const [at, node] of nodes.entries()) {
    if (node.kind === 'group') collectNames(node.within, names, qualifiers)
    const name = sqlName(node)
    if (name === null || isSign(nodes[at - 1], '.')) continue
    if (isSign(nodes[at + 1], '.')) qualifiers.add(nodes[at + 3]?.kind === 'group' ? '' : name)
    else names.add(name)
  }
  qualifiers.delete('')
}

interface FoundSource {
  readonly source: QuerySource
  readonly scope: SelectScope
}

function sourceOf(alias: string, from: SelectScope): FoundSource | null {
  for (let scope: SelectScope | null = from; scope; scope = scope.outer) {
    const source = scope.sources.get(alias)
    if (source) return {source, scope}
  }
  return null
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

const noValue: RowTest = {op: 'constant', value: null}
const constantWords: ReadonlyMap<string, RowTest> = new Map([
  ['true', {op: 'constant', value: 1}],
  ['false', {op: 'constant', value: 0}],
  ['null', noValue],
])

/** Whether a test can ever say no. */
function isDecidable(test: RowTest): boolean {
  switch (test.op) {
    case 'unknown':
      return false
    case 'and':
      return test.of.some(isDecidable)
    case 'or':
      return test.of.every(isDecidable)
    case 'not':
    case 'is null':
      return isDecidable(test.of)
    case 'compare':
      return test.left.op !== 'unknown' && test.right.op !== 'unknown'
    case 'in':
    case 'found':
      return test.left?.op !== 'unknown'
    default:
      return true
  }
}
