/** A calendar: the weeks of a month or one week as a table, with bars across days; or the days ahead as a list. */

import type {CalendarData, CalendarDay, CalendarItem} from '../../../contract/calendar.ts'
import {cellsOf, type Interval, lanesOf} from '../../components/lanes.ts'
import {OptionalLink} from '../../components/optional-link.tsx'
import {PeriodHeader} from '../../components/period-header.tsx'
import {Link} from '../../router/link.tsx'
import {useMessages} from '../../router/router-provider.tsx'
import type {ScreenProps} from '../../screen.ts'
import {Agenda} from './agenda.tsx'
import {Hours} from './hour-grid.tsx'

export function CalendarScreen({data}: ScreenProps<'calendar'>) {
  const messages = useMessages()
  const nothing = data.filterBar.filtered ? messages.lists.nothingFound : data.empty
  return (
    <>
      <PeriodHeader data={data} />
      {data.view !== 'agenda' && (
        <div className={`card plain weeks ${data.hours ? 'by-hour' : data.view}`}>
          <Weeks data={data} />
          {data.hours && <Hours data={data} hours={data.hours} />}
        </div>
      )}
      {data.empty !== null ? (
        <p className={data.view === 'agenda' ? 'card nothing' : 'quiet'}>{nothing}</p>
      ) : (
        <div className={data.view === 'agenda' ? undefined : 'on-phones'}>
          <Agenda data={data} since={data.view === 'month' ? todayAt(data) : 0} />
        </div>
      )}
    </>
  )
}

/** Below a month on a phone, what is over is a link away. */
function todayAt({days}: CalendarData): number {
  return Math.max(
    0,
    days.findIndex(day => day.today && !day.outside),
  )
}

const week = 7
/** What a month shows of a day at least and at most; the rest is a link away. */
const fewest = 3
const most = 5

function Weeks({data}: {data: CalendarData}) {
  const weeks = Array.from({length: data.days.length / week}, (_, index) => index)
  return (
    <table>
      <caption className="only-read">{data.period}</caption>
      {data.hours && (
        <colgroup>
          <col className="clock" />
        </colgroup>
      )}
      <thead>
        <tr>
          {data.hours && <td />}
          {data.days.slice(0, week).map(day => (
            <th key={day.date} scope="col" className={day.off && day.note === '' ? 'off' : undefined}>
              {day.weekday}
            </th>
          ))}
        </tr>
      </thead>
      {weeks.map(index => (
        <Week key={data.days[index * week]?.date} data={data} first={index * week} />
      ))}
    </table>
  )
}

interface CalendarBar extends Interval {
  readonly item: CalendarItem
  readonly before: boolean
  readonly after: boolean
}

/** What of an item lies in a week, in days from its beginning; what has a time is among the hours. */
function barsOf({items, hours}: CalendarData, first: number): CalendarBar[] {
  return items
    .filter(item => item.first < first + week && item.last >= first && !(hours && item.minutes))
    .map(item => ({
      item,
      start: Math.max(0, item.first - first),
      end: Math.min(week, item.last - first + 1),
      before: item.first < first,
      after: item.last >= first + week,
    }))
}

/** What begins in a week has not been seen yet; what goes on stood in the week before. */
function newest(a: CalendarBar, b: CalendarBar): number {
  return Number(a.before) - Number(b.before)
}

function Week({data, first}: {data: CalendarData; first: number}) {
  const messages = useMessages()
  const days = data.days.slice(first, first + week)
  const lanes = lanesOf(barsOf(data, first), newest)
  const room = data.view === 'month' ? Math.min(most, lanes.length) : lanes.length
  const shown = Array.from({length: data.hours ? room : Math.max(room, fewest)}, (_, index) => lanes[index] ?? [])
  const rest = lanes.slice(room).flat()
  return (
    <tbody>
      <tr className="dates">
        {data.hours && <td />}
        {days.map(day => (
          <DayCell key={day.date} day={day} />
        ))}
      </tr>
      {shown.map((lane, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a lane is its place
        <tr key={index} className="lane">
          {data.hours && <td className="clock">{index === 0 && messages.calendars.allDay}</td>}
          {cellsOf(lane, week).map(({start, units, item}) => (
            <td key={start} colSpan={units}>
              {item && <Item bar={item} />}
            </td>
          ))}
        </tr>
      ))}
      {data.view === 'month' && <Rest days={days} rest={rest} />}
    </tbody>
  )
}

function DayCell({day}: {day: CalendarDay}) {
  const messages = useMessages()
  const says = [day.label, day.note, day.closed, day.today ? messages.calendars.today : '']
    .filter(text => text !== '')
    .join(', ')
  const classes = [day.outside && 'outside', day.today && 'today', day.closed ? 'closed' : day.note && 'free']
  const note = [day.note, day.closed].filter(text => text !== '').join(', ')
  return (
    <td className={classes.filter(Boolean).join(' ')}>
      <Link href={day.href} aria-current={day.today ? 'date' : undefined}>
        <span className="only-read">{says}</span>
        <time aria-hidden="true" dateTime={day.date}>
          {day.text}
        </time>
      </Link>
      {note !== '' && (
        <span className="note-off" aria-hidden="true" title={note}>
          {note}
        </span>
      )}
    </td>
  )
}

function Item({bar: {item, before, after}}: {bar: CalendarBar}) {
  const light = item.time === '' ? '' : ' point'
  const className = `stretch ${item.tone}${light}${before ? ' before' : ''}${after ? ' after' : ''}`
  const inner = (
    <>
      <span className="only-read">{item.label}</span>
      <span aria-hidden="true">
        {item.time !== '' && <b>{item.time}</b>} {item.text}
      </span>
    </>
  )
  return (
    <OptionalLink className={className} href={item.href} title={item.label}>
      {inner}
    </OptionalLink>
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
              <Link href={day.href}>
                <span className="only-read">{`${day.label}, `}</span>
                {messages.calendars.andMore(count)}
              </Link>
            )}
          </td>
        )
      })}
    </tr>
  )
}
