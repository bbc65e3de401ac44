/** A timeline as a table: a row each, with bars over days or hours. Rows with overlapping bars are several lines high. */

import {memo, type ReactNode, useMemo, useOptimistic, useRef} from 'react'
import {namedCount, numberText} from '../../features/collections/components/number-format.ts'
import {cellsOf, lanesOf} from '../../features/planning/components/lanes.ts'
import {Legend} from '../../features/planning/components/legend.tsx'
import type {TimeMove} from '../../features/planning/components/moves.ts'
import {PeriodHeader} from '../../features/planning/components/period-header.tsx'
import {
  type HeldTime,
  type TableLook,
  TimelineRowCells,
  TimelineToolsContext,
} from '../../features/planning/components/timeline-rows.tsx'
import {HeadText, lengthOfHeads, TimelineTable} from '../../features/planning/components/timeline-table.tsx'
import type {TimelineData, TimelineGroup, TimelineHead} from '../../features/planning/timeline-data.ts'
import {classes} from '../../web/components/classes.ts'
import {Icon, IconPath} from '../../web/components/icon.tsx'
import {Enhanced, lazyWithPreload} from '../../web/lazy.tsx'
import {Link} from '../../web/router/link.tsx'
import {useLocale, useMessages, usePage} from '../../web/router/router-provider.tsx'
import type {ScreenProps} from '../../web/screen.tsx'
import {withMovedBar} from './moved-bar.ts'
import {type TimelineEdges, useScrollToNow} from './use-scroll-to-now.ts'
import {useTimelineTools} from './use-timeline-tools.ts'

const foldIcon = 'm6 9 6 6 6-6'

const TimelineOverlays = lazyWithPreload(async () => (await import('./timeline-overlays.tsx')).TimelineOverlays)

export function TimelineScreen({data: shown}: ScreenProps<'timeline'>) {
  const page = usePage()
  const messages = useMessages()
  // Reverted by React when the response arrives: done, or refused with its reason.
  const [move, showMove] = useOptimistic<TimeMove | null>(null)
  const data = useMemo(() => (move ? withMovedBar(shown, move) : shown), [shown, move])
  const scroller = useRef<HTMLElement>(null)
  const names = useRef<HTMLTableCellElement>(null)
  const now = useRef<HTMLTableCellElement>(null)
  const edges: TimelineEdges = useMemo(() => ({scroller, names, now}), [])
  useScrollToNow(edges, page.url)
  const language = useLocale()
  const {present, presentAs} = data
  const presentFact =
    present === null || presentAs === '' || data.empty !== null
      ? ''
      : (data.view === 'day' ? messages.timelines.nowOf : messages.timelines.todayOf)(
          numberText(present, language),
          namedCount(data, language),
          presentAs,
        )
  return (
    <div className="wallchart">
      <PeriodHeader data={data} closedNamed={data.groups.some(({label}) => label !== null)} fact={presentFact} />
      {data.empty === null ? (
        <>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable from the keyboard */}
          <section ref={scroller} className="sideways" aria-label={data.heading} tabIndex={0}>
            <Chart data={data} edges={edges} onMove={showMove} />
          </section>
          <div className="chart-foot">
            <Legend legend={data.legend} />
            <Pages data={data} />
          </div>
        </>
      ) : (
        <section className="card nothing">
          <p>{data.filterBar.filtered ? messages.timelines.nobody : data.empty}</p>
        </section>
      )}
    </div>
  )
}

interface ChartProps {
  readonly data: TimelineData
  readonly edges: TimelineEdges
  readonly onMove: (move: TimeMove) => void
}

/** The table, and what is drawn over it while time is chosen. */
function Chart({data, edges, onMove}: ChartProps) {
  const clip = useRef<HTMLDivElement>(null)
  const {tools, drafts, card, held} = useTimelineTools(data, {clip, names: edges.names}, onMove)
  return (
    <div ref={clip} className={`span-clip ${data.view}`}>
      <TimelineToolsContext value={tools}>
        <Table data={data} held={held} edges={edges} />
      </TimelineToolsContext>
      <Enhanced by={TimelineOverlays}>
        <TimelineOverlays data={data} draft={drafts.draft} card={card} onClose={drafts.clear} />
      </Enhanced>
    </div>
  )
}

interface TableProps {
  readonly data: TimelineData
  readonly held: HeldTime | null
  readonly edges: TimelineEdges
}

/** Not rendered again while the pointer chooses within a row. */
const Table = memo(function Table({data, held, edges}: TableProps) {
  const length = lengthOfHeads(data.heads)
  const hourly = data.view === 'day'
  const {people} = data
  const createLabel = data.create?.label ?? ''
  const reach = reachOf(data)
  const table: TableLook = useMemo(
    () => ({length, hourly, people, reach, createLabel}),
    [length, hourly, people, reach, createLabel],
  )
  return (
    <TimelineTable
      className={`span ${hourly ? 'hourly' : 'daily'} ${data.view}`}
      heads={data.heads}
      now={data.now}
      head={<Heads data={data} edges={edges} />}
    >
      {data.own && (
        <tbody className="own">
          <TimelineRowCells row={data.own} table={table} own held={heldIn(held, data.own)} />
        </tbody>
      )}
      {data.groups.map(group => (
        <Group key={group.key} group={group} table={table} data={data} held={held} />
      ))}
    </TimelineTable>
  )
})

