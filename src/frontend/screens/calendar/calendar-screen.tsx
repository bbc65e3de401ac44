/** A calendar: the weeks of a month or one week as a table, with bars across days; or the days ahead as a list. */
import type {CalendarData, CalendarDay, CalendarItem} from '../../../contract/calendar.ts'
import {type Words, wordsFor} from '../../../messages/index.ts'
import {cellsOf, type Lying, lanesOf} from '../../components/lanes.ts'
import {SpanHead} from '../../components/period-header.tsx'
import type {ViewProps} from '../../view.ts'
import {Agenda} from './agenda.tsx'
import {Hours} from './hour-grid.tsx'

export function Calendar({data, page}: ViewProps<CalendarData>) {
  const words = wordsFor(page.shell.language)
  const path = page.url.split('?')[0] ?? ''
  const nothing = data.narrow.narrowed ? words.lists.nothingFound : data.empty
  return (
    <>
      <SpanHead data={data} path={path} words={words} />
      {data.view !== 'agenda' && (
        <div className={`card plain weeks ${data.hours ? 'by-hour' : data.view}`}>
          <Weeks data={data} words={words} />
          {data.hours && <Hours data={data} hours={data.hours} words={words} />}
        </div>
      )}
      {data.empty !== null ? (
        <p className={data.view === 'agenda' ? 'card nothing' : 'quiet'}>{nothing}</p>
      ) : (
        <div className={data.view === 'agenda' ? undefined : 'on-phones'}>
          <Agenda data={data} words={words} since={data.view === 'month' ? todayAt(data) : 0} />
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

function Weeks({data, words}: {data: CalendarData; words: Words}) {
  const weeks = Array.from({length: data.days.length / week}, (_, index) => index)
  return (
    <table>
      <caption className="only-read">{data.span}</caption>
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
        <Week key={data.days[index * week]?.date} data={data} first={index * week} words={words} />
      ))}
    </table>
  )
}

interface Bar extends Lying {
  readonly item: CalendarItem
  readonly before: boolean
  readonly after: boolean
}

/** What of an item lies in a week, in days from its beginning; what has its time among the hours stands there. */
function barsOf({items, hours}: CalendarData, first: number): Bar[] {
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
function newest(a: Bar, b: Bar): number {
  return Number(a.before) - Number(b.before)
}

function Week({data, first, words}: {data: CalendarData; first: number; words: Words}) {
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
          <DayCell key={day.date} day={day} words={words} />
        ))}
      </tr>
      {shown.map((lane, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a lane is its place
        <tr key={index} className="lane">
          {data.hours && <td className="clock">{index === 0 && words.calendars.allDay}</td>}
          {cellsOf(lane, week).map(({start, units, item}) => (
            <td key={start} colSpan={units}>
              {item && <Item bar={item} />}
            </td>
          ))}
        </tr>
      ))}
      {data.view === 'month' && <Rest days={days} rest={rest} words={words} />}
    </tbody>
  )
}

function DayCell({day, words}: {day: CalendarDay; words: Words}) {
  const says = [day.label, day.note, day.today ? words.calendars.today : ''].filter(text => text !== '').join(', ')
  const look = [day.outside && 'outside', day.today && 'today'].filter(Boolean).join(' ')
  return (
    <td className={day.note === '' ? look : `${look} free`}>
      <a href={day.href} aria-current={day.today ? 'date' : undefined}>
        <span className="only-read">{says}</span>
        <time aria-hidden="true" dateTime={day.date}>
          {day.text}
        </time>
      </a>
      {day.note !== '' && (
        <span className="note-off" aria-hidden="true" title={day.note}>
          {day.note}
        </span>
      )}
    </td>
  )
}

function Item({bar: {item, before, after}}: {bar: Bar}) {
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
  if (item.href === null)
    return (
      <span className={className} title={item.label}>
        {inner}
      </span>
    )
  return (
    <a className={className} href={item.href} title={item.label}>
      {inner}
    </a>
  )
}

interface RestProps {
  readonly days: readonly CalendarDay[]
  readonly rest: readonly Bar[]
  readonly words: Words
}

function Rest({days, rest, words}: RestProps) {
  return (
    <tr className="rest">
      {days.map((day, index) => {
        const count = rest.filter(({start, end}) => start <= index && end > index).length
        return (
          <td key={day.date}>
            {count > 0 && (
              <a href={day.href}>
                <span className="only-read">{`${day.label}, `}</span>
                {words.calendars.andMore(count)}
              </a>
            )}
          </td>
        )
      })}
    </tr>
  )
}
