/** A calendar: the weeks of a month, one week or one day as a table, with bars across days; a year as small months; or the days ahead as a list. */

import {use, useMemo, useOptimistic} from 'react'
import type {CalendarData, CalendarDay, CalendarItem} from '../../features/planning/calendar-data.ts'
import {cellsOf, type Interval, lanesOf} from '../../features/planning/components/lanes.ts'
import {Legend} from '../../features/planning/components/legend.tsx'
import type {TimeMove} from '../../features/planning/components/moves.ts'
import {PeriodHeader} from '../../features/planning/components/period-header.tsx'
import {Icon} from '../../web/components/icon.tsx'
import {Enhanced, lazyWithPreload} from '../../web/lazy.tsx'
import {Link} from '../../web/router/link.tsx'
import {useDateLocale, useLocale, useMessages} from '../../web/router/router-provider.tsx'
import type {ScreenProps} from '../../web/screen.tsx'
import {Agenda} from './agenda.tsx'
import {CalendarPlanContext, type HeldPlace, withMovedItem} from './calendar-plan.ts'
import {Hours} from './hour-grid.tsx'
import {ItemBar} from './item-bar.tsx'
import {useCalendarTools} from './use-calendar-tools.ts'

const CalendarOverlays = lazyWithPreload(async () => (await import('./calendar-overlays.tsx')).CalendarOverlays)

export function CalendarScreen({data: shown}: ScreenProps<'calendar'>) {
  const messages = useMessages()
  const dateLocale = useDateLocale()
  // Reverted by React when the response arrives: done, or refused with its reason.
  const [move, showMove] = useOptimistic<TimeMove | null>(null)
  const data = useMemo(() => (move ? withMovedItem(shown, move, dateLocale) : shown), [shown, move, dateLocale])
  const isPlanned = data.view !== 'agenda' && data.view !== 'year'
  const nothing = data.filterBar.filtered ? messages.lists.nothingFound : data.empty
  return (
    <>
      <PeriodHeader data={data} />
      {data.view === 'year' && <Year data={data} />}
      {isPlanned && <Plan data={data} onMove={showMove} />}
      {data.empty !== null ? (
        <p className={data.view === 'agenda' ? 'card nothing' : 'muted'}>{nothing}</p>
      ) : (
        data.view !== 'year' && (
          <div className={data.view === 'agenda' ? undefined : 'on-phones'}>
            <Agenda data={data} since={data.view === 'month' ? todayAt(data) : 0} />
          </div>
        )
      )}
      <Legend legend={data.legend} />
    </>
  )
}

interface PlanProps {
  readonly data: CalendarData
  readonly onMove: (move: TimeMove) => void
}

/** The days and hours, and what is shown over them while time is chosen. */
function Plan({data, onMove}: PlanProps) {
  const {plan, drafts, card, anchor} = useCalendarTools(data, onMove)
  const isChanged = data.create !== null || data.items.length > 0
  return (
    <CalendarPlanContext value={plan}>
      <div className={`card plain weeks ${data.hours ? 'by-hour' : data.view}`}>
        <Weeks data={data} />
        {data.hours && <Hours data={data} hours={data.hours} />}
        {isChanged && (
          <Enhanced by={CalendarOverlays}>
            <CalendarOverlays data={data} draft={drafts.draft} card={card} anchor={anchor} onClose={drafts.clear} />
          </Enhanced>
        )}
      </div>
    </CalendarPlanContext>
  )
}

/** Below a month on a phone, past days are behind a link. */
function todayAt({days}: CalendarData): number {
  return Math.max(
    0,
    days.findIndex(day => day.today && !day.outside),
  )
}

const week = 7
/** The minimum and maximum a month shows of a day; the rest is behind a link. */
const fewest = 3
const most = 5

/** A day is a week of one day. */
const widthOf = ({view}: CalendarData): number => (view === 'day' ? 1 : week)

function Weeks({data}: {data: CalendarData}) {
  const width = widthOf(data)
  const weeks = Array.from({length: data.days.length / width}, (_, index) => index)
  return (
    <table>
      <caption className="sr-only">{data.period}</caption>
      {data.hours && (
        <colgroup>
          <col className="clock" />
        </colgroup>
      )}
      <thead>
        <tr>
          {data.hours && <td />}
          {data.days.slice(0, width).map((day, column) => (
            <th key={day.date} scope="col" className={isOffColumn(data, column) ? 'off' : undefined}>
              {day.weekday}
            </th>
          ))}
        </tr>
      </thead>
      {weeks.map(index => (
        <Week key={data.days[index * width]?.date} data={data} first={index * width} />
      ))}
    </table>
  )
}

