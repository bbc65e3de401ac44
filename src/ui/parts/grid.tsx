/** Records as a table; on a phone each is two or three lines. */
import type {ReactNode} from 'react'
import type {ShownField, ShownRecord} from '../records.ts'
import {CellText} from './cell.tsx'

export interface GridProps {
  readonly columns: readonly ShownField[]
  readonly records: readonly ShownRecord[]
  readonly head?: (column: ShownField, index: number) => ReactNode
  readonly sorted?: (index: number) => 'ascending' | 'descending' | 'none' | undefined
}

export function Grid({columns, records, head, sorted}: GridProps) {
  const name = nameColumn(columns)
  return (
    <table className="grid stack">
      <thead>
        <tr>
          {columns.map((column, index) => (
            <th
              key={column.key}
              scope="col"
              className={column.look === 'number' ? 'num' : undefined}
              aria-sort={sorted?.(index)}
            >
              {head ? head(column, index) : column.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {records.map(record => (
          <tr key={record.id}>
            {columns.map((column, index) => (
              <td key={column.key} className={classOf(column, index, name)}>
                <GridCell column={column} record={record} index={index} linked={index === name} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function GridCell({
  column,
  record,
  index,
  linked,
}: {
  column: ShownField
  record: ShownRecord
  index: number
  linked: boolean
}) {
  const cell = record.cells[index]
  if (!cell) return null
  const text = <CellText field={column} cell={cell} />
  return linked && record.href ? <a href={record.href}>{text}</a> : text
}

/** The column that a record goes by: the first that is no state. */
function nameColumn(columns: readonly ShownField[]): number {
  return Math.max(
    0,
    columns.findIndex(column => column.look !== 'state'),
  )
}

function classOf(column: ShownField, index: number, name: number): string | undefined {
  if (index === name) return 'name'
  if (column.look === 'state') return 'standing'
  return column.look === 'number' ? 'num' : undefined
}
