/** A timeline as a table: a row for each, with bars over days or hours. Rows with bars over each other are several lines high. */

import {type ReactNode, type RefObject, useRef} from 'react'
import type {
  MarkedDay,
  TimelineBar,
  TimelineData,
  TimelineGroup,
  TimelineHead,
  TimelineRow,
} from '../../../contract/timeline.ts'
import {Person} from '../../components/cell.tsx'
import {cellsOf, lanesOf} from '../../components/lanes.ts'
import {namedCount} from '../../components/number-format.ts'
import {OptionalLink} from '../../components/optional-link.tsx'
import {PeriodHeader} from '../../components/period-header.tsx'
import {type TimelineEdges, useScrollToNow} from '../../hooks/use-scroll-to-now.ts'
import {Link} from '../../router/link.tsx'
import {useLocale, useMessages, usePage} from '../../router/router-provider.tsx'
import type {ScreenProps} from '../../screen.ts'

export function TimelineScreen({data}: ScreenProps<'timeline'>) {
  const page = usePage()
  const messages = useMessages()
  const edges: TimelineEdges = {
    scroller: useRef<HTMLElement>(null),
    names: useRef<HTMLTableCellElement>(null),
    now: useRef<HTMLTableCellElement>(null),
  }
  useScrollToNow(edges, page.url)
  return (
    <>
      <PeriodHeader data={data} />
      {data.empty === null ? (
        <div className="card plain">
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable from the keyboard */}
          <section ref={edges.scroller} className="sideways" aria-label={data.heading} tabIndex={0}>
            <div className="span-clip">
              <Table data={data} edges={edges} />
            </div>
          </section>
          <Pages data={data} />
        </div>
      ) : (
        <section className="card nothing">
          <p>{data.filterBar.filtered ? messages.timelines.nobody : data.empty}</p>
        </section>
      )}
    </>
  )
}

const fewDays = 14

function Table({data, edges}: {data: TimelineData; edges: TimelineEdges}) {
  const language = useLocale()
  const length = data.heads.reduce((sum, head) => sum + head.units, 0)
  const hourly = data.heads[0]?.short === ''
  const letters = data.heads.length > fewDays ? 2 : 5
  return (
    <table className={hourly ? 'span hourly' : 'span'}>
      <colgroup>
        <col className="who" />
      </colgroup>
      <colgroup span={length} />
      <thead>
        <tr>
          <th scope="col" className="who" ref={edges.names}>
            {namedCount(data, language)}
          </th>
          {data.heads.map(head => (
            <Head key={head.key} head={head} ref={head.now ? edges.now : undefined} />
          ))}
        </tr>
      </thead>
      {data.groups.map(group => (
        <Group key={group.key} group={group} table={{length, hourly, letters, people: data.people}} />
      ))}
    </table>
  )
}

function classOf({now, off}: TimelineHead): string | undefined {
  return now ? 'now' : off ? 'off' : undefined
}

function Head({head, ref}: {head: TimelineHead; ref: RefObject<HTMLTableCellElement | null> | undefined}) {
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

interface TableLook {
  /** In units. */
  readonly length: number
  readonly hourly: boolean
  /** How many fit into a day. */
  readonly letters: number
  readonly people: boolean
}

function Group({group, table}: {group: TimelineGroup; table: TableLook}) {
  return (
    <tbody>
      {group.label !== null && (
        <tr className="group">
          <th scope="rowgroup" colSpan={group.closed.length === 0 ? table.length + 1 : 1}>
            <span>{group.label}</span>
          </th>
          {group.closed.length > 0 && <ClosedDays group={group} length={table.length} />}
        </tr>
      )}
      {group.rows.map(row => (
        <Row key={row.id} row={row} table={table} />
      ))}
    </tbody>
  )
}

/** Fewer units have no room for a name: it is said on pointing, and above the table. */
const unitsOfName = 5

/** The closed days of a whole group, named beside its own name. */
function ClosedDays({group, length}: {group: TimelineGroup; length: number}): ReactNode {
  const [lane = []] = lanesOf(group.closed)
  return cellsOf(lane, length).map(({start, units, item}) => (
    <td key={start} colSpan={units} className={item ? 'closed' : undefined}>
      {item && (
        <span className="mark" title={item.text}>
          <span className={units < unitsOfName ? 'only-read' : undefined}>{item.text}</span>
        </span>
      )}
    </td>
  ))
}

function Row({row, table}: {row: TimelineRow; table: TableLook}) {
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

/** What would be cut to its first letter is not written: it is said on pointing, and to whoever hears it. */
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

function Pages({data}: {data: TimelineData}) {
  const messages = useMessages()
  const {previous, next} = data.page
  if (!previous && !next) return null
  return (
    <div className="foot">
      <nav aria-label={messages.lists.pages}>
        {previous && (
          <Link className="button" href={previous}>
            {messages.lists.previous}
          </Link>
        )}
        {next && (
          <Link className="button" href={next}>
            {messages.lists.next}
          </Link>
        )}
      </nav>
    </div>
  )
}
