/** The rows of the engine's own tables that a statement writes, as far as its text says. */
import type {RowImage} from './decide.ts'
import {sqlConjuncts, sqlName} from './sql-queries.ts'
import {isSign, isWord, type SqlNode, type SqlNodes, splitAt, sqlTree, UnknownSql} from './sql-tree.ts'

/** Which records and people a row is about. Other columns may be long, or hold what only some may read. */
const columns: ReadonlySet<string> = new Set(['entity', 'record', 'person'])

/** Null if its rows are not known. A row without a column may have any value there. */
export function rowsWrittenBy(text: string, parameters: readonly unknown[]): readonly RowImage[] | null {
  try {
    const {nodes} = sqlTree(text)
    if (isWord(nodes[0], 'insert')) return inserted(nodes, parameters)
    const where = nodes.findIndex(node => isWord(node, 'where'))
    const end = nodes.findIndex(node => isWord(node, 'returning'))
    const condition = where < 0 ? [] : nodes.slice(where + 1, end < 0 ? nodes.length : end)
    const old = imageOf(condition, parameters)
    if (isWord(nodes[0], 'delete')) return [old]
    const set = nodes.findIndex(node => isWord(node, 'set'))
    if (!isWord(nodes[0], 'update') || set < 0 || where < set) return null
    const changed = splitAt(nodes.slice(set + 1, where), node => isSign(node, ',')).map(([column]) => sqlName(column))
    return [old, ...(changed.some(name => name === null || columns.has(name)) ? [{}] : [])]
  } catch (error) {
    if (error instanceof UnknownSql) return null
    throw error
  }
}

function inserted(nodes: SqlNodes, parameters: readonly unknown[]): readonly RowImage[] | null {
  const values = nodes.findIndex(node => isWord(node, 'values'))
  const names = nodes[values - 1]
  if (values < 0 || names?.kind !== 'group') return null
  const written = splitAt(names.within, node => isSign(node, ',')).map(([name]) => sqlName(name))
  const end = nodes.findIndex((node, at) => at > values && node.kind !== 'group' && !isSign(node, ','))
  const key = end < 0 ? null : conflictKey(nodes.slice(end))
  const kept = (name: string | null) => name !== null && columns.has(name) && (!key || key.includes(name))
  return nodes.slice(values + 1, end < 0 ? nodes.length : end).flatMap(row => {
    if (row.kind !== 'group') return []
    const items = splitAt(row.within, node => isSign(node, ','))
    const known = written.flatMap((name, at) => {
      const value = items[at]?.length === 1 ? givenValue(items[at]?.[0], parameters) : undefined
      return name !== null && kept(name) && value !== undefined ? [[name, value] as const] : []
    })
    return [Object.fromEntries(known)]
  })
}

/** The columns that a row has in common with one that it replaces; null if it replaces none. */
function conflictKey(nodes: SqlNodes): readonly (string | null)[] | null {
  if (!nodes.some(node => isWord(node, 'update'))) return null
  const key = nodes.find(node => node.kind === 'group')
  return key?.kind === 'group' ? key.within.map(sqlName) : []
}

/** What `column = value` says about a row. */
function imageOf(condition: SqlNodes, parameters: readonly unknown[]): RowImage {
  const known = sqlConjuncts(condition).flatMap(each => {
    const [name, sign, value] = each
    const column = sqlName(name)
    const given = each.length === 3 && isSign(sign, '=') ? givenValue(value, parameters) : undefined
    return column !== null && columns.has(column) && given !== undefined ? [[column, given] as const] : []
  })
  return Object.fromEntries(known)
}

function givenValue(node: SqlNode | undefined, parameters: readonly unknown[]): string | null | undefined {
  if (node?.kind === 'text') return node.text
  const value = node?.kind === 'parameter' ? parameters[node.index - 1] : undefined
  return typeof value === 'string' || value === null ? value : undefined
}
