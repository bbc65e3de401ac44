/** The names of the roles in point 6, as far as `User.roles` needs them. What roles may do is point 6's own affair. */
import type {RawPoint} from '../../document/raw.ts'
import {splitWas} from './names.ts'
import type {Words} from './values/words.ts'

/** Where point 6 is open there is one role. */
export function rolesOfUsers(point: RawPoint): Words {
  const words = new Set<string>()
  const renamed = new Map<string, string>()
  for (const cell of roleCells(point)) {
    for (const part of cell.split(',')) {
      const named = splitWas(part.trim())
      if (named === null || named.name === '') continue
      words.add(named.name)
      if (named.was !== null) renamed.set(named.was, named.name)
    }
  }
  return words.size === 0 ? {words: ['Member'], renamed} : {words: [...words], renamed}
}

function roleCells(point: RawPoint): string[] {
  const tables = point.sections.flatMap(section => section.blocks).filter(block => block.kind === 'table')
  return tables.flatMap(table => {
    const column = table.header.cells.findIndex(cell => cell.text.toLowerCase() === 'role')
    return column < 0 ? [] : table.rows.map(row => row.cells[column]?.text ?? '')
  })
}
