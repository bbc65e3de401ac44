/** A row of a table of records, with its box, its cells and its actions. It is rendered again only when something of it has changed. */

import {type ComponentProps, type MouseEvent, memo, type ReactNode, useState} from 'react'
import type {ShownCell, ShownField, ShownRecord} from '../../engine/page/cells.ts'
import {linkWith, type PrefetchOf} from '../router/link.tsx'
import {cellText, Person, withoutNote} from './cell.tsx'
import {classes} from './classes.ts'

/** The id of row links, so that closing a panel returns the focus to them. */
export const rowLinkId = (id: string): string => `row-${id}`

export interface TableRecord extends ShownRecord {
  readonly version?: number
  readonly group?: number | null
}

/** A column, and what its cells have in common. */
export interface RowColumn {
  readonly field: ShownField
  readonly className: string | undefined
  /** Beside an opened record. */
  readonly leftOut: string | undefined
  /** Its record is named by it. */
  readonly isName: boolean
  /** The number of days has its own column. */
  readonly isCounted: boolean
}

export interface ActiveCell {
  readonly props: ComponentProps<'td'>
  /** After the value. */
  readonly inside: ReactNode
}

/** What a cell does besides showing its value; null if nothing. `hovered`: the pointer is on it. */
export type ActiveCellOf = (
  record: TableRecord,
  column: ShownField,
  options: {readonly isName: boolean; readonly hovered: boolean},
) => ActiveCell | null

/** The actions of a record, at the end of its row, and how they change its cell. */
export type RowActionsOf = (
  record: TableRecord,
  options: {readonly name: string; readonly isPending: boolean},
) => {readonly className: string; readonly actions: ReactNode}

/** What the link of a record does instead of opening its page, and its target. */
export interface RowLink {
  readonly onOpen: (event: MouseEvent, id: string) => void
  readonly placeOf: (id: string, href: string) => string
}

/** The box of a row: its name, and what ticking it does. */
export interface RowBox {
  readonly labelOf: (name: string) => string
  readonly onTick: (id: string, options: {readonly range: boolean}) => void
}

export interface DataRowProps {
  readonly record: TableRecord
  readonly columns: readonly RowColumn[]
  /* Functions, which stay the same. */
  readonly box: RowBox | null
  readonly link: RowLink | null
  readonly cell: ActiveCellOf | undefined
  readonly actions: RowActionsOf | undefined
  readonly prefetchOf: PrefetchOf
  /* Its state. */
  readonly isTicked: boolean
  readonly isOpened: boolean
  readonly isPending: boolean
  /** Others have changed it. */
  readonly mark: string | undefined
}

export const DataRow = memo((props: DataRowProps) => {
  const {record, columns, box, link, cell, actions, prefetchOf, isTicked, isOpened, isPending, mark} = props
  const [hovered, setHovered] = useState<string | null>(null)
  const name = record.cells[columns.findIndex(({isName}) => isName)]?.text ?? ''
  const ending = actions?.(record, {name, isPending})
  return (
    <tr
      className={classes(isOpened ? 'opened' : mark, isTicked && 'ticked', isPending && 'changing')}
      aria-busy={isPending || undefined}
      onPointerLeave={() => setHovered(null)}
    >
      {box && (
        <td className="pick">
          <input
            type="checkbox"
            name="_record"
            value={`${record.id}:${record.version ?? ''}`}
            aria-label={box.labelOf(name)}
            checked={isTicked}
            onChange={({nativeEvent}) =>
              box.onTick(record.id, {range: 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true})
            }
          />
        </td>
      )}
      {columns.map((column, index) => {
        const {field, isName, isCounted} = column
        const {key} = field
        const shown = record.cells[index]
        const active = cell?.(record, field, {isName, hovered: hovered === key})
        const look = cellClass(column, shown)
        return (
          <td
            key={key}
            data-label={look && labelled.test(look) ? field.label : undefined}
            data-note={isCounted ? shown?.note : undefined}
            {...active?.props}
            {...(active && {
              onPointerEnter: event => {
                active.props.onPointerEnter?.(event)
                setHovered(key)
              },
            })}
            className={classes(look, active?.props.className)}
          >
            {contentsOf(column, record, {cell: shown, link, isOpened, prefetchOf})}
            {active?.inside}
          </td>
        )
      })}
      {ending && <td className={classes('row-acts', ending.className)}>{ending.actions}</td>}
    </tr>
  )
})

/** On a phone, where no header is above it, the label is before the value: see the styles of lists. */
const labelled = /\b(?:num|labelled|flag|whose|serial)\b/

/** What a column and a value look like. A text that is only a number, such as a floor, says nothing without its label. */
function cellClass({className, leftOut, field}: RowColumn, cell: ShownCell | undefined): string | undefined {
  const isBareNumber = className === undefined && /^-?\d+$/.test(cell?.text ?? '')
  return classes(className, leftOut, isBareNumber && 'labelled', cell && lookOf(field, cell))
}

/** What a cell that looks unlike others of its column shows: nothing, no, a day or an icon. */
function lookOf({display, marks}: ShownField, {text, value, links, mark}: ShownCell): string | undefined {
  if (links ? links.length === 0 : text === '') return 'blank'
  if (display === 'time' || display === 'span') return String(value).includes('-') ? 'with-date' : undefined
  if (display === 'yes/no' && value === false) return 'negative'
  return display !== 'who' && (mark ?? marks?.[String(value)])?.icon !== undefined ? 'with-icon' : undefined
}

interface ContentsOptions {
  readonly cell: ShownCell | undefined
  readonly link: RowLink | null
  readonly isOpened: boolean
  readonly prefetchOf: PrefetchOf
}

/** Not a component: there are hundreds of them on a page. */
function contentsOf(
  {field, isName, isCounted}: RowColumn,
  {id, href}: ShownRecord,
  {cell: whole, link, isOpened, prefetchOf}: ContentsOptions,
): ReactNode {
  if (!whole) return null
  const cell = isCounted ? withoutNote(whole) : whole
  const children = field.display === 'who' ? <Person name={cell.text} id={id} /> : cellText(field, cell)
  if (!isName || href === null) return cell.href ? linkWith(prefetchOf, {href: cell.href, children}) : children
  if (!link) return linkWith(prefetchOf, {href, children})
  return linkWith(prefetchOf, {
    id: rowLinkId(id),
    href,
    prefetch: () => link.placeOf(id, href),
    'aria-current': isOpened ? 'true' : undefined,
    onClick: event => link.onOpen(event, id),
    children,
  })
}
