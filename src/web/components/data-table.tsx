/** Records as a table; on a phone each takes two or three lines. They can be grouped and selected. */

import {Fragment, type KeyboardEvent, type ReactNode} from 'react'
import type {FieldDisplay, ShownCell, ShownField} from '../../engine/page/cells.ts'
import {useHandler} from '../hooks/use-handler.ts'
import {useHydrated} from '../hooks/use-hydrated.ts'
import {useKept} from '../hooks/use-kept.ts'
import type {RowSelection} from '../hooks/use-selection.ts'
import {usePrefetch} from '../router/link.tsx'
import {useChangeMark} from '../router/router-provider.tsx'
import {isCounted} from './cell.tsx'
import {classes} from './classes.ts'
import {
  type ActiveCellOf,
  DataRow,
  type RowActionsOf,
  type RowColumn,
  type RowLink,
  type TableRecord,
} from './data-row.tsx'

export interface DataTableProps {
  readonly columns: readonly ShownField[]
  readonly records: readonly TableRecord[]
  readonly groups?: readonly ShownCell[] | null
  readonly head?: (column: ShownField, index: number) => ReactNode
  readonly sorted?: (index: number) => 'ascending' | 'descending' | 'none' | undefined
  /** The selected records and the names of their checkboxes; without it there are no checkboxes. */
  readonly select?: {
    readonly one: (name: string) => string
    readonly all: string
    readonly selection: RowSelection
  }
  /** How dense it is. */
  readonly className?: string
  /** What else a column is on a phone; nothing for what its values say. */
  readonly classOf?: (index: number) => string | undefined
  /** Which columns are left out where a record is beside the table. */
  readonly leftOut?: (index: number) => string | undefined
  /** The functions of a row stay the same until what they show has changed. */
  readonly rowActions?: RowActionsOf
  readonly link?: RowLink
  /** The record that is shown beside the table. */
  readonly opened?: string | null
  readonly cell?: ActiveCellOf | undefined
  readonly onKeyDown?: (event: KeyboardEvent<HTMLTableElement>) => void
  /** Records whose change is pending. */
  readonly pending?: ReadonlySet<string>
}

export function DataTable(props: DataTableProps) {
  const {records, groups, head, sorted, select, rowActions, pending} = props
  const columns = useKept(columnsOf(props))
  const changeMark = useChangeMark()
  const prefetchOf = usePrefetch()
  const onTick = useHandler((id: string, options: {readonly range: boolean}) => select?.selection.toggle(id, options))
  const box = useKept(select ? {labelOf: select.one, onTick} : null)
  const span = columns.length + (select ? 1 : 0) + (rowActions ? 1 : 0)
  const linked = records.some(({href}) => href !== null) && 'linked-rows'
  const withStates = columns.some(({className}) => className?.startsWith('standing')) && 'with-states'
  return (
    <table
      className={classes('grid stack', densityOf(span), linked, withStates, props.className)}
      onKeyDown={props.onKeyDown}
    >
      <thead>
        <tr>
          {select && (
            <td className="pick">
              <SelectAll label={select.all} selection={select.selection} />
            </td>
          )}
          {columns.map(({field, isName}, index) => (
            <th
              key={field.key}
              scope="col"
              className={classes(field.display === 'number' && !isName && 'num', props.leftOut?.(index))}
              aria-sort={sorted?.(index)}
            >
              {head ? head(field, index) : field.label}
            </th>
          ))}
          {rowActions && <td className="row-acts" />}
        </tr>
      </thead>
      <tbody>
        {records.map((record, at) => (
          <Fragment key={record.id}>
            {groups && begins(records, at) && <GroupHead cell={groups[record.group ?? -1]} span={span} />}
            <DataRow
              record={record}
              columns={columns}
              box={box}
              link={props.link ?? null}
              cell={props.cell}
              actions={rowActions}
              prefetchOf={prefetchOf}
              isTicked={select?.selection.selected.has(record.id) === true}
              isOpened={props.opened === record.id}
              isPending={pending?.has(record.id) === true}
              mark={changeMark(record.id)}
            />
          </Fragment>
        ))}
      </tbody>
    </table>
  )
}

/** Many columns have less space between them. */
export function densityOf(columns: number): string | undefined {
  return columns > 8 ? 'many-columns most-columns' : columns > 7 ? 'many-columns' : undefined
}

function columnsOf({columns, classOf, leftOut}: DataTableProps): RowColumn[] {
  const name = nameColumn(columns)
  const many = arePeopleMany(columns)
  return columns.map((field, index) => {
    return {
      field,
      className: classOf?.(index) ?? usualClass(field, {isName: index === name, many}),
      leftOut: leftOut?.(index),
      isName: index === name,
      isCounted: isCounted(field, columns),
    }
  })
}

/** Without JavaScript it would have no effect, so it is not rendered. */
function SelectAll({label, selection: {state, toggleAll}}: {label: string; selection: RowSelection}) {
  const hydrated = useHydrated()
  if (!hydrated) return null
  return (
    <input
      type="checkbox"
      aria-label={label}
      checked={state === 'all'}
      onChange={toggleAll}
      ref={box => {
        if (box) box.indeterminate = state === 'some'
      }}
    />
  )
}

function begins(records: readonly TableRecord[], at: number): boolean {
  return at === 0 || records[at - 1]?.group !== records[at]?.group
}

function GroupHead({cell, span}: {cell: ShownCell | undefined; span: number}) {
  return (
    <tr className="group">
      <th scope="colgroup" colSpan={span}>
        {cell?.text || '–'}
      </th>
    </tr>
  )
}

/** The column that names a record: its name, or else the first column that is not a state. */
export function nameColumn(columns: readonly ShownField[]): number {
  const named = columns.findIndex(column => column.isName)
  if (named >= 0) return named
  return Math.max(
    0,
    columns.findIndex(column => column.display !== 'state'),
  )
}

/** With several people, each is named. */
function arePeopleMany(columns: readonly ShownField[]): boolean {
  return columns.filter(({display}) => display === 'person').length > 1
}

function usualClass(
  {display}: ShownField,
  {isName, many}: {readonly isName: boolean; readonly many: boolean},
): string | undefined {
  if (isName) return 'name'
  if (display === 'person') return many ? 'whose' : undefined
  return columnClasses[display]
}

/** Of columns whose values have a width or a side of their own. */
const columnClasses: Readonly<Partial<Record<FieldDisplay, string>>> = {
  state: 'standing',
  time: 'day labelled',
  span: 'day labelled',
  'yes/no': 'flag',
  number: 'num',
}
