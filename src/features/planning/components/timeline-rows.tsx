/** The rows and bars of a timeline, for the screen and for strips. */
import {createContext, memo, type ReactNode, use} from 'react'
import {Person} from '../../../web/components/cell.tsx'
import {Icon} from '../../../web/components/icon.tsx'
import {OptionalLink} from '../../../web/components/optional-link.tsx'
import {Popover} from '../../../web/components/popover.tsx'
import {Link} from '../../../web/router/link.tsx'
import {useMessages} from '../../../web/router/router-provider.tsx'
import type {MarkedDay, TimelineBar, TimelineHead, TimelineRow} from '../timeline-data.ts'
import {type BarTarget, barClass, cellsOf, lanesOf, targetsOf} from './lanes.ts'

/**
 * Interactions with rows and bars beyond following a link; null until loaded, and always in strips. It stays the same while the timeline is shown, so
 * that nothing is rendered again because of it.
 */
export interface TimelineTools {
  readonly row: (row: TimelineRow) => TimelineHandlers
  readonly create: (row: TimelineRow) => TimelineHandlers
  readonly bar: (bar: TimelineBar, row: TimelineRow) => TimelineHandlers
  readonly several: (bars: readonly TimelineBar[], row: TimelineRow) => TimelineHandlers
}

/** The selection or move in progress. */
export interface HeldTime {
  /** The row where it began. */
  readonly row: string
  /** The bar being moved; null while time for a new record is chosen. */
  readonly bar: string | null
  /** The form with the chosen time. */
  readonly href: string | null
}

export interface TimelineHandlers {
  readonly onPointerDown?: (event: React.PointerEvent<HTMLElement>) => void
  readonly onPointerOver?: (event: React.PointerEvent<HTMLElement>) => void
  readonly onPointerOut?: (event: React.PointerEvent<HTMLElement>) => void
  readonly onFocusCapture?: (event: React.FocusEvent<HTMLElement>) => void
  readonly onBlurCapture?: (event: React.FocusEvent<HTMLElement>) => void
  readonly onKeyDown?: (event: React.KeyboardEvent<HTMLElement>) => void
  readonly onClickCapture?: (event: React.MouseEvent<HTMLElement>) => void
}

export const TimelineToolsContext = createContext<TimelineTools | null>(null)

export interface TableLook {
  /** In units. */
  readonly length: number
  readonly hourly: boolean
  readonly people: boolean
  /** The units that a target needs: bars that are closer are pointed at as one. */
  readonly reach?: number
  /** The name of the form for a new record in a row. */
  readonly createLabel?: string
}

/** Weekends, days off and the current time are drawn through all rows, below the bars, from an empty row that scrolls along. */
export function TimelineShades({heads, now = null}: {heads: readonly TimelineHead[]; now?: number | null}) {
  return (
    <tbody className="shades" aria-hidden="true">
      <tr>
        <td className="who" />
        {shadesOf(heads, now).map(({key, units, className}) => (
          <td key={key} colSpan={units} className={className} />
        ))}
      </tr>
    </tbody>
  )
}

interface Shade {
  readonly key: string
  readonly units: number
  readonly className: string | undefined
}

/** An hour is split at the current time. */
function shadesOf(heads: readonly TimelineHead[], now: number | null): Shade[] {
  let at = 0
  return heads.flatMap(({key, units, now: isNow, off, free}): Shade[] => {
    const start = at
    at += units
    const className = [isNow && now === null && 'now', free ? 'free' : off && 'off'].filter(Boolean).join(' ')
    if (now === null || now < start || now >= at) return [{key, units, className: className || undefined}]
    const [before, after] = [now - start, at - now]
    return [
      ...(before > 0 ? [{key, units: before, className: 'hour'}] : []),
      {key: `${key} now`, units: after, className: before > 0 ? 'now-line' : 'now-line hour'},
    ]
  })
}

interface RowProps {
  readonly row: TimelineRow
  readonly table: TableLook
  /** It is the viewer's own; `alone`: it has no other name. */
  readonly own?: boolean | 'alone'
  /** The interaction in this row. */
  readonly held?: HeldTime | null
}

/** There are hundreds of rows: one is rendered again only if it has changed. */
export const TimelineRowCells = memo(function TimelineRowCells({row, table, own = false, held = null}: RowProps) {
  const [first = [], ...more] = lanesOf(row.bars)
  const tools = use(TimelineToolsContext)
  const handlers = tools?.row(row)
  return (
    <>
      <tr className={more.length > 0 ? 'high' : undefined} {...handlers}>
        <th scope="row" className="who" rowSpan={more.length + 1}>
          <RowName row={row} table={table} own={own} held={held} />
        </th>
        <Lane bars={first} row={row} table={table} held={held} />
      </tr>
      {more.map((lane, index) => (
        <tr key={lane[0]?.id} className={index === more.length - 1 ? 'low' : 'high low'} {...handlers}>
          <Lane bars={lane} row={row} table={table} held={held} />
        </tr>
      ))}
    </>
  )
})

