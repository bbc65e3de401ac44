/** The table of a list, with row actions, and below it the count and the pages. */

import {startTransition, useEffect, useMemo, useState} from 'react'
import type {ShownField} from '../../engine/page/cells.ts'
import type {Problem} from '../../engine/page/common.ts'
import {listHotkeys, onTableKey} from '../../features/collections/components/list-keys.ts'
import {namedCount} from '../../features/collections/components/number-format.ts'
import {PageLinks} from '../../features/collections/components/page-links.tsx'
import {useSidePanel} from '../../features/collections/components/use-side-panel.ts'
import type {BulkAction, ListData, ListedRecord, SortLink} from '../../features/collections/data.ts'
import {classes} from '../../web/components/classes.ts'
import type {RowActionsOf} from '../../web/components/data-row.tsx'
import {DataTable, type DataTableProps, nameColumn} from '../../web/components/data-table.tsx'
import {useHandler} from '../../web/hooks/use-handler.ts'
import {useHotkeys} from '../../web/hooks/use-hotkeys.ts'
import {useKept} from '../../web/hooks/use-kept.ts'
import {Link} from '../../web/router/link.tsx'
import {useLocale, useMessages} from '../../web/router/router-provider.tsx'
import {useCells} from './cells.tsx'
import type {ListChanges} from './list-changes.ts'

/*
 * The actions of a list record, at the end of its row: shown on hover and focus. Without JavaScript its checkbox and the buttons below the list do
 * the same.
 */

interface RowActionsProps {
  readonly record: ListedRecord
  /** The name of the record in its row. */
  readonly name: string
  readonly actions: readonly BulkAction[]
  /** Why the last action on it was refused. */
  readonly problems: readonly Problem[]
  readonly isPending: boolean
  readonly onAct: ListChanges['act']
}

/** More would cover the row. */
const mostShown = 2

function RowActions({record, name, actions, problems, isPending, onAct}: RowActionsProps) {
  // Actions that need input use the checkbox or the record's page.
  const fitting = actions.filter(action => !action.asks && record.actions.includes(action.name)).slice(0, mostShown)
  if (fitting.length === 0 && problems.length === 0) return null
  return (
    <div className={problems.length > 0 ? 'buttons refused' : 'buttons'}>
      {problems.length > 0 && (
        <span className="problem small" role="alert">
          {problems.map(({message}) => message).join(' ')}
        </span>
      )}
      {fitting.map(action => (
        <button
          key={action.name}
          type="button"
          className={action.tone === 'danger' ? 'button danger' : 'button'}
          aria-label={`${action.label}: ${name}`}
          aria-disabled={isPending || undefined}
          onClick={() => isPending || void onAct(record, action)}
        >
          {action.label}
        </button>
      ))}
    </div>
  )
}

/** The same function until the actions, or why one was refused, have changed. */
function useRowActions({records, bulk}: ListData, {act, refused}: ListChanges, hasMouse: boolean): RowActionsOf {
  const onAct = useHandler(act)
  return useMemo(() => {
    const listed = new Map(records.map(record => [record.id, record]))
    return ({id}, {name, isPending}) => {
      const record = listed.get(id)
      const offer = record?.offer
      return {
        className: offer ? 'with-offer' : '',
        actions: record && (
          <>
            {offer && (
              <Link className="button offer" href={offer.href} aria-label={`${offer.label}: ${name}`}>
                {offer.label}
              </Link>
            )}
            {hasMouse && (
              <RowActions
                record={record}
                name={name}
                actions={bulk}
                problems={refused.get(id) ?? []}
                isPending={isPending}
                onAct={onAct}
              />
            )}
          </>
        ),
      }
    }
  }, [records, bulk, refused, hasMouse, onAct])
}

export interface RecordTableProps {
  readonly data: ListData
  readonly changes: ListChanges
  readonly select?: NonNullable<DataTableProps['select']>
}

export function RecordTable({data, changes, ...more}: RecordTableProps) {
  const {onOpen, open, placeOf} = useSidePanel(data.panel)
  // Touch opens records, which are edited on their pages.
  const hasMouse = useHasMouse()
  const {cell, editor} = useCells(data, {enabled: hasMouse, changes, open, placeOf})
  const selection = more.select?.selection ?? null
  useHotkeys(selection ? listHotkeys(data.panel?.id ?? null, selection) : {}, {first: true})
  const onPhone = phoneClasses(data)
  const out = leftOut(data)
  const rowActions = useRowActions(data, changes, hasMouse)
  const hasActions = data.bulk.some(({asks}) => !asks) || data.records.some(({offer}) => offer)
  // Where sorting leads is for the head alone: it changes with the opened record.
  const columns = data.columns.map(({sort: _, ...column}) => column)
  const link = useKept({onOpen: useHandler(onOpen), placeOf: useHandler(placeOf)})
  return (
    <>
      <DataTable
        columns={columns}
        records={changes.records}
        pending={changes.pending}
        onKeyDown={event => onTableKey(event, selection)}
        cell={cell}
        groups={data.groups}
        classOf={index => onPhone[index]}
        leftOut={index => out[index]}
        {...(data.viewOptions.compact && {className: 'close'})}
        {...(hasActions && {rowActions})}
        {...(data.opens && {link, opened: data.panel?.id ?? null})}
        sorted={index => data.columns[index]?.sort?.now}
        head={(column, index) => <ColumnHead column={column} sort={data.columns[index]?.sort ?? null} />}
        {...more}
      />
      {editor}
    </>
  )
}