/** A weekday without work; a single named day off does not count. */
function isOffColumn(data: CalendarData, column: number): boolean {
  return data.days.some((day, index) => index % widthOf(data) === column && day.off && day.note === '')
}

interface CalendarBar extends Interval {
  readonly item: CalendarItem
  readonly before: boolean
  readonly after: boolean
}

/** The part of an item within a week, in days from its beginning; items with a time are among the hours. */
function barsOf(data: CalendarData, first: number): CalendarBar[] {
  const {items, hours} = data
  const width = widthOf(data)
  return items
    .filter(item => item.first < first + width && item.last >= first && !(hours && item.minutes))
    .map(item => ({
      item,
      start: Math.max(0, item.first - first),
      end: Math.min(width, item.last - first + 1),
      before: item.first < first,
      after: item.last >= first + width,
    }))
}

/** Items that begin in a week come first; continuing ones were already in the week before. */
function newest(a: CalendarBar, b: CalendarBar): number {
  return Number(a.before) - Number(b.before)
}

function Week({data, first}: {data: CalendarData; first: number}) {
  const messages = useMessages()
  const width = widthOf(data)
  const {tools, held} = use(CalendarPlanContext)
  const days = data.days.slice(first, first + width)
  const lanes = lanesOf(barsOf(data, first), newest)
  const room = data.view === 'month' ? Math.min(most, lanes.length) : lanes.length
  const free = Array.from({length: data.hours ? room : Math.max(room, fewest)}, (_, index) => lanes[index] ?? [])
  const draft = held && !(data.hours && held.place.minutes) ? draftIn(held, first, width) : null
  const shown = draft ? withDraft(free, draft) : free
  const rest = lanes.slice(room).flat()
  return (
    // Hours are chosen in their own area.
    <tbody {...(data.hours ? {} : tools?.week(first))}>
      <tr className="dates">
        {data.hours && <td />}
        {days.map((day, index) => (
          <DayCell key={day.date} day={day} at={first + index} create={data.create?.label ?? ''} />
        ))}
      </tr>
      {shown.map((lane, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a lane is its place
        <tr key={index} className="lane">
          {data.hours && <td className="clock">{index === 0 && messages.calendars.allDay}</td>}
          {cellsOf(lane, width).map(({start, units, item}) => (
            <td key={start} colSpan={units}>
              {item &&
                ('item' in item ? (
                  <ItemBar {...item} time={item.item.time} isPoint={item.item.time !== ''} />
                ) : (
                  <DraftBar draft={item} />
                ))}
            </td>
          ))}
        </tr>
      ))}
      {data.view === 'month' && <Rest days={days} rest={rest} />}
    </tbody>
  )
}

/** The part of the chosen days within a week. */
interface WeekDraft extends Interval {
  readonly held: HeldPlace
  readonly ends: boolean
}

function draftIn(held: HeldPlace, first: number, width: number): WeekDraft | null {
  const {place} = held
  if (place.first >= first + width || place.last < first) return null
  const end = place.last - first + 1
  return {held, start: Math.max(0, place.first - first), end: Math.min(width, end), ends: end <= width}
}

/** In the first free lane, so that nothing else moves while choosing. */
function withDraft(lanes: readonly CalendarBar[][], draft: WeekDraft): (CalendarBar | WeekDraft)[][] {
  const room = lanes.findIndex(lane => lane.every(({start, end}) => end <= draft.start || start >= draft.end))
  const put = (lane: CalendarBar[]) => [...lane, draft].toSorted((a, b) => a.start - b.start)
  return room < 0 ? [...lanes, [draft]] : lanes.map((lane, index) => (index === room ? put(lane) : lane))
}

function DraftBar({draft: {held, ends}}: {draft: WeekDraft}) {
  return (
    <span className="stretch draft-days" ref={ends ? held.anchor : undefined}>
      <span aria-hidden="true">{held.text}</span>
    </span>
  )
}

interface CalendarDayProps {
  readonly day: CalendarDay
  /** Counted from the first one shown. */
  readonly at: number
  readonly create: string
}

const keepPointer = (event: React.PointerEvent) => event.stopPropagation()