/** The units that 24 pixels need where the table is narrowest, and 44 on a phone: see `.span-clip` in the styles. */
function reachOf({view, heads}: TimelineData): number {
  const days = {year: 8, quarter: 3, month: 1, week: 0, day: 0}[view]
  if (view === 'day') return heads.length > 18 ? 3 : 2
  return days * (heads[0]?.units ?? 1)
}

const heldIn = (held: HeldTime | null, {id}: {id: string}): HeldTime | null => (held?.row === id ? held : null)

/** Months over days, the days or hours, and the names of days off. If days have no room for a name, screen readers get the months as headers. */
const Heads = memo(function Heads({data, edges}: {data: TimelineData; edges: TimelineEdges}) {
  const language = useLocale()
  const {bands, heads, named} = data
  const length = lengthOfHeads(heads)
  const rows = 1 + Number(bands.length > 0) + Number(named.length > 0)
  const corner = (
    <th scope="col" className="who" ref={edges.names} rowSpan={rows}>
      {namedCount(data, language)}
    </th>
  )
  return (
    <thead className={classes(bands.length > 0 && 'with-bands', named.length > 0 && 'with-names')}>
      {bands.length > 0 && (
        <tr className="bands">
          {corner}
          {bands.map(({key, text, units}) => (
            <th key={key} scope="colgroup" colSpan={units}>
              <span>{text}</span>
            </th>
          ))}
        </tr>
      )}
      <tr className="days">
        {bands.length === 0 && corner}
        {heads.map(head => (
          <HeadCell key={head.key} head={head} quiet={bands.length > 0} edges={edges} />
        ))}
      </tr>
      {named.length > 0 && (
        <tr className="named">
          {cellsOf(named, length).map(({start, units, item}) => (
            <td key={start} colSpan={units}>
              {item && (
                <span className="holiday" title={[item.text, item.whose].filter(Boolean).join(', ')}>
                  <span>
                    {item.text} {item.whose !== '' && <small>{item.whose}</small>}
                  </span>
                </span>
              )}
            </td>
          ))}
        </tr>
      )}
    </thead>
  )
})

interface HeadCellProps {
  readonly head: TimelineHead
  /** There is no room for every day, so it has no header of its own. */
  readonly quiet: boolean
  readonly edges: TimelineEdges
}

function HeadCell({head, quiet, edges}: HeadCellProps) {
  const className = head.now ? 'now' : head.free ? 'free' : head.off ? 'off' : undefined
  const ref = head.now ? edges.now : undefined
  if (quiet)
    return (
      <td ref={ref} colSpan={head.units} className={className} aria-hidden="true" title={head.label}>
        {head.text !== '' && <span>{head.text}</span>}
      </td>
    )
  return (
    <th ref={ref} scope="col" colSpan={head.units} className={className} aria-current={head.now ? 'date' : undefined}>
      <HeadText label={head.label}>
        {head.short !== '' && <small>{head.short}</small>}
        {head.text}
      </HeadText>
    </th>
  )
}

interface GroupProps {
  readonly group: TimelineGroup
  readonly table: TableLook
  readonly data: TimelineData
  readonly held: HeldTime | null
}

function Group({group, table, data, held}: GroupProps) {
  return (
    <tbody>
      {group.label !== null && (
        <tr className="group">
          <th scope="rowgroup" className="who">
            <Link href={group.href} aria-expanded={!group.folded} className="fold">
              {group.folded ? <Icon name="later" /> : <IconPath path={foldIcon} />}
              <span>{group.label}</span>
            </Link>
            <GroupTally group={group} hourly={data.view === 'day'} as={data.presentAs} />
          </th>
          <GroupLine group={group} length={table.length} />
        </tr>
      )}
      {group.rows.map(row => (
        <TimelineRowCells key={row.id} row={row} table={table} held={heldIn(held, row)} />
      ))}
    </tbody>
  )
}

interface GroupTallyProps {
  readonly group: TimelineGroup
  readonly hourly: boolean
  readonly as: string
}

/** How many of its rows have an entry now, beside its name. */
function GroupTally({group: {present}, hourly, as}: GroupTallyProps) {
  const {timelines} = useMessages()
  if (!present) return null
  return <small className="tally">{(hourly ? timelines.now : timelines.today)(present, as)}</small>
}

/** The closed days of the whole group, in the line of its name. */
function GroupLine({group, length}: {group: TimelineGroup; length: number}): ReactNode {
  const [lane = []] = lanesOf(group.closed)
  return cellsOf(lane, length).map(({start, units, item}) => (
    <td key={start} colSpan={units} className={item ? 'closed' : undefined}>
      {item && (
        <span className="mark" title={item.text}>
          <span>{item.text}</span>
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
  )
}
