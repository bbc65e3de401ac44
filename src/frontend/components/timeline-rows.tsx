/** The heads, rows and bars of a timeline, for the screen and for the strip of an inbox. */
import type {ReactNode, RefObject} from 'react'
import type {MarkedDay, TimelineBar, TimelineHead, TimelineRow} from '../../contract/timeline.ts'
import {Person} from './cell.tsx'
import {cellsOf, lanesOf} from './lanes.ts'
import {OptionalLink} from './optional-link.tsx'

function classOf({now, off}: TimelineHead): string | undefined {
  return now ? 'now' : off ? 'off' : undefined
}

export function TimelineHeadCell({
  head,
  ref,
}: {
  head: TimelineHead
  ref?: RefObject<HTMLTableCellElement | null> | undefined
}) {
  return (
    <th
      ref={ref}
      scope="col"
      colSpan={head.units}
      className={classOf(head)}
      aria-current={head.now ? 'date' : undefined}
    >
      <span className="only-read">{head.label}</span>
      <span aria-hidden="true" title={head.label}>
        {head.short !== '' && <small>{head.short}</small>}
        {head.text}
      </span>
    </th>
  )
}

export interface TableLook {
  /** In units. */
  readonly length: number
  readonly hourly: boolean
  /** How many fit into a day. */
  readonly letters: number
  readonly people: boolean
}

export function TimelineRowCells({row, table}: {row: TimelineRow; table: TableLook}) {
  const [first = [], ...more] = lanesOf(row.bars)
  const name = table.people ? <Person name={row.name} id={row.id} /> : row.name
  return (
    <>
      <tr className={more.length > 0 ? 'high' : undefined}>
        <th scope="row" className="who" rowSpan={more.length + 1}>
          <OptionalLink href={row.href}>{name}</OptionalLink>
        </th>
        <Lane bars={first} row={row} table={table} />
      </tr>
      {more.map((lane, index) => (
        <tr key={lane[0]?.id} className={index === more.length - 1 ? 'low' : 'high low'}>
          <Lane bars={lane} row={row} table={table} />
        </tr>
      ))}
    </>
  )
}

interface LaneProps {
  readonly bars: readonly TimelineBar[]
  readonly row: TimelineRow
  readonly table: TableLook
}

function Lane({bars, row, table}: LaneProps): ReactNode {
  return cellsOf(bars, table.length).flatMap(({start, units, item}) =>
    item ? (
      <td key={start} colSpan={units} className="bars">
        <Bar bar={item} table={table} />
      </td>
    ) : (
      gapsOf({start, end: start + units}, row).map(gap => (
        <td key={gap.start} colSpan={gap.end - gap.start} className={gap.kind}>
          {gap.kind && (
            <span className="mark" title={gap.text}>
              <span className="only-read">{gap.text}</span>
            </span>
          )}
        </td>
      ))
    ),
  )
}

type Gap = MarkedDay | {readonly start: number; readonly end: number; readonly kind?: undefined; readonly text: ''}

/** A gap cut at the row's own marked days. */
function gapsOf(gap: {start: number; end: number}, {marks}: TimelineRow): Gap[] {
  const days = marks.filter(({start, end}) => start >= gap.start && end <= gap.end)
  const gaps: Gap[] = []
  let at = gap.start
  for (const day of days) {
    if (day.start < at) continue
    if (day.start > at) gaps.push({start: at, end: day.start, text: ''})
    gaps.push(day)
    at = day.end
  }
  if (at < gap.end) gaps.push({start: at, end: gap.end, text: ''})
  return gaps
}

/** What would be cut to its first letter is not written: it is in the tooltip, and for screen readers. */
function Bar({bar, table: {hourly, letters}}: {bar: TimelineBar; table: TableLook}) {
  const units = bar.end - bar.start
  const half = units === 1
  const short = units <= 2 && bar.text.length <= letters
  const className = `stretch ${bar.tone}${short ? ' short' : ''}${half ? ' half' : ''}${bar.before ? ' before' : ''}${bar.after ? ' after' : ''}`
  const inner = (
    <>
      <span className="only-read">{bar.label}</span>
      {(short || hourly || units > 2) && <span aria-hidden="true">{bar.text}</span>}
    </>
  )
  return (
    <OptionalLink className={className} href={bar.href} title={bar.label}>
      {inner}
    </OptionalLink>
  )
}
