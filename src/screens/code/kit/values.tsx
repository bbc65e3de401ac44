/** Values as the product shows them: their texts are the server's, so that both sides show the same. */
import {CellText} from '../../../web/components/cell.tsx'
import {DataTable as Table} from '../../../web/components/data-table.tsx'
import {RichText} from '../../../web/components/rich-text.tsx'
import {useOwnLayout} from '../../../web/screen.tsx'
import {cellOf, codeCellText} from '../cells.ts'
import type {CodePage, CodeRow} from '../data.ts'
import {Pages} from '../pages.tsx'
import {useOwnData} from './own-data.tsx'

/** A column of a row: a state with its tone, a person with initials, a date in words; rich text of a single record formatted. */
export function Value({of: row, name}: {of: CodeRow; name: string}) {
  const {screen, tableOf} = useOwnData()
  const isPlain = useOwnLayout() !== undefined
  const table = tableOf(row)
  const rich = table?.shows === 'one' ? screen.rich?.[`${table.name}.${name}`] : undefined
  // In a layout of the author, a text looks as their styles say.
  if (rich) return <RichText text={rich} isPlain={isPlain} />
  const field = table?.fields.find(({key}) => key === name)
  if (field) return <CellText field={field} cell={cellOf(row, field)} />
  const {[name]: value} = row
  if (typeof value === 'object' && value !== null) return row.shown[name] ?? nameOf(value)
  return row.shown[name] ?? codeCellText(value)
}

/** Of a record with other columns than its name alone. */
const nameOf = (value: object): string | null => ('name' in value && typeof value.name === 'string' ? value.name : null)

/** Rows of one list as a table, with all of its columns or those that are named, in their order. */
export function DataTable({rows, columns}: {rows: readonly CodeRow[]; columns?: readonly string[]}) {
  const {tableOf} = useOwnData()
  const [first] = rows
  const fields = (first && tableOf(first)?.fields) ?? []
  const shown = columns?.flatMap(name => fields.find(({key}) => key === name) ?? []) ?? fields
  const records = rows.map(row => ({
    id: row.id,
    href: null,
    version: row.version,
    cells: shown.map(field => cellOf(row, field)),
  }))
  return first ? <Table columns={shown} records={records} /> : null
}

/** Links to the pages of `pages of N`. */
export function Pager({of: page}: {of: CodePage}) {
  return <Pages {...page} />
}