function DayCell({day, at, create}: CalendarDayProps) {
  const messages = useMessages()
  const {tools, held} = use(CalendarPlanContext)
  const says = [day.label, day.note, day.closed, day.today ? messages.calendars.today : '']
    .filter(text => text !== '')
    .join(', ')
  const classes = [
    day.outside && 'outside',
    day.today && 'today',
    day.closed ? 'closed' : day.note && !day.elsewhere && 'free',
  ]
  const note = [day.note, day.closed].filter(text => text !== '').join(', ')
  return (
    <td className={classes.filter(Boolean).join(' ')}>
      <Link href={day.href} aria-current={day.today ? 'date' : undefined} onPointerDown={keepPointer}>
        <span className="sr-only">{says}</span>
        <time aria-hidden="true" dateTime={day.date}>
          {day.text}
        </time>
      </Link>
      {note !== '' && (
        <span className="note-off" aria-hidden="true" title={note}>
          {note}
        </span>
      )}
      {day.create !== null && (
        <Link
          className="add-here"
          href={held?.link?.day === at ? held.link.href : day.create}
          aria-label={`${create}: ${day.label}`}
          {...tools?.create(at)}
        >
          <Icon name="plus" />
        </Link>
      )}
    </td>
  )
}

interface RestProps {
  readonly days: readonly CalendarDay[]
  readonly rest: readonly CalendarBar[]
}

function Rest({days, rest}: RestProps) {
  const messages = useMessages()
  return (
    <tr className="rest">
      {days.map((day, index) => {
        const count = rest.filter(({start, end}) => start <= index && end > index).length
        return (
          <td key={day.date}>
            {count > 0 && (
              <Link href={day.href} onPointerDown={keepPointer}>
                <span className="sr-only">{`${day.label}, `}</span>
                {messages.calendars.andMore(count)}
              </Link>
            )}
          </td>
        )
      })}
    </tr>
  )
}

/** Twelve small months: a day leads to its agenda and has the colour of its item, or of how many it has. */
function Year({data}: {data: CalendarData}) {
  const language = useLocale()
  const byMonth = Map.groupBy(
    data.days.map((day, index) => ({day, index})),
    ({day}) => day.date.slice(0, 7),
  )
  const monthName = new Intl.DateTimeFormat(language, {month: 'long', timeZone: 'UTC'})
  return (
    <div className="year">
      {[...byMonth].map(([month, days]) => (
        <section key={month} className="card plain" aria-labelledby={`month-${month}`}>
          <h2 id={`month-${month}`}>{monthName.format(Date.parse(`${month}-01T00:00:00Z`))}</h2>
          <ol>
            {days.map(({day, index}, at) => (
              <YearDay key={day.date} day={day} items={itemsOn(data.items, index)} first={at === 0} />
            ))}
          </ol>
        </section>
      ))}
    </div>
  )
}

/** Of several items, their colours would say only which comes first: the more there are, the stronger it is. */
function colourOfDay([item, ...others]: readonly CalendarItem[]): string | undefined {
  if (!item) return undefined
  if (others.length === 0) return `on ${item.tone}${item.requested ? ' requested' : ''}`
  return others.length < 3 ? 'on some' : others.length < 6 ? 'on several' : 'on many'
}

const itemsOn = (items: readonly CalendarItem[], day: number): CalendarItem[] =>
  items.filter(({first, last}) => first <= day && last >= day)

interface YearDayProps {
  readonly day: CalendarDay
  readonly items: readonly CalendarItem[]
  /** The first of a month starts in the column of its weekday. */
  readonly first: boolean
}

function YearDay({day, items, first}: YearDayProps) {
  const {calendars} = useMessages()
  const says = [day.label, day.note, day.closed, items.length > 0 ? calendars.items(items.length) : '']
    .filter(text => text !== '')
    .join(', ')
  const state = day.closed === '' ? (day.note === '' || day.elsewhere ? day.off && 'off' : 'free') : 'closed'
  const classes = [state, day.today && 'today', first && `begins-${(new Date(day.date).getUTCDay() + 6) % 7}`]
  return (
    <li className={classes.filter(Boolean).join(' ')}>
      <Link href={day.href} title={says} aria-current={day.today ? 'date' : undefined}>
        <span className="sr-only">{says}</span>
        <span aria-hidden="true" className={colourOfDay(items)}>
          {Number(day.date.slice(8))}
        </span>
      </Link>
    </li>
  )
}