function RowName({row, table, own = false, held = null}: RowProps) {
  const {timelines} = useMessages()
  const tools = use(TimelineToolsContext)
  const person = own === 'alone' ? timelines.you : row.name
  const name = table.people ? <Person name={row.name} id={row.id} shown={person} /> : person
  return (
    <span className="name">
      <OptionalLink href={row.href}>{name}</OptionalLink>
      {own === true && <em>{timelines.you}</em>}
      {row.create !== null && (
        <Link
          className="add-here"
          href={held?.href ?? row.create}
          aria-label={`${table.createLabel ?? ''}: ${row.name}`}
          {...tools?.create(row)}
        >
          <Icon name="plus" />
        </Link>
      )}
    </span>
  )
}

interface LaneProps {
  readonly bars: readonly TimelineBar[]
  readonly row: TimelineRow
  readonly table: TableLook
  readonly held: HeldTime | null
}

function Lane({bars, row, table, held}: LaneProps): ReactNode {
  const targets = targetsOf(bars, {length: table.length, reach: table.reach ?? 0})
  return cellsOf(targets, table.length).flatMap(({start, units, item}) =>
    item ? (
      <td key={start} colSpan={units} className="bars">
        <Target target={item} row={row} held={held} />
      </td>
    ) : (
      gapsOf({start, end: start + units}, row).map(gap => (
        <td key={gap.start} colSpan={gap.end - gap.start} className={gap.kind} {...(gap.kind ? {title: gap.text} : {})}>
          {gap.kind && <span className="sr-only">{gap.text}</span>}
        </td>
      ))
    ),
  )
}

type Gap = MarkedDay | {readonly start: number; readonly end: number; readonly kind?: undefined; readonly text: ''}

/** A gap split at the row's own marked days. */
function gapsOf(gap: {start: number; end: number}, {marks}: TimelineRow): Gap[] {
  const days = marks
    .map(mark => ({...mark, start: Math.max(mark.start, gap.start), end: Math.min(mark.end, gap.end)}))
    .filter(({start, end}) => end > start)
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

interface TargetProps {
  readonly target: BarTarget<TimelineBar>
  readonly row: TimelineRow
  readonly held: HeldTime | null
}

function Target({target, row, held}: TargetProps) {
  const [bar, ...more] = target.items
  if (!bar) return null
  if (more.length > 0) return <SeveralBars target={target} row={row} />
  return <Bar bar={bar} row={row} narrow={target.narrow} lifted={held?.bar === bar.id} />
}

interface BarProps {
  readonly bar: TimelineBar
  readonly row: TimelineRow
  readonly narrow: BarTarget<TimelineBar>['narrow']
  readonly lifted: boolean
}

/** Its text is shown if there is room; the rest is for screen readers and hover. A narrow bar is drawn below its link. */
function Bar({bar, row, narrow, lifted}: BarProps) {
  const tools = use(TimelineToolsContext)
  const className = lifted ? `${barClass(bar, bar)} lifted` : barClass(bar, bar)
  const tooltip = tools ? {} : {title: bar.label}
  if (narrow !== null)
    return (
      <span className="bar-place" {...tools?.bar(bar, row)}>
        <span className={className} />
        <OptionalLink className={`bar-hit ${narrow}`} href={bar.href} draggable={false} {...tooltip}>
          <span className="sr-only">{bar.label}</span>
        </OptionalLink>
      </span>
    )
  return (
    <span className="bar-place" {...tools?.bar(bar, row)}>
      <OptionalLink className={className} href={bar.href} draggable={false} {...tooltip}>
        <span className="sr-only">{bar.label}</span>
        <span aria-hidden="true">{bar.text}</span>
      </OptionalLink>
    </span>
  )
}

/** Bars too close to be pointed at one by one: a button over all of them lists their records. */
function SeveralBars({target, row}: Pick<TargetProps, 'target' | 'row'>) {
  const tools = use(TimelineToolsContext)
  const {calendars} = useMessages()
  const {items, start, end, narrow} = target
  const label = `${row.name}, ${calendars.items(items.length)}: ${items.map(({when}) => when).join('; ')}`
  return (
    <div className="bar-place" {...tools?.several(items, row)}>
      <table className="drawn" aria-hidden="true">
        <colgroup span={end - start} />
        <tbody>
          <tr>
            {cellsOf(shifted(items, start), end - start).map(cell => (
              <td key={cell.start} colSpan={cell.units}>
                {cell.item && <span className={barClass(cell.item, cell.item)} />}
              </td>
            ))}
          </tr>
        </tbody>
      </table>
      <Popover button="" buttonClass={`bar-hit ${narrow ?? ''}`} className="bar-list" label={label}>
        <BarList bars={items} />
      </Popover>
    </div>
  )
}

const shifted = (bars: readonly TimelineBar[], by: number): TimelineBar[] =>
  bars.map(bar => ({...bar, start: bar.start - by, end: bar.end - by}))

/** Bars by their dates, each leading to its record. */
export function BarList({bars}: {bars: readonly TimelineBar[]}) {
  return bars.map(({id, href, tone, when, texts, state}) => (
    <OptionalLink key={id} className="item" href={href}>
      <i className={`tint ${tone}`} aria-hidden="true" />
      <span>
        {when} <small>{[...texts, state?.label ?? ''].filter(text => text !== '').join(' · ')}</small>
      </span>
    </OptionalLink>
  ))
}
