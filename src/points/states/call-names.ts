/** The names of the calls out of the application in point 7, as far as the effect `call` needs them. */
import type {RawPoint} from '../../document/raw.ts'

export function callNames(point: RawPoint): ReadonlySet<string> {
  const tables = point.sections.flatMap(section => section.blocks).filter(block => block.kind === 'table')
  const names = tables.flatMap(table => {
    const column = table.header.cells.findIndex(cell => cell.text.toLowerCase() === 'event')
    return column < 0 ? [] : table.rows.map(row => row.cells[column]?.text ?? '')
  })
  return new Set(names.filter(name => name !== ''))
}
