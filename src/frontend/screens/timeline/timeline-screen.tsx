/** A timeline as a table: a row for each, with bars over days or hours. Rows with bars over each other are several lines high. */

import {type ReactNode, useRef} from 'react'
import type {TimelineData, TimelineGroup} from '../../../contract/timeline.ts'
import {cellsOf, lanesOf} from '../../components/lanes.ts'
import {namedCount} from '../../components/number-format.ts'
import {PeriodHeader} from '../../components/period-header.tsx'
import {type TableLook, TimelineHeadCell, TimelineRowCells} from '../../components/timeline-rows.tsx'
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
            <TimelineHeadCell key={head.key} head={head} ref={head.now ? edges.now : undefined} />
          ))}
        </tr>
      </thead>
      {data.groups.map(group => (
        <Group key={group.key} group={group} table={{length, hourly, letters, people: data.people}} />
      ))}
    </table>
  )
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
        <TimelineRowCells key={row.id} row={row} table={table} />
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