/** On a phone each record is a card: what it is called by leads, and only several dates need labels to be told apart. */
function phoneClasses({columns, records}: ListData): readonly (string | undefined)[] {
  const name = nameColumn(columns)
  const lead = leadColumn(columns, records, name)
  const isDay = ({display}: ShownField) => display === 'time' || display === 'span'
  const several = columns.filter(isDay).length > 1
  return columns.map((column, index) => {
    if (index === name && lead >= 0) return 'name serial'
    if (index === lead) return 'leading'
    if (isDay(column) && index !== name) return several ? 'day labelled' : 'day'
    return columns.some(({count}) => count === column.key) ? 'num counts' : undefined
  })
}

/** The person or the text after a number that every record is called by: the number says little. */
function leadColumn(columns: readonly ShownField[], records: ListData['records'], name: number): number {
  const isNumber = records.every(({cells}) => /^\d+$/.test(cells[name]?.text ?? ''))
  const {display} = columns[name + 1] ?? {}
  return isNumber && (display === 'person' || display === 'text') ? name + 1 : -1
}

/** Roughly how wide the values of a column are, in rem. */
const widths: Readonly<Partial<Record<ShownField['display'], number>>> = {
  number: 4,
  'yes/no': 5,
  person: 11,
  who: 11,
  span: 12,
}
const usualWidth = 9
/** How wide the table may be beside a record, on small, medium and large screens. */
const rooms = {s: 30, m: 46, l: 64}

/** The classes of the columns that have no room beside an opened record: `out-s` is left out on small screens. */
function leftOut({columns, records}: ListData): readonly (string | undefined)[] {
  const name = nameColumn(columns)
  const first = (...displays: readonly ShownField['display'][]) =>
    columns.findIndex(({display}) => displays.includes(display))
  const lead = leadColumn(columns, records, name)
  const leading = [name, lead, first('state'), first('span', 'time'), first('person')]
  const order = [...new Set([...leading.filter(index => index >= 0), ...columns.keys()])]
  const sizes = Object.entries(rooms).map(([size, room]) => ({size, kept: columnsWithin(room, columns, order)}))
  return columns.map((_, index) => classes(...sizes.map(({size, kept}) => !kept.has(index) && `out-${size}`)))
}

function columnsWithin(room: number, columns: readonly ShownField[], order: readonly number[]): ReadonlySet<number> {
  const kept = new Set<number>()
  let left = room
  for (const index of order) {
    const width = widths[columns[index]?.display ?? 'text'] ?? usualWidth
    if (kept.size > 0 && width > left) continue
    kept.add(index)
    left -= width
  }
  return kept
}

function ColumnHead({column, sort}: {column: ShownField; sort: SortLink | null}) {
  return sort ? <Link href={sort.href}>{column.label}</Link> : column.label
}

/** The sum of the first summable column; null if there is none. */
export function sumText(
  columns: ListData['columns'],
  records: readonly ListedRecord[] | number,
  language: string,
): string | null {
  const at = columns.findIndex(({sums}) => sums)
  const sums = columns[at]?.sums
  if (!sums) return null
  const sum =
    typeof records === 'number' ? records : records.reduce((all, {cells}) => all + Number(cells[at]?.value ?? 0), 0)
  const {called, currency} = sums
  return currency
    ? sum.toLocaleString(language, {style: 'currency', currency})
    : `${sum.toLocaleString(language, {maximumFractionDigits: 2})} ${called}`
}

/** The sum of the first summable column: of this page, or of several pages if the server sent it. */
function Total({data: {columns, records, page, sum}}: {data: ListData}) {
  const {lists} = useMessages()
  const language = useLocale()
  const all = page.previous || page.next ? sum : records
  if (all === undefined || (typeof all !== 'number' && all.length < 2)) return null
  const text = sumText(columns, all, language)
  return text !== null && <span>{lists.total(text)}</span>
}

export function ListFoot({data}: {data: ListData}) {
  const language = useLocale()
  return (
    <div className="foot">
      <span>{namedCount(data, language)}</span>
      <Total data={data} />
      <PageLinks page={data.page} />
    </div>
  )
}

/** False on the server, during hydration and on touch screens. In a transition: what a mouse adds to each row takes a slow device a while. */
function useHasMouse(): boolean {
  const [hasMouse, setHasMouse] = useState(false)
  useEffect(() => startTransition(() => setHasMouse(matchMedia('(pointer: fine)').matches)), [])
  return hasMouse
}
