/** Records as a table; on a phone each takes two or three lines. They can be grouped and selected. */

import {type ComponentProps, Fragment, type KeyboardEvent, type MouseEvent, type ReactNode} from 'react'
import type {FieldDisplay, ShownCell, ShownField, ShownRecord} from '../../engine/page/cells.ts'
import {useHydrated} from '../hooks/use-hydrated.ts'
import type {RowSelection} from '../hooks/use-selection.ts'
import {linkWith, type PrefetchOf, usePrefetch} from '../router/link.tsx'
import {useChangeMark} from '../router/router-provider.tsx'
import {cellText, isCounted, Person, withoutNote} from './cell.tsx'

/** The id of row links, so that closing a panel returns the focus to them. */
export const rowLinkId = (id: string): string => `row-${id}`

export interface TableRecord extends ShownRecord {
  readonly version?: number
  readonly group?: number | null
}

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
  /** How dense it is, and which columns are left out where a record is beside it. */
  readonly className?: string
  /** What else a column is on a phone; nothing for what its values say. */
  readonly classOf?: (index: number) => string | undefined
  /** The actions of a record, at the end of its row. */
  readonly rowActions?: (record: TableRecord, name: string) => ReactNode
  /** What the link of a record does instead of opening its page, and its target; `opened` is already shown. */
  readonly open?: {
    readonly onOpen: (event: MouseEvent, id: string) => void
    readonly placeOf: (id: string, href: string) => string
    readonly opened: string | null
  }
  /** What a cell does besides showing its value; null if nothing. */
  readonly cell?: ((record: TableRecord, column: ShownField, isName: boolean) => ActiveCell | null) | undefined
  readonly onKeyDown?: (event: KeyboardEvent<HTMLTableElement>) => void
  /** Records whose change is pending. */
  readonly pending?: ReadonlySet<string>
}

export interface ActiveCell {
  readonly props: ComponentProps<'td'>
  /** After the value. */
  readonly inside: ReactNode
}

export function DataTable(props: DataTableProps) {
  const {columns, records, groups, head, sorted, select, open, rowActions, cell, pending} = props
  const name = nameColumn(columns)
  const many = arePeopleMany(columns)
  const counted = columns.map(column => isCounted(column, columns))
  const changeMark = useChangeMark()
  const prefetchOf = usePrefetch()
  const classes = columns.map((column, index) => props.classOf?.(index) ?? classOf(column, index, {name, many}))
  return (
    <table className={`grid stack ${props.className ?? ''}`} onKeyDown={props.onKeyDown}>
      <thead>
        <tr>
          {select && (
            <td className="pick">
              <SelectAll label={select.all} selection={select.selection} />
            </td>
          )}
          {columns.map((column, index) => (
            <th
              key={column.key}
              scope="col"
              className={column.display === 'number' && index !== name ? 'num' : undefined}
              aria-sort={sorted?.(index)}
            >
              {head ? head(column, index) : column.label}
            </th>
          ))}
          {rowActions && <td className="row-acts" />}
        </tr>
      </thead>
      <tbody>
        {records.map((record, at) => (
          <Fragment key={record.id}>
            {groups && begins(records, at) && (
              <GroupHead
                cell={groups[record.group ?? -1]}
                span={columns.length + (select ? 1 : 0) + (rowActions ? 1 : 0)}
              />
            )}
            <tr
              className={open?.opened === record.id ? 'opened' : changeMark(record.id)}
              aria-busy={pending?.has(record.id) || undefined}
            >
              {select && (
                <td className="pick">
                  <input
                    type="checkbox"
                    name="_record"
                    value={`${record.id}:${record.version ?? ''}`}
                    aria-label={select.one(record.cells[name]?.text ?? '')}
                    checked={select.selection.selected.has(record.id)}
                    onChange={({nativeEvent}) =>
                      select.selection.toggle(record.id, {
                        range: 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true,
                      })
                    }
                  />
                </td>
              )}
              {columns.map((column, index) => {
                const active = cell?.(record, column, index === name)
                const className = classes[index] ?? bareClass(record.cells[index]?.text)
                return (
                  <td
                    key={column.key}
                    data-label={column.label}
                    data-note={counted[index] ? record.cells[index]?.note : undefined}
                    {...active?.props}
                    className={active ? `${className ?? ''} ${active.props.className}` : className}
                  >
                    {contentsOf(column, record, {
                      index,
                      linked: index === name,
                      counted: counted[index] === true,
                      open,
                      prefetchOf,
                    })}
                    {active?.inside}
                  </td>
                )
              })}
              {rowActions && <td className="row-acts">{rowActions(record, record.cells[name]?.text ?? '')}</td>}
            </tr>
          </Fragment>
        ))}
      </tbody>
    </table>
  )
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

interface ContentsOptions {
  readonly open: DataTableProps['open']
  readonly index: number
  readonly linked: boolean
  readonly counted: boolean
  readonly prefetchOf: PrefetchOf
}

/** Not a component: there are hundreds of them on a page. */
function contentsOf(
  column: ShownField,
  record: ShownRecord,
  {index, linked, counted, open, prefetchOf}: ContentsOptions,
): ReactNode {
  const whole = record.cells[index]
  if (!whole) return null
  const cell = counted ? withoutNote(whole) : whole
  const text = column.display === 'who' ? <Person name={cell.text} id={record.id} /> : cellText(column, cell)
  if (!linked || !record.href) return cell.href ? linkWith(prefetchOf, {href: cell.href, children: text}) : text
  const {id, href} = record
  if (!open) return linkWith(prefetchOf, {href, children: text})
  return linkWith(prefetchOf, {
    id: rowLinkId(id),
    href,
    prefetch: () => open.placeOf(id, href),
    'aria-current': open.opened === id ? 'true' : undefined,
    onClick: event => open.onOpen(event, id),
    children: text,
  })
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

/** A text that is only a number, such as a floor, says nothing without its label. */
const bareClass = (text = ''): string | undefined => (/^-?\d+$/.test(text) ? 'labelled' : undefined)

function classOf(column: ShownField, index: number, {name, many}: {name: number; many: boolean}): string | undefined {
  if (index === name) return 'name'
  if (column.display === 'person') return many ? 'whose' : undefined
  return columnClasses[column.display]
}

const columnClasses: Readonly<Record<Exclude<FieldDisplay, 'person'>, string | undefined>> = {
  state: 'standing',
  time: 'day labelled',
  span: 'day labelled',
  'yes/no': 'flag',
  number: 'num',
  text: undefined,
  long: undefined,
  rich: undefined,
  who: undefined,
}
